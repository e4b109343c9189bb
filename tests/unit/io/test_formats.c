/* SPDX-License-Identifier: BSD-3-Clause
 * Files that other programs wrote (tests/data/make.py: SciPy, h5py, nibabel, NumPy; make.R: R): the same table out of
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
#include "io/formats/table.h"
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

enum { EXACT, AS_FLOAT, AS_INTEGER, AS_SPARSE };

static double expected(double value, int how)
{
    if (how == AS_FLOAT) return (double)(float)value;
    if (how == AS_SPARSE) return __builtin_fabs(value) > 60 ? value : 0;
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
        double a = lcn_class_value(&got->classes[0], i / 4, i % 4), b = expected(rows_of(want)[i], how);
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
    {"sparse.mat", NULL, EXACT, false},     {"sparse7.mat", NULL, AS_SPARSE, true},
    {"v4.mat", NULL, EXACT, true},          {"v4_big.mat", NULL, EXACT, false},
    {"v4_sparse.mat", NULL, AS_SPARSE, false}, {"characters.mat", NULL, EXACT, true},
    {"v73_cells.mat", NULL, EXACT, true},   {"v73_characters.mat", NULL, EXACT, true},
    {"r.csv", NULL, EXACT, true},           {"r_plain.csv", NULL, EXACT, true},
    {"r_csv2.csv", NULL, EXACT, true},      {"r_csv2_crlf.csv", NULL, EXACT, true},
    {"r_table.txt", NULL, EXACT, true},     {"r_tabs.tsv", NULL, EXACT, true},
    {"r_bare.txt", NULL, EXACT, false},     {"r.csv.gz", NULL, EXACT, true},
    {"header.csv", NULL, EXACT, true},      {"table.csv.gz", NULL, EXACT, true},
    {"savetxt.txt", NULL, EXACT, false},    {"x.1D", NULL, EXACT, true},
    {"x_timeseries.tsv", NULL, EXACT, true},
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

/* R's missing values, in both of its spellings, are the one that is missing and nothing else. */
static void test_missing(void **state)
{
    static const char *const names[] = {"r_na.csv", "r_na2.csv"};
    scratch *s = *state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lacon_data *want = NULL, *got = NULL;
        lacon_read_options o;
        lacon_read_options_init(&o);
        o.keep_missing = 1;
        const char *path = in_data(names[i]);
        assert_int_equal(try_read(s, &want, in_data("f8.npy"), NULL, 0), LACON_OK);
        assert_int_equal(try_read(s, &got, path, NULL, 0), LACON_E_DATA);
        assert_int_equal(lacon_data_read(s->ctx, &got, &path, 1, &o), LACON_OK);
        for (int j = 0; j < 24; j++) {
            bool missing = j == 2 * 4 + 1; /* row 3, column 2 */
            assert_true(missing ? __builtin_isnan(rows_of(got)[j]) : rows_of(got)[j] == rows_of(want)[j]);
        }
        lacon_data_free(got);
        lacon_data_free(want);
    }
}

/* What a file is does not depend on its name. */
static void test_by_content(void **state)
{
    scratch *s = *state;
    static const char *const names[] = {"v7.mat", "v73.mat", "packed.h5", "packed.npz"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size;
        unsigned char *bytes = (unsigned char *)scratch_read(in_data(names[i]), &size);
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
        unsigned char *bytes = (unsigned char *)scratch_read(in_data(names[i]), &size);
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
    o.precision = LACON_PRECISION_SINGLE;
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
        {"several.mat", NULL, "variable NAME) of ts (6 x 4), conf (3 x 2)", LACON_E_DATA},
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
        {"v4_complex.mat", NULL, "ts (complex), note (text)", LACON_E_FORMAT},
        {"v4_complex_sparse.mat", NULL, "'ts' is not a table (2 dimensions of 2 or more numbers): c", LACON_E_DATA},
        {"v73_sparse.mat", NULL, "ts/jc (of a sparse matrix: save full(..))", LACON_E_FORMAT},
        {"long_names.h5", NULL, "names of 512 bytes or more", LACON_E_FORMAT},
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

/* Places of columns far beyond the values: refused before one of them is followed, not by a crash of the child. */
static void test_sparse_places(void **state)
{
    enum { FIRST = 288 }; /* jc[0] of sparse.mat; 7 of them */
    static const int32_t places[][2] = {{0x7ffffff0, 0x7fffffff}, {0x10000000, 0x20000000}, {-8, -1}, {3, 0x7fffffff}};
    scratch *s = *state;
    unsigned char bytes[512];
    FILE *f = fopen(in_data("sparse.mat"), "rb");
    assert_non_null(f);
    assert_int_equal(fread(bytes, 1, sizeof bytes, f), sizeof bytes);
    fclose(f);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        lacon_data *data = NULL;
        memcpy(bytes + FIRST, places[i], sizeof places[i]);
        const char *path = scratch_bytes(s, "places.mat", bytes, sizeof bytes);
        assert_int_equal(try_read(s, &data, path, NULL, 0), LACON_E_FORMAT);
        if (strstr(lacon_ctx_message(s->ctx), "'ts' is damaged") == NULL) fail_msg("%s", lacon_ctx_message(s->ctx));
    }
}

/* Four thousand million bytes of values, in a file of 512: damaged, not out of memory. */
static void test_sparse_length(void **state)
{
    enum { LENGTH = 316 }; /* of the values of sparse.mat */
    static const uint32_t claimed = 0xf60000c0;
    scratch *s = *state;
    size_t size;
    lacon_data *data = NULL;
    char *bytes = scratch_read(in_data("sparse.mat"), &size);
    memcpy(bytes + LENGTH, &claimed, sizeof claimed);
    const char *path = scratch_bytes(s, "length.mat", bytes, size);
    assert_int_equal(try_read(s, &data, path, NULL, 0), LACON_E_FORMAT);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "damaged"));
    free(bytes);
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
    unsigned char *bytes = (unsigned char *)scratch_read(in_data(name), &size);
    lacon_data *want = NULL;
    assert_int_equal(try_read(s, &want, in_data(name), NULL, 0), LACON_OK);
    size_t step = size / (TEST_SANITIZED ? 13 : 40) + 1; /* a process each; fuzz/ has thousands more */
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
                                        "v4.mat",    "sparse7.mat", "v4_sparse.mat", "v73_cells.mat",
                                        "plain.h5", "packed.h5", "packed.npz", "x.ptseries.nii"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) damage(*state, names[i]);
}

/* ---- images ---- */

static lacon_status read_image(scratch *s, lacon_data **data, const char *name, const char *atlas)
{
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.atlas = atlas;
    const char *path = name[0] == '/' ? name : in_data(name);
    return lacon_data_read(s->ctx, data, &path, 1, &o);
}

/* Means over regions as NumPy has them; sums in another order differ in the last digits, and values
 * of 32 bits by their own precision. */
static void check_means(scratch *s, const char *name, const char *atlas, const char *want_name,
                        double tolerance)
{
    lacon_data *want = NULL, *got = NULL;
    assert_int_equal(try_read(s, &want, in_data(want_name), NULL, 0), LACON_OK);
    if (read_image(s, &got, name, in_data(atlas)) < 0)
        fail_msg("%s, %s: %s", name, atlas, lacon_ctx_message(s->ctx));
    assert_int_equal(lacon_data_rows(got, 0), 7);
    assert_int_equal(lacon_data_variables(got), 3);
    assert_string_equal(lacon_data_name(got, 0), "2001");
    assert_string_equal(lacon_data_name(got, 2), "9170");
    for (int i = 0; i < 21; i++) {
        double a = rows_of(got)[i], b = rows_of(want)[i];
        if (!(__builtin_fabs(a - b) <= tolerance)) fail_msg("%s: %.17g is not %.17g", name, a, b);
    }
    lacon_data_free(want);
    lacon_data_free(got);
}

static void test_images(void **state)
{
    scratch *s = *state;
    check_means(s, "bold.nii.gz", "atlas.nii.gz", "means.npy", 1e-12);
    check_means(s, "bold.nii.gz", "atlas_f4.nii", "means.npy", 1e-12);
    check_means(s, "bold.nii.gz", "atlas_q.nii", "means.npy", 1e-12); /* a quaternion */
    check_means(s, "bold2.nii", "atlas.nii.gz", "means.npy", 1e-12);
    check_means(s, "bold_f4.nii", "atlas.nii.gz", "means.npy", 1e-4);
    check_means(s, "bold_big.nii", "atlas.nii.gz", "means.npy", 1e-4);
    check_means(s, "bold_scaled.nii", "atlas.nii.gz", "means_scaled.npy", 1e-12);
}

static void test_bad_images(void **state)
{
    static const struct {
        const char *image, *atlas, *words;
        lacon_status status;
    } bad[] = {
        {"bold.nii.gz", NULL, "atlas FILE", LACON_E_DATA},
        {"bold.nii.gz", "atlas_moved.nii", "(row 1, column 4 of the affine: 90 and 90.5)",
         LACON_E_DATA},
        {"bold.nii.gz", "atlas_small.nii", "5 x 4 x 3 where the atlas", LACON_E_DATA},
        {"bold.nii.gz", "atlas_real.nii", "whole numbers", LACON_E_DATA},
        {"bold.nii.gz", "atlas_one.nii", "1 region(s)", LACON_E_DATA},
        {"bold.nii.gz", "bold_f4.nii", "an atlas of one volume is needed", LACON_E_DATA},
        {"bold.nii.gz", "f8.npy", "is no NIfTI image", LACON_E_FORMAT},
        {"bold.nii.gz", "none.nii", "cannot be opened", LACON_E_IO},
        {"atlas.nii.gz", "atlas.nii.gz", "one volume", LACON_E_FORMAT},
        {"bold_holes.nii.gz", "atlas.nii.gz", "7 values cannot be used", LACON_E_DATA},
        {"x.dtseries.nii", NULL, "wb_command -cifti-parcellate", LACON_E_FORMAT},
        {"x.pconn.nii", NULL, "covariance N", LACON_E_DATA},
    };
    scratch *s = *state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lacon_data *data = NULL;
        const char *atlas = bad[i].atlas != NULL ? in_data(bad[i].atlas) : NULL;
        lacon_status status = read_image(s, &data, bad[i].image, atlas);
        const char *said = lacon_ctx_message(s->ctx);
        if (status != bad[i].status || strstr(said, bad[i].words) == NULL)
            fail_msg("%s: %s, '%s'", bad[i].image, lacon_status_name(status), said);
        assert_null(data);
    }
}

static void test_parcels(void **state)
{
    scratch *s = *state;
    lacon_data *want = NULL, *got = NULL;
    assert_int_equal(try_read(s, &want, in_data("f8.npy"), NULL, 0), LACON_OK);
    assert_int_equal(try_read(s, &got, in_data("x.ptseries.nii"), NULL, 0), LACON_OK);
    assert_string_equal(lacon_data_label(got, 0), "x");
    assert_string_equal(lacon_data_name(got, 1), "b & <b>");
    assert_string_equal(lacon_data_name(got, 2), "Gr\xC3\xB6\xC3\x9F" "e");
    for (int i = 0; i < 24; i++) /* nibabel keeps 32 bits of them */
        assert_true(rows_of(got)[i] == (double)(float)rows_of(want)[i] ||
                    rows_of(got)[i] == rows_of(want)[i]);
    lacon_data_free(want);
    lacon_data_free(got);
}

static lacon_read_options covariance_of(const char *n)
{
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.covariance = n;
    return o;
}

static const char COVARIANCE[] = "a,b,c\n2,1,0\n1,3,.5\n0,.5,4\n";

static void test_covariance(void **state)
{
    scratch *s = *state;
    const lacon_read_options o = covariance_of("50");
    const char *const same[] = {
        COVARIANCE,                                    /* header */
        "2 1 0\n1 3 .5\n0 .5 4\n",                     /* none: BEP017 */
        "Node\ta\tb\tc\na\t2\t1\t0\nb\t1\t3\t.5\nc\t0\t.5\t4\n", /* XCP-D */
        "\"\",\"a\",\"b\",\"c\"\n\"a\",2,1,0\n\"b\",1,3,.5\n\"c\",0,.5,4\n", /* R */
    };
    static const double want[] = {2, 1, 0, 1, 3, .5, 0, .5, 4};
    lacon_data *data = NULL;
    for (int i = 0; i < 4; i++) {
        const char *path = scratch_text(s, "k.tsv", same[i]);
        if (lacon_data_read(s->ctx, &data, &path, 1, &o) < 0)
            fail_msg("%d: %s", i, lacon_ctx_message(s->ctx));
        assert_int_equal(lacon_data_rows(data, 0), 50);
        assert_int_equal(data->classes[0].kind, LCN_COV);
        assert_memory_equal(rows_of(data), want, sizeof want);
        assert_string_equal(lacon_data_name(data, 2), i == 1 ? "V3" : "c");
        lacon_data_free(data);
    }
    const char *parcels = in_data("x.pconn.nii");
    const lacon_read_options nine = covariance_of("9");
    assert_int_equal(lacon_data_read(s->ctx, &data, &parcels, 1, &nine), LACON_OK);
    lacon_data_free(data);
}

/* Other order, fewer variables, numbers of observations from a table. */
static void test_covariances(void **state)
{
    scratch *s = *state;
    const char *two[] = {scratch_text(s, "k.tsv", COVARIANCE),
                         scratch_text(s, "l.tsv", "c,b,a\n4,.5,0\n.5,3,1\n0,1,2\n")};
    lacon_read_options o = covariance_of(scratch_text(s, "n.tsv", "n\tclass\n20\tl\n10\tk\n"));
    o.columns = "a,c";
    lacon_data *data = NULL;
    assert_int_equal(lacon_data_read(s->ctx, &data, two, 2, &o), LACON_OK);
    static const double fewer[] = {2, 0, 0, 4};
    for (int c = 0; c < 2; c++) {
        assert_memory_equal(data->classes[c].x, fewer, sizeof fewer);
        assert_int_equal(lacon_data_rows(data, c), c == 0 ? 10 : 20);
    }
    lacon_data_free(data);
}

static void test_bad_covariance(void **state)
{
    scratch *s = *state;
    static const struct {
        const char *text, *n, *words;
        lacon_status status;
    } bad[] = {
        {"a,b\n1,0\n0,1\n1,1\n", "9", "3 lines and 2 columns", LACON_E_DATA},
        {"a,b\n1,0.5\n0,1\n", "9", "not symmetric", LACON_E_DATA},
        {"a,b\n1,0\n0,1\n", "1", "a whole number from 2", LACON_E_ARGUMENT},
        {"a,b\n1,0\n0,1\n", "2.5", "a whole number from 2", LACON_E_ARGUMENT},
        {"a,b\n1,NA\nNA,1\n", "9", "missing", LACON_E_DATA},
    };
    lacon_data *data = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *path = scratch_text(s, "bad.csv", bad[i].text);
        const lacon_read_options o = covariance_of(bad[i].n);
        assert_int_equal(lacon_data_read(s->ctx, &data, &path, 1, &o), bad[i].status);
        if (strstr(lacon_ctx_message(s->ctx), bad[i].words) == NULL)
            fail_msg("%s, not %s", lacon_ctx_message(s->ctx), bad[i].words);
    }
    const char *path = scratch_text(s, "k.tsv", COVARIANCE);
    const lacon_read_options o = covariance_of(scratch_text(s, "n.tsv", "class\tn\nother\t20\n"));
    assert_int_equal(lacon_data_read(s->ctx, &data, &path, 1, &o), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "no line for class 'k'"));
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
    static const char *const names[] = {"names.mat", "packed.h5", "packed.npz",
                                        "x.ptseries.nii"};
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

/* Ranks tell each other formats by number. */
static void test_numbers(void **state)
{
    (void)state;
    for (int i = 0; lcn_format_what(i) != NULL; i++) assert_int_equal(lcn_format_number(lcn_format_what(i)), i);
    assert_non_null(lcn_format_what(0));
    assert_int_equal(lcn_format_number(NULL), -1);
    assert_null(lcn_format_what(-1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_missing),      cmocka_unit_test(test_by_content),
        cmocka_unit_test(test_pipe_and_gzip), cmocka_unit_test(test_transpose),
        cmocka_unit_test(test_columns_and_classes), cmocka_unit_test(test_bad),
        cmocka_unit_test(test_damaged),   cmocka_unit_test(test_memory),
        cmocka_unit_test(test_threads),   cmocka_unit_test(test_images),
        cmocka_unit_test(test_bad_images), cmocka_unit_test(test_parcels),
        cmocka_unit_test(test_covariance),
        cmocka_unit_test(test_covariances),
        cmocka_unit_test(test_bad_covariance), cmocka_unit_test(test_sparse_places),
        cmocka_unit_test(test_sparse_length), cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
