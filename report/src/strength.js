// SPDX-License-Identifier: BSD-3-Clause
// Which edge of a test is the strongest, and how a p is written that is as small as the permutations can tell.
import { chance } from "./dom.js";

// The smallest p_fwe, then p; ties, which are many at the smallest p there can be, go to the larger statistic.
export function strongestFirst(test) {
    const sign = test?.tail === "less" ? -1 : 1, size = (e) => (test?.tail === "greater" || test?.tail === "less" ? sign * e.statistic : Math.abs(e.statistic));
    return (x, y) => x.p_fwe - y.p_fwe || x.p - y.p || size(y) - size(x);
}

// 1 / (permutations + 1) where they are a sample; 0 where all were done and p is exact.
export const floorOf = (test) => (test && !test.exhaustive && test.permutations > 0 ? 1 / (test.permutations + 1) : 0);

// "< .0001" for a p at the floor (rounded up to two digits), else as people write it.
export function chanceOf(p, test) {
    const floor = floorOf(test);
    if (!Number.isFinite(p) || !(p <= floor * (1 + 1e-9))) return chance(p);
    const places = Math.ceil(-Math.log10(floor)) + 1;
    return `< ${(Math.ceil(floor * 10 ** places - 1e-6) / 10 ** places).toFixed(places).replace(/0+$/, "").replace(/^0/, "")}`;
}
