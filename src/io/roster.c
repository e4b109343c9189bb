/* SPDX-License-Identifier: BSD-3-Clause
 * Which line of a table of participants belongs to which class. Files are named by more than the
 * participant (UM_1_0050272_rois_aal.1D, sub-01_task-rest): an id fits a label that is the id, or
 * goes on behind it with something that is neither letter nor digit; the longest id wins.
 */
#include "io/words.h"
#include <lacon/io.h>

#include <ctype.h>
#include <string.h>

/* Length of the id when it fits, else 0. "sub-" may be missing from the table. */
static size_t fit_of(const char *label, const char *id)
{
    size_t length = strlen(id);
    const char *from = label;
    if (length == 0) return 0;
    if (strncmp(label, "sub-", 4) == 0 && strncmp(id, "sub-", 4) != 0) from += 4;
    bool fits = strncmp(from, id, length) == 0 && !isalnum((unsigned char)from[length]);
    return fits ? length : 0;
}

static lacon_status match(lacon_ctx *ctx, const lcn_words *w, int64_t column, const char *label,
                          int64_t *row)
{
    size_t best = 0;
    int64_t twin = -1;
    *row = -1;
    for (int64_t i = 0; i < w->rows; i++) {
        size_t fit = fit_of(label, lcn_words_at(w, i, column));
        if (fit > 0 && fit == best) twin = i;
        if (fit <= best) continue;
        best = fit;
        *row = i;
        twin = -1;
    }
    LCN_FAIL_IF(twin >= 0, LACON_E_DATA, "%s: lines %lld and %lld both have '%s', of class '%s'",
                w->path, (long long)w->line[*row], (long long)w->line[twin],
                lcn_words_at(w, *row, column), label);
    return LACON_OK;
}

static lacon_status match_all(lacon_ctx *ctx, const lcn_words *w, const char *id,
                              const lacon_data *data, int64_t *row)
{
    int64_t column = lcn_words_column(w, id);
    LCN_FAIL_IF(column < 0, LACON_E_ARGUMENT, "%s: has no column '%s' (its first is '%s')", w->path,
                id, w->header[0]);
    for (int64_t c = 0; c < lacon_data_classes(data); c++) {
        LCN_TRY(match(ctx, w, column, lacon_data_label(data, c), &row[c]));
    }
    return LACON_OK;
}

lacon_status lacon_participants_match(lacon_ctx *ctx, const char *path, const char *id,
                                      const lacon_data *data, int64_t *row)
{
    lcn_words w;
    LCN_TRY(lcn_words_read(ctx, &w, path));
    lacon_status status = match_all(ctx, &w, id, data, row);
    lcn_words_clear(&w);
    return status;
}
