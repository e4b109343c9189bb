/* SPDX-License-Identifier: BSD-3-Clause
 * Selections and resamples of long classes whose rows ranks share: those of one process to the last bit, and no rank
 * holds what is another's. Ranks are threads here (ranks_in_threads.h).
 */
#include "data/row_slices.h"
#include "inference/folds.h"
#include "ranks_in_threads.h"
#include "scratch.h"

#include <math.h>
#include <stdlib.h>

#include <cmocka.h>

enum { CLASSES = 2, K = 2, FOLDS = 2, RESAMPLES = 1, MOST = 100 };

/* n × p of float32: K modules, whose series remember. */
static void write_npy(const char *path, int64_t n, int64_t p, uint32_t seed)
{
    char header[128];
    FILE *f = fopen(path, "wb");
    float *row = calloc((size_t)p, sizeof *row);
    double z[K] = {0};
    const int length = snprintf(header, sizeof header,
                                "{'descr': '<f4', 'fortran_order': False, 'shape': (%lld, %lld), }", (long long)n,
                                (long long)p);
    assert_true(length < 117);
    fprintf(f, "\x93NUMPY%c%c%c%c%-117s\n", 1, 0, 118, 0, header);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t r = 0; r < p; r++) {
            seed = seed * 1664525u + 1013904223u;
            const double own = (double)(seed >> 8) / (1 << 24) - .5;
            if (r < K) z[r] = .6 * z[r] + own;
            row[r] = (float)(own + z[r % K]);
        }
        assert_int_equal(fwrite(row, sizeof *row, (size_t)p, f), p);
    }
    free(row);
    assert_int_equal(fclose(f), 0);
}

typedef struct outcome {
    const char *path[CLASSES];
    int64_t classes, n[CLASSES];
    bool stability;
    int64_t own; /* rows that this rank has */
    double fold[2][FOLDS], nulls[2][LACON_NULL_MODELS], nats[2]; /* by time, classes */
    double share[2][MOST * (K + 1)], agreement[2][RESAMPLES];    /* over rows and classes, starts */
    double low[2][CLASSES];
    int64_t block[2][CLASSES];
} outcome;

static lacon_status choose(lacon_ctx *ctx, outcome *o, const lacon_data *data)
{
    static const lacon_cv kinds[] = {LACON_CV_TIME, LACON_CV_SUBJECT};
    lacon_select_options options;
    lacon_fit_options fit;
    lacon_fit_options_init(&fit);
    fit.starts = 1;
    for (int i = 0; i < (o->classes > 1 ? 2 : 1); i++) {
        lacon_selection *made = NULL;
        lacon_select_options_init(&options);
        options.k_low = options.k_high = K;
        options.folds = FOLDS;
        options.cv = kinds[i];
        options.fit = &fit;
        LCN_TRY(lacon_select(ctx, &made, data, &options));
        const lacon_selection_info *info = lacon_selection_about(made);
        memcpy(o->fold[i], info->loglik, sizeof o->fold[i]);
        for (int m = 0; m < LACON_NULL_MODELS; m++) o->nulls[i][m] = info->null_model[m].loglik;
        o->nats[i] = info->curve[0].evidence;
        lacon_selection_free(made);
    }
    return LACON_OK;
}

static lacon_status resample(lacon_ctx *ctx, outcome *o, const lacon_data *data)
{
    static const lacon_over kinds[] = {LACON_OVER_BOTH, LACON_OVER_STARTS};
    lacon_stability_options options;
    lacon_fit_options fit;
    lacon_model *model = NULL;
    lacon_status status = LACON_OK;
    lacon_fit_options_init(&fit);
    fit.k = K;
    fit.starts = 1;
    LCN_TRY(lacon_fit(ctx, &model, data, &fit));
    for (int i = 0; i < 2 && status >= 0; i++) {
        lacon_stability *made = NULL;
        lacon_stability_options_init(&options);
        options.resamples = RESAMPLES;
        options.over = kinds[i];
        options.fit = &fit;
        status = lacon_stability_run(ctx, &made, model, data, &options);
        if (status < 0) break;
        const lacon_stability_info *info = lacon_stability_about(made);
        memcpy(o->share[i], info->share, (size_t)(info->variables * (K + 1)) * sizeof(double));
        memcpy(o->agreement[i], info->agreement, sizeof o->agreement[i]);
        memcpy(o->block[i], info->block, sizeof o->block[i]);
        for (int64_t c = 0; c < o->classes && info->has_intervals; c++)
            o->low[i][c] = lacon_stability_interval(made, c, 1, 2)->correlation_low;
        lacon_stability_free(made);
    }
    lacon_model_free(model);
    return status;
}

static lacon_status act(lacon_ctx *ctx, void *user)
{
    outcome *o = user;
    lacon_data *data = NULL;
    lacon_read_options options;
    lacon_read_options_init(&options);
    options.deal = 1;
    LCN_TRY(lacon_data_read(ctx, &data, o->path, o->classes, &options));
    lacon_status status = lacon_data_standardise(ctx, data, LACON_SCALE_Z);
    for (int64_t c = 0; c < o->classes; c++) o->own += lacon_data_rows_own(data, c);
    if (status >= 0) status = choose(ctx, o, data);
    if (status >= 0 && o->stability) status = resample(ctx, o, data);
    lacon_data_free(data);
    return status;
}

static void same_outcome(const outcome *a, const outcome *b)
{
    assert_memory_equal(a->fold, b->fold, sizeof a->fold);
    assert_memory_equal(a->nulls, b->nulls, sizeof a->nulls);
    assert_memory_equal(a->nats, b->nats, sizeof a->nats);
    assert_memory_equal(a->share, b->share, sizeof a->share);
    assert_memory_equal(a->agreement, b->agreement, sizeof a->agreement);
    assert_memory_equal(a->block, b->block, sizeof a->block);
    assert_memory_equal(a->low, b->low, sizeof a->low);
}

/* The same by one process and by ranks. A class is n[c] × p. */
static void compare(scratch *s, const outcome *asked, int64_t p)
{
    member members[RANKS];
    outcome *want = calloc(1 + RANKS, sizeof *want), *users = want + 1;
    int64_t rows = 0, all = 0;
    *want = *asked;
    for (int64_t c = 0; c < asked->classes; c++) {
        char name[16];
        snprintf(name, sizeof name, "c%lld.npy", (long long)c);
        want->path[c] = scratch_path(s, name);
        write_npy(want->path[c], asked->n[c], p, 7 + (uint32_t)c);
        all += asked->n[c];
    }
    for (int i = 0; i < RANKS; i++) users[i] = *want;
    assert_int_equal(act(s->ctx, want), LACON_OK);
    assert_int_equal(want->own, all);
    assert_true(isfinite(want->fold[0][1]));
    together(members, act, users, sizeof *users, NULL);
    for (int i = 0; i < RANKS; i++) {
        if (members[i].status < 0) print_error("%s\n", members[i].message);
        assert_int_equal(members[i].status, LACON_OK);
        same_outcome(&users[i], want);
        rows += users[i].own;
    }
    assert_int_equal(rows, all); /* every row was read once */
    free(want);
}

/* Covariances are formed of them; halves of the first class are long, those of the second are not. */
static void of_many_rows(void **state)
{
    compare(*state, &(outcome){.classes = 2, .n = {168000, 84000}, .stability = true}, MOST);
}

/* Rows stay; the halves are long. */
static void of_many_variables(void **state) { compare(*state, &(outcome){.classes = 1, .n = {1040}}, 16400); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(of_many_rows, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(of_many_variables, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
