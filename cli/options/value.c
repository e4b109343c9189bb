/* SPDX-License-Identifier: BSD-3-Clause
 * Values of options: text to number, choice or path, strictly. A number is the whole text, decimal,
 * with a point whatever the locale (the program never calls setlocale), and lies in the range its
 * table row states. Who calls this with which text: opt.c.
 */
#include "cmd.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(char why[CLI_WHY_MAX], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool refuse(char why[CLI_WHY_MAX], const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(why, CLI_WHY_MAX, format, list);
    va_end(list);
    return false;
}

/* Decimal digits with sign, point and exponent only: strtod alone would take " 1", "0x1p3", "nan".
 */
static bool parse_real(const char *text, double *out)
{
    if (*text == '\0' || strspn(text, "+-.0123456789eE") != strlen(text)) return false;
    char *end;
    *out = strtod(text, &end);
    return *end == '\0' && isfinite(*out);
}

static bool parse_digits(const char *text)
{
    if (*text == '-' || *text == '+') text++;
    return *text != '\0' && strspn(text, "0123456789") == strlen(text);
}

/* range is "low..high" with either end left out, or ">low". */
bool cli_in_range(const char *range, double value)
{
    if (!range) return true;
    if (*range == '>') return value > strtod(range + 1, NULL);
    const char *dots = strstr(range, "..");
    if (!dots) return true;
    char low[CLI_NUMBER_MAX];
    snprintf(low, sizeof low, "%.*s", (int)(dots - range), range);
    if (*low && value < strtod(low, NULL)) return false;
    return dots[2] == '\0' || value <= strtod(dots + 2, NULL);
}

static bool set_int(const cli_option *option, void *target, const char *text, char *why)
{
    if (!parse_digits(text)) return refuse(why, "'%s' is not a whole number", text);
    errno = 0;
    long long value = strtoll(text, NULL, 10);
    if (errno == ERANGE || !cli_in_range(option->range, (double)value))
        return refuse(why, "%s is outside %s", text, option->range ? option->range : "64 bits");
    *(int64_t *)target = value;
    return true;
}

static bool set_seed(void *target, const char *text, char *why)
{
    errno = 0;
    if (*text == '-' || !parse_digits(text))
        return refuse(why, "'%s' is not a whole number from 0 on", text);
    unsigned long long value = strtoull(text, NULL, 10);
    if (errno == ERANGE) return refuse(why, "%s does not fit 64 bits", text);
    *(uint64_t *)target = value;
    return true;
}

static bool set_real(const cli_option *option, void *target, const char *text, char *why)
{
    double value;
    if (!parse_real(text, &value)) return refuse(why, "'%s' is not a number", text);
    if (!cli_in_range(option->range, value))
        return refuse(why, "%s is outside %s", text, option->range);
    *(double *)target = value;
    return true;
}

static bool set_bytes(void *target, const char *text, char *why)
{
    static const char units[] = "KMGT";
    char number[CLI_NUMBER_MAX];
    size_t length = strlen(text);
    const char *unit = length > 1 ? strchr(units, toupper((unsigned char)text[length - 1])) : NULL;
    double value;
    snprintf(number, sizeof number, "%.*s", (int)(unit ? length - 1 : length), text);
    if (!parse_real(number, &value) || value < 0)
        return refuse(why, "'%s' is no size: 500M, 4G", text);
    *(double *)target = unit ? ldexp(value, 10 * (int)(unit - units + 1)) : value;
    return true;
}

static bool set_choice(const cli_option *option, void *target, const char *text, char *why)
{
    int position = 0;
    for (const char *at = option->range;; position++) {
        size_t length = strcspn(at, "|");
        if (strlen(text) == length && strncmp(at, text, length) == 0) break;
        if (at[length] == '\0') return refuse(why, "'%s' is none of %s", text, option->range);
        at += length + 1;
    }
    *(int *)target = position;
    return true;
}

/* A:B, or what others write for it: A-B, A..B, A,B. */
static bool is_range(const char *text, int64_t *low, int64_t *high)
{
    const size_t digits = strspn(text, "0123456789"), mark = strspn(text + digits, ":-.,");
    char plain[48];
    const int length = snprintf(plain, sizeof plain, "%.*s:%s", (int)digits, text, text + digits + mark);
    const bool fraction = mark == 1 && text[digits] == '.';
    return mark > 0 && !fraction && length < (int)sizeof plain && cli_counts(plain, low, high);
}

/* The library knows its own options: one table, one parser, one sentence. */
static bool set_library(const cli_option *option, void *target, const char *text, char *why)
{
    lacon_ctx *ctx;
    lacon_status status = lacon_ctx_new(&ctx, NULL);
    if (status < 0) cli_out_of_memory();
    status = lacon_fit_options_set(ctx, target, option->name, text);
    if (status == LACON_E_MEMORY) cli_out_of_memory();
    if (status < 0) {
        const char *said = lacon_ctx_message(ctx);
        size_t length = strlen(option->name);
        const bool named = strncmp(said, option->name, length) == 0 && said[length] == ':';
        const char *reason = named ? said + length + 2 : said; /* opt.c says whose value it is */
        int64_t low, high;
        if (strcmp(option->name, "k") == 0 && is_range(text, &low, &high))
            refuse(why, "%s; lacon select chooses among them: lacon select INPUT... --k %lld:%lld --out DIR", reason,
                   (long long)low, (long long)high);
        else if (strcmp(option->name, "k") == 0 && strpbrk(text, "0123456789") == NULL)
            refuse(why, "%s; lacon select finds the number: lacon select INPUT... --k 2:20 --out DIR", reason);
        else refuse(why, "%s", reason);
    }
    lacon_ctx_free(ctx);
    return status >= 0;
}

bool cli_value_set(const cli_option *option, void *values, const char *text, char why[CLI_WHY_MAX])
{
    void *target = (char *)values + option->offset;
    why[0] = '\0';
    switch (option->kind) {
    case CLI_FLAG:
        *(int *)target = strncmp(option->name, "no-", 3) == 0 ? -1 : 1;
        return true;
    case CLI_INT:
        return set_int(option, target, text, why);
    case CLI_SEED:
        return set_seed(target, text, why);
    case CLI_REAL:
        return set_real(option, target, text, why);
    case CLI_BYTES:
        return set_bytes(target, text, why);
    case CLI_CHOICE:
        return set_choice(option, target, text, why);
    case CLI_LIBRARY:
        return set_library(option, target, text, why);
    case CLI_TEXT:
    case CLI_FILE:
    case CLI_DIR:
        if (*text == '\0') return refuse(why, "it is empty");
        *(const char **)target = text;
        return true;
    case CLI_HELP:
        return true;
    }
    return refuse(why, "it has no kind");
}

bool cli_counts(const char *text, int64_t *low, int64_t *high)
{
    char *end;
    if (*text < '0' || *text > '9') return false;
    *low = *high = strtoll(text, &end, 10);
    if (*end == ':' && end[1] >= '0' && end[1] <= '9') *high = strtoll(end + 1, &end, 10);
    return *end == '\0' && *low >= 1 && *high >= *low && *high <= INT32_MAX;
}
