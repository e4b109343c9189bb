/* SPDX-License-Identifier: BSD-3-Clause
 * A folder of BIDS derivatives: which files are found under which names, outliers left out once and
 * never twice, runs joined, short classes left out, and every way it can be wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "data/data.h"
#include "io/intake/bids.h"
#include "scratch.h"

/* A file somewhere below the scratch folder, with the folders on the way. */
static void put(scratch *s, const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", s->dir, name);
    for (char *p = path + strlen(s->dir) + 1; (p = strchr(p, '/')) != NULL; p++) {
        *p = '\0';
        mkdir(path, 0777);
        *p = '/';
    }
    scratch_text(s, name, text);
}

#define FUNC(sub) "d/sub-" sub "/func/sub-" sub
#define SERIES "_space-MNI_seg-Toy_stat-mean_timeseries"

/* Volumes 1 .. 5 of two regions; the second and fifth are outliers. */
static const char whole[] = "a\tb\n1\t10\n2\t30\n3\t20\n4\t50\n5\t41\n";
static const char censored[] = "a\tb\n1\t10\n3\t20\n4\t50\n";
static const char flags[] = "framewise_displacement\n0\n1\n0\n0\n1\n";

static void make_folder(scratch *s)
{
    put(s, "d/dataset_description.json", "{}");
    put(s, FUNC("01") "_task-rest_run-1" SERIES ".tsv", whole); /* interpolated: to be censored */
    put(s, FUNC("01") "_task-rest_run-1" SERIES ".json", "{\"RepetitionTime\": 20}");
    put(s, FUNC("01") "_task-rest_run-1_outliers.tsv", flags);
    put(s, FUNC("01") "_task-rest_run-1_desc-confounds_timeseries.tsv", "x\ty\n1\t2\n");
    put(s, FUNC("01") "_task-rest_run-1_space-MNI_seg-Other_stat-mean_timeseries.tsv", "x\n1\n");
    put(s, FUNC("01") "_task-rest_run-2" SERIES ".tsv", censored); /* censored already */
    put(s, FUNC("01") "_task-rest_run-2_desc-denoised_bold.json", "{\"SamplingFrequency\": 0.05}");
    put(s, FUNC("01") "_task-rest_run-2_outliers.tsv", flags);
    put(s, FUNC("01") "_task-nback" SERIES ".tsv", whole);
    put(s, "d/sub-02/ses-a/func/sub-02_ses-a_task-rest_atlas-Toy_timeseries.tsv", whole);
    put(s, "d/sub-02/ses-b/func/sub-02_ses-b_task-rest_atlas-Toy_timeseries.tsv", censored);
    put(s, "d/sub-03/anat/sub-03_task-rest_atlas-Toy_timeseries.tsv", "not looked at");
}

static lacon_read_options options_of(scratch *s, const char *task)
{
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.bids = scratch_path(s, "d");
    o.atlas = "Toy";
    o.task = task;
    return o;
}

static lacon_data *read_folder(scratch *s, const lacon_read_options *o)
{
    lacon_data *data = NULL;
    if (lacon_data_read(s->ctx, &data, NULL, 0, o) < 0)
        fail_msg("%s", lacon_ctx_message(s->ctx));
    return data;
}

static void check_labels(const lacon_data *data, const char *const *labels, int64_t count)
{
    assert_int_equal(lacon_data_classes(data), count);
    for (int64_t c = 0; c < count; c++) assert_string_equal(lacon_data_label(data, c), labels[c]);
}

static void test_separate(void **state)
{
    static const char *const labels[] = {"sub-01_run-1", "sub-01_run-2", "sub-02_ses-a",
                                         "sub-02_ses-b"};
    static const double want[] = {1, 10, 3, 20, 4, 50};
    scratch *s = *state;
    lacon_read_options o = options_of(s, "rest");
    lacon_data *data = read_folder(s, &o);
    check_labels(data, labels, 4);
    for (int64_t c = 0; c < 2; c++) { /* left out here, left out before */
        assert_int_equal(lacon_data_rows(data, c), 3);
        assert_memory_equal(data->classes[c].x, want, sizeof want);
    }
    assert_int_equal(lacon_data_rows(data, 2), 5); /* no list, nothing left out */
    assert_non_null(strstr(lacon_data_source(data, 0), "run-1_space"));
    lacon_data_free(data);
}

static void count_file(void *user, const char *file)
{
    *(int *)user += strstr(file, "task-rest") != NULL ? 1 : 100;
}

static void test_listed(void **state)
{
    scratch *s = *state;
    lacon_read_options o = options_of(s, "rest");
    int count = 0;
    assert_int_equal(lacon_list_series(s->ctx, &o, count_file, &count), LACON_OK);
    assert_int_equal(count, 4);
    o.bids = NULL;
    assert_int_equal(lacon_list_series(s->ctx, &o, count_file, &count), LACON_E_ARGUMENT);
    assert_int_equal(count, 4);
}

static void test_all_tasks_and_select(void **state)
{
    scratch *s = *state;
    static const char *const all[] = {"sub-01_task-nback", "sub-01_task-rest_run-1",
                                      "sub-01_task-rest_run-2", "sub-02_ses-a_task-rest",
                                      "sub-02_ses-b_task-rest"};
    lacon_read_options o = options_of(s, NULL);
    lacon_data *data = read_folder(s, &o);
    check_labels(data, all, 5);
    lacon_data_free(data);
    o.select = "ses-a,task-rest";
    data = read_folder(s, &o);
    check_labels(data, all + 3, 1);
    lacon_data_free(data);
}

/* Each run centred by itself: (1,3,4) - 8/3 twice, (10,20,50) - 80/3 twice. */
static void test_pool(void **state)
{
    static const char *const runs[] = {"sub-01", "sub-02_ses-a", "sub-02_ses-b"};
    static const char *const sessions[] = {"sub-01", "sub-02"};
    scratch *s = *state;
    for (int single = 0; single < 2; single++) {
        lacon_read_options o = options_of(s, "rest");
        o.pool = LACON_POOL_RUNS;
        o.precision = single ? LACON_PRECISION_SINGLE : LACON_PRECISION_DOUBLE;
        lacon_data *data = read_folder(s, &o);
        check_labels(data, runs, 3);
        assert_int_equal(lacon_data_rows(data, 0), 6);
        for (int i = 0; i < 12; i++) {
            static const double x[] = {1, 10, 3, 20, 4, 50};
            double want = x[i % 6] - (i % 2 ? 80.0 : 8.0) / 3;
            double got = single ? (double)((const float *)data->classes[0].x)[i]
                                : ((const double *)data->classes[0].x)[i];
            assert_true(__builtin_fabs(got - want) < (single ? 1e-5 : 1e-13));
        }
        lacon_data_free(data);
        o.pool = LACON_POOL_SESSIONS;
        data = read_folder(s, &o);
        check_labels(data, sessions, 2);
        assert_int_equal(lacon_data_rows(data, 1), 8);
        lacon_data_free(data);
    }
}

/* 3 volumes of 20 s are a minute; with both runs it is two. */
static void test_minutes(void **state)
{
    static const char *const one[] = {"sub-01"};
    scratch *s = *state;
    lacon_read_options o = options_of(s, "rest");
    o.select = "sub-01";
    o.min_minutes = 1.5;
    lacon_data *data = NULL;
    assert_int_equal(lacon_data_read(s->ctx, &data, NULL, 0, &o), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "no class has 1.5 minutes"));
    o.pool = LACON_POOL_RUNS;
    data = read_folder(s, &o);
    check_labels(data, one, 1);
    lacon_data_free(data);
    o.select = NULL; /* sub-02 has no sidecar */
    assert_int_equal(lacon_data_read(s->ctx, &data, NULL, 0, &o), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "step-s SECONDS"));
    o.step_s = 20;
    data = read_folder(s, &o); /* sub-02: 5 and 3 volumes of 20 s */
    assert_int_equal(lacon_data_classes(data), 2);
    lacon_data_free(data);
}

static void refuse(scratch *s, const lacon_read_options *o, lacon_status status, const char *words)
{
    lacon_data *data = NULL;
    lacon_status got = lacon_data_read(s->ctx, &data, NULL, 0, o);
    if (got != status || strstr(lacon_ctx_message(s->ctx), words) == NULL)
        fail_msg("%s: '%s', not '%s'", lacon_status_name(got), lacon_ctx_message(s->ctx), words);
}

static void test_refused(void **state)
{
    scratch *s = *state;
    lacon_read_options o = options_of(s, "rest");
    o.atlas = "None";
    refuse(s, &o, LACON_E_DATA, "no series of atlas 'None', task 'rest'");
    o.atlas = NULL;
    refuse(s, &o, LACON_E_ARGUMENT, "atlas NAME");
    o = options_of(s, NULL);
    o.bids = scratch_path(s, "nowhere");
    refuse(s, &o, LACON_E_IO, "nowhere: cannot be opened");
    o = options_of(s, NULL);
    o.names = "a,b";
    refuse(s, &o, LACON_E_ARGUMENT, "named by its subjects");
    const char *path = o.bids;
    lacon_data *data = NULL;
    o.names = NULL;
    assert_int_equal(lacon_data_read(s->ctx, &data, &path, 1, &o), LACON_E_ARGUMENT);

    put(s, "d/sub-04/func/sub-04_task-x_seg-Toy_timeseries.tsv", whole);
    put(s, "d/sub-04/func/sub-04_task-x_outliers.tsv", "framewise_displacement\n0\n1\n0\n");
    o = options_of(s, "x");
    refuse(s, &o, LACON_E_DATA, "5 volumes, but");
    put(s, "d/sub-04/func/sub-04_task-x_outliers.tsv", "fd\n1\n1\n1\n0\n1\n");
    refuse(s, &o, LACON_E_DATA, "1 volume(s) are left");
    put(s, "d/sub-04/func/sub-04_task-x_outliers.tsv", "fd\n1\nx\n1\n0\n1\n");
    refuse(s, &o, LACON_E_DATA, "outliers.tsv:3: column 'fd' holds 'x'");
    put(s, "d/sub-04/func/sub-04_task-x_outliers.tsv", "");
    refuse(s, &o, LACON_E_FORMAT, "a header is expected");
    put(s, "d/sub-04/func/sub-04_task-x_outliers.tsv", "fd\tdenoising\n0\t1\n0\t1\n0\t1\n0\t1\n0\t1\n");
    refuse(s, &o, LACON_E_DATA, "0 volume(s) are left"); /* every column counts where none is known */
    put(s, "d/sub-04/func/sub-04_task-x_outliers.tsv",
        "denoising\tframewise_displacement\n1\t0\n1\t0\n1\tn/a\n1\t0\n1\t1\n");
    lacon_data *fine = read_folder(s, &o);
    assert_int_equal(lacon_data_rows(fine, 0), 4);
    lacon_data_free(fine);
    put(s, "d/sub-04/func/sub-04_task-x_space-B_seg-Toy_timeseries.tsv", whole);
    refuse(s, &o, LACON_E_DATA, "are of the same run");
    o.select = "space-B";
    lacon_data_free(read_folder(s, &o));
    /* a folder that is there and cannot be opened is not one that is absent */
    assert_int_equal(mkdir(scratch_path(s, "d/sub-05"), 0777), 0);
    assert_int_equal(symlink("func", scratch_path(s, "d/sub-05/func")), 0);
    refuse(s, &o, LACON_E_IO, "sub-05/func: cannot be opened");
    assert_int_equal(unlink(scratch_path(s, "d/sub-05/func")), 0);
    /* a table and a CIFTI file of one run: the table */
    put(s, "d/sub-04/func/sub-04_task-x_space-B_seg-Toy_timeseries.ptseries.nii", "no CIFTI");
    lacon_data_free(read_folder(s, &o));
}

static void test_entities(void **state)
{
    (void)state;
    size_t length;
    const char *name = "sub-01_task-rest_timeseries.tsv";
    assert_ptr_equal(lcn_entity(name, "sub", &length), name + 4);
    assert_int_equal(length, 2);
    assert_ptr_equal(lcn_entity(name, "task", &length), name + 12);
    assert_null(lcn_entity(name, "ask", &length));
    assert_null(lcn_entity(name, "su", &length));
    assert_null(lcn_entity("", "sub", &length));
}

static lacon_status job(lacon_ctx *ctx, void *user)
{
    lacon_data *data = NULL;
    lacon_status status = lacon_data_read(ctx, &data, NULL, 0, user);
    lacon_data_free(data);
    return status;
}

static void test_memory(void **state)
{
    scratch *s = *state;
    lacon_read_options o = options_of(s, "rest");
    o.pool = LACON_POOL_RUNS;
    assert_true(faulty_loop(job, &o, 1) > 50);
}

static int setup(void **state)
{
    if (scratch_setup(state) != 0) return -1;
    make_folder(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_separate), cmocka_unit_test(test_listed), cmocka_unit_test(test_all_tasks_and_select),
        cmocka_unit_test(test_pool),     cmocka_unit_test(test_minutes),
        cmocka_unit_test(test_entities), cmocka_unit_test(test_memory),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, setup, scratch_teardown);
}
