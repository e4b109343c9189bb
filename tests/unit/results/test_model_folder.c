/* SPDX-License-Identifier: BSD-3-Clause
 * A model folder: what is written comes back bit for bit, the same model gives the same bytes, a
 * file that NumPy packed is read, a damaged or hostile one is refused.
 */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "data/data.h"
#include "io/formats/npz.h"
#include "model/model.h"
#include "scratch.h"

enum { P = 12, K = 3, N = 4 };

static void said(const lacon_ctx *ctx, const char *part)
{
    if (strstr(lacon_ctx_message(ctx), part) == NULL) {
        fail_msg("'%s' is not in '%s'", part, lacon_ctx_message(ctx));
    }
}

static const char *const names[P] = {"plain",
                                     "tab\there",
                                     "new\nline",
                                     "\"quoted\"",
                                     "say \"x\"",
                                     "gr\xC3\xB6\xC3\x9F"
                                     "e",
                                     "\xF0\x9F\x98\x80",
                                     " blank ",
                                     "#hash",
                                     "2001",
                                     " \"a,b;c",
                                     "NA"};
static const char *const labels[N] = {"one", "t\two", "\"three", "\xE4\xB8\xAD"};

static lacon_model *make(lacon_ctx *ctx)
{
    lacon_model *m;
    assert_int_equal(lacon_model_random(ctx, &m, P, K, N, 0.3, 5), LACON_OK);
    assert_int_equal(lcn_model_set_names(ctx, m, names, labels), LACON_OK);
    for (int r = 0; r < P; r++) {
        m->evidence[r] = r == 3 ? NAN : sin(r) * 1e3;
        m->psi[r] = exp(cos(r));
    }
    for (int i = 0; i < N * P; i++) {
        m->mean[i] = tan(i);
        m->scale[i] = 1 / (1.0 + i);
    }
    for (int c = 0; c < N; c++) {
        m->n[c] = 100 + c;
        m->loglik[c] = c == 2 ? NAN : -c / 3.0;
        m->kept[c] = c % K + 1;
        m->effective[c] = c == 1 ? NAN : 10 / (1.0 + c);
        m->v[c] = 0.1 + c / 7.0;
    }
    return m;
}

static void same(const lacon_model *a, const lacon_model *b)
{
    assert_int_equal(a->p, b->p);
    assert_int_equal(a->k, b->k);
    assert_int_equal(a->n_classes, b->n_classes);
    size_t d = sizeof(double), p = (size_t)a->p, k = (size_t)a->k, n = (size_t)a->n_classes;
    assert_memory_equal(a->W, b->W, d * p * k);
    assert_memory_equal(a->G, b->G, d * n * k * k);
    assert_memory_equal(a->v, b->v, d * n);
    assert_memory_equal(a->mean, b->mean, d * n * p);
    assert_memory_equal(a->scale, b->scale, d * n * p);
    assert_memory_equal(a->psi, b->psi, d * p);
    assert_memory_equal(a->n, b->n, sizeof(int64_t) * n);
    assert_memory_equal(a->kept, b->kept, sizeof(int64_t) * n);
    for (size_t c = 0; c < n; c++)
        assert_true(a->effective[c] == b->effective[c] || (isnan(a->effective[c]) && isnan(b->effective[c])));
    assert_memory_equal(a->module_of, b->module_of, sizeof(int32_t) * p);
    for (size_t r = 0; r < p; r++) {
        assert_string_equal(a->names[r], b->names[r]);
        assert_true(a->evidence[r] == b->evidence[r] ||
                    (isnan(a->evidence[r]) && isnan(b->evidence[r])));
    }
    for (size_t c = 0; c < n; c++) {
        assert_string_equal(a->labels[c], b->labels[c]);
        assert_true(a->loglik[c] == b->loglik[c] || (isnan(a->loglik[c]) && isnan(b->loglik[c])));
    }
}

static void test_round_trip(void **state)
{
    scratch *s = *state;
    lacon_model *m = make(s->ctx), *back;
    const char *dir = scratch_path(s, "m");
    assert_int_equal(lacon_model_save(s->ctx, m, dir, 0, NULL), LACON_OK);
    assert_int_equal(lacon_model_load(s->ctx, &back, dir), LACON_OK);
    same(m, back);
    assert_null(lacon_model_info(back));
    /* and once more, from the one that was read: the same bytes in every file */
    assert_int_equal(lacon_model_save(s->ctx, back, scratch_path(s, "m2"), 0, NULL), LACON_OK);
    static const char *const files[] = {"modules.tsv", "connectivity.tsv", "classes.tsv",
                                        "model.npz", "model.json"};
    for (int i = 0; i < 5; i++) {
        char a[64], b[64];
        snprintf(a, sizeof a, "m/%s", files[i]);
        snprintf(b, sizeof b, "m2/%s", files[i]);
        size_t na, nb;
        char *xa = scratch_read(scratch_path(s, a), &na), *xb = scratch_read(scratch_path(s, b), &nb);
        assert_int_equal(na, nb);
        assert_memory_equal(xa, xb, na);
        free(xa);
        free(xb);
    }
    lcn_tree_remove(scratch_path(s, "m2"));
    /* without the tables there is less, and no failure */
    static const char *const tables[] = {"m/modules.tsv", "m/classes.tsv"};
    for (int i = 0; i < 2; i++) assert_int_equal(unlink(scratch_path(s, tables[i])), 0);
    lacon_model_free(back);
    assert_int_equal(lacon_model_load(s->ctx, &back, dir), LACON_OK);
    assert_true(isnan(back->evidence[0]) && isnan(back->loglik[0]));
    assert_memory_equal(m->W, back->W, sizeof(double) * P * K);
    lacon_model_free(back);
    lacon_model_free(m);
    lcn_tree_remove(dir);
}

/* A table sorted by somebody else: rows are known by name. */
static void test_sorted_table(void **state)
{
    scratch *s = *state;
    lacon_model *m, *back;
    assert_int_equal(lacon_model_random(s->ctx, &m, 3, 1, 1, 0.3, 5), LACON_OK);
    assert_int_equal(lacon_model_save(s->ctx, m, scratch_path(s, "m"), 0, NULL), LACON_OK);
    scratch_text(s, "m/modules.tsv",
                 "evidence\tvariable\r\n3.5\tV3\r\n1.5\tV1\r\nNA\tV2\r\n9\tV9\r\n");
    scratch_text(s, "m/classes.tsv", "class\tloglik\tkept\nclass-001\t-2\t1\n");
    assert_int_equal(lacon_model_load(s->ctx, &back, scratch_path(s, "m")), LACON_E_FORMAT);
    said(s->ctx, "was changed after it was written");
    assert_null(back);
    assert_int_equal(unlink(scratch_path(s, "m/SHA256SUMS")), 0); /* it is meant */
    assert_int_equal(lacon_model_load(s->ctx, &back, scratch_path(s, "m")), LACON_OK);
    assert_true(back->evidence[0] == 1.5 && isnan(back->evidence[1]) && back->evidence[2] == 3.5);
    assert_true(back->loglik[0] == -2);
    assert_int_equal(back->kept[0], 1);
    lacon_model_free(back);
    lacon_model_free(m);
    lcn_tree_remove(scratch_path(s, "m"));
}

/* A table that is there and damaged is no table that is not there, digests or none. */
static void test_damaged_table(void **state)
{
    scratch *s = *state;
    lacon_model *m, *back;
    assert_int_equal(lacon_model_random(s->ctx, &m, 3, 1, 1, 0.3, 5), LACON_OK);
    assert_int_equal(lacon_model_save(s->ctx, m, scratch_path(s, "m"), 0, NULL), LACON_OK);
    assert_int_equal(unlink(scratch_path(s, "m/SHA256SUMS")), 0);
    static const char *const damaged[][3] = {
        {"modules.tsv", "variable\tevidence\nV1\t1.5\nV2\tword\n", "m/modules.tsv:3: column 'evidence' holds 'word'"},
        {"modules.tsv", "variable\tevidense\nV1\t1.5\n", "m/modules.tsv:1: there is no column 'evidence'"},
        {"modules.tsv", "variable\tevidence\nV1\t1\t2\n", "m/modules.tsv:2: more cells"},
        {"modules.tsv", "", "m/modules.tsv: the file is empty"},
        {"classes.tsv", "class\tloglik\tkept\nclass-001\t-2\t77\n", "m/classes.tsv:2: column 'kept' holds '77'"},
        {"classes.tsv", "class\tloglik\tkept\nclass-001\t-2\t0.5\n", "m/classes.tsv:2: column 'kept' holds '0.5'"},
    };
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        char file[64];
        snprintf(file, sizeof file, "m/%s", damaged[i][0]);
        size_t size;
        char *kept = scratch_read(scratch_path(s, file), &size);
        scratch_text(s, file, damaged[i][1]);
        assert_int_equal(lacon_model_load(s->ctx, &back, scratch_path(s, "m")), LACON_E_FORMAT);
        said(s->ctx, damaged[i][2]);
        assert_null(back);
        scratch_text(s, file, kept);
        free(kept);
    }
    lacon_model_free(m);
    lcn_tree_remove(scratch_path(s, "m"));
}

/* Lines and cells of a table, without any reader of ours. */
static void count_table(scratch *s, const char *name, int lines, int tabs)
{
    size_t size;
    char *text = scratch_read(scratch_path(s, name), &size);
    int found = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1, found++) {
        int seen = 0;
        for (char *p = line; p < end; p++) seen += *p == '\t';
        assert_int_equal(seen, tabs);
        assert_null(memchr(line, '\r', (size_t)(end - line)));
    }
    assert_int_equal(found, lines);
    assert_int_equal(text[size - 1], '\n');
    free(text);
}

static void test_tables(void **state)
{
    scratch *s = *state;
    lacon_model *m = make(s->ctx);
    assert_int_equal(lacon_model_save(s->ctx, m, scratch_path(s, "m"), 0, NULL), LACON_OK);
    count_table(s, "m/modules.tsv", 1 + P, 3);
    count_table(s, "m/connectivity.tsv", 1 + N * K * (K + 1) / 2, 4);
    count_table(s, "m/classes.tsv", 1 + N, 5);
    size_t size;
    char *text = scratch_read(scratch_path(s, "m/modules.tsv"), &size), want[200];
    assert_non_null(strstr(text, "variable\tmodule\tweight\tevidence\nplain\t"));
    assert_non_null(strstr(text, "\ntab here\t"));
    assert_non_null(
        strstr(text, "\n\"\"\"quoted\"\"\"\t")); /* as readers of quoted tables expect */
    snprintf(want, sizeof want, "\n2001\t%d\t%.17g\t", m->module_of[9],
             m->W[9 * K + m->module_of[9] - 1]);
    free(text);
    text = scratch_read(scratch_path(s, "m/connectivity.tsv"), &size);
    char *line = strstr(text, "\none\t1\t2\t");
    assert_non_null(line);
    double covariance, correlation;
    assert_int_equal(sscanf(line, "\none\t1\t2\t%lf\t%lf", &covariance, &correlation), 2);
    const double *G = m->G;
    assert_true(covariance == G[1]);
    assert_true(fabs(correlation - G[1] / sqrt(G[0] * G[K + 1])) < 1e-15);
    free(text);
    lacon_model_free(m);
    lcn_tree_remove(scratch_path(s, "m"));
}

/* As lacon_fit leaves it; everything borrowed. */
static lacon_model *make_fitted(lacon_ctx *ctx)
{
    static const char *const starts[] = {"ward", "b\xE9" "d"}, *const warnings[] = {"careful"};
    static const double objective[] = {1.5, INFINITY}, agreement[] = {1, 0.25};
    lacon_model *m = make(ctx);
    m->fitted = true;
    m->info = (lacon_fit_info){.nll = 0.1, .score = NAN, .stop = LACON_STOP_MAX_ITER,
                               .n_starts = 2, .start_name = starts, .start_objective = objective,
                               .start_agreement = agreement, .n_warnings = 1, .warnings = warnings};
    lacon_fit_options_init(&m->options);
    m->info.options = &m->options;
    m->options.k = 4;
    m->options.seed = UINT64_MAX;
    m->options.solver = LACON_SOLVER_ML_DENSE;
    return m;
}

static void free_fitted(lacon_model *m)
{
    m->info = (lacon_fit_info){0};
    lacon_model_free(m);
}

static json_t *load_json(scratch *s)
{
    json_error_t error;
    json_t *j = json_load_file(scratch_path(s, "m/model.json"), 0, &error);
    if (j == NULL) fail_msg("%s", error.text);
    return j;
}

static const char *text_at(const json_t *j, const char *key)
{
    return json_string_value(json_object_get(j, key));
}

static void test_json(void **state)
{
    scratch *s = *state;
    lacon_model *m = make_fitted(s->ctx);
    assert_int_equal(lacon_model_save(s->ctx, m, scratch_path(s, "m"), 0, NULL), LACON_OK);
    json_t *j = load_json(s);
    assert_string_equal(text_at(j, "lacon_version"), LACON_VERSION_TEXT);
    assert_string_equal(text_at(j, "seed"), "18446744073709551615");
    assert_int_equal(json_integer_value(json_object_get(j, "k")), K);
    assert_int_equal(json_integer_value(json_object_get(j, "p")), P);
    assert_int_equal(json_integer_value(json_object_get(j, "classes")), N);
    assert_string_equal(text_at(j, "objective"), "ml");
    assert_string_equal(text_at(j, "solver"), "ml-dense");
    assert_true(json_real_value(json_object_get(j, "nll")) == 0.1);
    assert_true(json_is_null(json_object_get(j, "score")));
    assert_true(json_is_false(json_object_get(j, "converged")));
    assert_string_equal(text_at(j, "stop_reason"), "max-iter");
    assert_true(json_is_integer(json_object_get(j, "iterations")));
    const json_t *start = json_array_get(json_object_get(j, "starts"), 1);
    assert_string_equal(text_at(start, "name"), "b\xC3\xA9" "d");
    assert_true(json_is_null(json_object_get(start, "objective")));
    assert_true(json_real_value(json_object_get(start, "agreement")) == 0.25);
    assert_string_equal(json_string_value(json_array_get(json_object_get(j, "warnings"), 0)),
                        "careful");
    json_decref(j);
    free_fitted(m);
    lcn_tree_remove(scratch_path(s, "m"));
}

/* What the caller tells: the command, the data, the seconds. */
static void test_provenance(void **state)
{
    scratch *s = *state;
    lacon_model *m = make_fitted(s->ctx);
    const char *path = scratch_text(s, "x.csv", "1,2\n3,4\n");
    lacon_data *data;
    assert_int_equal(lacon_data_read(s->ctx, &data, &path, 1, NULL), LACON_OK);
    lacon_provenance told;
    lacon_provenance_init(&told);
    told.command = "lacon fit \"x\"";
    told.data = data;
    told.fit_s = 0.25;
    assert_int_equal(lacon_model_save(s->ctx, m, scratch_path(s, "m"), 0, &told), LACON_OK);
    json_t *j = load_json(s);
    assert_string_equal(text_at(j, "command"), "lacon fit \"x\"");
    const json_t *input = json_array_get(json_object_get(j, "inputs"), 0);
    assert_string_equal(text_at(input, "name"), "x");
    assert_int_equal(strlen(text_at(input, "sha256")), 64);
    assert_int_equal(json_integer_value(json_object_get(input, "rows")), 2);
    const json_t *seconds = json_object_get(j, "seconds");
    assert_true(json_real_value(json_object_get(seconds, "fit")) == 0.25);
    assert_true(json_is_null(json_object_get(seconds, "read")));
    json_decref(j);
    lcn_tree_remove(scratch_path(s, "m"));
    unlink(path);
    told.size = 1;
    assert_int_equal(lacon_model_save(s->ctx, m, scratch_path(s, "m"), 0, &told), LACON_E_ARGUMENT);
    assert_int_equal(scratch_entries(s), 0);
    lacon_data_free(data);
    free_fitted(m);
}

/* ---- files of others ---- */

static void test_numpy(void **state)
{
    scratch *s = *state;
    lacon_model *m;
    assert_int_equal(mkdir(scratch_path(s, "n"), 0700), 0);
    assert_int_equal(symlink(TEST_DATA "/model.npz", scratch_path(s, "n/model.npz")), 0);
    if (lacon_model_load(s->ctx, &m, scratch_path(s, "n")) < 0)
        fail_msg("%s", lacon_ctx_message(s->ctx));
    assert_int_equal(m->p, 6);
    assert_int_equal(m->k, 2);
    assert_string_equal(m->labels[1], "Gr\xC3\xBC\xC3\x9F"
                                      "e");
    assert_string_equal(m->names[5], "z");
    assert_true(m->W[0] == 0.6 && m->W[9] == 0.8 && m->G[5] == -0.25 && m->v[1] == 0.25);
    assert_int_equal(m->n[1], 20);
    assert_int_equal(m->module_of[3], 2);
    assert_int_equal(m->module_of[5], 0);
    lacon_model_free(m);
    lcn_tree_remove(scratch_path(s, "n"));
}

/* Writes bytes as d/model.npz and loads d. */
static lacon_status load_bytes(scratch *s, const char *bytes, size_t size)
{
    mkdir(scratch_path(s, "d"), 0700);
    scratch_bytes(s, "d/model.npz", bytes, size);
    faulty f = {0};
    lacon_ctx *ctx = faulty_ctx(&f, 1);
    lacon_model *m;
    lacon_status status = lacon_model_load(ctx, &m, scratch_path(s, "d"));
    if (status < 0 && status != LACON_E_MEMORY) said(ctx, "d/model.npz");
    lacon_model_free(m);
    assert_int_equal(f.live, 1);
    lacon_ctx_free(ctx);
    return status;
}

/* Every byte of the small file turned over, and every length cut: never a crash, never a leak, and
 * what is accepted differs in nothing that is checked (dates, attributes, the version fields of
 * zip). */
static void test_damage(void **state)
{
    scratch *s = *state;
    for (int packed = 0; packed < 2; packed++) {
        size_t size;
        char *bytes;
        if (packed) {
            assert_int_equal(symlink(TEST_DATA "/model.npz", scratch_path(s, "link")), 0);
            bytes = scratch_read(scratch_path(s, "link"), &size);
            unlink(scratch_path(s, "link"));
        } else {
            lacon_model *m;
            assert_int_equal(lacon_model_random(s->ctx, &m, 3, 1, 1, 0.3, 5), LACON_OK);
            assert_int_equal(lacon_model_save(s->ctx, m, scratch_path(s, "m"), 0, NULL), LACON_OK);
            lacon_model_free(m);
            bytes = scratch_read(scratch_path(s, "m/model.npz"), &size);
            lcn_tree_remove(scratch_path(s, "m"));
        }
        assert_int_equal(load_bytes(s, bytes, size), LACON_OK);
        int accepted = 0;
        for (size_t i = 0; i < size; i++) {
            bytes[i] ^= 0x5A;
            lacon_status status = load_bytes(s, bytes, size);
            bytes[i] ^= 0x5A;
            assert_true(status == LACON_OK || status == LACON_E_FORMAT || status == LACON_E_MEMORY);
            accepted += status == LACON_OK;
        }
        /* of 9 entries, ours of 10: 22 bytes of the local header (told again in the list), 18 to 20 of the list
         * (dates, attributes), 20 of an extra field of NumPy's; 13 of the name effective.npy, which may be absent */
        assert_in_range(accepted, 1, packed ? 9 * 63 : 10 * 43 + 13);
        for (size_t n = 0; n < size; n += 7)
            assert_int_equal(load_bytes(s, bytes, n), LACON_E_FORMAT);
        free(bytes);
    }
    lcn_tree_remove(scratch_path(s, "d"));
}

typedef struct change {
    const char *array;
    int dims;
    int64_t shape[3];
    const double *values;
    const char *words;
} change;

/* A whole file of good arrays but for one. */
static void refuse_array(scratch *s, const change *c)
{
    static const double W[] = {0.6, 0.8, 0}, G[] = {1, 1}, v[] = {1, 2}, m[6] = {0},
                        sc[] = {1, 1, 1, 1, 1, 1};
    static const char *const vars[] = {"a", "b", "c"}, *const classes[] = {"x", "y"};
    const change good[] = {{"W", 2, {3, 1}, W, ""},      {"G", 3, {2, 1, 1}, G, ""},
                           {"v", 1, {2}, v, ""},         {"mean", 2, {2, 3}, m, ""},
                           {"scale", 2, {2, 3}, sc, ""}, {"n", 1, {2}, v, ""},
                           {"psi", 1, {3}, sc, ""}};
    mkdir(scratch_path(s, "d"), 0700);
    lcn_npz_writer w;
    assert_int_equal(lcn_npz_create(s->ctx, &w, scratch_path(s, "d/model.npz")), LACON_OK);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const change *a = c != NULL && strcmp(good[i].array, c->array) == 0 ? c : &good[i];
        if (a->values == NULL) continue; /* left out */
        assert_int_equal(lcn_npz_doubles(s->ctx, &w, a->array, a->dims, a->shape, a->values),
                         LACON_OK);
    }
    lcn_npz_texts(s->ctx, &w, "variables", 3, vars);
    lcn_npz_texts(s->ctx, &w, "classes", 2, classes);
    assert_int_equal(lcn_npz_finish(s->ctx, &w, LACON_OK), LACON_OK);
    lacon_model *model;
    lacon_status status = lacon_model_load(s->ctx, &model, scratch_path(s, "d"));
    assert_int_equal(status, c == NULL ? LACON_OK : LACON_E_FORMAT);
    if (c != NULL) said(s->ctx, c->words);
    if (c != NULL) said(s->ctx, "d/model.npz");
    lacon_model_free(model);
}

static void test_wrong_arrays(void **state)
{
    scratch *s = *state;
    static const double bad[] = {NAN, -1, 2, 3, 4, 5}, two[] = {0.6, 0.8, 0.5, 0.1, 0.2, 0.3};
    static const double half[] = {1.5, 2, 0};
    static const change cases[] = {
        {"W", 2, {3, 1}, NULL, "array 'W' is missing"},
        {"W", 1, {3}, two, "1 dimensions where 2 belong"},
        {"W", 2, {2, 1}, two, "has 3 entries along dimension 2 where 2 belong"},
        {"W", 2, {3, 2}, two, "entries along dimension 2 where 2 belong"},
        {"W", 2, {3, 1}, bad, "W[0, 0]"},
        {"W", 2, {3, 1}, half, "column 0 of W has squared norm"},
        {"W", 2, {0, 1}, two, "a model of 0 variables"},
        {"v", 1, {2}, bad, "v of class 0"},
        {"v", 1, {1}, two, "array 'G' has 2 entries along dimension 1 where 1 belong"},
        {"G", 3, {2, 1, 1}, bad, "G of class 0"},
        {"mean", 2, {2, 3}, bad, "'mean' is not finite"},
        {"mean", 2, {3, 2}, two, "array 'mean' has 3 entries along dimension 1 where 2 belong"},
        {"scale", 2, {2, 3}, bad, "'scale' is not positive"},
        {"psi", 1, {3}, bad, "'psi' is not positive"},
        {"n", 1, {2}, half, "'n' of class 1 is no number of rows"},
        {"n", 1, {2}, bad, "'n' of class 1"},
    };
    refuse_array(s, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) refuse_array(s, &cases[i]);
    lcn_tree_remove(scratch_path(s, "d"));
    lacon_model *m;
    assert_int_equal(lacon_model_load(s->ctx, &m, scratch_path(s, "none")), LACON_E_IO);
    said(s->ctx, "none/model.npz: cannot be opened");
    assert_null(m);
}

/* Numbers where texts belong, texts where numbers belong, and files that are no .npz at all. */
static void test_wrong_kinds(void **state)
{
    scratch *s = *state;
    static const double x[] = {1, 2};
    static const char *const texts[] = {"a", "b"};
    lcn_npz_writer w;
    assert_int_equal(lcn_npz_create(s->ctx, &w, scratch_path(s, "x.npz")), LACON_OK);
    assert_int_equal(lcn_npz_doubles(s->ctx, &w, "numbers", 1, (int64_t[]){2}, x), LACON_OK);
    assert_int_equal(lcn_npz_texts(s->ctx, &w, "texts", 2, texts), LACON_OK);
    assert_int_equal(lcn_npz_finish(s->ctx, &w, LACON_OK), LACON_OK);
    lcn_npz z;
    assert_int_equal(lcn_npz_open(s->ctx, &z, scratch_path(s, "x.npz")), LACON_OK);
    double *values;
    char **names_back;
    int64_t shape = -1;
    assert_int_equal(lcn_npz_get_doubles(s->ctx, &z, "texts", 1, &shape, &values), LACON_E_FORMAT);
    said(s->ctx, "holds text, not numbers");
    assert_int_equal(lcn_npz_get_texts(s->ctx, &z, "numbers", 2, &names_back), LACON_E_FORMAT);
    said(s->ctx, "holds no text");
    assert_false(lcn_npz_has(&z, "text"));
    lcn_npz_close(&z);
    unlink(scratch_path(s, "x.npz"));
    assert_int_equal(mkdir(scratch_path(s, "d"), 0700), 0);
    assert_int_equal(mkdir(scratch_path(s, "d/model.npz"), 0700), 0);
    lacon_model *m;
    assert_int_equal(lacon_model_load(s->ctx, &m, scratch_path(s, "d")), LACON_E_IO);
    said(s->ctx, "d/model.npz: cannot be read: Is a directory");
    rmdir(scratch_path(s, "d/model.npz"));
    assert_int_equal(symlink(TEST_DATA "/table.csv.gz", scratch_path(s, "d/model.npz")), 0);
    assert_int_equal(lacon_model_load(s->ctx, &m, scratch_path(s, "d")), LACON_E_FORMAT);
    said(s->ctx, "not a .npz file");
    lcn_tree_remove(scratch_path(s, "d"));
}

/* ---- memory ---- */

/* jansson's memory, shared by the whole program, the test's. Only json_free can take it back. */
static int64_t json_calls, json_fail_at;

static void *json_malloc(size_t bytes)
{
    char *block = ++json_calls == json_fail_at ? NULL : malloc(bytes + 16);
    return block != NULL ? block + 16 : NULL;
}
static void json_free(void *block) { free(block != NULL ? (char *)block - 16 : NULL); }

static void test_json_memory(void **state)
{
    scratch *s = *state;
    lacon_model *m = make(s->ctx);
    lacon_status status = LACON_E_MEMORY;
    json_set_alloc_funcs(json_malloc, json_free);
    int64_t failures = -1;
    for (json_fail_at = 1; status == LACON_E_MEMORY && json_fail_at < 10000; json_fail_at++) {
        json_calls = 0;
        status = lacon_model_save(s->ctx, m, scratch_path(s, "m"), 0, NULL);
        failures++;
        assert_int_equal(scratch_entries(s), status == LACON_OK);
    }
    json_set_alloc_funcs(malloc, free);
    assert_true(status == LACON_OK && failures > 20);
    lcn_tree_remove(scratch_path(s, "m"));
    lacon_model_free(m);
}

typedef struct job {
    const char *dir;
    const lacon_model *model;
} job;

static lacon_status save_job(lacon_ctx *ctx, void *user)
{
    job *j = user;
    lacon_status status = lacon_model_save(ctx, j->model, j->dir, 0, NULL);
    struct stat st;
    bool there = lstat(j->dir, &st) == 0;
    if (there) lcn_tree_remove(j->dir);
    return there == (status == LACON_OK) ? status : LACON_E_INTERNAL;
}

static lacon_status load_job(lacon_ctx *ctx, void *user)
{
    lacon_model *model = NULL;
    lacon_status status = lacon_model_load(ctx, &model, ((job *)user)->dir);
    if (status < 0 && model != NULL) status = LACON_E_INTERNAL;
    lacon_model_free(model);
    return status;
}

static void test_memory(void **state)
{
    scratch *s = *state;
    lacon_model *m = make(s->ctx);
    job j = {.dir = scratch_path(s, "m"), .model = m};
    assert_true(faulty_loop(save_job, &j, 1) > 10);
    assert_int_equal(scratch_entries(s), 0);
    assert_int_equal(lacon_model_save(s->ctx, m, j.dir, 0, NULL), LACON_OK);
    assert_true(faulty_loop(load_job, &j, 1) > 20);
    lcn_tree_remove(j.dir);
    assert_int_equal(mkdir(j.dir, 0700), 0); /* the packed one: zlib's memory too */
    assert_int_equal(symlink(TEST_DATA "/model.npz", scratch_path(s, "m/model.npz")), 0);
    assert_true(faulty_loop(load_job, &j, 1) > 20);
    lacon_model_free(m);
    lcn_tree_remove(j.dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_sorted_table),
        cmocka_unit_test(test_damaged_table),
        cmocka_unit_test(test_tables),       cmocka_unit_test(test_json),       cmocka_unit_test(test_provenance),
        cmocka_unit_test(test_numpy),        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_wrong_arrays), cmocka_unit_test(test_memory),
        cmocka_unit_test(test_wrong_kinds),  cmocka_unit_test(test_json_memory),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
