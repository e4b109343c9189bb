// SPDX-License-Identifier: BSD-3-Clause
// How the fit went: its starts, how far behind the best each ended, how far it agrees with it.
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { ACCENT, QUIET, WARM } from "../colour.js";
import { clean, number, short } from "../dom.js";
import { axis, figure, text } from "../figure.js";
import { histogram } from "./stability.js";

function starts(list) {
    const best = Math.min(...list.map((s) => s.objective)), shown = list.slice().sort((a, b) => a.objective - b.objective).slice(0, 30);
    return figure({
        id: "fig-starts", title: "Starts of the fit", alt: `${list.length} starts; agreement with the best from ${number(Math.min(...list.map((s) => s.agreement)), 2)} to 1.`,
        draw: (svg, width) => {
            const left = Math.min(140, width * 0.34), right = 96, step = 22, height = shown.length * step + 46, x = scaleLinear([0, 1], [left, width - right]);
            axis(svg, axisBottom(x).ticks(5), 0, height - 40, "agreement with the best (adjusted Rand index)", Math.max(150, (left + width - right) / 2), height - 6);
            shown.forEach((s, i) => {
                const y = 13 + i * step, value = Math.max(0, s.agreement ?? 0);
                text(svg, left - 8, y + 4, short(s.name, Math.floor(left / 7.5)), { "text-anchor": "end" });
                svg.append("rect").attr("x", left).attr("y", y - 7).attr("height", 14).attr("width", Math.max(1, x(value) - left)).attr("fill", i === 0 ? WARM : ACCENT).attr("data-tip", `${clean(s.name)}: objective ${number(s.objective, 8)}, agreement ${number(s.agreement, 3)}`);
                text(svg, width - right + 8, y + 4, i === 0 ? "best" : s.objective > best ? `+${number(s.objective - best, 2)}` : "as good", { fill: QUIET, "font-size": 11 });
            });
            return height;
        },
        caption: "Every start of the iteration, the best in orange. At the right: how much worse its objective ended (nats per row). Starts that agree found the same modules; where good starts disagree the data leave the modules open.",
    });
}

function likelihoods(d) {
    const values = d.model.loglik.filter(Number.isFinite);
    if (values.length < 5) return null;
    return figure({
        id: "fig-loglik", title: "Log-likelihood of the classes", alt: `${values.length} classes from ${number(Math.min(...values))} to ${number(Math.max(...values))}.`,
        draw: (svg, width) => histogram(svg, width, values, [Math.min(...values), Math.max(...values)], "log-likelihood per row (nats)"),
        caption: "Training log-likelihood per row of each class. Classes far to the left are described badly by the common modules; the table of classes sorts by it.",
    });
}

function ranks(d) {
    const m = d.model, counts = Array.from({ length: m.k + 1 }, (_, r) => m.kept.filter((x) => x === r).length);
    return figure({
        id: "fig-rank", title: "Rank of the connectivity", alt: `${counts[m.k]} of ${m.N} classes have full rank ${m.k}.`,
        draw: (svg, width) => {
            const height = 200, left = 46, bottom = 40, y = scaleLinear([0, Math.max(...counts)], [height - bottom, 8]).nice(4), w = (width - left - 10) / (m.k + 1);
            axis(svg, axisLeft(y).ticks(4).tickFormat((v) => (Number.isInteger(v) ? v : "")), left, 0, "classes", 12, (height - bottom) / 2 + 5, true);
            counts.forEach((n, r) => {
                svg.append("rect").attr("x", left + r * w + 1).attr("width", Math.max(1, w - 2)).attr("y", y(n)).attr("height", height - bottom - y(n)).attr("fill", r === m.k ? ACCENT : WARM).attr("data-tip", `rank ${r}: ${n} classes`);
                if (w > 14 || r % 5 === 0) text(svg, left + (r + 0.5) * w, height - bottom + 14, r, { "text-anchor": "middle", fill: QUIET, "font-size": 11 });
            });
            text(svg, (left + width) / 2, height - 6, "rank of G", { "text-anchor": "middle", fill: QUIET });
            return height;
        },
        caption: `Directions of G above the noise, of ${m.k}: blue is full rank. In the others a module, or a combination of them, was not told from noise, and its connectivity there is set to zero.`,
    });
}

export function convergence(d) {
    const list = d.about?.starts?.filter((s) => Number.isFinite(s.objective)) ?? [];
    return [list.length > 1 ? starts(list) : null, likelihoods(d), ranks(d)].filter(Boolean);
}
