// SPDX-License-Identifier: BSD-3-Clause
// The document that the command put into the page, unpacked: see src/report/report_model.c for the packing.
import { quantileT } from "./statistics.js";
import { apart, clean, short } from "./dom.js";

function bytes(text) {
    const raw = atob(text);
    const out = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
    return out;
}

function words(text) {
    const view = new DataView(bytes(text).buffer);
    return Float64Array.from({ length: view.byteLength / 2 }, (_, i) => view.getInt16(2 * i, true));
}

// Variables by module, the heaviest of a module first, those without one last.
function order(model) {
    const place = (r) => (model.module[r] === 0 ? Infinity : model.module[r]);
    return Array.from({ length: model.p }, (_, r) => r).sort(
        (a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)) || model.weight[b] - model.weight[a] || a - b);
}

// Where the modules begin and end in that order: [{module, begin, end}].
function blocks(model, sorted) {
    const list = [];
    sorted.forEach((r, i) => {
        const last = list[list.length - 1];
        if (last && last.module === model.module[r]) last.end = i + 1;
        else list.push({ module: model.module[r], begin: i, end: i + 1 });
    });
    return list;
}

function connectivity(model) {
    const k = model.k, N = model.classes.length, pairs = (k * (k - 1)) / 2;
    const r = words(model.correlations), g = words(model.variances);
    const at = (a, b) => (a * (2 * k - a - 1)) / 2 + b - a - 1;
    const correlation = (c, a, b) => (a === b ? 1 : r[c * pairs + (a < b ? at(a, b) : at(b, a))] / 32767);
    const variance = (c, a) => (g[c * k + a] <= -32767 ? 0 : 2 ** (g[c * k + a] / 1024));
    const covariance = (c, a, b) => correlation(c, a, b) * Math.sqrt(variance(c, a) * variance(c, b));
    // Weighted by rows, as the fit does by default; classes of unknown length count the same.
    const weights = model.n.map((n) => n || 1), total = weights.reduce((s, w) => s + w, 0);
    const over = (value) => {
        const out = Array.from({ length: k }, () => new Float64Array(k));
        for (let c = 0; c < N; c++)
            for (let a = 0; a < k; a++)
                for (let b = a; b < k; b++) out[a][b] += (weights[c] / total) * value(c, a, b);
        for (let a = 0; a < k; a++) for (let b = 0; b < a; b++) out[a][b] = out[b][a];
        return out;
    };
    const mean = over(correlation), square = over((c, a, b) => correlation(c, a, b) ** 2);
    const spread = mean.map((row, a) => row.map((m, b) => Math.sqrt(Math.max(0, square[a][b] - m * m))));
    // 95 % interval of the mean over classes, by their spread; classes count by their rows.
    const worth = total ** 2 / weights.reduce((s, w) => s + w * w, 0), bound = (r) => Math.max(-1, Math.min(1, r));
    const between = (a, b) => {
        const half = worth > 2 ? (quantileT(worth - 1) * spread[a][b]) / Math.sqrt(worth - 1) : NaN;
        return { low: bound(mean[a][b] - half), mean: mean[a][b], high: bound(mean[a][b] + half) };
    };
    const noise = model.noise.reduce((s, v, c) => s + (weights[c] / total) * v, 0);
    return { correlation, variance, covariance, mean, spread, between, meanCovariance: over(covariance), noise };
}

// Pooled correlations of a class and their intervals, where they are there: (c, a, b) gives {value, low, high}.
function pooledAt(d) {
    const k = d.model.k, pairs = (k * (k - 1)) / 2, [r, low, high] = [d.pooled.correlations, d.pooled.low, d.pooled.high].map((t) => (t ? words(t) : null));
    return (c, a, b) => {
        if (a === b) return { value: 1 };
        const [i, j] = a < b ? [a, b] : [b, a], at = c * pairs + (i * (2 * k - i - 1)) / 2 + j - i - 1;
        return { value: r[at] / 32767, low: low ? low[at] / 32767 : null, high: high ? high[at] / 32767 : null };
    };
}

// Names without what they all begin and end with, up to a separator: 0050272 of UM_1_0050272_rois.
function brief(names) {
    if (names.length < 2) return names;
    const apart = (c) => /[^\p{L}\p{N}]/u.test(c), first = names[0];
    let begin = 0, end = 0;
    while (begin < first.length && names.every((n) => n[begin] === first[begin])) begin++;
    while (begin > 0 && !apart(first[begin - 1])) begin--;
    while (end < first.length && names.every((n) => n[n.length - 1 - end] === first[first.length - 1 - end])) end++;
    while (end > 0 && !apart(first[first.length - end])) end--;
    return names.map((n) => (n.length > begin + end ? n.slice(begin, n.length - end) : n));
}

// Names of modules: those given, else of every module the group that most of its weight belongs to (W has unit
// columns, so squares of weights are shares).
function moduleNames(d) {
    const m = d.model, group = d.labels?.group;
    if (d.module_names) return d.module_names.map((n) => (n ? clean(n) : null));
    if (!group || d.plain) return null;
    return Array.from({ length: m.k }, (_, j) => {
        const share = new Map();
        m.module.forEach((own, r) => own === j + 1 && group[r] && share.set(group[r], (share.get(group[r]) ?? 0) + m.weight[r] ** 2));
        const [first, second] = [...share].sort((a, b) => b[1] - a[1]);
        if (!first || first[1] < 0.35) return null; // no group has much of it
        return clean(first[1] < 0.6 && second?.[1] > 0.25 ? `${first[0]}, ${second[0]}` : first[0]);
    });
}

// What modules are called: in sentences (called, both), beside a row or column (tags, as long as there is room).
function naming(d) {
    const names = (d.names = moduleNames(d)), own = (j) => (names?.[j - 1] ? ` (${short(names[j - 1], 40)})` : "");
    d.proposed = Boolean(names?.some(Boolean)) && !d.module_names;
    d.called = (j) => (j === 0 ? "unassigned" : `module ${j}${own(j)}`);
    d.both = (a, b) => `modules ${a}${own(a)} and ${b}${own(b)}`;
    d.tags = (most) => Array.from({ length: d.model.k }, (_, j) => (names?.[j] && most > 4 ? `${j + 1} ${short(names[j], most - 2)}` : `${j + 1}`));
    d.pair = (a, b, width = 500) => (names && width >= 420 ? `${d.tags(12)[a - 1]} \u2013 ${d.tags(12)[b - 1]}` : `${a} \u2013 ${b}`);
}

export function load(text) {
    const d = JSON.parse(text), m = d.model, title = (r) => d.labels?.name?.[r];
    d.plain = !m.module; // lacon causal --observed: every variable is a module of its own, and there is no fit
    m.N = m.classes.length;
    m.classes = m.classes.map(clean);
    m.brief = brief(m.classes);
    m.names = m.variables.map((name, r) => clean(title(r) ? `${title(r)} (${name})` : name));
    m.titles = m.variables.map((name, r) => clean(title(r) ?? name));
    const cuts = new Map(); // titles and classes of at most so many letters, each still itself
    d.cut = (most, of = m.titles) => {
        const key = `${most} ${of === m.titles}`;
        if (!cuts.has(key)) cuts.set(key, apart(of, most));
        return cuts.get(key);
    };
    d.letters = m.variables.length <= 60 ? 22 : 14; // of a name below a bar or column: more where they stand apart
    naming(d);
    d.node = (j) => (d.plain ? m.titles[j] : d.called(j + 1)); // of the directed graph
    d.nodes = d.plain ? "variables" : "modules";
    m.short = brief(m.titles);
    if (d.plain) return Object.assign(d, { sizes: [0, ...m.variables.map(() => 1)] });
    d.order = order(m);
    d.blocks = blocks(m, d.order);
    d.sizes = Array.from({ length: m.k + 1 }, (_, j) => m.module.filter((x) => x === j).length);
    d.G = connectivity(m);
    if (d.covariance) {
        const entries = words(d.covariance.entries), scale = d.covariance.largest / 32767;
        d.observed = (r, s) => entries[r * m.p + s] * scale;
    }
    const psi = (r) => (m.psi ? m.psi[r] : 1);
    d.fitted = (r, s) => {
        const a = m.module[r], b = m.module[s];
        const common = a && b ? m.weight[r] * m.weight[s] * d.G.meanCovariance[a - 1][b - 1] : 0;
        return Math.sqrt(psi(r) * psi(s)) * (common + (r === s ? d.G.noise : 0));
    };
    if (d.pooled) d.pooled.at = pooledAt(d);
    if (d.spread) {
        const steps = new Int8Array(bytes(d.spread).buffer);
        d.scale = (c, r) => steps[c * m.p + r] / 32;
    }
    if (d.holes) {
        const gone = bytes(d.holes);
        d.absent = (c, r) => gone[c * m.p + r] / 255;
    }
    if (d.coassignment) {
        const shares = bytes(d.coassignment);
        d.together = (r, s) => shares[r * m.p + s] / 255;
    }
    return d;
}
