/* SPDX-License-Identifier: BSD-3-Clause
 * What is asked of a model beyond the fit: choice of k, stability, group test, directions. Each call gives
 * list(box, ..): the object, which report() writes out, and what it found as plain vectors.
 */
#include "calls.h"
#include "lacon_r.h"

/* ---- choice of k ---- */

SEXP lacon_r_selection(SEXP box)
{
    const lacon_selection_info *info = lacon_selection_about(box_object(box, BOX_SELECTION));
    const int64_t n = info->n_k;
    enum { COLUMNS = 9 };
    SEXP column[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) column[i] = PROTECT(Rf_allocVector(REALSXP, n));
    for (int64_t i = 0; i < n; i++) {
        const lacon_curve_point *p = &info->curve[i];
        const double value[COLUMNS] = {(double)p->k,     p->loglik,    p->se,       p->behind,         p->behind_se,
                                       (double)p->votes, p->agreement, p->evidence, (double)p->modules};
        for (int j = 0; j < COLUMNS; j++) REAL(column[j])[i] = value[j];
    }
    SEXP curve = PROTECT(named_list(COLUMNS, "k", column[0], "loglik", column[1], "se", column[2], "behind",
                                    column[3], "behind_se", column[4], "votes", column[5], "agreement", column[6],
                                    "evidence", column[7], "modules", column[8]));
    double nulls[LACON_NULL_MODELS];
    const char *null_names[LACON_NULL_MODELS];
    for (int i = 0; i < LACON_NULL_MODELS; i++) {
        nulls[i] = info->null_model[i].loglik;
        null_names[i] = info->null_model[i].name;
    }
    SEXP null_model = PROTECT(reals_of(LACON_NULL_MODELS, nulls));
    Rf_setAttrib(null_model, R_NamesSymbol, PROTECT(texts_of(LACON_NULL_MODELS, null_names)));
    SEXP chosen = PROTECT(count_of(info->chosen)), best = PROTECT(count_of(info->best)),
         one_se = PROTECT(count_of(info->one_se)), by_heldout = PROTECT(count_of(info->by_heldout)),
         by_evidence = PROTECT(count_of(info->by_evidence)), folds = PROTECT(count_of(info->n_folds)),
         gain = PROTECT(Rf_ScalarReal(info->noise_gain)), caution = PROTECT(text_of(info->caution)),
         loglik = PROTECT(matrix_of(info->n_folds, n, info->loglik));
    SEXP out = named_list(11, "curve", curve, "null", null_model, "k", chosen, "best", best, "one_se", one_se,
                          "by_heldout", by_heldout, "by_evidence", by_evidence, "folds", folds, "noise_gain", gain,
                          "caution", caution, "loglik", loglik);
    UNPROTECT(COLUMNS + 12);
    return out;
}

/* ---- stability ---- */

/* A row for each pair of modules a <= b of each class. */
static SEXP intervals(const lacon_stability *found, const lacon_stability_info *info)
{
    const int64_t k = info->modules, rows = info->classes * k * (k + 1) / 2;
    if (!info->has_intervals) return R_NilValue;
    enum { COLUMNS = 6 };
    SEXP label = PROTECT(Rf_allocVector(STRSXP, rows)), a = PROTECT(Rf_allocVector(INTSXP, rows)),
         b = PROTECT(Rf_allocVector(INTSXP, rows)), column[COLUMNS];
    for (int j = 0; j < COLUMNS; j++) column[j] = PROTECT(Rf_allocVector(REALSXP, rows));
    int64_t at = 0;
    for (int64_t c = 0; c < info->classes; c++)
        for (int64_t i = 1; i <= k; i++)
            for (int64_t j = i; j <= k; j++, at++) {
                const lacon_interval *v = lacon_stability_interval(found, c, i, j);
                const double value[COLUMNS] = {v->covariance,  v->covariance_low,  v->covariance_high,
                                               v->correlation, v->correlation_low, v->correlation_high};
                SET_STRING_ELT(label, at, Rf_mkCharCE(info->labels[c], CE_UTF8));
                INTEGER(a)[at] = (int)i;
                INTEGER(b)[at] = (int)j;
                for (int m = 0; m < COLUMNS; m++) REAL(column[m])[at] = value[m];
            }
    SEXP out = named_list(9, "class", label, "module_a", a, "module_b", b, "covariance", column[0], "covariance_low",
                          column[1], "covariance_high", column[2], "correlation", column[3], "correlation_low",
                          column[4], "correlation_high", column[5]);
    UNPROTECT(3 + COLUMNS);
    return out;
}

static SEXP stability_list(SEXP box, const lacon_stability *found)
{
    const lacon_stability_info *info = lacon_stability_about(found);
    const int64_t p = info->variables;
    SEXP names = PROTECT(texts_of(p, info->names)), module = PROTECT(integers_of(p, info->module)),
         share = PROTECT(matrix_of(p, info->modules + 1, info->share)),
         stay = PROTECT(reals_of(p, info->stability)), together = PROTECT(matrix_of(p, p, info->coassignment)),
         agreement = PROTECT(reals_of(info->options->resamples, info->agreement)),
         intervals_ = PROTECT(intervals(found, info));
    SEXP out = named_list(8, "box", box, "variables", names, "module", module, "share", share, "stability", stay,
                          "coassignment", together, "agreement", agreement, "intervals", intervals_);
    UNPROTECT(7);
    return out;
}

SEXP lacon_r_stability(SEXP session, SEXP model, SEXP data, SEXP names, SEXP values, SEXP fit_names, SEXP fit_values)
{
    lacon_ctx *ctx = ctx_of(session);
    lacon_stability *found = NULL;
    lacon_stability_options options;
    lacon_fit_options fit;
    lacon_stability_options_init_sized(&options, sizeof options);
    lacon_fit_options_init_sized(&fit, sizeof fit);
    options.fit = &fit;
    SEXP box = PROTECT(box_new(BOX_STABILITY));
    lacon_status status = options_set(ctx, "stability", &options, names, values);
    if (status >= 0) status = options_set(ctx, "fit", &fit, fit_names, fit_values);
    if (status >= 0)
        status = lacon_stability_run(ctx, &found, box_object(model, BOX_MODEL), box_object(data, BOX_DATA), &options);
    box_fill(box, found);
    SEXP out = status < 0 ? failure(session, status) : stability_list(box, found);
    UNPROTECT(1);
    return out;
}

/* ---- group test ---- */

/* A table from a named list of character vectors of equal length. Freed by the caller. */
static lacon_status people_new(lacon_ctx *ctx, lacon_participants **out, SEXP table)
{
    const R_xlen_t columns = Rf_xlength(table), rows = columns ? Rf_xlength(VECTOR_ELT(table, 0)) : 0;
    const char **cells = (const char **)R_alloc((size_t)(rows * columns) + 1, sizeof *cells);
    if (columns == 0 || Rf_getAttrib(table, R_NamesSymbol) == R_NilValue) Rf_error("a table without named columns");
    for (R_xlen_t j = 0; j < columns; j++) {
        if (Rf_xlength(VECTOR_ELT(table, j)) != rows) Rf_error("columns of a table differ in length");
        const char **column = utf8_of(VECTOR_ELT(table, j));
        for (R_xlen_t i = 0; i < rows; i++) cells[i * columns + j] = column[i];
    }
    const char **names = utf8_of(Rf_getAttrib(table, R_NamesSymbol));
    return lacon_participants_new(ctx, out, rows, columns, names, cells);
}

static SEXP edges_of(const lacon_test *test, int64_t n)
{
    enum { COLUMNS = 15 };
    static const char *const NAMES[COLUMNS] = {"module_a", "module_b",  "effect",      "ci_low", "ci_high",
                                               "statistic", "p",         "p_fwe",       "q_fdr",  "p_bonferroni",
                                               "size",     "component", "p_component", "df",     "scaled"};
    SEXP out = PROTECT(Rf_allocVector(VECSXP, COLUMNS));
    for (int j = 0; j < COLUMNS; j++) SET_VECTOR_ELT(out, j, Rf_allocVector(REALSXP, n));
    for (int64_t i = 0; i < n; i++) {
        const lacon_edge *e = lacon_test_edge(test, i);
        const double value[COLUMNS] = {(double)e->module_a, (double)e->module_b, e->effect, e->ci_low,
                                       e->ci_high,          e->statistic,        e->p,      e->p_fwe,
                                       e->q_fdr,            e->p_bonferroni,     e->size,   (double)e->component,
                                       e->p_component,      e->df,               e->scaled};
        for (int j = 0; j < COLUMNS; j++) REAL(VECTOR_ELT(out, j))[i] = value[j];
    }
    Rf_setAttrib(out, R_NamesSymbol, PROTECT(texts_of(COLUMNS, NAMES)));
    UNPROTECT(2);
    return out;
}

static SEXP test_list(SEXP box, const lacon_test *test)
{
    const lacon_test_info *info = lacon_test_about(test);
    SEXP edges = PROTECT(edges_of(test, info->n_edges)), classes = PROTECT(count_of(info->classes)),
         df_effect = PROTECT(count_of(info->df_effect)), df_residual = PROTECT(count_of(info->df_residual)),
         columns = PROTECT(texts_of(info->n_columns, info->columns)),
         groups = PROTECT(texts_of(info->n_groups, info->groups)), text = PROTECT(text_of(info->effect_text)),
         permutations = PROTECT(count_of(info->permutations)),
         exhaustive = PROTECT(Rf_ScalarLogical(info->exhaustive)),
         statistic = PROTECT(Rf_ScalarReal(info->omnibus_statistic)), p = PROTECT(Rf_ScalarReal(info->omnibus_p)),
         critical = PROTECT(Rf_ScalarReal(info->null->critical)),
         dropped = PROTECT(texts_of(info->n_dropped, info->dropped)),
         warnings = PROTECT(texts_of(info->n_warnings, info->warnings)),
         contrast = PROTECT(text_of(info->options->contrast));
    SEXP sizes = PROTECT(Rf_allocVector(REALSXP, info->n_groups));
    for (int64_t i = 0; i < info->n_groups; i++) REAL(sizes)[i] = (double)info->group_sizes[i];
    Rf_setAttrib(sizes, R_NamesSymbol, groups);
    SEXP out = named_list(16, "box", box, "edges", edges, "classes", classes, "df_effect", df_effect, "df_residual",
                          df_residual, "columns", columns, "groups", sizes, "effect", text, "permutations",
                          permutations, "exhaustive", exhaustive, "omnibus_statistic", statistic, "omnibus_p", p,
                          "critical", critical, "dropped", dropped, "warnings", warnings, "contrast", contrast);
    UNPROTECT(16);
    return out;
}

/* table: a named list of character vectors. */
SEXP lacon_r_test(SEXP session, SEXP model, SEXP table, SEXP names, SEXP values)
{
    lacon_ctx *ctx = ctx_of(session);
    const lacon_model *of = box_object(model, BOX_MODEL);
    lacon_participants *people = NULL;
    lacon_test *test = NULL;
    lacon_test_options options;
    lacon_test_options_init_sized(&options, sizeof options);
    SEXP box = PROTECT(box_new(BOX_TEST));
    lacon_status status = options_set(ctx, "test", &options, names, values);
    if (status >= 0) status = people_new(ctx, &people, table);
    if (status >= 0) status = lacon_test_run(ctx, &test, of, people, &options);
    lacon_participants_free(people);
    box_fill(box, test);
    SEXP out = status < 0 ? failure(session, status) : test_list(box, test);
    UNPROTECT(1);
    return out;
}

/* ---- directions ---- */

static SEXP square(int64_t k, const double *x) { return matrix_of(k, k, x); }

/* Effects of the rows before, to × from × lag; NULL without. */
static SEXP lagged_of(const lacon_causal *causal, int64_t c)
{
    const int64_t k = lacon_causal_modules(causal), lags = lacon_causal_lags(causal);
    const double *A = lacon_causal_lagged(causal, c, NULL, NULL);
    if (A == NULL) return R_NilValue;
    SEXP out = PROTECT(Rf_alloc3DArray(REALSXP, (int)k, (int)k, (int)lags));
    for (int64_t l = 0; l < lags; l++)
        for (int64_t i = 0; i < k * k; i++) REAL(out)[l * k * k + i % k * k + i / k] = A[l * k * k + i];
    UNPROTECT(1);
    return out;
}

static SEXP class_list(const lacon_causal *causal, int64_t c)
{
    const int64_t k = lacon_causal_modules(causal);
    lacon_causal_trust t;
    lacon_causal_trust_get_sized(causal, c, &t, sizeof t);
    SEXP order = PROTECT(Rf_allocVector(INTSXP, k)), known = PROTECT(Rf_allocMatrix(INTSXP, (int)k, (int)k));
    for (int64_t a = 0; a < k; a++) {
        INTEGER(order)[a] = (int)lacon_causal_order(causal, c)[a] + 1;
        for (int64_t b = 0; b < k; b++) INTEGER(known)[b * k + a] = lacon_causal_identifiable(causal, c, a, b);
    }
    SEXP B = PROTECT(square(k, lacon_causal_B(causal, c))), total = PROTECT(square(k, lacon_causal_total(causal, c))),
         frequency = PROTECT(square(k, t.frequency)), low = PROTECT(square(k, t.low)),
         high = PROTECT(square(k, t.high)), precedence = PROTECT(square(k, t.precedence)),
         gaussian = PROTECT(reals_of(k, t.gaussian)), skewness = PROTECT(reals_of(k, t.skewness)),
         kurtosis = PROTECT(reals_of(k, t.kurtosis)), lagged = PROTECT(lagged_of(causal, c));
    SEXP out = named_list(12, "B", B, "order", order, "total", total, "identifiable", known, "frequency", frequency,
                          "precedence", precedence, "low", low, "high", high, "gaussian", gaussian, "skewness",
                          skewness, "kurtosis", kurtosis, "A", lagged);
    UNPROTECT(12);
    return out;
}

static SEXP causal_list(SEXP box, const lacon_causal *causal)
{
    const int64_t N = lacon_causal_classes(causal), k = lacon_causal_modules(causal);
    SEXP classes = PROTECT(Rf_allocVector(VECSXP, N)), labels = PROTECT(Rf_allocVector(STRSXP, N)),
         names = PROTECT(Rf_allocVector(STRSXP, k));
    for (int64_t c = 0; c < N; c++) {
        SET_VECTOR_ELT(classes, c, class_list(causal, c));
        SET_STRING_ELT(labels, c, Rf_mkCharCE(lacon_causal_label(causal, c), CE_UTF8));
    }
    for (int64_t j = 0; j < k; j++) SET_STRING_ELT(names, j, Rf_mkCharCE(lacon_causal_name(causal, j), CE_UTF8));
    Rf_setAttrib(classes, R_NamesSymbol, labels);
    SEXP out = named_list(3, "box", box, "classes", classes, "names", names);
    UNPROTECT(3);
    return out;
}

/* model: a box, or NULL when every variable is a module. The seed of FastICA is that of the bootstrap. */
SEXP lacon_r_causal(SEXP session, SEXP model, SEXP data, SEXP names, SEXP values, SEXP ica_names, SEXP ica_values)
{
    lacon_ctx *ctx = ctx_of(session);
    const lacon_model *of = model == R_NilValue ? NULL : box_object(model, BOX_MODEL);
    lacon_causal *causal = NULL;
    lacon_causal_options options;
    lacon_ica_options ica;
    lacon_causal_options_init_sized(&options, sizeof options);
    lacon_ica_options_init_sized(&ica, sizeof ica);
    SEXP box = PROTECT(box_new(BOX_CAUSAL));
    lacon_status status = options_set(ctx, "causal", &options, names, values);
    if (status >= 0) status = options_set(ctx, "ica", &ica, ica_names, ica_values);
    ica.seed = options.seed;
    options.ica = &ica;
    if (status >= 0) status = lacon_causal_estimate(ctx, &causal, of, box_object(data, BOX_DATA), &options);
    box_fill(box, causal);
    SEXP out = status < 0 ? failure(session, status) : causal_list(box, causal);
    UNPROTECT(1);
    return out;
}

/* ---- files ---- */

/* The files of a result into an existing folder. */
SEXP lacon_r_write(SEXP session, SEXP box, SEXP dir, SEXP what)
{
    lacon_ctx *ctx = ctx_of(session);
    const char *to = utf8_one(dir);
    lacon_provenance made;
    lacon_provenance_init_sized(&made, sizeof made);
    lacon_status status = LACON_E_ARGUMENT;
    switch ((box_kind)Rf_asInteger(what)) {
    case BOX_SELECTION: status = lacon_selection_write(ctx, box_object(box, BOX_SELECTION), to, &made); break;
    case BOX_STABILITY: status = lacon_stability_write(ctx, box_object(box, BOX_STABILITY), to, &made); break;
    case BOX_TEST: status = lacon_test_write(ctx, box_object(box, BOX_TEST), to, &made); break;
    case BOX_CAUSAL: status = lacon_causal_write(ctx, box_object(box, BOX_CAUSAL), to, &made); break;
    default: break;
    }
    return status < 0 ? failure(session, status) : dir;
}

/* The arrows of class c (from 0) as a table. */
SEXP lacon_r_write_arrows(SEXP session, SEXP box, SEXP c, SEXP path)
{
    const lacon_status status = lacon_causal_write_arrows(ctx_of(session), box_object(box, BOX_CAUSAL),
                                                          Rf_asInteger(c), utf8_one(path));
    return status < 0 ? failure(session, status) : path;
}

/* The page about the model folder dir. data: a box or NULL; tables: list of people, places, labels, names of modules,
 * each a list of character vectors or NULL; texts: id, title, command, NA where there is none. */
SEXP lacon_r_report(SEXP session, SEXP out, SEXP dir, SEXP data, SEXP tables, SEXP texts, SEXP in_space, SEXP anonymise)
{
    enum { TABLES = 4 };
    lacon_ctx *ctx = ctx_of(session);
    lacon_participants *table[TABLES] = {NULL};
    lacon_report_options options;
    lacon_report_options_init_sized(&options, sizeof options);
    const char *page = utf8_one(out), *folder = utf8_one(dir), **text = utf8_of(texts);
    options.anonymise = Rf_asLogical(anonymise) == TRUE;
    options.in_space = Rf_asLogical(in_space) == TRUE;
    options.id = text[0];
    options.title = text[1];
    options.command = text[2];
    options.data = data == R_NilValue ? NULL : box_object(data, BOX_DATA);
    lacon_status status = LACON_OK;
    for (int i = 0; i < TABLES && status >= 0; i++)
        if (VECTOR_ELT(tables, i) != R_NilValue) status = people_new(ctx, &table[i], VECTOR_ELT(tables, i));
    options.people = table[0];
    options.places = table[1];
    options.labels = table[2];
    options.module_names = table[3];
    if (status >= 0) status = lacon_report_write(ctx, page, folder, &options);
    for (int i = 0; i < TABLES; i++) lacon_participants_free(table[i]);
    return status < 0 ? failure(session, status) : out;
}
