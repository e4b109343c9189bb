/* SPDX-License-Identifier: BSD-3-Clause
 * The modules of a model against groups that are known by name (networks, scales, sectors): a cross-table. The key is a
 * csv or tsv with a header, the variables' names in one column and their groups in another. Used by compare.
 */
#include "cmd.h"
#include "jsonout.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct key_table {
    const lacon_model *model;
    struct named *sorted;  /* p: its variables by name */
    lacon_participants *key;
    int64_t names, groups; /* columns of the key; names -1: its lines are the variables in their order */
    int64_t n_groups;
    const char **group;    /* n_groups: names, by first appearance in the key; borrowed from it */
    int32_t *of;           /* p: group of variable r from 1, 0: not in the key */
    int64_t *count;        /* (k + 1) × (n_groups + 1): variables of module j (0 unassigned) in group g */
    int64_t known;         /* variables in the key */
    double ari;            /* of those; NaN: none */
} key_table;

static const char *cell(const key_table *t, int64_t row, int64_t column)
{
    const char *text = lacon_participants_cell(t->key, row, column);
    return text ? text : "";
}

typedef struct named {
    const char *name;
    int64_t variable;
} named;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* All variables of the model by name. Free it. */
static named *sorted_names(const lacon_model *model)
{
    const int64_t p = lacon_model_variables(model);
    named *out = cli_alloc((size_t)p, sizeof *out);
    for (int64_t r = 0; r < p; r++) out[r] = (named){lacon_model_name(model, r), r};
    qsort(out, (size_t)p, sizeof *out, by_name);
    return out;
}

/* The variable of this name; -1 none. */
static int64_t variable_of(const key_table *t, const char *name)
{
    const named wanted = {.name = name};
    const named *found = bsearch(&wanted, t->sorted, (size_t)lacon_model_variables(t->model), sizeof wanted, by_name);
    return found ? found->variable : -1;
}

/* Variables without names, as many as the key has lines. */
static bool by_order(const key_table *t)
{
    const int64_t p = lacon_model_variables(t->model);
    bool nameless = lacon_participants_rows(t->key) == p;
    for (int64_t r = 0; r < p && nameless; r++) nameless = cli_is_default_name(lacon_model_name(t->model, r), r);
    return nameless;
}

/* The variable of a line of the key; -1 none. */
static int64_t variable_at(const key_table *t, int64_t row)
{
    return t->names < 0 ? row : variable_of(t, cell(t, row, t->names));
}

static lacon_status find_names(cli_session *session, key_table *t, const char *path)
{
    for (int64_t j = 0; j < lacon_participants_columns(t->key); j++) {
        int64_t known = 0;
        for (int64_t i = 0; i < lacon_participants_rows(t->key); i++) known += variable_of(t, cell(t, i, j)) >= 0;
        if (known > t->known) t->names = j;
        if (known > t->known) t->known = known;
    }
    if (t->known > 0) return LACON_OK;
    if (by_order(t)) {
        t->names = -1;
        if (!session->quiet)
            cli_say(session->call->command->name, "warning: %s: the model's variables have no names: its %lld lines "
                    "are taken for them in their order", path, (long long)lacon_model_variables(t->model));
        return LACON_OK;
    }
    return cli_fail(session, LACON_E_DATA, "%s: no column has the model's variables (%.80s, ...)", path,
                    lacon_model_name(t->model, 0));
}

static int64_t column_called(const key_table *t, const char *name)
{
    for (int64_t j = 0; j < lacon_participants_columns(t->key); j++)
        if (strcasecmp(lacon_participants_name(t->key, j), name) == 0) return j;
    return -1;
}

/* The one that was named; else module, network, scale or group; else the only other one. */
static lacon_status find_groups(cli_session *session, key_table *t, const char *path, const char *asked)
{
    static const char *const usual[] = {"module", "network", "scale", "group", "sector", "trait"};
    const int64_t columns = lacon_participants_columns(t->key);
    t->groups = asked ? column_called(t, asked) : columns == 2 && t->names >= 0 ? 1 - t->names : -1;
    if (columns == 1 && t->names < 0 && !asked) t->groups = 0;
    for (size_t i = 0; i < sizeof usual / sizeof *usual && !asked && t->groups < 0; i++)
        t->groups = column_called(t, usual[i]);
    if (t->groups >= 0 && t->groups != t->names) return LACON_OK;
    char list[400] = "";
    for (int64_t j = 0; j < columns; j++) {
        const size_t at = strlen(list);
        if (j != t->names) snprintf(list + at, sizeof list - at, "%s%.40s", at ? ", " : "",
            lacon_participants_name(t->key, j));
    }
    return cli_fail(session, LACON_E_ARGUMENT, "%s: %s%.60s%s: say which column has the groups (--column), one of %s",
                    path,
                    asked ? "there is no column '" : "it has several columns", asked ? asked : "",
                    asked ? "' of groups" : "",
                    *list ? list : "none");
}

static int32_t group_number(key_table *t, const char *name)
{
    for (int64_t g = 0; g < t->n_groups; g++)
        if (strcmp(t->group[g], name) == 0) return (int32_t)g + 1;
    t->group = cli_resize(t->group, (size_t)t->n_groups + 1, sizeof *t->group);
    t->group[t->n_groups++] = name;
    return (int32_t)t->n_groups;
}

/* Groups in the order of the key, so that those of scales stay as people know them. */
static lacon_status number_groups(cli_session *session, key_table *t, const char *path)
{
    t->of = cli_alloc((size_t)lacon_model_variables(t->model), sizeof *t->of);
    for (int64_t i = 0; i < lacon_participants_rows(t->key); i++) {
        const int64_t r = variable_at(t, i);
        if (r < 0 || !*cell(t, i, t->groups)) continue;
        const int32_t before = t->of[r], now = group_number(t, cell(t, i, t->groups));
        if (before != 0 && before != now)
            return cli_fail(session, LACON_E_DATA,
                            "%s: variable '%.80s' is in '%.80s' and in '%.80s': it belongs to one of them", path,
                            lacon_model_name(t->model, r), t->group[before - 1], t->group[now - 1]);
        t->of[r] = now;
    }
    return LACON_OK;
}

static void count_all(key_table *t)
{
    const int64_t p = lacon_model_variables(t->model), k = lacon_model_modules(t->model), wide = t->n_groups + 1;
    int32_t *a = cli_alloc((size_t)p, sizeof *a), *b = cli_alloc((size_t)p, sizeof *b);
    t->count = cli_alloc((size_t)((k + 1) * wide), sizeof *t->count);
    t->known = 0;
    for (int64_t r = 0; r < p; r++) {
        const int32_t j = lacon_model_module_of(t->model)[r];
        t->count[j * wide + t->of[r]]++;
        if (t->of[r] == 0) continue;
        a[t->known] = j;
        b[t->known++] = t->of[r];
    }
    t->ari = lacon_ari(t->known, a, b);
    free(a);
    free(b);
}

/* The group most of module j is in, and how many variables that are; 0: none is known. */
static int64_t best_of(const key_table *t, int64_t j, int64_t *most)
{
    int64_t best = 0;
    *most = 0;
    for (int64_t g = 1; g <= t->n_groups; g++) {
        const int64_t n = t->count[j * (t->n_groups + 1) + g];
        if (n > *most) best = g;
        if (n > *most) *most = n;
    }
    return best;
}

/* Modules 1..k, then 0 where it has any. */
static int64_t module_at(const key_table *t, int64_t line)
{
    return line < lacon_model_modules(t->model) ? line + 1 : 0;
}

static int64_t size_of(const key_table *t, int64_t j)
{
    int64_t size = 0;
    for (int64_t g = 0; g <= t->n_groups; g++) size += t->count[j * (t->n_groups + 1) + g];
    return size;
}

static void print_tsv(const cli_session *session, const key_table *t, const char *path)
{
    const int64_t k = lacon_model_modules(t->model), p = lacon_model_variables(t->model);
    cli_tell(session, "adjusted Rand index %.4f with column %s of %s, %lld of %lld variables in it", t->ari,
             lacon_participants_name(t->key, t->groups), path, (long long)t->known, (long long)p);
    fputs("module\tvariables\tmostly\tshare", stdout);
    for (int64_t g = 0; g < t->n_groups; g++) {
        putchar('\t');
        cli_put_cell(stdout, t->group[g]);
    }
    puts(t->known < p ? "\t(not in key)" : "");
    for (int64_t line = 0; line <= k; line++) {
        const int64_t j = module_at(t, line), size = size_of(t, j);
        int64_t most, best = best_of(t, j, &most);
        if (size == 0) continue;
        printf("%lld\t%lld\t", (long long)j, (long long)size);
        cli_put_cell(stdout, best ? t->group[best - 1] : "NA");
        printf("\t%.2f", (double)most / (double)size);
        for (int64_t g = 1; g <= t->n_groups; g++) printf("\t%lld", (long long)t->count[j * (t->n_groups + 1) + g]);
        if (t->known < p) printf("\t%lld", (long long)t->count[j * (t->n_groups + 1)]);
        putchar('\n');
    }
}

static void print_json(const key_table *t)
{
    json_t *root = json_object(), *groups = json_array(), *modules = json_array();
    for (int64_t g = 0; g < t->n_groups; g++) cli_json_push(groups, cli_json_text(t->group[g]));
    for (int64_t line = 0; line <= lacon_model_modules(t->model); line++) {
        const int64_t j = module_at(t, line);
        int64_t most, best = best_of(t, j, &most);
        json_t *o = json_object(), *counts = json_array();
        for (int64_t g = 1; g <= t->n_groups; g++)
            cli_json_push(counts, json_integer(t->count[j * (t->n_groups + 1) + g]));
        cli_json_set(o, "module", json_integer(j));
        cli_json_set(o, "variables", json_integer(size_of(t, j)));
        cli_json_set(o, "mostly", cli_json_text(best ? t->group[best - 1] : NULL));
        cli_json_set(o, "counts", counts);
        cli_json_set(o, "not_in_key", json_integer(t->count[j * (t->n_groups + 1)]));
        cli_json_push(modules, o);
    }
    cli_json_set(root, "ari", cli_json_real(t->ari));
    cli_json_set(root, "column", cli_json_text(lacon_participants_name(t->key, t->groups)));
    cli_json_set(root, "in_key", json_integer(t->known));
    cli_json_set(root, "groups", groups);
    cli_json_set(root, "modules", modules);
    cli_json_print(root);
}

lacon_status cli_compare_key(cli_session *session, const lacon_model *model, const char *path,
    const char *column, bool json)
{
    key_table t = {.model = model};
    CLI_TRY(lacon_participants_read(session->ctx, &t.key, path, NULL));
    t.sorted = sorted_names(model);
    lacon_status status = find_names(session, &t, path);
    if (status >= 0) status = find_groups(session, &t, path, column);
    if (status >= 0) status = number_groups(session, &t, path);
    if (status >= 0) {
        count_all(&t);
        if (json) print_json(&t);
        else print_tsv(session, &t, path);
    }
    free(t.sorted);
    free(t.of);
    free(t.count);
    free(t.group);
    lacon_participants_free(t.key);
    return status;
}
