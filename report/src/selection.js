// SPDX-License-Identifier: BSD-3-Clause
// What is selected, on the whole page. A module: elements say which modules they are about (data-m) and fade when the
// selected one is not among them; frames (data-frame) appear only for their module. A variable or a class that was
// searched for: its marks (data-v, data-c) are ringed, and figures that paint many cells at once are drawn again.

let chosen = null, item = null; // item: {kind: "v" or "c", index}
const listeners = [], seekers = [];

export const onSelect = (listener) => listeners.push(listener);
export const onFind = (listener) => seekers.push(listener);
export const found = (kind) => (item?.kind === kind ? item.index : null);

export function choose(module) {
    chosen = chosen === module ? null : module;
    paintSelection(document);
    listeners.forEach((listener) => listener(chosen));
}

export function find(what) {
    item = what;
    seekers.forEach((listener) => listener(item));
    paintSelection(document);
}

export function paintSelection(root) {
    const word = String(chosen), index = String(item?.index);
    for (const element of root.querySelectorAll("[data-m]")) {
        const dim = chosen !== null && !element.getAttribute("data-m").split(" ").includes(word);
        element.classList.toggle("dim", dim);
    }
    for (const element of root.querySelectorAll("[data-frame]"))
        element.setAttribute("visibility", element.getAttribute("data-frame") === word ? "visible" : "hidden");
    for (const kind of ["v", "c"])
        for (const element of root.querySelectorAll(`[data-${kind}]`)) element.classList.toggle("found", item?.kind === kind && element.getAttribute(`data-${kind}`) === index);
}
