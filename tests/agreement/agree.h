/* SPDX-License-Identifier: BSD-3-Clause
 * Problems for the programs of this folder: rows of a planted model, drawn without any BLAS, so that every build and
 * every BLAS is given the same ones to the bit.
 */
#ifndef AGREE_H
#define AGREE_H

#include <lacon/lacon.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct problem {
    int64_t N, n, p, k;
    double *x; /* N × n × p */
} problem;

static inline uint64_t agree_bits(uint64_t *state) /* splitmix64 */
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline double agree_uniform(uint64_t *state) { return ((double)(agree_bits(state) >> 11) + 0.5) * 0x1p-53; }

static inline int64_t agree_between(uint64_t *state, int64_t low, int64_t high)
{
    return low + (int64_t)(agree_bits(state) % (uint64_t)(high - low + 1));
}

/* Sum of twelve: no libm, whose last digits differ too. */
static inline double agree_normal(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += agree_uniform(state);
    return sum;
}

static inline void *agree_block(size_t count, size_t size)
{
    void *block = calloc(count > 0 ? count : 1, size);
    if (block == NULL) abort();
    return block;
}

/* z_j = own + c z_{j-1} times a strength of the class; x = w z + noise; variable r is in module r mod k. */
static inline void agree_rows(const problem *q, double *x, uint64_t *state)
{
    const double strength = 0.6 + agree_uniform(state), link = agree_uniform(state) - 0.5;
    for (int64_t i = 0; i < q->n; i++) {
        double z[16] = {0};
        for (int64_t j = 0; j < q->k; j++) z[j] = strength * agree_normal(state) + (j > 0 ? link * z[j - 1] : 0);
        for (int64_t r = 0; r < q->p; r++)
            x[i * q->p + r] = (0.5 + 0.5 * (double)(r % 3)) * z[r % q->k] + 0.7 * agree_normal(state);
    }
}

static inline problem agree_problem(int64_t N, int64_t n, int64_t p, int64_t k, uint64_t seed)
{
    problem q = {.N = N, .n = n, .p = p, .k = k, .x = agree_block((size_t)(N * n * p), sizeof(double))};
    uint64_t state = seed * 0x100000001B3u;
    for (int64_t c = 0; c < N; c++) agree_rows(&q, q.x + c * n * p, &state);
    return q;
}

static inline void agree_need(lacon_ctx *ctx, lacon_status status)
{
    if (status >= 0) return;
    fprintf(stderr, "%s\n", lacon_ctx_message(ctx));
    exit(1);
}

static inline lacon_model *agree_fit(lacon_ctx *ctx, const problem *q, lacon_scale scale, const lacon_fit_options *o)
{
    lacon_data *data;
    lacon_model *model;
    agree_need(ctx, lacon_data_new(ctx, &data, q->p));
    for (int64_t c = 0; c < q->N; c++)
        agree_need(ctx, lacon_data_add_copy(ctx, data, NULL, q->n, q->x + c * q->n * q->p, q->p));
    agree_need(ctx, lacon_data_standardise(ctx, data, scale));
    agree_need(ctx, lacon_fit(ctx, &model, data, o));
    lacon_data_free(data);
    return model;
}

#endif
