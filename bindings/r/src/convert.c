/* SPDX-License-Identifier: BSD-3-Clause
 * Numbers, texts and lists from C to R and back.
 */
#include "lacon_r.h"

#include <stdarg.h>

SEXP matrix_of(int64_t rows, int64_t columns, const double *row_major)
{
    if (row_major == NULL) return R_NilValue;
    SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)rows, (int)columns));
    double *to = REAL(out);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++) to[j * rows + i] = row_major[i * columns + j];
    UNPROTECT(1);
    return out;
}

SEXP reals_of(int64_t n, const double *x)
{
    if (x == NULL) return R_NilValue;
    SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
    for (int64_t i = 0; i < n; i++) REAL(out)[i] = x[i];
    UNPROTECT(1);
    return out;
}

SEXP integers_of(int64_t n, const int32_t *x)
{
    if (x == NULL) return R_NilValue;
    SEXP out = PROTECT(Rf_allocVector(INTSXP, n));
    for (int64_t i = 0; i < n; i++) INTEGER(out)[i] = x[i];
    UNPROTECT(1);
    return out;
}

static SEXP char_of(const char *text) { return text ? Rf_mkCharCE(text, CE_UTF8) : NA_STRING; }

SEXP text_of(const char *text)
{
    SEXP cell = PROTECT(char_of(text)), out = Rf_ScalarString(cell);
    UNPROTECT(1);
    return out;
}

SEXP texts_of(int64_t n, const char *const *texts)
{
    SEXP out = PROTECT(Rf_allocVector(STRSXP, n));
    for (int64_t i = 0; i < n; i++) SET_STRING_ELT(out, i, char_of(texts[i]));
    UNPROTECT(1);
    return out;
}

/* Counts beyond 2^31 are doubles in R. */
SEXP count_of(int64_t n) { return n <= INT32_MAX ? Rf_ScalarInteger((int)n) : Rf_ScalarReal((double)n); }

SEXP named_list(int n, ...)
{
    va_list args;
    SEXP out = PROTECT(Rf_allocVector(VECSXP, n)), names = PROTECT(Rf_allocVector(STRSXP, n));
    va_start(args, n);
    for (int i = 0; i < n; i++) {
        SET_STRING_ELT(names, i, Rf_mkChar(va_arg(args, const char *)));
        SET_VECTOR_ELT(out, i, va_arg(args, SEXP));
    }
    va_end(args);
    Rf_setAttrib(out, R_NamesSymbol, names);
    UNPROTECT(2);
    return out;
}

const char **utf8_of(SEXP texts)
{
    if (texts == R_NilValue) return NULL;
    const R_xlen_t n = Rf_xlength(texts);
    const char **out = (const char **)R_alloc((size_t)n + 1, sizeof *out);
    for (R_xlen_t i = 0; i < n; i++) {
        const SEXP cell = STRING_ELT(texts, i);
        out[i] = cell == NA_STRING ? NULL : Rf_translateCharUTF8(cell);
    }
    return out;
}

const char *utf8_one(SEXP text) { return Rf_xlength(text) == 0 ? NULL : utf8_of(text)[0]; }
