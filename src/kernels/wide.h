/* SPDX-License-Identifier: BSD-3-Clause
 * Products X'(X W) of wide rows on all threads: columns are cut into panels, and every panel is a piece of both halves,
 *
 *   Y = sum over panels of X_panel W_panel,      what is made of Y,      each panel's X_panel'Y
 *
 * so that there is one sum as long as a row for all threads, and no class waits for another. Rows go through in batches
 * that a large cache may hold, and are gone through twice. Sums over panels run in their order.
 */
#ifndef LCN_WIDE_H
#define LCN_WIDE_H

#include <stdint.h>

typedef struct lcn_wide {
    int threads;
    int64_t p, k, rows;    /* columns of X and of W; rows that are taken together, at most */
    int64_t panel, panels; /* columns of a panel, and their number */
    int64_t batch;         /* of rows taken together: so many of them at once */
    double *parts;         /* batch × panels × k × rows */
} lcn_wide;

/* The shape of it; parts is then the caller's to provide: lcn_wide_size doubles. bytes: of `rows` rows of p columns. */
lcn_wide lcn_wide_of(int threads, int64_t p, int64_t k, int64_t rows, double bytes);
int64_t lcn_wide_size(const lcn_wide *w);
static inline int64_t lcn_panel_begin(const lcn_wide *w, int64_t panel) { return panel * w->panel; }
static inline int64_t lcn_panel_width(const lcn_wide *w, int64_t panel)
{
    return panel + 1 < w->panels ? w->panel : w->p - panel * w->panel;
}

/* Which of a batch Y belongs to. */
static inline int64_t lcn_wide_slot(const lcn_wide *w, const double *Y)
{
    return (Y - w->parts) / (w->panels * w->k * w->rows);
}

/* What is done with rows number i; Y and its like are k × rows, in any order that both halves agree on. `thread` is
 * nobody else's meanwhile. begin and end may be NULL. */
typedef struct lcn_wide_use {
    void *user;
    int64_t (*rows)(void *user, int64_t i); /* how many there are */
    void (*begin)(void *user, int64_t i);
    void (*times)(void *user, double *Y, int64_t i, int64_t panel, int thread);       /* Y = X_panel W_panel */
    void (*between)(void *user, double *Y, int64_t i, int64_t slot);                  /* Y is the sum */
    void (*back)(void *user, const double *Y, int64_t i, int64_t panel, int thread);  /* in the order of i */
    void (*end)(void *user, int64_t i); /* one after the other */
} lcn_wide_use;

/* Rows [from, to), `batch` of them at once, no more than w->batch. */
void lcn_wide_run(const lcn_wide *w, const lcn_wide_use *use, int64_t from, int64_t to, int64_t batch);

#endif
