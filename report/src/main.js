// SPDX-License-Identifier: BSD-3-Clause
// The page, from the document in it: what was found, then sections in reading order, each there when it has
// something to show.
import { inkOn, moduleColour } from "./colour.js";
import { load } from "./document.js";
import { clean, h, number, short } from "./dom.js";
import { drawAll } from "./figure.js";
import { choice } from "./figures/choice.js";
import { confounds, groups } from "./figures/groups.js";
import { connectivity } from "./figures/connectivity.js";
import { convergence } from "./figures/convergence.js";
import { directed } from "./figures/directed.js";
import { fit } from "./figures/fit.js";
import { modules } from "./figures/modules.js";
import { quality } from "./figures/quality.js";
import { stability } from "./figures/stability.js";
import { LEADS, findings } from "./findings.js";
import { choose, find, onSelect } from "./selection.js";
import { tips } from "./tip.js";
import { leftOut, source, summary, warnings, words } from "./words.js";

const SECTIONS = [
    ["quality", "Data", quality], ["choice", "Number of modules", choice], ["modules", "Modules", modules], ["fit", "Fit", fit],
    ["connectivity", "Connectivity", connectivity], ["stability", "Stability", stability], ["groups", "Group test", groups],
    ["confounds", "Confounds", confounds], ["directed", "Direction", directed], ["convergence", "Convergence", convergence], ["words", "Methods", words]];
const PLAIN = ["directed", "words"]; // all the others are about modules

// One button per module; the selected one is highlighted in every figure and table.
function picker(d) {
    if (d.plain && d.sizes.length > 61) return null; // variables without modules, too many to choose from
    const buttons = d.sizes.slice(1).map((size, j) => {
        const told = d.plain ? `${j + 1}: ${short(d.node(j), 80)}` : `${d.called(j + 1)}: ${size} variables`;
        const chip = h("button", { type: "button", class: "chip", "aria-pressed": "false", "data-module": j + 1, "aria-label": told, "data-tip": told, onclick: () => choose(j + 1) }, `${j + 1}`);
        chip.style.backgroundColor = moduleColour(j + 1);
        chip.style.color = inkOn(moduleColour(j + 1));
        return chip;
    });
    onSelect((module) => buttons.forEach((b, j) => b.setAttribute("aria-pressed", String(module === j + 1))));
    return h("div", { class: "picker", role: "group", "aria-label": `Highlight one of the ${d.nodes}` }, h("span", {}, d.plain ? "highlight variable" : "highlight module"), buttons);
}

// A box to look for a variable or a class: what is found is ringed or framed in every figure and table.
function seeker(d) {
    const m = d.model, said = h("span", { class: "count", "aria-live": "polite" });
    const all = [...(d.plain ? [] : m.names.map((name, index) => ({ name, kind: "v", index, words: `${name} \u2013 variable` }))), ...m.classes.map((name, index) => ({ name, kind: "c", index, words: `${name} \u2013 class` }))];
    const list = h("datalist", { id: "everything" });
    const told = (e) => (e.kind === "v" ? `${short(e.name, 60)}: ${m.module[e.index] ? `${d.called(m.module[e.index])}, weight ${number(m.weight[e.index])}` : "unassigned"}` : `${short(e.name, 60)}: class ${e.index + 1} of ${m.N}`);
    const look = () => {
        const words = box.value.trim().toLowerCase(), hit = words ? all.find((e) => e.words.toLowerCase() === words || e.name.toLowerCase() === words) ?? all.find((e) => e.name.toLowerCase().startsWith(words)) ?? all.find((e) => e.name.toLowerCase().includes(words)) : null;
        said.textContent = hit ? told(hit) : words ? "nothing of this name" : "";
        find(hit ? { kind: hit.kind, index: hit.index } : null);
    };
    let timer;
    const box = h("input", { type: "search", id: "seek", list: "everything", "aria-label": "Look for a variable or class", placeholder: d.plain ? "class" : "variable or class", onfocus: () => list.childElementCount || list.append(...all.slice(0, 4000).map((e) => h("option", { value: e.words }))),
        oninput: () => (clearTimeout(timer), (timer = setTimeout(look, 200))), onchange: look });
    return h("div", { class: "seeker" }, h("label", { for: "seek" }, "look for"), box, list, said);
}

// The modules by size, in a line: the colours a reader will meet.
function barcode(d) {
    return h("div", { class: "barcode", "aria-hidden": "true" }, d.blocks.map((b) => {
        const part = h("div", { "data-m": b.module, "data-tip": b.module ? `${d.called(b.module)}: ${b.end - b.begin} variables` : `unassigned: ${b.end - b.begin} variables` });
        part.style.flexGrow = String(b.end - b.begin);
        part.style.backgroundColor = moduleColour(b.module);
        return part;
    }));
}

// Cards that are not wide share rows without leaving a gap: two or three in each (style.css).
function rows(parts) {
    const close = (run) => {
        const n = run.length, pairs = run.some((c) => c.matches(".large")) ? n - (n % 2) : n % 3 === 0 ? 0 : n % 3 === 2 ? 2 : Math.min(n - (n % 2), 4), threes = run.some((c) => c.matches(".large")) ? 0 : Math.max(0, n - pairs - (n === 1 ? 1 : 0));
        run.forEach((card, i) => card.classList.add(i < threes ? "s2" : i < threes + pairs ? "s3" : "s6"));
    };
    let run = [];
    for (const part of parts) {
        if (part.matches(".wide, .table, .words")) close(run), (run = []);
        else run.push(part);
    }
    close(run);
    return parts;
}

function page(d) {
    const sections = SECTIONS.filter(([id]) => !d.plain || PLAIN.includes(id)).map(([id, title, make]) => [id, title, make(d)]).filter(([, , parts]) => parts.length);
    const links = sections.map(([id, title]) => h("a", { href: `#${id}` }, title)), found = findings(d, sections.map(([id]) => id));
    document.title = `${clean(d.title)} \u2013 lacon report`;
    document.getElementById("report").append(
        h("header", {}, h("p", { class: "kind" }, "lacon report"), h("h1", {}, h("bdi", {}, clean(d.title))), d.plain ? null : barcode(d), summary(d),
            h("ul", { class: "findings", "aria-label": "Findings" }, found.map(([id, text]) => h("li", {}, h("a", { href: `#${id}` }, h("bdi", {}, text))))), warnings(d), leftOut(d), source(d)),
        h("nav", { "aria-label": "Sections" }, h("div", { class: "links" }, links), d.plain ? null : seeker(d), picker(d)),
        ...sections.map(([id, title, parts]) => {
            const lead = LEADS[id]?.(d);
            return h("section", { id, class: "part", "aria-labelledby": `${id}-heading` }, h("h2", { id: `${id}-heading` }, title), lead ? h("p", { class: "lead" }, h("bdi", {}, lead)) : null, h("div", { class: "grid" }, rows(parts)));
        }));
}

// The section that is read is marked in the contents.
function follow() {
    const links = new Map([...document.querySelectorAll(".links a")].map((a) => [a.getAttribute("href").slice(1), a])), seen = new Set();
    const watch = new IntersectionObserver((entries) => {
        for (const e of entries) seen[e.isIntersecting ? "add" : "delete"](e.target.id);
        const first = [...links.keys()].find((id) => seen.has(id));
        for (const [id, a] of links) id === first ? a.setAttribute("aria-current", "true") : a.removeAttribute("aria-current");
    }, { rootMargin: "-15% 0px -60% 0px" });
    document.querySelectorAll("section.part").forEach((s) => watch.observe(s));
}

const d = load(document.getElementById("document").textContent);
page(d);
tips();
follow();
drawAll(() => document.documentElement.setAttribute("data-drawn", ""));
