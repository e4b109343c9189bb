/* SPDX-License-Identifier: BSD-3-Clause
 * Writers of rows, one per format, from inside. export_rows.c chooses and has the plain ones.
 */
#ifndef LCN_EXPORT_H
#define LCN_EXPORT_H

#include "data/data.h"
#include "io/writer.h"
#include <lacon/convert.h>

typedef lacon_status lcn_write_rows(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                                    const char *path, const lacon_export_options *options);
lcn_write_rows lcn_write_mat, lcn_write_hdf5, lcn_write_ptseries, lcn_write_nii;

/* Names of the variables, in order; free with lcn_free. */
const char **lcn_data_names(lacon_ctx *ctx, const lacon_data *data);

/* ---- images (nifti_write.c) ---- */
struct lcn_nifti;
/* The 352 bytes before the values: a volume, or `volumes` of them, of NIfTI type datatype on the
 * grid of another image. */
enum { LCN_NIFTI_HEAD = 352 };
lacon_status lcn_nifti_header(lacon_ctx *ctx, unsigned char out[LCN_NIFTI_HEAD],
                              const struct lcn_nifti *grid, int64_t volumes, int datatype, int bits,
                              double step_s, const char *path);
/* bytes as they are, or packed with gzip when the path ends with .gz. */
lacon_status lcn_write_packed(lacon_ctx *ctx, const char *path, const unsigned char *bytes,
                              size_t size);

/* ---- where variables lie (coordinates.c) ---- */
/* p × 3, from options->coordinates or the centres of options->atlas. */
lacon_status lcn_coordinates_of(lacon_ctx *ctx, double *xyz, int64_t p, const char *const *names,
                           const lacon_export_options *options);

#endif
