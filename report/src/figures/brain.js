// SPDX-License-Identifier: BSD-3-Clause
// The glass brain: variables at their coordinates, from three sides and turned as one likes; in space where
// the page was made with --3d and the browser can (space.js).
import { extent, max } from "d3-array";
import { polygonHull } from "d3-polygon";
import { scaleSqrt } from "d3-scale";
import { curveCatmullRomClosed, line, symbol } from "d3-shape";
import { QUIET, RULE, amount, moduleColour, moduleShape } from "../colour.js";
import { h, number, short } from "../dom.js";
import { figure, key, redrawFigure, text, tool, top } from "../figure.js";
import { save } from "../dom.js";
import { onSelect } from "../selection.js";
import { tipFor } from "../tip.js";

export const place = (d, r) => `${short(d.model.names[r], 80)}: ${d.model.module[r] ? `${d.called(d.model.module[r])}, weight ${number(d.model.weight[r])}` : "unassigned"}`;
const deg = (angle) => (angle * Math.PI) / 180;

// Turned about the upright axis, then tipped; x to the right, y up, z towards us.
function turn([x, y, z], about, tip) {
    const a = deg(about), t = deg(tip);
    const u = x * Math.cos(a) + y * Math.sin(a), v = -x * Math.sin(a) + y * Math.cos(a);
    return [u, v * Math.sin(t) + z * Math.cos(t), v * Math.cos(t) - z * Math.sin(t)];
}

// The outline of a brain in the space of MNI (mm), drawn by hand: a guide for the eye, no anatomy.
const half = (points) => [...points, ...points.slice(1, -1).reverse().map(([x, y]) => [-x, y])];
const OUTLINE = {
    side: [[72, 2], [68, 26], [53, 50], [28, 68], [-8, 78], [-44, 76], [-76, 58], [-98, 28], [-106, 0], [-100, -18], [-92, -36], [-76, -54], [-52, -60], [-32, -66], [-20, -54], [-8, -42], [14, -46], [28, -30], [48, -26], [66, -16]].map(([y, z]) => [-y, z]),
    back: half([[0, 74], [22, 79], [46, 66], [62, 44], [71, 12], [69, -14], [58, -36], [42, -56], [20, -62], [0, -56]]),
    above: half([[0, 70], [22, 74], [44, 60], [60, 30], [70, -6], [71, -34], [62, -66], [44, -92], [22, -107], [0, -100]]),
};

// Are these places in a brain's millimetres? Then its outline fits; else the points get a hull.
function isBrain(d, shown) {
    const span = (values, low, high) => Math.min(...values) >= low && Math.max(...values) <= high;
    const of = (axis) => shown.map((r) => d.places[axis][r]);
    return span(of("x"), -80, 80) && span(of("y"), -115, 85) && span(of("z"), -75, 90) && Math.max(...of("y")) - Math.min(...of("y")) > 60;
}

function hull(points, margin) {
    const around = points.flatMap(([x, y]) => Array.from({ length: 8 }, (_, i) => [x + margin * Math.cos((i * Math.PI) / 4), y + margin * Math.sin((i * Math.PI) / 4)]));
    return polygonHull(around);
}

function view(g, d, shown, o) {
    const m = d.model, points = shown.map((r) => o.project([d.places.x[r], d.places.y[r], d.places.z[r]]));
    const shape = o.outline ?? hull(points, 0.09 * Math.max(...[0, 1].map((i) => extent(points, (p) => p[i])).map(([a, b]) => b - a)) || 1);
    const [x0, x1] = extent(shape, (p) => p[0]), [y0, y1] = extent(shape, (p) => p[1]), box = o.box;
    const size = Math.min((box.w - 24) / (x1 - x0), (box.h - 44) / (y1 - y0));
    const x = (v) => box.x + box.w / 2 + size * (v - (x0 + x1) / 2), y = (v) => box.y + 24 + (box.h - 28) / 2 - size * (v - (y0 + y1) / 2);
    g.append("path").attr("d", line((p) => x(p[0]), (p) => y(p[1])).curve(curveCatmullRomClosed.alpha(0.5))(shape)).attr("fill", "#f4f6f8").attr("stroke", RULE).attr("stroke-width", 1.3);
    text(g, box.x + box.w / 2, box.y + 13, o.title, { "text-anchor": "middle", fill: QUIET });
    o.ends.forEach((word, i) => text(g, i ? box.x + box.w - 6 : box.x + 6, box.y + 13, word, { "text-anchor": i ? "end" : "start", fill: QUIET, "font-size": 11, "font-weight": 600 }));
    const area = scaleSqrt([0, max(m.weight) || 1], [18, 190]);
    points.map((p, i) => [p, shown[i]]).sort((a, b) => a[0][2] - b[0][2]).forEach(([p, r]) =>
        g.append("path").attr("d", symbol(moduleShape(m.module[r]), m.module[r] ? area(m.weight[r]) : 16)()).attr("transform", `translate(${x(p[0]).toFixed(1)},${y(p[1]).toFixed(1)})`)
            .attr("fill", o.colour(r)).attr("stroke", "#ffffff").attr("stroke-width", 0.8).attr("fill-opacity", 0.93).attr("data-m", m.module[r]).attr("data-tip", o.tip(r)));
}

export const placed = (d) => d.model.module.map((_, r) => r).filter((r) => [d.places.x[r], d.places.y[r], d.places.z[r]].every(Number.isFinite));

export function glass(d) {
    const m = d.model, shown = placed(d), brain = isBrain(d, shown), stays = d.stays?.stability?.length === m.p ? d.stays.stability : null, shade = amount(1);
    let about = 30, by = "module";
    const colour = (r) => (by === "module" ? moduleColour(m.module[r]) : shade(0.12 + 0.88 * stays[r])), tip = (r) => place(d, r) + (stays ? `, stays in ${number(100 * stays[r], 2)} % of resamples` : "");
    const views = [
        { title: "from the left", project: ([x, y, z]) => [-y, z, -x], ends: ["front", "back"], outline: brain ? OUTLINE.side : null },
        { title: "from the back", project: ([x, y, z]) => [x, z, -y], ends: ["left", "right"], outline: brain ? OUTLINE.back : null },
        { title: "from above", project: ([x, y, z]) => [x, y, z], ends: ["left", "right"], outline: brain ? OUTLINE.above : null },
        { title: "turned", project: (p) => turn(p, about, 20), ends: ["", ""], outline: null }];
    const draw = (svg, width) => {
        const columns = width < 480 ? 1 : width < 980 ? 2 : 4, w = width / columns, high = Math.min(w * 0.98, 460);
        views.forEach((v, i) => view(svg, d, shown, { ...v, colour, tip, box: { x: (i % columns) * w, y: Math.floor(i / columns) * (high + 10), w, h: high } }));
        const end = Math.ceil(views.length / columns) * (high + 10);
        if (by === "module") return end;
        key(svg, 8, end + 4, 180, shade, 0, 1, "share of resamples");
        return end + 30;
    };
    const slider = h("input", { type: "range", min: -180, max: 180, value: about, oninput: (e) => ((about = +e.target.value), redrawFigure("fig-modules")) });
    const choice = stays ? h("label", {}, "colour ", h("select", { id: "brain-colour", onchange: (e) => ((by = e.target.value), redrawFigure("fig-modules")) }, h("option", { value: "module" }, "by module"), h("option", { value: "stability" }, "by stability"))) : null;
    const absent = m.p - shown.length;
    return figure({
        id: "fig-modules", title: "Modules in the brain", draw, wide: true, controls: h("div", { class: "control" }, h("label", {}, "turn the fourth view ", slider), choice),
        alt: `${shown.length} variables in ${m.k} modules, seen from the left, the back and above.`,
        caption: `A mark is a variable at its coordinates (mm), coloured and shaped by module, its area by weight; small and grey is unassigned.${stays ? " Coloured by stability, darker variables stay in their module in more of the resamples." : ""} The outline is a guide for the eye.${absent ? ` ${absent} variables have no coordinates.` : ""}`,
    });
}

// The same in space, when the page has the script for it and the browser has WebGL; else null.
export function space(d) {
    const make = globalThis.laconSpace?.scene;
    if (!make || !d.places) return null;
    const m = d.model, shown = placed(d), most = max(m.weight) || 1;
    const canvas = h("canvas", { tabindex: "0", role: "img", "aria-label": `${shown.length} variables of ${m.k} modules in space. Arrow keys turn it, plus and minus bring it nearer, 0 puts it back.` });
    const scene = make(canvas, {
        points: shown.map((r) => ({ at: [d.places.x[r], d.places.y[r], d.places.z[r]], module: m.module[r], colour: moduleColour(m.module[r]), size: m.module[r] ? Math.sqrt(0.15 + 0.85 * (m.weight[r] / most)) : 0.35, words: place(d, r) })),
        still: window.matchMedia("(prefers-reduced-motion: reduce)").matches, tip: tipFor(canvas),
    });
    if (!scene) return null;
    onSelect(scene.select);
    const view = (name) => h("button", { type: "button", onclick: () => scene.look(name) }, name), turning = h("button", { type: "button", "aria-pressed": "false", onclick: () => turning.setAttribute("aria-pressed", String(scene.toggle())) }, "turn by itself");
    turning.setAttribute("aria-pressed", String(scene.turning()));
    return h("figure", { id: "fig-space", class: "wide space", "aria-labelledby": "fig-space-title" },
        top("fig-space", "Modules in space", tool("PNG", "PNG of Modules in space", () => scene.picture((blob) => save("fig-space.png", blob)))),
        h("div", { class: "control" }, ["left", "back", "above"].map(view), turning), canvas,
        h("figcaption", {}, "Drag to turn, or use the arrow keys; plus and minus bring it nearer, 0 puts it back. A sphere is a variable, coloured by module and sized by weight; the shell is drawn around the variables and is no anatomy."));
}
