// SPDX-License-Identifier: BSD-3-Clause
// Stability: how often every variable stays in its module, and who is with whom, over resamples.
import { bin, median } from "d3-array";
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { ACCENT, amount } from "../colour.js";
import { number, short } from "../dom.js";
import { axis, figure, rulings } from "../figure.js";
import { squares } from "./fit.js";
import { variableBars } from "./modules.js";

export function histogram(svg, width, values, domain, unit, mark) {
    const height = 220, left = 46, bottom = 40, x = scaleLinear(domain, [left, width - 22]).nice();
    const bins = bin().domain(x.domain()).thresholds(20)(values), y = scaleLinear([0, Math.max(...bins.map((b) => b.length))], [height - bottom, 10]).nice(4);
    rulings(svg, y, 4, left, width - 14);
    axis(svg, axisLeft(y).tickValues(y.ticks(4).filter(Number.isInteger)).tickFormat(String), left, 0, "count", 12, (height - bottom) / 2 + 5, true);
    axis(svg, axisBottom(x).ticks(Math.max(3, width / 90)), 0, height - bottom, unit, (left + width) / 2, height - 6);
    bins.forEach((b) => svg.append("rect").attr("x", x(b.x0) + 0.5).attr("width", Math.max(0, x(b.x1) - x(b.x0) - 1)).attr("y", y(b.length)).attr("height", height - bottom - y(b.length))
        .attr("fill", ACCENT).attr("data-tip", `${number(b.x0)} to ${number(b.x1)}: ${b.length}`));
    if (Number.isFinite(mark)) svg.append("line").attr("x1", x(mark)).attr("x2", x(mark)).attr("y1", 6).attr("y2", height - bottom).attr("stroke", "#a34700").attr("stroke-width", 2);
    return height;
}

function shares(d) {
    const m = d.model, share = d.stays.stability;
    const sorted = d.order.slice().sort((a, b) => (m.module[a] || 1e9) - (m.module[b] || 1e9) || share[b] - share[a]);
    const weak = share.filter((s) => s <= 0.5).length;
    return figure({
        id: "fig-stays", title: "How often variables stay in their module",
        draw: (svg, width) => variableBars(svg, width, d, { order: sorted, value: (r) => share[r], high: 1, unit: "share of resamples", line: 0.5, tip: (r) => `${short(m.names[r], 80)}: ${number(share[r], 2)}${d.stays.verdict ? `, ${d.stays.verdict[r]}` : ""}` }),
        wide: m.p > 14, alt: `Shares of ${m.p} variables between ${number(Math.min(...share), 2)} and ${number(Math.max(...share), 2)}.`,
        caption: `Share of resamples in which the variable was in the same module; of an unassigned one, its largest share. ${weak ? `${weak} of ${m.p} variables ${weak === 1 ? "does" : "do"} not exceed` : "Every variable exceeds"} one half (dashed).`,
    });
}

export function stability(d) {
    const list = [], m = d.model, s = d.stability;
    if (d.stays?.stability?.length === m.p) list.push(shares(d));
    if (d.together)
        list.push(figure({
            id: "fig-together", follows: true, title: "Who is with whom", draw: (svg, width) => squares(svg, d, Math.min(width, 540), [["share of resamples in one module", d.together]], amount(1), 0, 1, "share"),
            alt: `${m.p} by ${m.p} matrix of co-assignment.`, caption: "Share of resamples that had two variables in one module, sorted by module. Sharp blocks are modules to rely on; blurred ones merge or split.",
        }));
    const agreement = s?.agreement?.filter(Number.isFinite) ?? [];
    if (agreement.length > 1)
        list.push(figure({
            id: "fig-agreement", entries: [[ACCENT, "resamples"], ["#a34700", "median", null]], title: "Agreement of resamples with the model", draw: (svg, width) => histogram(svg, width, agreement, [Math.min(0, ...agreement), 1], "adjusted Rand index", median(agreement)),
            alt: `${agreement.length} resamples, median ${number(median(agreement), 2)}.`,
            caption: `Adjusted Rand index between the modules of a resample (${s.over}, ${s.resamples} of them) and the model's: 1 is the same partition, 0 what chance gives. Line: the median, ${number(median(agreement), 2)}.`,
        }));
    return list;
}
