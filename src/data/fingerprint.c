/* SPDX-License-Identifier: BSD-3-Clause
 * A digest of what a solver can see of the data: shapes, labels, the numbers themselves. fingerprint.h
 */
#include "data/fingerprint.h"

#include <string.h>

static void add_class(lcn_sha256 *hash, const lcn_class *c, int64_t p)
{
    const size_t size = c->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double);
    const int64_t rows = c->kind == LCN_COV ? p : c->n;
    const int64_t shape[] = {c->n, (int64_t)c->kind, c->missing, c->lags, c->step};
    lcn_sha256_update(hash, c->label, strlen(c->label) + 1);
    lcn_sha256_update(hash, shape, sizeof shape);
    lcn_sha256_update(hash, &c->inflation, sizeof c->inflation);
    for (int64_t i = 0; i < rows; i++)
        lcn_sha256_update(hash, (const char *)c->x + (size_t)(i * c->ld) * size, (size_t)p * size);
}

void lcn_data_fingerprint(lcn_sha256 *hash, const lacon_data *data)
{
    const int64_t shape[] = {data->p, data->n_classes, (int64_t)data->missing, (int64_t)data->scaling};
    lcn_sha256_update(hash, shape, sizeof shape);
    for (int64_t i = 0; i < data->n_classes; i++) add_class(hash, &data->classes[i], data->p);
}
