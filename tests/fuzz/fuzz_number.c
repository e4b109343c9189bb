/* SPDX-License-Identifier: BSD-3-Clause
 * Numbers: what is taken has the value strtod gives it, bit for bit; what is written reads back.
 */
#include "fuzz.h"
#include "util/number.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1); /* a block of its own size: reading beyond it is seen */
    if (size > 0) memcpy(text, bytes, size);
    text[size] = '\0';
    char *exact = malloc(size > 0 ? size : 1);
    if (size > 0) memcpy(exact, bytes, size);
    double value = 0;
    const char *stop = lcn_scan_double(exact, exact + size, '.', &value);
    if (stop != NULL) {
        text[stop - exact] = '\0';
        char *end;
        double want = strtod(text, &end);
        HOLDS(*end == '\0' && memcmp(&value, &want, sizeof value) == 0);
    }
    double whole;
    bool taken = lcn_parse_double(exact, size, &whole);
    HOLDS(stop == NULL || taken == (stop == exact + size));
    free(exact);
    free(text);
    if (size >= sizeof value) {
        memcpy(&value, bytes, sizeof value);
        char out[LCN_NUMBER_MAX];
        int length = lcn_format_double(out, value);
        double back;
        HOLDS(length == (int)strlen(out) && lcn_parse_double(out, (size_t)length, &back));
        HOLDS(isnan(value) ? isnan(back) : memcmp(&back, &value, sizeof back) == 0);
    }
    return 0;
}
