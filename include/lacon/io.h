/* SPDX-License-Identifier: BSD-3-Clause
 * Files: readers of tables, model folders, folders that are complete or absent.
 */
#ifndef LACON_IO_H
#define LACON_IO_H

#include <lacon/fit.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which runs of a BIDS folder make one class. */
typedef enum lacon_pool {
    LACON_POOL_NONE = 0, /* each run is a class */
    LACON_POOL_RUNS = 1, /* the runs of a session together */
    LACON_POOL_SESSIONS = 2 /* all of a subject */
} lacon_pool;

/* Where files are read for which somebody else's library is needed (MATLAB, HDF5, CIFTI, NIfTI). */
typedef enum lacon_isolate {
    LACON_ISOLATE_CHILD = 0,     /* in a child with limits: a damaged file cannot harm the caller */
    LACON_ISOLATE_IN_PROCESS = 1 /* here, one file at a time, without fork and without limits: for processes that
                                    must not fork, and files that are trusted */
} lacon_isolate;

/* How rows are held in memory. */
typedef enum lacon_precision {
    LACON_PRECISION_FILE = 0,   /* float32 arrays of .npy and .npz as they are, everything else as double */
    LACON_PRECISION_SINGLE = 1, /* float32: half the memory */
    LACON_PRECISION_DOUBLE = 2
} lacon_precision;

/* What becomes of each class as soon as it is read, before the next: memory is then that of the smaller of both. */
typedef enum lacon_reduce {
    LACON_REDUCE_NONE = 0,        /* rows as they were read */
    LACON_REDUCE_SERIES = 1,      /* standardised (Z), and its covariance where that is smaller than its rows, with what
                                     a fit asks of their order: how far variables and composites remember */
    LACON_REDUCE_INDEPENDENT = 2  /* without that: for a fit that takes rows as independent */
} lacon_reduce;

/* How to read. Zero/NULL everywhere is the default. */
typedef struct lacon_read_options {
    size_t size;              /* sizeof(lacon_read_options) */
    int transpose;            /* rows are variables */
    lacon_precision precision; /* how rows are held; covariances are double */
    const char *class_column; /* split one table by this column */
    const char *columns;      /* keep only these: names, ranges and patterns "a,c:f,3:5,net_*"; positions from 1 */
    const char *ignore;       /* drop these, same syntax */
    const char *names;        /* class names, comma separated, in the order of the files */
    const char *variable;     /* which array of a file with several (.npz, .mat, HDF5) */
    const char *atlas;        /* label image: images of four dimensions become means of its regions;
                                 with bids the name of an atlas */
    int keep_missing;         /* missing values become NaN; else they are a failure */
    const char *covariance;   /* tables are covariances or correlations (p × p) of so many observations:
                                 a number, or the path of a table (class, n) */
    const char *bids;         /* a folder of BIDS derivatives in place of paths */
    const char *task;         /* of it: only this task; NULL all */
    const char *select;       /* of it: only files with these entities, "space-fsLR,acq-b" */
    lacon_pool pool;          /* of it: which runs are one class */
    double min_minutes;       /* of it: classes with less are left out, with a warning */
    double step_s;            /* of it: seconds between volumes; 0: as the sidecars tell */

    int align_labels;         /* the union of the variables of all files, by name; those that a file does
                                 not have are missing in it. Needs names and a way for missing values */
    lacon_missing missing;    /* what becomes of missing values (data.h); default: an error */
    double max_bytes;         /* memory that all files together may take; 0: no limit */
    lacon_isolate isolate;    /* in a child, or in this process */
    const char *exclude;      /* files whose names fit one of these patterns of a shell, "*_run-2*,pilot*",
                                 are left out */
    int rename_duplicates;    /* variables of one name become x, x.2, x.3, those without a name column_4 */
    const char *class_table;  /* which observation is of which class: a table with a header, their names in one
                                 column, the
                                 classes in class_column (NULL: the column `class`, else the second) */
    const char *na;           /* what else means missing, comma separated: numbers and words, "-999,refused";
                                 in the class column: a row without a class, which is left out */
    lacon_reduce reduce;      /* what becomes of a class as soon as it is read */
    double reduce_above;      /* `reduce` and `deal` only where all files together are larger than so many bytes
                                 (lacon_data_scale tells) */
    int deal;                 /* ranks (comm.h): each reads and holds the files of its own classes; of the others it
                                 knows names, rows and digests, not the numbers. For lacon_fit by mm and, without
                                 `reduce`, lacon_select and lacon_stability_run: for nothing else that asks for
                                 numbers. With fewer files than ranks each has some rows of long classes (.npy). No
                                 effect where a file is not a class of whole rows */
    int loose_patterns;       /* patterns among columns and ignore ("spike_*") may fit none */
} lacon_read_options;
LACON_API void lacon_read_options_init_sized(lacon_read_options *options, size_t size);
#define lacon_read_options_init(options) lacon_read_options_init_sized((options), sizeof *(options))

/* Name of format i = 0, 1, ..; NULL past the last. */
LACON_API const char *lacon_format_name(int i);

/* Files (formats by content: docs/formats.md) and folders (every table inside, by name). Each file is
 * a class named by its file name without extensions. Columns are matched by name where files have
 * names, by position otherwise. Errors name file, line, column, value and remedy. */
LACON_API lacon_status lacon_data_read(lacon_ctx *ctx, lacon_data **out, const char *const *paths,
                                       int64_t n_paths, const lacon_read_options *options);

/* The files lacon_data_read takes for one path: itself, or the tables of a folder by name. */
LACON_API lacon_status lacon_list_files(lacon_ctx *ctx, const char *path,
                                        void (*each)(void *user, const char *file), void *user);

/* The same with options->exclude. */
LACON_API lacon_status lacon_list_input(lacon_ctx *ctx, const lacon_read_options *options, const char *path,
                                        void (*each)(void *user, const char *file), void *user);

/* The series lacon_data_read takes for options->bids. */
LACON_API lacon_status lacon_list_series(lacon_ctx *ctx, const lacon_read_options *options,
                                         void (*each)(void *user, const char *file), void *user);

/* Rows cleaned before they are standardised: those to be censored leave, then a constant, trends and
 * confounds are regressed out of every variable. Each pattern names a table with a row for each row of
 * a class; the first * in it means the name of the class. A folder of BIDS derivatives stands for
 * fMRIPrep's tables of confounds in it. */
typedef struct lacon_clean_options {
    size_t size;                  /* sizeof(lacon_clean_options) */
    const char *confounds;        /* pattern; NULL: none */
    const char *confound_columns; /* which columns, as in lacon_read_options; NULL: all */
    int detrend;                  /* order of the trend, 0..10; -1: none */
    const char *censor;           /* pattern; NULL: none */
    const char *censor_column;    /* NULL: the only one */
    double censor_above;          /* rows above this leave */
} lacon_clean_options;
LACON_API void lacon_clean_options_init_sized(lacon_clean_options *options, size_t size);
#define lacon_clean_options_init(options) lacon_clean_options_init_sized((options), sizeof *(options))
LACON_API lacon_status lacon_data_clean(lacon_ctx *ctx, lacon_data *data,
                                        const lacon_clean_options *options);

/* Where class c came from; NULL when not from a file. */
LACON_API const char *lacon_data_source(const lacon_data *data, int64_t c);
LACON_API const char *lacon_data_sha256(const lacon_data *data, int64_t c);

/* Rows of class c as csv with a header line, numbers that read back to the same double. */
LACON_API lacon_status lacon_data_write_csv(lacon_ctx *ctx, const lacon_data *data, int64_t c,
                                            const char *path);

/* A table (variable, module) with a header as labels for the given variables; labels are numbered by
 * first appearance. LACON_E_DATA when a variable is not in the table. */
LACON_API lacon_status lacon_key_read(lacon_ctx *ctx, int32_t *out, const char *path, int64_t p,
                                      const char *const *names);

/* The same from the column of this name, or where that is NULL from `module` or the only one beside the variables,
 * for those variables that are in the table: 0 for the others. The variables are in the column `variable`, or in the
 * one that has most of them. *used is the name of the column; free it with lacon_free. LACON_E_ARGUMENT where several
 * columns could be meant, or none has this name; LACON_E_DATA where no variable is in the table. */
LACON_API lacon_status lacon_key_read_column(lacon_ctx *ctx, int32_t *out, char **used, const char *path,
                                             const char *column, int64_t p, const char *const *names);

/* Signs of variables (1 or -1) from a table with a header: the column `variable`, or else the first, and
 * the column `sign`. Variables that are not in it have sign 1. */
LACON_API lacon_status lacon_signs_read(lacon_ctx *ctx, int8_t *out, const char *path, int64_t p,
                                        const char *const *names);

/* A folder that is complete or absent: begin makes a hidden sibling of dir, work goes to
 * lacon_folder_path, commit flushes and renames it into place, abort (or free without commit) removes
 * it. force lets commit replace an existing folder. */
typedef struct lacon_folder lacon_folder;
LACON_API lacon_status lacon_folder_begin(lacon_ctx *ctx, lacon_folder **out, const char *dir, int force);
LACON_API const char *lacon_folder_path(const lacon_folder *folder);
LACON_API lacon_status lacon_folder_subdir(lacon_ctx *ctx, lacon_folder *folder, const char *name);
LACON_API lacon_status lacon_folder_commit(lacon_ctx *ctx, lacon_folder *folder);
LACON_API void lacon_folder_free(lacon_folder *folder);

/* What model.json tells beyond the model itself. */
typedef struct lacon_provenance {
    size_t size;            /* sizeof(lacon_provenance) */
    const char *command;    /* the command line, may be NULL */
    const lacon_data *data; /* for inputs: name, sha256, rows; may be NULL */
    double read_s, fit_s, write_s, total_s; /* seconds; NaN unknown. write_s and total_s: so far */
    int64_t n_settings;          /* how the data were read: pairs of option and value ("class", "gender"; NULL: not */
    const char *const *settings; /* given), 2 n_settings texts; model.json has them as `input` */
    int64_t n_warnings;          /* about the data; in model.json before those of the fit */
    const char *const *warnings;
} lacon_provenance;
LACON_API void lacon_provenance_init_sized(lacon_provenance *p, size_t size);
#define lacon_provenance_init(p) lacon_provenance_init_sized((p), sizeof *(p))

/* The files of a model folder (modules.tsv, connectivity.tsv, classes.tsv, model.npz, model.json)
 * into the existing folder dir. */
LACON_API lacon_status lacon_model_write(lacon_ctx *ctx, const lacon_model *model, const char *dir,
                                         const lacon_provenance *provenance);
/* begin, write, commit in one. */
LACON_API lacon_status lacon_model_save(lacon_ctx *ctx, const lacon_model *model, const char *dir,
                                        int force, const lacon_provenance *provenance);
LACON_API lacon_status lacon_model_load(lacon_ctx *ctx, lacon_model **out, const char *dir);

/* The model as bytes and back, for pickles and databases: a .npz archive of what a model folder holds
 * (docs/formats.md), numbers to the last bit. As after lacon_model_load there is no lacon_model_info. The
 * bytes of model.npz itself are taken too. Free *bytes with lacon_free. */
LACON_API lacon_status lacon_model_to_bytes(lacon_ctx *ctx, void **bytes, size_t *size,
                                            const lacon_model *model);
LACON_API lacon_status lacon_model_from_bytes(lacon_ctx *ctx, lacon_model **out, const void *bytes,
                                              size_t size);
/* What model.json would hold. provenance may be NULL. Free *text with lacon_free. */
LACON_API lacon_status lacon_model_to_json(lacon_ctx *ctx, char **text, const lacon_model *model,
                                           const lacon_provenance *provenance);
/* A block that a call handed out, with the context of that call (or one with its allocator); NULL is fine. */
LACON_API void lacon_free(lacon_ctx *ctx, void *block);

#ifdef __cplusplus
}
#endif
#endif
