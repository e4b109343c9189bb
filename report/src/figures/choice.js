// SPDX-License-Identifier: BSD-3-Clause
// The choice of k: held-out log-likelihood of every k with the error that the rule goes by, its folds, the models
// without modules; votes of the folds; how far the folds agree on the modules.
import { extent } from "d3-array";
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { ACCENT, GREEN, PAPER, QUIET, RULE, WARM } from "../colour.js";
import { counted, number } from "../dom.js";
import { axis, figure, folded, legend, rulings, text } from "../figure.js";

// The curve of every fold, moved so that all meet at the best k: what the rule compares is the difference there.
function folds(d, best) {
    const by = new Map();
    d.folds?.k?.forEach((k, i) => {
        if (!by.has(d.folds.fold[i])) by.set(d.folds.fold[i], []);
        if (Number.isFinite(d.folds.loglik[i])) by.get(d.folds.fold[i]).push([k, d.folds.loglik[i]]);
    });
    return [...by.values()].map((points) => {
        const at = points.find((p) => p[0] === best.k)?.[1];
        return at === undefined ? [] : points.map(([k, v]) => [k, v - at + best.loglik]).sort((a, b) => a[0] - b[0]);
    }).filter((points) => points.length > 1);
}

// Room for a point at each k, and the axis below.
function across(svg, ks, left, width, y) {
    const x = scaleLinear(ks[0] === ks[1] ? [ks[0] - 1, ks[1] + 1] : ks, [left + 18, width - 26]);
    axis(svg, axisBottom(x).ticks(Math.min(ks[1] - ks[0] + 1, width / 50)).tickFormat((k) => (Number.isInteger(k) ? k : "")), 0, y, "number of modules k", (left + width) / 2, y + 36);
    return x;
}

const chosenLine = (svg, x, top, bottom) => svg.append("line").attr("x1", x).attr("x2", x).attr("y1", top).attr("y2", bottom).attr("stroke", WARM).attr("stroke-width", 1.5).attr("stroke-dasharray", "2 3");

// What one standard error of the difference leaves to a k: it is as good as the best when it is above this.
const border = (best, p) => best.loglik - (p.behind_se ?? 0);

// The parts of a line that lie between two heights: its pieces end where they leave.
function between(points, low, high) {
    const at = ([k, v], [l, u], height) => [k + ((height - v) / (u - v)) * (l - k), height], held = (v) => v >= low && v <= high, bound = (p, q) => (p[1] < low ? at(p, q, low) : p[1] > high ? at(p, q, high) : p);
    return points.slice(1).map((q, i) => [points[i], q]).filter(([p, q]) => held(p[1]) || held(q[1]) || (p[1] < low) !== (q[1] < low)).map(([p, q]) => [bound(p, q), bound(q, p)]);
}

// One panel of the curve over those k that are given, less base; values outside of what they span are told in words.
function curvePanel(svg, o) {
    const { x0, width, top, bottom, best, s } = o, left = x0 + 64, right = x0 + width - 8, se = (p) => p.behind_se ?? 0;
    const base = o.base ?? 0, values = o.points.flatMap((p) => [p.loglik - se(p), p.loglik + se(p), border(best, p)]).map((v) => v - base), scale = scaleLinear(extent(values), [bottom, top]).nice(5), inside = (v) => v - base >= scale.domain()[0] && v - base <= scale.domain()[1];
    const y = (v) => scale(v - base);
    rulings(svg, scale, 6, left, right);
    axis(svg, o.base === undefined ? axisLeft(scale).ticks(6) : axisLeft(scale).ticks(5).tickFormat((v) => (v !== 0 && Math.abs(v) < 1e-3 ? (+v.toPrecision(2)).toExponential() : String(+v.toPrecision(2))).replace(/^-/, "\u2212")), left, 0, o.title, x0 + 14, (bottom + top) / 2, true);
    const x = across(svg, extent(o.points, (p) => p.k), left, x0 + width, bottom), known = new Set(o.points.map((p) => p.k));
    o.lines.forEach((points) => {
        const [low, high] = scale.domain(), pieces = between(points.filter((p) => known.has(p[0])), low + base, high + base);
        svg.append("path").attr("class", "fold").attr("d", pieces.map(line((p) => x(p[0]), (p) => y(p[1]))).join("")).attr("fill", "none").attr("stroke", RULE);
    });
    o.nulls.filter(([, v]) => inside(v)).forEach(([name, value]) => svg.append("line").attr("x1", left).attr("x2", right).attr("y1", y(value)).attr("y2", y(value)).attr("stroke", QUIET).attr("stroke-dasharray", "5 4").attr("data-tip", `${name}: ${number(value, 5)}`));
    svg.append("path").attr("d", line((p) => x(p.k), (p) => y(border(best, p)))(o.points)).attr("fill", "none").attr("stroke", GREEN).attr("stroke-width", 1.5).attr("stroke-dasharray", "1 3").attr("stroke-linecap", "round").attr("class", "border");
    chosenLine(svg, x(s.k), top, bottom);
    text(svg, x(s.k), top - 8, `k = ${s.k} chosen`, { fill: "#a34700", "font-weight": 600, "text-anchor": x(s.k) > right - 62 ? "end" : x(s.k) < left + 60 ? "start" : "middle" });
    svg.append("path").attr("d", line((p) => x(p.k), (p) => y(p.loglik))(o.points)).attr("fill", "none").attr("stroke", ACCENT).attr("stroke-width", 2);
    o.points.forEach((p) => {
        if (se(p) > 0) svg.append("line").attr("x1", x(p.k)).attr("x2", x(p.k)).attr("y1", y(p.loglik - se(p))).attr("y2", y(p.loglik + se(p))).attr("stroke", ACCENT).attr("stroke-width", 1.5).attr("class", "error").attr("data-k", p.k).attr("data-se", se(p));
        svg.append("circle").attr("cx", x(p.k)).attr("cy", y(p.loglik)).attr("r", p.k === s.k ? 6 : 4).attr("fill", p.k === s.k ? WARM : ACCENT).attr("stroke", PAPER)
            .attr("data-tip", `k = ${p.k}: ${number(p.loglik, 6)}, ${p.k === best.k ? "the best" : `${number(p.behind, 2)} \u00b1 ${number(se(p), 2)} behind the best`}, best in ${counted(p.votes, "fold")}`);
    });
    o.nulls.filter(([, v]) => inside(v)).forEach(([name, value], i, list) => {
        const near = list.filter(([, v]) => Math.abs(y(v) - y(value)) < 13);
        if (near[0][0] === name) text(svg, right, y(value) + (y(value) < top + 20 ? 13 : -5), near.map((n) => n[0]).join(", "), { "text-anchor": "end", fill: QUIET, "font-size": 11, stroke: PAPER, "stroke-width": 3, "paint-order": "stroke" });
    });
    return o.nulls.filter(([, v]) => !inside(v));
}

// Those near enough to the best that its error can be seen: within 8 of the largest error of the difference.
function nearBest(curve) {
    const unit = Math.max(...curve.map((p) => p.behind_se ?? 0)), near = curve.filter((p) => (p.behind ?? 0) <= Math.max(8 * unit, 1e-12));
    return unit > 0 && near.length > 1 && near.length < curve.length ? near : null;
}

function likelihood(d, curve, nulls) {
    const s = d.selection, best = curve.find((p) => p.k === s.k_best) ?? curve[0], lines = folds(d, best), near = nearBest(curve);
    const draw = (svg, width) => {
        const two = near && width >= 700, top = 22, bottom = 308, wide = two ? (width - 16) / 2 : width, unit = "log-likelihood per held-out row";
        const far = curvePanel(svg, { x0: 0, width: wide, top, bottom, best, s, points: curve, lines, nulls, title: unit });
        let end = bottom + 62;
        if (near) curvePanel(svg, { x0: two ? wide + 16 : 0, width: wide, top: two ? top : end + top, bottom: two ? bottom : end + bottom, best, s, points: near, lines, nulls: [], base: best.loglik, title: "less that of the best k" });
        if (near && !two) end += bottom + 62;
        if (far.length) folded(`Off this scale: ${far.map(([n, v]) => `${n} ${number(v, 5)}`).join(", ")}`, Math.floor((width - 70) / 6.2)).forEach((l) => (text(svg, 64, end - 8, l, { fill: QUIET, "font-size": 11, class: "far" }), (end += 16)));
        return end - 10 + legend(svg, 64, end, width - 64, [[ACCENT, "mean over folds; bar: standard error of its difference from the best", null], [GREEN, "best less one such error", "1 3"], ...(lines.length ? [[RULE, "single folds, moved to meet at the best k", null]] : []), ...(far.length < nulls.length ? [[QUIET, "models without modules", "5 4"]] : [])]);
    };
    return figure({
        id: "fig-choice", title: "Held-out likelihood of every number of modules", draw, wide: true,
        alt: `Held-out log-likelihood for k from ${curve[0].k} to ${curve[curve.length - 1].k}; ${s.k} was chosen, ${s.k_best} is largest.`,
        caption: `How well rows left out of the fit are described (nats, higher is better), over ${counted(d.selection.folds, "fold")} of ${s.cv === "subject" ? "classes" : s.cv === "time" ? "consecutive rows" : "rows"}. Bars are the standard error of the difference from the best k, fold by fold and class by class, which is what the rule goes by: a k above the dotted line is as good as the best within one such error. ${s.by === "evidence" ? `Chosen is the k of most evidence, k = ${s.k}; by these rows it would be ${s.k_heldout}.` : s.rule === "one-se" ? `Chosen is the smallest of them, k = ${s.k}; the largest value is at ${s.k_best}.` : `Chosen is the largest value, k = ${s.k}.`}`,
    });
}

function votes(d, curve) {
    const s = d.selection, all = curve.reduce((n, p) => n + (p.votes ?? 0), 0);
    if (!all) return null;
    return figure({
        id: "fig-votes", entries: [[ACCENT, "share of the folds that have it best"], [WARM, "the chosen k"]], title: "Votes of the folds", alt: curve.filter((p) => p.votes).map((p) => `k = ${p.k}: ${p.votes}`).join(", "),
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
        id: "fig-folds", entries: [[ACCENT, "mean over pairs of folds", null], [WARM, "the chosen k"]], title: "Do different rows give the same modules?", alt: known.map((p) => `k = ${p.k}: ${number(p.agreement, 2)}`).join(", "),
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
    return curve.length ? [likelihood(d, curve, nulls), votes(d, curve), agreement(d, curve)].filter(Boolean) : [];
}
