/* SPDX-License-Identifier: BSD-3-Clause
 * Unusable values, counted; see bad_values.h.
 */
#include "io/bad_values.h"

#include <stdio.h>

void lcn_bad_values_note(lcn_bad_values *bad_values, lcn_bad_kind flaw, int64_t line, int64_t column)
{
    const lcn_bad_value here = {flaw, line, column};
    const int64_t worse = bad_values->count - bad_values->missing;
    if (bad_values->count < LCN_BAD_VALUES_FIRST) bad_values->first[bad_values->count] = here;
    if (flaw != LCN_BAD_MISSING && worse < LCN_BAD_VALUES_FIRST) bad_values->worse[worse] = here;
    bad_values->count++;
    bad_values->missing += flaw == LCN_BAD_MISSING;
}

const char *lcn_column_text(char out[LCN_POSITION_TEXT], const lcn_positions *positions, int64_t column)
{
    if (positions->names != NULL) {
        snprintf(out, LCN_POSITION_TEXT, "%s %lld ('%.80s')", positions->column_word, (long long)column,
                 positions->names[column - 1 - positions->unnamed]);
    } else {
        snprintf(out, LCN_POSITION_TEXT, "%s %lld", positions->column_word, (long long)column);
    }
    return out;
}

lacon_status lcn_bad_values_check(lacon_ctx *ctx, const lcn_bad_values *bad_values, const lcn_positions *positions,
                             bool keep_missing)
{
    static const char *const flaws[] = {"missing", "infinite", "too large for float32"};
    static const char *const remedies[] = {
        "fill the values in, drop the columns (" LCN_OPTION "ignore), or say what to do "
        "(" LCN_OPTION "missing marginal, pairwise or drop)",
        "correct the values, or drop the rows or the columns (" LCN_OPTION "ignore)",
        "read it in double precision"};
    const int64_t count = bad_values->count - (keep_missing ? bad_values->missing : 0);
    const lcn_bad_value *first = keep_missing ? bad_values->worse : bad_values->first;
    if (count == 0) return LACON_OK;
    char list[LCN_BAD_VALUES_FIRST * (LCN_POSITION_TEXT + 64)], place[LCN_POSITION_TEXT];
    size_t length = 0;
    for (int64_t i = 0; i < count && i < LCN_BAD_VALUES_FIRST; i++) {
        int n = snprintf(list + length, sizeof list - length, "%s%s %lld, %s", i > 0 ? "; " : "",
                         positions->line_word, (long long)first[i].line,
                         lcn_column_text(place, positions, first[i].column));
        length += n > 0 ? (size_t)n : 0;
    }
    lcn_bad_kind flaw = first[0].flaw;
    return lcn_fail(ctx, LACON_E_DATA, "%s: %lld value%s cannot be used, %s %s at %s: %s",
                    positions->path, (long long)count, count > 1 ? "s" : "",
                    count > 1 ? "the first are" : "it is", flaws[flaw], list,
                    remedies[flaw]);
}
