// SPDX-License-Identifier: BSD-3-Clause
// The group test: effects, intervals, values by group with the covariates removed, and confounds.
import { extent, max, quantile } from "d3-array";
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { area, curveBasis } from "d3-shape";
import { ACCENT, GROUPS, INK, QUIET, WARM, inkOn, signed } from "../colour.js";
import { apart, clean, counted, h, listed, number, short } from "../dom.js";
import { axis, figure, key, redrawFigure, rulings, text } from "../figure.js";
import { heat } from "../heat.js";
import { line, pearson, residuals } from "../statistics.js";
import { chanceOf, floorOf, strongestFirst } from "../strength.js";
import { cellNumber, moduleMatrix, nameLetters } from "./connectivity.js";
import { table } from "../table.js";

const LEVEL = 0.05;

function rows(d) {
    const e = d.edges;
    return e.module_a.map((_, i) => Object.fromEntries(Object.keys(e).map((name) => [name, e[name][i]])));
}

// Half the width of the interval that holds for all edges together: what the largest statistic reaches in 5 % of the
// permutations, in the edge's own standard error: by z, so that it leaves out 0 where p_fwe is small; a z below 1 may be
// 0 by the skewness alone, and says nothing of the error.
function together(d, e) {
    const z = Math.abs(e.scaled ?? 0) >= 1 ? e.scaled : e.statistic;
    const error = Math.abs(e.effect / z), critical = d.test?.null?.critical;
    return (d.test?.statistic ?? "t") === "t" && Number.isFinite(error) && Number.isFinite(critical) ? error * critical : null;
}

function effects(d, edges) {
    const k = d.model.k, at = new Map(edges.map((e) => [`${e.module_a} ${e.module_b}`, e]));
    const edge = (i, j) => at.get(`${Math.min(i, j) + 1} ${Math.max(i, j) + 1}`), noise = max(edges, (e) => together(d, e) ?? ((e.ci_high ?? NaN) - (e.ci_low ?? NaN)) / 2) || 0;
    const most = Math.max(max(edges, (e) => Math.abs(e.effect)) || 1e-9, noise), colour = signed(most), value = (i, j) => edge(i, j)?.effect ?? 0;
    const star = (i, j) => (edge(i, j)?.p_fwe <= 0.05 ? "\u2217" : "");
    return figure({
        id: "fig-effects", title: "Effect on every edge", large: k > 12, alt: `${k} by ${k} matrix of effects, ${edges.filter((e) => e.p_fwe <= 0.05).length} of ${edges.length} significant after correction.`,
        draw: (svg, width) => {
            const { end, step, left, numbers } = moduleMatrix(svg, {
                k, x: 0, y: 0, width, colour, value, names: d.tags(nameLetters(width)), marks: (i, j) => (edge(i, j) ? cellNumber(value(i, j)) + star(i, j) : ""),
                tip: (i, j) => (edge(i, j) ? `${d.both(i + 1, j + 1)}: ${number(value(i, j))} [${number(edge(i, j).ci_low)}, ${number(edge(i, j).ci_high)}], p_fwe ${chanceOf(edge(i, j).p_fwe, d.test)}` : d.called(i + 1)),
            });
            if (!numbers) edges.filter((e) => e.p_fwe <= 0.05).forEach((e) => [[e.module_a, e.module_b], [e.module_b, e.module_a]].forEach(([i, j]) =>
                svg.append("circle").attr("class", "beyond").attr("cx", left + (j - 0.5) * step).attr("cy", 26 + (i - 0.5) * step).attr("r", Math.max(1.5, step / 4)).attr("fill", "none").attr("stroke", inkOn(colour(value(i - 1, j - 1)))).attr("stroke-width", 1.5).attr("pointer-events", "none")));
            key(svg, left, end + 12, Math.min(180, width - left - 10), colour, -most, most, "effect");
            return end + 40;
        },
        caption: `Effect on every edge: ${clean(d.test?.effect ?? "effect")}, in units of the measure (${d.test?.measure === "fisherz" ? "Fisher z of the correlation" : clean(d.test?.measure ?? "")})${d.test?.model ? `, in the model ${clean(d.test.model)}` : ""}. Marked: p_fwe \u2264 .05 over all ${counted(edges.length, "edge")}. The colours reach at least as far as the widest interval of an edge that holds for all edges together (\u00b1${number(noise, 2)}), so that what is small beside its error stays pale.`,
    });
}

function forest(d, edges) {
    const SHOWN = 20, shown = edges.slice(0, SHOWN).sort((a, b) => b.effect - a.effect);
    const level = d.test?.confidence ?? 0.95, percent = `${number(100 * level, 3)} %`, all = shown.every((e) => together(d, e) !== null);
    let which = "single";
    const ends = (e) => (which === "all" ? [e.effect - together(d, e), e.effect + together(d, e)] : [e.ci_low ?? e.effect, e.ci_high ?? e.effect]);
    const control = all ? h("div", { class: "control" }, h("label", {}, "intervals ", h("select", { id: "forest-intervals", onchange: (e) => ((which = e.target.value), redrawFigure("fig-forest")) },
        h("option", { value: "single" }, `of each edge by itself (${percent})`), h("option", { value: "all" }, `of all ${edges.length} edges together (95 %)`)))) : null;
    return figure({
        id: "fig-forest", entries: [[WARM, "p_fwe \u2264 .05", null], [ACCENT, "larger", null]], title: shown.length < edges.length ? `The ${shown.length} surest edges` : "Every edge with its interval", controls: control, alt: `${shown.length} effects with their ${percent} intervals, sorted by effect.`,
        draw: (svg, width) => {
            const letters = Math.max(...shown.map((e) => d.pair(e.module_a, e.module_b, width).length)), step = 22, left = Math.min(width * 0.5, 22 + 7 * letters), right = 84, height = shown.length * step + 46;
            const x = scaleLinear(extent([0, ...shown.flatMap(ends)]), [left, width - right]).nice();
            axis(svg, axisBottom(x).ticks(Math.max(3, (width - left - right) / 70)), 0, height - 40, which === "all" ? "effect, 95 % interval of all edges together" : `effect, ${percent} interval`, Math.min((left + width - right) / 2, width - (which === "all" ? 136 : 70)), height - 6);
            svg.append("line").attr("x1", x(0)).attr("x2", x(0)).attr("y1", 2).attr("y2", height - 40).attr("stroke", QUIET);
            shown.forEach((e, i) => {
                const y = 14 + i * step, colour = e.p_fwe <= LEVEL ? WARM : ACCENT, both = `${e.module_a} ${e.module_b}`, [low, high] = ends(e);
                const g = svg.append("g").attr("data-m", both).attr("data-tip", `${d.both(e.module_a, e.module_b)}: ${number(e.effect)} [${number(low)}, ${number(high)}], p ${chanceOf(e.p, d.test)}, p_fwe ${chanceOf(e.p_fwe, d.test)}`);
                text(g, left - 12, y + 4, d.pair(e.module_a, e.module_b, width), { "text-anchor": "end", "font-weight": 600, "font-size": 11 });
                g.append("line").attr("class", "interval").attr("x1", x(low)).attr("x2", x(high)).attr("y1", y).attr("y2", y).attr("stroke", colour).attr("stroke-width", 2);
                g.append("circle").attr("cx", x(e.effect)).attr("cy", y).attr("r", 4.5).attr("fill", colour).attr("data-effect", e.effect);
                text(g, width - right + 8, y + 4, `p ${chanceOf(e.p_fwe, d.test)}`, { fill: e.p_fwe <= LEVEL ? "#a34700" : QUIET, "font-weight": e.p_fwe <= LEVEL ? 600 : 400, "font-size": 11 });
            });
            return height;
        },
        caption: `${shown.length < edges.length ? `The ${shown.length} edges with the smallest p` : "Every edge"}, largest effect first: effect, its ${percent} interval (Student's t, of each edge by itself${all ? "; choose above those that hold for all edges together, by the largest statistic of the permutations" : ""}) and at the right p_fwe (corrected over all ${counted(edges.length, "edge")}), orange where it is \u2264 .05.`,
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

// How far a density reaches beyond a value: Silverman's rule on the quartiles, of sorted values.
const smooth = (values) => 0.9 * Math.max((quantile(values, 0.75) - quantile(values, 0.25)) / 1.34, 1e-6) * values.length ** -0.2;

function cloud(d, edge, i) {
    const a = adjusted(d, edge);
    if (!a) return null;
    const groups = (d.test.groups ?? []).map((g) => g.group);
    const numeric = groups.length === 0;
    const title = `M${d.both(edge.module_a, edge.module_b).slice(1)}, class by class`;
    const draw = (svg, width) => {
        const own = (name) => a.points.filter((p) => String(p.x) === String(name)).map((p) => p.y).sort((p, q) => p - q), ends = numeric ? extent(a.points, (p) => p.y) : extent(groups.map(own).filter((v) => v.length).flatMap((v) => [v[0] - 2.5 * smooth(v), v[v.length - 1] + 2.5 * smooth(v)])); // where the densities run out
        const height = 300, left = 52, bottom = 44, y = scaleLinear(ends, [height - bottom, 12]).nice();
        rulings(svg, y, 6, left, width);
        axis(svg, axisLeft(y).ticks(6), left, 0, d.test.measure === "fisherz" ? "Fisher z, adjusted" : "covariance, adjusted", 13, (height - bottom) / 2, true);
        if (numeric) {
            const x = scaleLinear(extent(a.points, (p) => p.x), [left + 8, width - 10]).nice();
            axis(svg, axisBottom(x).ticks(Math.max(3, width / 100)), 0, height - bottom, short(a.tested, 40), (left + width) / 2, height - 6);
            const fitted = line(a.points.map((p) => p.x), a.points.map((p) => p.y)), [x0, x1] = extent(a.points, (p) => p.x), grid = Array.from({ length: 41 }, (_, i) => x0 + ((x1 - x0) * i) / 40);
            if (fitted) {
                svg.append("path").attr("class", "band").attr("d", area().x((v) => x(v)).y0((v) => y(fitted.at(v) - fitted.half(v))).y1((v) => y(fitted.at(v) + fitted.half(v)))(grid)).attr("fill", WARM).attr("fill-opacity", 0.18);
                svg.append("line").attr("class", "slope").attr("x1", x(x0)).attr("x2", x(x1)).attr("y1", y(fitted.at(x0))).attr("y2", y(fitted.at(x1))).attr("stroke", WARM).attr("stroke-width", 2);
            }
            a.points.forEach((p) => svg.append("circle").attr("cx", x(p.x)).attr("cy", y(p.y)).attr("r", 3).attr("fill", ACCENT).attr("fill-opacity", 0.7).attr("data-c", p.c).attr("data-tip", `${short(d.model.classes[p.c], 60)}: ${number(p.y)}`));
            return height;
        }
        const room = (width - left) / groups.length, grid = Array.from({ length: 97 }, (_, n) => y.domain()[0] + ((y.domain()[1] - y.domain()[0]) * n) / 96);
        groups.forEach((name, g) => {
            const own = a.points.filter((p) => String(p.x) === String(name)), values = own.map((p) => p.y).sort((p, q) => p - q), middle = left + room * (g + 0.5), colour = GROUPS[g % GROUPS.length];
            text(svg, middle, height - 22, short(name, Math.floor(room / 8)), { "text-anchor": "middle", "font-weight": 600 });
            text(svg, middle, height - 6, `${values.length} classes`, { "text-anchor": "middle", fill: QUIET, "font-size": 11 });
            if (!values.length) return;
            const q = [0.25, 0.5, 0.75].map((p) => quantile(values, p)), thick = density(values, grid, smooth(values)), most = Math.max(...thick);
            svg.append("path").attr("class", "density").attr("d", area().x0(middle + 6).x1((_, n) => middle + 6 + ((room / 2 - 12) * thick[n]) / most).y((t) => y(t)).curve(curveBasis)(grid)).attr("fill", colour).attr("fill-opacity", 0.45);
            svg.append("rect").attr("x", middle - 5).attr("width", 8).attr("y", y(q[2])).attr("height", Math.max(1, y(q[0]) - y(q[2]))).attr("fill", "#ffffff").attr("stroke", INK);
            svg.append("line").attr("x1", middle - 5).attr("x2", middle + 3).attr("y1", y(q[1])).attr("y2", y(q[1])).attr("stroke", INK).attr("stroke-width", 2.5);
            own.forEach((p, n) => svg.append("circle").attr("cx", middle - 12 - (room / 2 - 26) * ((n * 0.618034) % 1)).attr("cy", y(p.y)).attr("r", 3).attr("fill", colour).attr("fill-opacity", 0.75).attr("data-c", p.c).attr("data-tip", `${short(d.model.classes[p.c], 60)}: ${number(p.y)}`));
        });
        return height;
    };
    return figure({
        id: `fig-cloud-${i + 1}`, title, draw, entries: numeric ? [[ACCENT, "a class"], [WARM, "least squares, 95 % band", null]] : groups.map((g, n) => [GROUPS[n % GROUPS.length], short(g, 24)]), alt: `${a.points.length} values by ${short(a.tested, 40)}.`,
        caption: `Every point is a class${a.others.length ? `, the effect of ${a.others.map((o) => short(o, 30)).join(", ")} removed` : ""}. ${numeric ? "Line: least squares, with the 95 % band of its mean. " : "Half violin: density; box: quartiles and median. "}Effect ${number(edge.effect)}, p_fwe ${chanceOf(edge.p_fwe, d.test)}${edge.p_fwe <= 0.05 ? "" : " (not significant; the strongest edge is shown)"}.`,
    });
}

// The largest statistic over all edges in every permutation, and where the edges of the data stand.
function largest(d, edges) {
    const n = d.test?.null;
    if (!n?.counts?.length || n.edges?.length !== n.counts.length + 1) return null;
    const total = n.counts.reduce((s, c) => s + c, 0), seen = edges.map((e) => ({ e, size: Math.abs(e.scaled ?? e.statistic) })).filter((o) => Number.isFinite(o.size));
    const beyond = seen.filter((o) => o.size >= n.critical).length;
    return figure({
        id: "fig-null", entries: [[ACCENT, "permutations"], ["#8fb8d4", "the largest 5 %"], ...(beyond ? [[WARM, "an edge of the data beyond them"]] : []), ...(beyond < seen.length ? [["#b8b8b8", beyond ? "another edge of the data" : "an edge of the data"]] : [])], title: "What chance gives: the largest statistic", alt: `${total} permutations; 5 percent are beyond ${number(n.critical)}; the largest of the data is ${number(n.observed_max)}.`,
        draw: (svg, width) => {
            const height = 280, left = 52, bottom = 64, top_ = 22, x = scaleLinear([Math.min(n.edges[0], ...seen.map((o) => o.size)), Math.max(n.edges[n.counts.length], n.observed_max, n.critical)], [left, width - 14]).nice();
            const y = scaleLinear([0, Math.max(...n.counts)], [height - bottom, top_]).nice(4);
            rulings(svg, y, 4, left, width - 14);
            axis(svg, axisLeft(y).ticks(4), left, 0, "permutations", 12, (height - bottom + top_) / 2, true);
            axis(svg, axisBottom(x).ticks(Math.max(3, width / 80)), 0, height - bottom + 14, `largest ${clean(n.statistic ?? "statistic").replace(/^max ?/, "")} over all edges`, (left + width) / 2, height - 14);
            n.counts.forEach((c, i) => svg.append("rect").attr("x", x(n.edges[i]) + 0.5).attr("width", Math.max(0.5, x(n.edges[i + 1]) - x(n.edges[i]) - 1)).attr("y", y(c)).attr("height", y(0) - y(c)).attr("fill", n.edges[i] >= n.critical ? "#8fb8d4" : ACCENT).attr("data-tip", `${number(n.edges[i])} to ${number(n.edges[i + 1])}: ${counted(c, "permutation")}`));
            svg.append("line").attr("x1", x(n.critical)).attr("x2", x(n.critical)).attr("y1", top_ - 6).attr("y2", y(0)).attr("stroke", QUIET).attr("stroke-dasharray", "4 3");
            text(svg, x(n.critical) + (x(n.critical) > width - 90 ? -5 : 5), top_ + 2, "5 % beyond", { fill: QUIET, "font-size": 11, "text-anchor": x(n.critical) > width - 90 ? "end" : "start" });
            seen.forEach(({ e, size }) => svg.append("path").attr("d", `M${x(size)},${y(0) + 2}l-4.5,10h9z`).attr("fill", size >= n.critical ? WARM : "#b8b8b8").attr("stroke", size >= n.critical ? WARM : QUIET).attr("data-m", `${e.module_a} ${e.module_b}`).attr("data-tip", `${d.both(e.module_a, e.module_b)}: ${number(size)}, p_fwe ${chanceOf(e.p_fwe, d.test)}`));
            return height;
        },
        caption: `Largest statistic over all edges in each of ${total} permutations: what there is to find where there is nothing. Triangles are the edges of the data; ${beyond ? `${counted(beyond, "edge")} (orange) ${beyond === 1 ? "lies" : "lie"} beyond what 5 % of the permutations reach` : "none lies beyond what 5 % of the permutations reach"} (${number(n.critical)}).`,
    });
}

// Probabilities that come from counting permutations, and so have a floor.
const COUNTED = ["p", "p_fwe", "p_component"];

function edgeTable(d, edges) {
    const names = Object.keys(d.edges), floor = floorOf(d.test), least = (v) => v <= floor * (1 + 1e-9);
    return table({
        id: "edges", title: "Edges", rows: edges, columns: names.map((name, i) => ({ title: name, value: (e) => (d.names && /^module_[ab]$/.test(name) ? d.tags(30)[e[name] - 1] : e[name]), shown: COUNTED.includes(name) ? (v) => (least(v) ? chanceOf(v, d.test) : null) : undefined, module: i === 0 ? (e) => `${e.module_a} ${e.module_b}` : undefined })),
        caption: "The strongest first. p_fwe: corrected over all edges by the largest statistic; q_fdr: Benjamini and Hochberg; size: Cohen's d, partial correlation or partial R\u00b2.",
    });
}

export function groups(d) {
    if (!d.edges?.module_a?.length) return [];
    const edges = rows(d).sort(strongestFirst(d.test)), significant = edges.filter((e) => e.p_fwe <= 0.05).slice(0, 6);
    const clouds = d.people && d.test ? (significant.length ? significant : edges.slice(0, 1)).map((e, i) => cloud(d, e, i)).filter(Boolean) : [];
    return [effects(d, edges), forest(d, edges), largest(d, edges), ...clouds, edgeTable(d, edges)].filter(Boolean);
}

// Edges along the lower side of a heat map, upright where they are close; every so many-th where there are more.
function pairNames(svg, d, pairs, left, end, w) {
    const names = pairs.map(([a, b]) => (d.names ? `${short(d.tags(9)[a], 9)}\u2013${short(d.tags(9)[b], 9)}` : `${a + 1}\u2013${b + 1}`)), longest = Math.max(...names.map((n) => n.length));
    if (w > 6.6 * longest) return names.forEach((n, j) => text(svg, left + (j + 0.5) * w, end + 15, n, { "text-anchor": "middle", fill: QUIET, "font-size": 11 })), 24;
    const every = Math.max(1, Math.ceil(11 / w));
    names.forEach((n, j) => j % every === 0 && text(svg, 0, 0, n, { transform: `translate(${left + (j + 0.5) * w + 3.5},${end + 8}) rotate(-90)`, "text-anchor": "end", fill: QUIET, "font-size": 10 }));
    return 16 + 6 * longest;
}

// A map of measures by pairs of modules: numbers where they fit, a dot where a cell is beyond chance.
function pairMap(d, pairs, o) {
    return (svg, width) => {
        const names = o.rows.map((r) => r.words), left = Math.min(width * 0.4, 20 + 6.8 * Math.max(...names.map((n) => n.length))), step = 24, top = 8, wide = Math.min(width - left - 8, pairs.length * 64), w = wide / pairs.length;
        const cell = (i, j) => o.rows[i].cells[j], font = Math.min(11, w / 3);
        heat(svg, { x: left, y: top, width: wide, height: step * o.rows.length, rows: o.rows.length, columns: pairs.length, colour: o.colour, value: (i, j) => cell(i, j).value, tip: (i, j) => `${short(o.rows[i].words, 60)}, ${d.both(pairs[j][0] + 1, pairs[j][1] + 1)}: ${number(cell(i, j).value, 2)}${cell(i, j).beyond ? ", beyond chance" : ""}`, modules: (i, j) => `${pairs[j][0] + 1} ${pairs[j][1] + 1}` });
        apart(names, Math.floor((left - 14) / 7)).forEach((n, i) => text(svg, left - 8, top + step * (i + 0.5) + 4, n, { "text-anchor": "end" }));
        o.rows.forEach((r, i) => pairs.forEach((_, j) => {
            const { value, beyond } = cell(i, j), x = left + (j + 0.5) * w, ink = inkOn(o.colour(value));
            if (font >= 9) text(svg, x, top + step * (i + 0.5) + 4, cellNumber(value), { "text-anchor": "middle", "font-size": font, fill: ink, "font-weight": beyond ? 700 : 400, "pointer-events": "none", "data-cell": w });
            if (beyond) svg.append("circle").attr("class", "beyond").attr("cx", font >= 9 ? x + w / 2 - 5 : x).attr("cy", font >= 9 ? top + step * i + 5 : top + step * (i + 0.5)).attr("r", Math.min(2.3, w / 3)).attr("fill", ink).attr("pointer-events", "none");
        }));
        const end = top + step * o.rows.length, under = pairNames(svg, d, pairs, left, end, w);
        key(svg, left, end + under + 4, Math.min(180, width - left - 10), o.colour, -o.most, o.most, o.unit);
        return end + under + 32;
    };
}

// Means of the levels of a column of words (site, sex, scanner), as deviations from the mean of all.
function levels(d, pairs) {
    const m = d.model, list = [];
    for (const [name, values] of Object.entries(d.people ?? {})) {
        const words = [...new Set(values.filter((v) => typeof v === "string"))].sort();
        if (words.length < 2 || words.length > 12 || values.some((v) => typeof v === "number")) continue;
        for (const word of words) list.push({ name, word, who: values.map((v, c) => (v === word ? c : -1)).filter((c) => c >= 0) });
    }
    const shown = list.filter((r) => r.who.length > 0).slice(0, 24);
    if (!shown.length) return null;
    const everyone = m.classes.map((_, c) => c), mean = (who, [a, b]) => who.reduce((s, c) => s + d.G.correlation(c, a, b), 0) / who.length;
    // Standard error of the difference from the mean of all, of so many classes out of all.
    const error = (n, [a, b]) => d.G.spread[a][b] * Math.sqrt(Math.max(0, 1 / n - 1 / m.N));
    const rows_ = shown.map((r) => ({ words: `${clean(r.name)} ${clean(r.word)} (${r.who.length})`, cells: pairs.map((pair) => { const value = mean(r.who, pair) - mean(everyone, pair); return { value, beyond: Math.abs(value) > 2 * error(r.who.length, pair) && r.who.length > 1 }; }) }));
    const noise = Math.max(...shown.flatMap((r) => pairs.map((pair) => 2 * error(r.who.length, pair)))), most = Math.max(noise, 0.02, ...rows_.flatMap((r) => r.cells.map((c) => Math.abs(c.value)))), over = rows_.flatMap((r) => r.cells).filter((c) => c.beyond).length;
    return figure({
        id: "fig-levels", title: "Means of the groups in the table", wide: true, alt: `${shown.length} groups by ${pairs.length} pairs of modules; deviations up to ${number(most, 2)}.`,
        draw: pairMap(d, pairs, { rows: rows_, colour: signed(most), most, unit: "deviation" }),
        caption: `Mean correlation of every edge in the classes of one site, sex, scanner or group, less the mean of all classes. The colours reach at least as far as twice the largest standard error (${number(noise, 2)}); dots: beyond twice its own (${over} of ${rows_.length * pairs.length}; about 5 % by chance). A site whose whole row is off was measured differently.`,
    });
}

// A column whose values are all different whole numbers or words says who, not what.
const identifies = (values) => { const there = values.filter((v) => v !== null); return there.length > 4 && new Set(there).size === there.length && there.every((v) => typeof v === "string" || Number.isInteger(v)) && (there.some((v) => typeof v === "string") || Math.max(...there) - Math.min(...there) >= there.length - 1); };

// What may stand behind an edge: rows, noise and every numeric column of the participants.
export function confounds(d) {
    const m = d.model, k = m.k, pairs = [];
    if (m.N < 8 || k < 2) return [];
    for (let a = 0; a < k; a++) for (let b = a + 1; b < k; b++) pairs.push([a, b]);
    return [against(d, pairs), levels(d, pairs)].filter(Boolean);
}

function against(d, pairs) {
    const m = d.model, measures = [["rows", m.n], ["noise v", m.noise]], left_ = [];
    for (const [name, values] of Object.entries(d.people ?? {})) {
        if (!values.some((v) => v !== null) || !values.every((v) => v === null || typeof v === "number")) continue;
        if (identifies(values)) left_.push(name);
        else measures.push([name, values]);
    }
    const shown = measures.filter(([, values]) => new Set(values.filter((v) => v !== null)).size > 2).slice(0, 12);
    if (!shown.length) return null;
    const rows_ = shown.map(([name, values]) => {
        const bound = 1.96 / Math.sqrt(Math.max(4, values.filter((v) => v !== null).length) - 1);
        return { words: clean(name), cells: pairs.map(([a, b]) => { const value = pearson(values, m.classes.map((_, c) => d.G.correlation(c, a, b))); return { value, beyond: Math.abs(value) > bound }; }) };
    });
    const over = rows_.flatMap((r) => r.cells).filter((c) => c.beyond).length;
    return figure({
        id: "fig-confounds", title: "Connectivity against what may confound it", wide: true, alt: `${shown.length} measures by ${pairs.length} pairs of modules; ${over} correlations beyond chance.`,
        draw: pairMap(d, pairs, { rows: rows_, colour: signed(1), most: 1, unit: "correlation" }),
        caption: `Correlation over classes of every edge with ${listed([...(shown.some(([n]) => n === "rows") ? ["the number of rows"] : []), "the noise", ...(shown.some(([n]) => d.people?.[n]) ? ["the numeric columns of the participants"] : [])])} (Pearson; the edge is the latent correlation). Dots: beyond \u00b1${number(1.96 / Math.sqrt(m.N - 1), 2)}, which by chance alone about 5 % are; here ${over} of ${rows_.length * pairs.length}.${left_.length ? ` Left out as names of classes: ${left_.map((n) => short(n, 30)).join(", ")}.` : ""}`,
    });
}
