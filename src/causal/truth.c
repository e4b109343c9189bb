/* SPDX-License-Identifier: BSD-3-Clause
 * Truth for directed connectivity: the generator of section 6.3 of the paper (a random order per
 * class, every pair joined, logistic disturbances), rows from it, and how far an estimate is from a
 * truth.
 */
#include "causal/causal.h"

#include "model/model.h"
#include "util/options.h"
#include "util/rng.h"

#include <math.h>
#include <string.h>

#define LOGISTIC_VARIANCE 3.2898681336964528729 /* pi² / 3 */

/* ---- models ---- */

/* A random order (Fisher-Yates) and |b| in [0.3, 1] with random sign for every pair. */
static void draw_structure(int64_t k, double *B, int64_t *order, lcn_rng rng)
{
    for (int64_t j = 0; j < k; j++) order[j] = j;
    for (int64_t j = k - 1; j > 0; j--) {
        const int64_t other = (int64_t)lcn_rng_below(&rng, (uint64_t)j + 1), keep = order[j];
        order[j] = order[other];
        order[other] = keep;
    }
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < a; b++) {
            const double size = 0.3 + 0.7 * lcn_rng_uniform(&rng);
            B[order[a] * k + order[b]] = lcn_rng_u32(&rng) >> 31 ? size : -size;
        }
}

/* G = variance (I + T)(I + T)', T the total effects */
static void implied_covariance(int64_t k, double *G, const double *T)
{
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b <= a; b++) {
            double sum = 0;
            for (int64_t e = 0; e < k; e++)
                sum += ((a == e) + T[a * k + e]) * ((b == e) + T[b * k + e]);
            G[a * k + b] = G[b * k + a] = LOGISTIC_VARIANCE * sum;
        }
}

lacon_status lacon_causal_random(lacon_ctx *ctx, lacon_causal **out, lacon_model **model, int64_t p,
                                 int64_t k, int64_t classes, double noise, uint64_t seed)
{
    lacon_model *base = NULL;
    lacon_causal *made = NULL;
    lacon_status status;
    *out = NULL;
    *model = NULL;
    LCN_GOTO(lacon_model_random(ctx, &base, p, k, classes, noise, seed));
    LCN_GOTO(lcn_causal_alloc(ctx, &made, k, classes, NULL, (const char *const *)base->labels,
                              false, 0));
    for (int64_t c = 0; c < classes; c++) {
        double *B = made->B + c * k * k, *total = made->total + c * k * k;
        int64_t *order = made->order + c * k;
        draw_structure(k, B, order, lcn_rng_stream(seed, LCN_STREAM_CAUSAL, 1 + (uint32_t)c));
        lcn_total_effects(total, k, B, order);
        implied_covariance(k, base->G + c * k * k, total);
    }
    *out = made;
    *model = base;
    return LACON_OK;
done:
    lacon_causal_free(made);
    lacon_model_free(base);
    return status;
}

/* ---- rows ---- */

static double logistic(lcn_rng *rng)
{
    const double u = lcn_rng_uniform(rng);
    return log(u / (1 - u));
}

/* z in causal order, then x = Psi^1/2 (W z + sqrt(v) g). Draws: k disturbances by module, p
 * normals. */
static void draw_row(const lacon_causal *s, const lacon_model *model, int64_t c, lcn_rng rng,
                     double *z, double *x)
{
    const int64_t k = s->k, *order = s->order + c * k;
    const double *B = s->B + c * k * k, sd = sqrt(model->v[c]);
    for (int64_t j = 0; j < k; j++) z[j] = logistic(&rng);
    for (int64_t at = 1; at < k; at++)
        for (int64_t i = 0; i < at; i++) z[order[at]] += B[order[at] * k + order[i]] * z[order[i]];
    for (int64_t r = 0; r < model->p; r++) {
        const int32_t own = model->module_of[r];
        const double signal = own > 0 ? model->W[r * k + own - 1] * z[own - 1] : 0;
        x[r] = sqrt(model->psi[r]) * (signal + sd * lcn_rng_normal(&rng));
    }
}

lacon_status lacon_causal_simulate(lacon_ctx *ctx, const lacon_causal *causal,
                                   const lacon_model *model, int64_t c, int64_t n, uint64_t seed,
                                   double *x, int64_t ld)
{
    LCN_FAIL_IF(causal->k != model->k || causal->n_classes != model->n_classes, LACON_E_SHAPE,
                "effects between %lld modules in %lld classes, a model of %lld in %lld",
                (long long)causal->k, (long long)causal->n_classes, (long long)model->k,
                (long long)model->n_classes);
    LCN_TRY(lcn_simulate_check(ctx, model, c, n, ld));
    double *z = lcn_alloc(ctx, (size_t)causal->k, sizeof *z);
    if (z == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < n; i++) {
        const lcn_rng rng = lcn_rng_stream(seed, LCN_STREAM_ROWS + 256 * (uint32_t)c, (uint32_t)i);
        draw_row(causal, model, c, rng, z, x + i * ld);
    }
    lcn_free(&ctx->allocator, z);
    return LACON_OK;
}

/* ---- estimate and truth ---- */

typedef struct pair {
    const lacon_causal *truth, *causal;
    const int64_t *column; /* NULL: the same */
    int64_t t, c;          /* class in each */
} pair;

static int64_t column_of(const pair *q, int64_t j)
{
    return q->column ? q->column[j] : j;
}

/* Effect in the estimate between the modules that are `to` and `from` of the truth */
static double estimated(const pair *q, int64_t to, int64_t from)
{
    const int64_t k = q->causal->k, a = column_of(q, to), b = column_of(q, from);
    return a < k && b < k ? q->causal->B[(q->c * k + a) * k + b] : 0;
}

static double squares(const pair *q)
{
    const int64_t k = q->truth->k;
    double sum = 0;
    for (int64_t to = 0; to < k; to++)
        for (int64_t from = 0; from < k; from++) {
            const double d = q->truth->B[(q->t * k + to) * k + from] - estimated(q, to, from);
            sum += d * d;
        }
    return sum;
}

/* Pairs that are joined otherwise than in the truth. */
static double hamming(const pair *q)
{
    const int64_t k = q->truth->k;
    int64_t sum = 0;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < a; b++) {
            const double *B = q->truth->B + q->t * k * k;
            const bool down = B[a * k + b] != 0, up = B[b * k + a] != 0;
            sum += down != (estimated(q, a, b) != 0) || up != (estimated(q, b, a) != 0);
        }
    return (double)sum;
}

/* Spearman: 1 - 6 sum d² / (k (k² - 1)) over the modules both have; their ranks are 0..k-1. */
static double spearman(const pair *q)
{
    const int64_t k = q->truth->k, *order = q->truth->order + q->t * k;
    const int64_t other = q->causal->k, *theirs = q->causal->order + q->c * other;
    double sum = 0, both = 0;
    for (int64_t at = 0; at < k; at++) {
        int64_t mine = 0, rank = 0;
        bool found = column_of(q, order[at]) < other;
        for (int64_t i = 0; i < at; i++) mine += column_of(q, order[i]) < other;
        for (int64_t i = 0; found && theirs[i] != column_of(q, order[at]); i++)
            for (int64_t j = 0; j < k; j++) rank += column_of(q, j) == theirs[i];
        if (found) sum += (double)((mine - rank) * (mine - rank));
        both += found;
    }
    return both > 1 ? 1 - 6 * sum / (both * (both * both - 1)) : 1;
}

static int64_t find_label(const lacon_causal *s, const char *label)
{
    for (int64_t c = 0; c < s->n_classes; c++)
        if (strcmp(s->labels[c], label) == 0) return c;
    return -1;
}

lacon_status lacon_causal_score_sized(lacon_ctx *ctx, lacon_causal_scores *out, size_t size,
                                      const lacon_causal *truth, const lacon_causal *causal,
                                      const int64_t *column)
{
    LCN_FAIL_IF(column == NULL && truth->k != causal->k, LACON_E_SHAPE,
                "the truth has %lld modules, the estimate %lld", (long long)truth->k,
                (long long)causal->k);
    double classes = 0, error = 0, order = 0, distance = 0;
    for (int64_t t = 0; t < truth->n_classes; t++) {
        const int64_t c = find_label(causal, truth->labels[t]);
        if (c < 0) continue;
        const pair q = {truth, causal, column, t, c};
        classes += 1;
        error += squares(&q);
        order += spearman(&q);
        distance += hamming(&q);
    }
    const double k = (double)truth->k;
    /* 0 / 0, NaN, when no class is common */
    const lacon_causal_scores ours = {.b_error = error / classes, .b_mse = error / classes / (k * k),
                                      .order_spearman = order / classes, .hamming = distance / classes};
    lcn_struct_give(out, size, &ours, sizeof ours);
    return LACON_OK;
}
