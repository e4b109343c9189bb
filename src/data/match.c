/* SPDX-License-Identifier: BSD-3-Clause
 * Which row of a table of participants is which class; the rules are in match.h. Where classes and rows
 * do not meet, both lists are shown.
 */
#include "data/match.h"
#include "data/data.h"
#include "data/namemap.h"
#include "util/looks_same.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { SHOWN = 6 }; /* names in a message: one line */

static const char *id_at(const lcn_match *m, int64_t row)
{
    const char *id = lacon_participants_cell(m->table, row, m->column);
    return id ? id : "";
}

static const char *table_name(const lcn_match *m)
{
    return m->table->path ? m->table->path : "the table of participants";
}

/* ---- one id and one name ---- */

/* "dir/name.tar.gz" is the file of class "name". */
static bool is_file_of(const char *id, const char *label)
{
    const char *slash = strrchr(id, '/');
    const char *name = slash ? slash + 1 : id;
    const size_t length = strlen(label);
    return length > 0 && strncmp(name, label, length) == 0 && name[length] == '.';
}

static bool begins(const char *id, const char *label)
{
    const size_t length = strlen(id);
    if (strncmp(label, "sub-", 4) == 0 && strncmp(id, "sub-", 4) != 0) label += 4;
    return length > 0 && strncmp(label, id, length) == 0 && !isalnum((unsigned char)label[length]);
}

/* Digits without the zeros before them: where they start, how many. */
typedef struct digits {
    const char *at;
    size_t count;
} digits;

static digits digits_at(const char *text, size_t count)
{
    while (count > 1 && *text == '0') text++, count--;
    return (digits){text, count};
}

/* The longest number of a name that is delimited on both sides; count 0: it has none. */
static digits number_in(const char *label)
{
    digits best = {label, 0};
    for (const char *p = label; *p;) {
        const char *from = p;
        bool number = true;
        for (; isalnum((unsigned char)*p); p++) number = number && isdigit((unsigned char)*p);
        const digits here = digits_at(from, (size_t)(p - from));
        if (p > from && number && here.count > best.count) best = here;
        if (*p) p++;
    }
    return best;
}

static bool is_number(const char *id, digits wanted)
{
    const size_t length = strlen(id);
    if (length == 0 || strspn(id, "0123456789") != length || wanted.count == 0) return false;
    const digits own = digits_at(id, length);
    return own.count == wanted.count && memcmp(own.at, wanted.at, own.count) == 0;
}

/* Somewhere in the name, and not in the middle of a number. */
static bool is_inside(const char *id, const char *label)
{
    enum { SHORTEST = 3 }; /* less is in a name by chance */
    const size_t length = strlen(id);
    if (length < SHORTEST) return false;
    for (const char *at = strstr(label, id); at; at = strstr(at + 1, id)) {
        const bool before = at > label && isdigit((unsigned char)at[-1]) && isdigit((unsigned char)id[0]);
        const bool after = isdigit((unsigned char)at[length]) && isdigit((unsigned char)id[length - 1]);
        if (!before && !after) return true;
    }
    return false;
}

/* ---- all rows and one name ---- */

/* Rule 2 to 5; 0 none. */
static int rule_of(const char *id, const char *label, digits number)
{
    if (is_file_of(id, label)) return 2;
    if (begins(id, label)) return 3;
    return is_number(id, number) ? 4 : is_inside(id, label) ? 5 : 0;
}

bool lcn_match_names(const char *id, const char *label) { return rule_of(id, label, number_in(label)) > 0; }

/* Of two ids by the same rule: do both claim the name? A longer one has it for itself, but a number, or one that is
 * inside the name elsewhere. */
static bool both_claim(int rule, const char *shorter, const char *longer)
{
    if (rule == 5) return strcmp(shorter, longer) == 0 || strstr(longer, shorter) == NULL;
    return rule == 4 || strlen(shorter) == strlen(longer);
}

/* The row of a class whose name is no id, and a second one with the same claim; -1 none. */
static int64_t search(const lcn_match *m, const char *label, int *rule, int64_t *twin)
{
    const digits number = number_in(label);
    const char *found = "";
    int64_t best = -1;
    *rule = 6;
    *twin = -1;
    for (int64_t i = 0; i < m->table->rows; i++) {
        const char *id = id_at(m, i);
        const int how = rule_of(id, label, number);
        if (how == 0 || how > *rule) continue;
        const bool longer = how < *rule || strlen(id) > strlen(found);
        if (how == *rule && both_claim(how, longer ? found : id, longer ? id : found)) *twin = i;
        else if (longer) *twin = -1;
        if (!longer) continue;
        *rule = how;
        found = id;
        best = i;
    }
    return *rule >= 4 && *twin >= 0 ? -1 : best; /* a number, or a piece, that is not one's own is no id */
}

static lacon_status fail_twin(lacon_ctx *ctx, const lcn_match *m, int64_t a, int64_t b, int64_t c)
{
    return lcn_fail(ctx, LACON_E_DATA,
                    "%s: '%s' has two rows, lines %lld and %lld: one row per class is expected "
                    "(class '%s')",
                    table_name(m), id_at(m, a), (long long)m->table->line[a],
                    (long long)m->table->line[b], m->labels[c]);
}

/* twin[i]: another row with the id of row i, or -1. */
static lacon_status match_classes(lacon_ctx *ctx, lcn_match *m, const lcn_namemap *map,
                                  const int64_t *twin)
{
    for (int64_t c = 0; c < m->classes; c++) {
        int rule = 1;
        int64_t at = lcn_namemap_find(map, m->labels[c]), other = at >= 0 ? twin[at] : -1;
        if (at < 0) at = search(m, m->labels[c], &rule, &other);
        m->row[c] = at;
        if (at >= 0 && other >= 0) return fail_twin(ctx, m, at, other, c);
        if (at < 0 || rule < 3) continue;
        m->loose++;
        m->loose_class = c;
    }
    return LACON_OK;
}

static lacon_status match_all(lacon_ctx *ctx, lcn_match *m)
{
    const int64_t rows = m->table->rows;
    const char **ids = lcn_alloc(ctx, (size_t)rows + 1, sizeof *ids);
    int64_t *twin = lcn_alloc(ctx, (size_t)rows + 1, sizeof *twin), first, again;
    lcn_namemap map = {0};
    lacon_status status = LACON_E_MEMORY;
    m->row = lcn_alloc(ctx, (size_t)m->classes + 1, sizeof *m->row);
    if (!ids || !twin || !m->row) goto done;
    for (int64_t i = 0; i < rows; i++) {
        ids[i] = id_at(m, i);
        twin[i] = -1;
    }
    LCN_GOTO(lcn_namemap_init(ctx, &map, ids, rows, &first, &again));
    for (int64_t i = 0; i < rows; i++) {
        const int64_t at = lcn_namemap_find(&map, ids[i]);
        if (at != i && *ids[i]) twin[at] = i;
    }
    LCN_GOTO(match_classes(ctx, m, &map, twin));
done:
    lcn_namemap_clear(&ctx->allocator, &map);
    lcn_free(&ctx->allocator, ids);
    lcn_free(&ctx->allocator, twin);
    return status;
}

lacon_status lcn_match_make(lacon_ctx *ctx, lcn_match *out, const lacon_participants *table,
                            const char *id, const char *const *labels, int64_t classes)
{
    *out = (lcn_match){.table = table, .labels = labels, .classes = classes};
    LCN_TRY(lcn_participants_find(ctx, table, id, &out->column));
    const lacon_status status = match_all(ctx, out);
    if (status < 0) lcn_match_clear(&ctx->allocator, out);
    return status;
}

void lcn_match_clear(const lacon_allocator *a, lcn_match *match)
{
    lcn_free(a, match->row);
    *match = (lcn_match){0};
}

/* ---- classes without a row ---- */

/* One more name behind the list, up to SHOWN of them. */
static char *longer(lacon_ctx *ctx, char *list, int64_t position, const char *name)
{
    if (!list || position > SHOWN) return list;
    char *next = position == SHOWN ? lcn_sprintf(ctx, "%s, ...", list)
                                   : lcn_sprintf(ctx, "%s%s%s", list, position ? ", " : "", name);
    lcn_free(&ctx->allocator, list);
    return next;
}

static bool is_used(const lcn_match *m, int64_t row)
{
    for (int64_t c = 0; c < m->classes; c++)
        if (m->row[c] == row) return true;
    return false;
}

/* A class and a row that only look the same, in words; NULL without memory. */
static char *hint(lacon_ctx *ctx, const lcn_match *m)
{
    for (int64_t c = 0, asked = 0; c < m->classes && asked < SHOWN; c++) {
        if (m->row[c] >= 0) continue;
        asked++;
        for (int64_t i = 0; i < m->table->rows; i++)
            if (lcn_looks_same(m->labels[c], id_at(m, i)) && !is_used(m, i))
                return lcn_sprintf(ctx, " ('%s' and '%s' differ in capitals, blanks or how accents are coded alone)",
                                   m->labels[c], id_at(m, i));
    }
    return lcn_strdup(ctx, "");
}

static lacon_status complain(lacon_ctx *ctx, const lcn_match *m, int64_t absent)
{
    char *classes = lcn_strdup(ctx, ""), *rows = lcn_strdup(ctx, "");
    int64_t count = 0, spare = 0;
    for (int64_t c = 0; c < m->classes; c++)
        if (m->row[c] < 0) classes = longer(ctx, classes, count++, m->labels[c]);
    for (int64_t i = 0; i < m->table->rows && spare <= SHOWN; i++)
        if (*id_at(m, i) && !is_used(m, i)) rows = longer(ctx, rows, spare++, id_at(m, i));
    lacon_status status = LACON_E_MEMORY;
    char *alike = hint(ctx, m);
    if (classes && rows && alike)
        status = lcn_fail(ctx, LACON_E_DATA,
                          "%lld of %lld classes have no row in %s, column '%s'. Classes without a row: %s. "
                          "Rows without a class: %s. Name them alike%s%s",
                          (long long)absent, (long long)m->classes, table_name(m),
                          m->table->names[m->column], classes, *rows ? rows : "none", alike,
                          absent < m->classes ? ", or leave such classes out (" LCN_OPTION "absent drop)" : "");
    lcn_free(&ctx->allocator, classes);
    lcn_free(&ctx->allocator, rows);
    lcn_free(&ctx->allocator, alike);
    return status;
}

lacon_status lcn_match_check(lacon_ctx *ctx, const lcn_match *m, bool drop)
{
    int64_t absent = 0;
    for (int64_t c = 0; c < m->classes; c++) absent += m->row[c] < 0;
    return absent == m->classes || (absent > 0 && !drop) ? complain(ctx, m, absent) : LACON_OK;
}

/* ---- which column has the names ---- */

enum { SAMPLE = 20 }; /* tables have a hundred columns and a thousand lines */

/* Two rows claim one of the classes: are they ids all the same, because most classes are known? */
static lacon_status is_doubled(lacon_ctx *ctx, bool *doubled, const lacon_participants *table, const char *column,
                               const char *const *some, int64_t count)
{
    int64_t known = 0;
    for (int64_t i = 0; i < count; i++) {
        lcn_match m;
        const lacon_status status = lcn_match_make(ctx, &m, table, column, some + i, 1);
        if (status != LACON_E_DATA) LCN_TRY(status);
        known += status == LACON_E_DATA || m.row[0] >= 0;
        if (status >= 0) lcn_match_clear(&ctx->allocator, &m);
    }
    *doubled = 2 * known > count;
    return LACON_OK;
}

/* Classes, of at most SAMPLE spread over all, that have a row by this column; 0 where two rows claim one. */
static lacon_status count_known(lacon_ctx *ctx, int64_t *known, bool *doubled, const lacon_participants *table,
                                const char *column, const char *const *labels, int64_t classes)
{
    const char *some[SAMPLE];
    const int64_t count = classes < SAMPLE ? classes : SAMPLE;
    lcn_match m;
    *known = 0;
    *doubled = false;
    for (int64_t i = 0; i < count; i++) some[i] = labels[i * classes / count];
    const lacon_status status = lcn_match_make(ctx, &m, table, column, some, count);
    if (status == LACON_E_DATA) return is_doubled(ctx, doubled, table, column, some, count);
    LCN_TRY(status);
    for (int64_t i = 0; i < count; i++) *known += m.row[i] >= 0;
    lcn_match_clear(&ctx->allocator, &m);
    return LACON_OK;
}

/* Where there is no better one it is the first column of ids that occur twice: who matches by it says so. */
lacon_status lcn_match_find_id(lacon_ctx *ctx, const char **id, const lacon_participants *table,
                               const char *const *labels, int64_t classes)
{
    int64_t most = 0, known;
    const char *twice = NULL;
    bool doubled;
    *id = NULL;
    for (int64_t j = 0; j < table->columns; j++) {
        LCN_TRY(count_known(ctx, &known, &doubled, table, table->names[j], labels, classes));
        if (strcasecmp(table->names[j], "participant_id") == 0 && known > 0) known = INT64_MAX;
        if (known > most) *id = table->names[j];
        if (known > most) most = known;
        if (doubled && twice == NULL) twice = table->names[j];
    }
    if (*id == NULL) *id = twice;
    return LACON_OK;
}

/* ---- for anybody ---- */

lacon_status lacon_participants_find_id(lacon_ctx *ctx, const char **id, const lacon_participants *table,
                                        int64_t classes, const char *const *labels)
{
    LCN_TRY(lcn_match_find_id(ctx, id, table, labels, classes));
    LCN_FAIL_IF(*id == NULL, LACON_E_DATA,
                "%s: no column has the names of the classes (%s%s%s), how they begin, or a piece of them: name "
                "the column "
                "(" LCN_OPTION "id) or write such a column",
                table->path ? table->path : "the table of participants", labels[0], classes > 1 ? ", " : "",
                classes > 1 ? labels[1] : "");
    return LACON_OK;
}

lacon_status lacon_participants_match(lacon_ctx *ctx, const lacon_participants *table,
                                      const char *id, const lacon_data *data, int64_t *row)
{
    lcn_match m = {0};
    const char **labels = lcn_alloc(ctx, (size_t)data->n_classes + 1, sizeof *labels);
    if (!labels) return LACON_E_MEMORY;
    for (int64_t c = 0; c < data->n_classes; c++) labels[c] = data->classes[c].label;
    const lacon_status status = lcn_match_make(ctx, &m, table, id, labels, data->n_classes);
    if (status >= 0) memcpy(row, m.row, (size_t)data->n_classes * sizeof *row);
    lcn_match_clear(&ctx->allocator, &m);
    lcn_free(&ctx->allocator, labels);
    return status;
}
