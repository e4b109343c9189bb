/* SPDX-License-Identifier: BSD-3-Clause
 * The files of a model folder; which holds what is in docs/formats.md. model_write.c writes the
 * tables and arrays, model_json.c what happened, model_load.c reads it all back.
 */
#ifndef LCN_MODEL_FOLDER_H
#define LCN_MODEL_FOLDER_H

#include "io/formats/npz.h"
#include "model/gaussian.h"
#include "model/model.h"
#include <lacon/causal.h>

/* model.json into the existing folder. */
lacon_status lcn_model_write_json(lacon_ctx *ctx, const lacon_model *model, const char *dir,
                                  const lacon_provenance *provenance);

/* The content of model.json; free with lcn_free. */
lacon_status lcn_model_json(lacon_ctx *ctx, char **text, const lacon_model *model,
                            const lacon_provenance *provenance);

/* covariance.json into the existing folder. */
lacon_status lcn_covariance_write_json(lacon_ctx *ctx, const lacon_covariance *covariance,
                                       const char *dir, const lacon_provenance *provenance);

/* causal.json into the existing folder. */
lacon_status lcn_causal_write_json(lacon_ctx *ctx, const lacon_causal *causal, const char *dir,
                                   const lacon_provenance *provenance);

/* connectivity-pooled.tsv and pooled.npz of a pooled model, and pooled.npz back where the folder has one. */
lacon_status lcn_pooled_write(lacon_ctx *ctx, const lacon_model *model, const char *dir);
lacon_status lcn_pooled_load(lacon_ctx *ctx, lacon_model *model, const char *dir);
/* The same among the bytes of a model; nothing where it is not pooled. */
lacon_status lcn_pooled_put(lacon_ctx *ctx, lcn_npz_writer *w, const lacon_model *model);
lacon_status lcn_pooled_take(lacon_ctx *ctx, lacon_model *model, const lcn_npz *z);

/* The model in the arrays of model.npz; LACON_E_FORMAT when they make none. */
lacon_status lcn_model_from_npz(lacon_ctx *ctx, lacon_model **out, const lcn_npz *npz);

#endif
