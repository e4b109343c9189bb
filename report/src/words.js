// SPDX-License-Identifier: BSD-3-Clause
// What is said rather than drawn: summary, warnings, the paragraph for a paper, references, provenance.
import { clean, counted, ends, h, number, save, short } from "./dom.js";
import { tool, top } from "./figure.js";

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

function methods(d) {
    const m = d.model, a = d.about ?? {}, total = rowsOf(d), out = [];
    if (d.plain) return `We estimated the directed connectivity of ${m.p} variables in ${counted(m.N, "class", "classes")}${total ? ` (${total} observations)` : ""} with lacon ${clean(d.causal?.lacon_version ?? d.version)}, as a linear system without loops whose disturbances are independent and not Gaussian (method ${clean(d.causal?.method)}${d.causal?.boot ? `, ${d.causal.boot} bootstrap resamples` : ""}${d.causal?.seed !== undefined ? `, seed ${clean(d.causal.seed)}` : ""}).`;
    const ml = a.objective !== "sm";
    out.push(`We estimated a latent connectivity model (Monti and Hyv\u00e4rinen, 2018) with lacon ${clean(a.lacon_version ?? d.version)}: ${m.p} variables in ${m.N} classes (${total ? `${total} observations` : "observations"}) share ${m.k} non-negative, non-overlapping modules, and each class has its own connectivity between the modules and its own noise variance.`);
    out.push(`Parameters were found by ${ml ? "maximum likelihood" : "score matching"}${a.solver ? ` (solver ${clean(a.solver)}` : " ("}${a.starts ? `, best of ${a.starts.length} starts` : ""}${a.seed !== undefined ? `, seed ${clean(a.seed)}` : ""}${a.noise === "variable" ? ", noise free per variable" : ""}).`);
    if (a.membership === "test") out.push(`Variables whose membership did not improve the likelihood at level ${number(a.level)} were left unassigned (${d.sizes[0]} of ${m.p}).`);
    const s = d.selection, t = d.test, b = d.stability;
    if (s) out.push(`The number of modules was chosen among ${s.curve[0].k} to ${s.curve[s.curve.length - 1].k} by ${s.by === "evidence" ? "the evidence of the model (Laplace approximation, uniform prior over the shares of the modules)" : `held-out log-likelihood (${s.folds}-fold cross-validation over ${clean(s.cv)}; ${s.rule === "one-se" ? "one-standard-error rule" : "largest value"})`}.`);
    if (b) out.push(`Stability was assessed by ${b.resamples} resamples of ${clean(b.over)}${b.block > 1 ? ` in blocks of ${b.block}` : ""}.`);
    if (t) out.push(`Edges were tested by ${t.permutations} ${t.sign_flips ? "changes of sign" : "permutations"} (Freedman and Lane, 1983) of the model ${clean(t.model)} (tested: ${clean(t.effect)}; measure: ${clean(t.measure)}), family-wise errors controlled by the largest statistic over ${t.edges} edges${t.variance_groups?.length ? `, the groups of ${clean(t.variance_by)} with variances of their own (Welch, 1951)` : ""}${t.cluster_robust ? `, errors robust to ${clean(t.blocks)}` : ""}; omnibus p = ${number(t.omnibus?.p, 2)}.`);
    if (d.causal) out.push(`Directed connectivity was estimated per class (method ${clean(d.causal.method)}${d.causal.boot ? `, ${d.causal.boot} bootstrap resamples` : ""}).`);
    return out.join(" ");
}

const BIBTEX = `@inproceedings{monti2018unified,
  title     = {A Unified Probabilistic Model for Learning Latent Factors and Their Connectivities from High-Dimensional Data},
  author    = {Monti, Ricardo Pio and Hyv{\\"a}rinen, Aapo},
  booktitle = {Proceedings of the 34th Conference on Uncertainty in Artificial Intelligence (UAI)},
  year      = {2018}
}
@software{lacon,
  title   = {lacon: modules shared by several classes of data, and the connectivity of each class},
  author  = {{the lacon developers}},
  version = {VERSION}
}`;

function copied(id, title, words) {
    const said = h("span", { class: "count", "aria-live": "polite" });
    const copy = async () => {
        try {
            await navigator.clipboard.writeText(words);
            said.textContent = "copied";
        } catch {
            save(`${id}.txt`, new Blob([words], { type: "text/plain" }));
            said.textContent = "saved as a file";
        }
    };
    return h("section", { id, class: "words" }, top(id, title, said, tool("copy", `Copy ${title}`, copy)), h("pre", { tabindex: "0" }, words));
}

function provenance(d) {
    const a = d.about ?? {}, list = [["command of the model", a.command], ["command of the choice of k", d.selection?.command !== a.command ? d.selection?.command : null], ["command of the stability", d.stability?.command], ["command of the test", d.test?.command], ["command of the direction", d.causal?.command],
        ["stopped because", a.stop_reason], ["iterations", a.iterations], ["digest of the input files", a.digest], ["seconds of the fit", a.seconds?.fit !== undefined ? number(a.seconds.fit) : null], ["page made by", `lacon ${d.version}`]];
    const done = d.plain ? [["directed connectivity", d.directed], ["names by coordinates", d.places]] : [["fit", d.about?.nll], ["choice of k", d.selection], ["stability", d.stays], ["group test", d.edges], ["directed connectivity", d.directed], ["data beside the model", d.observed], ["participants", d.people], ["coordinates", d.places]];
    const json = () => save("model.json", new Blob([JSON.stringify(a, null, 2) + "\n"], { type: "application/json" }));
    return h("section", { id: "provenance", class: "words" }, top("provenance", "Provenance", d.about ? tool("model.json", "model.json of this page", json) : null),
        h("dl", { class: "told" }, list.filter(([, v]) => v !== null && v !== undefined).map(([name, v]) => [h("dt", {}, name), h("dd", {}, h("bdi", {}, ends(v, 240, 120)))])),
        h("p", {}, `Done and shown: ${done.filter(([, v]) => v).map(([n]) => n).join(", ") || "the model alone"}. Not done or not given: ${done.filter(([, v]) => !v).map(([n]) => n).join(", ") || "nothing"}.`),
        d.anonymous ? h("p", {}, "Anonymised: classes are numbered, names of files, command lines and digests are left out.") : null,
        a.inputs?.length ? h("details", {}, h("summary", {}, `${a.inputs.length} input files and their SHA-256`), h("ul", { class: "inputs" }, a.inputs.map((i) => h("li", {}, h("bdi", {}, `${short(i.name, 60)}: ${clean(i.rows)} rows, ${clean(i.sha256 ?? "no file")}`))))) : null);
}

export const words = (d) => [copied("methods", "Methods, ready to paste", methods(d)), copied("bibtex", "BibTeX", BIBTEX.replace("VERSION", clean(d.about?.lacon_version ?? d.version))), provenance(d)];
