/* SPDX-License-Identifier: BSD-3-Clause
 * How far a model is from the truth (docs/algorithm/score.md): columns matched by the assignment
 * problem, variables and classes matched by name, partitions compared by the adjusted Rand index.
 */
#include "data/namemap.h"
#include "la/la.h"
#include "model/model.h"
#include "util/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- adjusted Rand index ---- */

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static double choose_2(int64_t m)
{
    return 0.5 * (double)m * (double)(m - 1);
}

/* Sum over runs of equal key >> shift of C(run, 2), keys sorted. */
static double pairs(int64_t n, const uint64_t *key, int shift)
{
    double sum = 0;
    for (int64_t first = 0, i = 1; i <= n; i++) {
        if (i < n && key[i] >> shift == key[first] >> shift) continue;
        sum += choose_2(i - first);
        first = i;
    }
    return sum;
}

/* Lowest label, and how many there may be from there to the highest. */
static int64_t span(int64_t n, const int32_t *a, int64_t *lowest)
{
    int64_t high = *lowest = a[0];
    for (int64_t i = 1; i < n; i++) {
        if (a[i] < *lowest) *lowest = a[i];
        if (a[i] > high) high = a[i];
    }
    return high - *lowest + 1;
}

/* Pairs together in both, in a and in b, by counting in a table of wide × high cells. False: no memory. */
static bool counted(int64_t n, const int32_t *a, int64_t low_a, int64_t high, const int32_t *b, int64_t low_b,
                    int64_t wide, double together[3])
{
    int64_t *cell = calloc((size_t)(high * wide + wide), sizeof *cell), *column = cell + high * wide;
    if (cell == NULL) return false;
    for (int64_t i = 0; i < n; i++) cell[(a[i] - low_a) * wide + b[i] - low_b]++;
    for (int64_t r = 0; r < high; r++) {
        int64_t row = 0;
        for (int64_t c = 0; c < wide; c++) {
            const int64_t m = cell[r * wide + c];
            together[0] += choose_2(m);
            row += m;
            column[c] += m;
        }
        together[1] += choose_2(row);
    }
    for (int64_t c = 0; c < wide; c++) together[2] += choose_2(column[c]);
    free(cell);
    return true;
}

/* The same by sorting, for labels far apart. */
static bool sorted(int64_t n, const int32_t *a, const int32_t *b, double together[3])
{
    uint64_t *key = malloc((size_t)n * sizeof *key);
    if (key == NULL) return false;
    for (int64_t i = 0; i < n; i++) key[i] = (uint64_t)(uint32_t)a[i] << 32 | (uint32_t)b[i];
    qsort(key, (size_t)n, sizeof *key, by_value);
    together[0] = pairs(n, key, 0);
    together[1] = pairs(n, key, 32);
    for (int64_t i = 0; i < n; i++) key[i] = key[i] << 32 | key[i] >> 32;
    qsort(key, (size_t)n, sizeof *key, by_value);
    together[2] = pairs(n, key, 32);
    free(key);
    return true;
}

/* Hubert & Arabie (1985). Trivial partitions that agree (all in one, all apart) have index 1. The
 * one scratch array comes from malloc, there being no context; without memory the answer is NaN. */
double lacon_ari(int64_t n, const int32_t *a, const int32_t *b)
{
    if (n < 2) return 1;
    int64_t low_a, low_b;
    double together[3] = {0};
    const int64_t high = span(n, a, &low_a), wide = span(n, b, &low_b);
    if (!(high <= n && wide <= n && high <= 4 * n / wide ? counted(n, a, low_a, high, b, low_b, wide, together)
                                                         : sorted(n, a, b, together)))
        return NAN;
    const double all = choose_2(n), expected = together[1] * together[2] / all;
    const double most = 0.5 * (together[1] + together[2]);
    return most == expected ? 1 : (together[0] - expected) / (most - expected);
}

/* ---- model and truth ---- */

typedef struct comparison {
    const lacon_model *truth, *model;
    int64_t k;       /* larger of the two: the other is padded with zero columns */
    int64_t *row;    /* p: row of the model that is row r of the truth */
    int64_t *column; /* k: column of the model for column j of the truth */
    double *inner;   /* k × k: <w_j, w^_l> */
    double *scratch; /* for the assignment */
    int32_t *labels; /* p: module of the model, in the truth's order */
} comparison;

/* Variables by name; by position where the model's names are not the truth's at all. */
static lacon_status match_rows(lacon_ctx *ctx, comparison *c)
{
    const int64_t p = c->truth->p;
    bool same = true;
    for (int64_t r = 0; r < p; r++) {
        c->row[r] = r;
        same &= strcmp(c->truth->names[r], c->model->names[r]) == 0;
    }
    if (same) return LACON_OK;
    lcn_namemap map;
    int64_t twin, again, found = 0, missing = 0;
    LCN_TRY(lcn_namemap_init(ctx, &map, (const char *const *)c->model->names, p, &twin, &again));
    for (int64_t r = 0; r < p; r++) {
        const int64_t at = lcn_namemap_find(&map, c->truth->names[r]);
        if (at < 0) missing = r;
        found += at >= 0;
        c->row[r] = at;
    }
    lcn_namemap_clear(&ctx->allocator, &map);
    LCN_FAIL_IF(found > 0 && found < p, LACON_E_DATA,
                "variable '%s' of the truth is not in the model: both must have the same variables",
                c->truth->names[missing]);
    for (int64_t r = 0; found == 0 && r < p; r++) c->row[r] = r;
    return LACON_OK;
}

static double entry(const lacon_model *m, int64_t r, int64_t j)
{
    return j < m->k ? m->W[r * m->k + j] : 0;
}

static double latent(const lacon_model *m, int64_t i, int64_t a, int64_t b)
{
    return a < m->k && b < m->k ? m->G[(i * m->k + a) * m->k + b] : 0;
}

/* The column permutation that maximises sum_j <w_j, w^_column(j)> */
static void match_columns(comparison *c)
{
    const int64_t k = c->k;
    memset(c->inner, 0, (size_t)(k * k) * sizeof *c->inner);
    for (int64_t r = 0; r < c->truth->p; r++)
        for (int64_t j = 0; j < c->truth->k; j++) {
            const double w = entry(c->truth, r, j);
            for (int64_t l = 0; w != 0 && l < c->model->k; l++)
                c->inner[j * k + l] += w * entry(c->model, c->row[r], l);
        }
    lcn_assign(k, k, c->inner, k, c->column, c->scratch);
}

static double w_error(const comparison *c)
{
    double sum = 0;
    for (int64_t r = 0; r < c->truth->p; r++)
        for (int64_t j = 0; j < c->k; j++) {
            const double d = entry(c->truth, r, j) - entry(c->model, c->row[r], c->column[j]);
            sum += d * d;
        }
    return sum;
}

/* Mean square over entries of the classes both have, NaN when there is none. */
static double g_mse(const comparison *c)
{
    double sum = 0;
    int64_t classes = 0;
    for (int64_t i = 0; i < c->truth->n_classes; i++) {
        const int64_t other = lacon_model_find_class(c->model, c->truth->labels[i]);
        if (other < 0) continue;
        classes++;
        for (int64_t a = 0; a < c->k; a++)
            for (int64_t b = 0; b < c->k; b++) {
                const double d =
                    latent(c->truth, i, a, b) - latent(c->model, other, c->column[a], c->column[b]);
                sum += d * d;
            }
    }
    return classes > 0 ? sum / (double)(classes * c->k * c->k) : NAN;
}

static lacon_status prepare(lacon_ctx *ctx, comparison *c)
{
    const size_t p = (size_t)c->truth->p, k = (size_t)c->k;
    c->row = lcn_alloc(ctx, p + k, sizeof *c->row);
    c->labels = lcn_alloc(ctx, p, sizeof *c->labels);
    c->inner = lcn_alloc(ctx, k * k + (size_t)lcn_assign_scratch(c->k, c->k), sizeof *c->inner);
    if (!c->row || !c->labels || !c->inner) return LACON_E_MEMORY;
    c->column = c->row + p;
    c->scratch = c->inner + k * k;
    return match_rows(ctx, c);
}

static void clear(const lacon_allocator *a, comparison *c)
{
    lcn_free(a, c->row);
    lcn_free(a, c->labels);
    lcn_free(a, c->inner);
}

/* Rows and columns matched; clear it also after a failure. */
static lacon_status match(lacon_ctx *ctx, comparison *c, const lacon_model *truth,
                          const lacon_model *model)
{
    *c = (comparison){.truth = truth, .model = model};
    LCN_FAIL_IF(truth->p != model->p, LACON_E_SHAPE,
                "one model has %lld variables, the other %lld: they must be the same",
                (long long)truth->p, (long long)model->p);
    c->k = truth->k > model->k ? truth->k : model->k;
    LCN_TRY(prepare(ctx, c));
    match_columns(c);
    return LACON_OK;
}

lacon_status lacon_model_match(lacon_ctx *ctx, int64_t *column, const lacon_model *truth,
                               const lacon_model *model)
{
    comparison c;
    const lacon_status status = match(ctx, &c, truth, model);
    for (int64_t j = 0; status >= 0 && j < truth->k; j++) column[j] = c.column[j];
    clear(&ctx->allocator, &c);
    return status;
}

lacon_status lacon_model_score_sized(lacon_ctx *ctx, lacon_scores *out, size_t size,
                                     const lacon_model *truth, const lacon_model *model)
{
    comparison c;
    lacon_scores ours;
    lacon_status status;
    LCN_GOTO(match(ctx, &c, truth, model));
    for (int64_t r = 0; r < truth->p; r++) c.labels[r] = model->module_of[c.row[r]];
    ours.w_error = w_error(&c);
    ours.w_mse = ours.w_error / (double)(truth->p * c.k);
    ours.g_mse = g_mse(&c);
    ours.ari = lacon_ari(truth->p, truth->module_of, c.labels);
    if (isnan(ours.ari)) status = lcn_fail(ctx, LACON_E_MEMORY, "no memory to compare the partitions");
    lcn_struct_give(out, size, &ours, sizeof ours);
done:
    clear(&ctx->allocator, &c);
    return status;
}
