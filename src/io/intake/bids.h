/* SPDX-License-Identifier: BSD-3-Clause
 * A folder of BIDS derivatives as input: which files are the series of regions, to which subject,
 * session and run each belongs, which list of outliers goes with it, how long a volume takes.
 * censor.c leaves out what the list says, data_read.c joins runs.
 */
#ifndef LCN_BIDS_H
#define LCN_BIDS_H

#include "io/paths.h"
#include <lacon/io.h>

typedef struct lcn_series {
    char *path;
    char *label;    /* class it goes to: sub-01, sub-01_ses-1, .. */
    char *outliers; /* list of volumes to leave out; NULL none */
    double step_s;  /* seconds from volume to volume; NaN unknown */
} lcn_series;

typedef struct lcn_serieslist {
    lcn_series *items; /* sorted by label, then by path */
    int64_t count, capacity;
} lcn_serieslist;

/* Every series of options->atlas and options->task below options->bids. LACON_E_DATA when there is
 * none, or when two are of the same run. */
lacon_status lcn_bids_find(lacon_ctx *ctx, lcn_serieslist *out, const lacon_read_options *options);
/* fMRIPrep's table of confounds of a class in a folder of derivatives, by subject, session and what else its label
 * says. A block of its own; LACON_E_DATA when there is none, or several. */
lacon_status lcn_bids_confounds(lacon_ctx *ctx, char **out, const char *dir, const char *label);
void lcn_bids_clear(const lacon_allocator *a, lcn_serieslist *list);

/* ---- names of files: sub-01_task-rest_atlas-AAL_timeseries.tsv ---- */

/* The value of an entity ("sub", "task") in a file name: where it starts and its length, or NULL. */
const char *lcn_entity(const char *name, const char *key, size_t *length);

#endif
