/* SPDX-License-Identifier: BSD-3-Clause
 * Files that other programs wrote (tests/data/make.py: SciPy, h5py, NumPy): the same table out of
 * each, to the same double; what is in a file when it cannot be told which array is meant; files
 * that are cut off or changed; memory that runs out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "data/data.h"
#include "scratch.h"

static const char *in_data(const char *name)
{
    static char path[4][400];
    static int turn;
    char *to = path[turn++ % 4];
    snprintf(to, sizeof path[0], "%s/%s", TEST_DATA, name);
    return to;
}

static lacon_status try_read(scratch *s, lacon_data **data, const char *path, const char *variable,
                             int transpose)
{
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.variable = variable;
    o.transpose = transpose;
    return lacon_data_read(s->ctx, data, &path, 1, &o);
}

static const double *rows_of(const lacon_data *data)
{
    return data->classes[0].x;
}

enum { EXACT, AS_FLOAT, AS_INTEGER };

static double expected(double value, int how)
{
    if (how == AS_FLOAT) return (double)(float)value;
    return how == AS_INTEGER ? __builtin_rint(value) : value;
}

/* The file holds the table of f8.npy, with these names or none. */
static void check_same(scratch *s, const char *path, const char *variable, int how, bool named)
{
    lacon_data *want = NULL, *got = NULL;
    assert_int_equal(try_read(s, &want, in_data("f8.npy"), NULL, 0), LACON_OK);
    if (try_read(s, &got, path, variable, 0) < 0)
        fail_msg("%s: %s", path, lacon_ctx_message(s->ctx));
    assert_int_equal(lacon_data_rows(got, 0), 6);
    assert_int_equal(lacon_data_variables(got), 4);
    for (int i = 0; i < 24; i++) {
        double a = rows_of(got)[i], b = expected(rows_of(want)[i], how);
        if (a != b) fail_msg("%s, value %d: %.17g is not %.17g", path, i, a, b);
    }
    assert_string_equal(lacon_data_name(got, 0), named ? "a" : "V1");
    assert_string_equal(lacon_data_name(got, 3), named ? "d" : "V4");
    lacon_data_free(want);
    lacon_data_free(got);
}

static const struct {
    const char *file, *variable;
    int how;
    bool named;
} good[] = {
    {"v5.mat", NULL, EXACT, false},         {"v7.mat", NULL, EXACT, false},
    {"v7.mat", "ts", EXACT, false},         {"names.mat", NULL, EXACT, true},
    {"single.mat", NULL, AS_FLOAT, false},  {"int16.mat", NULL, AS_INTEGER, false},
    {"struct.mat", "roi.ts", EXACT, false}, {"struct.mat", "roi.deep.x", EXACT, false},
    {"several.mat", "ts", EXACT, false},    {"v73.mat", NULL, EXACT, false},
    {"plain.h5", NULL, EXACT, false},       {"big_endian.h5", NULL, EXACT, false},
    {"single.h5", NULL, AS_FLOAT, false},   {"packed.h5", NULL, EXACT, true},
    {"packed.h5", "sub-01/ts", EXACT, true}, {"fixed_names.h5", NULL, EXACT, true},
    {"several.h5", "a/ts", EXACT, false},   {"plain.npz", NULL, EXACT, false},
    {"packed.npz", NULL, EXACT, true},      {"fortran.npz", NULL, EXACT, false},
    {"big.npz", NULL, AS_FLOAT, false},     {"several.npz", "ts", EXACT, false},
};
enum { GOOD = sizeof good / sizeof *good };

static void test_good(void **state)
{
    scratch *s = *state;
    for (int i = 0; i < GOOD; i++) {
        check_same(s, in_data(good[i].file), good[i].variable, good[i].how, good[i].named);
    }
}

/* What a file is does not depend on its name. */
static unsigned char *load(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    unsigned char *bytes = malloc(1 << 16);
    *size = fread(bytes, 1, 1 << 16, f);
    fclose(f);
    return bytes;
}

static void test_by_content(void **state)
{
    scratch *s = *state;
    static const char *const names[] = {"v7.mat", "v73.mat", "packed.h5", "packed.npz"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size;
        unsigned char *bytes = load(in_data(names[i]), &size);
        bool named = strncmp(names[i], "packed", 6) == 0;
        check_same(s, scratch_bytes(s, "x.csv", bytes, size), NULL, EXACT, named);
        free(bytes);
    }
}

/* A pipe and a packed file give what the file gives; the digest is of the bytes as they came. */
static void test_pipe_and_gzip(void **state)
{
    scratch *s = *state;
    static const char *const names[] = {"v7.mat", "v73.mat", "plain.h5",
                                        "f8.npy", "plain.npz", "savetxt.txt"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size;
        int ends[2];
        char path[64];
        unsigned char *bytes = load(in_data(names[i]), &size);
        lacon_data *file = NULL, *piped = NULL;
        assert_int_equal(pipe(ends), 0);
        assert_int_equal(write(ends[1], bytes, size), size);
        close(ends[1]);
        snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
        assert_int_equal(try_read(s, &file, in_data(names[i]), NULL, 1), LACON_OK);
        if (try_read(s, &piped, path, NULL, 1) < 0)
            fail_msg("%s: %s", names[i], lacon_ctx_message(s->ctx));
        close(ends[0]);
        assert_string_equal(lacon_data_sha256(piped, 0), lacon_data_sha256(file, 0));
        assert_int_equal(lacon_data_variables(piped), 6);
        assert_memory_equal(rows_of(piped), rows_of(file), 24 * sizeof(double));
        lacon_data_free(file);
        lacon_data_free(piped);
        free(bytes);
    }
    for (size_t i = 0; i < 4; i++) {
        char command[1200];
        const char *packed = scratch_path(s, "p.gz");
        snprintf(command, sizeof command, "gzip -c '%s' > '%s'", in_data(names[i]), packed);
        assert_int_equal(system(command), 0);
        check_same(s, packed, NULL, EXACT, false);
    }
}

static void test_transpose(void **state)
{
    scratch *s = *state;
    static const char *const names[] = {"v5.mat", "v73.mat", "plain.h5", "fortran.npz"};
    lacon_data *want = NULL;
    assert_int_equal(try_read(s, &want, in_data("f8.npy"), NULL, 1), LACON_OK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lacon_data *got = NULL;
        assert_int_equal(try_read(s, &got, in_data(names[i]), NULL, 1), LACON_OK);
        assert_int_equal(lacon_data_variables(got), 6);
        assert_memory_equal(rows_of(got), rows_of(want), 24 * sizeof(double));
        lacon_data_free(got);
    }
    lacon_data_free(want);
    lacon_data *turned = NULL;
    assert_int_equal(try_read(s, &turned, in_data("transposed.mat"), NULL, 1), LACON_OK);
    assert_int_equal(lacon_data_variables(turned), 4);
    lacon_data_free(turned);
}

static void test_columns_and_classes(void **state)
{
    scratch *s = *state;
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.columns = "d,b";
    o.single = 1;
    const char *paths[] = {in_data("names.mat"), in_data("packed.h5"), in_data("packed.npz")};
    o.names = "x,y,z";
    lacon_data *data = NULL;
    assert_int_equal(lacon_data_read(s->ctx, &data, paths, 3, &o), LACON_OK);
    assert_int_equal(lacon_data_variables(data), 2);
    const float *first = data->classes[0].x;
    for (int c = 1; c < 3; c++)
        assert_memory_equal(first, data->classes[c].x, 12 * sizeof(float));
    lacon_data_free(data);
}

static void test_bad(void **state)
{
    static const struct {
        const char *file, *variable, *words;
        lacon_status status;
    } bad[] = {
        {"several.mat", NULL, "--variable NAME) of ts (6 x 4), conf (3 x 2)", LACON_E_DATA},
        {"several.h5", NULL, "a/ts (6 x 4), b/ts (3 x 2)", LACON_E_DATA},
        {"several.npz", NULL, "ts (6 x 4), conf (3 x 2)", LACON_E_DATA},
        {"several.mat", "x", "has no variable 'x': it has ts (6 x 4)", LACON_E_DATA},
        {"several.h5", "ts", "has no variable 'ts'", LACON_E_DATA},
        {"several.npz", "tss", "has no variable 'tss'", LACON_E_DATA},
        {"struct.mat", NULL, "it has roi (structure), TR (1 x 1)", LACON_E_FORMAT},
        {"struct.mat", "roi.x", "has no variable 'roi.x'", LACON_E_DATA},
        {"struct.mat", "TR.x", "has no variable 'TR.x'", LACON_E_DATA},
        {"struct.mat", "roi.deep", "is not a table", LACON_E_DATA},
        {"v7.mat", "TR", "'TR' is not a table", LACON_E_DATA},
        {"no_table.mat", NULL, "a (1 x 4), note (text), c (cell array)", LACON_E_FORMAT},
        {"no_table.h5", NULL, "cube (2 x 3 x 4), words (text)", LACON_E_FORMAT},
        {"no_table.npz", NULL, "words (text), o (not readable)", LACON_E_FORMAT},
        {"complex.mat", NULL, "ts (complex)", LACON_E_FORMAT},
        {"sparse.mat", NULL, "ts (sparse", LACON_E_FORMAT},
        {"huge.h5", NULL, "more than a file of its size can hold", LACON_E_FORMAT},
    };
    scratch *s = *state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lacon_data *data = NULL;
        lacon_status status = try_read(s, &data, in_data(bad[i].file), bad[i].variable, 0);
        const char *said = lacon_ctx_message(s->ctx);
        if (status != bad[i].status || strstr(said, bad[i].words) == NULL ||
            strstr(said, bad[i].file) == NULL) {
            fail_msg("%s: %s, '%s'", bad[i].file, lacon_status_name(status), said);
        }
        assert_null(data);
    }
}

/* ---- damage ---- */

/* Whatever it says, it says it about the file; and it never makes numbers up when it is cut. */
static void check_damaged(scratch *s, const char *path, const lacon_data *want, bool cut)
{
    lacon_data *data = NULL;
    lacon_status status = try_read(s, &data, path, NULL, 0);
    if (status < 0) {
        const char *said = lacon_ctx_message(s->ctx);
        bool plain = status == LACON_E_FORMAT || status == LACON_E_DATA;
        if (!plain || strstr(said, "damaged") == NULL)
            fail_msg("%s: %s", lacon_status_name(status), said);
    } else if (cut) {
        assert_int_equal(lacon_data_rows(data, 0), 6);
        assert_memory_equal(rows_of(data), rows_of(want), 24 * sizeof(double));
    }
    lacon_data_free(data);
}

static void damage(scratch *s, const char *name)
{
    static const unsigned char masks[] = {0x01, 0x80, 0xFF};
    size_t size;
    unsigned char *bytes = load(in_data(name), &size);
    lacon_data *want = NULL;
    assert_int_equal(try_read(s, &want, in_data(name), NULL, 0), LACON_OK);
    size_t step = size / 40 + 1;
    for (size_t i = 0; i < size; i += step) {
        unsigned char kept = bytes[i];
        bytes[i] ^= masks[i / step % 3];
        check_damaged(s, scratch_bytes(s, "damaged", bytes, size), want, false);
        bytes[i] = kept;
        check_damaged(s, scratch_bytes(s, "damaged", bytes, i), want, true);
    }
    lacon_data_free(want);
    free(bytes);
}

static void test_damaged(void **state)
{
    static const char *const names[] = {"v5.mat",    "v7.mat",    "v73.mat",   "names.mat",
                                        "plain.h5", "packed.h5", "packed.npz"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) damage(*state, names[i]);
}

/* ---- memory ---- */

static lacon_status read_job(lacon_ctx *ctx, void *user)
{
    lacon_data *data = NULL;
    const char *path = user;
    lacon_status status = lacon_data_read(ctx, &data, &path, 1, NULL);
    lacon_data_free(data);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    static const char *const names[] = {"names.mat", "packed.h5", "packed.npz"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[400];
        snprintf(path, sizeof path, "%s", in_data(names[i]));
        assert_true(faulty_loop(read_job, path, 1) > 5);
    }
}

/* Many children at once; which failure is told does not depend on who is first. */
static void test_threads(void **state)
{
    scratch *s = *state;
    lacon_ctx_options co;
    lacon_ctx_options_init(&co);
    co.threads = 4;
    lacon_ctx *ctx;
    assert_int_equal(lacon_ctx_new(&ctx, &co), LACON_OK);
    const char *paths[12];
    char names[200] = "";
    for (int i = 0; i < 12; i++) {
        paths[i] = scratch_path(s, "");
        char *to = s->path[(s->turn - 1) % 32];
        snprintf(to, sizeof s->path[0], "%s", in_data(i % 2 ? "v7.mat" : "plain.h5"));
        snprintf(names + strlen(names), sizeof names - strlen(names), "%sc%d", i ? "," : "", i);
    }
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.names = names;
    lacon_data *data = NULL;
    assert_int_equal(lacon_data_read(ctx, &data, paths, 12, &o), LACON_OK);
    for (int c = 1; c < 12; c++)
        assert_memory_equal(data->classes[0].x, data->classes[c].x, 24 * sizeof(double));
    lacon_data_free(data);
    paths[5] = scratch_bytes(s, "five.mat", "MATLAB 5.0", 10);
    paths[9] = scratch_bytes(s, "nine.mat", "", 0);
    for (int i = 0; i < 5; i++) {
        assert_true(lacon_data_read(ctx, &data, paths, 12, &o) < 0);
        assert_non_null(strstr(lacon_ctx_message(ctx), "five.mat"));
    }
    lacon_ctx_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),      cmocka_unit_test(test_by_content),
        cmocka_unit_test(test_pipe_and_gzip), cmocka_unit_test(test_transpose),
        cmocka_unit_test(test_columns_and_classes), cmocka_unit_test(test_bad),
        cmocka_unit_test(test_damaged),   cmocka_unit_test(test_memory),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
