/* SPDX-License-Identifier: BSD-3-Clause
 * A formula as R writes it: columns joined by +, A:B for an interaction, A*B for A + B + A:B, C(A) where
 * numbers are labels. Names that hold blanks or signs are written in backquotes. What terms become is in
 * design.c and coding.c.
 */
#include "inference/inference.h"

#include <ctype.h>
#include <string.h>

enum { CHAINS = 4 }; /* joined by * in one term: 15 terms */

typedef struct parser {
    lacon_ctx *ctx;
    lcn_formula *out;
    const char *text, *at;
} parser;

void lcn_formula_clear(const lacon_allocator *a, lcn_formula *formula)
{
    for (int64_t i = 0; i < formula->n_columns; i++) lcn_free(a, formula->columns[i].name);
    for (int64_t i = 0; i < formula->count; i++) lcn_free(a, formula->terms[i].name);
    lcn_free(a, formula->columns);
    lcn_free(a, formula->terms);
    *formula = (lcn_formula){0};
}

static void blanks(parser *q)
{
    while (isspace((unsigned char)*q->at)) q->at++;
}

/* Is the sign met, with the blanks behind it? */
static bool accept(parser *q, char sign)
{
    if (*q->at != sign) return false;
    q->at++;
    blanks(q);
    return true;
}

/* ---- columns ---- */

/* The name here and behind it; its length without backquotes, 0: there is none. */
static size_t take_name(parser *q, const char **name)
{
    size_t length;
    *name = q->at;
    if (*q->at == '`') {
        *name = q->at + 1;
        length = strcspn(*name, "`");
        if ((*name)[length] == '\0') return 0;
        q->at = *name + length + 1;
    } else {
        length = strcspn(q->at, "+*:()^|~`");
        q->at += length;
        while (length > 0 && isspace((unsigned char)(*name)[length - 1])) length--;
    }
    blanks(q);
    return length;
}

/* "0", "-1", "x - 1": R's notations for no intercept. */
static bool is_no_intercept(const char *name, size_t length)
{
    if (length == 1 && *name == '0') return true;
    if (length < 2 || name[length - 1] != '1') return false;
    size_t at = length - 1;
    while (at > 0 && isspace((unsigned char)name[at - 1])) at--;
    return at > 0 && name[at - 1] == '-' &&
           (at == 1 || at < length - 1 || isspace((unsigned char)name[at - 2]));
}

static lacon_status find_column(parser *q, const char *name, size_t length, bool labels, int32_t *which)
{
    lcn_formula *f = q->out;
    for (int64_t i = 0; i < f->n_columns; i++)
        if (strlen(f->columns[i].name) == length && memcmp(f->columns[i].name, name, length) == 0) {
            f->columns[i].labels |= labels;
            *which = (int32_t)i;
            return LACON_OK;
        }
    char *copy = lcn_sprintf(q->ctx, "%.*s", (int)length, name);
    if (!copy) return LACON_E_MEMORY;
    *which = (int32_t)f->n_columns;
    f->columns[f->n_columns++] = (lcn_column){.name = copy, .labels = labels};
    return LACON_OK;
}

/* A name or C(name); *which -1: the intercept, "1". */
static lacon_status take_column(parser *q, int32_t *which)
{
    lacon_ctx *ctx = q->ctx;
    const char *begin = q->at, *name;
    bool wrapped = *q->at == 'C';
    if (wrapped) {
        q->at++;
        blanks(q);
        wrapped = accept(q, '(');
        if (!wrapped) q->at = begin;
    }
    const size_t length = take_name(q, &name);
    LCN_FAIL_IF(length == 0, LACON_E_ARGUMENT,
                "model '%s': a column is expected at '%s'; columns are joined by +, : and *, brackets are "
                "to be written out", q->text, name);
    LCN_FAIL_IF(*begin != '`' && is_no_intercept(name, length), LACON_E_ARGUMENT,
                "model '%s': the intercept stays, permutations compare classes with each other and not "
                "with zero; leave out '%.*s', or test the mean itself: " LCN_OPTION "contrast 1",
                q->text, (int)length, name);
    LCN_FAIL_IF(wrapped && *q->at != ')', LACON_E_ARGUMENT, "model '%s': ) is missing at '%s'", q->text,
                q->at);
    if (wrapped) accept(q, ')');
    *which = -1;
    if (!wrapped && *begin != '`' && length == 1 && *name == '1') return LACON_OK;
    return find_column(q, name, length, wrapped, which);
}

/* ---- terms ---- */

static bool has(const lcn_product *t, int32_t column)
{
    for (int i = 0; i < t->width; i++)
        if (t->of[i] == column) return true;
    return false;
}

static bool same(const lcn_product *a, const lcn_product *b)
{
    int common = 0;
    for (int i = 0; i < a->width; i++) common += has(b, a->of[i]);
    return common == a->width && a->width == b->width;
}

/* Adds the columns of another term. */
static lacon_status join(parser *q, lcn_product *to, const lcn_product *more)
{
    lacon_ctx *ctx = q->ctx;
    for (int i = 0; i < more->width; i++) {
        LCN_FAIL_IF(has(to, more->of[i]), LACON_E_ARGUMENT, "model '%s': '%s' appears twice in a product",
                    q->text, q->out->columns[more->of[i]].name);
        LCN_FAIL_IF(to->width == LCN_FACTORS, LACON_E_ARGUMENT,
                    "model '%s': a product of more than %d columns", q->text, LCN_FACTORS);
        to->of[to->width++] = more->of[i];
    }
    return LACON_OK;
}

/* A:B:C */
static lacon_status take_chain(parser *q, lcn_product *chain)
{
    *chain = (lcn_product){0};
    do {
        lcn_product one = {.width = 1};
        LCN_TRY(take_column(q, &one.of[0]));
        if (one.of[0] < 0) continue; /* times 1 */
        LCN_TRY(join(q, chain, &one));
    } while (accept(q, ':'));
    return LACON_OK;
}

static lacon_status add_term(parser *q, lcn_product t)
{
    lcn_formula *f = q->out;
    t.name = lcn_strdup(q->ctx, f->columns[t.of[0]].name);
    for (int i = 1; t.name && i < t.width; i++) {
        char *longer = lcn_sprintf(q->ctx, "%s:%s", t.name, f->columns[t.of[i]].name);
        lcn_free(&q->ctx->allocator, t.name);
        t.name = longer;
    }
    if (!t.name) return LACON_E_MEMORY;
    f->terms[f->count++] = t;
    return LACON_OK;
}

/* A*B: the product of every set of its chains, unless it is there; A alone must not be. */
static lacon_status take_term(parser *q)
{
    lacon_ctx *ctx = q->ctx;
    lcn_product chain[CHAINS];
    int n = 0;
    do {
        LCN_FAIL_IF(n == CHAINS, LACON_E_ARGUMENT, "model '%s': more than %d columns joined by *", q->text,
                    CHAINS);
        LCN_TRY(take_chain(q, &chain[n]));
        n += chain[n].width > 0;
    } while (accept(q, '*'));
    for (unsigned set = 1; set < 1u << n; set++) {
        lcn_product t = {0};
        bool there = false;
        for (int i = 0; i < n; i++)
            if (set >> i & 1) LCN_TRY(join(q, &t, &chain[i]));
        for (int64_t i = 0; i < q->out->count; i++) there |= same(&q->out->terms[i], &t);
        LCN_FAIL_IF(there && n == 1 && t.width == 1 && !q->out->expanded, LACON_E_ARGUMENT,
                    "'%s' appears twice in the model", q->out->columns[t.of[0]].name);
        if (!there) LCN_TRY(add_term(q, t));
    }
    q->out->expanded |= n > 1;
    return LACON_OK;
}

/* Main effects first, as R has them; else in the order they were written. */
static void sort_terms(lcn_formula *f)
{
    for (int64_t i = 1; i < f->count; i++) {
        const lcn_product t = f->terms[i];
        int64_t at = i;
        for (; at > 0 && f->terms[at - 1].width > t.width; at--) f->terms[at] = f->terms[at - 1];
        f->terms[at] = t;
    }
}

/* An interaction means what it says only beside its parts. */
static lacon_status check_parts(parser *q)
{
    lacon_ctx *ctx = q->ctx;
    const lcn_formula *f = q->out;
    for (int64_t i = 0; i < f->count; i++) {
        const lcn_product *t = &f->terms[i];
        for (int out = 0; t->width > 1 && out < t->width; out++) {
            lcn_product part = {0};
            bool there = false;
            for (int j = 0; j < t->width; j++)
                if (j != out) part.of[part.width++] = t->of[j];
            for (int64_t j = 0; j < f->count; j++) there |= same(&f->terms[j], &part);
            LCN_FAIL_IF(!there, LACON_E_ARGUMENT,
                        "model '%s': '%s' appears without %s%s%s; an interaction is tested beside its parts: "
                        "join the columns by * in place of :", q->text, t->name,
                        f->columns[part.of[0]].name, part.width > 1 ? ":" : "",
                        part.width > 1 ? f->columns[part.of[1]].name : "");
        }
    }
    return LACON_OK;
}

static lacon_status parse(parser *q)
{
    lacon_ctx *ctx = q->ctx;
    blanks(q);
    accept(q, '~'); /* as R writes a formula without its left side */
    do LCN_TRY(take_term(q));
    while (accept(q, '+'));
    LCN_FAIL_IF(*q->at, LACON_E_ARGUMENT,
                "model '%s': not understood from '%s' on; columns are joined by +, : and *, and what else is "
                "wanted (a power, a logarithm) can be a column of the table", q->text, q->at);
    sort_terms(q->out);
    return check_parts(q);
}

lacon_status lcn_formula_parse(lacon_ctx *ctx, lcn_formula *out, const char *text)
{
    *out = (lcn_formula){0};
    parser q = {.ctx = ctx, .out = out, .text = text, .at = text};
    size_t most = 1;
    for (const char *p = text; *p; p++) most += *p == '+' || *p == '*' || *p == ':';
    out->columns = lcn_alloc(ctx, most, sizeof *out->columns);
    out->terms = lcn_alloc(ctx, most << CHAINS, sizeof *out->terms);
    const lacon_status status = out->columns && out->terms ? parse(&q) : LACON_E_MEMORY;
    if (status < 0) lcn_formula_clear(&ctx->allocator, out);
    return status;
}
