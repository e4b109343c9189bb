// SPDX-License-Identifier: BSD-3-Clause
// What was found, in sentences: a list at the top of the page, and under every heading what its figures show.
import { median } from "d3-array";
import { clean, counted, listed, number, short, startsOf } from "./dom.js";
import { arrows } from "./figures/directed.js";
import { outlying } from "./figures/quality.js";
import { chanceOf, strongestFirst } from "./strength.js";

function data(d) {
    const m = d.model, low = Math.min(...m.n), high = Math.max(...m.n), odd = outlying(m.noise), far = m.classes.filter((_, c) => odd[c]).slice(0, 3).map((n) => short(n, 30));
    const rows = high > 0 ? (low === high ? ` of ${high} rows${m.N > 1 ? " each" : ""}` : ` of ${low} to ${high} rows`) : "";
    const all = m.n.reduce((s, n) => s + n, 0), worth = (m.effective ?? []).reduce((s, n) => s + (n ?? NaN), 0);
    const series = worth > 0 && worth < (2 / 3) * all ? ` The rows follow each other: ${all} of them tell as much as ${Math.round(worth)} independent ones.` : "";
    return `${counted(m.N, "class", "classes")}${rows}, ${counted(m.p, "variable")}. ${far.length ? `The noise of ${listed(far)}${odd.filter(Boolean).length > 3 ? " and others" : ""} lies far from that of the other classes.` : m.N > 2 ? "No class stands out by its noise." : ""}${series}`;
}

function choice(d) {
    const s = d.selection, at = s?.curve?.find((p) => p.k === s.k), all = s?.curve?.reduce((n, p) => n + (p.votes ?? 0), 0);
    if (!s?.curve?.length) return null;
    const nulls = Object.entries(s.null_models ?? {}).filter(([, v]) => Number.isFinite(v)), better = nulls.filter(([, v]) => v > (at?.loglik ?? -Infinity)).map(([n]) => n);
    const first = s.curve[0].k, last = s.curve[s.curve.length - 1].k, other = s.by === "evidence" ? ["The held-out likelihood", s.k_heldout] : ["The evidence of all rows", s.k_evidence];
    const second = other[1] ? ` ${other[0]} ${other[1] === s.k ? "chooses the same number" : `would choose ${other[1]}`}.` : "";
    return `Of ${first} to ${last} modules, ${s.k} ${s.by === "evidence" ? "have the most evidence" : s.k === s.k_best ? "give the highest held-out likelihood" : `are the fewest within one standard error of the highest held-out likelihood, that of ${s.k_best}`}${all && at ? `, and the highest in ${at.votes} of ${all} folds` : ""}${s.k_best === last ? "; it is the end of the range, so more may be better" : ""}. ${better.length ? `Without modules, ${listed(better)} describes the held-out rows better.` : "Models without modules describe the held-out rows worse."}${s.noise_gain > 2 * (s.noise_gain_se ?? Infinity) ? ` A noise variance per variable would add ${number(s.noise_gain, 2)} nats per row (--noise variable).` : ""}${second}`;
}

function modules(d) {
    const sizes = d.sizes.slice(1), m = d.model, pairs = d.about?.merges ?? [], [best] = pairs;
    const joined = best ? ` By the evidence ${d.both(best.module_a, best.module_b)} would rather be one (+${number(best.nats, 3)} nats)${pairs.length > 1 ? `, as would ${counted(pairs.length - 1, "other pair")}` : ""}: ${counted(d.about.k_merged, "module")} would do.` : "";
    return `${counted(m.k, "module")} of ${sizes.length <= 8 ? listed(sizes.map(String)) : `${Math.min(...sizes)} to ${Math.max(...sizes)}`} variables${d.sizes[0] ? `; ${d.sizes[0]} of ${m.p} variables ${d.sizes[0] === 1 ? "belongs" : "belong"} to none` : "; every variable belongs to one"}.${joined}`;
}

function connectivity(d) {
    const k = d.model.k, pairs = [];
    for (let a = 0; a < k; a++) for (let b = a + 1; b < k; b++) pairs.push([d.G.mean[a][b], a + 1, b + 1]);
    if (!pairs.length) return "A single module has no connectivity to others.";
    pairs.sort((x, y) => Math.abs(y[0]) - Math.abs(x[0]));
    const [r, a, b] = pairs[0];
    return `${pairs.length > 1 ? "The strongest of the mean correlations joins" : "The mean correlation of"} ${d.both(a, b)}${pairs.length > 1 ? `, ${number(r, 2)}` : ` is ${number(r, 2)}`}${pairs.length > 1 ? `; the median of all ${pairs.length} is ${number(median(pairs, (p) => p[0]), 2)}` : ""}.`;
}

function stability(d) {
    const share = d.stays?.stability, ari = d.stability?.agreement?.filter(Number.isFinite) ?? [];
    if (!share?.length) return null;
    const weak = share.filter((s) => s <= 0.5).length;
    return `${weak ? `${weak} of ${share.length} variables ${weak === 1 ? "stays" : "stay"} in ${weak === 1 ? "its" : "their"} module in no more than half of the resamples` : `Every variable stays in its module in more than half of the resamples (the least: ${number(100 * Math.min(...share), 2)} %)`}${ari.length ? `; the median agreement with the model is ${number(median(ari), 2)} (1: the same modules)` : ""}.`;
}

function groups(d) {
    const e = d.edges;
    if (!e?.module_a?.length) return null;
    const list = e.module_a.map((a, i) => ({ a, b: e.module_b[i], effect: e.effect[i], p: e.p[i], p_fwe: e.p_fwe[i], statistic: e.statistic[i] })).sort(strongestFirst(d.test)), found = list.filter((x) => x.p_fwe <= 0.05), what = clean(d.test?.effect ?? "the effect");
    if (!found.length) return `No edge differs (${what}) after correction over ${counted(list.length, "edge")}; the smallest p_fwe is ${chanceOf(list[0].p_fwe, d.test)}.`;
    const first = found[0];
    return `${found.length} of ${counted(list.length, "edge")} ${found.length === 1 ? "differs" : "differ"} (${what}) after correction, ${found.length === 1 ? "" : "most surely "}${d.both(first.a, first.b)}: ${number(first.effect, 2)}, p_fwe ${chanceOf(first.p_fwe, d.test)}.`;
}

function directed(d) {
    const edges = arrows(d), N = d.directed?.tables ?? 0;
    if (!edges.length) return null;
    const sum = (key) => edges.reduce((s, e) => s + (e[key] ?? 0), 0), all = sum("classes"), sure = sum("sure"), best = edges.slice().sort((x, y) => y.sure - x.sure || Math.abs(y.weight) - Math.abs(x.weight))[0];
    const depend = (d.causal?.p_independent ?? []).filter((p) => p <= 0.05).length, lags = d.lagged ? ` Effects of the ${d.lagged.lags === 1 ? "row" : `${d.lagged.lags} rows`} before were taken off first and are shown beside them.` : "";
    const told = sum("untested") ? "directions were not tested (--boot 0)" : sure ? `the data tell the direction of ${sure} of them (${number((100 * sure) / all, 2)} %), most often ${d.node(best.a)} \u2192 ${d.node(best.b)} (in ${best.sure} of ${counted(N, "class", "classes")})` : "the data tell the direction of none: the disturbances are too near to Gaussian, or the rows too few";
    return `${counted(all, "arrow")} in ${counted(N, "class", "classes")}; ${told}.${depend ? ` In ${depend} of ${counted(N, "class", "classes")} the disturbances depend on each other, against the assumption.` : ""}${lags}`;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function convergence(d) {
    const a = d.about, full = d.model.kept.filter((r) => r === d.model.k).length;
    if (!a?.starts?.length) return null;
    const another = a.another_run ? ` ${capital(clean(a.another_run))}.` : "";
    return `${a.converged ? "The fit converged" : `The fit did not converge (${clean(a.stop_reason)})`} from ${startsOf(a)}.${another} ${full} of ${counted(d.model.N, "class", "classes")} ${full === 1 ? "has" : "have"} a connectivity of full rank.`;
}

export const LEADS = { quality: data, choice, modules, connectivity, stability, groups, directed, convergence };

// The list at the top: what a reader should take away, each with a link to where it is shown.
export const findings = (d, present) => ["modules", "choice", "stability", "connectivity", "groups", "directed"].filter((id) => present.includes(id)).map((id) => [id, LEADS[id](d)]).filter(([, words]) => words);
