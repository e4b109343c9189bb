/* SPDX-License-Identifier: BSD-3-Clause
 * Rows as HDF5: `ts` (n × p doubles) and `variables` (texts). libhdf5 keeps a state of its own for
 * the whole process and is not made for threads, so it writes in a child (isolate.h); the file is
 * made beside its place and takes its name in the end.
 */
#include "io/export/export.h"
#include "io/isolate/isolate.h"

#include <errno.h>
#include <hdf5.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct job {
    const lacon_data *data;
    const lcn_class *class;
    const char *path; /* as reported to the user */
    const char *aside;
} job;

/* No times in it: the same rows give the same bytes. */
static bool put_set(hid_t file, const char *name, int dims, const hsize_t *shape, hid_t stored,
                    const void *values)
{
    hid_t space = H5Screate_simple(dims, shape, NULL), make = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_obj_track_times(make, false);
    hid_t set = H5Dcreate2(file, name, stored, space, H5P_DEFAULT, make, H5P_DEFAULT);
    bool good = set >= 0 && H5Dwrite(set, stored, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    return good && H5Dclose(set) >= 0;
}

static bool put_names(lacon_ctx *ctx, hid_t file, const lacon_data *data)
{
    hsize_t shape[1] = {(hsize_t)data->p};
    size_t longest = 1;
    for (int64_t r = 0; r < data->p; r++) {
        size_t length = strlen(lacon_data_name(data, r));
        longest = length > longest ? length : longest;
    }
    char *texts = lcn_alloc(ctx, (size_t)data->p, longest);
    hid_t type = H5Tcopy(H5T_C_S1);
    if (texts == NULL || type < 0) return false;
    H5Tset_size(type, longest);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    for (int64_t r = 0; r < data->p; r++) {
        const char *name = lacon_data_name(data, r);
        memcpy(texts + (size_t)r * longest, name, strlen(name));
    }
    return put_set(file, "variables", 1, shape, type, texts);
}

/* In the child: what is open or held goes with it. */
static lacon_status work(lacon_ctx *ctx, void *user)
{
    const job *j = user;
    int64_t n = j->class->n, p = j->data->p;
    hsize_t shape[2] = {(hsize_t)n, (hsize_t)p};
    double *rows = lcn_alloc(ctx, (size_t)n * (size_t)p, sizeof *rows);
    if (rows == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < n * p; i++) rows[i] = lcn_class_value(j->class, i / p, i % p);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    hid_t file = H5Fcreate(j->aside, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    bool good = file >= 0 && put_set(file, "ts", 2, shape, H5T_NATIVE_DOUBLE, rows) &&
                put_names(ctx, file, j->data) && H5Fclose(file) >= 0;
    LCN_FAIL_IF(!good, LACON_E_IO, "%s: cannot be written", j->path);
    return LACON_OK;
}

lacon_status lcn_write_hdf5(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                            const char *path, const lacon_export_options *options)
{
    (void)options;
    char text[LCN_OS_TEXT];
    char *aside = lcn_sprintf(ctx, "%s.tmp-%ld", path, (long)getpid());
    if (aside == NULL) return LACON_E_MEMORY;
    job j = {.data = data, .class = class, .path = path, .aside = aside};
    lacon_status status = lcn_isolated_run(ctx, path, work, &j);
    if (status >= 0 && rename(aside, path) != 0) {
        status = lcn_fail(ctx, LACON_E_IO, "%s: cannot be written: %s", path,
                          lcn_os_text(errno, text));
    }
    if (status < 0) unlink(aside);
    lcn_free(&ctx->allocator, aside);
    return status;
}
