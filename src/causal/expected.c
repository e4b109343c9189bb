/* SPDX-License-Identifier: BSD-3-Clause
 * Effects when the order is not sure. Each order has a likelihood (lattice.c); alike beforehand,
 * that is its probability, and with it every regression of a variable j on a set P before it has
 * one, weight(j, P). The expected effects
 *
 *     M_ji = sum over P with i in P of weight(j, P) b_i(j, P)
 *
 * have the least expected squared error of all matrices, and of those without loops the one that
 * keeps M along the order in which the kept squares are most: E |B - X|² = const + |M - X|². Where
 * one order is sure this is the regression in that order. effects.c decides in
 * the order that is kept which of the arrows remain.
 */
#include "causal/causal.h"

#include <string.h>

typedef struct sums {
    double *table, *weight; /* 2^k × k */
    double *b;              /* k */
    int64_t *set;           /* k */
    double *rest;
} sums;

bool lcn_expects(const lcn_task *task)
{
    return task->options.method == LACON_CAUSAL_LIKELIHOOD &&
           task->options.effects == LACON_EFFECTS_EXPECTED && task->k <= LCN_LATTICE_MAX;
}

int64_t lcn_expected_scratch(const lcn_task *task, int64_t samples)
{
    const int64_t k = task->k, effects = lcn_effects_scratch(task->ld, k);
    const int64_t terms = lcn_lattice_scratch(task->ld, k, samples);
    return 2 * k * ((int64_t)1 << k) + 2 * k + (effects > terms ? effects : terms);
}

static sums lay_out(int64_t k, double *scratch)
{
    const int64_t cells = k * ((int64_t)1 << k);
    sums q = {.table = scratch, .weight = scratch + cells};
    q.b = q.weight + cells;
    q.set = (int64_t *)(q.b + k);
    q.rest = q.b + 2 * k;
    return q;
}

/* One regression, j on the variables of `mask`, into the sums M. */
static void add_regression(const sums *q, double *M, const lcn_task *task, const lcn_sample *s,
                           int64_t j, int64_t mask)
{
    const int64_t k = s->k;
    int64_t m = 0;
    for (int64_t i = 0; i < k; i++)
        if (mask >> i & 1 && !lcn_prior_forbids(task->options.prior, i, j)) q->set[m++] = i;
    lcn_effects_row(q->b, s, task->noisy ? s->G : s->S, j, m, q->set, q->rest);
    for (int64_t i = 0; i < m; i++) M[j * k + q->set[i]] += q->weight[mask * k + j] * q->b[i];
}

static void expect(const sums *q, double *M, const lcn_task *task, const lcn_sample *s)
{
    const int64_t k = s->k;
    memset(M, 0, (size_t)(k * k) * sizeof *M);
    for (int64_t set = 1; set < (int64_t)1 << k; set++)
        for (int64_t j = 0; j < k; j++) /* what is left out would not show in a table */
            if (q->weight[set * k + j] > 1e-9) add_regression(q, M, task, s, j, set);
}

/* The squares of the effects that j keeps after each set; where that leaves a choice, the likelier
 * order: a nat counts 1e-9 of all squares. */
static void tabulate_squares(const sums *q, int64_t k, int64_t count, const double *M)
{
    double all = 0;
    for (int64_t i = 0; i < count * k * k; i++) all += M[i] * M[i];
    const double nat = 1e-9 * (all > 0 ? all : 1); /* breaks ties only: far below any effect a table shows */
    for (int64_t set = 0; set < (int64_t)1 << k; set++)
        for (int64_t j = 0; j < k; j++) {
            double *to = &q->table[set * k + j];
            *to *= nat; /* -INFINITY stays */
            for (int64_t c = 0; c < count; c++)
                for (int64_t i = 0; i < k; i++)
                    if (set >> i & 1) *to += M[(c * k + j) * k + i] * M[(c * k + j) * k + i];
        }
}

/* Sets to zero what contradicts the order. */
static void follow(double *M, int64_t k, const int64_t *order)
{
    for (int64_t at = 0; at < k; at++)
        for (int64_t later = at; later < k; later++) M[order[at] * k + order[later]] = 0;
}

void lcn_expected(int64_t *order, double *B, const lcn_task *task, const lcn_sample *samples,
                  int64_t count, double *scratch)
{
    const int64_t k = task->k;
    const sums q = lay_out(k, scratch);
    lcn_lattice_table(q.table, samples, count, task->shapes, task->options.prior, q.rest);
    lcn_paths_weights(q.weight, k, q.table);
    for (int64_t c = 0; c < count; c++) expect(&q, B + c * k * k, task, &samples[c]);
    tabulate_squares(&q, k, count, B);
    lcn_paths_best(order, k, q.table);
    for (int64_t c = 0; c < count; c++) follow(B + c * k * k, k, order);
}
