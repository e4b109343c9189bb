// SPDX-License-Identifier: BSD-3-Clause
// Does the model fit: covariance of the data, of the model, and their difference, by module.
import { INK, QUIET, moduleColour, signed } from "../colour.js";
import { number, short } from "../dom.js";
import { figure, key, text } from "../figure.js";
import { heat } from "../heat.js";
import { found } from "../selection.js";

const MOST = 600; // variables

export function blockFrames(svg, d, x, y, size) {
    const step = size / d.model.p;
    for (const b of d.blocks) {
        svg.append("rect").attr("x", x - 5).attr("y", y + b.begin * step).attr("width", 4).attr("height", (b.end - b.begin) * step).attr("fill", moduleColour(b.module)).attr("data-m", b.module);
        svg.append("rect").attr("x", x + b.begin * step).attr("y", y + b.begin * step).attr("width", (b.end - b.begin) * step).attr("height", (b.end - b.begin) * step)
            .attr("fill", "none").attr("stroke", "#000000").attr("stroke-width", 2.5).attr("pointer-events", "none").attr("data-frame", b.module).attr("visibility", "hidden");
    }
}

// Squares side by side, one below the other where there is no room.
export function squares(svg, d, width, panels, colour, low, high, title) {
    const m = d.model, columns = width < 560 ? 1 : panels.length, letters = (most) => 12 + 6.2 * Math.max(...d.cut(most).map((t) => t.length)), most = [22, 16, 12].find((n) => (width / columns - 18 - letters(n)) / m.p >= 8.5 && letters(n) < 0.42 * (width / columns)), named = most !== undefined, titles = d.cut(most ?? 12), left = named ? letters(most) : 0; // the longest names that leave rows to read
    const gap = 18, cell = width / columns, size = Math.min(cell - gap - left, 680, Math.max(220, m.p * 42));
    panels.forEach(([name, value], i) => {
        const x = (i % columns) * cell + gap / 2 + 4 + left, y = Math.floor(i / columns) * (size + 34) + 20;
        text(svg, x - left, y - 6, name, { "font-weight": 600 });
        heat(svg, {
            x, y, width: size - 4, height: size - 4, rows: m.p, columns: m.p, colour,
            value: (a, b) => value(d.order[a], d.order[b]),
            tip: (a, b) => `${short(m.names[d.order[a]], 50)} \u00d7 ${short(m.names[d.order[b]], 50)}: ${number(value(d.order[a], d.order[b]), 2)}`,
        });
        blockFrames(svg, d, x, y, size - 4);
        const at = d.order.indexOf(found("v") ?? -1), step = (size - 4) / m.p;
        if (at >= 0) for (const across of [true, false]) svg.append("rect").attr("class", "frame").attr("x", across ? x : x + at * step - 1).attr("y", across ? y + at * step - 1 : y).attr("width", across ? size - 4 : step + 2).attr("height", across ? step + 2 : size - 4).attr("fill", "none").attr("stroke", INK).attr("stroke-width", 1.5).attr("pointer-events", "none");
        if (named) titles.forEach((_, a) => text(svg, x - 9, y + (a + 0.5) * step + 3, titles[d.order[a]], { "text-anchor": "end", "font-size": Math.min(11, Math.max(8.2, step - 0.5)), fill: QUIET, "data-m": m.module[d.order[a]], "data-v": d.order[a] }));
    });
    const below = Math.ceil(panels.length / columns) * (size + 34) + 2;
    key(svg, gap / 2 + 4, below, 200, colour, low, high, title);
    return below + 28;
}

function misfit(d) {
    let sum = 0;
    for (let r = 0; r < d.model.p; r++) for (let s = 0; s < r; s++) sum += (d.observed(r, s) - d.fitted(r, s)) ** 2;
    return Math.sqrt(sum / Math.max(1, (d.model.p * (d.model.p - 1)) / 2));
}

export function fit(d) {
    const m = d.model;
    if (m.p > MOST) return [];
    const largest = Math.max(1e-12, ...Array.from({ length: m.p }, (_, r) => (d.observed ? d.observed(r, r) : d.fitted(r, r))));
    const panels = d.observed ? [["data", d.observed], ["model", d.fitted], ["data \u2212 model", (r, s) => d.observed(r, s) - d.fitted(r, s)]] : [["model", d.fitted]];
    return [figure({
        id: "fig-fit", follows: true, title: d.observed ? "Covariance: data, model, residual" : "Covariance of the model", wide: true,
        draw: (svg, width) => squares(svg, d, width, panels, signed(largest), -largest, largest, "covariance"),
        alt: `${m.p} by ${m.p} ${panels.length === 3 ? "matrices of the data, the model and the difference" : "matrix of the model"}, sorted by module.`,
        caption: (d.observed ? `Mean covariance over classes, weighted by rows and sorted by module. Root mean square of the residual off the diagonal: ${number(misfit(d), 2)}. Blocks left in the residual are structure the modules miss.`
            : "Mean fitted covariance over classes, sorted by module. The data were not given: lacon report MODEL INPUT... shows them and the residual beside it.") + " Coloured bars at the left are the modules, from 1 at the top.",
    })];
}
