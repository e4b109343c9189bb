// SPDX-License-Identifier: BSD-3-Clause
// The choice of k: held-out log-likelihood of every k, its folds, the models without modules; votes of the
// folds; how far the folds agree on the modules.
import { extent } from "d3-array";
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { ACCENT, QUIET, RULE, WARM } from "../colour.js";
import { counted, number } from "../dom.js";
import { axis, figure, legend, rulings, text } from "../figure.js";

function folds(d) {
    const by = new Map();
    d.folds?.k?.forEach((k, i) => {
        if (!by.has(d.folds.fold[i])) by.set(d.folds.fold[i], []);
        by.get(d.folds.fold[i]).push([k, d.folds.loglik[i]]);
    });
    return [...by.values()].map((points) => points.filter((p) => Number.isFinite(p[1])).sort((a, b) => a[0] - b[0]));
}

// Room for a point at each k, and the axis below.
function across(svg, ks, left, width, y) {
    const x = scaleLinear(ks[0] === ks[1] ? [ks[0] - 1, ks[1] + 1] : ks, [left + 18, width - 26]);
    axis(svg, axisBottom(x).ticks(Math.min(ks[1] - ks[0] + 1, width / 50)).tickFormat((k) => (Number.isInteger(k) ? k : "")), 0, y, "number of modules k", (left + width) / 2, y + 36);
    return x;
}

const chosenLine = (svg, x, top, bottom) => svg.append("line").attr("x1", x).attr("x2", x).attr("y1", top).attr("y2", bottom).attr("stroke", WARM).attr("stroke-width", 1.5).attr("stroke-dasharray", "2 3");

function likelihood(d, curve, lines, nulls) {
    const s = d.selection;
    const draw = (svg, width) => {
        const height = 380, left = 64, bottom = 72, top = 22;
        const values = [...curve.flatMap((p) => [p.loglik - (p.se ?? 0), p.loglik + (p.se ?? 0)]), ...lines.flat().map((p) => p[1]), ...nulls.map((n) => n[1])];
        const y = scaleLinear(extent(values), [height - bottom, top]).nice(5), ks = extent(curve, (p) => p.k);
        rulings(svg, y, 6, left, width - 8);
        axis(svg, axisLeft(y).ticks(6), left, 0, "log-likelihood per held-out row (nats)", 14, (height - bottom + top) / 2, true);
        const x = across(svg, ks, left, width, height - bottom);
        nulls.forEach(([name, value]) => {
            svg.append("line").attr("x1", left).attr("x2", width - 8).attr("y1", y(value)).attr("y2", y(value)).attr("stroke", QUIET).attr("stroke-dasharray", "5 4").attr("data-tip", `${name}: ${number(value, 5)}`);
        });
        lines.forEach((points) => svg.append("path").attr("d", line((p) => x(p[0]), (p) => y(p[1]))(points)).attr("fill", "none").attr("stroke", RULE));
        chosenLine(svg, x(s.k), top, height - bottom);
        nulls.forEach(([name, value]) => {
            const near = nulls.filter(([, v]) => Math.abs(y(v) - y(value)) < 13);
            if (near[0][0] === name) text(svg, width - 8, y(value) + (y(value) < top + 20 ? 13 : -5), near.map((n) => n[0]).join(", "), { "text-anchor": "end", fill: QUIET, "font-size": 11, stroke: "#ffffff", "stroke-width": 3, "paint-order": "stroke" });
        });
        text(svg, x(s.k), top - 8, `k = ${s.k} chosen`, { fill: "#a34700", "font-weight": 600, "text-anchor": x(s.k) > width - 70 ? "end" : x(s.k) < left + 60 ? "start" : "middle" });
        svg.append("path").attr("d", line((p) => x(p.k), (p) => y(p.loglik))(curve)).attr("fill", "none").attr("stroke", ACCENT).attr("stroke-width", 2);
        curve.forEach((p) => {
            if (p.se) svg.append("line").attr("x1", x(p.k)).attr("x2", x(p.k)).attr("y1", y(p.loglik - p.se)).attr("y2", y(p.loglik + p.se)).attr("stroke", ACCENT).attr("stroke-width", 1.5);
            svg.append("circle").attr("cx", x(p.k)).attr("cy", y(p.loglik)).attr("r", p.k === s.k ? 6 : 4).attr("fill", p.k === s.k ? WARM : ACCENT).attr("stroke", "#ffffff")
                .attr("data-tip", `k = ${p.k}: ${number(p.loglik, 6)} \u00b1 ${number(p.se, 2)}, best in ${counted(p.votes, "fold")}`);
        });
        return height - 18 + legend(svg, left, height - 8, width - left, [[ACCENT, "mean over folds and its standard error", null], [RULE, "single folds", null], [QUIET, "models without modules", "5 4"]]);
    };
    return figure({
        id: "fig-choice", title: "Held-out likelihood of every number of modules", draw, wide: true,
        alt: `Held-out log-likelihood for k from ${curve[0].k} to ${curve[curve.length - 1].k}; ${s.k} was chosen, ${s.k_best} is largest.`,
        caption: `How well rows left out of the fit are described (higher is better), over ${counted(d.selection.folds, "fold")} of ${s.cv === "subject" ? "classes" : s.cv === "time" ? "consecutive rows" : "rows"}. ${s.by === "evidence" ? `Chosen is the k of most evidence, k = ${s.k}; by these rows it would be ${s.k_heldout}.` : s.rule === "one-se" ? `Chosen is the smallest k within one standard error of the best, k = ${s.k}; the largest value is at ${s.k_best}.` : `Chosen is the largest value, k = ${s.k}.`}`,
    });
}

function votes(d, curve) {
    const s = d.selection, all = curve.reduce((n, p) => n + (p.votes ?? 0), 0);
    if (!all) return null;
    return figure({
        id: "fig-votes", title: "Votes of the folds", alt: curve.filter((p) => p.votes).map((p) => `k = ${p.k}: ${p.votes}`).join(", "),
        draw: (svg, width) => {
            const height = 230, left = 52, bottom = 42, top = 8, y = scaleLinear([0, 1], [height - bottom, top]), ks = extent(curve, (p) => p.k);
            rulings(svg, y, 4, left, width - 8);
            axis(svg, axisLeft(y).ticks(4, "%"), left, 0, "share of folds", 12, (height - bottom) / 2 + 6, true);
            const x = across(svg, ks, left, width, height - bottom), w = Math.min(30, (0.7 * (width - left)) / curve.length);
            curve.forEach((p) => svg.append("rect").attr("x", x(p.k) - w / 2).attr("width", w).attr("y", Math.min(y(p.votes / all), y(0) - 1)).attr("height", Math.max(1, y(0) - y(p.votes / all))).attr("fill", p.k === s.k ? WARM : ACCENT).attr("data-tip", `k = ${p.k}: best in ${p.votes} of ${all} folds`));
            return height;
        },
        caption: "In which share of the folds each k has the highest held-out likelihood (orange: the chosen one). Votes spread over neighbouring k mean that the data leave it open.",
    });
}

function agreement(d, curve) {
    const known = curve.filter((p) => Number.isFinite(p.agreement)), s = d.selection;
    if (!known.length) return null;
    return figure({
        id: "fig-folds", title: "Do different rows give the same modules?", alt: known.map((p) => `k = ${p.k}: ${number(p.agreement, 2)}`).join(", "),
        draw: (svg, width) => {
            const height = 230, left = 52, bottom = 42, top = 8, y = scaleLinear([Math.min(0, ...known.map((p) => p.agreement)), 1], [height - bottom, top]).nice(4), ks = extent(curve, (p) => p.k);
            rulings(svg, y, 4, left, width - 8);
            axis(svg, axisLeft(y).ticks(4), left, 0, "adjusted Rand index", 12, (height - bottom) / 2 + 6, true);
            const x = across(svg, ks, left, width, height - bottom);
            chosenLine(svg, x(s.k), top, height - bottom);
            svg.append("path").attr("d", line((p) => x(p.k), (p) => y(p.agreement))(known)).attr("fill", "none").attr("stroke", ACCENT).attr("stroke-width", 2);
            known.forEach((p) => svg.append("circle").attr("cx", x(p.k)).attr("cy", y(p.agreement)).attr("r", p.k === s.k ? 6 : 4).attr("fill", p.k === s.k ? WARM : ACCENT).attr("stroke", "#ffffff").attr("data-tip", `k = ${p.k}: ${number(p.agreement, 2)}`));
            return height;
        },
        caption: "Agreement between the modules found in two folds, mean over all pairs of folds: 1 is the same partition, 0 what chance gives. Where it falls with k, modules are split at random.",
    });
}

export function choice(d) {
    const s = d.selection;
    if (!s?.curve?.length) return [];
    const curve = s.curve.filter((p) => Number.isFinite(p.loglik)), nulls = Object.entries(s.null_models ?? {}).filter(([, v]) => Number.isFinite(v));
    return curve.length ? [likelihood(d, curve, folds(d), nulls), votes(d, curve), agreement(d, curve)].filter(Boolean) : [];
}
