// SPDX-License-Identifier: BSD-3-Clause
// The group test: effects, intervals, values by group with the covariates removed, and confounds.
import { extent, max, quantile } from "d3-array";
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { area, curveBasis } from "d3-shape";
import { ACCENT, INK, QUIET, WARM, signed } from "../colour.js";
import { clean, number, short } from "../dom.js";
import { axis, figure, key, text } from "../figure.js";
import { heat } from "../heat.js";
import { residuals, pearson } from "../statistics.js";
import { moduleMatrix } from "./connectivity.js";
import { table } from "../table.js";

const GROUP = [ACCENT, WARM, "#009e73", "#882255", "#999933", "#332288"];

function rows(d) {
    const e = d.edges;
    return e.module_a.map((_, i) => Object.fromEntries(Object.keys(e).map((name) => [name, e[name][i]])));
}

function effects(d, edges) {
    const k = d.model.k, at = new Map(edges.map((e) => [`${e.module_a} ${e.module_b}`, e]));
    const edge = (i, j) => at.get(`${Math.min(i, j) + 1} ${Math.max(i, j) + 1}`);
    const most = max(edges, (e) => Math.abs(e.effect)) || 1, colour = signed(most), value = (i, j) => edge(i, j)?.effect ?? 0;
    const star = (i, j) => (edge(i, j)?.p_fwe <= 0.05 ? "\u2217" : "");
    return figure({
        id: "fig-effects", title: "Effects", alt: `${k} by ${k} matrix of effects, ${edges.filter((e) => e.p_fwe <= 0.05).length} of ${edges.length} significant after correction.`,
        draw: (svg, width) => {
            const end = moduleMatrix(svg, {
                k, x: 0, y: 0, width, colour, value, marks: (i, j) => (edge(i, j) ? number(value(i, j), 2) + star(i, j) : ""),
                tip: (i, j) => (edge(i, j) ? `modules ${i + 1} and ${j + 1}: ${number(value(i, j))} [${number(edge(i, j).ci_low)}, ${number(edge(i, j).ci_high)}], p_fwe ${number(edge(i, j).p_fwe)}` : `module ${i + 1}`),
            });
            const step = Math.min(width - 30, 460) / k;
            if (step < 26) edges.filter((e) => e.p_fwe <= 0.05).forEach((e) => [[e.module_a, e.module_b], [e.module_b, e.module_a]].forEach(([i, j]) =>
                svg.append("circle").attr("cx", 26 + (j - 0.5) * step).attr("cy", 24 + (i - 0.5) * step).attr("r", Math.max(1.5, step / 4)).attr("fill", "none").attr("stroke", INK).attr("stroke-width", 1.5).attr("pointer-events", "none")));
            key(svg, 26, end + 12, Math.min(180, width - 40), colour, -most, most, "effect");
            return end + 40;
        },
        caption: `${clean(d.test?.effect ?? "effect")}, in units of the measure (${clean(d.test?.measure ?? "")}). Marked: p_fwe \u2264 .05 over all ${edges.length} edges.`,
    });
}

function forest(edges) {
    const shown = edges.slice().sort((a, b) => a.p - b.p || Math.abs(b.statistic) - Math.abs(a.statistic)).slice(0, 20);
    return figure({
        id: "fig-forest", title: "Strongest edges", alt: `${shown.length} effects with their intervals.`,
        draw: (svg, width) => {
            const step = 22, left = 62, right = 84, height = shown.length * step + 46;
            const x = scaleLinear(extent([0, ...shown.flatMap((e) => [e.ci_low ?? e.effect, e.ci_high ?? e.effect])]), [left, width - right]).nice();
            axis(svg, axisBottom(x).ticks(Math.max(3, width / 100)), 0, height - 40, "effect and its interval", (left + width - right) / 2, height - 6);
            svg.append("line").attr("x1", x(0)).attr("x2", x(0)).attr("y1", 2).attr("y2", height - 40).attr("stroke", QUIET);
            shown.forEach((e, i) => {
                const y = 14 + i * step, colour = e.p_fwe <= 0.05 ? WARM : ACCENT, both = `${e.module_a} ${e.module_b}`;
                const g = svg.append("g").attr("data-m", both).attr("data-tip", `modules ${e.module_a} and ${e.module_b}: ${number(e.effect)} [${number(e.ci_low)}, ${number(e.ci_high)}], p ${number(e.p)}, p_fwe ${number(e.p_fwe)}`);
                text(g, left - 12, y + 4, `${e.module_a} \u2013 ${e.module_b}`, { "text-anchor": "end", "font-weight": 600 });
                g.append("line").attr("x1", x(e.ci_low ?? e.effect)).attr("x2", x(e.ci_high ?? e.effect)).attr("y1", y).attr("y2", y).attr("stroke", colour).attr("stroke-width", 2);
                g.append("circle").attr("cx", x(e.effect)).attr("cy", y).attr("r", 4.5).attr("fill", colour);
                text(g, width - right + 8, y + 4, `p ${number(e.p_fwe, 2)}`, { fill: QUIET, "font-size": 11 });
            });
            return height;
        },
        caption: `The ${shown.length} edges with the smallest p, orange where p_fwe \u2264 .05. The number at the right is p_fwe.`,
    });
}

// Names of the columns in a formula: "group + C(site)" gives group, site.
const terms = (formula) => clean(formula).split("+").map((t) => t.trim().replace(/^C\((.*)\)$/, "$1")).filter(Boolean);

function adjusted(d, edge) {
    const m = d.model, names = terms(d.test.model), tested = clean(d.test.contrast ?? names[0]).split("=")[0].replace(/^C\((.*)\)$/, "$1").trim();
    const others = names.filter((name) => name !== tested && d.people[name]), factor = d.people[tested];
    if (!factor || !["fisherz", "covariance"].includes(d.test.measure)) return null;
    const keep = m.classes.map((_, c) => c).filter((c) => [tested, ...others].every((name) => d.people[name][c] !== null));
    const value = (c) => (d.test.measure === "covariance" ? d.G.covariance(c, edge.module_a - 1, edge.module_b - 1) : Math.atanh(Math.max(-0.9999, Math.min(0.9999, d.G.correlation(c, edge.module_a - 1, edge.module_b - 1)))));
    const fitted = residuals(keep.map(value), keep.map((c) => factor[c]), others.map((name) => keep.map((c) => d.people[name][c])));
    return fitted && { tested, others, points: keep.map((c, i) => ({ c, x: factor[c], y: fitted[i] })) };
}

function density(values, at, width) {
    return at.map((y) => values.reduce((s, v) => s + Math.exp(-0.5 * ((y - v) / width) ** 2), 0) / (values.length * width));
}

function cloud(d, edge, i) {
    const a = adjusted(d, edge);
    if (!a) return null;
    const groups = (d.test.groups ?? []).map((g) => g.group);
    const numeric = groups.length === 0;
    const title = `Modules ${edge.module_a} and ${edge.module_b}, class by class`;
    const draw = (svg, width) => {
        const [low, high] = extent(a.points, (p) => p.y), beyond = 0.2 * (high - low || 1); // where the densities run out
        const height = 300, left = 52, bottom = 44, y = scaleLinear([low - beyond, high + beyond], [height - bottom, 12]).nice();
        axis(svg, axisLeft(y).ticks(6), left, 0, d.test.measure === "fisherz" ? "Fisher z, adjusted" : "covariance, adjusted", 13, (height - bottom) / 2, true);
        if (numeric) {
            const x = scaleLinear(extent(a.points, (p) => p.x), [left + 8, width - 10]).nice();
            axis(svg, axisBottom(x).ticks(Math.max(3, width / 100)), 0, height - bottom, short(a.tested, 40), (left + width) / 2, height - 6);
            a.points.forEach((p) => svg.append("circle").attr("cx", x(p.x)).attr("cy", y(p.y)).attr("r", 3).attr("fill", ACCENT).attr("fill-opacity", 0.7).attr("data-tip", `${short(d.model.classes[p.c], 60)}: ${number(p.y)}`));
            return height;
        }
        const room = (width - left) / groups.length, grid = y.ticks(60);
        groups.forEach((name, g) => {
            const own = a.points.filter((p) => String(p.x) === String(name)), values = own.map((p) => p.y).sort((p, q) => p - q), middle = left + room * (g + 0.5), colour = GROUP[g % GROUP.length];
            text(svg, middle, height - 22, short(name, Math.floor(room / 8)), { "text-anchor": "middle", "font-weight": 600 });
            text(svg, middle, height - 6, `${values.length} classes`, { "text-anchor": "middle", fill: QUIET, "font-size": 11 });
            if (!values.length) return;
            const q = [0.25, 0.5, 0.75].map((p) => quantile(values, p)), spread = Math.max((q[2] - q[0]) / 1.34, 1e-6), thick = density(values, grid, 0.9 * spread * values.length ** -0.2), most = Math.max(...thick);
            svg.append("path").attr("d", area().x0(middle + 6).x1((_, n) => middle + 6 + ((room / 2 - 12) * thick[n]) / most).y((t) => y(t)).curve(curveBasis)(grid)).attr("fill", colour).attr("fill-opacity", 0.45);
            svg.append("rect").attr("x", middle - 5).attr("width", 8).attr("y", y(q[2])).attr("height", Math.max(1, y(q[0]) - y(q[2]))).attr("fill", "#ffffff").attr("stroke", INK);
            svg.append("line").attr("x1", middle - 5).attr("x2", middle + 3).attr("y1", y(q[1])).attr("y2", y(q[1])).attr("stroke", INK).attr("stroke-width", 2.5);
            own.forEach((p, n) => svg.append("circle").attr("cx", middle - 12 - (room / 2 - 26) * ((n * 0.618034) % 1)).attr("cy", y(p.y)).attr("r", 3).attr("fill", colour).attr("fill-opacity", 0.75).attr("data-tip", `${short(d.model.classes[p.c], 60)}: ${number(p.y)}`));
        });
        return height;
    };
    return figure({
        id: `fig-cloud-${i + 1}`, title, draw, alt: `${a.points.length} values by ${short(a.tested, 40)}.`,
        caption: `Every point is a class${a.others.length ? `, the effect of ${a.others.map((o) => short(o, 30)).join(", ")} removed` : ""}. ${numeric ? "" : "Half violin: density; box: quartiles and median. "}Effect ${number(edge.effect)}, p_fwe ${number(edge.p_fwe, 2)}${edge.p_fwe <= 0.05 ? "" : " (not significant; the strongest edge is shown)"}.`,
    });
}

function edgeTable(d, edges) {
    const names = Object.keys(d.edges);
    return table({
        id: "edges", title: "Edges", rows: edges, columns: names.map((name, i) => ({ title: name, value: (e) => e[name], module: i === 0 ? (e) => `${e.module_a} ${e.module_b}` : undefined })),
        caption: "p_fwe: corrected over all edges by the largest statistic; q_fdr: Benjamini and Hochberg; size: Cohen's d, partial correlation or partial R\u00b2.",
    });
}

export function groups(d) {
    if (!d.edges?.module_a?.length) return [];
    const edges = rows(d), significant = edges.filter((e) => e.p_fwe <= 0.05).sort((a, b) => a.p_fwe - b.p_fwe).slice(0, 6);
    const strongest = edges.slice().sort((a, b) => a.p - b.p).slice(0, 1);
    const clouds = d.people && d.test ? (significant.length ? significant : strongest).map((e, i) => cloud(d, e, i)).filter(Boolean) : [];
    return [effects(d, edges), forest(edges), ...clouds, edgeTable(d, edges)];
}

// What may stand behind an edge: rows, noise and every numeric column of the participants.
export function confounds(d) {
    const m = d.model, k = m.k, pairs = [];
    if (m.N < 8 || k < 2) return [];
    for (let a = 0; a < k; a++) for (let b = a + 1; b < k; b++) pairs.push([a, b]);
    const measures = [["rows", m.n], ["noise v", m.noise]];
    for (const [name, values] of Object.entries(d.people ?? {})) if (values.some((v) => v !== null) && values.every((v) => v === null || typeof v === "number")) measures.push([name, values]);
    const shown = measures.filter(([, values]) => new Set(values.filter((v) => v !== null)).size > 2).slice(0, 12);
    if (!shown.length) return [];
    const table_ = shown.map(([, values]) => pairs.map(([a, b]) => pearson(values, m.classes.map((_, c) => d.G.correlation(c, a, b)))));
    const bound = 1.96 / Math.sqrt(m.N), over = table_.flat().filter((r) => Math.abs(r) > bound).length, colour = signed(1);
    return [figure({
        id: "fig-confounds", title: "Connectivity against what may confound it", wide: true, alt: `${shown.length} measures by ${pairs.length} pairs of modules; ${over} correlations beyond ${number(bound, 2)}.`,
        draw: (svg, width) => {
            const left = Math.min(150, width * 0.3), step = 24, top = 8, w = (width - left - 8) / pairs.length;
            heat(svg, { x: left, y: top, width: width - left - 8, height: step * shown.length, rows: shown.length, columns: pairs.length, colour, value: (i, j) => table_[i][j],
                tip: (i, j) => `${short(shown[i][0], 40)} with modules ${pairs[j][0] + 1} and ${pairs[j][1] + 1}: ${number(table_[i][j], 2)}`, modules: (i, j) => `${pairs[j][0] + 1} ${pairs[j][1] + 1}` });
            shown.forEach(([name], i) => text(svg, left - 8, top + step * (i + 0.5) + 4, short(name, Math.floor(left / 8)), { "text-anchor": "end" }));
            const end = top + step * shown.length;
            if (w > 30) pairs.forEach(([a, b], j) => text(svg, left + (j + 0.5) * w, end + 15, `${a + 1}\u2013${b + 1}`, { "text-anchor": "middle", fill: QUIET, "font-size": 11 }));
            else text(svg, left, end + 15, "pairs of modules", { fill: QUIET });
            key(svg, left, end + 26, Math.min(180, width - left - 10), colour, -1, 1, "correlation");
            return end + 54;
        },
        caption: `Correlation over classes of every edge with the number of rows, the noise and the numeric columns of the participants (Pearson; the edge is the latent correlation). By chance alone about 5 % go beyond \u00b1${number(bound, 2)}; here ${over} of ${table_.length * pairs.length} do.`,
    })];
}
