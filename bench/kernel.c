/* SPDX-License-Identifier: BSD-3-Clause
 * GB/s of the row route of P = X'X W / n (src/kernels/kernel.h), beside a plain read of the same memory and
 * the multiply-adds the processor can do, in the same run; of_bound is the share of what these two allow.
 * One thread, its processor time (others may run on the machine), data far larger than the
 * last cache. Prints a table; kernel.py runs it.
 *
 * usage: bench_kernel [MEGABYTES]
 */
#include "util/instruction_sets.h"
#include "kernels/kernel.h"
#include "kernels/kernel_vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REPEATS = 7, LANES = 32 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Sums of LANES interleaved parts: enough independent chains to keep the loads busy. */
LCN_CLONES static double read_f64(const double *x, size_t count)
{
    double sum[LANES] = {0}, total = 0;
    for (size_t i = 0; i + LANES <= count; i += LANES)
        for (int j = 0; j < LANES; j++) sum[j] += x[i + (size_t)j];
    for (int j = 0; j < LANES; j++) total += sum[j];
    return total;
}

LCN_CLONES static double read_f32(const float *x, size_t count)
{
    float sum[2 * LANES] = {0};
    double total = 0;
    for (size_t i = 0; i + 2 * LANES <= count; i += 2 * LANES)
        for (int j = 0; j < 2 * LANES; j++) sum[j] += x[i + (size_t)j];
    for (int j = 0; j < 2 * LANES; j++) total += (double)sum[j];
    return total;
}

/* Multiply-adds a second in registers: as many independent chains as there are registers for. */
#define DEFINE_PEAK(NAME, TYPE)                                         \
    LCN_CLONES static double NAME(int64_t rounds, double start)         \
    {                                                                   \
        TYPE s[7], a = (TYPE){0} + 0.5f, b = (TYPE){0} + 0.25f;         \
        double total = 0;                                               \
        UNROLL for (int t = 0; t < 7; t++) s[t] = a * (float)(start + t); \
        for (int64_t i = 0; i < rounds; i++)                            \
            UNROLL for (int t = 0; t < 7; t++) s[t] = s[t] * a + b;     \
        UNROLL for (int t = 0; t < 7; t++) total += (double)s[t][0];    \
        return total;                                                   \
    }
DEFINE_PEAK(chains_f64, d8)
DEFINE_PEAK(chains_f32, f16)

static double peak_flops(int single, volatile double *sink)
{
    enum { ROUNDS = 1000000 };
    double best = 1e30;
    for (int i = 0; i < REPEATS; i++) {
        double before = now_s();
        *sink = single ? chains_f32(ROUNDS, i) : chains_f64(ROUNDS, i);
        double took = now_s() - before;
        if (took < best) best = took;
    }
    return 2.0 * 7 * (single ? 16 : 8) * ROUNDS / best;
}

/* One measured matrix: rows × p of either precision. */
typedef struct workload {
    int single;
    int64_t rows, p, k;
    void *x;
    double *P, *scratch;
    lcn_sorted W;
} workload;

static void *need(size_t bytes)
{
    void *block = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!block) {
        fputs("bench_kernel: not enough memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return block;
}

/* Each variable in a module drawn at random: neighbours in memory are no neighbours in W. */
static void make_modules(lcn_sorted *W, int64_t p, int64_t k)
{
    W->p = p;
    W->k = k;
    W->order = need((size_t)p * sizeof *W->order);
    W->weight = need((size_t)p * sizeof *W->weight);
    W->start = need((size_t)(k + 1) * sizeof *W->start);
    int64_t at = 0;
    for (int64_t j = 0; j < k; j++) {
        uint64_t draw = 1; /* the same draws for every j */
        W->start[j] = at;
        for (int64_t r = 0; r < p; r++) {
            draw = draw * 6364136223846793005u + 1442695040888963407u;
            if ((int64_t)((draw >> 33) % (uint64_t)k) != j) continue;
            W->order[at] = (int32_t)r;
            W->weight[at++] = 0.5 + 1.0 / (double)(r + 2);
        }
    }
    W->start[k] = at;
}

static double kernel_once(const workload *w)
{
    double before = now_s();
    if (w->single)
        lcn_kernel_rows_f32(w->P, w->x, w->p, w->rows, (double)w->rows, &w->W, w->scratch);
    else
        lcn_kernel_rows(w->P, w->x, w->p, w->rows, (double)w->rows, &w->W, w->scratch);
    return now_s() - before;
}

static double read_once(const workload *w, volatile double *sink)
{
    size_t count = (size_t)(w->rows * w->p);
    double before = now_s();
    *sink = w->single ? read_f32(w->x, count) : read_f64(w->x, count);
    return now_s() - before;
}

/* Kernel and read in turn, the best of each: both meet the same neighbours on the machine. */
static void measure(const workload *w)
{
    volatile double sink = 0;
    double kernel = 1e30, reading = 1e30;
    for (int i = 0; i < REPEATS; i++) {
        double a = kernel_once(w), b = read_once(w, &sink);
        if (a < kernel) kernel = a;
        if (b < reading) reading = b;
    }
    double giga = (double)(w->rows * w->p) * (w->single ? 4.0 : 8.0) / 1e9;
    /* 2 k + 2 operations for each value: what memory and arithmetic allow, whichever is less */
    double peak = peak_flops(w->single, &sink) / 1e9;
    double flops = (double)(w->rows * w->p) * (2.0 * (double)w->k + 2) / 1e9;
    double bound = reading > flops / peak ? reading : flops / peak;
    printf("%s\t%lld\t%lld\t%.3f\t%.3f\t%.3f\t%.1f\t%.1f\t%.3f\n", w->single ? "float32" : "double",
           (long long)w->p, (long long)w->k, giga / kernel, giga / reading, reading / kernel, flops / kernel,
           peak, bound / kernel);
    fflush(stdout);
}

static void fill(workload *w)
{
    size_t count = (size_t)(w->rows * w->p);
    for (size_t i = 0; i < count; i++) {
        double value = (double)((i * 2654435761u) % 1000003u) / 500001.5 - 1.0;
        if (w->single) ((float *)w->x)[i] = (float)value;
        else ((double *)w->x)[i] = value;
    }
}

static void free_modules(lcn_sorted *W)
{
    free(W->order);
    free(W->weight);
    free(W->start);
}

int main(int argc, char **argv)
{
    static const int64_t variables[] = {100, 264, 500, 2000, 5000, 20000, 50000};
    static const int64_t modules[] = {1, 2, 3, 4, 5, 6, 7, 8, 16, 32};
    size_t bytes = (size_t)(argc > 1 ? atoi(argv[1]) : 400) * 1000000u;
    workload w = {.x = need(bytes)};
    puts("precision\tp\tk\tkernel_GBs\tread_GBs\tshare\tkernel_GFlops\tpeak_GFlops\tof_bound");
    for (w.single = 0; w.single < 2; w.single++)
        for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
            w.p = variables[i];
            w.rows = (int64_t)(bytes / (size_t)w.p / (w.single ? 4 : 8));
            fill(&w);
            for (size_t j = 0; j < sizeof modules / sizeof *modules; j++) {
                w.k = modules[j];
                make_modules(&w.W, w.p, w.k);
                w.P = need((size_t)(w.k * lcn_padded(w.p)) * sizeof *w.P);
                for (int64_t r = 0; r < w.k * lcn_padded(w.p); r++) w.P[r] = 0;
                w.scratch = need((size_t)lcn_kernel_scratch(w.p, w.k) * sizeof *w.scratch);
                measure(&w);
                free(w.P);
                free(w.scratch);
                free_modules(&w.W);
            }
        }
    free(w.x);
    return 0;
}
