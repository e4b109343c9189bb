/* SPDX-License-Identifier: BSD-3-Clause
 * A table in memory the way lacon_data_read goes about it: open, columns, rows.
 */
#ifndef FUZZ_TABLE_H
#define FUZZ_TABLE_H

#include "fuzz.h"
#include "io/intake/columns.h"
#include "io/formats/table.h"

#include <math.h>

/* how: bit 0 transposes, 1 float32, 2 first column is the class, 3 drops the second, 4 keeps 1:2 */
static inline lacon_read_options fuzz_options(uint8_t how)
{
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.transpose = how & 1;
    o.precision = how >> 1 & 1 ? LACON_PRECISION_SINGLE : LACON_PRECISION_DOUBLE;
    if ((how & 5) == 4) o.class_column = "1";
    if (how & 8) o.ignore = "2";
    if (how & 16) o.columns = "1:2";
    return o;
}

static inline void fuzz_check_pieces(const lcn_class_rows *pieces, int64_t count, int64_t kept,
                                     bool single)
{
    HOLDS(count >= 1);
    for (int64_t c = 0; c < count; c++) {
        HOLDS(pieces[c].n >= 2);
        for (int64_t i = 0; i < pieces[c].n * kept; i++) {
            HOLDS(isfinite(single ? (double)((const float *)pieces[c].x)[i]
                                  : ((const double *)pieces[c].x)[i]));
        }
    }
}

static inline lacon_status fuzz_read(lacon_ctx *ctx, const void *bytes, size_t size, uint8_t how)
{
    lacon_read_options o = fuzz_options(how);
    lcn_table table;
    lcn_table_options as = {.transpose = o.transpose != 0};
    LCN_TRY(lcn_table_open_memory(ctx, &table, "fuzzed", bytes, size, &as));
    const bool single = o.precision == LACON_PRECISION_SINGLE;
    lcn_reference ref = {0};
    lcn_columns columns = {0};
    lcn_class_rows *pieces = NULL;
    int64_t count = 0;
    lacon_status status;
    HOLDS(table.variables >= 1 && table.width >= 1);
    LCN_GOTO(lcn_reference_make(ctx, &ref, &table, &o));
    LCN_GOTO(lcn_columns_match(ctx, &columns, &ref, &table));
    LCN_GOTO(lcn_table_read(ctx, &table, &columns, single ? LCN_ROWS_F32 : LCN_ROWS_F64, &pieces, &count));
    fuzz_check_pieces(pieces, count, columns.kept, single);
done:
    lcn_class_rows_free(&ctx->allocator, pieces, count);
    lcn_free(&ctx->allocator, columns.target);
    lcn_reference_clear(&ctx->allocator, &ref);
    lcn_table_close(&table);
    return status;
}

#endif
