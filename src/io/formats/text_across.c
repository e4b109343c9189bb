/* SPDX-License-Identifier: BSD-3-Clause
 * Tables of text whose lines are variables (genes): how many there are and how they are called is known only when all
 * lines were passed. Called by table_text.c, which reads them afterwards.
 */
#include "io/formats/table_text.h"

#include <string.h>
#include <strings.h>

/* A line of tabs alone is one of missing values where tabs separate. */
bool lcn_text_is_blank(lcn_line line, char separator)
{
    for (size_t i = 0; i < line.length; i++) {
        bool blank = line.text[i] == ' ' || (line.text[i] == '\t' && separator != '\t');
        if (!blank) return false;
    }
    return true;
}

/* But a line may begin with what spreadsheets write for a missing value. */
bool lcn_text_is_comment(lcn_line line)
{
    static const char *const missing[] = {"#n/a", "#null!", "#div/0!", "#num!", "#value!"};
    size_t i = 0;
    while (i < line.length && (line.text[i] == ' ' || line.text[i] == '\t')) i++;
    if (i == line.length || line.text[i] != '#') return false;
    for (size_t m = 0; m < sizeof missing / sizeof *missing; m++) {
        const size_t length = strlen(missing[m]);
        if (line.length - i >= length && strncasecmp(line.text + i, missing[m], length) == 0) return false;
    }
    return true;
}

lacon_status lcn_text_add_name(lacon_ctx *ctx, lcn_paths *list, lcn_cell cell)
{
    char *name = lcn_alloc(ctx, 3 * cell.length + 2, 1); /* as UTF-8, behind it as it is in the file */
    if (name == NULL) return LACON_E_MEMORY;
    char *plain = name + 2 * cell.length + 1;
    lcn_to_utf8(plain, lcn_cell_copy(cell, plain), name);
    return lcn_paths_add(ctx, list, name);
}

/* The cells of the header of a table whose lines are variables. */
lacon_status lcn_text_take_row_names(lacon_ctx *ctx, lcn_table *t, lcn_line header)
{
    lcn_cursor cursor = lcn_cursor_at(header, t->separator);
    lcn_cell cell;
    bool bad = false;
    while (lcn_cursor_next(&cursor, &cell, &bad)) LCN_TRY(lcn_text_add_name(ctx, &t->row_names, cell));
    return LACON_OK;
}

int64_t lcn_text_leading_words(const lcn_table *t, lcn_line line)
{
    lcn_cursor cursor = lcn_cursor_at(line, t->separator);
    lcn_cell cell;
    bool bad = false;
    double value;
    int64_t count = 0;
    char mark = t->mark;
    while (lcn_cursor_next(&cursor, &cell, &bad) && lcn_cell_classify(cell, t->separator, &mark, &value) == LCN_WORD)
        count++;
    return count;
}

static bool is_one_of(lcn_cell cell, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == cell.length && strncasecmp(words[i], cell.text, cell.length) == 0) return true;
    return false;
}

/* What columns of names are called. */
static bool is_name_word(lcn_cell cell)
{
    static const char *const words[] = {"gene", "genes", "gene_id", "geneid", "gene_name", "gene_symbol", "symbol",
        "hugo_symbol", "ensembl", "ensembl_id", "ensembl_gene_id", "entrez", "entrez_id", "entrez_gene_id", "entrezid",
        "probe", "probe_id", "probeset_id", "transcript", "transcript_id", "protein", "protein_id", "feature",
        "feature_id", "variable", "name", "names", "id"};
    return is_one_of(cell, words, sizeof words / sizeof *words);
}

/* What else is told of a gene, in words or in numbers: where it is, how long. */
static bool is_annotation(lcn_cell cell, bool *placed)
{
    static const char *const words[] = {"description", "biotype", "gene_biotype", "gene_type", "gene_length", "length",
        "cytoband", "chr", "chrom", "chromosome", "seqnames"};
    static const char *const place[] = {"start", "end", "stop", "strand", "width"};
    enum { COUNT = sizeof words / sizeof *words, OF_PLACE = 4 };
    *placed = *placed || is_one_of(cell, words + COUNT - OF_PLACE, OF_PLACE);
    return is_name_word(cell) || is_one_of(cell, words, COUNT) ||
           (*placed && is_one_of(cell, place, sizeof place / sizeof *place));
}

bool lcn_text_names_names(lcn_table *t, lcn_line line)
{
    lcn_cursor cursor = lcn_cursor_at(line, t->separator);
    lcn_cell cell = {.text = "x", .length = 1};
    bool bad = false, placed = false;
    lcn_cursor_next(&cursor, &cell, &bad);
    if (!is_name_word(cell) && cell.length > 0) return false; /* none: pandas */
    while (lcn_cursor_next(&cursor, &cell, &bad) && is_annotation(cell, &placed)) t->passed++;
    return true;
}

/* Words beside the name, in the first two lines (or the only one), are no observations; nor is what the header calls
 * so. */
static lacon_status find_passed(lacon_ctx *ctx, lcn_table *t, lcn_line *first)
{
    lcn_line second;
    LCN_TRY(lcn_lines_peek(ctx, &t->lines, 1, &second)); /* both are in the buffer now */
    LCN_TRY(lcn_lines_peek(ctx, &t->lines, 0, first));
    int64_t words = lcn_text_leading_words(t, *first), below = words;
    t->name_column = t->name_column || words > 0;
    if (second.text != NULL) below = lcn_text_leading_words(t, second);
    if (below < words) words = below;
    t->passed_numbers = words <= t->passed;
    if (words > t->passed) t->passed = words > 1 ? words - 1 : 0;
    t->width = lcn_count_cells(*first, t->separator) - t->name_column - t->passed;
    return LACON_OK;
}

/* The header names the columns of words too. */
static void drop_first_names(lacon_ctx *ctx, lcn_table *t)
{
    const int64_t words = t->name_column + t->passed;
    if (words == 0 || t->row_names.count != t->width + words) return;
    for (int64_t i = 0; i < words; i++) lcn_free(&ctx->allocator, t->row_names.items[i]);
    t->row_names.count -= words;
    memmove(t->row_names.items, t->row_names.items + words, (size_t)t->row_names.count * sizeof *t->row_names.items);
}

static lacon_status add_line_name(lacon_ctx *ctx, lcn_table *t, lcn_paths *list, lcn_line line)
{
    lcn_cursor cursor = lcn_cursor_at(line, t->separator);
    lcn_cell cell = {.text = ""};
    bool bad = false;
    lcn_cursor_next(&cursor, &cell, &bad);
    return lcn_text_add_name(ctx, list, cell);
}

static lacon_status count_lines(lacon_ctx *ctx, lcn_table *t, lcn_paths *list)
{
    lcn_line line;
    for (;;) {
        LCN_TRY(lcn_lines_next(ctx, &t->lines, &line));
        if (line.text == NULL) return LACON_OK;
        if (lcn_text_is_blank(line, t->separator) || lcn_text_is_comment(line)) continue;
        t->variables++;
        if (t->name_column) LCN_TRY(add_line_name(ctx, t, list, line));
    }
}

/* Back to the first line with values. */
static lacon_status read_again(lacon_ctx *ctx, lcn_table *t)
{
    lcn_lines_end(&t->lines);
    LCN_TRY(lcn_source_rewind(ctx, &t->source));
    LCN_TRY(lcn_lines_begin(ctx, &t->lines, &t->source));
    t->lines.cells = true;
    lcn_line line;
    while (t->lines.number + 1 < t->first_line) LCN_TRY(lcn_lines_next(ctx, &t->lines, &line));
    return LACON_OK;
}

lacon_status lcn_text_open_across(lacon_ctx *ctx, lcn_table *t)
{
    lcn_line first;
    LCN_TRY(lcn_lines_peek(ctx, &t->lines, 0, &first));
    while (first.text != NULL && (lcn_text_is_blank(first, t->separator) || lcn_text_is_comment(first))) {
        LCN_TRY(lcn_lines_next(ctx, &t->lines, &first));
        LCN_TRY(lcn_lines_peek(ctx, &t->lines, 0, &first));
    }
    t->first_line = t->lines.number + 1;
    LCN_FAIL_IF(first.text == NULL, LACON_E_FORMAT, "%s: a header but no row below it (line %lld)",
                t->source.path, (long long)t->first_line);
    t->lines_are_variables = true;
    LCN_TRY(find_passed(ctx, t, &first));
    LCN_FAIL_IF(t->width < 1, LACON_E_FORMAT, "%s:%lld: a name but no value", t->source.path,
                (long long)t->first_line);
    drop_first_names(ctx, t);
    lcn_paths list = {0};
    lacon_status status;
    LCN_GOTO(count_lines(ctx, t, &list));
    if (t->name_column) {
        t->names = lcn_names_copy(ctx, (const char *const *)list.items, list.count);
        if (t->names == NULL) status = LACON_E_MEMORY;
    }
    if (status >= 0) status = read_again(ctx, t);
done:
    lcn_paths_clear(&ctx->allocator, &list);
    return status;
}
