/* SPDX-License-Identifier: BSD-3-Clause
 * A document without the names of classes: see report.h. What may hold a name in any form (command lines,
 * file names, digests of files that somebody else may have) is dropped; in sentences a name that is
 * a word is replaced, longest names first, so that no name is left as part of another.
 */
#include "report/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct alias {
    const char *name, *number;
} alias;

static int longest_first(const void *a, const void *b)
{
    const size_t x = strlen(((const alias *)a)->name), y = strlen(((const alias *)b)->name);
    return (x < y) - (x > y);
}

/* Letters and digits, and every byte of a character beyond ASCII. */
static bool is_word(char c) { return isalnum((unsigned char)c) || (unsigned char)c >= 0x80; }

static bool is_alone(const char *text, const char *at, size_t length)
{
    const bool open = at == text || !is_word(at[-1]) || !is_word(at[0]);
    return open && (at[length] == '\0' || !is_word(at[length]) || !is_word(at[length - 1]));
}

/* text with one name replaced wherever it is a word; takes text over. NULL: no memory. */
static char *replace(char *text, const alias *who)
{
    const size_t length = strlen(who->name), number = strlen(who->number);
    char *from = text, *at;
    while (length > 0 && (at = strstr(from, who->name)) != NULL) {
        const size_t before = (size_t)(at - text);
        if (!is_alone(text, at, length)) {
            from = at + 1;
            continue;
        }
        const size_t rest = strlen(at + length) + 1;
        char *longer = malloc(before + number + rest);
        if (longer != NULL) {
            memcpy(longer, text, before);
            memcpy(longer + before, who->number, number);
            memcpy(longer + before + number, at + length, rest);
        }
        free(text);
        if (longer == NULL) return NULL;
        text = longer;
        from = text + before + number;
    }
    return text;
}

static json_t *renamed(const char *value, const alias *list, int64_t count)
{
    char *text = strdup(value);
    for (int64_t c = 0; c < count && text; c++) text = replace(text, &list[c]);
    json_t *json = text ? json_string(text) : NULL;
    free(text);
    return json;
}

static bool walk(json_t *json, const alias *list, int64_t count)
{
    const char *key;
    json_t *value;
    size_t i;
    void *next;
    if (json_is_object(json)) {
        json_object_foreach_safe(json, next, key, value) {
            json_t *text = json_is_string(value) ? renamed(json_string_value(value), list, count) : NULL;
            if (json_is_string(value) ? text == NULL || json_object_set_new(json, key, text) != 0
                                      : !walk(value, list, count))
                return false;
        }
    } else if (json_is_array(json)) {
        json_array_foreach(json, i, value) {
            json_t *text = json_is_string(value) ? renamed(json_string_value(value), list, count) : NULL;
            if (json_is_string(value) ? text == NULL || json_array_set_new(json, i, text) != 0
                                      : !walk(value, list, count))
                return false;
        }
    }
    return true;
}

/* Columns of people are kept when the test's formula names them: others may be names too. */
static void keep_tested(json_t *document)
{
    json_t *people = json_object_get(document, "people"), *value;
    const char *key, *formula = json_string_value(json_object_get(json_object_get(document, "test"), "model"));
    void *next;
    json_object_foreach_safe(people, next, key, value) {
        const char *at = formula ? strstr(formula, key) : NULL;
        while (at && !is_alone(formula, at, strlen(key))) at = strstr(at + 1, key);
        if (at == NULL) json_object_del(people, key);
    }
}

bool lcn_report_anonymise(json_t *document, const lcn_report *report)
{
    static const char *const parts[] = {"about", "selection", "stability", "test", "causal"};
    static const char *const telling[] = {"command", "inputs", "dropped", "digest"};
    const int64_t N = report->model->n_classes;
    alias *list = calloc((size_t)N + 1, sizeof *list);
    bool good = list != NULL;
    for (int64_t c = 0; c < N && good; c++)
        list[c] = (alias){lacon_model_label(report->model, c), report->labels[c]};
    if (good) qsort(list, (size_t)N, sizeof *list, longest_first);
    keep_tested(document);
    for (size_t i = 0; i < sizeof parts / sizeof *parts && good; i++) {
        json_t *part = json_object_get(document, parts[i]);
        for (size_t j = 0; j < sizeof telling / sizeof *telling; j++) json_object_del(part, telling[j]);
        good = walk(part, list, N);
    }
    free(list);
    return good;
}
