// SPDX-License-Identifier: BSD-3-Clause
// Directed connectivity: mean over classes, width by how often an edge comes back in resamples.
import { number } from "../dom.js";
import { figure } from "../figure.js";
import { table } from "../table.js";
import { ring } from "./connectivity.js";

export function directed(d) {
    if (!d.directed?.length) return [];
    const k = d.model.k, sum = new Map();
    for (const one of d.directed)
        one.from?.forEach((from, i) => {
            const a = from - 1, b = one.to[i] - 1;
            if (!(a >= 0 && b >= 0 && a < k && b < k) || a === b || !one.weight[i]) return;
            const e = sum.get(`${a} ${b}`) ?? { a, b, weight: 0, frequency: 0, known: 0, classes: 0, sure: 0 };
            e.weight += one.weight[i];
            e.classes++;
            if (one.identifiable?.[i] === "yes") e.sure++;
            if (Number.isFinite(one.frequency?.[i])) (e.frequency += one.frequency[i]), e.known++;
            sum.set(`${a} ${b}`, e);
        });
    const N = d.directed.length, edges = [...sum.values()].map((e) => ({ ...e, weight: e.weight / N, share: e.known ? e.frequency / e.known : e.classes / N }));
    if (!edges.length) return [];
    const word = edges.some((e) => e.known) ? "share of resamples where it is present" : "share of classes";
    const shown = edges.slice().sort((x, y) => x.share - y.share).slice(-60)
        .map((e) => ({ ...e, width: 0.6 + 5 * e.share, dash: e.sure ? null : "6 4", colour: e.weight < 0 ? "#2f79b5" : "#c2413a", tip: `module ${e.a + 1} \u2192 ${e.b + 1}: mean weight ${number(e.weight, 2)}, ${word} ${number(e.share, 2)}, identifiable in ${e.sure} of ${N} classes` }));
    return [figure({
        id: "fig-directed", title: "Directed connectivity", draw: (svg, width) => ring(svg, width, k, shown, d.sizes.slice(1), true) + 4, alt: `${shown.length} arrows between ${k} modules.`,
        caption: `Arrows from cause to effect, mean over ${N} classes: width is the ${word}, red raises, blue lowers; dashed: in no class do the data tell its direction (${edges.filter((e) => !e.sure).length} of ${edges.length}). Read it with care: it assumes non-Gaussian disturbances, no loops and no common cause outside the modules.`,
    }), table({
        id: "directed", title: "Directed edges", rows: edges.sort((x, y) => y.share - x.share), caption: `Mean over ${N} classes; identifiable in: classes whose disturbances tell the direction.`,
        columns: [{ title: "from", value: (e) => e.a + 1, module: (e) => `${e.a + 1} ${e.b + 1}` }, { title: "to", value: (e) => e.b + 1 }, { title: "weight", value: (e) => e.weight }, { title: word, value: (e) => e.share }, { title: "classes", value: (e) => e.classes }, { title: "identifiable in", value: (e) => e.sure }],
    })];
}
