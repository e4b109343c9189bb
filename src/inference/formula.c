/* SPDX-License-Identifier: BSD-3-Clause
 * A formula: names of columns with + between them, C(name) where numbers are labels. Names that hold
 * blanks or signs stand in backquotes, as in R.
 */
#include "inference/inference.h"

#include <ctype.h>
#include <string.h>

void lcn_formula_clear(const lacon_allocator *a, lcn_formula *formula)
{
    for (int64_t i = 0; i < formula->count; i++) lcn_free(a, formula->terms[i].name);
    lcn_free(a, formula->terms);
    *formula = (lcn_formula){0};
}

static const char *blanks(const char *p)
{
    while (isspace((unsigned char)*p)) p++;
    return p;
}

/* Length of the name at p, without its backquotes; *next is behind it. 0: there is none. */
static size_t name_at(const char **p, const char **next)
{
    if (**p == '`') {
        *p += 1;
        const size_t length = strcspn(*p, "`");
        if ((*p)[length] == '\0') return 0;
        *next = *p + length + 1;
        return length;
    }
    size_t length = strcspn(*p, "+*:()^|~`");
    while (length > 0 && isspace((unsigned char)(*p)[length - 1])) length--;
    *next = *p + length;
    return length;
}

static lacon_status add(lacon_ctx *ctx, lcn_formula *f, const char *name, size_t length, bool labels)
{
    char *copy = lcn_sprintf(ctx, "%.*s", (int)length, name);
    if (!copy) return LACON_E_MEMORY;
    for (int64_t i = 0; i < f->count; i++)
        if (strcmp(f->terms[i].name, copy) == 0) {
            const lacon_status status =
                lcn_fail(ctx, LACON_E_ARGUMENT, "'%s' stands twice in the model", copy);
            lcn_free(&ctx->allocator, copy);
            return status;
        }
    f->terms[f->count++] = (lcn_term_name){.name = copy, .labels = labels};
    return LACON_OK;
}

static lacon_status parse(lacon_ctx *ctx, lcn_formula *f, const char *text)
{
    const char *p = blanks(text);
    if (*p == '~') p = blanks(p + 1); /* as R writes a formula without its left side */
    for (;;) {
        const char *next = p;
        const bool wrapped = p[0] == 'C' && *blanks(p + 1) == '(';
        if (wrapped) p = blanks(blanks(p + 1) + 1);
        const size_t length = name_at(&p, &next);
        LCN_FAIL_IF(length == 0, LACON_E_ARGUMENT,
                    "model '%s': a column is expected at '%s'; columns are joined by +", text, p);
        LCN_TRY(add(ctx, f, p, length, wrapped));
        p = blanks(next);
        LCN_FAIL_IF(wrapped && *p != ')', LACON_E_ARGUMENT, "model '%s': ) is missing at '%s'", text, p);
        if (wrapped) p = blanks(p + 1);
        if (*p == '\0') return LACON_OK;
        LCN_FAIL_IF(*p != '+', LACON_E_ARGUMENT,
                    "model '%s': not understood from '%s' on; columns are joined by + (a product of "
                    "columns can be a column of the table)", text, p);
        p = blanks(p + 1);
    }
}

lacon_status lcn_formula_parse(lacon_ctx *ctx, lcn_formula *out, const char *text)
{
    *out = (lcn_formula){0};
    size_t most = 1;
    for (const char *p = text; *p; p++) most += *p == '+';
    out->terms = lcn_alloc(ctx, most, sizeof *out->terms);
    if (!out->terms) return LACON_E_MEMORY;
    const lacon_status status = parse(ctx, out, text);
    if (status < 0) lcn_formula_clear(&ctx->allocator, out);
    return status;
}
