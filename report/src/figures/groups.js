// SPDX-License-Identifier: BSD-3-Clause
// The group test: effects, intervals, values by group with the covariates removed, and confounds.
import { extent, max, quantile } from "d3-array";
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { area, curveBasis } from "d3-shape";
import { ACCENT, INK, QUIET, WARM, signed } from "../colour.js";
import { chance, clean, counted, number, short } from "../dom.js";
import { axis, figure, key, rulings, text } from "../figure.js";
import { heat } from "../heat.js";
import { residuals, pearson } from "../statistics.js";
import { cellNumber, moduleMatrix } from "./connectivity.js";
import { table } from "../table.js";

const GROUP = [ACCENT, WARM, "#009e73", "#882255", "#999933", "#332288"], LEVEL = 0.05;

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
        id: "fig-effects", title: "Effect on every edge", large: k > 12, alt: `${k} by ${k} matrix of effects, ${edges.filter((e) => e.p_fwe <= 0.05).length} of ${edges.length} significant after correction.`,
        draw: (svg, width) => {
            const end = moduleMatrix(svg, {
                k, x: 0, y: 0, width, colour, value, marks: (i, j) => (edge(i, j) ? cellNumber(value(i, j)) + star(i, j) : ""),
                tip: (i, j) => (edge(i, j) ? `modules ${i + 1} and ${j + 1}: ${number(value(i, j))} [${number(edge(i, j).ci_low)}, ${number(edge(i, j).ci_high)}], p_fwe ${chance(edge(i, j).p_fwe)}` : `module ${i + 1}`),
            });
            const step = Math.min(width - 34, 480, k * 74) / k;
            if (step < 27) edges.filter((e) => e.p_fwe <= 0.05).forEach((e) => [[e.module_a, e.module_b], [e.module_b, e.module_a]].forEach(([i, j]) =>
                svg.append("circle").attr("cx", 30 + (j - 0.5) * step).attr("cy", 26 + (i - 0.5) * step).attr("r", Math.max(1.5, step / 4)).attr("fill", "none").attr("stroke", INK).attr("stroke-width", 1.5).attr("pointer-events", "none")));
            key(svg, 30, end + 12, Math.min(180, width - 40), colour, -most, most, "effect");
            return end + 40;
        },
        caption: `Effect on every edge: ${clean(d.test?.effect ?? "effect")}, in units of the measure (${d.test?.measure === "fisherz" ? "Fisher z of the correlation" : clean(d.test?.measure ?? "")})${d.test?.model ? `, in the model ${clean(d.test.model)}` : ""}. Marked: p_fwe \u2264 .05 over all ${counted(edges.length, "edge")}.`,
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
                const g = svg.append("g").attr("data-m", both).attr("data-tip", `modules ${e.module_a} and ${e.module_b}: ${number(e.effect)} [${number(e.ci_low)}, ${number(e.ci_high)}], p ${chance(e.p)}, p_fwe ${chance(e.p_fwe)}`);
                text(g, left - 12, y + 4, `${e.module_a} \u2013 ${e.module_b}`, { "text-anchor": "end", "font-weight": 600 });
                g.append("line").attr("x1", x(e.ci_low ?? e.effect)).attr("x2", x(e.ci_high ?? e.effect)).attr("y1", y).attr("y2", y).attr("stroke", colour).attr("stroke-width", 2);
                g.append("circle").attr("cx", x(e.effect)).attr("cy", y).attr("r", 4.5).attr("fill", colour);
                text(g, width - right + 8, y + 4, `p ${chance(e.p_fwe)}`, { fill: e.p_fwe <= LEVEL ? "#a34700" : QUIET, "font-weight": e.p_fwe <= LEVEL ? 600 : 400, "font-size": 11 });
            });
            return height;
        },
        caption: `The ${counted(shown.length, "edge")} with the smallest p: effect, its interval and at the right p_fwe (corrected over all edges), orange where it is \u2264 .05.`,
    });
}

// Names of the columns in a formula: "group * age + C(site)" gives group, age, site.
const terms = (formula) => [...new Set(clean(formula).split(/[+*:]/).map((t) => t.trim().replace(/^C\((.*)\)$/, "$1")).filter(Boolean))];

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
        rulings(svg, y, 6, left, width);
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
        caption: `Every point is a class${a.others.length ? `, the effect of ${a.others.map((o) => short(o, 30)).join(", ")} removed` : ""}. ${numeric ? "" : "Half violin: density; box: quartiles and median. "}Effect ${number(edge.effect)}, p_fwe ${chance(edge.p_fwe)}${edge.p_fwe <= 0.05 ? "" : " (not significant; the strongest edge is shown)"}.`,
    });
}

// The largest statistic over all edges in every permutation, and where the edges of the data stand.
function largest(d, edges) {
    const n = d.test?.null;
    if (!n?.counts?.length || n.edges?.length !== n.counts.length + 1) return null;
    const total = n.counts.reduce((s, c) => s + c, 0), seen = edges.map((e) => ({ e, size: Math.abs(e.scaled ?? e.statistic) })).filter((o) => Number.isFinite(o.size));
    const beyond = seen.filter((o) => o.size >= n.critical).length;
    return figure({
        id: "fig-null", title: "What chance gives: the largest statistic", alt: `${total} permutations; 5 percent are beyond ${number(n.critical)}; the largest of the data is ${number(n.observed_max)}.`,
        draw: (svg, width) => {
            const height = 280, left = 52, bottom = 64, top_ = 22, x = scaleLinear([Math.min(n.edges[0], ...seen.map((o) => o.size)), Math.max(n.edges[n.counts.length], n.observed_max, n.critical)], [left, width - 14]).nice();
            const y = scaleLinear([0, Math.max(...n.counts)], [height - bottom, top_]).nice(4);
            rulings(svg, y, 4, left, width - 14);
            axis(svg, axisLeft(y).ticks(4), left, 0, "permutations", 12, (height - bottom + top_) / 2, true);
            axis(svg, axisBottom(x).ticks(Math.max(3, width / 80)), 0, height - bottom + 14, `largest ${clean(n.statistic ?? "statistic").replace(/^max ?/, "")} over all edges`, (left + width) / 2, height - 14);
            n.counts.forEach((c, i) => svg.append("rect").attr("x", x(n.edges[i]) + 0.5).attr("width", Math.max(0.5, x(n.edges[i + 1]) - x(n.edges[i]) - 1)).attr("y", y(c)).attr("height", y(0) - y(c)).attr("fill", n.edges[i] >= n.critical ? "#8fb8d4" : ACCENT).attr("data-tip", `${number(n.edges[i])} to ${number(n.edges[i + 1])}: ${counted(c, "permutation")}`));
            svg.append("line").attr("x1", x(n.critical)).attr("x2", x(n.critical)).attr("y1", top_ - 6).attr("y2", y(0)).attr("stroke", QUIET).attr("stroke-dasharray", "4 3");
            text(svg, x(n.critical) + (x(n.critical) > width - 90 ? -5 : 5), top_ + 2, "5 % beyond", { fill: QUIET, "font-size": 11, "text-anchor": x(n.critical) > width - 90 ? "end" : "start" });
            seen.forEach(({ e, size }) => svg.append("path").attr("d", `M${x(size)},${y(0) + 2}l-4.5,10h9z`).attr("fill", size >= n.critical ? WARM : "#ffffff").attr("stroke", size >= n.critical ? WARM : QUIET).attr("data-m", `${e.module_a} ${e.module_b}`).attr("data-tip", `modules ${e.module_a} and ${e.module_b}: ${number(size)}, p_fwe ${chance(e.p_fwe)}`));
            return height;
        },
        caption: `Largest statistic over all edges in each of ${total} permutations: what there is to find where there is nothing. Triangles are the edges of the data; ${beyond ? `${counted(beyond, "edge")} (orange) ${beyond === 1 ? "lies" : "lie"} beyond what 5 % of the permutations reach` : "none lies beyond what 5 % of the permutations reach"} (${number(n.critical)}).`,
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
    return [effects(d, edges), forest(edges), largest(d, edges), ...clouds, edgeTable(d, edges)].filter(Boolean);
}

// Edges along the lower side of a heat map: named where there is room.
function pairNames(svg, pairs, left, end, w) {
    if (w > 30) pairs.forEach(([a, b], j) => text(svg, left + (j + 0.5) * w, end + 15, `${a + 1}\u2013${b + 1}`, { "text-anchor": "middle", fill: QUIET, "font-size": 11 }));
    else text(svg, left, end + 15, `${pairs.length} pairs of modules`, { fill: QUIET });
}

// Means of the levels of a column of words (site, sex, scanner), as deviations from the mean of all.
function levels(d, pairs) {
    const m = d.model, rows_ = [];
    for (const [name, values] of Object.entries(d.people ?? {})) {
        const words = [...new Set(values.filter((v) => typeof v === "string"))].sort();
        if (words.length < 2 || words.length > 12 || values.some((v) => typeof v === "number")) continue;
        for (const word of words) rows_.push({ name, word, who: values.map((v, c) => (v === word ? c : -1)).filter((c) => c >= 0) });
    }
    const shown = rows_.filter((r) => r.who.length > 0).slice(0, 24);
    if (!shown.length) return null;
    const mean = (who, [a, b]) => who.reduce((s, c) => s + d.G.correlation(c, a, b), 0) / who.length, everyone = m.classes.map((_, c) => c);
    const cells = shown.map((r) => pairs.map((pair) => mean(r.who, pair) - mean(everyone, pair))), most = Math.max(0.05, ...cells.flat().map(Math.abs)), colour = signed(most);
    return figure({
        id: "fig-levels", title: "Means of the groups in the table", wide: true, alt: `${shown.length} groups by ${pairs.length} pairs of modules; deviations up to ${number(most, 2)}.`,
        draw: (svg, width) => {
            const left = Math.min(190, width * 0.38), step = 24, top_ = 8, wide = Math.min(width - left - 8, pairs.length * 64);
            heat(svg, { x: left, y: top_, width: wide, height: step * shown.length, rows: shown.length, columns: pairs.length, colour, value: (i, j) => cells[i][j],
                tip: (i, j) => `${short(shown[i].name, 30)} ${short(shown[i].word, 30)}, modules ${pairs[j][0] + 1} and ${pairs[j][1] + 1}: ${number(cells[i][j], 2)}`, modules: (i, j) => `${pairs[j][0] + 1} ${pairs[j][1] + 1}` });
            shown.forEach((r, i) => text(svg, left - 8, top_ + step * (i + 0.5) + 4, short(`${r.name} ${r.word} (${r.who.length})`, Math.floor(left / 6.8)), { "text-anchor": "end" }));
            const end = top_ + step * shown.length;
            pairNames(svg, pairs, left, end, wide / pairs.length);
            key(svg, left, end + 26, Math.min(180, width - left - 10), colour, -most, most, "deviation");
            return end + 54;
        },
        caption: "Mean correlation of every edge in the classes of one site, sex, scanner or group, less the mean of all classes. A site whose whole row is off was measured differently.",
    });
}

// What may stand behind an edge: rows, noise and every numeric column of the participants.
export function confounds(d) {
    const m = d.model, k = m.k, pairs = [];
    if (m.N < 8 || k < 2) return [];
    for (let a = 0; a < k; a++) for (let b = a + 1; b < k; b++) pairs.push([a, b]);
    return [against(d, pairs), levels(d, pairs)].filter(Boolean);
}

function against(d, pairs) {
    const m = d.model;
    const measures = [["rows", m.n], ["noise v", m.noise]];
    for (const [name, values] of Object.entries(d.people ?? {})) if (values.some((v) => v !== null) && values.every((v) => v === null || typeof v === "number")) measures.push([name, values]);
    const shown = measures.filter(([, values]) => new Set(values.filter((v) => v !== null)).size > 2).slice(0, 12);
    if (!shown.length) return null;
    const table_ = shown.map(([, values]) => pairs.map(([a, b]) => pearson(values, m.classes.map((_, c) => d.G.correlation(c, a, b)))));
    const bound = 1.96 / Math.sqrt(m.N), over = table_.flat().filter((r) => Math.abs(r) > bound).length, colour = signed(1);
    return figure({
        id: "fig-confounds", title: "Connectivity against what may confound it", wide: true, alt: `${shown.length} measures by ${pairs.length} pairs of modules; ${over} correlations beyond ${number(bound, 2)}.`,
        draw: (svg, width) => {
            const left = Math.min(150, width * 0.3), step = 24, top = 8, wide = Math.min(width - left - 8, pairs.length * 64), w = wide / pairs.length;
            heat(svg, { x: left, y: top, width: wide, height: step * shown.length, rows: shown.length, columns: pairs.length, colour, value: (i, j) => table_[i][j],
                tip: (i, j) => `${short(shown[i][0], 40)} with modules ${pairs[j][0] + 1} and ${pairs[j][1] + 1}: ${number(table_[i][j], 2)}`, modules: (i, j) => `${pairs[j][0] + 1} ${pairs[j][1] + 1}` });
            shown.forEach(([name], i) => text(svg, left - 8, top + step * (i + 0.5) + 4, short(name, Math.floor(left / 8)), { "text-anchor": "end" }));
            const end = top + step * shown.length;
            pairNames(svg, pairs, left, end, w);
            key(svg, left, end + 26, Math.min(180, width - left - 10), colour, -1, 1, "correlation");
            return end + 54;
        },
        caption: `Correlation over classes of every edge with the number of rows, the noise and the numeric columns of the participants (Pearson; the edge is the latent correlation). By chance alone about 5 % go beyond \u00b1${number(bound, 2)}; here ${over} of ${table_.length * pairs.length} do.`,
    });
}
