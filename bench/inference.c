/* SPDX-License-Identifier: BSD-3-Clause
 * Simulated studies for bench/inference.py, many thousands of them without leaving the process: is the
 * edge test honest where nothing differs, and strong where something does? Prints one line per question.
 *
 * A study: 16 and 24 classes (unequal groups), 10 edges that correlate .4, a covariate that differs
 * between the groups and moves every edge; errors normal or, as an unfriendly case, exponential. Also
 * three groups by F, twenty pairs exchanged within, 8 noisy classes against 32 quiet ones (and 16 and 16, by F) and the
 * other way round, twenty subjects of two scans and of one to three that change places as a whole, and the mean of 40
 * by changes of sign. Groups have variances of their own, as by default.
 * usage: bench_inference STUDIES PERMUTATIONS SEED [QUESTION: those whose name begins so]
 */
#include "inference/inference.h"
#include "util/rng.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 16, SECOND = 24, N = FIRST + SECOND, E = 10, PLANTED = 3, BINS = 20, FEW = 8 };

typedef enum design_kind {
    GROUPS, ADJUSTED, THREE, PAIRS, NOISY, QUIET, WHOLE, UNEVEN, MEAN, NOISY3, QUIET3
} design_kind;
static const int TESTED[] = {1, 1, 2, 1, 1, 1, 1, 1, 1, 2, 2}, NUISANCE[] = {0, 1, 1, N / 2 - 1, 0, 0, 0, 0, 0, 0, 0};

typedef struct study {
    double X[N * N]; /* tested columns, then nuisance */
    double Y[N * E];
    int32_t pair[N], group[N];
} study;

typedef struct tally {
    int64_t studies, rejected, any, omnibus, covered;
    int64_t bin[BINS]; /* p of the first edge */
    double least;      /* smallest p */
    int64_t found, welch; /* planted edges found by max-T, by Welch's t with Holm */
} tally;

static double error_of(lcn_rng *rng, bool skewed)
{
    return skewed ? -log(lcn_rng_uniform(rng)) - 1.0 : lcn_rng_normal(rng);
}

/* Scans 1, 2, 3, 2 of subjects, again and again: 20 subjects of 40 scans. */
static int subject_of(design_kind kind, int i)
{
    static const int of[] = {0, 1, 1, 2, 2, 2, 3, 3};
    return kind == UNEVEN ? i / 8 * 4 + of[i % 8] : i / 2;
}

static bool three(design_kind kind)
{
    return kind == THREE || kind == NOISY3 || kind == QUIET3;
}

static bool in_first(design_kind kind, int i)
{
    if (kind == NOISY || kind == QUIET || kind == NOISY3 || kind == QUIET3) return i < FEW;
    if (kind == UNEVEN) return subject_of(kind, i) * 3 % 7 < 3;
    return kind == MEAN || i < FIRST;
}

/* Columns of class i: groups, the covariate, or which of a pair and whose. */
static void put_design(study *s, design_kind kind, int i, double age)
{
    const int width = TESTED[kind] + NUISANCE[kind];
    double *x = s->X + i * width;
    s->pair[i] = subject_of(kind, i);
    s->group[i] = kind == THREE ? i % 3 : kind == PAIRS ? i % 2 : !in_first(kind, i);
    if (kind == NOISY3 || kind == QUIET3) s->group[i] = i < FEW ? 0 : 1 + i % 2;
    if (kind == MEAN) {
        x[0] = 1.0;
    } else if (kind == PAIRS) {
        x[0] = i % 2 ? 0.5 : -0.5;
        for (int j = 1; j < N / 2; j++) x[j] = i / 2 == j;
    } else if (three(kind)) {
        x[0] = s->group[i] == 1;
        x[1] = s->group[i] == 2;
        if (kind == THREE) x[2] = age;
    } else {
        x[0] = in_first(kind, i) ? 0.5 : -0.5;
        if (kind == ADJUSTED) x[1] = age;
    }
}

static void draw(study *s, int64_t which, uint64_t seed, bool skewed, design_kind kind, double effect)
{
    lcn_rng rng = lcn_rng_stream(seed, 1000 + skewed, (uint32_t)which);
    double person = 0.0;
    for (int i = 0; i < N; i++) {
        const bool first = in_first(kind, i);
        const bool noisy = kind == NOISY || kind == NOISY3, quiet = kind == QUIET || kind == QUIET3;
        const double spread = (noisy && first) || (quiet && !first) ? 2.0 : 1.0;
        const double age = lcn_rng_normal(&rng) + (first ? 0.8 : 0.0), common = error_of(&rng, skewed);
        if (i == 0 || subject_of(kind, i) != subject_of(kind, i - 1))
            person = (kind == PAIRS ? 2.0 : kind == WHOLE || kind == UNEVEN ? 1.0 : 0.0) * lcn_rng_normal(&rng);
        put_design(s, kind, i, age);
        for (int e = 0; e < E; e++)
            s->Y[i * E + e] = (NUISANCE[kind] == 1 ? 0.5 * age : 0.0) + person +
                              spread * (sqrt(0.4) * common + sqrt(0.6) * error_of(&rng, skewed)) +
                              (first && e < PLANTED ? effect : 0.0);
    }
}

/* ---- Welch's t with Holm's correction ---- */

static double welch(const study *s, int e)
{
    double mean[2] = {0}, var[2] = {0};
    const double n[2] = {FIRST, SECOND};
    for (int i = 0; i < N; i++) mean[i >= FIRST] += s->Y[i * E + e] / n[i >= FIRST];
    for (int i = 0; i < N; i++) {
        const int g = i >= FIRST;
        var[g] += pow(s->Y[i * E + e] - mean[g], 2) / (n[g] - 1) / n[g];
    }
    const double t = (mean[0] - mean[1]) / sqrt(var[0] + var[1]);
    const double df = pow(var[0] + var[1], 2) / (var[0] * var[0] / (n[0] - 1) + var[1] * var[1] / (n[1] - 1));
    return 1.0 - lcn_f_cdf(t * t, 1.0, df, 0.0);
}

/* Planted edges that survive Holm at .05: sorted p_(i) (E - i) <= .05 until the first failure. */
static int holm(const study *s)
{
    double p[E];
    bool done[E] = {false};
    int found = 0;
    for (int e = 0; e < E; e++) p[e] = welch(s, e);
    for (int step = 0; step < E; step++) {
        int least = -1;
        for (int e = 0; e < E; e++)
            if (!done[e] && (least < 0 || p[e] < p[least])) least = e;
        if (p[least] * (E - step) > 0.05) break;
        done[least] = true;
        found += least < PLANTED;
    }
    return found;
}

/* ---- studies ---- */

static void judge(tally *t, const lcn_permuted *f, bool all, double truth)
{
    bool any = false;
    t->studies++;
    for (int e = 0; e < E; e++) {
        const double p = lcn_share(f->above[e], f->done, all);
        const double fwe = lcn_share(lcn_count_from(f->largest, f->done, f->observed[e]), f->done, all);
        const double is = e < PLANTED ? truth : 0.0;
        double low, high;
        lcn_permuted_limits(f, e, 0.95, &low, &high);
        t->rejected += p <= 0.05;
        any |= fwe <= 0.05;
        t->found += e < PLANTED && fwe <= 0.05;
        t->covered += low <= is && is <= high;
        t->least = fmin(t->least, p);
        if (e == 0) t->bin[(int)fmin(BINS - 1, p * BINS - 1e-9)]++;
    }
    t->any += any;
    t->omnibus += lcn_share(f->omnibus_above, f->done, all) <= 0.05;
}

static int fail(lacon_ctx *ctx)
{
    fprintf(stderr, "%s\n", lacon_ctx_message(ctx));
    return 1;
}

static int simulate(lacon_ctx *ctx, tally *t, int64_t studies, int64_t permutations, uint64_t seed,
                    bool skewed, design_kind kind, double effect, bool own)
{
    *t = (tally){.least = 1};
    char name[] = "x", *names[N];
    static study s;
    for (int j = 0; j < N; j++) names[j] = name;
    lcn_design d = {.n = N, .q = TESTED[kind], .r = NUISANCE[kind], .X = s.X, .names = names};
    d.flip = kind == MEAN;
    d.whole = kind == WHOLE || kind == UNEVEN;
    if (kind == PAIRS || d.whole) {
        d.block = s.pair;
        d.n_blocks = N / 2;
    }
    d.own_variance = own;
    if (own && kind != MEAN) {
        d.variance = s.group;
        d.n_variance = three(kind) ? 3 : 2;
    }
    for (int64_t i = 0; i < studies; i++) {
        draw(&s, i, seed, skewed, kind, effect);
        lcn_shuffle shuffle;
        lcn_permuted found;
        if (lcn_shuffle_new(ctx, &shuffle, &d, permutations, seed + (uint64_t)i) < 0) return fail(ctx);
        if (lcn_permute(ctx, &found, s.Y, E, &d, &shuffle, LACON_TAIL_TWO, NULL) < 0) return fail(ctx);
        judge(t, &found, shuffle.all, effect);
        if (effect > 0.0) t->welch += holm(&s);
        lcn_permuted_clear(&ctx->allocator, &found);
        lcn_shuffle_clear(&shuffle);
    }
    return 0;
}

static void print(const char *what, const char *errors, const tally *t)
{
    double chi = 0.0; /* of the 20 bins of p: 19 degrees of freedom */
    const double want = (double)t->studies / BINS, edges = (double)t->studies * E;
    for (int b = 0; b < BINS; b++) chi += pow((double)t->bin[b] - want, 2) / want;
    printf("%s\t%s\t%lld\t%.6f\t%.6f\t%.6f\t%.6f\t%.3f\t%.6f\t%.6f\t%.6f\n", what, errors,
           (long long)t->studies, (double)t->rejected / edges, (double)t->any / (double)t->studies,
           (double)t->omnibus / (double)t->studies, t->least, chi, (double)t->covered / edges,
           (double)t->found / (double)(t->studies * PLANTED),
           (double)t->welch / (double)(t->studies * PLANTED));
}

int main(int argc, char **argv)
{
    const int64_t studies = argc > 1 ? atoll(argv[1]) : 10000, permutations = argc > 2 ? atoll(argv[2]) : 999;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    const char *only = argc > 4 ? argv[4] : "";
    lacon_ctx *ctx = NULL;
    if (lacon_ctx_new(&ctx, NULL) < 0) return 1;
    puts("question\terrors\tstudies\ttype1\tfwe\tomnibus\tleast_p\tchi2\tcoverage\tpower\tpower_welch_holm");
    static const struct { const char *name; design_kind kind; int part, seed; double effect; bool own; } asked[] = {
        {"null", ADJUSTED, 1, 0, 0.0, true},
        {"null, three groups", THREE, 1, 2, 0.0, true},
        {"null, pairs", PAIRS, 5, 3, 0.0, true},
        {"unlike, 8 noisy v 32", NOISY, 2, 4, 0.0, true},
        {"unlike, 8 noisy v 32, one variance", NOISY, 10, 4, 0.0, false},
        {"unlike, 8 quiet v 32", QUIET, 2, 5, 0.0, true},
        {"unlike, three groups, 8 noisy", NOISY3, 2, 9, 0.0, true},
        {"unlike, three groups, 8 noisy, one variance", NOISY3, 10, 9, 0.0, false},
        {"unlike, three groups, 8 quiet", QUIET3, 2, 10, 0.0, true},
        {"null, whole blocks of two", WHOLE, 2, 6, 0.0, true},
        {"null, whole blocks of one to three", UNEVEN, 2, 7, 0.0, true},
        {"null, the mean by signs", MEAN, 2, 8, 0.0, true},
        {"planted", GROUPS, 5, 1, 1.0, true},
        {"planted, one variance", GROUPS, 5, 1, 1.0, false},
    };
    int code = 0;
    for (size_t i = 0; i < 2 * sizeof asked / sizeof *asked && !code; i++) {
        const size_t q = i % (sizeof asked / sizeof *asked);
        const bool skewed = i != q;
        tally t;
        if (skewed && asked[q].kind == MEAN) continue; /* changes of sign ask for symmetry */
        if (strncmp(asked[q].name, only, strlen(only)) != 0) continue;
        code = simulate(ctx, &t, studies / asked[q].part, permutations, seed + (uint64_t)asked[q].seed, skewed,
                        asked[q].kind, asked[q].effect, asked[q].own);
        if (!code) print(asked[q].name, skewed ? "exponential" : "normal", &t);
    }
    lacon_ctx_free(ctx);
    return code;
}
