// SPDX-License-Identifier: BSD-3-Clause
// The shape of a brain in the millimetres of MNI space (x right, y front, z up): lobes, cerebellum and stem as ellipsoids
// that flow into each other, placed by the extents and landmarks that atlases of that space print. Outlines for any side
// (figures/brain.js) and the shell in space (space.js) come from the one function `depth`; nothing is copied from a scan.

// [centre, radii]; those off the middle stand on both sides.
const PARTS = [
    [[29, -17, 22], [40, 86, 55]], [[22, 48, 6], [24, 22, 26]], [[12, 34, -6], [20, 28, 15]], // hemisphere, frontal pole, orbital part
    [[22, -80, 6], [26, 26, 28]], [[48, -18, -15], [21, 42, 25]], [[38, 10, -27], [18, 17, 16]], // occipital, temporal and its pole
    [[24, -64, -38], [27, 25, 20]], [[8, -62, -34], [16, 24, 20]], // cerebellum, worm
    [[0, -26, -36], [12, 14, 30]], [[0, -14, 12], [30, 62, 36]], [[20, -18, -20], [16, 24, 14]]]; // stem, core, inner temporal part
const ALL = PARTS.flatMap(([c, r]) => (c[0] === 0 ? [[c, r]] : [[c, r], [[-c[0], c[1], c[2]], r]]));
const SOFT = 4; // mm over which parts flow together

// Millimetres outside of the surface, roughly; negative inside. A smooth minimum over the parts.
export function depth(x, y, z) {
    let sum = 0;
    for (const [c, r] of ALL) {
        const a = (x - c[0]) / r[0], b = (y - c[1]) / r[1], e = (z - c[2]) / r[2], d = (Math.sqrt(a * a + b * b + e * e) - 1) * Math.min(r[0], r[1], r[2]);
        if (d < 40) sum += Math.exp(-d / SOFT);
    }
    return sum > 0 ? -SOFT * Math.log(sum) : 40;
}

// Furrows and borders that tell where one looks: [name, points of the right side].
export const LINES = [
    ["longitudinal fissure", [[0, 69, 8], [0, 60, 40], [0, 34, 64], [0, 4, 76], [0, -30, 80], [0, -62, 70], [0, -88, 42], [0, -104, 8]]],
    ["central sulcus", [[5, -38, 74], [20, -31, 70], [36, -22, 60], [50, -13, 44], [60, -7, 22]]],
    ["lateral sulcus", [[50, 22, -10], [60, 4, -4], [65, -18, 6], [64, -40, 17], [56, -54, 26]]],
    ["border of the cerebellum", [[12, -94, -21], [36, -86, -23], [50, -66, -22], [46, -46, -28]]]]
    .flatMap(([name, points]) => (points[0][0] === 0 ? [[name, points]] : [[name, points], [name, points.map(([x, y, z]) => [-x, y, z])]]));

// What is seen of it along the third of three directions (rows of an orthogonal matrix): the outline, as closed curves of
// [u, v]. Ellipsoids are seen as ellipses, of the matrix A = P diag(r^2) P', which flow together as the parts do.
export function outline(axes) {
    const STEP = 4, FAR = 120, n = Math.round((2 * FAR) / STEP) + 1, value = new Float64Array(n * n), on = (a, c) => a[0] * c[0] + a[1] * c[1] + a[2] * c[2];
    const seen = ALL.map(([c, r]) => {
        const entry = (a, b) => a.reduce((s, _, k) => s + a[k] * b[k] * r[k] * r[k], 0), A = entry(axes[0], axes[0]), B = entry(axes[0], axes[1]), C = entry(axes[1], axes[1]);
        return { u: on(axes[0], c), v: on(axes[1], c), A, B, C, det: A * C - B * B, least: Math.sqrt((A + C) / 2 - Math.sqrt(((A - C) / 2) ** 2 + B * B)) };
    });
    for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) {
            let sum = 0;
            for (const e of seen) {
                const p = j * STEP - FAR - e.u, q = i * STEP - FAR - e.v, d = (Math.sqrt((e.C * p * p - 2 * e.B * p * q + e.A * q * q) / e.det) - 1) * e.least;
                if (d < 40) sum += Math.exp(-d / SOFT);
            }
            value[i * n + j] = sum > 0 ? -SOFT * Math.log(sum) : 40;
        }
    return contours(value, n).map((curve) => curve.map(([j, i]) => [j * STEP - FAR, i * STEP - FAR]));
}

// Closed curves where a square grid of values crosses zero, the longest first.
function contours(value, n) {
    const next = new Map(), point = new Map();
    const cross = (a, b) => { // on the side between grid points a and b
        const key = a < b ? `${a} ${b}` : `${b} ${a}`, t = value[a] / (value[a] - value[b]), [i, j, p, q] = [Math.floor(a / n), a % n, Math.floor(b / n), b % n];
        point.set(key, [j + t * (q - j), i + t * (p - i)]);
        return key;
    };
    for (let i = 0; i + 1 < n; i++)
        for (let j = 0; j + 1 < n; j++) {
            const corner = [i * n + j, i * n + j + 1, (i + 1) * n + j + 1, (i + 1) * n + j], inside = corner.map((c) => value[c] < 0), enter = [], leave = [];
            for (let s = 0; s < 4; s++) {
                const t = (s + 1) % 4;
                if (inside[s] && !inside[t]) leave.push(cross(corner[s], corner[t]));
                if (!inside[s] && inside[t]) enter.push(cross(corner[s], corner[t]));
            }
            leave.forEach((from, k) => next.set(from, enter[k]));
        }
    const curves = [];
    while (next.size) {
        const start = next.keys().next().value, curve = [];
        for (let at = start; next.has(at); ) {
            curve.push(point.get(at));
            const to = next.get(at);
            next.delete(at);
            at = to;
        }
        if (curve.length > 8) curves.push(curve);
    }
    return curves.sort((a, b) => b.length - a.length);
}

// The surface as triangles: {position, index}. Naive surface nets: one point in every cell the surface passes through, at
// the mean of where it crosses the cell's sides.
export function surface(step = 6) {
    const low = [-80, -114, -76], count = [160, 196, 164].map((mm) => Math.ceil(mm / step) + 1), [nx, ny, nz] = count, id = (i, j, k) => (k * ny + j) * nx + i;
    const value = new Float32Array(nx * ny * nz), cell = new Int32Array(nx * ny * nz).fill(-1), position = [], index = [];
    for (let k = 0; k < nz; k++) for (let j = 0; j < ny; j++) for (let i = 0; i < nx; i++) value[id(i, j, k)] = depth(low[0] + i * step, low[1] + j * step, low[2] + k * step);
    const corners = Array.from({ length: 8 }, (_, c) => [c & 1, (c >> 1) & 1, c >> 2]), sides = [];
    corners.forEach((a, p) => corners.forEach((b, q) => p < q && Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]) === 1 && sides.push([p, q])));
    for (let k = 0; k + 1 < nz; k++) for (let j = 0; j + 1 < ny; j++) for (let i = 0; i + 1 < nx; i++) {
        const v = corners.map(([a, b, c]) => value[id(i + a, j + b, k + c)]), sum = [0, 0, 0];
        let n = 0;
        for (const [p, q] of sides) {
            if (v[p] < 0 === v[q] < 0) continue;
            const t = v[p] / (v[p] - v[q]);
            for (let x = 0; x < 3; x++) sum[x] += corners[p][x] + t * (corners[q][x] - corners[p][x]);
            n++;
        }
        if (!n) continue;
        cell[id(i, j, k)] = position.length / 3;
        position.push(low[0] + (i + sum[0] / n) * step, low[1] + (j + sum[1] / n) * step, low[2] + (k + sum[2] / n) * step);
    }
    const quad = (a, b, c, e, turned) => (turned ? index.push(a, c, b, a, e, c) : index.push(a, b, c, a, c, e));
    for (let k = 1; k + 1 < nz; k++) for (let j = 1; j + 1 < ny; j++) for (let i = 1; i + 1 < nx; i++) {
        const here = value[id(i, j, k)] < 0;
        if (here !== value[id(i + 1, j, k)] < 0) quad(cell[id(i, j - 1, k - 1)], cell[id(i, j, k - 1)], cell[id(i, j, k)], cell[id(i, j - 1, k)], !here);
        if (here !== value[id(i, j + 1, k)] < 0) quad(cell[id(i - 1, j, k - 1)], cell[id(i - 1, j, k)], cell[id(i, j, k)], cell[id(i, j, k - 1)], !here);
        if (here !== value[id(i, j, k + 1)] < 0) quad(cell[id(i - 1, j - 1, k)], cell[id(i, j - 1, k)], cell[id(i, j, k)], cell[id(i - 1, j, k)], !here);
    }
    return { position, index };
}
