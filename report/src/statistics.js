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
