/* SPDX-License-Identifier: BSD-3-Clause
 * JSON on standard output; see jsonout.h. Labels come from file names and tables, so they may be
 * any bytes: what is not UTF-8 is replaced, never refused.
 */
#include "jsonout.h"

#include "cmd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Length of the UTF-8 character at text, 0 when there is none. */
static int character(const unsigned char *text)
{
    int length = text[0] < 0x80    ? 1
                 : text[0] >= 0xf0 ? 4
                 : text[0] >= 0xe0 ? 3
                 : text[0] >= 0xc2 ? 2
                                   : 0;
    for (int i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80) return 0;
    return length;
}

/* A copy that jansson accepts; the rare sequences only it refuses go byte by byte as well. */
static char *mend(const char *text)
{
    char *copy = cli_alloc(3 * strlen(text) + 1, 1), *to = copy;
    while (*text) {
        int length = character((const unsigned char *)text);
        json_t *probe = length ? json_stringn(text, (size_t)length) : NULL;
        if (!probe) length = 1;
        to = probe ? mempcpy(to, text, (size_t)length) : stpcpy(to, "\xef\xbf\xbd");
        text += length;
        json_decref(probe);
    }
    return copy;
}

static json_t *made(json_t *value)
{
    if (value) return value;
    cli_say(NULL, "out of memory");
    exit(CLI_FAILED);
}

json_t *cli_json_real(double value)
{
    return made(isfinite(value) ? json_real(value) : json_null());
}

json_t *cli_json_text(const char *text)
{
    if (!text) return json_null();
    json_t *value = json_string(text);
    if (value) return value;
    char *copy = mend(text);
    value = made(json_string(copy));
    free(copy);
    return value;
}

void cli_json_set(json_t *object, const char *key, json_t *value)
{
    if (json_object_set(object, key, value) != 0) {
        char *copy = mend(key);
        if (json_object_set(object, copy, value) != 0) made(NULL);
        free(copy);
    }
    json_decref(value);
}

void cli_json_push(json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0) made(NULL);
}

void cli_json_print(json_t *root)
{
    /* 17 digits read back to the same double; a failed write is seen when stdout is closed */
    if (json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0 && !ferror(stdout))
        made(NULL);
    putchar('\n');
    json_decref(root);
}
