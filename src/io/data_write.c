/* SPDX-License-Identifier: BSD-3-Clause
 * Rows of a class as csv, readable by lacon_data_read: names are quoted where they must be.
 */
#include "data/data.h"
#include "io/cells.h"
#include "io/out.h"
#include <lacon/io.h>

#include <string.h>

/* A name that csv gives a meaning, or that looks like a value, needs quotes. */
static bool is_plain(const char *name)
{
    char mark = '.';
    double value;
    lcn_cell cell = {.text = name, .length = strlen(name)};
    return strpbrk(name, ",;\"\t\r\n# ") == NULL &&
           lcn_cell_classify(cell, ',', &mark, &value) == LCN_WORD;
}

static void put_quoted(lcn_out *out, const char *name)
{
    lcn_out_text(out, "\"");
    for (; *name != '\0'; name++) {
        bool breaks = *name == '\r' || *name == '\n';
        if (*name == '"') lcn_out_text(out, "\"");
        lcn_out_bytes(out, breaks ? " " : name, 1);
    }
    lcn_out_text(out, "\"");
}

/* All in quotes or none: the reader knows a line of quoted numbers above plain ones for a header.
 */
static void put_header(lcn_out *out, const lacon_data *data)
{
    bool plain = true;
    for (int64_t r = 0; r < data->p; r++) plain = plain && is_plain(lacon_data_name(data, r));
    for (int64_t r = 0; r < data->p; r++) {
        if (r > 0) lcn_out_text(out, ",");
        if (plain) lcn_out_text(out, lacon_data_name(data, r));
        if (!plain) put_quoted(out, lacon_data_name(data, r));
    }
    lcn_out_text(out, "\n");
}

static void put_row(lcn_out *out, const lcn_class *class, int64_t p, int64_t i)
{
    for (int64_t r = 0; r < p; r++) {
        if (r > 0) lcn_out_text(out, ",");
        lcn_out_double(out, class->kind == LCN_ROWS_F32
                                ? (double)((const float *)class->x)[i * class->ld + r]
                                : ((const double *)class->x)[i * class->ld + r]);
    }
    lcn_out_text(out, "\n");
}

lacon_status lacon_data_write_csv(lacon_ctx *ctx, const lacon_data *data, int64_t c,
                                  const char *path)
{
    LCN_FAIL_IF(c < 0 || c >= data->n_classes, LACON_E_ARGUMENT, "%s: no class %lld among %lld",
                path, (long long)c, (long long)data->n_classes);
    const lcn_class *class = &data->classes[c];
    LCN_FAIL_IF(class->kind == LCN_COV, LACON_E_UNSUPPORTED,
                "%s: class '%s' is a covariance and has no rows", path, class->label);
    lcn_out out;
    LCN_TRY(lcn_out_replace(ctx, &out, path));
    put_header(&out, data);
    for (int64_t i = 0; i < class->n && out.error == 0; i++) put_row(&out, class, data->p, i);
    return lcn_out_close(ctx, &out, LACON_OK);
}
