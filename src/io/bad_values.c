/* SPDX-License-Identifier: BSD-3-Clause
 * Unusable values, counted; see bad_values.h.
 */
#include "io/bad_values.h"

#include <stdio.h>

void lcn_tally_note(lcn_tally *tally, lcn_flaw flaw, int64_t line, int64_t column)
{
    const lcn_flawed here = {flaw, line, column};
    const int64_t worse = tally->count - tally->missing;
    if (tally->count < LCN_TALLY_FIRST) tally->first[tally->count] = here;
    if (flaw != LCN_FLAW_MISSING && worse < LCN_TALLY_FIRST) tally->worse[worse] = here;
    tally->count++;
    tally->missing += flaw == LCN_FLAW_MISSING;
}

const char *lcn_column_text(char out[LCN_PLACE_TEXT], const lcn_places *places, int64_t column)
{
    if (places->names != NULL) {
        snprintf(out, LCN_PLACE_TEXT, "%s %lld ('%.80s')", places->column_word, (long long)column,
                 places->names[column - 1 - places->unnamed]);
    } else {
        snprintf(out, LCN_PLACE_TEXT, "%s %lld", places->column_word, (long long)column);
    }
    return out;
}

lacon_status lcn_tally_check(lacon_ctx *ctx, const lcn_tally *tally, const lcn_places *places,
                             bool keep_missing)
{
    static const char *const flaws[] = {"missing", "infinite", "too large for float32",
                                        "missing"};
    static const char *const remedies[] = {
        "fill the values in, drop the columns (--ignore), or say what to do "
        "(--missing marginal, pairwise or drop)",
        "correct the values, or drop the rows or the columns (--ignore)",
        "read it in double precision", "fill the class in, or drop the rows"};
    const int64_t count = tally->count - (keep_missing ? tally->missing : 0);
    const lcn_flawed *first = keep_missing ? tally->worse : tally->first;
    if (count == 0) return LACON_OK;
    char list[LCN_TALLY_FIRST * (LCN_PLACE_TEXT + 64)], place[LCN_PLACE_TEXT];
    size_t length = 0;
    for (int64_t i = 0; i < count && i < LCN_TALLY_FIRST; i++) {
        int n = snprintf(list + length, sizeof list - length, "%s%s %lld, %s", i > 0 ? "; " : "",
                         places->line_word, (long long)first[i].line,
                         lcn_column_text(place, places, first[i].column));
        length += n > 0 ? (size_t)n : 0;
    }
    lcn_flaw flaw = first[0].flaw;
    return lcn_fail(ctx, LACON_E_DATA, "%s: %lld value%s cannot be used, %s %s at %s: %s",
                    places->path, (long long)count, count > 1 ? "s" : "",
                    count > 1 ? "the first are" : "it is", flaws[flaw], list,
                    remedies[flaw]);
}
