// SPDX-License-Identifier: BSD-3-Clause
// The page, from the document in it: sections in reading order, each there when it has something to show.
import { inkOn, moduleColour } from "./colour.js";
import { load } from "./document.js";
import { clean, h } from "./dom.js";
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
import { choose, onSelect } from "./selection.js";
import { tips } from "./tip.js";
import { summary, warnings, words } from "./words.js";

const SECTIONS = [
    ["quality", "Data", quality], ["choice", "Number of modules", choice], ["modules", "Modules", modules], ["fit", "Fit", fit],
    ["connectivity", "Connectivity", connectivity], ["stability", "Stability", stability], ["groups", "Group test", groups],
    ["confounds", "Confounds", confounds], ["directed", "Direction", directed], ["convergence", "Convergence", convergence], ["words", "Methods", words]];

// One button per module; the selected one is highlighted in every figure and table.
function picker(d) {
    const buttons = d.sizes.slice(1).map((size, j) => {
        const chip = h("button", { type: "button", class: "chip", "aria-pressed": "false", "data-module": j + 1, "aria-label": `module ${j + 1}, ${size} variables`, onclick: () => choose(j + 1) }, `${j + 1}`);
        chip.style.backgroundColor = moduleColour(j + 1);
        chip.style.color = inkOn(moduleColour(j + 1));
        return chip;
    });
    onSelect((module) => buttons.forEach((b, j) => b.setAttribute("aria-pressed", String(module === j + 1))));
    return h("div", { class: "picker", role: "group", "aria-label": "Highlight a module" }, h("span", {}, "highlight module"), buttons);
}

function page(d) {
    const sections = SECTIONS.map(([id, title, make]) => [id, title, make(d)]).filter(([, , parts]) => parts.length);
    const links = sections.map(([id, title]) => h("a", { href: `#${id}` }, title));
    document.title = `${clean(d.title)} \u2013 lacon report`;
    document.getElementById("report").append(
        h("header", {}, h("p", { class: "kind" }, "lacon report"), h("h1", {}, h("bdi", {}, clean(d.title))), summary(d), warnings(d)),
        h("nav", { "aria-label": "Sections" }, h("div", { class: "links" }, links), picker(d)),
        ...sections.map(([id, title, parts]) => h("section", { id, class: "part", "aria-labelledby": `${id}-heading` }, h("h2", { id: `${id}-heading` }, title), h("div", { class: "grid" }, parts))));
}

const d = load(document.getElementById("document").textContent);
page(d);
tips();
drawAll(() => document.documentElement.setAttribute("data-drawn", ""));
