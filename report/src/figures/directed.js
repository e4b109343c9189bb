// SPDX-License-Identifier: BSD-3-Clause
// Directed connectivity: mean over classes, width by how often an arrow comes back in resamples; who comes
// before whom; whether the disturbances are such that a direction can be told at all.
import { axisBottom } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { QUIET, moduleColour, signed } from "../colour.js";
import { counted, h, number, short } from "../dom.js";
import { axis, figure, key, legend, text, top } from "../figure.js";
import { table } from "../table.js";
import { NEGATIVE, POSITIVE, cellNumber, moduleMatrix, ring } from "./connectivity.js";
import { histogram } from "./stability.js";

export function arrows(d) {
    const N = d.directed?.tables ?? 0;
    return (d.directed?.arrows ?? []).map((e) => ({ ...e, a: e.from - 1, b: e.to - 1, share: Number.isFinite(e.frequency) ? e.frequency : e.classes / N }));
}

// Names of variables that stand for themselves, as long as there is room for; modules have their numbers alone.
const named = (d) => (d.plain ? d.model.short.map((name) => short(name, 14)) : null);

// The more frequent first; of those that come back in every resample, the heavier.
const byShare = (x, y) => y.share - x.share || Math.abs(y.weight) - Math.abs(x.weight);

function graph(d, edges, word, N) {
    const k = d.model.k, open = edges.filter((e) => !e.sure).length, other = (e) => edges.find((f) => f.a === e.b && f.b === e.a);
    const one = edges.filter((e) => !other(e) || e.classes > other(e).classes || (e.classes === other(e).classes && e.a < e.b)); // of two opposite ones
    const shown = one.slice().sort(byShare).slice(0, 60).reverse()
        .map((e) => ({ ...e, width: 0.6 + 5 * e.share, dash: e.sure ? null : "6 4", colour: e.weight < 0 ? NEGATIVE : POSITIVE, tip: `${d.node(e.a)} \u2192 ${d.plain ? d.node(e.b) : e.to}: mean weight ${number(e.weight, 2)}, ${word} ${number(e.share, 2)}, identifiable in ${e.sure} of ${N} classes` }));
    return figure({
        id: "fig-directed", title: "Who drives whom", large: k > 12 || d.plain, wide: k > 12 && d.plain, alt: `${shown.length} arrows between ${k} ${d.nodes}.`,
        draw: (svg, width) => {
            const end = ring(svg, width, k, shown, d.sizes.slice(1), true, named(d));
            return end + 12 + legend(svg, 4, end + 14, width - 4, [[POSITIVE, "raises", null], [NEGATIVE, "lowers", null], [QUIET, "direction cannot be told", "6 4"]]);
        },
        caption: `Arrows from cause to effect, mean over ${counted(N, "class", "classes")}; width is the ${word}. Dashed: in no class do the data tell the direction (${open} of ${edges.length}).${one.length < edges.length ? " Of two opposite arrows the one that more classes have is drawn; the table has both." : ""}${shown.length < one.length ? ` The ${shown.length} most frequent are drawn.` : ""}`,
    });
}

function order(d) {
    const k = d.model.k, before = d.causal?.before;
    if (before?.length !== k * k || k < 2) return null;
    const at = (i, j) => (i === j ? 0.5 : before[i * k + j]), scale = signed(0.5), colour = (v) => scale(v - 0.5), boot = d.causal.boot > 0;
    return figure({
        id: "fig-order", title: "Who comes first", large: k > 12, alt: `${k} by ${k} matrix: how often what stands in the row is before what stands in the column.`,
        draw: (svg, width) => {
            const end = moduleMatrix(svg, { k, x: 0, y: 0, width, colour, names: named(d), value: at, marks: (i, j) => (i === j ? "" : cellNumber(at(i, j))), tip: (i, j) => (i === j ? d.node(i) : `${d.node(i)} before ${d.plain ? d.node(j) : j + 1}: ${number(100 * at(i, j), 2)} %`) });
            key(svg, 30, end + 12, Math.min(180, width - 40), colour, 0, 1, "share");
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
        id: "fig-gaussian", title: "Are the disturbances non-Gaussian?", alt: share.map((s, j) => `${d.node(j)}: ${number(100 * s, 2)} % of classes`).join(", "),
        draw: (svg, width) => {
            const names = named(d), left = 34 + (names ? 10 + 7.6 * Math.max(...names.map((n) => n.length)) : 0), step = k <= 12 ? 26 : 16, height = k * step + 50, right = 12, x = scaleLinear([0, 1], [left, width - right]);
            axis(svg, axisBottom(x).ticks(5), 0, height - 42, "p of a Gaussian disturbance", (left + width - right) / 2, height - 6);
            svg.append("rect").attr("x", left).attr("y", 2).attr("width", x(level) - left).attr("height", height - 46).attr("fill", "#eaf2f8");
            p.forEach((own, j) => {
                const y = 14 + j * step;
                text(svg, left - 9, y + 4, names ? `${j + 1} ${names[j]}` : j + 1, { "text-anchor": "end", "font-weight": 700, "data-m": j + 1 });
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
        id: "fig-independent", title: "Are the disturbances independent?", alt: `${values.length} classes, ${low} at or below .05.`,
        draw: (svg, width) => histogram(svg, width, values, [0, 1], "p of independent disturbances", 0.05),
        caption: `A class counts once: the smallest p over pairs of ${d.nodes}, times their number. ${low} of ${values.length} are at or below .05 (line): there the arrows leave a dependence unexplained, and something outside the ${d.nodes} may drive both.`,
    });
}

const caveat = (d) => h("section", { id: "caveat", class: "words", "aria-label": "How to read it" }, top("caveat", "How to read the arrows"),
    h("p", { class: "caption" }, `Arrows are an estimate under assumptions that these data cannot prove: no loops, disturbances that are independent and not Gaussian, and no common cause outside the ${d.nodes}. A dashed arrow says that two ${d.nodes} go together, not which drives which. Agreement over resamples shows that the estimate is stable, not that it is true; an intervention would.`));

export function directed(d) {
    const edges = arrows(d), N = d.directed?.tables ?? 0;
    if (!edges.length) return [];
    const word = edges.some((e) => Number.isFinite(e.frequency)) ? "share of resamples that have it" : "share of classes that have it";
    return [graph(d, edges, word, N), order(d), gaussianity(d), independence(d), caveat(d), table({
        id: "directed-edges", title: "Directed edges", rows: edges.sort(byShare), caption: `Mean over ${counted(N, "class", "classes")}; identifiable in: classes whose disturbances tell the direction.`,
        columns: [{ title: "from", value: (e) => (d.plain ? d.node(e.a) : e.from), module: (e) => `${e.from} ${e.to}` }, { title: "to", value: (e) => (d.plain ? d.node(e.b) : e.to) }, { title: "weight", value: (e) => e.weight }, { title: word, value: (e) => e.share }, { title: "classes", value: (e) => e.classes }, { title: "identifiable in", value: (e) => e.sure }],
    })].filter(Boolean);
}
