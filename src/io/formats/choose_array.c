/* SPDX-License-Identifier: BSD-3-Clause
 * The table among several arrays; see choose_array.h.
 */
#include "io/formats/choose_array.h"

#include <stdio.h>
#include <string.h>

static void append(lcn_array_choice *choice, const char *text)
{
    size_t left = sizeof choice->list - choice->length, length = strlen(text);
    if (length >= left) length = left - 1;
    memcpy(choice->list + choice->length, text, length);
    choice->length += length;
    choice->list[choice->length] = '\0';
}

void lcn_array_choice_offer(lcn_array_choice *choice, const char *name, const char *what, bool is_table)
{
    enum { SHOWN = 10 };
    char text[200];
    snprintf(text, sizeof text, "%s%.80s (%.80s)", choice->count > 0 ? ", " : "", name, what);
    if (choice->count < SHOWN) append(choice, text);
    if (choice->count == SHOWN) append(choice, ", ..");
    choice->count++;
    choice->tables += is_table;
    bool wanted = choice->wanted != NULL && strcmp(name, choice->wanted) == 0;
    choice->seen = choice->seen || wanted;
    if (is_table && strlen(name) >= sizeof choice->name) choice->too_long = true;
    if (!is_table || choice->found || strlen(name) >= sizeof choice->name) return;
    strcpy(choice->name, name);
    choice->found = wanted;
}

lacon_status lcn_array_choice_check(lacon_ctx *ctx, const lcn_array_choice *choice, const char *path)
{
    LCN_FAIL_IF(choice->too_long && !choice->found, LACON_E_FORMAT,
                "%s: holds names of %d bytes or more, groups inside each other counted: give the table a shorter one",
                path, (int)sizeof choice->name);
    LCN_FAIL_IF(choice->wanted != NULL && !choice->seen, LACON_E_DATA,
                "%s: has no variable '%s': it has %s", path, choice->wanted,
                choice->count > 0 ? choice->list : "none");
    LCN_FAIL_IF(choice->wanted != NULL && !choice->found, LACON_E_DATA,
                "%s: variable '%s' is not a table (2 dimensions of 2 or more numbers): it has %s",
                path, choice->wanted, choice->list);
    LCN_FAIL_IF(choice->tables == 0, LACON_E_FORMAT,
                "%s: holds no table (2 dimensions of 2 or more numbers): it has %s", path,
                choice->count > 0 ? choice->list : "no variable");
    LCN_FAIL_IF(choice->wanted == NULL && choice->tables > 1, LACON_E_DATA,
                "%s: holds several tables: choose one (" LCN_OPTION "variable NAME) of %s", path, choice->list);
    return LACON_OK;
}

const char *lcn_shape_text(char out[LCN_SHAPE_TEXT], int dims, const int64_t *shape)
{
    size_t length = 0;
    snprintf(out, LCN_SHAPE_TEXT, "one number");
    for (int i = 0; i < dims && length < LCN_SHAPE_TEXT - 24; i++) {
        int n = snprintf(out + length, LCN_SHAPE_TEXT - length, "%s%lld", i > 0 ? " x " : "",
                         (long long)shape[i]);
        length += n > 0 ? (size_t)n : 0;
    }
    return out;
}

const char *lcn_names_word(int i)
{
    static const char *const names[] = {"variables", "names", "columns", "labels"};
    return i >= 0 && i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}
