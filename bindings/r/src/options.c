/* SPDX-License-Identifier: BSD-3-Clause
 * Options by name, from the library's own tables (lacon/tables.h): R's arguments are checked by it alone.
 */
#include "calls.h"
#include "lacon_r.h"

lacon_status options_set(lacon_ctx *ctx, const char *table, void *options, SEXP names, SEXP values)
{
    const char **name = utf8_of(names), **value = utf8_of(values);
    for (R_xlen_t i = 0; i < Rf_xlength(names); i++) {
        const lacon_status status = lacon_option_set(ctx, table, options, name[i], value[i] ? value[i] : "");
        if (status < 0) return status;
    }
    return LACON_OK;
}

/* The rows of a table: name, kind, default, range, help. */
SEXP lacon_r_options(SEXP table)
{
    const char *of = utf8_one(table), *field[5][256];
    int n = lacon_option_count(of);
    if (n > 256) n = 256; /* no table has so many */
    for (int i = 0; i < n; i++) {
        const lacon_option_row *row = lacon_option_at(of, i);
        field[0][i] = row->name;
        field[1][i] = row->kind;
        field[2][i] = row->def;
        field[3][i] = row->range;
        field[4][i] = row->help;
    }
    SEXP column[5];
    for (int j = 0; j < 5; j++) column[j] = PROTECT(texts_of(n, field[j]));
    SEXP out = named_list(5, "name", column[0], "kind", column[1], "default", column[2], "range", column[3], "help",
                          column[4]);
    UNPROTECT(5);
    return out;
}
