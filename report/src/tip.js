// SPDX-License-Identifier: BSD-3-Clause
// The words beside the pointer: elements carry them (data-tip), pictures of many cells look them up.
import { h } from "./dom.js";

const lookups = new WeakMap();
export const lookUp = (element, words) => lookups.set(element, words);

// For what draws itself: words at the pointer, or none.
export const tipFor = (element) => (words) => (words ? element.setAttribute("data-tip", words) : element.removeAttribute("data-tip"));

export function tips() {
    const box = h("div", { id: "tip", "aria-hidden": "true", hidden: true });
    document.body.append(box);
    const show = (event) => {
        const at = event.target instanceof Element ? event.target.closest("[data-tip], [data-look]") : null;
        if (!at) return void (box.hidden = true);
        let words = at.getAttribute("data-tip");
        if (at.hasAttribute("data-look")) {
            const frame = at.getBoundingClientRect();
            words = lookups.get(at)?.((event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height);
        }
        if (!words) return void (box.hidden = true);
        box.textContent = words;
        box.hidden = false;
        const x = Math.min(event.clientX + 14, window.innerWidth - box.offsetWidth - 6);
        const y = event.clientY + 18 + box.offsetHeight > window.innerHeight ? event.clientY - box.offsetHeight - 10 : event.clientY + 18;
        box.style.left = `${Math.max(4, x)}px`;
        box.style.top = `${Math.max(4, y)}px`;
    };
    document.addEventListener("pointermove", show);
    document.addEventListener("pointerdown", show);
    document.addEventListener("scroll", () => (box.hidden = true), { passive: true });
}
