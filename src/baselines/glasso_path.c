/* SPDX-License-Identifier: BSD-3-Clause
 * The penalty of the graphical lasso by the likelihood of blocks of consecutive rows left out one at a time.
 * All folds go down one path of penalties together, each warm from its last, and stop when the
 * likelihood has been falling for a while: small penalties are the expensive ones. The path for all rows
 * follows. The descent is in glasso.c.
 */
#include "baselines/glasso.h"

#include <math.h>
#include <string.h>

/* penalties tried, four to a factor of three; worse three times in a row: past the best */
enum { PATH = 16, FALLING = 3 };
static const double RATIO = 0.01;    /* of the smallest penalty to the largest */
static const double ROUGH = 1e-3;    /* tolerance along the path: the likelihood is flat at its top */
static const double FINE = 1e-6;     /* of the answer */

typedef struct workspace {
    double *train, *test;   /* folds × p × p each */
    lcn_lasso *state;       /* folds + 1; the last is for all rows */
    double *A, *inverse;    /* p × p */
    double *block;
} workspace;

/* train, test: 2 p² a fold; W, B: 2 p² a state; two p × p; y and list a state; the states */
int64_t lcn_glasso_scratch(int64_t p, const lacon_baseline_options *options)
{
    const int64_t folds = options->folds, states = folds + 1;
    const int64_t each = (int64_t)(sizeof(lcn_lasso) / sizeof(double)) + 1;
    return 2 * folds * p * p + states * (2 * p * p + 2 * p + each) + 3 * p * p +
           lcn_gram_scratch(p);
}

static workspace lay_out(const lcn_single *job)
{
    const int64_t p = job->p, folds = job->options->folds;
    double *at = job->scratch + lcn_gram_scratch(p); /* the first part is for rows */
    workspace m = {.block = job->scratch, .train = at};
    m.test = m.train + folds * p * p;
    m.A = m.test + folds * p * p;
    m.inverse = m.A + p * p;
    at = m.inverse + p * p;
    m.state = (lcn_lasso *)(at + (folds + 1) * (2 * p * p + 2 * p));
    for (int64_t f = 0; f <= folds; f++, at += 2 * p * p + 2 * p)
        m.state[f] = (lcn_lasso){.p = p,
                                 .K = f < folds ? m.train + f * p * p : job->K,
                                 .W = at,
                                 .B = at + p * p,
                                 .y = at + 2 * p * p,
                                 .list = (int32_t *)(at + 2 * p * p + p)};
    return m;
}

static double largest(const double *K, int64_t p)
{
    double top = 0;
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s < r; s++) top = fmax(top, fabs(K[r * p + s]));
    return top;
}

static void split(const lcn_single *job, const workspace *m, double top)
{
    const int64_t p = job->p, n = job->class->n, folds = job->options->folds;
    for (int64_t f = 0; f < folds; f++) {
        const int64_t first = f * n / folds, last = (f + 1) * n / folds;
        double *train = m->train + f * p * p, *test = m->test + f * p * p;
        const double all = (double)n, out = (double)(last - first);
        lcn_class_gram(test, job->class, p, first, last, m->block);
        for (int64_t l = 0; l < p * p; l++) train[l] = (all * job->K[l] - out * test[l]) / (all - out);
        lcn_glasso_begin(&m->state[f], fmax(top, largest(train, p)));
    }
}

/* Likelihood of what was left out at this penalty, all folds together. */
static double judge(const lcn_single *job, const workspace *m, double penalty)
{
    const int64_t p = job->p;
    double sum = 0;
    for (int64_t f = 0; f < job->options->folds; f++) {
        lcn_lasso *g = &m->state[f];
        lcn_glasso_solve(g, fmin(penalty, g->penalty), ROUGH, job->options->max_iter);
        memcpy(m->A, g->W, (size_t)(p * p) * sizeof *m->A);
        sum += lcn_gaussian_loglik(p, m->A, m->test + f * p * p, m->inverse);
    }
    return sum;
}

static double choose(const lcn_single *job, const workspace *m, double top)
{
    double best = top, most = -INFINITY;
    split(job, m, top);
    for (int i = 0, since = 0; i < PATH && since < FALLING; i++, since++) {
        if (lcn_single_stopped(job)) break;
        const double penalty = top * pow(RATIO, (double)i / (PATH - 1));
        const double value = judge(job, m, penalty);
        if (!(value > most)) continue;
        most = value;
        best = penalty;
        since = 0;
    }
    return best;
}

/* Down the path to the penalty, so that every step is a short one. */
static bool answer(const lcn_single *job, lcn_lasso *g, double top, double penalty)
{
    lcn_glasso_begin(g, fmax(top, penalty));
    for (double at = top / 4; at > 2 * penalty && !lcn_single_stopped(job); at /= 4)
        lcn_glasso_solve(g, at, ROUGH, job->options->max_iter);
    const double tol = job->options->tol > 0 ? job->options->tol : FINE;
    return lcn_glasso_solve(g, penalty, tol, job->options->max_iter);
}

lacon_status lcn_glasso(const lcn_single *job)
{
    const int64_t p = job->p;
    const double top = largest(job->K, p);
    const bool given = job->options->penalty > 0;
    for (int64_t r = 0; r < p; r++)
        if (!(job->K[r * p + r] > 0)) return LACON_E_DATA;
    if (!(top > 0)) return LACON_OK; /* one variable, or none related: K is diagonal */
    const workspace m = lay_out(job);
    const double penalty = given ? job->options->penalty : choose(job, &m, top);
    lcn_lasso *all = &m.state[job->options->folds];
    if (lcn_single_stopped(job)) return LACON_E_CANCELLED;
    const bool converged = answer(job, all, top, penalty);
    memcpy(job->K, all->W, (size_t)(p * p) * sizeof *job->K);
    *job->parameter = penalty;
    return converged ? LACON_OK : LACON_W_NOT_CONVERGED;
}
