// SPDX-License-Identifier: BSD-3-Clause
// How the fit went: the way of every start, where it ended and how far it agrees with the best, likelihoods and
// ranks of the classes.
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear, scaleLog } from "d3-scale";
import { line } from "d3-shape";
import { ACCENT, QUIET, WARM, moduleColour } from "../colour.js";
import { clean, number, short } from "../dom.js";
import { axis, figure, legend, rulings, text } from "../figure.js";
import { histogram } from "./stability.js";

const SHOWN = 30;
const byEnd = (list) => list.slice().sort((a, b) => a.above - b.above);

function starts(list, unit) {
    const shown = byEnd(list).slice(0, SHOWN), least = Math.min(...list.map((s) => s.agreement));
    return figure({
        id: "fig-starts", entries: [[WARM, "the best"], [ACCENT, "the others"]], title: "Where the starts ended", alt: `${list.length} starts; agreement with the best from ${number(least, 2)} to 1.`,
        draw: (svg, width) => {
            const left = Math.min(126, width * 0.34), right = 86, step = 24, height = shown.length * step + 46, x = scaleLinear([0, 1], [left, width - right]);
            axis(svg, axisBottom(x).ticks(Math.max(2, Math.min(4, (width - left - right) / 45))), 0, height - 40, "agreement with the best (ARI)", (left + width - right) / 2, height - 6);
            shown.forEach((s, i) => {
                const y = 13 + i * step, value = Math.max(0, s.agreement ?? 0);
                text(svg, left - 8, y + 4, short(s.name, Math.floor(left / 7)), { "text-anchor": "end" });
                svg.append("rect").attr("x", left).attr("y", y - 6).attr("height", 12).attr("rx", 2).attr("width", Math.max(1, x(value) - left)).attr("fill", i === 0 ? WARM : ACCENT).attr("data-tip", `${clean(s.name)}: ${number(s.above, 2)} above the best, agreement ${number(s.agreement, 3)}`);
                text(svg, width - right + 8, y + 4, i === 0 ? "best" : s.above > 1e-8 ? `+${number(s.above, 2)}` : "as good", { fill: QUIET, "font-size": 11 });
            });
            return height;
        },
        caption: `Every start of the iteration, the best in orange${list.length > SHOWN ? ` (the best ${SHOWN} of ${list.length})` : ""}: how far its modules are those of the best start (adjusted Rand index; before variables were left unassigned), and at the right how much worse it ended (${unit}). Where good starts disagree the data leave the modules open.`,
    });
}

// Falls from where it began to the best, on a scale of powers of ten; below FLOOR it is there.
const FLOOR = 1e-9;
function ways(list, unit) {
    const shown = byEnd(list.filter((s) => s.trace?.step?.length > 1)).slice(0, 10).reverse();
    if (!shown.length) return null;
    const below = shown.some((s) => s.trace.above.some((v) => v < -1e-6)), all = shown.flatMap((s) => s.trace.above), colour = (i) => (i === shown.length - 1 ? WARM : moduleColour(1 + ((shown.length - 1 - i) % 10)));
    return figure({
        id: "fig-trace", title: "How the starts converged", alt: `Objective above the best along ${shown.length} starts, at most ${Math.max(...shown.flatMap((s) => s.trace.step))} steps.`,
        draw: (svg, width) => {
            const height = 270, left = 60, bottom = 42, top = 10, most = Math.max(...all, 1e-6);
            const y = below ? scaleLinear([Math.min(...all), most], [height - bottom, top]).nice() : scaleLog([FLOOR, most], [height - bottom, top]).nice();
            const x = scaleLinear([0, Math.max(...shown.flatMap((s) => s.trace.step))], [left, width - 12]), value = (v) => y(below ? v : Math.max(FLOOR, v));
            const powers = below ? y.ticks(5) : Array.from({ length: 20 }, (_, i) => 10 ** (i - 9)).filter((v, i) => v <= y.domain()[1] * 1.01 && i % 2 === 0);
            powers.forEach((v) => svg.append("line").attr("x1", left).attr("x2", width - 12).attr("y1", y(v)).attr("y2", y(v)).attr("stroke", "#eceff2"));
            const scale = axisLeft(y).tickValues(powers);
            axis(svg, below ? scale.tickFormat((v) => (v !== 0 && Math.abs(v) < 0.01 ? (+v.toPrecision(2)).toExponential() : String(+v.toPrecision(2))).replace(/^-/, "\u2212")) : scale.tickFormat((v) => `1e${Math.round(Math.log10(v))}`.replace("-", "\u2212")), left, 0, `above the best (${unit})`, 13, (height - bottom) / 2 + 4, true);
            axis(svg, axisBottom(x).ticks(Math.min(x.domain()[1], width / 70)).tickFormat((v) => (Number.isInteger(v) ? v : "")), 0, height - bottom, "step", (left + width) / 2, height - 6);
            shown.forEach((s, i) => {
                const points = s.trace.step.map((t, j) => [t, s.trace.above[j]]);
                svg.append("path").attr("d", line((p) => x(p[0]), (p) => value(p[1]))(points)).attr("fill", "none").attr("stroke", colour(i)).attr("stroke-width", i === shown.length - 1 ? 2.4 : 1.5).attr("data-tip", clean(s.name));
                points.forEach((p) => svg.append("circle").attr("cx", x(p[0])).attr("cy", value(p[1])).attr("r", 2.6).attr("fill", colour(i)).attr("data-tip", `${clean(s.name)}, step ${p[0]}: ${number(p[1], 2)} above the best`));
            });
            return height + legend(svg, left, height + 10, width - left, shown.map((s, i) => [colour(i), short(s.name, 20), null]).reverse());
        },
        caption: `How far the objective is above the best one reached, after every step of ${shown.length < list.length ? `the best ${shown.length} starts` : "every start"}${below ? "; the solver may go below it while W is not orthonormal yet" : `; what is nearer than ${FLOOR.toExponential(0)} is drawn there`}. Steps of split and merge are rounds.`,
    });
}

function errors(list) {
    const shown = byEnd(list.filter((s) => s.trace?.orthonormality_error)).slice(0, 10).reverse();
    if (!shown.length) return null;
    return figure({
        id: "fig-orthonormal", entries: [[WARM, "the best start", null], [ACCENT, "the others", null]], title: "How far W is from orthonormal", alt: `Largest entry of W'W minus I along ${shown.length} starts.`,
        draw: (svg, width) => {
            const height = 240, left = 60, bottom = 42, top = 10, all = shown.flatMap((s) => s.trace.orthonormality_error).map((v) => Math.max(1e-9, v)), y = scaleLog([Math.min(...all), Math.max(...all, 1)], [height - bottom, top]).nice();
            const x = scaleLinear([0, Math.max(...shown.flatMap((s) => s.trace.step))], [left, width - 12]);
            axis(svg, axisLeft(y).ticks(5, "~e"), left, 0, "largest entry of W\u2032W \u2212 I", 13, (height - bottom) / 2 + 4, true);
            axis(svg, axisBottom(x).ticks(width / 70), 0, height - bottom, "step", (left + width) / 2, height - 6);
            shown.forEach((s, i) => svg.append("path").attr("d", line((t) => x(t), (_, j) => y(Math.max(1e-9, s.trace.orthonormality_error[j])))(s.trace.step)).attr("fill", "none").attr("stroke", i === shown.length - 1 ? WARM : ACCENT).attr("stroke-width", i === shown.length - 1 ? 2.4 : 1.2).attr("data-tip", clean(s.name)));
            return height;
        },
        caption: "The penalty method meets the constraint only in the end: how far it is from it after every step, the best start in orange. The result is projected, and meets it exactly.",
    });
}

function likelihoods(d) {
    const values = d.model.loglik.filter(Number.isFinite);
    if (values.length < 5) return null;
    return figure({
        id: "fig-loglik", entries: [[ACCENT, "classes"]], title: "Log-likelihood of the classes", alt: `${values.length} classes from ${number(Math.min(...values))} to ${number(Math.max(...values))}.`,
        draw: (svg, width) => histogram(svg, width, values, [Math.min(...values), Math.max(...values)], "log-likelihood per row (nats)"),
        caption: "Training log-likelihood per row of each class. Classes far to the left are described badly by the common modules; the table of classes sorts by it.",
    });
}

function ranks(d) {
    const m = d.model, counts = Array.from({ length: m.k + 1 }, (_, r) => m.kept.filter((x) => x === r).length), lost = m.N - counts[m.k];
    return figure({
        id: "fig-rank", entries: [[ACCENT, "full rank"], ...(lost ? [[WARM, "less"]] : [])], title: "Rank of the connectivity", alt: `${counts[m.k]} of ${m.N} classes have full rank ${m.k}.`,
        draw: (svg, width) => {
            const height = 220, left = 46, bottom = 42, y = scaleLinear([0, Math.max(...counts)], [height - bottom, 8]).nice(4), w = Math.min(60, (width - left - 10) / (m.k + 1)), right = left + w * (m.k + 1);
            rulings(svg, y, 4, left, right);
            axis(svg, axisLeft(y).tickValues(y.ticks(4).filter(Number.isInteger)).tickFormat(String), left, 0, "classes", 12, (height - bottom) / 2 + 5, true);
            counts.forEach((n, r) => {
                svg.append("rect").attr("x", left + r * w + 2).attr("width", Math.max(1, w - 4)).attr("y", y(n)).attr("height", height - bottom - y(n)).attr("fill", r === m.k ? ACCENT : WARM).attr("data-tip", `rank ${r}: ${n} classes`);
                if (w > 16 || r % 5 === 0) text(svg, left + (r + 0.5) * w, height - bottom + 15, r, { "text-anchor": "middle", fill: QUIET, "font-size": 11 });
            });
            text(svg, (left + right) / 2, height - 6, "rank of G", { "text-anchor": "middle", fill: QUIET });
            return height;
        },
        caption: `Directions of G above the noise, of ${m.k}. ${lost ? `In ${lost} of ${m.N} classes (orange) a module, or a combination of them, was not told from noise, and its connectivity there is set to zero.` : "All classes have full rank: every module stands out from the noise everywhere."}`,
    });
}

export function convergence(d) {
    const list = d.about?.starts?.filter((s) => Number.isFinite(s.above)) ?? [], unit = d.about?.objective === "sm" ? "score" : "nats per row";
    return [list.length ? ways(list, unit) : null, list.length ? errors(list) : null, list.length > 1 ? starts(list, unit) : null, likelihoods(d), ranks(d)].filter(Boolean);
}
