// SPDX-License-Identifier: BSD-3-Clause
// Directed connectivity: mean over classes, width by weight, solid by how many classes tell the direction; who comes
// before whom; whether the disturbances are such that a direction can be told at all; what earlier rows explain.
import { axisBottom } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { ACCENT, QUIET, RULE, moduleColour, signed } from "../colour.js";
import { counted, h, number } from "../dom.js";
import { axis, figure, key, legend, text, top } from "../figure.js";
import { table } from "../table.js";
import { NEGATIVE, POSITIVE, cellNumber, moduleMatrix, nameLetters, ring, ringNames } from "./connectivity.js";
import { histogram } from "./stability.js";

export function arrows(d) {
    const N = d.directed?.tables ?? 0;
    return (d.directed?.arrows ?? []).map((e) => ({ ...e, a: e.from - 1, b: e.to - 1, share: Number.isFinite(e.frequency) ? e.frequency : e.classes / N }));
}

// Names of variables that stand for themselves, and of modules that have any.
const named = (d, most = 14) => (d.plain ? d.cut(most).map((n, j) => `${j + 1} ${n}`) : d.tags(most));

// Pairs as they are drawn: the arrow of every direction that some class tells, both where classes disagree; else one
// line without a head, or, where nothing was tested, the heavier arrow with an open one.
export function drawn(edges, N) {
    const done = new Set(), list = [];
    for (const e of edges) {
        const other = edges.find((f) => f.a === e.b && f.b === e.a), key = `${Math.min(e.a, e.b)} ${Math.max(e.a, e.b)}`;
        if (done.has(key)) continue;
        done.add(key);
        const both = other ? [e, other] : [e], told = both.filter((f) => f.sure > 0), heavy = both.slice().sort((f, g) => Math.abs(g.weight) - Math.abs(f.weight))[0];
        if (told.length) told.forEach((f) => list.push({ ...f, head: true, told: f.sure / N }));
        else if (both.some((f) => f.untested)) list.push({ ...heavy, head: true, hollow: true, told: 0 });
        else list.push({ ...heavy, head: false, straight: true, told: 0, weight: both.reduce((s, f) => s + f.weight, 0) });
    }
    return list.sort((x, y) => x.told - y.told || Math.abs(x.weight) - Math.abs(y.weight));
}

// A line as solid as the share of classes that tell its direction: so much of every 14 pixels is dark.
const solid = (share) => (share >= 0.995 ? null : `${(14 * share).toFixed(1)} ${(14 - 14 * share).toFixed(1)}`);

function graph(d, edges, N) {
    const k = d.model.k, all = drawn(edges, N), told = all.filter((e) => e.told > 0), open = all.filter((e) => e.hollow).length, MOST = 60;
    const heaviest = Math.max(1e-12, ...all.map((e) => Math.abs(e.weight))), most = Math.max(0, ...told.map((e) => e.sure)), pairs = new Set(all.map((e) => `${Math.min(e.a, e.b)} ${Math.max(e.a, e.b)}`)).size, none = all.filter((e) => !e.head).length, level = d.causal?.level ?? 0.05;
    const shown = all.slice(-MOST).map((e) => ({ ...e, width: 0.8 + 5 * (Math.abs(e.weight) / heaviest), dash: e.told > 0 ? solid(Math.max(e.told, 0.05)) : null, opacity: 0.95, colour: e.weight < 0 ? NEGATIVE : POSITIVE,
        tip: `${d.node(e.a)} ${e.head ? "\u2192" : "\u2013"} ${d.node(e.b)}: mean weight ${number(e.weight, 2)}, ${e.hollow ? "direction not tested" : e.told > 0 ? `direction told in ${e.sure} of ${N} classes` : "direction told in no class"}` }));
    return figure({
        id: "fig-directed", title: "Who drives whom", large: k > 12 || d.plain || Boolean(d.names), wide: k > 12 && d.plain, alt: `${shown.length} lines between ${k} ${d.nodes}, ${shown.filter((e) => e.head).length} of them arrows.`,
        draw: (svg, width) => {
            const end = ring(svg, width, k, shown, d.sizes.slice(1), true, ringNames(d, width), (j) => d.node(j - 1));
            const entries = [[POSITIVE, "raises", null], [NEGATIVE, "lowers", null]];
            if (told.length) entries.push([QUIET, "direction told in all classes", null], [QUIET, "in half of them", "7 7"]);
            if (none) entries.push([RULE, "pale, no head: in none", null]);
            if (open) entries.push([RULE, "open head: not tested", null]);
            return end + 12 + legend(svg, 4, end + 14, width - 4, entries);
        },
        caption: `From cause to effect, mean over ${counted(N, "class", "classes")}; width is the mean weight. ${open ? "Directions were not tested (--boot 0)." : `A line is as solid as the share of classes whose rows tell its direction, and has no head where none does (${none} of ${counted(pairs, "pair")}); where classes disagree both arrows are drawn. ${most ? `The surest direction is told in ${most} of ${counted(N, "class", "classes")}; where there is nothing to tell, up to ${number(100 * level, 2)} % come by chance.` : "No direction is told in any class."}`}${shown.length < all.length ? ` The ${shown.length} surest and heaviest of ${all.length} are drawn.` : ""}`,
    });
}

function order(d) {
    const k = d.model.k, before = d.causal?.before;
    if (before?.length !== k * k || k < 2) return null;
    const at = (i, j) => (i === j ? 0.5 : before[i * k + j]), scale = signed(0.5), colour = (v) => scale(v - 0.5), boot = d.causal.boot > 0;
    return figure({
        id: "fig-order", title: "Who comes first", large: k > 12, alt: `${k} by ${k} matrix: how often what stands in the row is before what stands in the column.`,
        draw: (svg, width) => {
            const { end, left } = moduleMatrix(svg, { k, x: 0, y: 0, width, colour, names: named(d, d.plain ? 14 : nameLetters(width)), value: at, marks: (i, j) => (i === j ? "" : cellNumber(at(i, j))), tip: (i, j) => (i === j ? d.node(i) : `${d.node(i)} before ${d.node(j)}: ${number(100 * at(i, j), 2)} %`) });
            key(svg, left, end + 12, Math.min(180, width - left - 10), colour, 0, 1, "share");
            return end + 40;
        },
        caption: `How often the ${d.plain ? "variable" : "module"} of the row comes before that of the column in the causal order, over ${boot ? `${d.causal.boot} resamples of ` : ""}${counted(d.causal.classes, "class", "classes")}. Near one half: the order is not told by the data.`,
    });
}

// Departure from normality of what drives each module, class by class.
function gaussianity(d) {
    const k = d.model.k, p = d.disturbances?.p_gaussian, kurtosis = d.disturbances?.kurtosis;
    if (!p || p.length !== k || k > 100 || !p.some((own) => own.length)) return null;
    const level = d.causal?.level ?? 0.05, share = p.map((own) => own.filter((v) => v !== null && v <= level).length / Math.max(1, own.length));
    return figure({
        id: "fig-gaussian", entries: [["#eaf2f8", `not Gaussian: p \u2264 ${number(level)}`], [QUIET, `a point: one class`]], title: "Are the disturbances non-Gaussian?", alt: share.map((s, j) => `${d.node(j)}: ${number(100 * s, 2)} % of classes`).join(", "),
        draw: (svg, width) => {
            const names = named(d), left = 22 + 7.4 * Math.max(...names.map((n) => n.length)), step = k <= 12 ? 26 : 16, height = k * step + 50, right = 12, x = scaleLinear([0, 1], [left, width - right]);
            axis(svg, axisBottom(x).ticks(5), 0, height - 42, "p of a Gaussian disturbance", (left + width - right) / 2, height - 6);
            svg.append("rect").attr("x", left).attr("y", 2).attr("width", x(level) - left).attr("height", height - 46).attr("fill", "#eaf2f8");
            p.forEach((own, j) => {
                const y = 14 + j * step;
                text(svg, left - 9, y + 4, names[j], { "text-anchor": "end", "font-weight": 700, "data-m": j + 1 });
                svg.append("line").attr("x1", left).attr("x2", width - right).attr("y1", y).attr("y2", y).attr("stroke", "#eceff2");
                own.slice(0, 400).forEach((v, c) => v !== null && svg.append("circle").attr("cx", x(v)).attr("cy", y + (own.length > 3 ? (((c * 0.618034) % 1) - 0.5) * step * 0.5 : 0)).attr("r", own.length > 60 ? 2 : 3).attr("fill", moduleColour(j + 1)).attr("fill-opacity", 0.75).attr("data-m", j + 1)
                    .attr("data-tip", `${d.node(j)}: p ${number(v, 2)}${Number.isFinite(kurtosis?.[j]?.[c]) ? `, excess kurtosis ${number(kurtosis[j][c], 2)}` : ""}`));
            });
            return height;
        },
        caption: `A point is the disturbance of a ${d.plain ? "variable" : "module"} in a class. Only where it is not Gaussian (left, shaded: p \u2264 ${number(level)}) can a direction be told: ${share.map((s, j) => `${d.node(j)} in ${number(100 * s, 2)} %`).slice(0, 8).join(", ")}${k > 8 ? ", \u2026" : ""} of the classes; chance alone gives ${number(100 * level)} %.`,
    });
}

function independence(d) {
    const values = d.causal?.p_independent ?? [];
    if (values.length < 5) return null;
    const low = values.filter((v) => v <= 0.05).length;
    return figure({
        id: "fig-independent", entries: [[ACCENT, "classes"], ["#a34700", "p = .05", null]], title: "Are the disturbances independent?", alt: `${values.length} classes, ${low} at or below .05.`,
        draw: (svg, width) => histogram(svg, width, values, [0, 1], "p of independent disturbances", 0.05),
        caption: `A class counts once: the smallest p over pairs of ${d.nodes}, times their number. ${low} of ${values.length} are at or below .05 (line): there the arrows leave a dependence unexplained, and something outside the ${d.nodes} may drive both.`,
    });
}

// Effects of earlier rows (--lags): a matrix for every lag, marked where intervals of most classes leave out zero.
function lagged(d) {
    const l = d.lagged, k = d.model.k;
    if (!l || l.weight.length !== l.lags * k * k || k > 60) return null;
    const most = Math.max(1e-9, ...l.weight.map(Math.abs)), colour = signed(most), at = (lag, i, j) => (lag * k + j) * k + i; // row i drives column j
    const half = l.sure.filter((n) => 2 * n > l.classes).length, shown = Math.min(l.lags, 4);
    return figure({
        id: "fig-lagged", title: "What earlier rows explain", wide: shown > 1, large: true, alt: `${l.lags} matrices of ${k} by ${k} effects of earlier rows, at most ${number(most, 2)}.`,
        draw: (svg, width) => {
            const columns = width >= 300 * shown ? shown : width >= 600 ? 2 : 1, wide = Math.min(420, width / columns), names = named(d, d.plain ? 10 : nameLetters(wide));
            let bottom = 0;
            for (let lag = 0; lag < shown; lag++) {
                const x = (lag % columns) * (width / columns), y = Math.floor(lag / columns) * (wide + 26) + 16;
                text(svg, x + 4, y - 2, `${lag + 1} ${lag ? "rows" : "row"} before`, { "font-weight": 600 });
                bottom = Math.max(bottom, y + moduleMatrix(svg, { k, x, y, width: wide - 8, colour, names, value: (i, j) => l.weight[at(lag, i, j)], marks: (i, j) => cellNumber(l.weight[at(lag, i, j)]) + (2 * l.sure[at(lag, i, j)] > l.classes ? "\u2217" : ""),
                    tip: (i, j) => `${d.node(i)} \u2192 ${d.node(j)}, ${counted(lag + 1, "row")} later: ${number(l.weight[at(lag, i, j)], 2)}${l.tested ? `, interval without 0 in ${l.sure[at(lag, i, j)]} of ${l.classes} classes` : ""}` }).end);
            }
            key(svg, 30, bottom + 12, 180, colour, -most, most, "effect");
            return bottom + 40;
        },
        caption: `Effect of the row's ${d.plain ? "variable" : "module"} on that of the column so many rows later, mean over ${counted(l.classes, "class", "classes")} (--lags ${l.lags}${shown < l.lags ? `; the first ${shown} are shown` : ""}). ${l.tested ? `Marked: the interval leaves out zero in more than half of the classes (${half} of ${l.sure.length}).` : "Intervals need --boot."} The arrows above are what is left within a row.`,
    });
}

const caveat = (d) => h("section", { id: "caveat", class: "words", "aria-label": "How to read it" }, top("caveat", "How to read the arrows"),
    h("p", { class: "caption" }, `Arrows are an estimate under assumptions that these data cannot prove: no loops, disturbances that are independent and not Gaussian, and no common cause outside the ${d.nodes}. A line without a head says that two ${d.nodes} go together, not which drives which. Agreement over resamples shows that the estimate is stable, not that it is true; an intervention would.`));

export function directed(d) {
    const edges = arrows(d), N = d.directed?.tables ?? 0;
    if (!edges.length) return [lagged(d)].filter(Boolean);
    const boot = edges.some((e) => Number.isFinite(e.frequency)), word = boot ? "share of resamples that have it" : "share of classes that have it", called = (j) => (d.plain ? d.node(j) : d.names ? d.tags(30)[j] : j + 1);
    return [graph(d, edges, N), order(d), gaussianity(d), independence(d), lagged(d), caveat(d), table({
        id: "directed-edges", title: "Directed edges", rows: edges.sort((x, y) => y.sure - x.sure || y.share - x.share || Math.abs(y.weight) - Math.abs(x.weight)), caption: `Mean over ${counted(N, "class", "classes")}; identifiable in: classes whose disturbances tell the direction.`,
        columns: [{ title: "from", value: (e) => called(e.a), module: (e) => `${e.from} ${e.to}` }, { title: "to", value: (e) => called(e.b) }, { title: "weight", value: (e) => e.weight }, { title: word, value: (e) => e.share }, { title: "classes", value: (e) => e.classes }, { title: "identifiable in", value: (e) => e.sure }],
    })].filter(Boolean);
}
