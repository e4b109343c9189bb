// SPDX-License-Identifier: BSD-3-Clause
// Elements from plain values. Text is always text, never markup: labels come from files of strangers.

export function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else element.setAttribute(key, value === true ? "" : value);
    }
    for (const child of children.flat(Infinity))
        if (child !== null && child !== undefined) element.append(child);
    return element;
}

// Control characters, marks that turn the direction of writing, line separators: shown as a dot.
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]/g;
export const clean = (text) => String(text ?? "").replace(unseen, "\u00b7");
export function short(text, most = 24) {
    const characters = Array.from(clean(text));
    return characters.length <= most ? characters.join("") : characters.slice(0, most - 1).join("") + "\u2026";
}

// The beginning and the end of a long text.
export const ends = (text, head, tail) => (clean(text).length <= head + tail + 3 ? clean(text) : `${clean(text).slice(0, head)} \u2026 ${clean(text).slice(-tail)}`);

export function number(value, digits = 3) {
    if (value === null || value === undefined || !Number.isFinite(value)) return "\u2013";
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (Number.isInteger(value) && size < 1e7) return String(value);
    if (size >= 1e5 || size < 1e-4) return value.toExponential(digits - 1).replace("-", "\u2212").replace("e\u2212", "e-");
    return String(+value.toPrecision(Math.max(digits, Math.floor(Math.log10(size)) + 1))).replace("-", "\u2212");
}

// A probability as people write it: < .001, .034.
export const chance = (p) => (!Number.isFinite(p) ? "\u2013" : p < 0.001 ? "< .001" : p > 0.999 ? "> .999" : p.toFixed(p < 0.1 ? 3 : 2).replace(/^0/, ""));
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
// "a", "a and b", "a, b and c"
export const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);

export function save(name, blob) {
    const link = h("a", { href: URL.createObjectURL(blob), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
