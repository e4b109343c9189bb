/* SPDX-License-Identifier: BSD-3-Clause
 * The table among several arrays; see choose_array.h.
 */
#include "io/formats/choose_array.h"

#include <stdio.h>
#include <string.h>

static void append(lcn_array_choice *pick, const char *text)
{
    size_t room = sizeof pick->list - pick->length, length = strlen(text);
    if (length >= room) length = room - 1;
    memcpy(pick->list + pick->length, text, length);
    pick->length += length;
    pick->list[pick->length] = '\0';
}

void lcn_array_choice_offer(lcn_array_choice *pick, const char *name, const char *what, bool is_table)
{
    enum { SHOWN = 10 };
    char text[200];
    snprintf(text, sizeof text, "%s%.80s (%.80s)", pick->count > 0 ? ", " : "", name, what);
    if (pick->count < SHOWN) append(pick, text);
    if (pick->count == SHOWN) append(pick, ", ..");
    pick->count++;
    pick->tables += is_table;
    bool wanted = pick->wanted != NULL && strcmp(name, pick->wanted) == 0;
    pick->seen = pick->seen || wanted;
    if (!is_table || pick->found || strlen(name) >= sizeof pick->name) return;
    strcpy(pick->name, name);
    pick->found = wanted;
}

lacon_status lcn_array_choice_check(lacon_ctx *ctx, const lcn_array_choice *pick, const char *path)
{
    LCN_FAIL_IF(pick->wanted != NULL && !pick->seen, LACON_E_DATA,
                "%s: has no variable '%s': it has %s", path, pick->wanted,
                pick->count > 0 ? pick->list : "none");
    LCN_FAIL_IF(pick->wanted != NULL && !pick->found, LACON_E_DATA,
                "%s: variable '%s' is not a table (2 dimensions of 2 or more numbers): it has %s",
                path, pick->wanted, pick->list);
    LCN_FAIL_IF(pick->tables == 0, LACON_E_FORMAT,
                "%s: holds no table (2 dimensions of 2 or more numbers): it has %s", path,
                pick->count > 0 ? pick->list : "no variable");
    LCN_FAIL_IF(pick->wanted == NULL && pick->tables > 1, LACON_E_DATA,
                "%s: holds several tables: choose one (" LCN_OPTION "variable NAME) of %s", path, pick->list);
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
    static const char *const words[] = {"variables", "names", "columns", "labels"};
    return i >= 0 && i < (int)(sizeof words / sizeof *words) ? words[i] : NULL;
}
