// SPDX-License-Identifier: BSD-3-Clause
// Tables that sort, filter and can be taken along as tsv.
import { h, number, save, clean } from "./dom.js";
import { tool, top } from "./figure.js";
import { found, onFind, paintSelection } from "./selection.js";

const FIRST = 25, PRINTED = 1000; // rows on the screen at first, and on paper

// A text that a spreadsheet would take for a formula gets an apostrophe before it.
const cell = (value) => {
    if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
    const text = clean(value).replace(/[\t\r\n]/g, " ");
    return /^[=+@-]/.test(text) && !/^-?[\d.]+(e[+-]?\d+)?$/i.test(text) ? `'${text}` : text;
};

// Numbers of a column with as many decimals as its largest needs for four digits, so that they stand below each other;
// one that this would make zero is written out.
function aligned(values) {
    const known = values.filter((v) => typeof v === "number" && Number.isFinite(v)), most = Math.max(0, ...known.map(Math.abs)), places = Math.max(0, Math.min(4, 3 - Math.floor(Math.log10(most || 1))));
    if (known.every(Number.isInteger) || most >= 1e5) return (v) => number(v, 4);
    return (v) => (!Number.isFinite(v) || v === null || (v !== 0 && Math.abs(v) < 0.5 * 10 ** -places) ? number(v, 2) : v.toFixed(places).replace("-", "\u2212"));
}

// columns: [{title, value(row), module?(row), variable?(row), class?(row), shown?(value)}]; what was searched for comes
// first; shown: a number in other words, null for those that have none.
export function table({ id, title, caption, columns: all, rows }) {
    const columns = all.filter((c, j) => j === 0 || rows.some((row) => c.value(row) !== null && c.value(row) !== undefined)); // what nobody knows is left out
    let sorted = null, up = true, filter = "", shown = FIRST, kept = FIRST;
    const body = h("tbody"), count = h("span", { class: "count", "aria-live": "polite" });
    const more = h("button", { type: "button", onclick: () => ((shown = shown * 4), fill()) }, "show more rows");
    const numeric = columns.map((c) => rows.some((row) => typeof c.value(row) === "number")), written = columns.map((c, j) => (numeric[j] ? aligned(rows.map(c.value)) : null));
    const heads = columns.map((column, j) =>
        h("th", { scope: "col", "aria-sort": "none", class: `${numeric[j] ? "n" : ""}${column.title.length > 16 ? " long" : ""}`.trim() || null },
            h("button", { type: "button", class: "sort", onclick: () => sort(j) }, column.title)));

    function visible() {
        const words = filter.toLowerCase();
        const list = rows.filter((row) => !words || columns.some((c) => cell(c.value(row)).toLowerCase().includes(words)));
        if (sorted === null) return list;
        const value = columns[sorted].value, sign = up ? 1 : -1;
        const empty = (x) => x === null || x === undefined || Number.isNaN(x);
        return list.slice().sort((a, b) => {
            const x = value(a), y = value(b);
            if (empty(x) || empty(y)) return empty(x) - empty(y);
            return sign * (typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en", { numeric: true }));
        });
    }
    function fill() {
        const all_ = visible(), own = columns[0].variable ?? columns[0].class, kind = columns[0].variable ? "v" : "c", at = own ? all_.findIndex((row) => own(row) === found(kind)) : -1;
        const list = at > 0 ? [all_[at], ...all_.slice(0, at), ...all_.slice(at + 1)] : all_;
        body.replaceChildren(...list.slice(0, shown).map((row) =>
            h("tr", { "data-m": columns[0].module ? columns[0].module(row) : null, "data-v": columns[0].variable ? columns[0].variable(row) : null, "data-c": columns[0].class ? columns[0].class(row) : null },
                columns.map((c, j) => {
                    const value = c.value(row);
                    return numeric[j] ? h("td", { class: "n" }, c.shown?.(value) ?? written[j](value)) : h("td", {}, h("bdi", {}, clean(value)));
                }))));
        paintSelection(body);
        count.textContent = `${Math.min(shown, list.length)} of ${list.length} rows`;
        more.hidden = list.length <= shown;
    }
    function sort(j) {
        up = sorted === j ? !up : true;
        sorted = j;
        heads.forEach((head, i) => head.setAttribute("aria-sort", i === j ? (up ? "ascending" : "descending") : "none"));
        fill();
    }
    const search = h("input", { type: "search", "aria-label": `Filter ${title}`, placeholder: "filter", oninput: (e) => ((filter = e.target.value), (shown = FIRST), fill()) });
    const download = () =>
        save(`${id}.tsv`, new Blob([[columns.map((c) => cell(c.title)), ...visible().map((row) => columns.map((c) => cell(c.value(row))))]
            .map((line) => line.join("\t") + "\n").join("")], { type: "text/tab-separated-values" }));
    fill();
    if (columns[0].variable || columns[0].class) onFind(fill);
    window.addEventListener("beforeprint", () => ((kept = shown), (shown = PRINTED), fill()));
    window.addEventListener("afterprint", () => ((shown = kept), fill()));
    return h("section", { id, class: "table", "aria-label": title }, top(id, title, count, search, tool("tsv", `tsv of ${title}`, download)),
        h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${title}, rows` }, h("table", {}, h("thead", {}, h("tr", {}, heads)), body)), more,
        h("p", { class: "caption" }, caption));
}
