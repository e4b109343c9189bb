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
import { path } from "./path.js";

const FEW = 14; // variables that do not need the whole width

// A minus behind the name of a variable that was turned round.
const minus = (m, r) => (m.sign?.[r] < 0 ? "\u2212" : "");
const signs = (m) => (m.sign?.some((s) => s < 0) ? " A minus behind a name: the variable was turned round (--flip)." : "");

function strip(d) {
    const m = d.model, named = m.p <= 400, longest = Math.min(m.p <= 60 ? 24 : 18, Math.max(...m.titles.map((t) => t.length)));
    const draw = (svg, width) => {
        const tagged = d.names && width > 500 ? Math.min(22, Math.max(...d.tags(22).map((n) => n.length))) : 0, left = Math.max(34, 22 + 7.6 * tagged), w = named ? Math.max(44, 14 + 6.6 * longest) : 13, t = named ? 25 : 13, gap = 3, count = Math.max(1, Math.floor((width - left) / w)), titles = d.cut(Math.max(3, Math.floor((w - (m.sign ? 19 : 12)) / 6.4))), tags = d.tags(tagged);
        let y = 2;
        for (const block of d.blocks) {
            const members = d.order.slice(block.begin, block.end), colour = moduleColour(block.module);
            text(svg.append("g").attr("class", "legend"), left - 12, y + (named ? 16 : 10), block.module ? tags[block.module - 1] : "\u2013", { "font-weight": 700, "text-anchor": "end", "data-m": block.module });
            members.forEach((r, i) => {
                const x0 = left + (i % count) * w, y0 = y + Math.floor(i / count) * t;
                svg.append("rect").attr("x", x0).attr("y", y0).attr("width", w - gap).attr("height", t - gap).attr("rx", named ? 5 : 2)
                    .attr("fill", colour).attr("data-m", block.module).attr("data-v", r).attr("data-tip", place(d, r));
                if (named) text(svg, x0 + (w - gap) / 2, y0 + 15, titles[r] + minus(m, r), { "text-anchor": "middle", "font-size": 11, fill: inkOn(colour), "pointer-events": "none", "data-m": block.module });
            });
            y += Math.ceil(members.length / count) * t + (named ? 9 : 7);
        }
        return y;
    };
    return figure({
        id: "fig-modules", title: "Who is in which module", draw, wide: m.p > FEW, alt: `${m.p} variables in ${m.k} modules of ${d.sizes.slice(1).join(", ")}; ${d.sizes[0]} unassigned.`,
        caption: `Every variable in its module, the heaviest first${d.sizes[0] ? "; grey, at the end: unassigned" : ""}. The colour and the number at the left are the module${d.proposed ? ", its name that of the group most of its weight belongs to" : ""}.${signs(m)}`,
    });
}

// A bar for every variable, in rows so short that every bar has its name below; of very many in one row without.
// {order, value(r), high, unit, tip(r), line?}. Returns its height.
export function variableBars(svg, width, d, o) {
    const m = d.model, p = m.p, left = 48, LEAST = 8.6, named = p <= 400, fit_ = Math.max(1, Math.floor((width - left - 6) / LEAST));
    const rows = named ? Math.ceil(p / fit_) : 1, per = Math.ceil(p / rows), w = Math.min(46, (width - left - 6) / per), titles = d.cut(d.letters), bottom = named ? nameRoom(titles) : 30, each = (rows > 1 ? 130 : 174) + bottom + 22;
    for (let row = 0; row < rows; row++) {
        const members = o.order.slice(row * per, (row + 1) * per), top_ = row * each + 22, floor = (row + 1) * each - bottom, right = left + w * members.length, y = scaleLinear([0, o.high], [floor, top_]).nice(4);
        rulings(svg, y, 4, left, right);
        axis(svg, axisLeft(y).ticks(4), left, 0, o.unit, 12, (floor + top_) / 2, true);
        if (o.line !== undefined) svg.append("line").attr("x1", left).attr("x2", right).attr("y1", y(o.line)).attr("y2", y(o.line)).attr("stroke", QUIET).attr("stroke-dasharray", "4 3");
        const names_ = svg.append("g").attr("class", "legend");
        let last = null, from = 0;
        members.forEach((r, i) => {
            const x = left + i * w, module = m.module[r];
            svg.append("rect").attr("x", x).attr("width", Math.max(0.4, w > 12 ? w * 0.82 : w - (w > 3 ? 1 : 0))).attr("y", Math.min(y(o.value(r)), floor - 1))
                .attr("height", Math.max(1, floor - y(o.value(r)))).attr("fill", moduleColour(module)).attr("shape-rendering", w < 4 ? "crispEdges" : null).attr("data-m", module).attr("data-v", r).attr("data-tip", o.tip(r));
            if (named) text(svg, 0, 0, titles[r] + minus(m, r), { transform: `translate(${x + w / 2 + 3},${floor + 7}) rotate(-90)`, "text-anchor": "end", "font-size": Math.min(11, Math.max(8.2, w - 0.4)), fill: QUIET, "data-m": module, "data-v": r });
            if (module !== last) (last = module), (from = i);
            if (i + 1 === members.length || m.module[members[i + 1]] !== module) {
                const middle = left + ((from + i + 1) / 2) * w, room = (i + 1 - from) * w;
                if (room >= (module > 9 ? 15 : 9)) text(names_, middle, top_ - 9, module ? d.tags(Math.floor((room - 8) / 7.6))[module - 1] : "\u2013", { "text-anchor": "middle", "font-weight": 700, "data-m": module });
            }
        });
        if (!named) text(svg, (left + right) / 2, floor + 20, `${p} variables, by module`, { "text-anchor": "middle", fill: QUIET });
    }
    return rows * each;
}

function loadings(d) {
    const m = d.model;
    return figure({
        id: "fig-loadings", title: "Loadings", wide: m.p > FEW, alt: `Weights of ${m.p} variables from 0 to ${number(max(m.weight))}, sorted by module.`,
        draw: (svg, width) => variableBars(svg, width, d, { order: d.order, value: (r) => m.weight[r], high: max(m.weight) || 1, unit: "weight", tip: (r) => place(d, r) }),
        caption: `The entry of W of every variable; its squares sum to 1 within a module. The number above is the module${d.sizes[0] ? ", \u2013 the unassigned, which have none" : ""}.${signs(m)}`,
    });
}

// Names of variables one after the other, cut after a hundred; the sentences of a questionnaire without their full stops.
function names(list) {
    const shown = list.slice(0, 100).map((n) => short(n, 60).replace(/[.\s]+$/, "")), between = shown.some((n) => /[ ,]/.test(n)) ? "; " : ", ";
    return shown.join(between) + (list.length > 100 ? `${between}and ${list.length - 100} more` : "");
}

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
        { title: "variable", value: (r) => m.titles[r], module: (r) => m.module[r], variable: (r) => r },
        { title: "module", value: (r) => m.module[r] }, ...(d.names ? [{ title: "name of the module", value: (r) => d.names[m.module[r] - 1] ?? null }] : []), ...(d.labels?.group ? [{ title: "group", value: (r) => d.labels.group[r] }] : []), { title: "weight", value: (r) => m.weight[r] },
        { title: "evidence (nats)", value: (r) => m.evidence[r] }];
    if (m.sign) columns.push({ title: "sign", value: (r) => m.sign[r] });
    if (d.labels?.name) columns.splice(1, 0, { title: "name in the data", value: (r) => m.variables[r] });
    if (stays?.stability?.length === m.p) columns.push({ title: "stability", value: (r) => stays.stability[r] }, { title: "verdict", value: (r) => stays.verdict?.[r] ?? null });
    if (m.psi) columns.push({ title: "noise factor", value: (r) => m.psi[r] });
    return table({
        id: "variables", title: "Variables", columns, rows: d.order,
        caption: `${d.sizes[0] ? "module 0: unassigned. " : ""}${m.sign ? "sign \u22121: turned round. " : ""}evidence: gain in log-likelihood of the membership.${stays ? " stability: share of resamples that had the variable in its module." : ""}`,
    });
}

export const modules = (d) => [...(d.places ? [space(d), glass(d)] : [strip(d), path(d)]), loadings(d), remarks(d), variables(d)].filter(Boolean);
