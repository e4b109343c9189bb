// SPDX-License-Identifier: BSD-3-Clause
// Data quality: how long every class is, how noisy, and how its variables are spread.
import { max, median } from "d3-array";
import { axisLeft } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { ACCENT, QUIET, WARM, signed } from "../colour.js";
import { number, short } from "../dom.js";
import { axis, figure, key, text } from "../figure.js";
import { heat } from "../heat.js";

// Farther from the median than 4 median deviations, which of 1,000 normal values 7 are.
export function outlying(values) {
    const middle = median(values), deviation = median(values, (v) => Math.abs(v - middle));
    return values.map((v) => deviation > 0 && Math.abs(v - middle) > 4 * 1.4826 * deviation);
}

function bars(d, values, colour, unit) {
    return (svg, width) => {
        const height = 210, left = 52, bottom = 40, N = values.length, top = 10;
        const y = scaleLinear([0, max(values) || 1], [height - bottom, top]).nice(5);
        const x = scaleLinear([0, N], [left, width - 8]), w = (width - 8 - left) / N;
        axis(svg, axisLeft(y).ticks(5), left, 0, unit, 14, (height - bottom) / 2 + 5, true);
        values.forEach((v, c) =>
            svg.append("rect").attr("x", x(c)).attr("width", Math.max(0.3, w - (w > 4 ? 1 : 0))).attr("y", y(v)).attr("height", height - bottom - y(v))
                .attr("fill", colour(c)).attr("data-tip", `${short(d.model.classes[c], 80)}: ${number(v)} ${unit}`));
        if (N <= 12 && (width - left) / N > 70)
            d.model.classes.forEach((name, c) => text(svg, x(c) + w / 2, height - bottom + 15, short(name, Math.floor(w / 8)), { "text-anchor": "middle", fill: QUIET, "font-size": 11 }));
        text(svg, (left + width) / 2, height - 6, `${N} classes, in the order of the model`, { "text-anchor": "middle", fill: QUIET });
        return height;
    };
}

export function quality(d) {
    const m = d.model, odd = outlying(m.noise), list = [];
    if (m.n.some((n) => n > 0))
        list.push(figure({
            id: "fig-rows", title: "Rows per class", draw: bars(d, m.n, () => ACCENT, "rows"),
            alt: `${m.N} bars from ${Math.min(...m.n)} to ${Math.max(...m.n)} rows.`,
            caption: `Observations each class was estimated from: ${Math.min(...m.n)} to ${Math.max(...m.n)}. Short classes have a less certain connectivity.`,
        }));
    list.push(figure({
        id: "fig-noise", title: "Noise per class", draw: bars(d, m.noise, (c) => (odd[c] ? WARM : ACCENT), "v"),
        alt: `${m.N} bars from ${number(Math.min(...m.noise))} to ${number(Math.max(...m.noise))}.`,
        caption: `Noise variance v of each class, in units of the scaled data (1: no structure at all). ${odd.filter(Boolean).length || "None"} of ${m.N} lie far from the others (orange).`,
    }));
    if (d.scale && m.N > 1)
        list.push(figure({
            id: "fig-spread", title: "Spread of every variable in every class", draw: spread(d), wide: true,
            alt: `${m.N} rows for classes by ${m.p} columns for variables.`,
            caption: "Standard deviation before scaling, against the median over classes of the same variable: red is wider, blue narrower (a step of 1 doubles it). A whole row off is a class measured differently; a single cell is a variable to look at.",
        }));
    return list;
}

function spread(d) {
    const m = d.model;
    return (svg, width) => {
        const left = 52, right = 8, top = 6, high = Math.max(80, Math.min(420, m.N * 12)), colour = signed(2);
        heat(svg, {
            x: left, y: top, width: width - left - right, height: high, rows: m.N, columns: m.p, colour,
            value: (i, j) => d.scale(i, d.order[j]),
            tip: (i, j) => `${short(m.classes[i], 60)}, ${short(m.names[d.order[j]], 60)}: ${number(2 ** d.scale(i, d.order[j]), 2)} times the median`,
        });
        text(svg, 16, top + high / 2, "classes", { fill: QUIET, transform: `rotate(-90 16 ${top + high / 2})`, "text-anchor": "middle" });
        text(svg, left, top + high + 16, "variables, by module", { fill: QUIET });
        key(svg, Math.max(left, width - 190), top + high + 24, 180, colour, -2, 2, "log2 ratio");
        return top + high + 54;
    };
}

