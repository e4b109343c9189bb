/* SPDX-License-Identifier: BSD-3-Clause
 * Data and models as files other programs read. Every function writes one file, which appears
 * complete or not at all (pipes and devices aside). What the readers of io.h take, they take back to
 * the same double.
 */
#ifndef LACON_CONVERT_H
#define LACON_CONVERT_H

#include <lacon/io.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lacon_file {
    LACON_FILE_CSV = 0,
    LACON_FILE_TSV = 1,      /* missing values are n/a, as BIDS has them */
    LACON_FILE_1D = 2,       /* names in a comment above */
    LACON_FILE_NPY = 3,      /* without names */
    LACON_FILE_NPZ = 4,      /* ts, variables */
    LACON_FILE_MAT = 5,      /* MATLAB 5: ts, variables */
    LACON_FILE_HDF5 = 6,     /* ts, variables */
    LACON_FILE_PTSERIES = 7, /* CIFTI-2: parcels without places */
    LACON_FILE_NII = 8       /* volumes: every voxel of a region has its value; needs an atlas */
} lacon_file;
/* "csv", "tsv", "1D", "npy", "npz", "mat", "hdf5", "ptseries", "nii"; NULL past the last. */
LACON_API const char *lacon_file_name(int file);
/* What names of such files end with: ".csv", ".h5", ".ptseries.nii". */
LACON_API const char *lacon_file_end(int file);

/* What some files need to be told. */
typedef struct lacon_export_options {
    size_t size;             /* sizeof(lacon_export_options) */
    const char *atlas;       /* label image (NIfTI) */
    const char *labels;      /* table (index, name): which variable is which label of the atlas */
    const char *coordinates; /* table (name, x, y, z): where variables lie; NULL: from the atlas */
    double step_s;           /* seconds between rows; 0 unknown */
} lacon_export_options;
LACON_API void lacon_export_options_init_sized(lacon_export_options *options, size_t size);
#define lacon_export_options_init(options) lacon_export_options_init_sized((options), sizeof *(options))

/* Rows of class c. options may be NULL. */
LACON_API lacon_status lacon_data_write(lacon_ctx *ctx, const lacon_data *data, int64_t c,
                                        lacon_file file, const char *path,
                                        const lacon_export_options *options);
/* Covariance (1/n) of class c, p × p, tab-separated with the names above. */
LACON_API lacon_status lacon_data_write_covariance(lacon_ctx *ctx, const lacon_data *data, int64_t c,
                                                   const char *path);

/* The modules as a label image on the grid of the atlas: 1 .. k, 0 elsewhere. Packed when path ends
 * with .gz. */
LACON_API lacon_status lacon_model_write_image(lacon_ctx *ctx, const lacon_model *model,
                                               const char *path, const lacon_export_options *options);
/* BrainNet Viewer: <path>.node and <path>.edge. modules 0: variables, coloured by module, with the
 * model's correlations; 1: modules at the weighted middle of their variables, with those of G.
 * class c, or -1 for the mean over classes. */
LACON_API lacon_status lacon_model_write_brainnet(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                                  int modules, const char *path,
                                                  const lacon_export_options *options);
/* niivue's connectome of the modules (JSON). */
LACON_API lacon_status lacon_model_write_jcon(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                              const char *path, const lacon_export_options *options);
/* G of class c as a table with names above and in front; correlation 1: scaled to ones in the
 * diagonal (a module without variance has 0). */
LACON_API lacon_status lacon_model_write_relmat(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                                int correlation, const char *path);
/* dataset_description.json of BIDS derivatives. command may be NULL. */
LACON_API lacon_status lacon_description_write(lacon_ctx *ctx, const char *path, const char *name,
                                               const char *command);

#ifdef __cplusplus
}
#endif
#endif
