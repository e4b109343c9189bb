/* SPDX-License-Identifier: BSD-3-Clause
 * fit/options.c: the table, the struct and set-by-name say the same; wrong values are refused with
 * name and value, by the setter and by the fit.
 */
#include "fit_ref.h"

#include <stdio.h>

/* Fields of lacon_fit_options as they are declared; a field added there must be added here and in
 * options.def, or every_field_has_a_row fails by size. */
static const struct field {
    const char *name;
    size_t offset, size;
} FIELDS[] = {
#define FIELD(f, name)                                                                             \
    {                                                                                              \
        name, offsetof(lacon_fit_options, f), sizeof(((lacon_fit_options *)0)->f)                  \
    }
    FIELD(k, "k"),
    FIELD(objective, "objective"),
    FIELD(solver, "solver"),
    FIELD(membership, "membership"),
    FIELD(level, "level"),
    FIELD(noise, "noise"),
    FIELD(weights, "weights"),
    FIELD(starts, "starts"),
    FIELD(tol, "tol"),
    FIELD(max_iter, "max-iter"),
    FIELD(seed, "seed"),
    FIELD(rows, "rows"),
#undef FIELD
};
enum { N_FIELDS = sizeof FIELDS / sizeof *FIELDS };

static const struct field *field_of(const char *name)
{
    for (int i = 0; i < N_FIELDS; i++)
        if (strcmp(FIELDS[i].name, name) == 0) return &FIELDS[i];
    return NULL;
}

static void every_field_has_a_row(void **state)
{
    (void)state;
    assert_int_equal(lacon_fit_option_count(), N_FIELDS);
    bool seen[N_FIELDS] = {false};
    for (int i = 0; i < lacon_fit_option_count(); i++) {
        const lacon_option_row *row = lacon_fit_option(i);
        const struct field *f = field_of(row->name);
        assert_non_null(f);
        assert_false(seen[f - FIELDS]);
        seen[f - FIELDS] = true;
        assert_true(row->help[0] != '\0' && row->range[0] != '\0' && row->def[0] != '\0');
    }
    assert_null(lacon_fit_option(-1));
    assert_null(lacon_fit_option(lacon_fit_option_count()));
    /* The fields listed, with size and init, fill the struct but for the padding of 4-byte enums.
     */
    char covered[sizeof(lacon_fit_options)] = {0};
    for (int i = 0; i < N_FIELDS; i++) memset(covered + FIELDS[i].offset, 1, FIELDS[i].size);
    memset(covered + offsetof(lacon_fit_options, size), 1, sizeof(size_t));
    memset(covered + offsetof(lacon_fit_options, init), 1, sizeof(void *));
    for (size_t run = 0, i = 0; i < sizeof covered; i++) {
        run = covered[i] ? 0 : run + 1;
        assert_true(run <= 4);
        if (!covered[i] && run == 4) assert_int_equal((i + 1) % 8, 0); /* padding ends aligned */
    }
}

static bool same_field(const struct field *f, const lacon_fit_options *a,
                       const lacon_fit_options *b)
{
    return memcmp((const char *)a + f->offset, (const char *)b + f->offset, f->size) == 0;
}

/* The text of the table's default, set by name, is what init gives; k alone has none. */
static void defaults(void **state)
{
    (void)state;
    lacon_fit_options plain, set;
    lacon_fit_options_init(&plain);
    assert_int_equal(plain.size, sizeof plain);
    assert_null(plain.init);
    assert_true(plain.k == 0 && plain.level == 0.05 && plain.max_iter == 2000 && plain.seed == 1);
    for (int i = 0; i < lacon_fit_option_count(); i++) {
        const lacon_option_row *row = lacon_fit_option(i);
        memset(&set, 0x55, sizeof set);
        if (strcmp(row->name, "k") == 0) {
            assert_string_equal(row->def, "0");
            assert_int_equal(lacon_fit_options_set(ctx, &set, "k", "0"), LACON_E_ARGUMENT);
            continue;
        }
        assert_int_equal(lacon_fit_options_set(ctx, &set, row->name, row->def), LACON_OK);
        assert_true(same_field(field_of(row->name), &set, &plain));
    }
}

/* Only the field of that name changes. */
static void set_one(lacon_fit_options *o, const char *name, const char *value)
{
    lacon_fit_options before = *o;
    if (lacon_fit_options_set(ctx, o, name, value) != LACON_OK)
        print_message("%s = %s: %s\n", name, value, lacon_ctx_message(ctx));
    assert_int_equal(lacon_fit_options_set(ctx, o, name, value), LACON_OK);
    for (int i = 0; i < N_FIELDS; i++)
        if (strcmp(FIELDS[i].name, name) != 0) assert_true(same_field(&FIELDS[i], o, &before));
    assert_true(o->size == before.size && o->init == before.init);
}

static void every_row_can_be_set(void **state)
{
    (void)state;
    lacon_fit_options o;
    lacon_fit_options_init(&o);
    for (int i = 0; i < lacon_fit_option_count(); i++) {
        const lacon_option_row *row = lacon_fit_option(i);
        if (strcmp(row->kind, "choice") != 0) continue;
        char list[128], *rest = list;
        snprintf(list, sizeof list, "%s", row->range);
        for (int position = 0;; position++) { /* the value is the position in the list */
            char *word = strsep(&rest, "|");
            if (!word) break;
            set_one(&o, row->name, word);
            int32_t got;
            memcpy(&got, (char *)&o + field_of(row->name)->offset, sizeof got);
            assert_int_equal(got, position);
        }
    }
    assert_true(o.objective == LACON_OBJECTIVE_SM && o.solver == LACON_SOLVER_ML_DENSE &&
                o.membership == LACON_MEMBERSHIP_ALL && o.noise == LACON_NOISE_VARIABLE &&
                o.weights == LACON_WEIGHTS_EQUAL); /* the last of every list */
    set_one(&o, "k", "7");
    set_one(&o, "starts", "64");
    set_one(&o, "max-iter", "1");
    set_one(&o, "seed", "9223372036854775807");
    set_one(&o, "tol", "1e-7");
    set_one(&o, "level", "0.25");
    assert_true(o.k == 7 && o.starts == 64 && o.max_iter == 1 && o.seed == INT64_MAX);
    assert_true(o.tol == 1e-7 && o.level == 0.25);
}

/* Refused, named, and the options stay as they were. */
static void bad_values(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"k", "0"},
        {"k", "-3"},
        {"k", "2.5"},
        {"k", ""},
        {"k", "five"},
        {"k", "99999999999999999999"},
        {"objective", "ML"},
        {"objective", ""},
        {"objective", "m"},
        {"objective", "ml|sm"},
        {"solver", "newton"},
        {"membership", "none"},
        {"noise", "diagonal"},
        {"weights", "1"},
        {"level", "0"},
        {"level", "0.6"},
        {"level", "nan"},
        {"level", "inf"},
        {"level", "3%"},
        {"starts", "-1"},
        {"starts", "65"},
        {"tol", "-1e-3"},
        {"tol", "2"},
        {"tol", "x"},
        {"max-iter", "0"},
        {"max-iter", "1e3"},
        {"seed", "-1"},
        {"seed", "0x10"},
        {"seed", "1 "},
    };
    lacon_fit_options o;
    lacon_fit_options_init(&o);
    const lacon_fit_options before = o;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(lacon_fit_options_set(ctx, &o, cases[i][0], cases[i][1]),
                         LACON_E_ARGUMENT);
        assert_non_null(strstr(lacon_ctx_message(ctx), cases[i][0]));
        assert_non_null(strstr(lacon_ctx_message(ctx), cases[i][1]));
        assert_memory_equal(&o, &before, sizeof o);
    }
    assert_int_equal(lacon_fit_options_set(ctx, &o, "max_iter", "5"), LACON_E_ARGUMENT);
    assert_non_null(strstr(lacon_ctx_message(ctx), "max_iter"));
    assert_int_equal(lacon_fit_options_set(ctx, &o, "size", "5"), LACON_E_ARGUMENT);
    assert_int_equal(lacon_fit_options_set(ctx, &o, "init", "x"), LACON_E_ARGUMENT);
}

/* The same ranges hold for a struct filled by hand. */
static void the_fit_checks_too(void **state)
{
    (void)state;
    ref_sim s = ref_simulate(ctx, 1, 20, 6, 2, 1, 1);
    lacon_model *m = NULL;
    for (int bad = 0; bad < 12; bad++) {
        lacon_fit_options o = ref_options(2);
        static const char *const named[] = {"k",      "objective", "solver",   "membership",
                                            "noise",  "weights",   "level",    "level",
                                            "starts", "tol",       "max-iter", "init"};
        if (bad == 0) o.k = 0;
        if (bad == 1) o.objective = (lacon_objective)2;
        if (bad == 2) o.solver = (lacon_solver)3;
        if (bad == 3) o.membership = (lacon_membership)7;
        if (bad == 4) o.noise = (lacon_noise)2;
        if (bad == 5) o.weights = (lacon_weights)2;
        if (bad == 6) o.level = 0;
        if (bad == 7) o.level = NAN;
        if (bad == 8) o.starts = 65;
        if (bad == 9) o.tol = -1;
        if (bad == 10) o.max_iter = 0;
        if (bad == 11) o.size = 3;
        assert_int_equal(lacon_fit(ctx, &m, s.data, &o), LACON_E_ARGUMENT);
        assert_null(m);
        assert_non_null(
            strstr(lacon_ctx_message(ctx), named[bad])); /* 11: ..._options_init first */
        lacon_fit_plan plan = {-1, -1};
        assert_int_equal(lacon_fit_estimate(ctx, &plan, s.data, &o), LACON_E_ARGUMENT);
        assert_true(plan.bytes == -1 && plan.seconds == -1);
    }
    ref_sim_clear(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_has_a_row), cmocka_unit_test(defaults),
        cmocka_unit_test(every_row_can_be_set),  cmocka_unit_test(bad_values),
        cmocka_unit_test(the_fit_checks_too),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
