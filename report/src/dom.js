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

// At most so many characters, the middle left out: names that begin alike differ at their ends.
export function short(text, most = 24) {
    const characters = Array.from(clean(text)), tail = Math.floor((most - 1) / 2);
    if (characters.length <= most) return characters.join("");
    return `${characters.slice(0, most - 1 - tail).join("")}\u2026${tail > 0 ? characters.slice(-tail).join("") : ""}`;
}

// How often each text is there.
function tally(texts) {
    const counts = new Map();
    for (const t of texts) counts.set(t, (counts.get(t) ?? 0) + 1);
    return counts;
}

// Names of at most so many characters that stay different where they were: what is still alike when its middle is
// left out is shown from where it parts from the others, and gets its number if that is too long as well.
export function apart(names, most) {
    const cut = names.map((n) => short(n, most)), first = tally(cut);
    const parted = cut.map((c, i) => {
        if (first.get(c) < 2) return c;
        const own = Array.from(names[i]), others = names.filter((n, j) => cut[j] === c && n !== names[i]).map((n) => Array.from(n));
        const from = Math.max(0, ...others.map((o) => { let at = 0; while (at < own.length && own[at] === o[at]) at++; return at; }));
        return others.length ? `\u2026${own.slice(Math.max(0, Math.min(from, own.length - most + 1)), Math.max(0, Math.min(from, own.length - most + 1)) + most - 1).join("")}` : c;
    });
    const again = tally(parted);
    return parted.map((c, i) => (again.get(c) < 2 || tally(names).get(names[i]) > 1 ? c : `${Array.from(c).slice(0, Math.max(1, most - 1 - String(i + 1).length)).join("")}#${i + 1}`));
}

// The beginning and the end of a long text.
export const ends = (text, head, tail) => (clean(text).length <= head + tail + 3 ? clean(text) : `${clean(text).slice(0, head)} \u2026 ${clean(text).slice(-tail)}`);

export function number(value, digits = 3) {
    if (value === null || value === undefined || !Number.isFinite(value)) return "\u2013";
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (Number.isInteger(value) && size < 1e7) return String(value).replace("-", "\u2212");
    if (size >= 1e5 || size < 1e-4) return value.toExponential(digits - 1).replace("-", "\u2212").replace("e\u2212", "e-");
    return String(+value.toPrecision(Math.max(digits, Math.floor(Math.log10(size)) + 1))).replace("-", "\u2212");
}

// A probability as people write it: < .001, .034.
export const chance = (p) => (!Number.isFinite(p) ? "\u2013" : p < 0.001 ? "< .001" : p > 0.999 ? "> .999" : p.toFixed(p < 0.1 || p > 0.99 ? 3 : 2).replace(/^0/, ""));
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
// Split and merge goes on from where the others ended: it is no start of its own.
export function startsOf(about) {
    const list = about?.starts ?? [], own = list.filter((s) => s.name !== "split-and-merge").length;
    return `${counted(own, "start")}${own < list.length ? " and a search by split and merge" : ""}`;
}
// "a", "a and b", "a, b and c"
export const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);

export function save(name, blob) {
    const link = h("a", { href: URL.createObjectURL(blob), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
