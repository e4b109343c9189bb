/* SPDX-License-Identifier: BSD-3-Clause
 * What the interface consists of, as data: names and values of every enum, the options of every command. Bindings
 * make their keyword arguments and their documentation from it. Everything here is constant.
 */
#ifndef LACON_TABLES_H
#define LACON_TABLES_H

#include <lacon/fit.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- enums ---- */

typedef struct lacon_enum_value {
    const char *name;     /* "ml-dense", as in options and files */
    const char *constant; /* "LACON_SOLVER_ML_DENSE" */
    int value;
} lacon_enum_value; /* comes in arrays: never grows */

typedef struct lacon_enum {
    const char *name; /* "lacon_solver" */
    int count;
    const lacon_enum_value *values; /* count */
} lacon_enum;

LACON_API int lacon_enum_count(void);
LACON_API const lacon_enum *lacon_enum_at(int i);                 /* NULL outside */
LACON_API const lacon_enum *lacon_enum_find(const char *name);    /* NULL: none */
/* Name of a value of the enum `of`; NULL when there is none. */
LACON_API const char *lacon_enum_name(const char *of, int value);
/* 1 and *value when the enum `of` has this name, else 0. */
LACON_API int lacon_enum_parse(const char *of, const char *name, int *value);

/* ---- options ---- */

/* Tables: "fit", "select", "stability", "test", "causal", "ica", "baseline", "read", "clean" are fields of
 * lacon_fit_options and so on; "simulate" are arguments of lacon_model_random and lacon_model_simulate.
 * Fields that are objects or other options (init, fit, ica, prior) are not in them. */
LACON_API const char *lacon_option_table(int i); /* NULL past the last */
LACON_API int lacon_option_count(const char *table); /* 0: no such table */
/* kind: "integer", "real", "choice", "flag", "text". The default of a choice is a name of its range, of a flag
 * "off" or "on", of a text "" (NULL). NULL outside. */
LACON_API const lacon_option_row *lacon_option_at(const char *table, int row);
/* Sets a field of the struct by name from text, strictly parsed and range-checked. options were initialised. A
 * text is kept, not copied. LACON_E_ARGUMENT with a sentence. */
LACON_API lacon_status lacon_option_set(lacon_ctx *ctx, const char *table, void *options,
                                        const char *name, const char *value);

#ifdef __cplusplus
}
#endif
#endif
