// SPDX-License-Identifier: BSD-3-Clause
// Modules in the brain: variables at their coordinates and the edges between modules or variables, from three sides and
// turned as one likes; in space where the page was made with --3d and the browser can (space.js).
import { extent, max } from "d3-array";
import { polygonHull } from "d3-polygon";
import { scaleSqrt } from "d3-scale";
import { curveCatmullRom, curveCatmullRomClosed, line, symbol } from "d3-shape";
import { LINES, outline } from "../anatomy.js";
import { INK, PAPER, QUIET, RULE, amount, inkOn, moduleColour, moduleShape } from "../colour.js";
import { h, number, save, short } from "../dom.js";
import { figure, key, legend, redrawFigure, text, tool, top } from "../figure.js";
import { onSelect } from "../selection.js";
import { tipFor } from "../tip.js";
import { NEGATIVE, POSITIVE, byTwo } from "./connectivity.js";

export const place = (d, r) => `${short(d.model.names[r], 80)}: ${d.model.module[r] ? `${d.called(d.model.module[r])}, weight ${number(d.model.weight[r])}` : "unassigned"}${d.model.sign?.[r] < 0 ? ", turned round" : ""}`;
const deg = (angle) => (angle * Math.PI) / 180;
export const placed = (d) => d.model.module.map((_, r) => r).filter((r) => [d.places.x[r], d.places.y[r], d.places.z[r]].every(Number.isFinite));
const at = (d, r) => [d.places.x[r], d.places.y[r], d.places.z[r]];

// Are these places in a brain's millimetres? Then its outline fits; else the points get a hull.
function isBrain(d, shown) {
    const span = (values, low, high) => Math.min(...values) >= low && Math.max(...values) <= high, of = (axis) => shown.map((r) => d.places[axis][r]);
    return span(of("x"), -80, 80) && span(of("y"), -115, 85) && span(of("z"), -75, 90) && Math.max(...of("y")) - Math.min(...of("y")) > 60;
}

// ---- edges: [{from, to, value, tip, modules}] between points [x, y, z] ----

// Where the number of a module stands: the middle of its variables by weight, moved apart from the others by 16 mm.
function anchors(d, shown) {
    const m = d.model, points = Array.from({ length: m.k }, (_, j) => {
        const own = shown.filter((r) => m.module[r] === j + 1), total = own.reduce((s, r) => s + m.weight[r], 0);
        return own.length ? [0, 1, 2].map((x) => own.reduce((s, r) => s + (m.weight[r] / total) * at(d, r)[x], 0)) : null;
    });
    const size = Math.max(...[0, 1, 2].map((x) => { const [a, b] = extent(shown, (r) => at(d, r)[x]); return b - a; })), APART = 0.09 * size;
    for (let round = 0; round < 60; round++)
        points.forEach((p, i) => points.forEach((q, j) => {
            if (i >= j || !p || !q) return;
            const gap = Math.hypot(...p.map((v, x) => v - q[x])) || 1e-6, push = (APART - gap) / 2;
            if (push > 0) for (let x = 0; x < 3; x++) { const step = ((p[x] - q[x]) / gap || [0.6, 0, 0.8][x]) * push * 0.6; (p[x] += step), (q[x] -= step); }
        }));
    return points;
}

function moduleEdges(d, where, significant) {
    const list = [], add = (a, b, value, words) => where[a] && where[b] && Number.isFinite(value) && list.push({ from: where[a], to: where[b], a, b, value, modules: byTwo(a, b), tip: `${d.both(a + 1, b + 1)}: ${words}` });
    if (significant) d.edges.module_a.forEach((a, i) => d.edges.p_fwe[i] <= 0.05 && add(a - 1, d.edges.module_b[i] - 1, d.edges.effect[i], `effect ${number(d.edges.effect[i], 2)}, p_fwe ${number(d.edges.p_fwe[i], 2)}`));
    else for (let a = 0; a < d.model.k; a++) for (let b = a + 1; b < d.model.k; b++) add(a, b, d.G.mean[a][b], `mean correlation ${number(d.G.mean[a][b], 2)}`);
    return list.sort((x, y) => Math.abs(y.value) - Math.abs(x.value));
}

// Pairs of variables, the strongest first, of the data where they are there and of the model else; at most so many.
function variableEdges(d, shown, most = 400) {
    const m = d.model, value = d.observed ?? d.fitted, list = [], unit = (r) => Math.sqrt(Math.max(1e-12, value(r, r)));
    for (let i = 0; i < shown.length; i++) for (let j = i + 1; j < shown.length; j++) list.push([Math.abs(value(shown[i], shown[j])) / (unit(shown[i]) * unit(shown[j])), shown[i], shown[j]]);
    list.sort((x, y) => y[0] - x[0]);
    return list.slice(0, most).map(([size, r, s]) => ({ from: at(d, r), to: at(d, s), value: size * Math.sign(value(r, s)), modules: `${m.module[r]} ${m.module[s]}`, tip: `${short(m.names[r], 50)} and ${short(m.names[s], 50)}: correlation ${number(size * Math.sign(value(r, s)), 2)}` }));
}

// What is drawn and the controls that change it, common to the flat views and to the one in space.
function edgeChoice(d, shown, changed) {
    const where = anchors(d, shown), sure = d.edges?.module_a?.length ? moduleEdges(d, where, true) : [], strong = moduleEdges(d, where, false);
    const sets = { significant: sure, modules: strong }, SETS = [["significant", `between modules that differ (p_fwe \u2264 .05)`], ["modules", "between modules, the strongest"], ["variables", "between variables, the strongest"], ["none", "none"]].filter(([id]) => id !== "significant" || sure.length);
    const state = { where, kind: sure.length ? "significant" : strong.length ? "modules" : "none", count: 0 };
    const all = () => (state.kind === "none" ? [] : (sets[state.kind] ??= variableEdges(d, shown)));
    const start = () => (state.kind === "variables" ? 60 : state.kind === "modules" ? Math.min(all().length, Math.max(6, d.model.k)) : all().length);
    const said = h("span", { class: "count" }), slider = h("input", { type: "range", class: "edge-count", min: 0, max: 1, oninput: (e) => ((state.count = +e.target.value), tell(), changed()) });
    const tell = () => { const list = state.list(); said.textContent = list.length ? `${list.length} of ${all().length}, |${state.kind === "significant" ? "effect" : "r"}| \u2265 ${number(Math.abs(list[list.length - 1].value), 2)}` : "none"; };
    const set = (kind) => { state.kind = kind; slider.max = all().length; state.count = slider.value = start(); slider.disabled = !all().length; tell(); };
    state.list = () => all().slice(0, state.count);
    state.words = () => (state.kind === "significant" ? `effects on edges with p_fwe \u2264 .05 (${short(d.test?.effect ?? "", 60)})` : state.kind === "modules" ? "mean correlations of modules" : `correlations of variables in ${d.observed ? "the data" : "the model"}`);
    state.controls = [h("label", {}, "edges ", h("select", { class: "edge-kind", onchange: (e) => (set(e.target.value), changed()) }, SETS.map(([id, words]) => h("option", { value: id, selected: id === state.kind }, words)))), h("label", {}, "how many ", slider, " ", said)];
    set(state.kind);
    return state;
}

const widest = (list) => max(list, (e) => Math.abs(e.value)) || 1;
const thick = (e, most, kind) => (kind === "variables" ? 0.4 + 1.8 * (Math.abs(e.value) / most) : 0.8 + 5 * (Math.abs(e.value) / most));

// ---- flat views ----

// Rows: to the right, up, towards us.
const turned = (about, tip) => {
    const a = deg(about), t = deg(tip);
    return [[Math.cos(a), Math.sin(a), 0], [-Math.sin(a) * Math.sin(t), Math.cos(a) * Math.sin(t), Math.cos(t)], [Math.sin(a) * Math.cos(t), -Math.cos(a) * Math.cos(t), Math.sin(t)]];
};
const VIEWS = [
    { title: "from the left", axes: [[0, -1, 0], [0, 0, 1], [-1, 0, 0]], ends: ["front", "back"] }, { title: "from the back", axes: [[1, 0, 0], [0, 0, 1], [0, -1, 0]], ends: ["L", "R"] },
    { title: "from above", axes: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], ends: ["L", "R"] }];
const project = (axes) => (p) => axes.map((a) => a[0] * p[0] + a[1] * p[1] + a[2] * p[2]);

function hull(points) {
    const margin = 0.09 * Math.max(...[0, 1].map((i) => extent(points, (p) => p[i])).map(([a, b]) => b - a)) || 1;
    return polygonHull(points.flatMap(([x, y]) => Array.from({ length: 8 }, (_, i) => [x + margin * Math.cos((i * Math.PI) / 4), y + margin * Math.sin((i * Math.PI) / 4)])));
}

// The shape of what is looked at: curves of [u, v].
const outlines = new Map();
function shapeOf(v, brain, points) {
    if (!brain) return [hull(points)];
    const id = v.axes.flat().join();
    if (!outlines.has(id)) outlines.set(id, outline(v.axes));
    if (outlines.size > 8) outlines.delete(outlines.keys().next().value); // a slider makes many
    return outlines.get(id) ?? outline(v.axes);
}

// A small cross of the three directions, for a view that is none of the three.
function compass(g, axes, x, y) {
    [["R", [1, 0, 0]], ["front", [0, 1, 0]], ["up", [0, 0, 1]]].forEach(([word, v]) => {
        const [u, w] = project(axes)(v), long = 24;
        g.append("line").attr("x1", x).attr("y1", y).attr("x2", x + long * u).attr("y2", y - long * w).attr("stroke", QUIET);
        text(g, x + (long + 8) * u, y - (long + 8) * w + 3.5, word, { "text-anchor": u < -0.3 ? "end" : u > 0.3 ? "start" : "middle", fill: QUIET, "font-size": 10, class: "orientation" });
    });
}

function view(g, d, shown, o) {
    const m = d.model, to = project(o.axes), points = shown.map((r) => to(at(d, r))), shape = shapeOf(o, o.brain, points), box = o.box, smooth = line((p) => x(p[0]), (p) => y(p[1]));
    const [x0, x1] = extent(shape.flat(), (p) => p[0]), [y0, y1] = extent(shape.flat(), (p) => p[1]), size = Math.min((box.w - 44) / (x1 - x0), (box.h - 44) / (y1 - y0));
    const x = (v) => box.x + box.w / 2 + size * (v - (x0 + x1) / 2), y = (v) => box.y + 24 + (box.h - 28) / 2 - size * (v - (y0 + y1) / 2);
    shape.forEach((curve) => g.append("path").attr("class", "outline").attr("d", smooth.curve(curveCatmullRomClosed.alpha(0.5))(curve)).attr("fill", "#f4f6f8").attr("stroke", "#8b95a1").attr("stroke-width", 1.3));
    if (o.brain) LINES.forEach(([name, points3]) => { // those on our side
        const seen = points3.map(to);
        if (seen.reduce((s, p) => s + p[2], 0) / seen.length > (name === "longitudinal fissure" ? 20 : 12)) g.append("path").attr("d", smooth.curve(curveCatmullRom)(seen)).attr("fill", "none").attr("stroke", RULE).attr("stroke-width", 1.2).attr("data-tip", name);
    });
    text(g, box.x + box.w / 2, box.y + 13, o.title, { "text-anchor": "middle", fill: QUIET });
    if (o.ends) o.ends.forEach((word, i) => text(g, i ? Math.min(box.x + box.w - 4, x(x1) + 6) : Math.max(box.x + 4, x(x0) - 6), y((y0 + y1) / 2), word, { "text-anchor": word.length > 1 ? (i ? "end" : "start") : i ? "start" : "end", dy: word.length > 1 ? -box.h * 0.38 : 4, fill: QUIET, "font-size": 12, "font-weight": 700, class: "orientation" }));
    else compass(g, o.axes, box.x + 40, box.y + box.h - 26);
    const area = scaleSqrt([0, max(m.weight) || 1], [18, 190]), faint = o.edges.kind !== "none" && o.edges.kind !== "variables";
    const mark = ([p, r]) => g.append("path").attr("d", symbol(moduleShape(m.module[r]), m.module[r] ? area(m.weight[r]) : 16)()).attr("transform", `translate(${x(p[0]).toFixed(1)},${y(p[1]).toFixed(1)})`)
        .attr("fill", o.colour(r)).attr("stroke", PAPER).attr("stroke-width", 0.8).attr("fill-opacity", faint ? 0.75 : 0.93).attr("data-m", m.module[r]).attr("data-v", r).attr("data-tip", o.tip(r));
    const sorted = points.map((p, i) => [p, shown[i]]).sort((a, b) => a[0][2] - b[0][2]), list = o.edges.list(), most = widest(list);
    // Modules of both sides of the brain have their middle between them, so that edges would lie on each other: they bend.
    const join = (e, i) => {
        const [[px, py], [qx, qy]] = [to(e.from), to(e.to)].map(([u, v]) => [x(u), y(v)]), bend = o.edges.kind === "variables" ? 0 : (0.1 + 0.05 * (i % 4)) * (i % 2 ? 1 : -1);
        g.append("path").attr("class", "brain-edge").attr("fill", "none").attr("d", `M${px.toFixed(1)},${py.toFixed(1)}Q${((px + qx) / 2 + bend * (qy - py)).toFixed(1)},${((py + qy) / 2 - bend * (qx - px)).toFixed(1)} ${qx.toFixed(1)},${qy.toFixed(1)}`).attr("stroke", e.value < 0 ? NEGATIVE : POSITIVE).attr("stroke-width", thick(e, most, o.edges.kind).toFixed(2)).attr("stroke-opacity", 0.8).attr("stroke-linecap", "round").attr("data-m", e.modules).attr("data-value", number(e.value, 6)).attr("data-tip", e.tip);
    };
    if (o.edges.kind === "variables") list.slice().reverse().forEach(join);
    sorted.forEach(mark);
    if (!faint) return;
    list.slice().reverse().forEach(join);
    o.edges.where.map((p, j) => [p && to(p), j]).filter(([p]) => p).sort((a, b) => a[0][2] - b[0][2]).forEach(([p, j]) => {
        g.append("circle").attr("class", "anchor").attr("cx", x(p[0])).attr("cy", y(p[1])).attr("r", 9).attr("fill", moduleColour(j + 1)).attr("stroke", INK).attr("stroke-width", 1.2).attr("data-m", j + 1).attr("data-tip", `${d.called(j + 1)}: ${d.sizes[j + 1]} variables`);
        text(g, x(p[0]), y(p[1]) + 4, j + 1, { "text-anchor": "middle", "font-size": 11, "font-weight": 700, fill: inkOn(moduleColour(j + 1)), "pointer-events": "none", "data-m": j + 1 });
    });
}

// Which mark is which module, with its name; returns where it ends.
export function moduleLegend(svg, d, x0, y0, width) {
    const entries = d.sizes.map((size, j) => [j, size]).filter(([j, size]) => size > 0 && j > 0).concat(d.sizes[0] ? [[0, d.sizes[0]]] : []);
    const g = svg.append("g").attr("class", "legend");
    let x = x0, y = y0;
    for (const [j] of entries) {
        const words = j ? d.tags(22)[j - 1] : "unassigned", room = 20 + 6.6 * words.length;
        if (x > x0 && x + room > x0 + width) (x = x0), (y += 18);
        g.append("path").attr("class", "legend-mark").attr("d", symbol(moduleShape(j), 70)()).attr("transform", `translate(${x + 6},${y})`).attr("fill", moduleColour(j)).attr("data-m", j);
        text(g, x + 15, y + 4, words, { "font-size": 11, fill: QUIET, "data-m": j });
        x += room + 8;
    }
    return y + 18;
}

export function glass(d) {
    const m = d.model, shown = placed(d), brain = isBrain(d, shown), stays = d.stays?.stability?.length === m.p ? d.stays.stability : null, shade = amount(1);
    let about = 30, by = "module";
    const redraw = () => redrawFigure("fig-modules"), edges = edgeChoice(d, shown, redraw);
    const colour = (r) => (by === "module" ? moduleColour(m.module[r]) : shade(0.12 + 0.88 * stays[r])), tip = (r) => place(d, r) + (stays ? `, stays in ${number(100 * stays[r], 2)} % of resamples` : "");
    const draw = (svg, width) => {
        const columns = width < 480 ? 1 : width < 980 ? 2 : 4, w = width / columns, high = Math.min(w * 0.98, 460), views = [...VIEWS, { title: "turned", axes: turned(about, 20) }];
        views.forEach((v, i) => view(svg, d, shown, { ...v, brain, edges, colour, tip, box: { x: (i % columns) * w, y: Math.floor(i / columns) * (high + 10), w, h: high } }));
        let end = Math.ceil(views.length / columns) * (high + 10) + 8;
        if (by === "module") end = moduleLegend(svg, d, 8, end, width - 16) + 2;
        else key(svg, 8, end - 4, 180, shade, 0, 1, "share of resamples"), (end += 36);
        const list = edges.list(), most = widest(list);
        if (list.length) end += legend(svg, 2, end + 6, width - 4, [[POSITIVE, "above zero", null], [NEGATIVE, "below zero", null], [QUIET, `width: ${edges.words()}, at most ${number(most, 2)}`, null]]);
        return end + 2;
    };
    const slider = h("input", { type: "range", min: -180, max: 180, value: about, oninput: (e) => ((about = +e.target.value), redraw()) });
    const choice = stays ? h("label", {}, "colour ", h("select", { id: "brain-colour", onchange: (e) => ((by = e.target.value), redraw()) }, h("option", { value: "module" }, "by module"), h("option", { value: "stability" }, "by stability"))) : null;
    const absent = m.p - shown.length;
    return figure({
        id: "fig-modules", title: brain ? "Modules in the brain, and the edges between them" : "Modules where their variables are, and the edges between them", draw, wide: true, controls: h("div", { class: "control" }, edges.controls, choice, h("label", {}, "turn the fourth view ", slider)),
        alt: `${shown.length} variables in ${m.k} modules and the edges between them, seen from the left, the back and above.`,
        caption: `A mark is a variable at its coordinates (mm), coloured and shaped by module, its area by weight${d.sizes[0] ? "; small and grey is unassigned" : ""}. A numbered circle is the middle of a module; edges are red above zero, blue below, as wide as they are strong.${stays ? " Coloured by stability, darker variables stay in their module in more of the resamples." : ""} ${brain ? "L is the left of the brain, from the back and from above alike. The outline is a model of the brain in MNI space, not that of these people." : "The outline is drawn around the variables."}${absent ? ` ${absent} variables have no coordinates.` : ""}`,
    });
}

// The same in space, when the page has the script for it and the browser has WebGL; else null.
export function space(d) {
    const make = globalThis.laconSpace?.scene;
    if (!make || !d.places) return null;
    const m = d.model, shown = placed(d), brain = isBrain(d, shown), most = max(m.weight) || 1;
    const canvas = h("canvas", { tabindex: "0", role: "img", "aria-label": `${shown.length} variables of ${m.k} modules in space, with edges between them. Arrow keys turn it, plus and minus bring it nearer, 0 puts it back.` });
    const edges = edgeChoice(d, shown, () => scene.join(joined()));
    const joined = () => { const list = edges.list(), wide = widest(list); return list.map((e) => ({ ...e, colour: e.value < 0 ? NEGATIVE : POSITIVE, width: thick(e, wide, edges.kind) })); };
    const scene = make(canvas, {
        points: shown.map((r) => ({ at: at(d, r), module: m.module[r], colour: moduleColour(m.module[r]), size: m.module[r] ? Math.sqrt(0.15 + 0.85 * (m.weight[r] / most)) : 0.35, words: place(d, r) })),
        anchors: edges.where.map((p, j) => p && { at: p, module: j + 1, colour: moduleColour(j + 1), ink: inkOn(moduleColour(j + 1)), words: `${d.called(j + 1)}: ${d.sizes[j + 1]} variables` }).filter(Boolean),
        brain, still: window.matchMedia("(prefers-reduced-motion: reduce)").matches, tip: tipFor(canvas),
    });
    if (!scene) return null;
    scene.join(joined());
    onSelect(scene.select);
    const look = (name) => h("button", { type: "button", onclick: () => scene.look(name) }, name), turning = h("button", { type: "button", "aria-pressed": "false", onclick: () => turning.setAttribute("aria-pressed", String(scene.toggle())) }, "turn by itself");
    turning.setAttribute("aria-pressed", String(scene.turning()));
    const names = h("p", { class: "caption key" }, d.sizes.slice(1).map((_, j) => { const mark = h("span", { class: "dot" }); mark.style.backgroundColor = moduleColour(j + 1); return h("span", {}, mark, `${d.tags(30)[j]} `); }));
    return h("figure", { id: "fig-space", class: "wide space", "aria-labelledby": "fig-space-title" },
        top("fig-space", "Modules and edges in space", tool("PNG", "PNG of Modules and edges in space", () => scene.picture((blob) => save("fig-space.png", blob)))),
        h("div", { class: "control" }, edges.controls, ["left", "back", "above"].map(look), turning), canvas, names,
        h("figcaption", {}, `Drag to turn, or use the arrow keys; plus and minus bring it nearer, 0 puts it back. A sphere is a variable, coloured by module and sized by weight; a numbered disc is the middle of a module; rods are edges, red above zero, blue below, as thick as they are strong. ${brain ? "L, R and front are those of the brain; the shell is a model of it in MNI space." : "The shell is drawn around the variables and is no anatomy."}`));
}
