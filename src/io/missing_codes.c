/* SPDX-License-Identifier: BSD-3-Clause
 * Codes for missing values; see missing_codes.h.
 */
#include "io/missing_codes.h"
#include "util/number.h"

#include <math.h>
#include <string.h>

/* The next of the list without blanks around it: where it starts and its length; *at moves behind its comma. */
static const char *next_code(const char **at, size_t *length)
{
    const char *from = *at + strspn(*at, " ");
    *length = strcspn(from, ",");
    *at = from + *length + (from[*length] == ',');
    while (*length > 0 && from[*length - 1] == ' ') (*length)--;
    return from;
}

lacon_status lcn_codes_init(lacon_ctx *ctx, lcn_codes *codes, const char *list)
{
    *codes = (lcn_codes){.list = list};
    for (const char *at = list; at != NULL && *at != '\0';) {
        size_t length;
        double value;
        const char *code = next_code(&at, &length);
        LCN_FAIL_IF(length == 0, LACON_E_ARGUMENT, "a value is empty in '%s' (" LCN_OPTION "na)", list);
        if (!lcn_parse_double(code, length, &value)) continue;
        LCN_FAIL_IF(codes->count == LCN_CODES_MAX, LACON_E_ARGUMENT, "more than %d numbers that mean missing ("
                    LCN_OPTION "na)", LCN_CODES_MAX);
        codes->number[codes->count++] = value;
    }
    return LACON_OK;
}

/* A number held as float32 is the nearest to the code that there is. */
bool lcn_codes_have(const lcn_codes *codes, double value)
{
    for (int i = 0; i < codes->count; i++)
        if (value == codes->number[i] || value == (double)(float)codes->number[i]) return true;
    return false;
}

bool lcn_codes_have_word(const lcn_codes *codes, const char *text, size_t length)
{
    for (const char *at = codes->list; at != NULL && *at != '\0';) {
        size_t one;
        const char *code = next_code(&at, &one);
        if (one == length && memcmp(code, text, length) == 0) return true;
    }
    return false;
}

void lcn_codes_clear(const lcn_codes *codes, double *values, int64_t count)
{
    if (codes->count == 0) return;
    for (int64_t i = 0; i < count; i++)
        if (lcn_codes_have(codes, values[i])) values[i] = NAN;
}
