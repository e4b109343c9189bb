// SPDX-License-Identifier: BSD-3-Clause
// A matrix of colours: rectangles while they can be counted, one picture when there are more.
import { h } from "./dom.js";
import { RULE } from "./colour.js";
import { lookUp } from "./tip.js";

const MANY = 1000;

// {x, y, width, height, rows, columns, value(i, j), colour(value), tip(i, j), modules(i, j)?}
export function heat(g, o) {
    const w = o.width / o.columns, t = o.height / o.rows;
    if (o.rows * o.columns <= MANY) {
        for (let i = 0; i < o.rows; i++)
            for (let j = 0; j < o.columns; j++) {
                const cell = g.append("rect").attr("x", o.x + j * w).attr("y", o.y + i * t).attr("width", w).attr("height", t)
                    .attr("fill", o.colour(o.value(i, j))).attr("data-tip", o.tip(i, j));
                if (w > 6 && t > 6) cell.attr("stroke", "#ffffff").attr("stroke-width", 1);
                if (o.modules) cell.attr("data-m", o.modules(i, j));
            }
    } else picture(g, o);
    g.append("rect").attr("x", o.x).attr("y", o.y).attr("width", o.width).attr("height", o.height).attr("fill", "none")
        .attr("stroke", RULE).attr("pointer-events", "none");
}

function picture(g, o) {
    // Not larger than a screen shows: of more cells every so many-th is painted.
    const rows = Math.min(o.rows, 1000), columns = Math.min(o.columns, 1000);
    const canvas = h("canvas", { width: columns, height: rows });
    const context = canvas.getContext("2d"), image = context.createImageData(columns, rows), cache = new Map();
    const colourOf = (value) => {
        const step = Math.round(value * 500);
        if (!cache.has(step)) cache.set(step, rgb(o.colour(value)));
        return cache.get(step);
    };
    for (let i = 0; i < rows; i++)
        for (let j = 0; j < columns; j++) {
            const c = colourOf(o.value(Math.floor((i * o.rows) / rows), Math.floor((j * o.columns) / columns)));
            image.data.set([c[0], c[1], c[2], 255], 4 * (i * columns + j));
        }
    context.putImageData(image, 0, 0);
    const drawn = g.append("image").attr("x", o.x).attr("y", o.y).attr("width", o.width).attr("height", o.height)
        .attr("preserveAspectRatio", "none").attr("image-rendering", "pixelated").attr("href", canvas.toDataURL("image/png"));
    drawn.attr("data-look", "");
    const inside = (share, count) => Math.max(0, Math.min(count - 1, Math.floor(share * count)));
    lookUp(drawn.node(), (x, y) => o.tip(inside(y, o.rows), inside(x, o.columns)));
}

function rgb(colour) {
    if (colour[0] === "#") return [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
    return colour.match(/[\d.]+/g).map(Number);
}
