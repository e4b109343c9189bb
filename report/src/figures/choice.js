// SPDX-License-Identifier: BSD-3-Clause
// The choice of k: held-out log-likelihood of every k, its folds, the models without modules.
import { extent } from "d3-array";
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { ACCENT, QUIET, RULE, WARM } from "../colour.js";
import { number } from "../dom.js";
import { axis, figure, text } from "../figure.js";

function folds(d) {
    const by = new Map();
    d.folds?.k?.forEach((k, i) => {
        if (!by.has(d.folds.fold[i])) by.set(d.folds.fold[i], []);
        by.get(d.folds.fold[i]).push([k, d.folds.loglik[i]]);
    });
    return [...by.values()].map((points) => points.filter((p) => Number.isFinite(p[1])).sort((a, b) => a[0] - b[0]));
}

export function choice(d) {
    const s = d.selection;
    if (!s?.curve?.length) return [];
    const curve = s.curve.filter((p) => Number.isFinite(p.loglik)), lines = folds(d);
    const nulls = Object.entries(s.null_models ?? {}).filter(([, v]) => Number.isFinite(v));
    const draw = (svg, width) => {
        const height = 330, left = 64, right = 16, bottom = 44, top = 12;
        const values = [...curve.flatMap((p) => [p.loglik - (p.se ?? 0), p.loglik + (p.se ?? 0)]), ...lines.flat().map((p) => p[1]), ...nulls.map((n) => n[1])];
        const y = scaleLinear(extent(values), [height - bottom, top]).nice(5);
        const ks = extent(curve, (p) => p.k), x = scaleLinear(ks[0] === ks[1] ? [ks[0] - 1, ks[1] + 1] : ks, [left + 12, width - right - 12]);
        axis(svg, axisLeft(y).ticks(6), left, 0, "log-likelihood per held-out row (nats)", 14, (height - bottom) / 2, true);
        axis(svg, axisBottom(x).ticks(Math.min(ks[1] - ks[0] + 1, width / 50)).tickFormat((k) => (Number.isInteger(k) ? k : "")), 0, height - bottom, "number of modules k", (left + width) / 2, height - 6);
        nulls.forEach(([name, value], i) => {
            svg.append("line").attr("x1", left).attr("x2", width - right).attr("y1", y(value)).attr("y2", y(value)).attr("stroke", QUIET).attr("stroke-dasharray", "4 3").attr("data-tip", `${name}: ${number(value, 5)}`);
            const twin = nulls.slice(0, i).filter(([, v]) => Math.abs(y(v) - y(value)) < 13).length;
            if (!twin) text(svg, width - right, y(value) - 4, nulls.filter(([, v]) => Math.abs(y(v) - y(value)) < 13).map((n) => n[0]).join(", "), { "text-anchor": "end", fill: QUIET, "font-size": 11 });
        });
        lines.forEach((points) => svg.append("path").attr("d", line((p) => x(p[0]), (p) => y(p[1]))(points)).attr("fill", "none").attr("stroke", RULE));
        svg.append("line").attr("x1", x(s.k)).attr("x2", x(s.k)).attr("y1", top).attr("y2", height - bottom).attr("stroke", WARM).attr("stroke-width", 1.5);
        text(svg, x(s.k) + (x(s.k) > width * 0.7 ? -6 : 6), height - bottom - 8, `chosen: ${s.k}`, { fill: "#a34700", "font-weight": 600, "text-anchor": x(s.k) > width * 0.7 ? "end" : "start" });
        svg.append("path").attr("d", line((p) => x(p.k), (p) => y(p.loglik))(curve)).attr("fill", "none").attr("stroke", ACCENT).attr("stroke-width", 2);
        curve.forEach((p) => {
            if (p.se) svg.append("line").attr("x1", x(p.k)).attr("x2", x(p.k)).attr("y1", y(p.loglik - p.se)).attr("y2", y(p.loglik + p.se)).attr("stroke", ACCENT);
            svg.append("circle").attr("cx", x(p.k)).attr("cy", y(p.loglik)).attr("r", 4).attr("fill", ACCENT)
                .attr("data-tip", `k = ${p.k}: ${number(p.loglik, 6)} \u00b1 ${number(p.se, 2)}, best in ${p.votes} folds`);
        });
        return height;
    };
    return [figure({
        id: "fig-choice", title: "Choice of the number of modules", draw, wide: true,
        alt: `Held-out log-likelihood for k from ${curve[0].k} to ${curve[curve.length - 1].k}; ${s.k} was chosen, ${s.k_best} is largest.`,
        caption: `Mean held-out log-likelihood with its standard error (blue), single folds (grey), models without modules (dashed). Rule ${s.rule}: k = ${s.k}; largest at ${s.k_best}. ${s.folds} folds (${s.cv}).`,
    })];
}
