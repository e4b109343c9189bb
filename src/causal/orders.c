/* SPDX-License-Identifier: BSD-3-Clause
 * All orders of a few variables, as paths through their subsets. What variable i adds when it comes
 * right after the variables of a set, in whichever order these came, is table[set * size + i]
 * (-INFINITY: it may not come there); an order is worth the sum along its path. The best of size!
 * orders, and the sum over all of them, then take size 2^size steps. lattice.c fills the table with
 * likelihoods, expected.c with squares of effects.
 */
#include "causal/causal.h"

#include <math.h>

void lcn_paths_best(int64_t *path, int64_t size, const double *table)
{
    const int64_t sets = (int64_t)1 << size;
    double best[1 << LCN_LATTICE_MAX]; /* the largest sum of the set's variables, as the first */
    uint8_t last[1 << LCN_LATTICE_MAX] = {0};
    for (int64_t set = 1; set < sets; set++) best[set] = -INFINITY;
    best[0] = 0;
    for (int64_t set = 0; set < sets; set++)
        for (int64_t i = 0; i < size && best[set] > -INFINITY; i++) {
            const int64_t with = set | (int64_t)1 << i;
            if (with == set || !(best[set] + table[set * size + i] > best[with])) continue;
            best[with] = best[set] + table[set * size + i];
            last[with] = (uint8_t)i;
        }
    int64_t set = sets - 1;
    for (int64_t at = size; at-- > 0; set ^= (int64_t)1 << last[set]) path[at] = last[set];
}

/* log(exp a + exp b), either of which may be -INFINITY */
static double log_add(double a, double b)
{
    const double high = fmax(a, b), low = fmin(a, b);
    return low == -INFINITY ? high : high + log1p(exp(low - high));
}

void lcn_paths_weights(double *weight, int64_t size, const double *table)
{
    const int64_t sets = (int64_t)1 << size;
    double before[1 << LCN_LATTICE_MAX], after[1 << LCN_LATTICE_MAX]; /* logs of sums over paths */
    for (int64_t set = 0; set < sets; set++) before[set] = after[set] = -INFINITY;
    before[0] = after[sets - 1] = 0;
    for (int64_t set = 0; set < sets; set++)
        for (int64_t i = 0; i < size; i++) {
            const int64_t with = set | (int64_t)1 << i;
            if (with != set) before[with] = log_add(before[with], before[set] + table[set * size + i]);
        }
    for (int64_t set = sets - 1; set-- > 0;)
        for (int64_t i = 0; i < size; i++) {
            const int64_t with = set | (int64_t)1 << i;
            if (with != set) after[set] = log_add(after[set], table[set * size + i] + after[with]);
        }
    for (int64_t set = 0; set < sets; set++)
        for (int64_t i = 0; i < size; i++) {
            const int64_t with = set | (int64_t)1 << i, at = set * size + i;
            weight[at] = with == set ? 0 : exp(before[set] + table[at] + after[with] - after[0]);
        }
}
