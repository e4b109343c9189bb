/* SPDX-License-Identifier: BSD-3-Clause
 * What the reader takes, and what it makes of it: one table in many spellings, columns and classes,
 * folders, threads, provenance.
 */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <zlib.h>

#include <cmocka.h>

#include "contexts.h"
#include "data/data.h"
#include "io/source.h"
#include "scratch.h"

static lacon_data *read_with(scratch *s, const char *path, const lacon_read_options *o)
{
    lacon_data *data = NULL;
    if (lacon_data_read(s->ctx, &data, &path, 1, o) < 0) {
        fail_msg("%s: %s", path, lacon_ctx_message(s->ctx));
    }
    return data;
}

static lacon_data *read_text(scratch *s, const char *name, const char *text)
{
    return read_with(s, scratch_text(s, name, text), NULL);
}

static double at(const lacon_data *data, int64_t c, int64_t i, int64_t r)
{
    const lcn_class *class = &data->classes[c];
    return class->kind == LCN_ROWS_F32 ? (double)((const float *)class->x)[i * class->ld + r]
                                       : ((const double *)class->x)[i * class->ld + r];
}

/* 1 2.5 -3 / 4 5 6e-1, called `first`, `second`, `third` (NULL: V1..) */
static void check_table(lacon_data *data, const char *first, const char *third)
{
    static const double want[] = {1, 2.5, -3, 4, 5, 0.6};
    assert_int_equal(lacon_data_classes(data), 1);
    assert_int_equal(lacon_data_variables(data), 3);
    assert_int_equal(lacon_data_rows(data, 0), 2);
    for (int i = 0; i < 6; i++) assert_true(at(data, 0, i / 3, i % 3) == want[i]);
    assert_string_equal(lacon_data_name(data, 0), first);
    assert_string_equal(lacon_data_name(data, 2), third);
    lacon_data_free(data);
}

static void test_spellings(void **state)
{
    static const struct {
        const char *text, *first, *third;
    } good[] = {
        {"a,b,c\n1,2.5,-3\n4,5,6e-1\n", "a", "c"},
        {"a,b,c\r\n1,2.5,-3\r\n4,5,6e-1\r\n", "a", "c"},
        {"\xEF\xBB\xBF"
         "a,b,c\n1,2.5,-3\n4,5,6e-1",
         "a", "c"},
        {"1,2.5,-3\n4,5,6e-1\n\n\n", "V1", "V3"},
        {"1,2.5,-3,\n4,5,6e-1,\n", "V1", "V3"},
        {"a,b,c,\n1,2.5,-3,\n4,5,6e-1,\n", "a", "c"},
        {"a\tb\tc\n1\t2.5\t-3\n4\t5\t6e-1\n", "a", "c"},
        {"a;b;c\n1;2,5;-3\n4;5;6e-1\n", "a", "c"},
        {"a;b;c\n1;2.5;-3\n4;5;6e-1\n", "a", "c"},
        {"1;2,5;-3\n4;5;6e-1\n", "V1", "V3"},
        {"1 2.5  -3\n  4 5\t6e-1 \n", "V1", "V3"},
        {"a b c\n1 2.5 -3\n4 5 6e-1\n", "a", "c"},
        {"1\t2.5 \t -3\n4\t 5\t6e-1\n", "V1", "V3"},
        {"1\t2.5 -3\n4\t5 6e-1\n", "V1", "V3"},
        {"\n\n1,2.5,-3\n\n4,5,6e-1\n", "V1", "V3"},
        {" a , b , c \n 1 , 2.5 , -3 \n 4 , 5 , 6e-1 \n", "a", "c"},
        {"\"a\",\"b\",\"c\"\n1,2.5,-3\n\"4\",\"5\",6e-1\n", "a", "c"},
        {"\"a, x\",\"b\",\"say \"\"c\"\"\"\n1,2.5,-3\n4,5,6e-1\n", "a, x", "say \"c\""},
        {"\"1\",\"2\",\"3\"\n1,2.5,-3\n4,5,6e-1\n", "1", "3"}, /* quoted numbers above plain ones */
        {"#2001\t#2002\t#99\n1\t2.5\t-3\n4\t5\t6e-1\n", "2001", "99"},
        {"# made by somebody\n#2001\t#2002\t#99\n1 2.5 -3\n4 5 6e-1\n", "2001", "99"},
        {"# a,b,c\n1,2.5,-3\n4,5,6e-1\n", "a", "c"},
        {"# 3 columns and 2 rows\n1,2.5,-3\n# between\n4,5,6e-1\n# end\n", "V1", "V3"},
        {"gr\xF6\xDF"
         "e,b,\xE9\n1,2.5,-3\n4,5,6e-1\n",
         "gr\xC3\xB6\xC3\x9F"
         "e",
         "\xC3\xA9"},
        {"gr\xC3\xB6\xC3\x9F"
         "e,b,c\n1,2.5,-3\n4,5,6e-1\n",
         "gr\xC3\xB6\xC3\x9F"
         "e",
         "c"},
        {"x;y,b,c\n1,2.5,-3\n4,5,6e-1\n", "x;y", "c"},
        /* names of rows: R's write.csv and pandas, R's write.table */
        {"\"\",\"a\",\"b\",\"c\"\n\"1\",1,2.5,-3\n\"2\",4,5,6e-1\n", "a", "c"},
        {",a,b,c\n0,1,2.5,-3\n1,4,5,6e-1\n", "a", "c"},
        {"\"a\" \"b\" \"c\"\n\"1\" 1 2.5 -3\n\"r 2\" 4 5 6e-1\n", "a", "c"},
        {"a\tb\tc\nsub-1\t1\t2.5\t-3\nsub-2\t4\t5\t6e-1\n", "a", "c"},
        {"+1.0e0,25e-1,-3.\n4,5.00000000000000000000000,.6\n", "V1", "V3"},
    };
    scratch *s = *state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        check_table(read_text(s, "t.csv", good[i].text), good[i].first, good[i].third);
    }
    /* what it is does not depend on what it is called */
    check_table(read_text(s, "t.1D", good[0].text), "a", "c");
    check_table(read_text(s, "t.npy", good[0].text), "a", "c");
}

static void check_numpy(scratch *s, const char *name, double tolerance)
{
    static const char *const reference = TEST_DATA "/f8.npy";
    char path[300];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
    lacon_data *want = read_with(s, reference, NULL), *got = read_with(s, path, NULL);
    assert_int_equal(lacon_data_rows(got, 0), 6);
    assert_int_equal(lacon_data_variables(got), 4);
    for (int i = 0; i < 24; i++) {
        double a = at(got, 0, i / 4, i % 4), b = at(want, 0, i / 4, i % 4);
        if (!(fabs(a - b) <= tolerance * fabs(b))) fail_msg("%s: %g is not %g", name, a, b);
    }
    lacon_data_free(want);
    lacon_data_free(got);
}

static void test_numpy(void **state)
{
    static const char *const same[] = {"f8_big.npy",   "f8_fortran.npy", "version1.npy",
                                       "version2.npy", "version3.npy",   "savetxt.txt",
                                       "header.csv",   "table.csv.gz"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) check_numpy(*state, same[i], 0);
    check_numpy(*state, "f4.npy", 6e-8);
    check_numpy(*state, "f4_big.npy", 6e-8);
}

/* The integers of make.py: rounded (to even), clipped to the range of the smallest type. */
static void test_numpy_integers(void **state)
{
    static const char *const names[] = {"int_i1",     "int_i2",     "int_i4",     "int_i8",
                                        "int_big_i2", "int_big_i4", "int_big_i8", "uint_u1",
                                        "uint_u2",    "uint_u4",    "uint_u8",    "bool"};
    scratch *s = *state;
    lacon_data *x = read_with(s, TEST_DATA "/f8.npy", NULL);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s.npy", TEST_DATA, names[k]);
        lacon_data *got = read_with(s, path, NULL);
        for (int i = 0; i < 24; i++) {
            double v = at(x, 0, i / 4, i % 4), r = rint(v);
            double want = names[k][0] == 'b'   ? v > 0
                          : names[k][0] == 'u' ? fmin(fabs(r), 255)
                                               : fmax(fmin(r, 127), -128);
            assert_true(at(got, 0, i / 4, i % 4) == want);
        }
        lacon_data_free(got);
    }
    lacon_data_free(x);
}

static void test_transpose(void **state)
{
    static const char *const texts[] = {"1,4\n2.5,5\n-3,6e-1\n", "a,1,4\nb,2.5,5\nc,-3,6e-1\n",
                                        "gene,s1,s2\na,1,4\nb,2.5,5\nc,-3,6e-1\n",
                                        "gene\ts1\ts2\na\t1\t4\nb\t2.5\t5\nc\t-3\t6e-1\n\n"};
    scratch *s = *state;
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.transpose = 1;
    for (int i = 0; i < 4; i++) {
        check_table(read_with(s, scratch_text(s, "t.csv", texts[i]), &o), i > 0 ? "a" : "V1",
                    i > 0 ? "c" : "V3");
    }
    lacon_data *plain = read_with(s, TEST_DATA "/f8.npy", NULL);
    static const char *const arrays[] = {TEST_DATA "/f8.npy", TEST_DATA "/f8_fortran.npy"};
    for (int k = 0; k < 2; k++) {
        lacon_data *turned = read_with(s, arrays[k], &o);
        assert_int_equal(lacon_data_rows(turned, 0), 4);
        for (int i = 0; i < 24; i++) {
            assert_true(at(turned, 0, i % 4, i / 4) == at(plain, 0, i / 4, i % 4));
        }
        lacon_data_free(turned);
    }
    lacon_data_free(plain);
    o.ignore = "b";
    lacon_data *two = read_with(s, scratch_text(s, "t.csv", texts[2]), &o);
    assert_int_equal(lacon_data_variables(two), 2);
    assert_string_equal(lacon_data_name(two, 1), "c");
    assert_true(at(two, 0, 1, 1) == 0.6);
    lacon_data_free(two);
}

static void test_columns(void **state)
{
    static const struct {
        const char *columns, *ignore, *names; /* names that are left, joined */
    } picks[] = {
        {"a", NULL, "a"},    {"a,c", NULL, "ac"},     {"c,a", NULL, "ac"},   {"b:d", NULL, "bcd"},
        {"2:3", NULL, "bc"}, {" a , d ", NULL, "ad"}, {NULL, "a", "bcde"},   {NULL, "1,e", "bcd"},
        {NULL, "b:4", "ae"}, {"a:d", "b:c", "ad"},    {"a:c,e", "5", "abc"},
    };
    scratch *s = *state;
    const char *path = scratch_text(s, "t.csv", "a,b,c,d,e\n1,2,3,4,5\n6,7,8,9,11\n");
    for (size_t k = 0; k < sizeof picks / sizeof *picks; k++) {
        lacon_read_options o;
        lacon_read_options_init(&o);
        o.columns = picks[k].columns;
        o.ignore = picks[k].ignore;
        lacon_data *data = read_with(s, path, &o);
        assert_int_equal(lacon_data_variables(data), strlen(picks[k].names));
        for (int r = 0; r < (int)strlen(picks[k].names); r++) {
            assert_int_equal(lacon_data_name(data, r)[0], picks[k].names[r]);
            assert_true(at(data, 0, 0, r) == picks[k].names[r] - 'a' + 1);
        }
        lacon_data_free(data);
    }
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.ignore = "2001"; /* a name before a position; words in a dropped column do not matter */
    lacon_data *data = read_with(s, scratch_text(s, "n.csv", "id,2001,x\n1,w,3\n4,NA,6\n"), &o);
    assert_string_equal(lacon_data_name(data, 1), "x");
    lacon_data_free(data);
    o.ignore = "2";
    data = read_with(s, scratch_text(s, "v.csv", "1,2,3\n4,5,6\n"), &o);
    assert_string_equal(lacon_data_name(data, 1), "V3");
    lacon_data_free(data);
    o.ignore = "1"; /* the empty name of row numbers, and one of two twins */
    lacon_data_free(read_with(s, scratch_text(s, "r.csv", ",x,y\n0,1,2\n1,4,5\n"), &o));
    lacon_data_free(read_with(s, scratch_text(s, "d.csv", "x,y,x\n0,1,2\n1,4,5\n"), &o));
}

static void test_class_column(void **state)
{
    scratch *s = *state;
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.class_column = "g";
    const char *path = scratch_text(
        s, "t.csv", "a,g,b\n1,two words,2\n3,\"y\",4\n5,two words,6\n7,y,9\n10,y,11\n");
    for (int single = 0; single <= 1; single++) {
        o.precision = single ? LACON_PRECISION_SINGLE : LACON_PRECISION_FILE;
        lacon_data *data = read_with(s, path, &o);
        assert_int_equal(lacon_data_classes(data), 2);
        assert_int_equal(lacon_data_variables(data), 2);
        assert_string_equal(lacon_data_label(data, 0), "two words");
        assert_string_equal(lacon_data_label(data, 1), "y");
        assert_int_equal(lacon_data_rows(data, 1), 3);
        assert_true(at(data, 0, 1, 0) == 5 && at(data, 0, 1, 1) == 6);
        assert_true(at(data, 1, 0, 0) == 3 && at(data, 1, 2, 1) == 11);
        assert_string_equal(lacon_data_sha256(data, 0), lacon_data_sha256(data, 1));
        lacon_data_free(data);
    }
}

/* Three files, columns in other orders, one of them packed. */
static void test_files(void **state)
{
    scratch *s = *state;
    const char *paths[3];
    paths[0] = scratch_text(s, "one.csv", "a,b\n1,2\n3,4\n");
    paths[1] = scratch_text(s, "two.tsv", "b\ta\n20\t10\n40\t30\n60\t51\n");
    paths[2] = scratch_text(s, "three.1D", "100 200\n300 400\n");
    lacon_data *data;
    assert_int_equal(lacon_data_read(s->ctx, &data, paths, 3, NULL), LACON_OK);
    assert_int_equal(lacon_data_classes(data), 3);
    assert_string_equal(lacon_data_label(data, 0), "one");
    assert_string_equal(lacon_data_label(data, 2), "three");
    assert_true(at(data, 1, 0, 0) == 10 && at(data, 1, 2, 1) == 60);
    assert_true(at(data, 2, 1, 0) == 300);
    assert_string_equal(lacon_data_source(data, 1), paths[1]);
    /* printf 'a,b\n1,2\n3,4\n' | sha256sum */
    assert_string_equal(lacon_data_sha256(data, 0),
                        "b9485148546419a0f6a85e8d708c923557c15d7f3c7d078ef1fa7f7c0f57d5a5");
    lacon_data_free(data);
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.names = "x, y,z";
    assert_int_equal(lacon_data_read(s->ctx, &data, paths, 3, &o), LACON_OK);
    assert_string_equal(lacon_data_label(data, 1), "y");
    lacon_data_free(data);
}

static void add_name(void *user, const char *file)
{
    const char *slash = strrchr(file, '/');
    strcat(user, slash + 1);
    strcat(user, " ");
}

static void test_folder(void **state)
{
    scratch *s = *state;
    assert_int_equal(mkdir(scratch_path(s, "d"), 0700), 0);
    assert_int_equal(mkdir(scratch_path(s, "d/inner.csv"), 0700), 0);
    scratch_text(s, "d/b.csv", "1,2\n3,4\n");
    scratch_text(s, "d/a.TSV", "1\t2\n3\t4\n");
    scratch_text(s, "d/.hidden.csv", "no table");
    scratch_text(s, "d/README.txt", "no table");
    scratch_text(s, "d/c.1D", "1 2\n3 4\n");
    const char *with_slash = scratch_path(s, "d/");
    lacon_data *data = read_with(s, with_slash, NULL);
    assert_int_equal(lacon_data_classes(data), 3);
    assert_string_equal(lacon_data_label(data, 0), "a");
    assert_string_equal(lacon_data_label(data, 1), "b");
    assert_string_equal(lacon_data_label(data, 2), "c");
    lacon_data_free(data);
    char list[100] = "";
    assert_int_equal(lacon_list_files(s->ctx, with_slash, add_name, list), LACON_OK);
    assert_string_equal(list, "a.TSV b.csv c.1D ");
}

/* ---- many files ---- */

enum { FILES = 40, ROWS = 23, COLUMNS = 7 };

static double value(int f, int i, int r)
{
    return sin(f * 1000 + i * 10 + r) * pow(10, r - 3);
}

static void make_files(scratch *s, char paths[FILES][256])
{
    for (int f = 0; f < FILES; f++) {
        snprintf(paths[f], sizeof paths[f], "%s/f%02d.csv", s->dir, f);
        FILE *out = fopen(paths[f], "w");
        for (int i = 0; i < ROWS + f; i++) {
            for (int r = 0; r < COLUMNS; r++) {
                fprintf(out, "%.17g%c", value(f, i, r), r + 1 < COLUMNS ? ',' : '\n');
            }
        }
        fclose(out);
    }
}

static void on_progress(void *user, const lacon_progress *where)
{
    int64_t *last = user;
    assert_string_equal(where->phase, "read");
    assert_int_equal(where->total, FILES);
    assert_true(where->step >= *last);
    *last = where->step;
}

static void test_threads(void **state)
{
    scratch *s = *state;
    char paths[FILES][256];
    const char *list[FILES];
    make_files(s, paths);
    for (int f = 0; f < FILES; f++) list[f] = paths[f];
    for (int threads = 1; threads <= 4; threads++) {
        int64_t last = 0;
        lacon_ctx_options o;
        lacon_ctx_options_init(&o);
        o.threads = threads;
        o.progress = on_progress;
        o.user = &last;
        lacon_ctx *ctx;
        lacon_data *data;
        assert_int_equal(lacon_ctx_new(&ctx, &o), LACON_OK);
        assert_int_equal(lacon_data_read(ctx, &data, list, FILES, NULL), LACON_OK);
        assert_int_equal(last, FILES);
        for (int f = 0; f < FILES; f++) {
            assert_int_equal(lacon_data_rows(data, f), ROWS + f);
            for (int i = 0; i < ROWS + f; i++) {
                for (int r = 0; r < COLUMNS; r++) assert_true(at(data, f, i, r) == value(f, i, r));
            }
        }
        lacon_data_free(data);
        lacon_ctx_free(ctx);
    }
}

/* Two files are bad: the first in order is told, by any number of threads, every time. */
static void test_first_failure(void **state)
{
    scratch *s = *state;
    char paths[FILES][256];
    const char *list[FILES];
    make_files(s, paths);
    for (int f = 0; f < FILES; f++) list[f] = paths[f];
    scratch_text(s, "f11.csv", "1,2,3,4,5,6,7\n1,2,word,4,5,6,7\n");
    scratch_text(s, "f13.csv", "1,2\n");
    for (int turn = 0; turn < 40; turn++) {
        faulty f = {0};
        lacon_ctx *ctx = faulty_ctx(&f, turn % 4 + 1);
        lacon_data *data;
        assert_int_equal(lacon_data_read(ctx, &data, list, FILES, NULL), LACON_E_FORMAT);
        assert_null(data);
        assert_non_null(strstr(lacon_ctx_message(ctx), "f11.csv:2: column 3 holds 'word'"));
        assert_int_equal(f.live, 1);
        lacon_ctx_free(ctx);
    }
}

static void test_cancel(void **state)
{
    scratch *s = *state;
    char paths[FILES][256];
    const char *list[FILES];
    make_files(s, paths);
    for (int f = 0; f < FILES; f++) list[f] = paths[f];
    lacon_ctx *ctx = stopping_ctx(1);
    lacon_data *data;
    assert_int_equal(lacon_data_read(ctx, &data, list, FILES, NULL), LACON_E_CANCELLED);
    assert_null(data);
    lacon_ctx_free(ctx);
}

/* ---- large ---- */

/* Lines longer than the buffer, more rows than the first block, rows as float32. */
static void test_long_lines(void **state)
{
    scratch *s = *state;
    enum { WIDE = 60000, DEEP = 9 };
    const char *path = scratch_path(s, "wide.csv");
    FILE *out = fopen(path, "w");
    for (int i = 0; i < DEEP; i++) {
        for (int r = 0; r < WIDE; r++) {
            fprintf(out, "%d.%d%c", r, i, r + 1 < WIDE ? ',' : '\n');
        }
    }
    fclose(out);
    lacon_read_options o;
    lacon_read_options_init(&o);
    for (int turn = 0; turn < 4; turn++) {
        o.precision = turn & 1 ? LACON_PRECISION_SINGLE : LACON_PRECISION_FILE;
        o.transpose = turn >> 1;
        lacon_data *data = read_with(s, path, &o);
        assert_int_equal(lacon_data_rows(data, 0), o.transpose ? WIDE : DEEP);
        for (int i = 0; i < DEEP; i++) {
            for (int r = 0; r < WIDE; r++) {
                double want = r + i / 10.0,
                       got = at(data, 0, o.transpose ? r : i, o.transpose ? i : r);
                assert_true(fabs(got - want) <= (o.precision == LACON_PRECISION_SINGLE ? 6e-8 : 2e-16) * want);
            }
        }
        lacon_data_free(data);
    }
}

/* Rows get shorter and shorter: the first guess of their number is far off. */
static void test_many_rows(void **state)
{
    scratch *s = *state;
    enum { DEEP = 400000 };
    const char *path = scratch_path(s, "deep.csv");
    FILE *out = fopen(path, "w");
    for (int i = 0; i < DEEP; i++) fprintf(out, i < 9000 ? "%d,%030d.5\n" : "%d,%d.5\n", i, 2 * i);
    fclose(out);
    lacon_data *data = read_with(s, path, NULL);
    assert_int_equal(lacon_data_rows(data, 0), DEEP);
    for (int i = 0; i < DEEP; i++) {
        assert_true(at(data, 0, i, 0) == i && at(data, 0, i, 1) == 2 * i + 0.5);
    }
    lacon_data_free(data);
}

/* Written to between its first byte and its digest, also by as many bytes: what was read may be neither. */
static void test_changed(void **state)
{
    scratch *s = *state;
    static const char *const mode[] = {NULL, "a", "r+", "w"};
    for (int i = 0; i < 4; i++) {
        char bytes[8], digest[LCN_SHA256_TEXT];
        size_t got;
        lcn_source source;
        const char *path = scratch_text(s, "changing.csv", "a,b\n1,2\n3,5\n4,4\n");
        const struct timespec old[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
        assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
        assert_int_equal(lcn_source_open(s->ctx, &source, path), LACON_OK);
        assert_int_equal(lcn_source_read(s->ctx, &source, bytes, sizeof bytes, &got), LACON_OK);
        FILE *f = mode[i] != NULL ? fopen(path, mode[i]) : NULL;
        if (f != NULL) fputs("z,y", f);
        if (f != NULL) fclose(f);
        assert_int_equal(lcn_source_digest(s->ctx, &source, digest), f != NULL ? LACON_E_IO : LACON_OK);
        if (f != NULL) assert_non_null(strstr(lacon_ctx_message(s->ctx), "changing.csv: was changed while"));
        lcn_source_close(&source);
    }
}

/* ---- UTF-16 ---- */

/* Text of ASCII and of the four characters below as UTF-16 with its byte order mark. */
static size_t as_utf16(const char *text, bool big_endian, unsigned char *to)
{
    static const struct {
        char letter;
        uint16_t units[2];
    } others[] = {{'%', {0xE4, 0}}, {'$', {0x20AC, 0}}, {'@', {0xD83D, 0xDE00}}}; /* a umlaut, euro, a face */
    size_t length = 0;
    for (const char *p = text - 1; p < text || *p != '\0'; p++) {
        uint16_t units[2] = {p < text ? 0xFEFF : (unsigned char)*p, 0};
        for (size_t i = 0; p >= text && i < sizeof others / sizeof *others; i++)
            if (others[i].letter == *p) memcpy(units, others[i].units, sizeof units);
        for (int i = 0; i < 2 && units[i] != 0; i++) {
            to[length++] = (unsigned char)(big_endian ? units[i] >> 8 : units[i] & 0xFF);
            to[length++] = (unsigned char)(big_endian ? units[i] & 0xFF : units[i] >> 8);
        }
    }
    return length;
}

static const char *utf16_file(scratch *s, const char *name, const char *text, bool big_endian, bool packed)
{
    unsigned char *bytes = malloc(4 * strlen(text) + 2);
    size_t size = as_utf16(text, big_endian, bytes);
    const char *path = scratch_bytes(s, name, bytes, size);
    if (packed) {
        gzFile z = gzopen(path, "wb");
        assert_int_equal(gzwrite(z, bytes, (unsigned)size), (int)size);
        gzclose(z);
    }
    free(bytes);
    return path;
}

/* What Excel calls Unicode Text, and PowerShell's > writes. */
static void test_utf16(void **state)
{
    scratch *s = *state;
    for (int i = 0; i < 4; i++) {
        const char *path = utf16_file(s, "excel.txt", "%\tb\t$ @\r\n1\t2.5\t-3\r\n4\t5\t6e-1\r\n", i % 2, i / 2);
        check_table(read_with(s, path, NULL), "\xC3\xA4", "\xE2\x82\xAC \xF0\x9F\x98\x80");
    }
    /* characters of two units wherever a block may end */
    enum { LINES = 9000 };
    char *text = malloc(8 + 8 * LINES), *to = text;
    to += sprintf(to, "\na,b\n");
    for (int i = 0; i < LINES; i++) to += sprintf(to, i % 2 ? "#@@\n" : "%d,%d\n", i % 7, i % 5);
    for (int blank = 0; blank < 2; blank++) { /* one unit more in front: every pair lies elsewhere */
        text[0] = '\n';
        lacon_data *data = read_with(s, utf16_file(s, "long.csv", text + 1 - blank, true, blank), NULL);
        assert_int_equal(lacon_data_rows(data, 0), LINES / 2);
        for (int i = 0; i < LINES / 2; i++) assert_true(at(data, 0, i, 1) == 2 * i % 5);
        lacon_data_free(data);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changed), cmocka_unit_test(test_spellings),      cmocka_unit_test(test_numpy),
        cmocka_unit_test(test_numpy_integers), cmocka_unit_test(test_transpose),
        cmocka_unit_test(test_columns),        cmocka_unit_test(test_class_column),
        cmocka_unit_test(test_files),          cmocka_unit_test(test_folder),
        cmocka_unit_test(test_threads),        cmocka_unit_test(test_first_failure),
        cmocka_unit_test(test_cancel),         cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_many_rows),      cmocka_unit_test(test_utf16),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
