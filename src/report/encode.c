/* SPDX-License-Identifier: BSD-3-Clause
 * Texts and arrays as the page wants them: labels cut, arrays in base64 (RFC 4648). See report.h.
 */
#include "report/report.h"

#include "util/utf8.h"

#include <stdlib.h>
#include <string.h>

json_t *lcn_json_label(const char *text)
{
    const size_t length = strlen(text);
    char *clean = malloc(2 * length + 4);
    if (clean == NULL) return NULL;
    const size_t size = lcn_to_utf8(text, length, clean);
    size_t at = 0;
    uint32_t character;
    for (int i = 0; i < LCN_LABEL_MAX && at < size; i++) {
        const size_t step = lcn_utf8_next(clean + at, size - at, &character);
        at += step ? step : 1;
    }
    if (at < size) memcpy(clean + at, "\xe2\x80\xa6", 4); /* an ellipsis and the end */
    json_t *json = json_string(clean);
    free(clean);
    return json;
}

json_t *lcn_json_base64(const void *bytes, size_t count)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *from = bytes;
    char *text = malloc(4 * (count / 3 + 1) + 1), *to = text;
    if (text == NULL) return NULL;
    for (size_t i = 0; i < count; i += 3) {
        const size_t left = count - i;
        const uint32_t word = (uint32_t)from[i] << 16 | (left > 1 ? (uint32_t)from[i + 1] << 8 : 0) |
                              (left > 2 ? (uint32_t)from[i + 2] : 0);
        *to++ = digit[word >> 18];
        *to++ = digit[word >> 12 & 63];
        *to++ = left > 1 ? digit[word >> 6 & 63] : '=';
        *to++ = left > 2 ? digit[word & 63] : '=';
    }
    *to = '\0';
    json_t *json = json_string(text);
    free(text);
    return json;
}
