/* SPDX-License-Identifier: BSD-3-Clause
 * What the files of the R package share. Objects of liblacon live in external pointers with finalizers, made before
 * the object itself, so that whatever R throws in between nothing leaks. A failure of the library is no R error
 * here: it comes back as a list (failure), and R/session.R makes a condition of it in R's words.
 */
#ifndef LACON_R_H
#define LACON_R_H

#define R_NO_REMAP
#include <Rinternals.h>
#include <lacon/lacon.h>

/* session.c: the context of one call from R, what was said meanwhile, and whether the user wants to stop. */
typedef struct session {
    lacon_ctx *ctx;
    char **said; /* warnings, malloc'd */
    int n_said;
    int stopped;   /* Ctrl-C */
    double looked; /* for it, seconds */
    void *block; /* of the library, until R has a copy */
} session;

session *session_of(SEXP pointer);
lacon_ctx *ctx_of(SEXP pointer);
/* list(status, name, text, marked, stopped) of class lacon_failure. */
SEXP failure(SEXP pointer, lacon_status status);

/* boxes.c: external pointers, each with the kind of its object as tag. */
typedef enum box_kind {
    BOX_DATA,
    BOX_MODEL,
    BOX_SELECTION,
    BOX_STABILITY,
    BOX_TEST,
    BOX_CAUSAL,
    BOX_COVARIANCE,
    BOX_FOLDER,
    BOX_KINDS
} box_kind;
SEXP box_new(box_kind kind);                   /* empty; protect it */
SEXP box_fill(SEXP box, void *object);         /* the same box */
void box_adopt(SEXP box);                      /* finalizer of one that came out of a file */
void *box_object(SEXP box, box_kind kind);     /* R error when it is not there */
int box_is_empty(SEXP box);
void box_release(SEXP box);                    /* the object goes now, the box stays, empty */

/* convert.c: C to R. Matrices of the library are row-major. */
SEXP matrix_of(int64_t rows, int64_t columns, const double *row_major);
SEXP reals_of(int64_t n, const double *x);       /* NULL: NULL */
SEXP integers_of(int64_t n, const int32_t *x);
SEXP text_of(const char *text);                  /* UTF-8; NULL: NA */
SEXP texts_of(int64_t n, const char *const *texts);
SEXP count_of(int64_t n);
/* A list with these names: named_list(2, "a", x, "b", y). The values must be protected. */
SEXP named_list(int n, ...);
/* UTF-8 of strings; R_alloc'd; NULL for R's NULL; NA becomes NULL. */
const char **utf8_of(SEXP texts);
const char *utf8_one(SEXP text); /* NULL for NULL or NA */

/* options.c: a table of the library from names and values as text. */
lacon_status options_set(lacon_ctx *ctx, const char *table, void *options, SEXP names, SEXP values);

#endif
