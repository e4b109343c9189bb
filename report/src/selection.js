// SPDX-License-Identifier: BSD-3-Clause
// Which module is selected, on the whole page: elements say which modules they are about (data-m) and fade
// when the selected one is not among them; frames (data-frame) appear only for their module.

let chosen = null;
const listeners = [];

export const selected = () => chosen;
export const onSelect = (listener) => listeners.push(listener);

export function choose(module) {
    chosen = chosen === module ? null : module;
    paintSelection(document);
    listeners.forEach((listener) => listener(chosen));
}

export function paintSelection(root) {
    const word = String(chosen);
    for (const element of root.querySelectorAll("[data-m]")) {
        const dim = chosen !== null && !element.getAttribute("data-m").split(" ").includes(word);
        element.classList.toggle("dim", dim);
    }
    for (const element of root.querySelectorAll("[data-frame]"))
        element.setAttribute("visibility", element.getAttribute("data-frame") === word ? "visible" : "hidden");
}
