/* SPDX-License-Identifier: BSD-3-Clause
 * A digest of what a solver can see of the data: shapes, labels, the numbers themselves. fingerprint.h
 */
#include "data/fingerprint.h"

#include <string.h>

void lcn_class_fingerprint(char out[LCN_SHA256_TEXT], const lcn_class *c, int64_t p)
{
    const size_t size = c->kind == LCN_ROWS_F32 || c->single ? sizeof(float) : sizeof(double);
    const int64_t rows = c->kind == LCN_COV ? p : c->n;
    const int64_t shape[] = {c->n, (int64_t)c->kind, c->missing, c->lags, c->step};
    lcn_sha256 hash;
    lcn_sha256_init(&hash);
    lcn_sha256_update(&hash, c->label, strlen(c->label) + 1);
    lcn_sha256_update(&hash, shape, sizeof shape);
    lcn_sha256_update(&hash, &c->inflation, sizeof c->inflation);
    for (int64_t i = 0; i < rows; i++)
        lcn_sha256_update(&hash, (const char *)c->x + (size_t)(i * c->ld) * size, (size_t)p * size);
    lcn_sha256_final(&hash, out);
}

void lcn_data_fingerprint(lcn_sha256 *hash, const lacon_data *data, const char (*classes)[LCN_SHA256_TEXT])
{
    const int64_t shape[] = {data->p, data->n_classes, (int64_t)data->missing, (int64_t)data->scaling};
    lcn_sha256_update(hash, shape, sizeof shape);
    for (int64_t i = 0; i < data->n_classes; i++) {
        char own[LCN_SHA256_TEXT];
        if (!classes) lcn_class_fingerprint(own, &data->classes[i], data->p);
        lcn_sha256_update(hash, classes ? classes[i] : own, LCN_SHA256_TEXT);
    }
}
