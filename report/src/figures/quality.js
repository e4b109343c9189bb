// SPDX-License-Identifier: BSD-3-Clause
// Data quality: how long every class is, what was left out of it, how noisy it is, how its variables are spread.
import { max, median } from "d3-array";
import { axisLeft } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { ACCENT, INK, QUIET, WARM, amount, moduleColour, signed } from "../colour.js";
import { apart, number, short } from "../dom.js";
import { axis, figure, key, legend, nameRoom, rulings, text } from "../figure.js";
import { heat } from "../heat.js";
import { found } from "../selection.js";

// Farther from the median than 4 median deviations, which of 1,000 normal values 7 are.
export function outlying(values) {
    const middle = median(values), deviation = median(values, (v) => Math.abs(v - middle));
    return values.map((v) => deviation > 0 && Math.abs(v - middle) > 4 * 1.4826 * deviation);
}

// A bar for every class; of few classes no wider than it looks like one. What is not like the others (odd) is drawn
// last, wide enough to be seen, and named as far as there is room.
function bars(d, values, odd, unit, named = [], format = number) {
    return (svg, width) => {
        const extra = named.length ? 22 : 0, height = 232 + extra, left = 52, bottom = 40 + extra, N = values.length, top = 22, right = Math.min(width - 8, left + N * 76), m = d.model;
        const y = scaleLinear([0, max(values) || 1], [height - bottom, top]).nice(5);
        const x = scaleLinear([0, N], [left, right]), w = (right - left) / N, wide = Math.max(0.3, w > 12 ? w * 0.8 : w - (w > 4 ? 1 : 0));
        rulings(svg, y, 5, left, right);
        axis(svg, axisLeft(y).ticks(5), left, 0, unit, 14, (height - bottom) / 2 + 5, true);
        values.map((v, c) => [odd(c) ? 1 : 0, c, v]).sort((p, q) => p[0] - q[0]).forEach(([far, c, v]) => {
            const known = Number.isFinite(v), broad = far ? Math.max(2.5, wide) : wide;
            svg.append("rect").attr("x", x(c) - (broad - wide) / 2).attr("width", broad).attr("y", known ? y(v) : top).attr("height", known ? height - bottom - y(v) : height - bottom - top)
                .attr("fill", known ? (far ? WARM : ACCENT) : "#b8b8b8").attr("shape-rendering", w < 4 ? "crispEdges" : null).attr("data-c", c).attr("class", far ? "odd" : null).attr("data-tip", `${short(m.classes[c], 80)}: ${known ? `${format(v)} ${unit}` : "not known"}`);
        });
        const own = N <= 12 && w > 44;
        if (own) apart(m.classes.map((name, c) => (name.length * 6.4 <= w ? name : m.brief[c])), Math.max(4, Math.floor(w / 6.4))).forEach((name, c) => text(svg, x(c) + w * 0.4, height - bottom + 15, name, { "text-anchor": "middle", fill: QUIET, "font-size": 11 }));
        else text(svg, (left + right) / 2, height - bottom + 18, `${N} classes, in the order of the model`, { "text-anchor": "middle", fill: QUIET });
        if (!own) nameOdd(svg, values.map((v, c) => ({ c, v, at: x(c) + w / 2 })), odd, m, y, left, right);
        return named.length ? height - 18 + legend(svg, left, height - 8, width - left, named) : height - 14;
    };
}

// The names of bars that stand out, the tallest first, where they lie neither on each other nor on other bars.
function nameOdd(svg, all, odd, m, y, left, right) {
    const taken = [], list = all.filter((o) => odd(o.c) && Number.isFinite(o.v));
    for (const o of list.sort((p, q) => q.v - p.v).slice(0, 12)) {
        const name = short(m.brief[o.c], 14), half = 3.3 * name.length, at = Math.max(left + half, Math.min(right - half, o.at)), tallest = max(all, (b) => (Math.abs(b.at - at) < half + 2 ? b.v : 0)), up = Math.max(10, y(tallest) - 4);
        if (taken.some(([a, h, b]) => Math.abs(a - at) < h + half + 4 && Math.abs(b - up) < 12)) continue;
        taken.push([at, half, up]);
        text(svg, at, up, name, { "text-anchor": "middle", "font-size": 10, fill: "#a34700", class: "odd-name" });
    }
}

function rowsPerClass(d) {
    const m = d.model, low = Math.min(...m.n), high = Math.max(...m.n), short_ = outlying(m.n);
    return figure({
        id: "fig-rows", title: "Rows per class", draw: bars(d, m.n.map((n) => n || NaN), (c) => short_[c], "rows", [[ACCENT, "a class"], ...(short_.some(Boolean) ? [[WARM, "far from the others"]] : [])]), alt: `${m.N} bars from ${low} to ${high} rows.`,
        caption: `Observations each class was estimated from: ${m.N === 1 ? low : low === high ? `${low} in every class` : `${low} to ${high}`}.${m.N > 1 ? " Short classes have a less certain connectivity." : ""}${m.n.some((n) => !n) ? " Grey: not known." : ""}`,
    });
}

function noisePerClass(d) {
    const m = d.model, odd = outlying(m.noise), count = odd.filter(Boolean).length;
    return figure({
        id: "fig-noise", title: "Noise per class", draw: bars(d, m.noise, (c) => odd[c], "noise variance v", [[ACCENT, "a class"], ...(count ? [[WARM, "far from the others"]] : [])]),
        alt: `${m.N} bars from ${number(Math.min(...m.noise))} to ${number(Math.max(...m.noise))}.`,
        caption: `Noise variance v of each class, in units of the scaled data (1: no structure at all).${m.N > 2 ? ` ${count || "None"} of ${m.N} ${count > 1 ? "lie" : "lies"} farther from the median than four median deviations.` : ""}`,
    });
}

// Rows and values that did not enter the fit.
function losses(d) {
    const l = d.losses, list = [];
    if (!l) return list;
    const share = (lost, kept) => lost.map((n, c) => (n + kept[c] > 0 ? (100 * n) / (n + kept[c]) : 0)), sum = (values) => values.reduce((s, n) => s + n, 0);
    const percent = (v) => number(v, 2);
    for (const [name, id, title, words] of [
        ["censored", "fig-censored", "Censored rows", "Rows left out by the mask (--censor), as a share of those that were read"],
        ["dropped", "fig-dropped", "Incomplete rows left out", "Rows with a missing value (--missing drop), as a share of those that were read"]])
        if (sum(l[name]) > 0) {
            const values = share(l[name], l.rows);
            list.push(figure({
                id, title, draw: bars(d, values, (c) => values[c] > 50, "% of rows", [[ACCENT, "a class"], [WARM, "more than half"]], percent), alt: `${values.length} bars up to ${percent(Math.max(...values))} percent.`,
                caption: `${words}: ${percent(Math.min(...values))} to ${percent(Math.max(...values))} %, ${sum(l[name])} in all. Orange: more than half.`,
            }));
        }
    if (sum(l.missing) > 0) {
        const values = l.missing.map((n, c) => (l.rows[c] > 0 ? (100 * n) / (l.rows[c] * d.model.p) : 0));
        list.push(figure({
            id: "fig-missing", title: "Missing values per class", draw: bars(d, values, (c) => values[c] > 20, "% of values", [[ACCENT, "a class"], [WARM, "more than a fifth"]], percent), alt: `${values.length} bars up to ${percent(Math.max(...values))} percent.`,
            caption: `Values that are not there, as a share of rows times variables: ${sum(l.missing)} in all, at most ${percent(Math.max(...values))} % of a class. They are integrated out (marginal) or left out pair by pair (pairwise). Orange: more than a fifth.`,
        }));
    }
    return list;
}

// Classes by variables, with the modules along the lower edge; rows and columns are named where there is room, and what
// was searched for is framed.
function classMap(d, { colour, value, tip, low, high, unit }) {
    const m = d.model;
    return (svg, width) => {
        const few = m.N <= 60, titles = d.cut(d.letters), columns = m.p * 10 <= width - 160, letters = few ? Math.min(16, Math.max(...m.brief.map((n) => n.length))) : 0, left = few ? Math.max(52, 14 + 6.4 * letters) : 52, right = 8, top = 6;
        const tall = few ? Math.max(60, m.N * 12) : Math.min(480, m.N * 12), wide = Math.min(width - left - right, m.p * 60), step = wide / m.p, line = tall / m.N;
        heat(svg, { x: left, y: top, width: wide, height: tall, rows: m.N, columns: m.p, colour, value: (i, j) => value(i, d.order[j]), tip: (i, j) => `${short(m.classes[i], 60)}, ${short(m.names[d.order[j]], 60)}: ${tip(i, d.order[j])}` });
        for (const b of d.blocks) svg.append("rect").attr("x", left + b.begin * step).attr("y", top + tall + 3).attr("width", Math.max(0.5, (b.end - b.begin) * step - (step > 3 ? 1 : 0))).attr("height", 6).attr("fill", moduleColour(b.module)).attr("data-m", b.module).attr("data-tip", d.called(b.module));
        if (few) apart(m.brief, letters).forEach((n, c) => text(svg, left - 7, top + (c + 0.5) * line + 4, n, { "text-anchor": "end", "font-size": Math.min(11, line - 1), fill: QUIET, "data-c": c }));
        else text(svg, 30, top + tall / 2, "classes", { fill: QUIET, transform: `rotate(-90 30 ${top + tall / 2})`, "text-anchor": "middle" });
        const mark = (x, y, w, t) => svg.append("rect").attr("class", "frame").attr("x", x).attr("y", y).attr("width", w).attr("height", t).attr("fill", "none").attr("stroke", INK).attr("stroke-width", 1.5).attr("pointer-events", "none"), at = d.order.indexOf(found("v") ?? -1);
        if (found("c") !== null) mark(left - 1, top + found("c") * line - 1, wide + 2, line + 2);
        if (at >= 0) mark(left + at * step - 1, top - 1, step + 2, tall + 2);
        const under = columns ? nameRoom(titles) - 6 : 16;
        if (columns) d.order.forEach((r, j) => text(svg, 0, 0, titles[r], { transform: `translate(${left + (j + 0.5) * step + 3.5},${top + tall + 15}) rotate(-90)`, "text-anchor": "end", "font-size": 10, fill: QUIET, "data-m": m.module[r], "data-v": r }));
        else text(svg, left, top + tall + 25, "variables, by module", { fill: QUIET });
        key(svg, Math.max(left, Math.min(left + wide, width - 8) - 180), top + tall + under + 18, Math.min(180, wide), colour, low, high, unit);
        return top + tall + under + 46;
    };
}

function holes(d) {
    const m = d.model, share = (c, r) => d.absent(c, r);
    let gone = 0;
    for (let c = 0; c < m.N; c++) for (let r = 0; r < m.p; r++) if (share(c, r) >= 1) gone++;
    return figure({
        id: "fig-holes", follows: true, title: "Where values are missing", wide: true, alt: `${m.N} rows for classes by ${m.p} columns for variables; ${gone} cells have no value at all.`,
        draw: classMap(d, { colour: amount(1), value: share, tip: (c, r) => `${number(100 * share(c, r), 2)} % missing`, low: 0, high: 1, unit: "share missing" }),
        caption: `Share of a class's rows that lack the variable. ${gone ? `${gone} variables are missing altogether in a class (darkest).` : "No variable is missing altogether in a class."}`,
    });
}

function spread(d) {
    const m = d.model;
    return figure({
        id: "fig-spread", follows: true, title: "Spread of every variable in every class", wide: true, alt: `${m.N} rows for classes by ${m.p} columns for variables.`,
        draw: classMap(d, { colour: signed(2), value: d.scale, tip: (c, r) => `${number(2 ** d.scale(c, r), 2)} times the median`, low: -2, high: 2, unit: "log2 ratio" }),
        caption: "Standard deviation before scaling, against the median over classes of the same variable: red is wider, blue narrower (a step of 1 doubles it). A whole row off is a class measured differently; a single cell is a variable to look at.",
    });
}

export function quality(d) {
    const m = d.model, list = [];
    if (m.n.some((n) => n > 0)) list.push(rowsPerClass(d));
    list.push(noisePerClass(d), ...losses(d));
    if (d.absent) list.push(holes(d));
    if (d.scale && m.N > 1) list.push(spread(d));
    return list;
}
