/* SPDX-License-Identifier: BSD-3-Clause
 * Headers that are not one line of words. Of numbers: pandas calls columns without names 0, 1, 2, .., R writes years as
 * they are; such a line is told from values by counting up where the next one does not. Of three lines: Qualtrics
 * writes names, questions and ids, and the ids leave no doubt. Called by table_text.c.
 */
#include "io/formats/table_text.h"

#include <string.h>

typedef struct counting {
    int64_t cells, first; /* numbers, and the first of them */
    bool empty;           /* nothing stands before them: the column of names has none */
    bool by_one, up;      /* each one more than the one before; each more */
} counting;

/* Digits alone. */
static bool is_whole(lcn_cell cell, int64_t *value)
{
    enum { LONGEST = 15 };
    *value = 0;
    for (size_t i = 0; i < cell.length; i++) {
        if (cell.text[i] < '0' || cell.text[i] > '9') return false;
        *value = 10 * *value + (cell.text[i] - '0');
        if (i == LONGEST) return false;
    }
    return cell.length > 0;
}

static counting count_line(lcn_line line, char separator)
{
    counting c = {.by_one = true, .up = true};
    lcn_cursor cursor = lcn_cursor_at(line, separator);
    lcn_cell cell;
    bool bad = false;
    int64_t before = 0, value;
    for (int64_t j = 0; c.up && lcn_cursor_next(&cursor, &cell, &bad); j++) {
        if (j == 0 && cell.length == 0) {
            c.empty = true;
            continue;
        }
        if (!is_whole(cell, &value)) c.by_one = c.up = false;
        c.by_one = c.by_one && (c.cells == 0 || value == before + 1);
        c.up = c.up && (c.cells == 0 || value > before);
        if (c.cells++ == 0) c.first = value;
        before = value;
    }
    if (bad) c.by_one = c.up = false;
    return c;
}

/* Values, of which `fractions` are not digits alone; false: a word is among them. */
static bool are_values(const lcn_table *t, lcn_line line, int64_t *fractions)
{
    lcn_cursor cursor = lcn_cursor_at(line, t->separator);
    lcn_cell cell;
    bool bad = false;
    char mark = t->mark;
    int64_t whole;
    double value;
    *fractions = 0;
    while (lcn_cursor_next(&cursor, &cell, &bad)) {
        const lcn_cell_kind kind = lcn_cell_classify(cell, t->separator, &mark, &value);
        if (kind == LCN_WORD) return false;
        *fractions += kind == LCN_NUMBER && !is_whole(cell, &whole);
    }
    return !bad;
}

bool lcn_text_counts_up(const lcn_table *t, lcn_line first, lcn_line second)
{
    enum { FEW = 3, MANY = 6 }; /* six answers from 1 to 7 count up so by chance twice in 7^6 */
    if (second.text == NULL) return false;
    const counting head = count_line(first, t->separator), next = count_line(second, t->separator);
    const int64_t longer = lcn_count_cells(second, t->separator) - lcn_count_cells(first, t->separator);
    int64_t fractions;
    if (!head.up || head.cells < 2) return false;
    if (head.empty) return longer == 0 && !next.empty && (head.by_one || head.cells >= MANY);
    if (longer == 1) return head.cells >= FEW; /* R's write.table: a name before each line */
    if (longer != 0 || !head.by_one || next.by_one || !are_values(t, second, &fractions)) return false;
    return head.cells >= MANY || (head.cells >= FEW && head.first <= 1 && fractions > 0);
}

/* {"ImportId":"QID1"} in each cell, the quotes doubled or not. */
static bool has_import_ids(lcn_line line, char separator)
{
    static const char key[] = "ImportId";
    lcn_cursor cursor = lcn_cursor_at(line, separator);
    lcn_cell cell;
    bool bad = false;
    if (!lcn_cursor_next(&cursor, &cell, &bad) || cell.length < sizeof key + 3 || cell.text[0] != '{') return false;
    const char *from = cell.text + 1, *end = cell.text + cell.length;
    while (from < end && *from == '"') from++;
    return (size_t)(end - from) > sizeof key && memcmp(from, key, sizeof key - 1) == 0;
}

lacon_status lcn_text_skip_questions(lacon_ctx *ctx, lcn_table *t)
{
    lcn_line line;
    LCN_TRY(lcn_lines_peek(ctx, &t->lines, 1, &line));
    t->questions = line.text != NULL && has_import_ids(line, t->separator);
    for (int taken = 0; t->questions && taken < 2; taken++) LCN_TRY(lcn_lines_next(ctx, &t->lines, &line));
    t->first_line = t->lines.number + 1;
    return LACON_OK;
}
