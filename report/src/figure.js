// SPDX-License-Identifier: BSD-3-Clause
// A figure: heading, downloads, drawing, caption. Drawings are made for the width there is and made again
// when it changes, so that letters keep their size. Attributes carry the style, so that a downloaded SVG
// looks the same elsewhere.
import { select } from "d3-selection";
import { h, save } from "./dom.js";
import { INK, QUIET, RULE } from "./colour.js";
import { onFind, paintSelection } from "./selection.js";

const figures = [];

// The heading of a figure or table and, at its right, what can be done with it.
export const top = (id, title, ...tools) => h("div", { class: "top" }, h("h3", { id: `${id}-title` }, title), h("div", { class: "tools" }, tools));
export const tool = (name, label, onclick) => h("button", { type: "button", "aria-label": label, onclick }, name);

// wide: the whole row; large: not less than half of it; follows: frames what was searched for;
// entries: of the legend below it.
export function figure({ id, title, caption, alt, draw, controls, wide, large, follows, entries }) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${title}. ${alt}`);
    const plot = h("div", { class: "plot" }, svg);
    const element = h("figure", { id, class: wide ? "wide" : large ? "large" : null, "aria-labelledby": `${id}-title` },
        top(id, title, tool("SVG", `SVG of ${title}`, () => save(`${id}.svg`, new Blob([serialised(svg)], { type: "image/svg+xml" }))), tool("PNG", `PNG of ${title}`, () => png(svg, id))),
        controls ?? null, plot, h("figcaption", {}, caption));
    figures.push({ plot, svg, draw, follows, entries, width: 0 });
    return element;
}

function redraw(f) {
    const width = Math.floor(f.plot.clientWidth);
    if (width < 50) return;
    f.width = width;
    const canvas = select(f.svg);
    canvas.selectAll("*").remove();
    canvas.attr("font-family", "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif").attr("font-size", 12).attr("fill", INK);
    // Letters grow with the rest of a page on a large screen (style.css does the same at 1900 pixels).
    const zoom = window.innerWidth >= 1900 ? 1.3 : 1, inner = Math.floor(width / zoom);
    const drawn = f.draw(canvas, inner), height = Math.ceil(f.entries?.length ? drawn + 8 + legend(canvas, 8, drawn + 14, inner - 16, f.entries) : drawn);
    canvas.attr("width", width).attr("height", Math.ceil(height * zoom)).attr("viewBox", `0 0 ${inner} ${height}`);
    paintSelection(f.svg);
}

// Those that frame what was searched for (follows) are drawn again.
onFind(() => figures.filter((f) => f.follows && f.width).forEach(redraw));

export const redrawFigure = (id) => figures.filter((f) => f.svg.closest("figure").id === id).forEach(redraw);

// One figure after the other, letting the page breathe between them.
export function drawAll(then) {
    let i = 0;
    const next = () => {
        if (i < figures.length) {
            redraw(figures[i++]);
            setTimeout(next, 0);
        } else then?.();
    };
    next();
    let timer;
    window.addEventListener("resize", () => {
        clearTimeout(timer);
        timer = setTimeout(() => figures.filter((f) => Math.abs(f.plot.clientWidth - f.width) > 8).forEach(redraw), 150);
    });
}

function serialised(svg) {
    const copy = svg.cloneNode(true);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    for (const element of copy.querySelectorAll("*"))
        for (const name of ["data-m", "data-v", "data-c", "data-frame", "data-look", "class", "tabindex"]) element.removeAttribute(name);
    for (const frame of copy.querySelectorAll("[visibility=hidden]")) frame.remove();
    for (const marked of copy.querySelectorAll("[data-tip]")) { // what stands beside the pointer on the page is a title elsewhere
        const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
        title.textContent = marked.getAttribute("data-tip");
        marked.prepend(title);
        marked.removeAttribute("data-tip");
    }
    const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [key, value] of [["width", "100%"], ["height", "100%"], ["fill", "#ffffff"]]) paper.setAttribute(key, value);
    copy.prepend(paper);
    return new XMLSerializer().serializeToString(copy);
}

function png(svg, id) {
    const image = new Image(), times = 2;
    image.onload = () => {
        const canvas = h("canvas", { width: svg.width.baseVal.value * times, height: svg.height.baseVal.value * times });
        canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
        canvas.toBlob((blob) => save(`${id}.png`, blob), "image/png");
    };
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(serialised(svg));
}

export const text = (g, x, y, words, attributes = {}) => {
    const t = g.append("text").attr("x", x).attr("y", y).text(words);
    for (const [key, value] of Object.entries(attributes)) t.attr(key, value);
    return t;
};

// The axis of d3 in our ink, with a title.
export function axis(g, made, x, y, title, titleX, titleY, turned) {
    const a = g.append("g").attr("transform", `translate(${x},${y})`).call(made);
    a.attr("font-family", null).attr("font-size", 11);
    a.selectAll("line, path").attr("stroke", RULE);
    a.selectAll("text").attr("fill", QUIET);
    if (title) {
        const at = turned ? Math.max(10, titleX - 5, Math.min(titleX, x + a.node().getBBox().x - 5)) : titleX; // clear of long numbers
        const t = text(g, at, titleY, title, { fill: QUIET, "font-size": 12, "text-anchor": "middle" });
        if (turned) t.attr("transform", `rotate(-90 ${at} ${titleY})`);
    }
    return a;
}

// Room below an axis for names that stand upright.
export const nameRoom = (names) => 18 + 6.4 * Math.max(1, ...names.map((n) => n.length));

// Thin lines across at the ticks of y.
export const rulings = (g, y, count, x0, x1) => y.ticks(count).forEach((v) => g.append("line").attr("x1", x0).attr("x2", x1).attr("y1", y(v)).attr("y2", y(v)).attr("stroke", "#eceff2"));

// A bar of colours with its ends named.
export function key(to, x, y, width, colour, low, high, title) {
    const steps = 40, g = to.append("g").attr("class", "key");
    for (let i = 0; i < steps; i++)
        g.append("rect").attr("x", x + (i * width) / steps).attr("y", y).attr("width", width / steps + 0.5).attr("height", 10)
            .attr("fill", colour(low + ((i + 0.5) / steps) * (high - low)));
    g.append("rect").attr("x", x).attr("y", y).attr("width", width).attr("height", 10).attr("fill", "none").attr("stroke", RULE);
    const round = (v) => String(+v.toPrecision(2)).replace("-", "\u2212");
    text(g, x, y + 22, round(low), { fill: QUIET, "font-size": 11 });
    text(g, x + width, y + 22, round(high), { fill: QUIET, "font-size": 11, "text-anchor": "end" });
    text(g, x + width / 2, y + 22, title, { fill: QUIET, "font-size": 11, "text-anchor": "middle" });
}

// Words in lines of at most so many letters.
export function folded(words, letters) {
    const lines = [""];
    for (const word of words.split(" ")) {
        const last = lines[lines.length - 1];
        if (last && last.length + 1 + word.length > letters) lines.push(word);
        else lines[lines.length - 1] = last ? `${last} ${word}` : word;
    }
    return lines;
}

// Small squares or lines with words: [[colour, words, dash?]]. Returns the height it took.
export function legend(to, x, y, width, entries) {
    const g = to.append("g").attr("class", "legend");
    let at = x, line = y;
    for (const [colour, words, dash] of entries) {
        const lines = folded(words, Math.floor((width - 24) / 6.3)), room = 26 + 6.4 * Math.max(...lines.map((l) => l.length));
        if (at > x && (at + room > x + width || lines.length > 1)) (at = x), (line += 18);
        if (dash !== undefined) g.append("line").attr("x1", at).attr("x2", at + 16).attr("y1", line - 4).attr("y2", line - 4).attr("stroke", colour).attr("stroke-width", 2).attr("stroke-dasharray", dash);
        else g.append("rect").attr("x", at).attr("y", line - 10).attr("width", 11).attr("height", 11).attr("rx", 2).attr("fill", colour);
        lines.forEach((l, i) => text(g, at + 21, line + 15 * i, l, { fill: QUIET, "font-size": 11 }));
        if (lines.length > 1) (line += 15 * (lines.length - 1)), (at = x + width);
        else at += room + 14;
    }
    return line - y + 18;
}
