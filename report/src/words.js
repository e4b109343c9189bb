// SPDX-License-Identifier: BSD-3-Clause
// What is said rather than drawn: summary, warnings, the paragraph for a paper, references, provenance.
import { clean, counted, ends, h, number, save, short, startsOf } from "./dom.js";
import { tool, top } from "./figure.js";
import { bibliography, bibtex, ris } from "./references.js";
import { chanceOf } from "./strength.js";

const rowsOf = (d) => (d.plain ? (d.causal?.rows ?? 0) : d.model.n.reduce((s, n) => s + n, 0));

// Everything that any of the commands warned of, once, with the command that did.
export function allWarnings(d) {
    const list = [], add = (what, words) => words.forEach((w) => list.some((x) => x.words === clean(w)) || list.push({ what, words: clean(w) }));
    if (d.about && d.about.converged === false) add("fit", [`The fit did not converge (${clean(d.about.stop_reason)}): give it more iterations before believing it.`]);
    add("fit", d.about?.warnings ?? []);
    add("select", d.selection?.warnings ?? []);
    add("test", d.test?.warnings ?? []);
    add("causal", d.causal?.warnings ?? []);
    const depend = (d.causal?.p_independent ?? []).filter((p) => p <= (d.causal?.level ?? 0.05)).length;
    if (depend && !list.some((x) => /depend on each other/.test(x.words))) add("causal", [`in ${depend} of ${d.causal.p_independent.length} classes the disturbances depend on each other: something outside the model may drive both`]);
    return list;
}

export function warnings(d) {
    const list = allWarnings(d);
    if (!list.length) return h("div", { class: "box good", role: "status" }, "No warnings.");
    return h("div", { class: "box bad", role: "status" }, h("h2", {}, list.length === 1 ? "One warning" : `${list.length} warnings`), h("ul", {}, list.map((w) => h("li", {}, h("b", {}, `${w.what}: `), h("bdi", {}, short(w.words, 600))))));
}

// What a folder without modules cannot show.
export const leftOut = (d) => (d.plain ? h("p", { class: "lead" }, "Every variable stands for itself (lacon causal --observed). Figures of modules, of their fit, connectivity, stability and group tests need a model and are left out.") : null);

export function summary(d) {
    const m = d.model, total = rowsOf(d), a = d.about ?? {};
    const facts = d.plain ? [["classes", m.N], ["rows", total || null], ["variables", m.p], ["arrows", d.directed?.arrows.length ?? 0]] : [["classes", m.N], ["rows", total || null], ["variables", m.p], ["modules", m.k], ["unassigned", d.sizes[0]], ["nats per row", a.nll ? number(-a.nll, 5) : null]];
    return h("dl", { class: "facts" }, facts.filter(([, value]) => value !== null).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, clean(value)))));
}

// Where the page comes from, in one line: version, seed, command, digest of the input.
export function source(d) {
    const a = d.about ?? d.causal ?? {}, parts = [["lacon", a.lacon_version ?? d.version], ["seed", a.seed], ["sha256 of the input", a.digest ? `${clean(a.digest).slice(0, 16)}\u2026` : null], ["command", a.command]];
    return h("p", { class: "source" }, parts.filter(([, v]) => v !== null && v !== undefined).map(([name, v], i) => [i ? " \u00b7 " : "", h("b", {}, `${name} `), h("bdi", {}, ends(v, 90, 60))]));
}

// What was done to the rows before anything was estimated.
function rowsWords(d) {
    const a = d.about ?? {}, l = d.losses, sum = (key) => (l?.[key] ?? []).reduce((s, n) => s + n, 0), out = [], regressed = (a.inputs ?? []).some((i) => i.regressors > 0), total = rowsOf(d);
    if (sum("censored")) out.push(`${sum("censored")} censored rows were left out`);
    if (regressed) out.push(`confounds${a.detrend > 0 ? ` and a trend of order ${a.detrend}` : ""} were regressed out of every class (rank ${Math.max(...a.inputs.map((i) => i.regressors ?? 0))} at most)`);
    else if (a.detrend > 0) out.push(`a trend of order ${a.detrend} was taken off every class`);
    const each = d.model.N > 1 ? " in every class" : "", scale = { z: `variables were centred and scaled to unit variance${each}`, center: `variables were centred${each}`, none: "variables were taken as they are" }[a.scale];
    if (scale) out.push(scale);
    const missing = { marginal: "missing values were integrated out of the likelihood", pairwise: "covariances were formed from the pairs of values that are there", drop: `${sum("dropped")} rows with missing values were left out` }[a.missing];
    if (missing && (sum("missing") || sum("dropped"))) out.push(`${missing}${a.missing !== "drop" ? ` (${sum("missing")} values)` : ""}`);
    const words = out.join("; "), first = words ? `${words[0].toUpperCase()}${words.slice(1)}.` : "";
    return `${first}${a.effective && a.rows === "series" && a.effective < total - 0.5 ? ` Rows may depend on those before them: where evidence is weighed, the ${total} rows count as ${Math.round(a.effective)} effective rows.` : ""}`.trim();
}

function causalWords(d, cite) {
    const c = d.causal, how = c.method === "likelihood" ? `by the likelihood of orders, the noise of the variables taken into account (${cite("lingam")})` : c.method === "direct" ? `by DirectLiNGAM (${cite("direct")})` : c.method === "ica" ? `by ICA-LiNGAM (${cite("lingam")})` : `by the method ${clean(c.method)}`;
    const parts = [c.common_order ? "one order for all classes" : null, c.lags > 0 ? `effects of ${c.lags === 1 ? "the row" : `${c.lags} rows`} before taken off first${c.lags_asked === "auto" ? ", their number by the Bayesian information criterion" : ""} (${cite("lags")})` : null, c.noise_correction === false ? "without correction for noise" : null, c.prune === false ? "no arrow pruned" : null,
        c.boot ? `${c.boot} bootstrap samples in blocks (${cite("blocks")}), a direction called identifiable when ${number(100 - 50 * (c.level ?? 0.05), 3)} % of them agree` : "directions not tested", c.seed !== undefined ? `seed ${clean(c.seed)}` : null].filter(Boolean);
    return `Directed connectivity was estimated in every class ${how}: ${parts.join("; ")}.`;
}

function testWords(t, cite) {
    const which = { fisherz: "Fisher's z of the latent correlation", covariance: "the latent covariance", partial: "the partial correlation of modules" }[t.measure] ?? clean(t.measure);
    return `Edges (${which}) were tested in the linear model ${clean(t.model)} (tested: ${clean(t.effect)}${t.tail && t.tail !== "two" ? `, one-sided: ${clean(t.tail)}` : ""}) over ${t.classes} classes by ${t.exhaustive ? "all " : ""}${t.permutations} ${t.sign_flips ? "changes of sign" : `permutations of residuals (${cite("freedman")})`}${t.blocks ? `, exchanged ${t.exchange === "whole" ? "as whole blocks" : "within blocks"} of ${clean(t.blocks)}` : ""}, seed ${clean(t.seed)}. Family-wise errors over ${t.edges} edges were controlled by the largest statistic (${cite("largest")}); false discovery rates are those of ${cite("fdr")}${t.variance_groups?.length ? `; every level of ${clean(t.variance_by)} has a variance of its own (${cite("welch", "johansen")})${t.statistic === "t" && !t.cluster_robust ? `, and t is bent by the skewness of the errors (${cite("hall")})` : ""}` : ""}${t.cluster_robust ? `; errors are robust to ${clean(t.blocks)}` : ""}. Intervals are at ${number(100 * (t.confidence ?? 0.95), 3)} %. Omnibus test: p ${chanceOf(t.omnibus?.p, t).replace(/^\./, "= .")}.`;
}

function selectionWords(d, cite) {
    const s = d.selection, way = { time: `consecutive blocks of rows${s.gap ? ` with a gap of ${s.gap}` : ""}`, rows: "rows", subject: "classes" }[s.cv] ?? clean(s.cv);
    return `The number of modules was chosen among ${s.curve[0].k} to ${s.curve[s.curve.length - 1].k} by ${s.by === "evidence" ? "the evidence of the model (Laplace approximation, uniform prior over the shares of the modules)" : `held-out log-likelihood (${s.folds}-fold cross-validation over ${way}${s.repeats > 1 ? `, ${s.repeats} times` : ""}; ${s.rule === "one-se" ? "the smallest number within one standard error of its difference from the best" : "the largest value"})`}, beside models without modules (identity, diagonal, ${cite("shrink")}).`;
}

// The paragraph for a paper, and the works it cites.
function methods(d) {
    const m = d.model, a = d.about ?? {}, total = rowsOf(d), b = d.stability, { cite, works } = bibliography(), version = clean(a.lacon_version ?? d.causal?.lacon_version ?? d.version), out = [];
    if (d.plain) return { text: `We estimated the directed connectivity of ${m.p} variables in ${counted(m.N, "class", "classes")}${total ? ` (${total} observations)` : ""} with lacon ${version}, as a linear system without loops whose disturbances are independent and not Gaussian. ${causalWords(d, cite)}`, works: works(), version };
    const ml = a.objective !== "sm", found = [a.solver ? `solver ${clean(a.solver)}` : null, a.starts?.length ? `best of ${startsOf(a)}` : null, a.seed !== undefined && a.seed !== null ? `seed ${clean(a.seed)}` : null, a.noise === "variable" ? "noise free per variable" : null, a.weights === "equal" ? "classes counting equally" : null].filter(Boolean);
    out.push(`We estimated a latent connectivity model (${cite("monti")}) with lacon ${version}: ${m.N === 1 ? `${m.p} variables${total ? ` (${total} observations)` : ""} belong to ${counted(m.k, "non-negative, non-overlapping module")}, with a connectivity between the modules and a noise variance.` : `${m.p} variables in ${m.N} classes (${total ? `${total} observations` : "observations"}) share ${counted(m.k, "non-negative, non-overlapping module")}, and each class has its own connectivity between the modules and its own noise variance.`}`);
    out.push(rowsWords(d));
    if (a.method) out.push(`Modules are those of the method ${clean(a.method)}.`);
    else out.push(`Parameters were found by ${ml ? "maximum likelihood" : "score matching"}${found.length ? ` (${found.join(", ")})` : ""}.`);
    if (a.membership === "test") out.push(`Variables whose membership did not improve the likelihood at level ${number(a.level)} were left unassigned (${d.sizes[0]} of ${m.p}).`);
    if (a.flipped?.length) out.push(`${counted(a.flipped.length, "variable")} entered with the opposite sign.`);
    if (a.pool) out.push(`The connectivity of single classes was drawn towards that of the population (inverse Wishart, worth ${number(a.pool.rows, 3)} rows of a class).`);
    if (d.selection) out.push(selectionWords(d, cite));
    if (b) out.push(`Stability was assessed by ${b.resamples} resamples of ${clean(b.over)}${b.block > 1 ? ` in blocks of up to ${b.block} rows (${cite("blocks")})` : ""}, compared by the adjusted Rand index (${cite("ari")}).`);
    if (d.test) out.push(testWords(d.test, cite));
    if (d.causal) out.push(causalWords(d, cite));
    return { text: out.filter(Boolean).join(" "), works: works(), version };
}

// Words to take along: copied, and saved as a file where the browser does not let us.
function copied(id, title, words, ending = "txt") {
    const said = h("span", { class: "count", "aria-live": "polite" });
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(words);
            said.textContent = "copied";
        } catch {
            save(`lacon.${ending}`, new Blob([words], { type: "text/plain" }));
            said.textContent = "saved as a file";
        }
    };
    return h("section", { id, class: "words" }, top(id, title, said, tool("copy", `Copy ${title}`, copy), tool(`.${ending}`, `.${ending} of ${title}`, () => save(`lacon.${ending}`, new Blob([words], { type: "text/plain" })))), h("pre", { tabindex: "0" }, words));
}

function provenance(d) {
    const a = d.about ?? {}, list = [["command of the model", a.command], ["command of the choice of k", d.selection?.command !== a.command ? d.selection?.command : null], ["command of the stability", d.stability?.command], ["command of the test", d.test?.command], ["command of the direction", d.causal?.command], ["command of this page", d.command],
        ["stopped because", a.stop_reason], ["iterations", a.iterations], ["digest of the input files", a.digest], ["seconds of the fit", a.seconds?.fit !== undefined ? number(a.seconds.fit) : null], ["page made by", `lacon ${d.version}`],
        ...(d.tables ?? []).map((t) => [`table of ${clean(t.what)}`, `${clean(t.file)}: sha256 ${clean(t.sha256)}`])];
    const done = d.plain ? [["directed connectivity", d.directed], ["labels", d.labels]] : [["fit", d.about?.nll], ["choice of k", d.selection], ["stability", d.stays], ["group test", d.edges], ["directed connectivity", d.directed], ["pooled connectivity", d.pooled], ["data beside the model", d.observed], ["participants", d.people], ["coordinates", d.places], ["labels", d.labels]];
    const json = () => save("model.json", new Blob([JSON.stringify(a, null, 2) + "\n"], { type: "application/json" })), beside = (i) => [["confounds", i.confounds_sha256], ["mask", i.censor_sha256]].filter(([, v]) => v).map(([name, v]) => `, ${name} ${clean(v)}`).join("");
    return h("section", { id: "provenance", class: "words" }, top("provenance", "Provenance", d.about ? tool("model.json", "model.json of this page", json) : null),
        h("dl", { class: "told" }, list.filter(([, v]) => v !== null && v !== undefined).map(([name, v]) => [h("dt", {}, name), h("dd", {}, h("bdi", {}, ends(v, 240, 120)))])),
        h("p", {}, `Done and shown: ${done.filter(([, v]) => v).map(([n]) => n).join(", ") || "the model alone"}. Not done or not given: ${done.filter(([, v]) => !v).map(([n]) => n).join(", ") || "nothing"}.`),
        d.anonymous ? h("p", {}, "Anonymised: classes are numbered, names of files, command lines and digests are left out.") : null,
        a.inputs?.length ? h("details", {}, h("summary", {}, `${a.inputs.length} input files and their SHA-256`), h("ul", { class: "inputs" }, a.inputs.map((i) => h("li", {}, h("bdi", {}, `${short(i.name, 60)}: ${clean(i.rows)} rows, ${clean(i.sha256 ?? "no file")}${beside(i)}`))))) : null);
}

export function words(d) {
    const m = methods(d);
    return [copied("methods", "Methods, ready to paste", m.text), copied("bibtex", "BibTeX", bibtex(m.works, m.version), "bib"), copied("ris", "RIS", ris(m.works, m.version), "ris"), provenance(d)];
}
