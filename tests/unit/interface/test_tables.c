/* SPDX-License-Identifier: BSD-3-Clause
 * The interface as data: names of enums, tables of options. That no enum of the headers is left out is seen by
 * tests/abi/enums.sh.
 */
#include "one_ctx.h"
#include <lacon/lacon.h>

#include <stdbool.h>
#include <string.h>

static void enums_both_ways(void **state)
{
    (void)state;
    assert_true(lacon_enum_count() > 20);
    assert_null(lacon_enum_at(-1));
    assert_null(lacon_enum_at(lacon_enum_count()));
    for (int i = 0; i < lacon_enum_count(); i++) {
        const lacon_enum *e = lacon_enum_at(i);
        assert_ptr_equal(lacon_enum_find(e->name), e);
        for (int v = 0; v < e->count; v++) {
            int back = -1234;
            assert_string_equal(lacon_enum_name(e->name, e->values[v].value), e->values[v].name);
            assert_int_equal(lacon_enum_parse(e->name, e->values[v].name, &back), 1);
            assert_int_equal(back, e->values[v].value);
        }
        assert_null(lacon_enum_name(e->name, 4321));
    }
    int value = 5;
    assert_int_equal(lacon_enum_parse("lacon_solver", "nonsense", &value), 0);
    assert_int_equal(lacon_enum_parse("lacon_nonsense", "mm", &value), 0);
    assert_int_equal(value, 5);
    assert_int_equal(lacon_enum_parse("lacon_solver", "ml-dense", &value), 1);
    assert_int_equal(value, LACON_SOLVER_ML_DENSE);
    assert_null(lacon_enum_find(NULL));
}

static bool is_choice_of(const char *list, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at++)
        if ((at == list || at[-1] == '|') && (at[n] == '|' || at[n] == '\0')) return true;
    return false;
}

/* Setting every default by its text changes nothing: the table and _init say the same. */
static void defaults_of(const char *table, void *options, size_t size)
{
    unsigned char before[1024];
    memcpy(before, options, size);
    const int count = lacon_option_count(table);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        const lacon_option_row *row = lacon_option_at(table, i);
        assert_true(strlen(row->help) > 5);
        if (strcmp(row->kind, "text") == 0) continue;
        if (strcmp(table, "fit") == 0 && strcmp(row->name, "k") == 0) continue; /* has no default */
        if (strcmp(row->kind, "choice") == 0) assert_true(is_choice_of(row->range, row->def));
        assert_int_equal(lacon_option_set(ctx, table, options, row->name, row->def), LACON_OK);
        assert_memory_equal(before, options, size);
    }
    assert_null(lacon_option_at(table, -1));
    assert_null(lacon_option_at(table, count));
    assert_int_equal(lacon_option_set(ctx, table, options, "nonsense", "1"), LACON_E_ARGUMENT);
}
#define DEFAULTS(table, type)                                                                      \
    do {                                                                                           \
        type options;                                                                              \
        type##_init(&options);                                                                     \
        defaults_of(table, &options, sizeof options);                                              \
    } while (0)

static void defaults(void **state)
{
    (void)state;
    DEFAULTS("fit", lacon_fit_options);
    DEFAULTS("select", lacon_select_options);
    DEFAULTS("stability", lacon_stability_options);
    DEFAULTS("test", lacon_test_options);
    DEFAULTS("causal", lacon_causal_options);
    DEFAULTS("ica", lacon_ica_options);
    DEFAULTS("baseline", lacon_baseline_options);
    DEFAULTS("read", lacon_read_options);
    DEFAULTS("clean", lacon_clean_options);
}

static void setting(void **state)
{
    (void)state;
    lacon_read_options read;
    lacon_causal_options causal;
    lacon_read_options_init(&read);
    lacon_causal_options_init(&causal);
    const char *columns = "a,c:f";
    assert_int_equal(lacon_option_set(ctx, "read", &read, "columns", columns), LACON_OK);
    assert_ptr_equal(read.columns, columns);
    assert_int_equal(lacon_option_set(ctx, "read", &read, "missing", "pairwise"), LACON_OK);
    assert_int_equal(read.missing, LACON_MISSING_PAIRWISE);
    assert_int_equal(lacon_option_set(ctx, "read", &read, "isolate", "in-process"), LACON_OK);
    assert_int_equal(read.isolate, LACON_ISOLATE_IN_PROCESS);
    assert_int_equal(lacon_option_set(ctx, "causal", &causal, "prune", "off"), LACON_OK);
    assert_int_equal(causal.prune, 0);
    assert_int_equal(lacon_option_set(ctx, "causal", &causal, "prune", "maybe"), LACON_E_ARGUMENT);
    assert_int_equal(lacon_option_set(ctx, "causal", &causal, "boot", "-1"), LACON_E_ARGUMENT);
    assert_int_equal(lacon_option_set(ctx, "causal", &causal, "level", "x"), LACON_E_ARGUMENT);
    assert_int_equal(causal.boot, 100);
    assert_int_equal(lacon_option_set(ctx, "nonsense", &causal, "boot", "1"), LACON_E_ARGUMENT);
    /* a struct that ends before the field has no such option */
    causal.size = offsetof(lacon_causal_options, effects);
    assert_int_equal(lacon_option_set(ctx, "causal", &causal, "effects", "expected"), LACON_E_ARGUMENT);
    assert_int_equal(causal.effects, LACON_EFFECTS_AUTO);
    /* arguments of calls are described, not set */
    assert_int_equal(lacon_option_count("simulate"), 6);
    assert_int_equal(lacon_option_set(ctx, "simulate", &causal, "classes", "3"), LACON_E_ARGUMENT);
    int tables = 0;
    while (lacon_option_table(tables)) assert_true(lacon_option_count(lacon_option_table(tables++)) > 0);
    assert_int_equal(tables, 10);
    assert_int_equal(lacon_option_count("nonsense"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(enums_both_ways), cmocka_unit_test(defaults),
                                       cmocka_unit_test(setting)};
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
