/* SPDX-License-Identifier: BSD-3-Clause
 * The report from inside: base64 against RFC 4648, labels cut at whole characters, names out of sentences,
 * and every allocation failing in turn. What the page shows is looked at by tests/cli/report.sh and
 * `./run test-report`.
 */
#include "scratch.h"

#include "fit_ref.h"
#include "report/report.h"
#include <lacon/causal.h>

#include <sys/stat.h>

static void base64(void **state)
{
    (void)state;
    static const char *const vectors[][2] = {{"", ""},         {"f", "Zg=="},         {"fo", "Zm8="},
                                             {"foo", "Zm9v"},  {"foob", "Zm9vYg=="},  {"fooba", "Zm9vYmE="},
                                             {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        json_t *json = lcn_json_base64(vectors[i][0], strlen(vectors[i][0]));
        assert_string_equal(json_string_value(json), vectors[i][1]);
        json_decref(json);
    }
}

static void labels(void **state)
{
    (void)state;
    char text[3 * 300 + 1];
    for (int i = 0; i < 300; i++) memcpy(text + 3 * i, "\xe6\x97\xa5", 3); /* a character of three bytes */
    text[900] = '\0';
    json_t *json = lcn_json_label(text);
    const char *cut = json_string_value(json);
    assert_int_equal(strlen(cut), 3 * LCN_LABEL_MAX + 3);
    assert_memory_equal(cut, text, 3 * LCN_LABEL_MAX);
    assert_string_equal(cut + 3 * LCN_LABEL_MAX, "\xe2\x80\xa6");
    json_decref(json);
    json = lcn_json_label("caf\xe9"); /* Latin-1 */
    assert_string_equal(json_string_value(json), "caf\xc3\xa9");
    json_decref(json);
}

static void names_out_of_sentences(void **state)
{
    (void)state;
    static const double W[] = {1}, G[] = {1, 1, 1}, v[] = {1, 1, 1};
    static const char *const own[] = {"ann", "ann-2", "b\xc3\xb6"};
    static const int64_t n[] = {2, 2, 2};
    lacon_model *model = NULL;
    assert_int_equal(lacon_model_new(ctx, &model, 1, 1, 3, W, G, v, n, NULL, own, NULL), LACON_OK);
    char numbers[3][8] = {"class 1", "class 2", "class 3"}, *list[] = {numbers[0], numbers[1], numbers[2]};
    const lcn_report report = {.model = model, .labels = list};
    json_t *d = json_pack("{s:{s:s, s:s, s:[s, {s:s}]}, s:{s:[i], s:[i]}, s:{s:s}}", "about", "command", "lacon ann",
                          "note", "annual: ann, ann-2; b\xc3\xb6.", "warnings", "ann", "deep", "(ann-2)", "people",
                          "age", 3, "page", 4, "test", "model", "C(age) + sex");
    assert_true(lcn_report_anonymise(d, &report));
    char *text = json_dumps(d, JSON_COMPACT | JSON_SORT_KEYS);
    assert_string_equal(text, "{\"about\":{\"note\":\"annual: class 1, class 2; class 3.\",\"warnings\":[\"class 1\","
                              "{\"deep\":\"(class 2)\"}]},\"people\":{\"age\":[3]},"
                              "\"test\":{\"model\":\"C(age) + sex\"}}");
    free(text);
    json_decref(d);
    lacon_model_free(model);
}

typedef struct job {
    const char *dir, *out;
    lacon_report_options options;
} job;

static lacon_status write_page(lacon_ctx *c, void *user)
{
    const job *j = user;
    return lacon_report_write(c, j->out, j->dir, &j->options);
}

/* jansson has memory of its own, shared by the whole program: the test's program. It ends at each allocation in
 * turn: for good, or for that once, when the page may come all the same. Only json_free can take it back. */
enum { JSON_HEAD = 16 };
static int64_t json_calls, json_fail_at;
static bool json_once;

static void *json_malloc(size_t bytes)
{
    json_calls++;
    if (json_calls == json_fail_at || (json_calls > json_fail_at && !json_once)) return NULL;
    char *block = malloc(bytes + JSON_HEAD);
    return block != NULL ? block + JSON_HEAD : NULL;
}

static void json_free(void *block)
{
    if (block != NULL) free((char *)block - JSON_HEAD);
}

static void fail_json(scratch *s, job *j)
{
    json_set_alloc_funcs(json_malloc, json_free);
    bool reached = true;
    int64_t at = 1;
    for (; reached; at++) {
        json_calls = 0;
        json_fail_at = at;
        json_once = at % 2;
        const lacon_status status = write_page(s->ctx, j);
        reached = json_calls >= at;
        if (status != LACON_E_MEMORY && (status != LACON_OK || (reached && !json_once)))
            fail_msg("allocation %lld: %s", (long long)at, lacon_ctx_message(s->ctx));
    }
    json_set_alloc_funcs(malloc, free);
    assert_true(at > 100);
}

/* A folder with everything in it, tables and data beside. */
static void memory(void **state)
{
    scratch *s = *state;
    ref_sim sim = ref_simulate(s->ctx, 3, 30, 6, 2, 0.3, 1);
    const char *dir = scratch_path(s, "model");
    assert_int_equal(lacon_model_save(s->ctx, sim.truth, dir, 0, NULL), LACON_OK);
    scratch_text(s, "model/edges.tsv", "module_a\tmodule_b\teffect\tstatistic\tp\tp_fwe\n1\t2\t1\t2\t.1\t.2\n");
    scratch_text(s, "model/test.json", "{\"model\": \"group\"}");
    scratch_text(s, "model/causal.json",
                 "{\"boot\": 2, \"classes\": [{\"order\": [\"1\", \"2\"], \"p_independent\": 1, "
                 "\"pairs\": [{\"a\": \"1\", \"b\": \"2\", \"a_first\": 0.5}]}]}");
    scratch_text(s, "model/disturbances.tsv",
                 "class\tmodule\tkurtosis\tp_gaussian\nclass-001\t1\t0.5\t1e-9\n");
    assert_int_equal(mkdir(scratch_path(s, "model/causal"), 0777), 0);
    scratch_text(s, "model/causal/class-001.tsv", "from\tto\tweight\tfrequency\n1\t2\t1\t0.5\n");
    const char *cells[] = {"class-001", "a", "class-002", "b", "class-003", NULL};
    const char *places[] = {"V1", "1", "2", "3", "one", "V2", "4", "5", NULL, "two"};
    job j = {.dir = dir, .out = scratch_path(s, "page.html")};
    lacon_participants *people = NULL, *where = NULL;
    assert_int_equal(lacon_participants_new(s->ctx, &people, 3, 2, (const char *[]){"id", "group"}, cells), LACON_OK);
    assert_int_equal(lacon_participants_new(s->ctx, &where, 2, 5, (const char *[]){"region", "x", "Y", "mni_z", "name"},
                                            places), LACON_OK);
    lacon_report_options_init(&j.options);
    j.options.data = sim.data;
    j.options.people = people;
    j.options.id = "id";
    j.options.places = where;
    assert_true(faulty_loop(write_page, &j, 1) > 50);
    j.options.anonymise = 1;
    j.options.in_space = 1;
    assert_true(faulty_loop(write_page, &j, 1) > 50);
    fail_json(s, &j);
    j.options.anonymise = 0;
    fail_json(s, &j);
    lacon_participants_free(where);
    lacon_participants_free(people);
    ref_sim_clear(&sim);
}

/* A folder without modules: the graph of its variables. Data beside it are refused. */
static void without_modules(void **state)
{
    scratch *s = *state;
    static const double B[] = {0, 0, 0.5, 0};
    static const int64_t order[] = {0, 1};
    static const char *const names[] = {"b", "a"}, *const labels[] = {"c"};
    ref_sim sim = ref_simulate(s->ctx, 1, 30, 2, 1, 0.3, 1);
    lacon_causal *causal = NULL;
    const char *dir = scratch_path(s, "observed");
    assert_int_equal(mkdir(dir, 0777), 0);
    assert_int_equal(lacon_causal_new(s->ctx, &causal, 2, 1, B, order, names, labels), LACON_OK);
    assert_int_equal(lacon_causal_write(s->ctx, causal, dir, NULL), LACON_OK);
    assert_int_equal(mkdir(scratch_path(s, "observed/causal"), 0777), 0);
    assert_int_equal(lacon_causal_write_arrows(s->ctx, causal, 0, scratch_path(s, "observed/causal/c.tsv")), LACON_OK);
    job j = {.dir = dir, .out = scratch_path(s, "graph.html")};
    lacon_report_options_init(&j.options);
    assert_true(faulty_loop(write_page, &j, 1) > 20);
    size_t size;
    char *page = scratch_read(j.out, &size);
    assert_non_null(strstr(page, "\"arrows\":[{\"from\":1,\"to\":2,\"weight\":0.5,"));
    assert_non_null(strstr(page, "\"variables\":[\"b\",\"a\"]"));
    free(page);
    j.options.data = sim.data;
    assert_int_equal(write_page(s->ctx, &j), LACON_E_ARGUMENT);
    lacon_causal_free(causal);
    ref_sim_clear(&sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base64),
        cmocka_unit_test(labels),
        cmocka_unit_test(names_out_of_sentences),
        cmocka_unit_test_setup_teardown(without_modules, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(memory, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
