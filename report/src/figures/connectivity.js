// SPDX-License-Identifier: BSD-3-Clause
// Connectivity of the modules: mean and spread over classes, as a circle, and class by class.
import { extent, max } from "d3-array";
import { axisBottom } from "d3-axis";
import { scaleLinear } from "d3-scale";
import { INK, PAPER, QUIET, amount, inkOn, moduleColour, signed } from "../colour.js";
import { h, number, short } from "../dom.js";
import { axis, figure, key, legend, redrawFigure, text } from "../figure.js";
import { heat } from "../heat.js";
import { choose, onFind } from "../selection.js";
import { table } from "../table.js";

export const POSITIVE = "#c2413a", NEGATIVE = "#2f79b5";
export const byTwo = (i, j) => `${i + 1} ${j + 1}`;

// A k × k matrix with its modules named and coloured along the edges; marks(i, j) is written into the cell.
// names: beside the numbers of the rows. Cells are no larger than they need to be read, and a number is written only
// where it fits. order: in which the modules stand. Returns where it ends, below.
export function moduleMatrix(svg, o) {
    const k = o.k, at_ = o.order ?? Array.from({ length: k }, (_, j) => j), value = (i, j) => o.value(at_[i], at_[j]), pair = (i, j) => byTwo(at_[i], at_[j]), letters = o.names ? max(o.names, (n) => n.length) : 0, left = Math.max(30, letters > 2 ? 17 + 7.6 * letters : 30), top = 26, size = Math.min(o.width - left - 4, o.most ?? 480, k * 74), step = size / k;
    heat(svg, { x: o.x + left, y: o.y + top, width: size, height: size, rows: k, columns: k, colour: o.colour, value, tip: (i, j) => o.tip(at_[i], at_[j]), modules: pair });
    for (let j = 0; j < k; j++) {
        const number_ = at_[j] + 1, colour = moduleColour(number_), at = (j + 0.1) * step, long = step * 0.8;
        svg.append("rect").attr("x", o.x + left + at).attr("y", o.y + top - 6).attr("width", long).attr("height", 4).attr("fill", colour).attr("data-m", number_);
        svg.append("rect").attr("x", o.x + left - 6).attr("y", o.y + top + at).attr("width", 4).attr("height", long).attr("fill", colour).attr("data-m", number_);
        if (step < 10 && j % 5 !== 4) continue;
        const name = { "text-anchor": "middle", "font-size": step < 13 ? 9.5 : 12, "font-weight": 600, "data-m": number_ };
        if (step >= 19 || k <= 9 || (step >= 10 ? j % 2 === 0 : true)) text(svg, o.x + left + (j + 0.5) * step, o.y + top - 11, number_, name);
        text(svg, o.x + left - 10, o.y + top + (j + 0.5) * step + 4, letters ? o.names[at_[j]] : number_, { ...name, "text-anchor": "end" });
    }
    const written = o.marks ?? ((a, b) => (a === b ? "" : cellNumber(o.value(a, b)))), write = (i, j) => written(at_[i], at_[j]);
    const longest = Math.max(1, ...Array.from({ length: k * k }, (_, n) => write(Math.floor(n / k), n % k).length)), font = Math.min(12, step / (0.62 * longest + 0.4)); // a digit is .55 to .62 of its height wide
    if (font >= 8.5)
        for (let i = 0; i < k; i++)
            for (let j = 0; j < k; j++) {
                const words = write(i, j);
                if (words) text(svg, o.x + left + (j + 0.5) * step, o.y + top + (i + 0.5) * step + 4, words,
                    { "text-anchor": "middle", "font-size": font, fill: inkOn(o.colour(value(i, j))), "pointer-events": "none", "data-m": pair(i, j), "data-cell": step });
            }
    return { end: top + size, step, left, top, numbers: font >= 8.5 };
}

// Two decimals and no leading zero: what a cell has room for.
export const cellNumber = (v) => (Number.isFinite(v) ? v.toFixed(2).replace(/^-0\.00$/, ".00").replace(/^(-?)0\./, "$1.").replace("-", "\u2212") : "");

// Letters of a name beside a matrix of this width.
export const nameLetters = (width) => (width < 300 ? 0 : Math.min(16, Math.floor(width / 34)));

// Average linkage of 1 - r: {order, joins: [{a, b, height}]}, where a and b are clusters, k and later those joined before.
export function cluster(r) {
    const k = r.length, list = Array.from({ length: k }, (_, j) => ({ id: j, members: [j], at: 0 })), joins = [];
    const far = (p, q) => p.members.reduce((s, a) => s + q.members.reduce((t, b) => t + 1 - r[a][b], 0), 0) / (p.members.length * q.members.length);
    while (list.length > 1) {
        let best = [Infinity];
        for (let i = 0; i < list.length; i++) for (let j = i + 1; j < list.length; j++) { const d = far(list[i], list[j]); if (d < best[0]) best = [d, i, j]; }
        const [height, i, j] = best, [p, q] = [list[i], list[j]];
        list.splice(j, 1);
        list[i] = { id: k + joins.length, members: [...p.members, ...q.members] };
        joins.push({ a: p.id, b: q.id, height });
    }
    return { order: list[0]?.members ?? [], joins };
}

// The tree beside a matrix: its leaves are the rows.
function tree(svg, c, x, y, step, width) {
    const k = c.order.length, most = Math.max(1e-9, ...c.joins.map((j) => j.height)), across = (h_) => x + (width * h_) / most, at = new Map(c.order.map((j, i) => [j, [x, y + (i + 0.5) * step]]));
    c.joins.forEach((j, n) => {
        const [[xa, ya], [xb, yb]] = [at.get(j.a), at.get(j.b)], to = across(j.height);
        svg.append("path").attr("class", "tree").attr("d", `M${xa},${ya}H${to}V${yb}H${xb}`).attr("fill", "none").attr("stroke", QUIET).attr("stroke-width", 1.2).attr("data-tip", `joined at r = ${number(1 - j.height, 2)}`);
        at.set(k + n, [to, (ya + yb) / 2]);
    });
}

// Mean connectivity, in the order of the modules' numbers or of their likeness, with the tree of that.
function meanMatrix(d, told) {
    const k = d.model.k, mean = d.G.mean, c = cluster(mean);
    let by = k >= 4 ? "likeness" : "number";
    const control = k >= 3 ? h("div", { class: "control" }, h("label", {}, "modules ", h("select", { id: "mean-order", onchange: (e) => ((by = e.target.value), redrawFigure("fig-mean")) }, [["likeness", "by likeness"], ["number", "by number"]].map(([id, words]) => h("option", { value: id, selected: id === by }, words))))) : null;
    return figure({
        id: "fig-mean", title: "Mean connectivity", controls: control, large: k > 6, alt: `${k} by ${k} matrix of correlation.`,
        draw: (svg, width) => {
            const room = by === "likeness" && k > 2 ? Math.min(70, width * 0.16) : 0;
            const { end, step, left, top } = moduleMatrix(svg, { k, x: 0, y: 0, width: width - room, colour: signed(1), order: by === "likeness" ? c.order : undefined, names: d.tags(nameLetters(width - room)), value: (i, j) => mean[i][j], tip: (i, j) => (i === j ? d.called(i + 1) : `${d.both(i + 1, j + 1)}: ${number(mean[i][j], 3)}${told(i, j)}`) });
            if (room) tree(svg, c, left + k * step + 4, top, step, room - 10);
            key(svg, left, end + 12, Math.min(180, width - left - 10), signed(1), -1, 1, "correlation");
            return end + 40;
        },
        caption: `Correlation of the latent variables of two modules${d.model.N > 1 ? ", mean over classes weighted by rows" : ""}${k > 2 ? "; by likeness, modules that go together stand together (average linkage of 1 \u2212 r, the tree at the right)" : ""}.${d.proposed ? " Names of modules are those of the group that most of their weight belongs to." : ""}`,
    });
}

function matrix(d, id, title, values, colour, low, high, unit, caption) {
    const k = d.model.k;
    return figure({
        id, title, caption, large: k > 12, alt: `${k} by ${k} matrix of ${unit}.`,
        draw: (svg, width) => {
            const { end, left } = moduleMatrix(svg, { k, x: 0, y: 0, width, colour, names: d.tags(nameLetters(width)), value: (i, j) => values[i][j], tip: (i, j) => (i === j ? d.called(i + 1) : `${d.both(i + 1, j + 1)}: ${number(values[i][j], 3)}`) });
            key(svg, left, end + 12, Math.min(180, width - left - 10), colour, low, high, unit);
            return end + 40;
        },
    });
}

// What is written outside of a circle: names of modules where they have any and there is room.
export const ringNames = (d, width) => (d.plain ? d.cut(14) : d.names && width >= 420 ? d.names.map((n) => (n ? short(n, 12) : "")) : null);

// An arrow's head at the end (x, y) of a curve that comes from (cx, cy).
function head(svg, x, y, cx, cy, e) {
    const angle = Math.atan2(y - cy, x - cx), s = 6 + 1.4 * e.width, wing = (turn) => `${x - s * Math.cos(angle + turn)},${y - s * Math.sin(angle + turn)}`;
    svg.append("path").attr("d", `M${x},${y}L${wing(0.42)}L${wing(-0.42)}Z`).attr("class", "head").attr("fill", e.hollow ? PAPER : e.colour).attr("stroke", e.colour).attr("data-m", byTwo(e.a, e.b)).attr("data-arrow", `${e.a + 1} ${e.b + 1}`).attr("data-tip", e.tip);
}

// Modules on a circle; arcs as wide as they are strong. directed: curves bend to one side, so that both of two opposite
// ones are seen; e.head: with an arrow's head. names: written outside. called: what a node is (of its number).
export function ring(svg, width, k, edges, sizes, directed, names, called) {
    const room = names ? 16 + 6.6 * max(names, (n) => n.length) : 0, middle = width / 2, outside = k > 12, rim = names ? (outside ? room : 30) + 14 : outside ? 42 : 26, most = max(sizes) || 1;
    const radius = names ? Math.min(width / 2 - room - 18, 240) : Math.min(width, 460) / 2 - rim, size = 2 * (radius + rim);
    const at = (j, r) => [middle + r * Math.sin((2 * Math.PI * j) / k), size / 2 - r * Math.cos((2 * Math.PI * j) / k)];
    const node = (j) => Math.max(5, Math.min(18, outside ? (2.2 * radius) / k : 40 / Math.sqrt(k))) * Math.sqrt(0.45 + 0.55 * (sizes[j] / most));
    for (const e of edges) {
        const [x0, y0] = at(e.a, radius - node(e.a)), [x1, y1] = at(e.b, radius - node(e.b)), pull = directed ? 0.35 : 0.2;
        const bend = directed && !e.straight ? 0.16 : 0, cx = middle + pull * ((x0 + x1) / 2 - middle) + bend * (y1 - y0), cy = size / 2 + pull * ((y0 + y1) / 2 - size / 2) - bend * (x1 - x0);
        const way = `M${x0},${y0}Q${cx},${cy} ${x1},${y1}`;
        if (directed) svg.append("path").attr("d", way).attr("fill", "none").attr("stroke", e.colour).attr("stroke-width", e.width.toFixed(2)).attr("stroke-opacity", 0.3).attr("data-m", byTwo(e.a, e.b)).attr("data-tip", e.tip); // that they go together
        if (!directed || e.told > 0) svg.append("path").attr("d", way).attr("class", "edge").attr("fill", "none").attr("stroke", e.colour).attr("stroke-width", e.width.toFixed(2))
            .attr("stroke-opacity", e.opacity ?? 0.85).attr("stroke-dasharray", e.dash ?? null).attr("data-m", byTwo(e.a, e.b)).attr("data-arrow", directed ? `${e.a + 1} ${e.b + 1}` : null).attr("data-share", e.told ?? null).attr("data-tip", e.tip);
        if (e.head) head(svg, x1, y1, cx, cy, e);
    }
    for (let j = 0; j < k; j++) {
        const [x, y] = at(j, radius), colour = moduleColour(j + 1);
        svg.append("circle").attr("cx", x).attr("cy", y).attr("r", node(j)).attr("fill", colour).attr("stroke", PAPER).attr("data-m", j + 1)
            .attr("data-tip", called(j + 1)).attr("class", "pick").on("click", () => choose(j + 1));
        const [u, v] = at(j, radius + node(j) + 10);
        if (names && 13 * k < 2 * Math.PI * radius) beside(svg, at(j, radius + node(j) + 5), j / k, outside, names[j], j + 1);
        if (outside && names) continue;
        if (outside) text(svg, u, v + 4, j + 1, { "text-anchor": "middle", "font-size": 11, "font-weight": 600, "data-m": j + 1 });
        else text(svg, x, y + 4, j + 1, { "text-anchor": "middle", "font-size": node(j) > 9 ? 12 : 9, "font-weight": 700, fill: inkOn(colour), "pointer-events": "none", "data-m": j + 1 });
    }
    return size;
}

// A name beside the circle, at this share of the turn from the top; along the radius where they are many, so that
// it reads from left to right on both sides.
function beside(svg, [x, y], turn, many, name, module) {
    const side = Math.sin(2 * Math.PI * turn), left = turn > 0.5, angle = 360 * turn - (left ? 270 : 90), look = { "font-size": 11, "font-weight": 600, "data-m": module };
    if (many) text(svg, x, y + 4, name, { ...look, "text-anchor": left ? "end" : "start", transform: `rotate(${angle} ${x} ${y})` });
    else text(svg, x, y + 4 - 4 * Math.cos(2 * Math.PI * turn), name, { ...look, "text-anchor": Math.abs(side) < 0.1 ? "middle" : left ? "end" : "start" });
}

function circle(d) {
    const k = d.model.k, mean = d.G.mean, edges = [];
    for (let a = 0; a < k; a++)
        for (let b = a + 1; b < k; b++)
            edges.push({ a, b, value: mean[a][b], width: 0.5 + 9 * Math.abs(mean[a][b]), colour: mean[a][b] < 0 ? NEGATIVE : POSITIVE, tip: `${d.both(a + 1, b + 1)}: ${number(mean[a][b], 2)}` });
    edges.sort((x, y) => Math.abs(x.value) - Math.abs(y.value));
    const strong = k <= 12 ? edges : edges.slice(-Math.max(40, 3 * k)), widest = Math.max(0, ...edges.map((e) => Math.abs(e.value)));
    return figure({
        id: "fig-circle", title: "Mean connectivity as a circle", large: k > 12, alt: `${k} modules on a circle, ${strong.length} lines between them.`,
        draw: (svg, width) => {
            const end = ring(svg, width, k, strong, d.sizes.slice(1), false, ringNames(d, width), (j) => d.called(j));
            return end + 12 + legend(svg, 4, end + 14, width - 4, [[POSITIVE, "positive", null], [NEGATIVE, "negative", null], [QUIET, `width: correlation, at most ${number(widest, 2)}`, null]]);
        },
        caption: `Width is the size of the mean correlation; a module's circle grows with its variables.${strong.length < edges.length ? ` The strongest ${strong.length} of ${edges.length} pairs.` : ""} Click a module to follow it through the page.`,
    });
}

function perClass(d) {
    const m = d.model, k = m.k, PAGE = 12, interval = (p) => (Number.isFinite(p.low) ? ` [${number(p.low, 2)}, ${number(p.high, 2)}]` : "");
    let current = 0, which = d.pooled ? "pooled" : "plain";
    const pages = Math.ceil(m.N / PAGE);
    const go = (c) => {
        current = Math.max(0, Math.min(m.N - 1, c));
        select.value = String(current);
        redrawFigure("fig-classes");
    };
    const select = h("select", { id: "class-selector", onchange: (e) => go(+e.target.value) }, m.classes.map((name, c) => h("option", { value: c }, short(name, 60))));
    onFind((item) => item?.kind === "c" && go(item.index));
    const pool = d.pooled ? h("label", {}, "connectivity ", h("select", { id: "class-pooled", onchange: (e) => ((which = e.target.value), redrawFigure("fig-classes")) }, h("option", { value: "pooled" }, "pooled with the other classes"), h("option", { value: "plain" }, "of its own rows alone"))) : null;
    const controls = h("div", { class: "control" }, h("label", {}, "class ", select), pool,
        m.N > PAGE ? [h("button", { type: "button", onclick: () => go(current - PAGE) }, "\u2190 earlier"), h("button", { type: "button", onclick: () => go(current + PAGE) }, "later \u2192")] : null);
    const draw = (svg, width) => {
        const colour = signed(1), first = Math.floor(current / PAGE) * PAGE, big = Math.min(width, 380);
        text(svg, 30, 14, short(m.classes[current], Math.floor(big / 8)), { "font-weight": 600, class: "chosen-class" });
        const own = (c, i, j) => (which === "pooled" ? d.pooled.at(c, i, j).value : d.G.correlation(c, i, j));
        const told = (c, i, j) => `${short(m.classes[c], 60)}, ${i === j ? d.called(i + 1) : `${d.both(i + 1, j + 1)}: ${number(own(c, i, j), 3)}${which === "pooled" ? interval(d.pooled.at(c, i, j)) : ""}`}`;
        const end = 18 + moduleMatrix(svg, { k, x: 0, y: 18, width: big, colour, value: (i, j) => own(current, i, j), tip: (i, j) => told(current, i, j) }).end;
        const beside = width > 700, x0 = beside ? Math.min(big, 30 + k * 74) + 34 : 0, room = width - x0, columns = Math.max(2, Math.min(6, Math.floor(room / 118))), w = Math.min(150, room / columns), s = w - 14;
        const y0 = beside ? 6 : end + 14;
        for (let i = 0; i < PAGE && first + i < m.N; i++) {
            const c = first + i, x = x0 + (i % columns) * w + 6, y = y0 + Math.floor(i / columns) * (s + 26);
            text(svg, x, y + 10, short(m.classes[c].length * 6.8 <= s ? m.classes[c] : m.brief[c], Math.max(3, Math.floor(s / 6.8))), { "font-size": 11, fill: c === current ? INK : QUIET, "font-weight": c === current ? 700 : 400 });
            heat(svg, { x, y: y + 15, width: s, height: s, rows: k, columns: k, colour, value: (a, b) => own(c, a, b), tip: (a, b) => told(c, a, b), modules: byTwo });
            svg.append("rect").attr("x", x).attr("y", y + 15).attr("width", s).attr("height", s).attr("fill", "transparent").attr("stroke", c === current ? INK : "none")
                .attr("stroke-width", 2).attr("class", "pick").attr("data-tip", short(m.classes[c], 80)).on("click", () => go(c));
        }
        const rows = Math.ceil(Math.min(PAGE, m.N - first) / columns), last = Math.max(end, y0 + rows * (s + 26));
        key(svg, 30, last + 10, 180, colour, -1, 1, "correlation");
        return last + 38;
    };
    return figure({
        id: "fig-classes", title: "Connectivity of each class", draw, controls, wide: true, alt: `Correlations of ${k} modules in each of ${m.N} classes, twelve at a time.`,
        caption: `Latent correlations of the chosen class${pages > 1 ? `, and of twelve classes at a time (${pages} pages)` : " and of all classes beside it"}. Click a small one to choose it.`,
    });
}

function classTable(d) {
    const m = d.model;
    return table({
        id: "classes", title: "Classes", rows: m.classes.map((_, c) => c),
        columns: [{ title: "class", value: (c) => m.classes[c], class: (c) => c }, { title: "rows", value: (c) => m.n[c] }, { title: "effective rows", value: (c) => m.effective?.[c] ?? null }, { title: "noise v", value: (c) => m.noise[c] },
            { title: "log-likelihood per row", value: (c) => m.loglik[c] }, { title: "rank of G", value: (c) => m.kept[c] }],
        caption: "noise v in units of the scaled data; log-likelihood in nats on the rows of the fit; a rank below the number of modules means that directions of G were indistinguishable from noise.",
    });
}

// The mean of every pair with its interval, the largest first; of many pairs the most extreme.
function intervals(d) {
    const k = d.model.k, list = [], SHOWN = 40;
    for (let a = 0; a < k; a++) for (let b = a + 1; b < k; b++) list.push({ a: a + 1, b: b + 1, ...d.G.between(a, b) });
    if (!list.length || !list.every((e) => Number.isFinite(e.low))) return null;
    const strong = list.slice().sort((x, y) => Math.abs(y.mean) - Math.abs(x.mean)).slice(0, SHOWN).sort((x, y) => y.mean - x.mean), zero = list.filter((e) => e.low <= 0 && e.high >= 0).length;
    return figure({
        id: "fig-intervals", entries: [[POSITIVE, "mean above zero", null], [NEGATIVE, "below", null]], title: "Mean connectivity with its intervals", alt: `${strong.length} mean correlations from ${number(strong[strong.length - 1].mean, 2)} to ${number(strong[0].mean, 2)}.`,
        draw: (svg, width) => {
            const letters = Math.max(...strong.map((e) => d.pair(e.a, e.b, width).length)), left = Math.min(width * 0.5, 16 + 6.8 * letters), right = 14, step = strong.length > 16 ? 16 : 22, height = strong.length * step + 46;
            const x = scaleLinear(extent([0, ...strong.flatMap((e) => [e.low, e.high])]), [left, width - right]).nice();
            axis(svg, axisBottom(x).ticks(Math.max(3, (width - left) / 80)), 0, height - 40, "mean correlation, 95 % interval", Math.min((left + width - right) / 2, width - 100), height - 6);
            svg.append("line").attr("x1", x(0)).attr("x2", x(0)).attr("y1", 2).attr("y2", height - 40).attr("stroke", QUIET);
            strong.forEach((e, i) => {
                const y = 12 + i * step, colour = e.mean < 0 ? NEGATIVE : POSITIVE, g = svg.append("g").attr("data-m", `${e.a} ${e.b}`).attr("data-tip", `${d.both(e.a, e.b)}: ${number(e.mean, 2)} [${number(e.low, 2)}, ${number(e.high, 2)}]`);
                text(g, left - 10, y + 4, d.pair(e.a, e.b, width), { "text-anchor": "end", "font-size": 11 });
                g.append("line").attr("x1", x(e.low)).attr("x2", x(e.high)).attr("y1", y).attr("y2", y).attr("stroke", colour).attr("stroke-width", 2);
                g.append("circle").attr("cx", x(e.mean)).attr("cy", y).attr("r", 3.5).attr("fill", colour);
            });
            return height;
        },
        caption: `Mean over ${d.model.N} classes and its 95 % interval (Student's t, classes as the units), largest first${strong.length < list.length ? `; the ${strong.length} farthest from zero of ${list.length} pairs` : ""}. ${zero === list.length ? "Every interval includes" : zero ? `${zero} of ${list.length} intervals ${zero === 1 ? "includes" : "include"}` : "No interval includes"} zero.`,
    });
}

export function connectivity(d) {
    if (d.model.k < 2) return [classTable(d)]; // nothing to connect
    const spread = Math.max(0.3, ...d.G.spread.flatMap((row) => [...row])), sure = (i, j) => { const e = d.G.between(i, j); return Number.isFinite(e.low) ? ` [${number(e.low, 2)}, ${number(e.high, 2)}]` : ""; };
    const list = [meanMatrix(d, sure)];
    if (d.model.N > 1) list.push(matrix(d, "fig-between", "How classes differ", d.G.spread, amount(spread), 0, spread, "standard deviation", "Standard deviation over classes of the correlation of two modules: where it is large, classes differ, or estimates are uncertain."));
    return [...list, circle(d), intervals(d), d.model.N > 1 ? perClass(d) : null, classTable(d)].filter(Boolean);
}
