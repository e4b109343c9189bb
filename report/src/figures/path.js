// SPDX-License-Identifier: BSD-3-Clause
// The path diagram of few variables, as programs for structural equations draw it: modules as circles, their variables as
// boxes, loadings on the arrows between them, correlations of the modules on arcs.
import { PAPER, QUIET, inkOn, moduleColour } from "../colour.js";
import { number, short } from "../dom.js";
import { figure, text } from "../figure.js";
import { NEGATIVE, POSITIVE, byTwo, cellNumber } from "./connectivity.js";

const MOST = 60, MODULES = 10; // variables and modules it is drawn for

// Of a variable with its module, both scaled to variance 1 by the mean model: w sqrt(G) / sqrt(w^2 G + v).
const loading = (d, r) => { const j = d.model.module[r] - 1, own = d.model.weight[r] ** 2 * d.G.meanCovariance[j][j]; return Math.sqrt(own / (own + d.G.noise)); };

export function path(d) {
    const m = d.model, blocks = d.blocks.filter((b) => b.module > 0), k = blocks.length;
    if (m.p > MOST || k > MODULES || !k) return null;
    const draw = (svg, width) => {
        const titles = d.cut(width < 500 ? 14 : 26), wide = Math.min(width * 0.4, 20 + 6.6 * Math.max(...titles.map((t) => t.length))), step = 24, gap = 16, arcs = Math.min(width * 0.3, 40 * k), cx = Math.min(width - arcs - 34, wide + 230), R = 19, middle = [];
        let y = 6;
        for (const b of blocks) {
            const members = d.order.slice(b.begin, b.end), cy = y + (members.length * step) / 2, colour = moduleColour(b.module);
            middle[b.module] = cy;
            members.forEach((r, i) => {
                const own = y + (i + 0.5) * step, value = loading(d, r), tip = `${short(m.names[r], 60)}: ${d.called(b.module)}, standardised loading ${number(value, 2)}, weight ${number(m.weight[r])}`;
                svg.append("line").attr("class", "loading").attr("x1", cx - R).attr("y1", cy).attr("x2", wide + 6).attr("y2", own).attr("stroke", colour).attr("stroke-width", (0.5 + 4 * value).toFixed(2)).attr("data-m", b.module).attr("data-tip", tip);
                svg.append("path").attr("d", `M${wide + 1},${own}l9,-4v8z`).attr("fill", colour).attr("data-m", b.module);
                svg.append("rect").attr("x", 2).attr("y", own - 10).attr("width", wide - 2).attr("height", 20).attr("fill", PAPER).attr("stroke", colour).attr("stroke-width", 1.4).attr("data-m", b.module).attr("data-v", r).attr("data-tip", tip);
                text(svg, wide / 2 + 1, own + 4, titles[r], { "text-anchor": "middle", "font-size": 11, "data-m": b.module, "pointer-events": "none" });
                text(svg, wide + 12 + 0.16 * (cx - wide), own + (cy - own) * 0.16 - 3, cellNumber(value), { "font-size": 10, fill: QUIET, "text-anchor": "middle", "data-m": b.module, stroke: PAPER, "stroke-width": 3, "paint-order": "stroke" });
            });
            y += members.length * step + gap;
        }
        blocks.forEach((a, i) => blocks.slice(i + 1).forEach((b, n) => {
            const r = d.G.mean[a.module - 1][b.module - 1], far = 14 + (arcs - 44) * ((n + 1) / Math.max(1, k - 1)), [y0, y1] = [middle[a.module], middle[b.module]], modules = byTwo(a.module - 1, b.module - 1);
            svg.append("path").attr("class", "covariance").attr("d", `M${cx + R},${y0}C${cx + R + far * 1.33},${y0} ${cx + R + far * 1.33},${y1} ${cx + R},${y1}`).attr("fill", "none").attr("stroke", r < 0 ? NEGATIVE : POSITIVE).attr("stroke-width", (0.6 + 4 * Math.abs(r)).toFixed(2)).attr("stroke-opacity", 0.75).attr("data-m", modules).attr("data-tip", `${d.both(a.module, b.module)}: mean correlation ${number(r, 2)}`);
            if (k <= 6) text(svg, cx + R + far, (y0 + y1) / 2 + 4, cellNumber(r), { "font-size": 10, "text-anchor": "middle", "data-m": modules, stroke: PAPER, "stroke-width": 3, "paint-order": "stroke" });
        }));
        for (const b of blocks) {
            svg.append("circle").attr("cx", cx).attr("cy", middle[b.module]).attr("r", R).attr("fill", moduleColour(b.module)).attr("data-m", b.module).attr("data-tip", `${d.called(b.module)}: ${d.sizes[b.module]} variables`);
            text(svg, cx, middle[b.module] + 4, b.module, { "text-anchor": "middle", "font-weight": 700, fill: inkOn(moduleColour(b.module)), "pointer-events": "none", "data-m": b.module });
            if (d.names?.[b.module - 1]) text(svg, cx, middle[b.module] + R + 13, short(d.names[b.module - 1], Math.max(6, Math.min(20, Math.floor((2 * (0.84 * (cx - wide) - 26)) / 6.8)))), { "text-anchor": "middle", "font-size": 11, "font-weight": 600, "data-m": b.module, stroke: PAPER, "stroke-width": 3, "paint-order": "stroke" });
        }
        return y + (d.names ? 12 : 0);
    };
    return figure({
        id: "fig-path", title: "Path diagram", draw, wide: true, alt: `${k} modules with ${m.p - d.sizes[0]} variables and the correlations between them.`,
        entries: [[QUIET, "to a box: standardised loading", null], [POSITIVE, "arc: correlation above zero", null], [NEGATIVE, "below zero", null]],
        caption: `Circles are modules, boxes their variables, the heaviest first. Numbers on the arrows are standardised loadings of the mean model (correlation of a variable with its module), those on the arcs mean correlations of the modules${k > 6 ? " (beside the pointer)" : ""}; both are as wide as they are strong.${d.sizes[0] ? ` ${d.sizes[0]} unassigned variables are left out.` : ""}`,
    });
}
