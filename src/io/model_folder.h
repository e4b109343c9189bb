/* SPDX-License-Identifier: BSD-3-Clause
 * The files of a model folder; which holds what is in docs/formats.md. model_write.c writes the
 * tables and arrays, model_json.c what happened, model_load.c reads it all back.
 */
#ifndef LCN_MODEL_FOLDER_H
#define LCN_MODEL_FOLDER_H

#include "model/model.h"
#include <lacon/io.h>

/* model.json into the existing folder. */
lacon_status lcn_model_write_json(lacon_ctx *ctx, const lacon_model *model, const char *dir,
                                  const lacon_provenance *provenance);

#endif
