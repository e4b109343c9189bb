// SPDX-License-Identifier: BSD-3-Clause
// Least squares and correlation for the figures; what is tested was computed by the command.

export function pearson(x, y) {
    const use = x.map((_, i) => i).filter((i) => Number.isFinite(x[i]) && Number.isFinite(y[i])), n = use.length;
    const mx = use.reduce((s, i) => s + x[i], 0) / n, my = use.reduce((s, i) => s + y[i], 0) / n;
    let xy = 0, xx = 0, yy = 0;
    for (const i of use) {
        xy += (x[i] - mx) * (y[i] - my);
        xx += (x[i] - mx) ** 2;
        yy += (y[i] - my) ** 2;
    }
    return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}

// A column as numbers: itself, or an indicator of every level but the first.
function coded(values) {
    if (values.every((v) => typeof v === "number")) return [values];
    const levels = [...new Set(values.map(String))].sort();
    return levels.slice(1).map((level) => values.map((v) => (String(v) === level ? 1 : 0)));
}

// Gauss elimination with pivots; null when the columns depend on each other.
function solve(A, b) {
    const n = b.length, M = A.map((row, i) => [...row, b[i]]);
    for (let j = 0; j < n; j++) {
        let pivot = j;
        for (let i = j + 1; i < n; i++) if (Math.abs(M[i][j]) > Math.abs(M[pivot][j])) pivot = i;
        if (Math.abs(M[pivot][j]) < 1e-12) return null;
        [M[j], M[pivot]] = [M[pivot], M[j]];
        for (let i = 0; i < n; i++) {
            const f = M[i][j] / M[j][j];
            if (i !== j) for (let l = j; l <= n; l++) M[i][l] -= f * M[j][l];
        }
    }
    return M.map((row, i) => row[n] / row[i]);
}

// y without what the nuisance columns explain beside the tested one, at their means. Columns are brought to
// unit spread, so that the pivots compare.
export function residuals(y, tested, nuisance) {
    const unit = (column) => {
        const mean = column.reduce((s, v) => s + v, 0) / column.length, deviation = Math.sqrt(column.reduce((s, v) => s + (v - mean) ** 2, 0) / column.length);
        return deviation > 0 ? column.map((v) => (v - mean) / deviation) : null;
    };
    const own = coded(tested).map(unit).filter(Boolean), others = nuisance.flatMap(coded).map(unit).filter(Boolean);
    const X = [y.map(() => 1), ...own, ...others];
    const beta = solve(X.map((a) => X.map((b) => a.reduce((s, v, i) => s + v * b[i], 0))), X.map((a) => a.reduce((s, v, i) => s + v * y[i], 0)));
    if (!beta) return null;
    return y.map((value, i) => value - others.reduce((s, column, j) => s + beta[1 + own.length + j] * column[i], 0));
}

// The 97.5 % point of Student's t, by the expansion of Cornish and Fisher: within .2 % from 4 degrees of freedom on.
const Z = 1.959964;
const small = [12.7062, 4.3027, 3.1824];
export function quantileT(df) {
    if (df < 4) return small[Math.max(0, Math.round(df) - 1)];
    const g = [(Z ** 3 + Z) / 4, (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96, (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384];
    return Z + g[0] / df + g[1] / df ** 2 + g[2] / df ** 3;
}

// y = a + b x with the half width of the 95 % band of its mean at any x; null where x does not vary.
export function line(x, y) {
    const n = x.length, mx = x.reduce((s, v) => s + v, 0) / n, my = y.reduce((s, v) => s + v, 0) / n;
    const xx = x.reduce((s, v) => s + (v - mx) ** 2, 0), b = x.reduce((s, v, i) => s + (v - mx) * (y[i] - my), 0) / xx;
    if (!(xx > 0) || n < 4) return null;
    const at = (v) => my + b * (v - mx), error = Math.sqrt(y.reduce((s, v, i) => s + (v - at(x[i])) ** 2, 0) / (n - 2));
    return { at, slope: b, half: (v) => quantileT(n - 2) * error * Math.sqrt(1 / n + (v - mx) ** 2 / xx) };
}
