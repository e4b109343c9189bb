/* SPDX-License-Identifier: BSD-3-Clause
 * What the reader refuses: every case with its status and with what the message must say. The
 * file's name is always in it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <zlib.h>

#include <cmocka.h>

#include "scratch.h"

/* Reads it, expects the status, the name of the file and the words; nothing may stay allocated. */
static void refuse(scratch *s, const char *path, const lacon_read_options *o, lacon_status want,
                   const char *words)
{
    (void)s;
    faulty f = {0};
    lacon_ctx *ctx = faulty_ctx(&f, 2);
    lacon_data *data = (lacon_data *)ctx;
    lacon_status got = lacon_data_read(ctx, &data, &path, 1, o);
    const char *message = lacon_ctx_message(ctx), *name = strrchr(path, '/') + 1;
    if (got != want) {
        fail_msg("%s: %s instead of %s: %s", name, lacon_status_name(got), lacon_status_name(want),
                 message);
    }
    if (strstr(message, name) == NULL) fail_msg("'%s' is not in '%s'", name, message);
    if (strstr(message, words) == NULL) fail_msg("'%s' is not in '%s'", words, message);
    assert_null(data);
    assert_int_equal(f.live, 1);
    lacon_ctx_free(ctx);
}

static void refuse_text(scratch *s, const char *name, const char *text, lacon_status want,
                        const char *words)
{
    refuse(s, scratch_text(s, name, text), NULL, want, words);
}

static void test_shape_of_text(void **state)
{
    scratch *s = *state;
    const lacon_status format = LACON_E_FORMAT, data = LACON_E_DATA;
    refuse_text(s, "empty.csv", "", format, "empty.csv: the file is empty");
    refuse_text(s, "blank.csv", "\n  \n\t\n", format, "blank.csv:3: the file ends without a value");
    refuse_text(s, "comment.1D", "# a b c\n", format,
                "comment.1D:1: the file ends without a value");
    refuse_text(s, "bom.csv", "\xEF\xBB\xBF", format, "without a value");
    refuse_text(s, "h.csv", "a,b,c,d\n", format, "a header but no row below it");
    refuse_text(s, "h2.csv", "a,b,c,d", format, "a header but no row below it");
    refuse_text(s, "o.csv", "a,b,c,d\n1,2,3,4\n", data, "one row only, at least 2");
    refuse_text(s, "o2.csv", "1,2,3,4", data, "one row only");
    refuse_text(s, "r.csv", "a,b,c,d\n1,2,3,4\n1,2,3\n", format,
                "r.csv:3: 3 values where 4 were expected");
    refuse_text(s, "r2.csv", "1,2\n1,2,3\n4,5\n", format,
                "r2.csv:2: 3 values where 2 were expected");
    refuse_text(s, "r3.txt", "1 2\n\n3 4\n5\n", format, "r3.txt:4: 1 values where 2");
    refuse_text(s, "r4.csv", "a,b\n1,2\n3,4,\n5,6,,\n", format, "r4.csv:4: ");
    refuse_text(s, "names.csv", "\"a\",\"b\"\n\"1\",1,2\n\"2\",3,4,5\n", format,
                "names.csv:3: 3 values where 2 were expected");
    refuse_text(s, "quote.csv", "a,b\n\"1,2\n3,4\n", format, "quote.csv:2: quotes are not closed");
    refuse_text(s, "quote2.csv", "\"a,b\n1,2\n3,4\n", format, "quote2.csv:1: quotes in the header");
    refuse_text(s, "quote3.csv", "a,b\n\"1\"x,2\n3,4\n", format, "quote3.csv:2: quotes");
    refuse_text(s, "cr.csv", "a,b\r1,2\r3,4\r", format, "carriage return");
}

static void test_words(void **state)
{
    scratch *s = *state;
    const lacon_status format = LACON_E_FORMAT;
    refuse_text(s, "w.csv", "a,b,c,d\n1,2,3,4\n1,x,3,4\n5,6,7,9\n", format,
                "w.csv:3: column 2 ('b') holds 'x', which is not a number");
    refuse_text(s, "rows.csv", ",a,b\nr1,1,2\nr2,3,x\n", format, /* places count names of rows */
                "rows.csv:3: column 3 ('b') holds 'x', which is not a number: correct it, or drop the "
                "column (ignore 2)");
    refuse_text(s, "land.csv", "land,a\nUK,1\nFR,2\n", format, /* words from the first row on */
                "drop the column (ignore 1), or if it names the classes split by it (class-column 'land')");
    refuse_text(s, "w2.csv", "1,2\n3,4\n5,6 7\n", format, "w2.csv:3: column 2 holds '6 7'");
    refuse_text(s, "w3.csv", "a,b\n1,0x1F\n3,4\n", format, "'0x1F'");
    refuse_text(s, "w4.csv", "a,b\n1,2\n3,12%\n", format, "'12%'");
    refuse_text(s, "w5.csv", "a;b\n1,5;1.234,5\n3;4\n", format, "'1.234,5'");
    refuse_text(s, "w6.csv", "a,b\n1,2\n3,\xFF\xFE\n", format, "'\?\?'"); /* no raw bytes */
    refuse_text(s, "w7.csv", "a,b\n1,2\n3,\x1b[31mred\n", format, "not a table: byte 11 is 0x1b");
    char wide[300];
    snprintf(wide, sizeof wide, "a,b\n1,2\n3,%0200dx\n", 1);
    refuse_text(s, "w8.csv", wide, format, "w8.csv:3: column 2 ('b') holds '0000000000");
}

static void test_missing(void **state)
{
    static const char *const spellings[] = {"NA",   "na",   "N/A",  "nan",     "NaN", "-nan",
                                            "",     "null", "None", ".",       "?",   "-",
                                            "n.a.", "  ",   "\"\"", "missing", "#N/A"};
    scratch *s = *state;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        char text[100];
        snprintf(text, sizeof text, "a,b,c\n1,2,3\n4,%s,6\n7,8,9\n", spellings[i]);
        refuse_text(s, "n.csv", text, LACON_E_DATA,
                    "1 value cannot be used, it is missing at line 3, column 2 ('b')");
        snprintf(text, sizeof text, "1,2,3\n4,5,%s\n7,8,%s\n", spellings[i], spellings[i]);
        refuse_text(s, "n.csv", text, LACON_E_DATA,
                    "missing at line 2, column 3; line 3, column 3:");
    }
    refuse_text(s, "n2.csv", "a,b\nNA,1\n2,NA\n3,NA\nNA,NA\n", LACON_E_DATA,
                "5 values cannot be used");
    refuse_text(s, "n3.csv", "a,b\n1,nan\n2,3\n", LACON_E_DATA, "ignore");
    refuse_text(s, "n7.csv", ",a,b\nr1,1,NA\nr2,3,4\n", LACON_E_DATA, "line 2, column 3 ('b')");
    refuse_text(s, "n4.csv", "1,NA\n2,3\n", LACON_E_DATA, "line 1, column 2"); /* no header */
    refuse_text(s, "n5.tsv", "a\tb\n1\t2\n\t\n3\t4\n", LACON_E_DATA, "line 3, column 1");
    refuse_text(s, "n6.tsv", "a\tb\n1\t2\n3\t\n", LACON_E_DATA, "line 3, column 2 ('b')");
}

static void test_infinite(void **state)
{
    static const char *const spellings[] = {"inf", "-Inf", "+INFINITY", "1e999", "-1e400"};
    scratch *s = *state;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        char text[100];
        snprintf(text, sizeof text, "a,b,c\n1,2,3\n4,5,%s\n7,8,9\n", spellings[i]);
        refuse_text(s, "i.csv", text, LACON_E_DATA, "it is infinite at line 3, column 3 ('c')");
    }
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.precision = LACON_PRECISION_SINGLE;
    refuse(s, scratch_text(s, "big.csv", "a,b\n1,2\n3,1e39\n"), &o, LACON_E_DATA,
           "too large for float32 at line 3, column 2 ('b')");
    o.precision = LACON_PRECISION_FILE;
    o.transpose = 1;
    refuse(s, scratch_text(s, "t.csv", "g,x,y\na,1,2\nb,NA,4\n"), &o, LACON_E_DATA,
           "line 3, column 2");
}

static void test_not_text(void **state)
{
    scratch *s = *state;
    unsigned char bytes[256 * 20];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)i;
    refuse(s, scratch_bytes(s, "b.csv", bytes, sizeof bytes), NULL, LACON_E_FORMAT, "not a table");
    refuse(s, scratch_bytes(s, "b2.csv", bytes + 128, 100), NULL, LACON_E_FORMAT, "b2.csv");
    refuse(s, scratch_bytes(s, "nul.csv", "1,2\n3,4\n\0", 9), NULL, LACON_E_FORMAT, "0x00");
    refuse_text(s, "z.npz", "PK\3\4 and more", LACON_E_FORMAT, "no zip end record");
    refuse(s, scratch_bytes(s, "u.csv", "\xFF\xFE" "1\0,\0002\0\n", 9), NULL, LACON_E_FORMAT,
           "UTF-16 that ends within a character");
    refuse(s, scratch_bytes(s, "u32.csv", "\xFF\xFE\0\0001\0\0\0\n\0\0\0", 12), NULL, LACON_E_FORMAT, "0x00");
    refuse(s, scratch_bytes(s, "u0.csv", "\xFF\xFE", 2), NULL, LACON_E_FORMAT, "the file is empty");
    refuse_text(s, "j.csv", "{\"a\": 1}", LACON_E_FORMAT, "JSON");
    refuse_text(s, "x.csv", "BZh91AY&SY", LACON_E_FORMAT, "bzip2");
}

/* ---- .npy ---- */

static void test_npy_files(void **state)
{
    static const struct {
        const char *name;
        lacon_status status;
        const char *words;
    } cases[] = {
        {"one_dimension.npy", LACON_E_FORMAT, "1 dimension"},
        {"three_dimensions.npy", LACON_E_FORMAT, "3 dimension"},
        {"no_dimension.npy", LACON_E_FORMAT, "0 dimension"},
        {"empty.npy", LACON_E_FORMAT, "empty (0 x 4)"},
        {"complex.npy", LACON_E_FORMAT, "'<c16' cannot be read"},
        {"half.npy", LACON_E_FORMAT, "'<f2' cannot be read"},
        {"text.npy", LACON_E_FORMAT, "holds text"},
        {"object.npy", LACON_E_FORMAT, "'|O' cannot be read"},
        {"record.npy", LACON_E_FORMAT, "not understood"},
        {"not_finite.npy", LACON_E_DATA,
         "2 values cannot be used, the first are missing at row 3, column 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s", TEST_DATA, cases[i].name);
        refuse(*state, path, NULL, cases[i].status, cases[i].words);
    }
}

/* A version 1 file with this dictionary and so many bytes of values. */
static const char *npy_file(scratch *s, const char *dictionary, size_t values)
{
    char bytes[4096] = "\x93NUMPY\x01";
    size_t n = strlen(dictionary);
    bytes[8] = (char)n;
    bytes[9] = (char)(n >> 8);
    memcpy(bytes + 10, dictionary, n);
    return scratch_bytes(s, "x.npy", bytes, 10 + n + values);
}

static void test_npy_headers(void **state)
{
    scratch *s = *state;
    const lacon_status format = LACON_E_FORMAT;
#define HEAD "{'descr': '<f8', 'fortran_order': False, 'shape': "
    refuse(s, npy_file(s, HEAD "(900000000, 900000000), }", 0), NULL, format,
           "claims 900000000 x 900000000 values");
    refuse(s, npy_file(s, HEAD "(4294967296, 4294967296), }", 0), NULL, format,
           "beyond all memory");
    refuse(s, npy_file(s, HEAD "(9223372036854775807, 2), }", 0), NULL, format,
           "beyond all memory");
    refuse(s, npy_file(s, HEAD "(99999999999999999999, 2), }", 0), NULL, format, "not understood");
    refuse(s, npy_file(s, HEAD "(2, 2), }", 31), NULL, format,
           "(32 bytes), the file holds 31 bytes");
    refuse(s, npy_file(s, HEAD "(2, 2), }", 33), NULL, format, "1 bytes follow");
    refuse(s, npy_file(s, HEAD "(-2, 2), }", 32), NULL, format, "not understood");
    refuse(s, npy_file(s, HEAD "(2, 2)", 32), NULL, format, "not understood");
    refuse(s, npy_file(s, HEAD "(2 2), }", 32), NULL, format, "not understood");
    refuse(s, npy_file(s, HEAD "(2, 2), } x", 32), NULL, format, "not understood");
    refuse(s, npy_file(s, HEAD "(2, 2), 'more': 1, }", 32), NULL, format, "not understood");
    refuse(s, npy_file(s, "{'descr': '<f8', 'descr': '<f8', 'shape': (2, 2)}", 32), NULL, format,
           "not understood");
    refuse(s, npy_file(s, "{'descr': '<f8', 'shape': (2, 2)}", 32), NULL, format, "not understood");
    refuse(s, npy_file(s, "{'descr': '<f8", 32), NULL, format, "not understood");
    refuse(s, npy_file(s, "", 32), NULL, format, "not understood");
    refuse(s, npy_file(s, "{'descr': 'f', 'fortran_order': True, 'shape': (2, 2)}", 32), NULL,
           format, "'f' cannot be read");
    refuse(s, npy_file(s, "{'descr': '<f3', 'fortran_order': True, 'shape': (2, 2)}", 32), NULL,
           format, "'<f3' cannot be read");
    refuse(s, npy_file(s, HEAD "(1, 2)}", 16), NULL, LACON_E_DATA, "one row only");
    refuse(s, scratch_bytes(s, "m.npy", "\x93NUMPY", 6), NULL, format, "not a .npy array");
    refuse(s, scratch_bytes(s, "v.npy", "\x93NUMPY\x04\0\x10\0\0\0xxxx", 16), NULL, format,
           "version 4.0 is not known");
    refuse(s, scratch_bytes(s, "l.npy", "\x93NUMPY\x02\0\xFF\xFF\xFF\xFF", 12), NULL, format,
           "claims 4294967295 bytes");
    refuse(s, scratch_bytes(s, "c.npy", "\x93NUMPY\x01\0\x40\0{'descr", 17), NULL, format,
           "not understood");
#undef HEAD
}

/* ---- gzip ---- */

static size_t pack(unsigned char *to, size_t capacity, const void *from, size_t size)
{
    z_stream z = {0};
    deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
    z.next_in = (unsigned char *)(uintptr_t)from;
    z.avail_in = (uInt)size;
    z.next_out = to;
    z.avail_out = (uInt)capacity;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return capacity - z.avail_out;
}

static void test_gzip(void **state)
{
    scratch *s = *state;
    char text[20000];
    size_t n = 0;
    for (int i = 0; i < 700; i++)
        n += (size_t)sprintf(text + n, "%d.%d,%d\n", i, i * i % 97, 3 * i);
    unsigned char packed[30000], twice[60000];
    size_t size = pack(packed, sizeof packed, text, n);
    const char *good = scratch_bytes(s, "good.csv.gz", packed, size);
    lacon_data *data;
    assert_int_equal(lacon_data_read(s->ctx, &data, &good, 1, NULL), LACON_OK);
    assert_string_equal(lacon_data_label(data, 0), "good");
    lacon_data_free(data);
    memcpy(twice, packed, size); /* two members are one file */
    memcpy(twice + size, packed, size);
    const char *both = scratch_bytes(s, "both.csv.gz", twice, 2 * size);
    assert_int_equal(lacon_data_read(s->ctx, &data, &both, 1, NULL), LACON_OK);
    assert_int_equal(lacon_data_rows(data, 0), 1400);
    lacon_data_free(data);
    for (size_t cut = 2; cut < size; cut += size / 50) {
        refuse(s, scratch_bytes(s, "cut.csv.gz", packed, cut), NULL, LACON_E_FORMAT,
               "end too early");
    }
    refuse(s, scratch_bytes(s, "tail.csv.gz", twice, size + 3), NULL, LACON_E_FORMAT,
           "tail.csv.gz");
    static const char head[] = "\x93NUMPY\x01\0\x40\0{'descr': '<f8', 'fortran_order': False, "
                               "'shape': (2, 2), }       ";
    char array[200] = "";
    memcpy(array, head, 74);
    static const size_t lengths[] = {74 + 31, 74 + 33}; /* one byte too few, one too many */
    static const char *const told[] = {"ends after 3 of its 4 values", "bytes follow the values"};
    for (int i = 0; i < 2; i++) {
        unsigned char small[300];
        size_t length = pack(small, sizeof small, array, lengths[i]);
        refuse(s, scratch_bytes(s, "x.npy.gz", small, length), NULL, LACON_E_FORMAT, told[i]);
    }
    packed[size - 6] ^= 1; /* the checksum */
    refuse(s, scratch_bytes(s, "crc.csv.gz", packed, size), NULL, LACON_E_FORMAT, "damaged");
}

static void test_bomb(void **state)
{
    scratch *s = *state;
    size_t big = 80 << 20;
    char *zeros = malloc(big);
    for (size_t i = 0; i < big; i += 4) memcpy(zeros + i, "0,0\n", 4);
    unsigned char *packed = malloc(1 << 20);
    size_t size = pack(packed, 1 << 20, zeros, big);
    refuse(s, scratch_bytes(s, "bomb.csv.gz", packed, size), NULL, LACON_E_FORMAT,
           "expand more than 200 fold");
    free(zeros);
    free(packed);
}

/* ---- paths, names, options ---- */

static void test_paths(void **state)
{
    scratch *s = *state;
    refuse(s, scratch_path(s, "none.csv"), NULL, LACON_E_IO, "No such file or directory");
    refuse(s, scratch_path(s, "none/x.csv"), NULL, LACON_E_IO, "No such file or directory");
    assert_int_equal(mkdir(scratch_path(s, "void"), 0700), 0);
    refuse(s, scratch_path(s, "void"), NULL, LACON_E_DATA, "no table in this folder");
    const char *locked = scratch_text(s, "locked.csv", "1,2\n3,4\n");
    assert_int_equal(chmod(locked, 0), 0);
    if (geteuid() != 0) refuse(s, locked, NULL, LACON_E_IO, "Permission denied");
    lacon_data *data;
    assert_int_equal(lacon_data_read(s->ctx, &data, NULL, 0, NULL), LACON_E_ARGUMENT);
}

static void refuse_two(scratch *s, const char *a, const char *b, const lacon_read_options *o,
                       lacon_status want, const char *words)
{
    const char *paths[] = {a, b};
    lacon_data *data;
    assert_int_equal(lacon_data_read(s->ctx, &data, paths, 2, o), want);
    if (strstr(lacon_ctx_message(s->ctx), words) == NULL) {
        fail_msg("'%s' is not in '%s'", words, lacon_ctx_message(s->ctx));
    }
}

static void test_two_files(void **state)
{
    scratch *s = *state;
    const char *a = scratch_text(s, "a.csv", "x,y,z\n1,2,3\n4,5,7\n");
    const char *b = scratch_text(s, "b.csv", "x,y,w\n1,2,3\n4,5,7\n");
    const char *c = scratch_text(s, "c.csv", "1,2\n3,4\n");
    const char *a2 = scratch_text(s, "a.tsv", "x\ty\tz\n1\t2\t3\n4\t5\t7\n");
    const char *d = scratch_text(s, "d.csv", "x,x,y,z\n1,2,3,4\n4,5,7,8\n");
    refuse_two(s, a, b, NULL, LACON_E_DATA, "b.csv: its variables differ from those of ");
    refuse_two(s, a, b, NULL, LACON_E_DATA, "a.csv: only here w; missing here z");
    refuse_two(s, a, c, NULL, LACON_E_DATA, "c.csv: 2 columns where ");
    refuse_two(s, a, a2, NULL, LACON_E_DATA, "would both be class 'a'");
    refuse_two(s, a, a, NULL, LACON_E_DATA, "would both be class 'a'");
    const char *many = scratch_text(s, "many.csv", "x,y,z,a,b,c,d,e,f\n1,2,3,4,5,6,7,8,9\n");
    refuse_two(s, a, many, NULL, LACON_E_DATA, "only here a, b, c, d, e, ..: rename");
    refuse_two(s, a, d, NULL, LACON_E_DATA, "d.csv: two columns are called 'x'");
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.names = "one";
    refuse_two(s, a, b, &o, LACON_E_ARGUMENT, "1 class names for 2 files");
    o.names = "one,,two";
    refuse_two(s, a, b, &o, LACON_E_ARGUMENT, "a class name is empty");
    o.names = "one,one";
    refuse_two(s, a, b, &o, LACON_E_DATA, "would both be class 'one'");
    o.names = NULL;
    o.class_column = "x";
    refuse_two(s, a, b, &o, LACON_E_ARGUMENT, "splits one table, here are 2 files");
}

static void test_columns(void **state)
{
    scratch *s = *state;
    lacon_read_options o;
    const char *t = scratch_text(s, "t.csv", "a,b,c\n1,2,3\n4,5,7\n");
    refuse_text(s, "d.csv", "a,b,a\n1,2,3\n4,5,7\n", LACON_E_DATA,
                "names that occur more than once: 'a' (columns 1, 3)");
    refuse_text(s, "e.csv", "a,,c\n1,2,3\n4,5,7\n", LACON_E_DATA, "columns without a name (row numbers?): 2: name "
        "them");
    static const char *const unknown[] = {"x",   "0", "4",    "a:x", "x:c",
                                          "1:9", "",  "a,,b", "-1",  "1.5"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        lacon_read_options_init(&o);
        o.columns = unknown[i];
        refuse(s, t, &o, LACON_E_ARGUMENT, "t.csv has no column '");
        o.columns = NULL;
        o.ignore = unknown[i];
        refuse(s, t, &o, LACON_E_ARGUMENT, "it has 3: a, b, c");
    }
    lacon_read_options_init(&o);
    o.ignore = "1:3";
    refuse(s, t, &o, LACON_E_ARGUMENT, "no column is left");
    const char *paths[] = {t};
    lacon_data *data;
    o.ignore = "c:a";
    assert_int_equal(lacon_data_read(s->ctx, &data, paths, 1, &o), LACON_E_ARGUMENT);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "runs backwards"));
    o.size = 3;
    assert_int_equal(lacon_data_read(s->ctx, &data, paths, 1, &o), LACON_E_ARGUMENT);
}

static void test_class_column(void **state)
{
    scratch *s = *state;
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.class_column = "g";
    refuse(s, scratch_text(s, "c.csv", "g,a\nx,1\ny,2\nx,3\n"), &o, LACON_E_DATA,
           "class 'y' has one row only");
    refuse(s, scratch_text(s, "m.csv", "g,a\n,1\n,2\n,3\n"), &o, LACON_E_DATA, "m.csv"); /* no row has a class */
    refuse(s, scratch_text(s, "n.csv", "h,a\nx,1\n,2\nx,3\n"), &o, LACON_E_ARGUMENT,
           "no column 'g'");
    refuse(s, scratch_text(s, "o.csv", "g\nx\nx\ny\ny\n"), &o, LACON_E_ARGUMENT,
           "no column is left");
    lacon_data *data;
    const char *path = scratch_text(s, "p.csv", "g,a\nx,1\nx,2\n");
    o.transpose = 1;
    assert_int_equal(lacon_data_read(s->ctx, &data, &path, 1, &o), LACON_E_ARGUMENT);
    o.transpose = 0;
    o.names = "x";
    assert_int_equal(lacon_data_read(s->ctx, &data, &path, 1, &o), LACON_E_ARGUMENT);
}

static void test_transposed(void **state)
{
    scratch *s = *state;
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.transpose = 1;
    refuse(s, scratch_text(s, "one.csv", "a,1\nb,2\n"), &o, LACON_E_DATA, "one row only");
    refuse(s, scratch_text(s, "names.csv", "a\nb\n"), &o, LACON_E_FORMAT, "a name but no value");
    refuse(s, scratch_text(s, "head.csv", "g,x,y\n"), &o, LACON_E_FORMAT, "no row below it");
    refuse(s, scratch_text(s, "below.csv", "g,x,y\n\n# no\n"), &o, LACON_E_FORMAT,
           "no row below it");
    refuse(s, scratch_text(s, "dup.csv", "a,1,2\na,3,4\n"), &o, LACON_E_DATA,
           "dup.csv: names that occur more than once: 'a'");
    refuse(s, scratch_text(s, "r.csv", "a,1,2\nb,3\n"), &o, LACON_E_FORMAT,
           "r.csv:2: 1 values where 2");
    refuse(s, scratch_text(s, "w.csv", "a,1,2\nb,3,x\n"), &o, LACON_E_FORMAT,
           "w.csv:2: column 3 holds 'x'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shape_of_text), cmocka_unit_test(test_words),
        cmocka_unit_test(test_missing),       cmocka_unit_test(test_infinite),
        cmocka_unit_test(test_not_text),      cmocka_unit_test(test_npy_files),
        cmocka_unit_test(test_npy_headers),   cmocka_unit_test(test_gzip),
        cmocka_unit_test(test_bomb),          cmocka_unit_test(test_paths),
        cmocka_unit_test(test_two_files),     cmocka_unit_test(test_columns),
        cmocka_unit_test(test_class_column),  cmocka_unit_test(test_transposed),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
