// SPDX-License-Identifier: BSD-3-Clause
// The modules: where their variables are (brain.js) or which they are (a strip), the loadings, and the
// variables that belong nowhere or would rather be turned round.
import { max } from "d3-array";
import { axisLeft } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { QUIET, inkOn, moduleColour } from "../colour.js";
import { clean, counted, h, number, short } from "../dom.js";
import { axis, figure, nameRoom, rulings, text, top } from "../figure.js";
import { table } from "../table.js";
import { glass, place, space } from "./brain.js";

const FEW = 14; // variables that do not need the whole width

// A variable by name, with a minus behind one that was turned round.
const marked = (m, r, most) => (m.sign?.[r] < 0 ? `${short(m.titles[r], most - 1)}\u2212` : short(m.titles[r], most));
const signs = (m) => (m.sign?.some((s) => s < 0) ? " A minus behind a name: the variable was turned round (--flip)." : "");

function strip(d) {
    const m = d.model, named = m.p <= 200, longest = Math.min(18, Math.max(...m.titles.map((t) => t.length)));
    const draw = (svg, width) => {
        const left = 34, w = named ? Math.max(44, 14 + 6.6 * longest) : 13, t = named ? 25 : 13, gap = 3, count = Math.max(1, Math.floor((width - left) / w)), letters = Math.max(3, Math.floor((w - 12) / 6.4));
        let y = 2;
        for (const block of d.blocks) {
            const members = d.order.slice(block.begin, block.end), colour = moduleColour(block.module);
            text(svg, 22, y + (named ? 16 : 10), block.module || "\u2013", { "font-weight": 700, "text-anchor": "end", "data-m": block.module });
            members.forEach((r, i) => {
                const x0 = left + (i % count) * w, y0 = y + Math.floor(i / count) * t;
                svg.append("rect").attr("x", x0).attr("y", y0).attr("width", w - gap).attr("height", t - gap).attr("rx", named ? 5 : 2)
                    .attr("fill", colour).attr("data-m", block.module).attr("data-tip", place(m, r));
                if (named) text(svg, x0 + (w - gap) / 2, y0 + 15, marked(m, r, letters), { "text-anchor": "middle", "font-size": 11, fill: inkOn(colour), "pointer-events": "none", "data-m": block.module });
            });
            y += Math.ceil(members.length / count) * t + (named ? 9 : 7);
        }
        return y;
    };
    return figure({
        id: "fig-modules", title: "Who is in which module", draw, wide: m.p > FEW, alt: `${m.p} variables in ${m.k} modules of ${d.sizes.slice(1).join(", ")}; ${d.sizes[0]} unassigned.`,
        caption: `Every variable in its module, the heaviest first${d.sizes[0] ? "; grey, at the end: unassigned" : ""}.${signs(m)}`,
    });
}

function loadings(d) {
    const m = d.model;
    const draw = (svg, width) => {
        const left = 48, w = Math.min(46, (width - left - 6) / m.p), named = w > 9.5, bottom = named ? nameRoom(m.titles) : 30, height = 196 + bottom, top_ = 22;
        const y = scaleLinear([0, max(m.weight) || 1], [height - bottom, top_]).nice(4), right = left + w * m.p;
        rulings(svg, y, 4, left, right);
        axis(svg, axisLeft(y).ticks(4), left, 0, "weight", 12, (height - bottom) / 2 + 8, true);
        d.order.forEach((r, i) => {
            const x = left + i * w;
            svg.append("rect").attr("x", x).attr("width", Math.max(0.4, w > 12 ? w * 0.82 : w - (w > 3 ? 1 : 0))).attr("y", Math.min(y(m.weight[r]), height - bottom - 1))
                .attr("height", Math.max(1, height - bottom - y(m.weight[r]))).attr("fill", moduleColour(m.module[r])).attr("shape-rendering", w < 4 ? "crispEdges" : null).attr("data-m", m.module[r]).attr("data-tip", place(m, r));
            if (named) text(svg, 0, 0, marked(m, r, 14), { transform: `translate(${x + w / 2 + 2},${height - bottom + 7}) rotate(-90)`, "text-anchor": "end", "font-size": Math.min(11, Math.max(9.5, w)), fill: QUIET, "data-m": m.module[r] });
        });
        let last = -99;
        d.blocks.forEach((b) => {
            const x = left + ((b.begin + b.end) / 2) * w;
            if (x - last < (b.module > 9 ? 21 : 15)) return;
            last = x;
            text(svg, x, 13, b.module || "\u2013", { "text-anchor": "middle", "font-weight": 700, "data-m": b.module });
        });
        if (!named) text(svg, (left + right) / 2, height - 8, `${m.p} variables, by module and weight`, { "text-anchor": "middle", fill: QUIET });
        return height;
    };
    return figure({
        id: "fig-loadings", title: "Loadings", draw, wide: m.p > FEW, alt: `Weights of ${m.p} variables from 0 to ${number(max(m.weight))}, sorted by module.`,
        caption: `The entry of W of every variable; its squares sum to 1 within a module. The number above is the module${d.sizes[0] ? ", \u2013 the unassigned, which have none" : ""}.${signs(m)}`,
    });
}

// Names of variables one after the other, cut after a hundred.
const names = (list) => list.slice(0, 100).map((n) => short(n, 40)).join(", ") + (list.length > 100 ? `, and ${list.length - 100} more` : "");

function remarks(d) {
    const m = d.model, a = d.about ?? {}, title = (name) => m.titles[m.variables.indexOf(name)] ?? clean(name);
    const apart = d.order.filter((r) => m.module[r] === 0).map((r) => m.titles[r]), turned = (a.flipped ?? []).map(title), would = (a.would_fit_flipped ?? []).map(title);
    const list = [
        apart.length && [`Unassigned: ${counted(apart.length, "variable")}`, `${names(apart)}. In none of the modules: their membership did not improve the likelihood enough.`],
        turned.length && [`Turned round: ${counted(turned.length, "variable")}`, `${names(turned)}. They enter with the opposite sign (--flip).`],
        would.length && [`Would fit with the sign turned: ${counted(would.length, "variable")}`, `${names(would)}. ${turned.length ? "They would gain by the other sign as well: theirs is a guess." : "They go against a module, which weights without a sign cannot show: reflect them if what they measure says so (--flip TABLE); --flip auto guesses from the data."}`]].filter(Boolean);
    if (!list.length) return null;
    return h("section", { id: "remarks", class: "words", "aria-label": "Variables to look at" }, top("remarks", "Variables to look at"), h("dl", { class: "lists" }, list.map(([what, who]) => h("div", {}, h("dt", {}, what), h("dd", {}, h("bdi", {}, who))))));
}

function variables(d) {
    const m = d.model, stays = d.stays;
    const columns = [
        { title: "variable", value: (r) => m.titles[r], module: (r) => m.module[r] },
        { title: "module", value: (r) => m.module[r] }, { title: "weight", value: (r) => m.weight[r] },
        { title: "evidence (nats)", value: (r) => m.evidence[r] }];
    if (m.sign) columns.push({ title: "sign", value: (r) => m.sign[r] });
    if (d.places?.name) columns.splice(1, 0, { title: "name in the data", value: (r) => m.variables[r] });
    if (stays?.stability?.length === m.p) columns.push({ title: "stability", value: (r) => stays.stability[r] }, { title: "verdict", value: (r) => stays.verdict?.[r] ?? null });
    if (m.psi) columns.push({ title: "noise factor", value: (r) => m.psi[r] });
    return table({
        id: "variables", title: "Variables", columns, rows: d.order,
        caption: `module 0: unassigned. ${m.sign ? "sign \u22121: turned round. " : ""}evidence: gain in log-likelihood of the membership. stability: share of resamples that had the variable in its module.`,
    });
}

export const modules = (d) => [...(d.places ? [space(d), glass(d)] : [strip(d)]), loadings(d), remarks(d), variables(d)].filter(Boolean);
