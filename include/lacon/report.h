/* SPDX-License-Identifier: BSD-3-Clause
 * One HTML page of a model folder and of what lies beside the model: choice of k, stability, group test,
 * directed connectivity. The page holds its data, script and style, asks nothing of a network, and forbids
 * itself to (Content-Security-Policy).
 */
#ifndef LACON_REPORT_H
#define LACON_REPORT_H

#include <lacon/test.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lacon_report_options {
    size_t size;      /* sizeof(lacon_report_options) */
    int anonymise;    /* classes are numbered; file names, command lines and digests are left out */
    const char *title; /* heading; NULL: the folder's name, or "Model" when anonymised */
    const lacon_data *data; /* standardised rows of the model's variables: how the model fits; may be NULL */
    const lacon_participants *people; /* for values by group and for confounds; may be NULL */
    const char *id;                   /* its column of class names */
    const lacon_participants *places; /* coordinates: a column with the variables' names, columns x, y and z
                                         (x.mni, mni_x, ... too), maybe name and group; may be NULL */
    int in_space; /* with places: a view that turns in three dimensions, half a megabyte more */
    const lacon_participants *labels; /* a column with the variables' names and name or group (label, network, lobe,
                                         ... too), before those of places; may be NULL */
    const lacon_participants *module_names; /* columns module (1..k) and name; may be NULL */
    const char *command; /* that makes the page, for its provenance; may be NULL */
} lacon_report_options;

LACON_API void lacon_report_options_init_sized(lacon_report_options *options, size_t size);
#define lacon_report_options_init(options) lacon_report_options_init_sized((options), sizeof *(options))

/* Writes the page about the model folder dir to the file out, which is replaced when all is written, or
 * stays as it was. LACON_E_FORMAT and LACON_E_DATA name the file that cannot be understood, LACON_E_DATA a
 * table of people or places that knows none of the classes or variables. */
LACON_API lacon_status lacon_report_write(lacon_ctx *ctx, const char *out, const char *dir,
                                          const lacon_report_options *options);

/* Figures of a model as SVG and PNG into the existing folder dir: weights (of the variables, by module), correlation
 * (between modules, mean over classes) where there are two modules, spread (its standard deviation) where there are
 * two classes. The same model gives the same bytes. */
LACON_API lacon_status lacon_model_figures(lacon_ctx *ctx, const lacon_model *model, const char *dir);

#ifdef __cplusplus
}
#endif
#endif
