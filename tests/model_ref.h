/* SPDX-License-Identifier: BSD-3-Clause
 * For tests of src/model: a small model with an unassigned variable, a singular G and, when asked,
 * noise per variable; its Sigma by the definition. Plain linear algebra is in la_ref.h.
 */
#ifndef MODEL_REF_H
#define MODEL_REF_H

#include "contexts.h"
#include "la_ref.h"
#include "model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { P = 11, K = 3, N = 2, ROWS = 300 };

REF void make_parts(double *W, double *G, double *v)
{
    ref_stiefel_plus(1, P, K, 5, W);
    ref_gram(2, K, 5, G);
    ref_gram(3, K, 2, G + K * K); /* rank 2 */
    v[0] = 0.3;
    v[1] = 0.7;
}

REF lacon_model *make_model(lacon_ctx *ctx, bool varied)
{
    double W[P * K], G[N * K * K], v[N], product = 1;
    lacon_model *model;
    make_parts(W, G, v);
    assert_int_equal(
        lacon_model_new(ctx, &model, P, K, N, W, G, v, (int64_t[]){10, 20}, NULL, NULL, NULL), LACON_OK);
    for (int r = 0; varied && r < P; r++) product *= model->psi[r] = 0.5 + 0.1 * r;
    for (int r = 0; varied && r < P; r++) model->psi[r] *= pow(product, -1.0 / P);
    return model;
}

REF lacon_data *make_data(lacon_ctx *ctx, const double *x, int classes)
{
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, P), LACON_OK);
    for (int c = 0; c < classes; c++)
        assert_int_equal(lacon_data_add_copy(ctx, data, NULL, ROWS, x + c * ROWS * P, P), LACON_OK);
    return data;
}

/* Sigma by the definition, and its inverse; the answer is log det */
REF double dense_sigma(const lacon_model *m, int c, double *sigma, double *omega)
{
    for (int r = 0; r < P; r++)
        for (int s = 0; s < P; s++) {
            double sum = r == s ? m->v[c] : 0;
            for (int a = 0; a < K; a++)
                for (int b = 0; b < K; b++)
                    sum += m->W[r * K + a] * m->G[(c * K + a) * K + b] * m->W[s * K + b];
            sigma[r * P + s] = sqrt(m->psi[r] * m->psi[s]) * sum;
        }
    return ref_inverse(P, sigma, omega);
}

/* K = X'X / n */
REF void gram(const double *x, double *out)
{
    for (int r = 0; r < P; r++)
        for (int s = 0; s < P; s++) {
            double sum = 0;
            for (int i = 0; i < ROWS; i++) sum += x[i * P + r] * x[i * P + s];
            out[r * P + s] = sum / ROWS;
        }
}

#endif
