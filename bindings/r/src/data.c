/* SPDX-License-Identifier: BSD-3-Clause
 * Matrices of R as data of the library, files as matrices of R, and the way to data that can be estimated from: the
 * same steps in the same order as the command line, so that the same numbers come out.
 */
#include "calls.h"
#include "lacon_r.h"

#include <string.h>

/* R's matrices are column-major: entry (i, r) is number i + r * rows. */
static lacon_matrix view_of(SEXP x)
{
    const int64_t rows = Rf_nrows(x), columns = Rf_ncols(x);
    return (lacon_matrix){.data = REAL(x), .type = LACON_FLOAT64, .rows = rows, .columns = columns, .row_stride = 1,
                          .column_stride = rows};
}

static lacon_status add_classes(lacon_ctx *ctx, lacon_data *data, SEXP x, SEXP labels, SEXP n_obs)
{
    const char **label = utf8_of(labels);
    for (R_xlen_t c = 0; c < Rf_xlength(x); c++) {
        const lacon_matrix view = view_of(VECTOR_ELT(x, c));
        const char *name = label ? label[c] : NULL;
        const lacon_status status =
            n_obs == R_NilValue ? lacon_data_add_rows(ctx, data, name, &view, 0)
                                : lacon_data_add_covariance(ctx, data, name, (int64_t)REAL(n_obs)[c], &view);
        if (status < 0) return status;
    }
    return LACON_OK;
}

/* x: list of double matrices with the same columns; labels of classes and names of variables or NULL; missing: text;
 * n_obs: doubles when x are covariances, or NULL. */
SEXP lacon_r_data(SEXP session, SEXP x, SEXP labels, SEXP names, SEXP missing, SEXP n_obs)
{
    lacon_ctx *ctx = ctx_of(session);
    lacon_data *data = NULL;
    int mode = LACON_MISSING_REFUSE;
    if (!lacon_enum_parse("lacon_missing", utf8_one(missing), &mode)) Rf_error("no such way for missing values");
    SEXP box = PROTECT(box_new(BOX_DATA));
    lacon_status status = lacon_data_new(ctx, &data, Rf_ncols(VECTOR_ELT(x, 0)));
    box_fill(box, data);
    if (status >= 0) status = lacon_data_set_missing(ctx, data, (lacon_missing)mode);
    if (status >= 0 && names != R_NilValue) status = lacon_data_set_names(ctx, data, utf8_of(names));
    if (status >= 0) status = add_classes(ctx, data, x, labels, n_obs);
    UNPROTECT(1);
    return status < 0 ? failure(session, status) : box;
}

SEXP lacon_r_release(SEXP box)
{
    if (!box_is_empty(box)) box_release(box);
    return R_NilValue;
}

/* As the model was fitted: from the moments it keeps. */
static lacon_scale scale_of(const lacon_model *model)
{
    const double *mean = lacon_model_mean(model), *scale = lacon_model_scale(model);
    const int64_t count = lacon_model_classes(model) * lacon_model_variables(model);
    lacon_scale mode = LACON_SCALE_NONE;
    for (int64_t i = 0; i < count; i++) {
        if (scale[i] == 0) continue; /* never observed */
        if (scale[i] != 1) return LACON_SCALE_Z;
        if (mean[i] != 0) mode = LACON_SCALE_CENTER;
    }
    return mode;
}

static lacon_status align(lacon_ctx *ctx, lacon_data *data, const lacon_model *model)
{
    const int64_t p = lacon_model_variables(model);
    const char **names = (const char **)R_alloc((size_t)p, sizeof *names);
    for (int64_t r = 0; r < p; r++) names[r] = lacon_model_name(model, r);
    return lacon_data_align(ctx, data, p, names);
}

static lacon_status flip_as(lacon_ctx *ctx, lacon_data *data, const lacon_model *model)
{
    const int8_t *sign = lacon_model_sign(model);
    return sign ? lacon_data_flip(ctx, data, sign) : LACON_OK;
}

/* What makes a fit mean something else: of each class symmetric (0, 1), counter (variable from 1, 0 none), codes (how
 * many), code, code_at (variable from 1), turned (0, 1). Before standardising. */
SEXP lacon_r_glance(SEXP session, SEXP box)
{
    lacon_ctx *ctx = ctx_of(session);
    const lacon_data *data = box_object(box, BOX_DATA);
    const int64_t classes = lacon_data_classes(data);
    SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)classes, 6));
    lacon_status status = LACON_OK;
    for (int64_t c = 0; c < classes && status >= 0; c++) {
        lacon_summary s;
        status = lacon_data_glance(ctx, data, c, &s);
        if (status < 0) break;
        const double found[] = {(double)s.symmetric, (double)s.counter_at + 1, (double)s.codes, s.code,
                                (double)s.code_at + 1, (double)s.turned};
        for (int j = 0; j < 6; j++) REAL(out)[c + j * classes] = found[j];
    }
    UNPROTECT(1);
    return status < 0 ? failure(session, status) : out;
}

/* scale: text; signs: integers or NULL. Moments are those of the data themselves. */
SEXP lacon_r_standardise(SEXP session, SEXP box, SEXP scale, SEXP signs)
{
    lacon_ctx *ctx = ctx_of(session);
    lacon_data *data = box_object(box, BOX_DATA);
    int mode = LACON_SCALE_Z;
    if (!lacon_enum_parse("lacon_scale", utf8_one(scale), &mode)) Rf_error("no such scale");
    lacon_status status = lacon_data_standardise(ctx, data, (lacon_scale)mode);
    if (status >= 0 && signs != R_NilValue) {
        int8_t *sign = (int8_t *)R_alloc((size_t)Rf_xlength(signs), sizeof *sign);
        for (R_xlen_t r = 0; r < Rf_xlength(signs); r++) sign[r] = (int8_t)INTEGER(signs)[r];
        status = lacon_data_flip(ctx, data, sign);
    }
    return status < 0 ? failure(session, status) : box;
}

/* As a model's data were: order of variables, scaling, signs. */
SEXP lacon_r_standardise_as(SEXP session, SEXP box, SEXP model_box)
{
    lacon_ctx *ctx = ctx_of(session);
    lacon_data *data = box_object(box, BOX_DATA);
    const lacon_model *model = box_object(model_box, BOX_MODEL);
    lacon_status status = align(ctx, data, model);
    if (status >= 0) status = lacon_data_standardise(ctx, data, scale_of(model));
    if (status >= 0) status = flip_as(ctx, data, model);
    return status < 0 ? failure(session, status) : box;
}

/* Unseen rows of known classes, by the moments of classes map[c] (from 0) of the model. */
SEXP lacon_r_standardise_by(SEXP session, SEXP box, SEXP model_box, SEXP map)
{
    lacon_ctx *ctx = ctx_of(session);
    lacon_data *data = box_object(box, BOX_DATA);
    const lacon_model *model = box_object(model_box, BOX_MODEL);
    const size_t p = (size_t)lacon_model_variables(model), n = (size_t)Rf_xlength(map), bytes = p * sizeof(double);
    double *mean = (double *)R_alloc(n * p, sizeof *mean), *scale = (double *)R_alloc(n * p, sizeof *scale);
    for (size_t c = 0; c < n; c++) {
        const size_t from = (size_t)INTEGER(map)[c] * p;
        memcpy(mean + c * p, lacon_model_mean(model) + from, bytes);
        memcpy(scale + c * p, lacon_model_scale(model) + from, bytes);
    }
    lacon_status status = align(ctx, data, model);
    if (status >= 0) status = lacon_data_standardise_by(ctx, data, mean, scale);
    if (status >= 0) status = flip_as(ctx, data, model);
    return status < 0 ? failure(session, status) : box;
}

/* ---- files ---- */

static SEXP rows_of(const lacon_data *data, int64_t c)
{
    lacon_matrix m;
    if (!lacon_data_get_rows(data, c, &m) && !lacon_data_get_cov(data, c, &m)) return R_NilValue;
    SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)m.rows, (int)m.columns));
    for (int64_t r = 0; r < m.columns; r++)
        for (int64_t i = 0; i < m.rows; i++) {
            const int64_t at = i * m.row_stride + r * m.column_stride;
            REAL(out)[r * m.rows + i] =
                m.type == LACON_FLOAT64 ? ((const double *)m.data)[at] : (double)((const float *)m.data)[at];
        }
    UNPROTECT(1);
    return out;
}

/* list(x, labels, names, n) */
static SEXP contents(const lacon_data *data)
{
    const int64_t classes = lacon_data_classes(data), p = lacon_data_variables(data);
    SEXP x = PROTECT(Rf_allocVector(VECSXP, classes)), labels = PROTECT(Rf_allocVector(STRSXP, classes)),
         names = PROTECT(Rf_allocVector(STRSXP, p)), n = PROTECT(Rf_allocVector(REALSXP, classes));
    for (int64_t c = 0; c < classes; c++) {
        SET_VECTOR_ELT(x, c, rows_of(data, c));
        SET_STRING_ELT(labels, c, Rf_mkCharCE(lacon_data_label(data, c), CE_UTF8));
        REAL(n)[c] = (double)lacon_data_rows(data, c);
    }
    for (int64_t r = 0; r < p; r++) SET_STRING_ELT(names, r, Rf_mkCharCE(lacon_data_name(data, r), CE_UTF8));
    SEXP out = named_list(4, "x", x, "labels", labels, "names", names, "n", n);
    UNPROTECT(4);
    return out;
}

SEXP lacon_r_read(SEXP session, SEXP paths, SEXP names, SEXP values)
{
    lacon_ctx *ctx = ctx_of(session);
    lacon_data *data = NULL;
    lacon_read_options options;
    lacon_read_options_init_sized(&options, sizeof options);
    SEXP box = PROTECT(box_new(BOX_DATA));
    lacon_status status = options_set(ctx, "read", &options, names, values);
    if (status >= 0) status = lacon_data_read(ctx, &data, utf8_of(paths), Rf_xlength(paths), &options);
    box_fill(box, data);
    SEXP out = status < 0 ? failure(session, status) : contents(data);
    UNPROTECT(1);
    return out;
}
