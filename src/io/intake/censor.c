/* SPDX-License-Identifier: BSD-3-Clause
 * Outliers and runs; see censor.h.
 */
#include "io/intake/censor.h"
#include "io/text/text_table.h"

#include <math.h>
#include <string.h>

/* ---- outliers ---- */

/* XCP-D has one column per reason; the ones that lead to a volume being left out are these. A list
 * of another make counts as a whole. */
static bool counts(const lcn_text_table *table, int64_t column)
{
    int64_t motion = lcn_text_table_column(table, "framewise_displacement");
    int64_t interpolation = lcn_text_table_column(table, "interpolation");
    if (motion < 0 && interpolation < 0) return true;
    return column == motion || column == interpolation;
}

static lacon_status flag_rows(lacon_ctx *ctx, const lcn_text_table *table, bool *out, int64_t *flagged)
{
    *flagged = 0;
    for (int64_t i = 0; i < table->rows; i++) {
        for (int64_t j = 0; j < table->columns; j++) {
            double value;
            if (!counts(table, j) || strcmp(lcn_text_table_at(table, i, j), "n/a") == 0) continue;
            LCN_TRY(lcn_text_table_number(ctx, table, i, j, &value));
            out[i] = out[i] || value != 0;
        }
        *flagged += out[i];
    }
    return LACON_OK;
}

static void drop_rows(lcn_class_rows *rows, size_t row_bytes, const bool *flagged)
{
    char *x = rows->x;
    int64_t kept = 0;
    for (int64_t i = 0; i < rows->n; i++) {
        if (flagged[i]) continue;
        if (kept != i) memcpy(x + (size_t)kept * row_bytes, x + (size_t)i * row_bytes, row_bytes);
        kept++;
    }
    rows->n = kept;
}

static size_t value_size(lcn_kind kind)
{
    return kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double);
}

static lacon_status apply(lacon_ctx *ctx, lcn_class_rows *rows, size_t row_bytes, const char *path,
                          const lcn_text_table *table, bool *out)
{
    int64_t flagged;
    LCN_TRY(flag_rows(ctx, table, out, &flagged));
    if (rows->n == table->rows) {
        drop_rows(rows, row_bytes, out);
    } else {
        LCN_FAIL_IF(rows->n != table->rows - flagged, LACON_E_DATA,
                    "%s: %lld volumes, but %s lists %lld, of which %lld are no outliers: the two "
                    "do not belong together",
                    path, (long long)rows->n, table->path, (long long)table->rows,
                    (long long)(table->rows - flagged));
    }
    LCN_FAIL_IF(rows->n < 2, LACON_E_DATA,
                "%s: %lld volume(s) are left without outliers, at least 2 are needed", path,
                (long long)rows->n);
    return LACON_OK;
}

lacon_status lcn_censor(lacon_ctx *ctx, lcn_class_rows *rows, int64_t columns, lcn_kind kind,
                        const char *path, const char *outliers)
{
    lcn_text_table table;
    LCN_TRY(lcn_text_table_read(ctx, &table, outliers));
    bool *out = lcn_alloc(ctx, (size_t)table.rows + 1, sizeof *out);
    lacon_status status = LACON_E_MEMORY;
    if (out != NULL) {
        status = apply(ctx, rows, (size_t)columns * value_size(kind), path, &table, out);
    }
    lcn_free(&ctx->allocator, out);
    lcn_text_table_clear(&table);
    return status;
}

/* ---- runs ---- */

/* x - mean of each column; the mean in double whatever x is. */
static void centre(void *x, int64_t n, int64_t columns, lcn_kind kind, double *mean)
{
    float *f = x;
    double *d = x;
    bool single = kind == LCN_ROWS_F32;
    for (int64_t j = 0; j < columns; j++) {
        double sum = 0, there = 0; /* without missing values */
        for (int64_t i = j; i < n * columns; i += columns) {
            double value = single ? (double)f[i] : d[i];
            if (isnan(value)) continue;
            sum += value;
            there++;
        }
        mean[j] = there > 0 ? sum / there : 0;
    }
    for (int64_t i = 0; i < n * columns; i++) {
        if (single) f[i] = (float)((double)f[i] - mean[i % columns]);
        if (!single) d[i] -= mean[i % columns];
    }
}

lacon_status lcn_join_runs(lacon_ctx *ctx, lcn_class_rows *out, const lcn_class_rows *runs, int64_t count,
                           int64_t columns, lcn_kind kind)
{
    *out = (lcn_class_rows){0};
    size_t row_bytes = (size_t)columns * value_size(kind);
    for (int64_t r = 0; r < count; r++) out->n += runs[r].n;
    double *mean = lcn_alloc(ctx, (size_t)columns, sizeof *mean);
    out->x = lcn_alloc(ctx, (size_t)out->n, row_bytes);
    if (mean == NULL || out->x == NULL) {
        lcn_free(&ctx->allocator, mean);
        lcn_free(&ctx->allocator, out->x);
        out->x = NULL;
        return LACON_E_MEMORY;
    }
    char *to = out->x;
    for (int64_t r = 0; r < count; r++) {
        size_t bytes = (size_t)runs[r].n * row_bytes;
        memcpy(to, runs[r].x, bytes);
        centre(to, runs[r].n, columns, kind, mean);
        to += bytes;
    }
    lcn_free(&ctx->allocator, mean);
    return LACON_OK;
}
