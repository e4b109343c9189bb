// SPDX-License-Identifier: BSD-3-Clause
// The modules: where their variables are (coordinates given) or which they are (a strip), and the loadings.
import { extent, max } from "d3-array";
import { axisLeft } from "d3-axis";
import { scaleLinear, scaleSqrt } from "d3-scale";
import { symbol } from "d3-shape";
import { QUIET, RULE, inkOn, moduleColour, moduleShape } from "../colour.js";
import { h, number, short } from "../dom.js";
import { axis, figure, redrawFigure, text } from "../figure.js";
import { table } from "../table.js";

const words = (m, r) => `${short(m.names[r], 80)}: ${m.module[r] ? `module ${m.module[r]}, weight ${number(m.weight[r])}` : "unassigned"}`;
const deg = (angle) => (angle * Math.PI) / 180;

// Turned about the upright axis, then tipped; x to the right, y up, z towards us.
function turn([x, y, z], about, tip) {
    const a = deg(about), t = deg(tip);
    const u = x * Math.cos(a) + y * Math.sin(a), v = -x * Math.sin(a) + y * Math.cos(a);
    return [u, v * Math.sin(t) + z * Math.cos(t), v * Math.cos(t) - z * Math.sin(t)];
}

// An outline as an ellipse around the points, with a margin: a guide for the eye, no anatomy.
function outline(g, points, place, side) {
    const [x0, x1] = extent(points, (p) => p[0]), [y0, y1] = extent(points, (p) => p[1]);
    g.append("ellipse").attr("cx", place.x((x0 + x1) / 2)).attr("cy", place.y((y0 + y1) / 2)).attr("rx", (place.size * (x1 - x0)) / 2 + side)
        .attr("ry", (place.size * (y1 - y0)) / 2 + side).attr("fill", "#f4f4f4").attr("stroke", RULE);
}

function view(g, d, shown, project, title, box, ends) {
    const m = d.model, points = shown.map((r) => project([d.places.x[r], d.places.y[r], d.places.z[r]]));
    const [x0, x1] = extent(points, (p) => p[0]), [y0, y1] = extent(points, (p) => p[1]);
    const margin = 26, size = Math.min((box.w - 2 * margin) / (x1 - x0 || 1), (box.h - 2 * margin - 18) / (y1 - y0 || 1));
    const place = { size, x: (x) => box.x + box.w / 2 + size * (x - (x0 + x1) / 2), y: (y) => box.y + 18 + (box.h - 18) / 2 - size * (y - (y0 + y1) / 2) };
    outline(g, points, place, 12);
    text(g, box.x + box.w / 2, box.y + 12, title, { "text-anchor": "middle", fill: QUIET });
    ends.forEach(([word, x, anchor]) => text(g, x, box.y + box.h - 4, word, { "text-anchor": anchor, fill: QUIET, "font-weight": 600 }));
    const radius = scaleSqrt([0, max(m.weight) || 1], [14, 150]);
    points.map((p, i) => [p, shown[i]]).sort((a, b) => a[0][2] - b[0][2]).forEach(([p, r]) =>
        g.append("path").attr("d", symbol(moduleShape(m.module[r]), m.module[r] ? radius(m.weight[r]) : 12)()).attr("transform", `translate(${place.x(p[0])},${place.y(p[1])})`)
            .attr("fill", moduleColour(m.module[r])).attr("stroke", "#ffffff").attr("stroke-width", 0.7).attr("data-m", m.module[r]).attr("data-tip", words(m, r)));
}

function glass(d) {
    const m = d.model;
    const shown = m.module.map((_, r) => r).filter((r) => [d.places.x[r], d.places.y[r], d.places.z[r]].every(Number.isFinite));
    let about = 30;
    const views = [
        ["from the left", ([x, y, z]) => [-y, z, -x], ["front", "back"]],
        ["from the back", ([x, y, z]) => [x, z, -y], ["L", "R"]],
        ["from above", ([x, y, z]) => [x, y, z], ["L", "R"]],
        ["turned", (p) => turn(p, about, 20), ["", ""]],
    ];
    const draw = (svg, width) => {
        const columns = width < 520 ? 1 : width < 1000 ? 2 : 4, w = width / columns, high = Math.min(w * 0.95, 420);
        views.forEach(([title, project, [left, right]], i) => {
            const box = { x: (i % columns) * w, y: Math.floor(i / columns) * (high + 8), w, h: high };
            view(svg, d, shown, project, title, box, [[left, box.x + 4, "start"], [right, box.x + w - 4, "end"]]);
        });
        return Math.ceil(views.length / columns) * (high + 8);
    };
    const slider = h("input", { type: "range", min: -180, max: 180, value: about, oninput: (e) => ((about = +e.target.value), redrawFigure("fig-modules")) });
    const absent = m.p - shown.length;
    return figure({
        id: "fig-modules", title: "Modules in the brain", draw, wide: true, controls: h("label", { class: "control" }, "turn the fourth view ", slider),
        alt: `${shown.length} variables in ${m.k} modules, seen from the left, the back and above.`,
        caption: `A mark is a variable at its coordinates (mm), coloured and shaped by module, its area by weight; small and grey is unassigned. The outline is a guide, no anatomy.${absent ? ` ${absent} variables have no coordinates.` : ""}`,
    });
}

function strip(d) {
    const m = d.model;
    const draw = (svg, width) => {
        const cell = 78, gap = 3;
        const left = 34, per = Math.max(1, Math.floor((width - left) / cell));
        let y = 4;
        for (const block of d.blocks) {
            const members = d.order.slice(block.begin, block.end), colour = moduleColour(block.module);
            const named = m.p <= 200, w = named ? cell : 11, t = named ? 22 : 11, count = named ? per : Math.floor((width - left) / w);
            text(svg, 4, y + (named ? 15 : 10), block.module || "\u2013", { "font-weight": 700, "data-m": block.module });
            members.forEach((r, i) => {
                const x0 = left + (i % count) * w, y0 = y + Math.floor(i / count) * t;
                svg.append("rect").attr("x", x0).attr("y", y0).attr("width", w - gap + 1).attr("height", t - gap).attr("rx", 2)
                    .attr("fill", colour).attr("data-m", block.module).attr("data-tip", words(m, r));
                if (named) text(svg, x0 + (w - gap) / 2, y0 + 14, short(m.titles[r], 11), { "text-anchor": "middle", "font-size": 11, fill: inkOn(colour), "pointer-events": "none", "data-m": block.module });
            });
            y += Math.ceil(members.length / count) * t + 8;
        }
        return y;
    };
    return figure({
        id: "fig-modules", title: "Modules", draw, wide: true, alt: `${m.p} variables in ${m.k} modules of ${d.sizes.slice(1).join(", ")}; ${d.sizes[0]} unassigned.`,
        caption: "Every variable in its module, the heaviest first; grey: unassigned. With --coordinates the variables are shown where they are.",
    });
}

function loadings(d) {
    const m = d.model;
    const draw = (svg, width) => {
        const named = m.p <= 130 && (width - 60) / m.p > 8.5, height = named ? 300 : 220, left = 48, bottom = named ? 104 : 34, top = 18;
        const y = scaleLinear([0, max(m.weight) || 1], [height - bottom, top]).nice(4), w = (width - left - 6) / m.p;
        axis(svg, axisLeft(y).ticks(4), left, 0, "weight", 12, (height - bottom) / 2 + 8, true);
        d.order.forEach((r, i) => {
            const x = left + i * w;
            svg.append("rect").attr("x", x).attr("width", Math.max(0.4, w - (w > 3 ? 1 : 0))).attr("y", Math.min(y(m.weight[r]), height - bottom - 1))
                .attr("height", Math.max(1, height - bottom - y(m.weight[r]))).attr("fill", moduleColour(m.module[r])).attr("data-m", m.module[r]).attr("data-tip", words(m, r));
            if (named) text(svg, 0, 0, short(m.titles[r], 14), { transform: `translate(${x + w / 2 + 3},${height - bottom + 6}) rotate(-90)`, "text-anchor": "end", "font-size": 10.5, fill: QUIET, "data-m": m.module[r] });
        });
        let last = -99;
        d.blocks.forEach((b) => {
            const x = left + ((b.begin + b.end) / 2) * w;
            if (x - last < 16) return;
            last = x;
            text(svg, x, 12, b.module || "\u2013", { "text-anchor": "middle", "font-weight": 700, "data-m": b.module });
        });
        if (!named) text(svg, (left + width) / 2, height - 10, `${m.p} variables, by module and weight`, { "text-anchor": "middle", fill: QUIET });
        return height;
    };
    return figure({
        id: "fig-loadings", title: "Loadings", draw, wide: true, alt: `Weights of ${m.p} variables from 0 to ${number(max(m.weight))}, sorted by module.`,
        caption: "The entry of W of every variable (its squares sum to 1 within a module); the number above is the module, \u2013 the unassigned, which have none.",
    });
}

function variables(d) {
    const m = d.model, stays = d.stays;
    const columns = [
        { title: "variable", value: (r) => m.titles[r], module: (r) => m.module[r] },
        { title: "module", value: (r) => m.module[r] }, { title: "weight", value: (r) => m.weight[r] },
        { title: "evidence (nats)", value: (r) => m.evidence[r] }];
    if (d.places?.name) columns.splice(1, 0, { title: "name in the data", value: (r) => m.variables[r] });
    if (stays?.stability?.length === m.p) columns.push({ title: "stability", value: (r) => stays.stability[r] }, { title: "verdict", value: (r) => stays.verdict?.[r] ?? null });
    if (m.psi) columns.push({ title: "noise factor", value: (r) => m.psi[r] });
    return table({
        id: "variables", title: "Variables", columns, rows: d.order,
        caption: "module 0: unassigned. evidence: gain in log-likelihood of the membership. stability: share of resamples that had the variable in its module.",
    });
}

export const modules = (d) => [d.places ? glass(d) : strip(d), loadings(d), variables(d)];
