/* SPDX-License-Identifier: BSD-3-Clause
 * The assignment problem by shortest augmenting paths with dual potentials (the Hungarian method in
 * the form of Jonker & Volgenant 1987). Used to match columns of two W; never greedy.
 */
#include "la/la.h"

#include <math.h>
#include <string.h>

typedef struct search {
    int64_t rows, cols, ld;
    const double *score;
    /* potentials of rows and columns, 1-based: index 0 is the virtual column */
    double *u, *v;
    double *slack;     /* least reduced cost seen to reach each column */
    int64_t *row_of;   /* row matched to each column, 0 none */
    int64_t *previous; /* column before this one on the path */
    int64_t *done;     /* column is in the tree */
} search;

/* Reduced cost of (row i, column j), counted from 1; costs are negative scores. */
static double reduced(const search *a, int64_t i, int64_t j)
{
    return -a->score[(i - 1) * a->ld + (j - 1)] - a->u[i] - a->v[j];
}

/* Grow the tree by the column that is cheapest to reach; answer it. */
static int64_t grow(search *a, int64_t j0)
{
    const int64_t i = a->row_of[j0];
    int64_t best = 0;
    a->done[j0] = 1;
    for (int64_t j = 1; j <= a->cols; j++) {
        if (a->done[j]) continue;
        const double cost = reduced(a, i, j);
        if (cost < a->slack[j]) {
            a->slack[j] = cost;
            a->previous[j] = j0;
        }
        if (best == 0 || a->slack[j] < a->slack[best]) best = j;
    }
    const double delta = a->slack[best];
    for (int64_t j = 0; j <= a->cols; j++) {
        if (a->done[j]) {
            a->u[a->row_of[j]] += delta;
            a->v[j] -= delta;
        } else {
            a->slack[j] -= delta;
        }
    }
    return best;
}

/* Match row i: find the cheapest path to a free column and shift the matching along it. */
static void augment(search *a, int64_t i)
{
    int64_t j = 0;
    a->row_of[0] = i;
    for (int64_t l = 0; l <= a->cols; l++) {
        a->slack[l] = INFINITY;
        a->done[l] = 0;
    }
    do {
        j = grow(a, j);
    } while (a->row_of[j] != 0);
    while (j != 0) {
        const int64_t before = a->previous[j];
        a->row_of[j] = a->row_of[before];
        j = before;
    }
}

int64_t lcn_assign_scratch(int64_t rows, int64_t cols)
{
    return (rows + 1) + 5 * (cols + 1); /* int64_t and double have the same size */
}

void lcn_assign(int64_t rows, int64_t cols, const double *score, int64_t ld, int64_t *column,
                double *scratch)
{
    memset(scratch, 0, (size_t)lcn_assign_scratch(rows, cols) * sizeof *scratch);
    search a = {.rows = rows, .cols = cols, .ld = ld, .score = score, .u = scratch};
    a.v = a.u + rows + 1;
    a.slack = a.v + cols + 1;
    a.row_of = (int64_t *)(a.slack + cols + 1);
    a.previous = a.row_of + cols + 1;
    a.done = a.previous + cols + 1;
    for (int64_t i = 1; i <= rows; i++) augment(&a, i);
    for (int64_t j = 1; j <= cols; j++)
        if (a.row_of[j] != 0) column[a.row_of[j] - 1] = j - 1;
}
