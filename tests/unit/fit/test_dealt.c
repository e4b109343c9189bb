/* SPDX-License-Identifier: BSD-3-Clause
 * Ranks that each read and hold the files of their own classes: the fit, the folds and the resamples of one process to
 * the last bit, nothing read or held that is another's, and a file that is bad or changes for one of them ends all with
 * its name.
 */
#include "data/data.h"
#include "fit/problem/variable_vectors.h"
#include "parallel/ranks.h"
#include "ranks_in_threads.h"
#include "scratch.h"

#include <sys/stat.h>

#ifdef MANY_VARIABLES /* test_dealt_swept.c */
enum { P = 96 };
#else
enum { P = 12 };
#endif
enum { FILES = 20, K = 3, N = 60, ODD = 17, FOLDS = 3, RESAMPLES = 2 };

/* Rows of three modules as a .npy of float; class 17 has more of them. */
static int64_t rows_of(int i) { return i == ODD ? 3 * N : N; }

static void write_file(const char *path, int i)
{
    FILE *out = fopen(path, "wb");
    char head[118];
    uint64_t random = 77 + (uint64_t)i;
    float z[K];
    memset(head, ' ', sizeof head);
    const int used = snprintf(head, sizeof head, "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }",
                              (int)rows_of(i), P);
    head[used] = ' ';
    head[117] = '\n';
    assert_int_equal(fwrite("\x93NUMPY\1\0\x76\0", 1, 10, out), 10);
    assert_int_equal(fwrite(head, 1, sizeof head, out), sizeof head);
    for (int64_t e = 0; e < rows_of(i) * P; e++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const float own = (float)(random >> 40) / 16777216.0f - .5f;
        if (e % P < K) z[e % P] = own;
        const float value = own + (e % P < K ? 0.0f : 1.5f * z[e % P % K]);
        assert_int_equal(fwrite(&value, 4, 1, out), 1);
    }
    assert_int_equal(fclose(out), 0);
}

typedef struct outcome {
    char path[FILES][600];
    bool held[FILES];
    bool deal;
    int changes; /* file that is written to between reading and fitting; -1: none */
    double W[P * K], v[FILES], loglik[FILES], evidence[P], nats;
    double mean[FILES * P];
    double fold[3][FOLDS * 2], nulls[3][LACON_NULL_MODELS], nats_of[2]; /* by time, rows, classes; k = 2 and 3 */
    double share[4][P * (K + 1)], agreement[4][RESAMPLES], low[FILES]; /* over rows, classes, both, starts */
    lacon_traffic traffic;
    int64_t length; /* of a vector of a variable (fit/problem/variable_vectors.h) */
} outcome;

static void take(outcome *o, const lacon_model *m)
{
    memcpy(o->W, lacon_model_W(m), sizeof o->W);
    memcpy(o->evidence, lacon_model_evidence(m), sizeof o->evidence);
    memcpy(o->mean, lacon_model_mean(m), sizeof o->mean);
    o->nats = lacon_model_info(m)->evidence;
    for (int64_t c = 0; c < FILES; c++) {
        o->v[c] = lacon_model_v(m, c);
        o->loglik[c] = lacon_model_loglik(m, c);
    }
}

static void change(const char *path)
{
    FILE *file = fopen(path, "r+b");
    assert_int_equal(fseek(file, -7, SEEK_END), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, -7, SEEK_END), 0);
    assert_int_not_equal(fputc(byte ^ 1, file), EOF);
    assert_int_equal(fclose(file), 0);
}

static lacon_status fit(lacon_ctx *ctx, outcome *o, const lacon_data *data)
{
    lacon_fit_options how;
    lacon_model *model = NULL;
    lacon_fit_options_init(&how);
    how.k = K;
    const lacon_status status = lacon_fit(ctx, &model, data, &how);
    if (status >= 0) take(o, model);
    lacon_model_free(model);
    return status;
}

static lacon_status read_and_fit(lacon_ctx *ctx, void *user)
{
    outcome *o = user;
    lacon_read_options how;
    lacon_data *data = NULL;
    lacon_matrix x;
    const char *paths[FILES];
    lacon_read_options_init(&how);
    how.reduce = LACON_REDUCE_SERIES;
    how.deal = o->deal;
    for (int i = 0; i < FILES; i++) paths[i] = o->path[i];
    LCN_TRY(lacon_data_read(ctx, &data, paths, FILES, &how));
    for (int64_t c = 0; c < FILES; c++) {
        o->held[c] = lacon_data_get_rows(data, c, &x) || lacon_data_get_cov(data, c, &x);
        assert_int_equal(lacon_data_rows(data, c), rows_of((int)c));
        assert_int_equal(strlen(lacon_data_sha256(data, c)), 64);
        assert_string_equal(lacon_data_format(data, c), "a NumPy array");
    }
    if (o->changes >= 0 && lcn_rank(ctx) == 0) change(o->path[o->changes]);
    lacon_status status = lcn_agree(ctx, LACON_OK);
    if (status >= 0) status = fit(ctx, o, data);
    lacon_ctx_traffic(ctx, &o->traffic);
    lacon_data_free(data);
    return status;
}

/* ---- folds and resamples ---- */

static lacon_status choose(lacon_ctx *ctx, outcome *o, const lacon_data *data, lacon_cv cv, int64_t folds)
{
    lacon_select_options how;
    lacon_selection *chosen = NULL;
    lacon_select_options_init(&how);
    how.k_low = 2;
    how.k_high = 3;
    how.cv = cv;
    how.folds = folds;
    LCN_TRY(lacon_select(ctx, &chosen, data, &how));
    const lacon_selection_info *info = lacon_selection_about(chosen);
    memcpy(o->fold[cv], info->loglik, (size_t)(2 * folds) * sizeof *info->loglik);
    for (int i = 0; i < 2; i++) o->nats_of[i] = info->curve[i].evidence;
    for (int i = 0; i < LACON_NULL_MODELS; i++) o->nulls[cv][i] = info->null_model[i].loglik;
    lacon_selection_free(chosen);
    return LACON_OK;
}

static lacon_status resample(lacon_ctx *ctx, outcome *o, const lacon_data *data, lacon_over over)
{
    lacon_fit_options fit;
    lacon_stability_options how;
    lacon_model *model = NULL;
    lacon_stability *found = NULL;
    lacon_fit_options_init(&fit);
    fit.k = K;
    LCN_TRY(lacon_fit(ctx, &model, data, &fit));
    lacon_stability_options_init(&how);
    how.resamples = RESAMPLES;
    how.over = over;
    const lacon_status status = lacon_stability_run(ctx, &found, model, data, &how);
    if (status >= 0) {
        const lacon_stability_info *info = lacon_stability_about(found);
        memcpy(o->share[over], info->share, sizeof o->share[over]);
        memcpy(o->agreement[over], info->agreement, sizeof o->agreement[over]);
        for (int64_t c = 0; c < FILES && info->has_intervals; c++)
            o->low[c] = lacon_stability_interval(found, c, 1, 2)->covariance_low;
    }
    lacon_stability_free(found);
    lacon_model_free(model);
    return status;
}

/* Rows of some files, each rank's own: what folds and resamples are made of. */
static lacon_status read_some(lacon_ctx *ctx, lacon_data **data, outcome *o, int files)
{
    lacon_read_options how;
    lacon_matrix x;
    const char *paths[FILES];
    lacon_read_options_init(&how);
    how.deal = o->deal;
    for (int i = 0; i < files; i++) paths[i] = o->path[i];
    LCN_TRY(lacon_data_read(ctx, data, paths, files, &how));
    for (int64_t c = 0; c < files; c++) o->held[c] = lacon_data_get_rows(*data, c, &x);
    return lacon_data_standardise(ctx, *data, LACON_SCALE_Z);
}

static lacon_status read_rows(lacon_ctx *ctx, lacon_data **data, outcome *o) { return read_some(ctx, data, o, FILES); }

static lacon_status read_and_choose(lacon_ctx *ctx, void *user)
{
    outcome *o = user;
    lacon_data *data = NULL;
    lacon_status status = read_rows(ctx, &data, o);
    for (int cv = LACON_CV_TIME; cv <= LACON_CV_SUBJECT && status >= 0; cv++)
        status = choose(ctx, o, data, (lacon_cv)cv, FOLDS);
    lacon_data_free(data);
    return status;
}

static lacon_status choose_of_few(lacon_ctx *ctx, void *user)
{
    lacon_data *data = NULL;
    lacon_status status = read_some(ctx, &data, user, RANKS);
    if (status >= 0) status = choose(ctx, user, data, LACON_CV_SUBJECT, 2);
    lacon_data_free(data);
    return status;
}

static lacon_status read_and_resample(lacon_ctx *ctx, void *user)
{
    outcome *o = user;
    lacon_data *data = NULL;
    lacon_status status = read_rows(ctx, &data, o);
    for (int over = LACON_OVER_ROWS; over <= LACON_OVER_STARTS && status >= 0; over++)
        status = resample(ctx, o, data, (lacon_over)over);
    lacon_data_free(data);
    return status;
}

static lacon_status read_and_make_vectors(lacon_ctx *ctx, void *user)
{
    outcome *o = user;
    lacon_data *data = NULL;
    lacon_fit_options how;
    lcn_problem *problem = NULL;
    lcn_vectors *vectors = NULL;
    int64_t variable[P];
    for (int64_t r = 0; r < P; r++) variable[r] = r;
    lacon_fit_options_init(&how);
    how.k = K;
    lacon_status status = read_rows(ctx, &data, o);
    if (status >= 0) status = lcn_problem_new(ctx, &problem, data, &how);
    if (status >= 0) status = lcn_vectors_new(ctx, &vectors, problem, variable);
    assert_non_null(vectors);
    assert_true((double)vectors->length * P * sizeof(float) <= lcn_vectors_bytes(problem));
    o->length = vectors->length;
    lcn_vectors_free(vectors);
    lcn_problem_free(problem);
    lacon_data_free(data);
    return status;
}

/* A folder of all files for whoever asks. */
static void lay_out(outcome *o, scratch *s, const char *name)
{
    *o = (outcome){.deal = true, .changes = -1};
    const char *folder = scratch_path(s, name);
    assert_int_equal(mkdir(folder, 0700), 0);
    for (int i = 0; i < FILES; i++) {
        snprintf(o->path[i], sizeof o->path[i], "%s/c%02d.npy", folder, i);
        write_file(o->path[i], i);
    }
}

static void lay_out_all(outcome *users, scratch *s)
{
    for (int i = 0; i < RANKS; i++) lay_out(&users[i], s, (const char *[]){"r0", "r1", "r2"}[i]);
}

static void assert_same(const outcome *a, const outcome *b)
{
    assert_memory_equal(a->W, b->W, sizeof a->W);
    assert_memory_equal(a->v, b->v, sizeof a->v);
    assert_memory_equal(a->loglik, b->loglik, sizeof a->loglik);
    assert_memory_equal(a->evidence, b->evidence, sizeof a->evidence);
    assert_memory_equal(a->mean, b->mean, sizeof a->mean);
    assert_true(a->nats == b->nats);
    assert_memory_equal(a->fold, b->fold, sizeof a->fold);
    assert_memory_equal(a->nats_of, b->nats_of, sizeof a->nats_of);
    assert_memory_equal(a->nulls, b->nulls, sizeof a->nulls);
    assert_memory_equal(a->share, b->share, sizeof a->share);
    assert_memory_equal(a->agreement, b->agreement, sizeof a->agreement);
    assert_memory_equal(a->low, b->low, sizeof a->low);
}

/* Everybody has a folder, in which what is not its own is made garbage: nobody minds. */
static void nobody_reads_what_is_anothers(void **state)
{
    scratch *s = *state;
    member members[RANKS];
    outcome *users = calloc(RANKS + 1, sizeof *users), *alone = users + RANKS;
    lay_out(alone, s, "alone");
    assert_int_equal(read_and_fit(s->ctx, alone), LACON_OK);
    lay_out_all(users, s);
    for (int again = 0; again < 2; again++) {
        together(members, read_and_fit, users, sizeof *users, NULL);
        for (int i = 0; i < RANKS; i++) {
            assert_int_equal(members[i].status, LACON_OK);
            assert_same(&users[i], alone);
            for (int c = 1; c < FILES; c++) { /* the first tells all of them the names of the variables */
                assert_int_equal(users[0].held[c] + users[1].held[c] + users[2].held[c], 1);
                struct stat before, after;
                assert_int_equal(stat(users[i].path[c], &before), 0);
                if (users[i].held[c]) continue;
                FILE *file = fopen(users[i].path[c], "r+b");
                for (off_t at = 0; at < before.st_size; at++) assert_int_not_equal(fputc(0xff, file), EOF);
                assert_int_equal(fclose(file), 0);
                assert_int_equal(stat(users[i].path[c], &after), 0);
                assert_true(after.st_size == before.st_size);
            }
        }
    }
    free(users);
}

/* Folds by time, rows and classes; resamples of rows, classes, both and starts: in some classes move between ranks. */
static void folds_and_resamples_are_those_of_one(void **state)
{
    lacon_status (*const acts[])(lacon_ctx *, void *) = {read_and_choose, read_and_resample};
    scratch *s = *state;
    member members[RANKS];
    outcome *users = calloc(RANKS + 1, sizeof *users), *alone = users + RANKS;
    lay_out(&users[0], s, "all");
    for (int i = 1; i <= RANKS; i++) users[i] = users[0];
    for (int a = 0; a < 2; a++) {
        assert_int_equal(acts[a](s->ctx, alone), LACON_OK);
        together(members, acts[a], users, sizeof *users, NULL);
        for (int i = 0; i < RANKS; i++) {
            assert_int_equal(members[i].status, LACON_OK);
            assert_same(&users[i], alone);
        }
        for (int c = 0; c < FILES; c++) assert_int_equal(users[0].held[c] + users[1].held[c] + users[2].held[c], 1);
    }
    assert_true(alone->low[3] != 0.0 && alone->fold[LACON_CV_SUBJECT][1] < 0.0 && alone->nulls[0][2] < 0.0);
    free(users);
}

/* RANKS outcomes of ranks, and after them that of a process alone, of the files named. */
static outcome *ranks_and_one(scratch *s, member members[RANKS], const char *name,
                              lacon_status (*act)(lacon_ctx *, void *))
{
    outcome *users = calloc(RANKS + 1, sizeof *users);
    lay_out(&users[0], s, name);
    for (int i = 1; i <= RANKS; i++) users[i] = users[0];
    assert_int_equal(act(s->ctx, users + RANKS), LACON_OK);
    together(members, act, users, sizeof *users, NULL);
    return users;
}

/* Of one class that a fold leaves only one rank has numbers. */
static void a_fold_may_leave_one_class(void **state)
{
    member members[RANKS];
    outcome *users = ranks_and_one(*state, members, "few", choose_of_few), *alone = users + RANKS;
    for (int i = 0; i < RANKS; i++) {
        assert_int_equal(members[i].status, LACON_OK);
        assert_same(&users[i], alone);
        for (int c = 0; c < RANKS; c++) assert_int_equal(users[i].held[c], c == i);
    }
    free(users);
}

/* What a search sweeps over is dealt as the classes are: a rank has the parts of its own, and sweeps over no others. */
static void vectors_are_of_own_classes(void **state)
{
    member members[RANKS];
    outcome *users = ranks_and_one(*state, members, "all", read_and_make_vectors), *alone = users + RANKS;
    for (int i = 0; i < RANKS; i++) assert_in_range(users[i].length, 1, alone->length / 2);
    assert_int_equal(users[0].length + users[1].length + users[2].length, alone->length);
    free(users);
}

/* What comes to a rank for a pass: the sums as they are handed on, whatever the number of classes. */
static void little_is_told(void **state)
{
    scratch *s = *state;
    member members[RANKS];
    outcome *users = calloc(RANKS, sizeof *users);
    lay_out_all(users, s);
    together(members, read_and_fit, users, sizeof *users, NULL);
    for (int i = 0; i < RANKS; i++) {
        const lacon_traffic *t = &users[i].traffic;
        const double each = (double)t->pass_bytes / (double)t->passes, most = 8.0 * 4 * K * (16 + 4 * K) + 200;
        assert_true(t->passes > 5 && each > 0.0 && each <= 2 * most);
    }
    free(users);
}

static void a_bad_file_of_one_is_that_of_all(void **state)
{
    scratch *s = *state;
    member members[RANKS];
    outcome *users = calloc(RANKS, sizeof *users);
    lay_out_all(users, s);
    for (int i = 0; i < RANKS; i++) assert_int_equal(truncate(users[i].path[FILES - 1], 700), 0);
    together(members, read_and_fit, users, sizeof *users, NULL);
    for (int i = 0; i < RANKS; i++) {
        assert_int_equal(members[i].status, LACON_E_FORMAT);
        assert_non_null(strstr(members[i].message, "r2/c19.npy"));
    }
    free(users);
}

/* Rows whose order is asked for are read again in the end: a file that is not what it was is named. */
static void a_file_that_changes_is_named(void **state)
{
    scratch *s = *state;
    member members[RANKS];
    outcome *users = calloc(RANKS, sizeof *users);
    lay_out(&users[0], s, "all");
    users[0].changes = 15;
    for (int i = 1; i < RANKS; i++) users[i] = users[0];
    together(members, read_and_fit, users, sizeof *users, NULL);
    for (int i = 0; i < RANKS; i++) {
        assert_int_equal(members[i].status, LACON_E_IO);
        assert_non_null(strstr(members[i].message, "all/c15.npy: changed since it was read"));
    }
    users[0].changes = 15; /* back: the file is as it was */
    users[0].deal = false;
    change(users[0].path[15]);
    assert_int_equal(read_and_fit(s->ctx, &users[0]), LACON_E_IO); /* one process alone */
    free(users);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nobody_reads_what_is_anothers, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(vectors_are_of_own_classes, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(little_is_told, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(a_bad_file_of_one_is_that_of_all, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(folds_and_resamples_are_those_of_one, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(a_fold_may_leave_one_class, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(a_file_that_changes_is_named, scratch_setup, scratch_teardown),
    };
    const size_t all = sizeof tests / sizeof *tests; /* the last is about covariances formed of more rows than p */
    return _cmocka_run_group_tests("dealt", tests, (int)P < (int)N ? all : all - 1, NULL, NULL);
}
