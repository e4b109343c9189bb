/* SPDX-License-Identifier: BSD-3-Clause
 * Rows of a class as a file: text and NumPy's formats here; MATLAB, HDF5, CIFTI and images in
 * export_*.c. Text is readable by lacon_data_read: names are quoted where they must be.
 */
#include "io/text/cells.h"
#include "io/export/export.h"
#include "io/formats/npz.h"
#include "util/options.h"

#include <math.h>
#include <string.h>

/* ---- text ---- */

typedef struct style {
    const char *separator, *missing, *before; /* before: in front of the header */
} style;

static const style csv = {",", "NA", ""}, tsv = {"\t", "n/a", ""}, oned = {"\t", "nan", "#"};

/* A name that a table gives a meaning, or that looks like a value, needs quotes. */
static bool is_plain(const char *name, const style *s)
{
    char mark = '.';
    double value;
    lcn_cell cell = {.text = name, .length = strlen(name)};
    const char *special = s == &csv ? ",;\"\t\r\n# " : "\"\t\r\n#";
    return strpbrk(name, special) == NULL && name[0] != ' ' &&
           (s == &oned || lcn_cell_classify(cell, s->separator[0], &mark, &value) == LCN_WORD);
}

static void put_quoted(lcn_writer *out, const char *name)
{
    lcn_writer_text(out, "\"");
    for (; *name != '\0'; name++) {
        bool breaks = *name == '\r' || *name == '\n';
        if (*name == '"') lcn_writer_text(out, "\"");
        lcn_writer_bytes(out, breaks ? " " : name, 1);
    }
    lcn_writer_text(out, "\"");
}

/* All in quotes or none: the reader knows a line of quoted numbers above plain ones for a header.
 */
static void put_header(lcn_writer *out, const lacon_data *data, const style *s)
{
    bool plain = true;
    lcn_writer_text(out, s->before);
    for (int64_t r = 0; r < data->p; r++) plain = plain && is_plain(lacon_data_name(data, r), s);
    for (int64_t r = 0; r < data->p; r++) {
        if (r > 0) lcn_writer_text(out, s->separator);
        if (plain) lcn_writer_text(out, lacon_data_name(data, r));
        if (!plain) put_quoted(out, lacon_data_name(data, r));
    }
    lcn_writer_text(out, "\n");
}

static void put_row(lcn_writer *out, const lcn_class *class, int64_t p, int64_t i, const style *s)
{
    for (int64_t r = 0; r < p; r++) {
        double value = lcn_class_value(class, i, r);
        if (r > 0) lcn_writer_text(out, s->separator);
        if (isnan(value)) lcn_writer_text(out, s->missing);
        if (!isnan(value)) lcn_writer_double(out, value);
    }
    lcn_writer_text(out, "\n");
}

static lacon_status write_text(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                               const char *path, const style *s)
{
    lcn_writer out;
    LCN_TRY(lcn_writer_replace(ctx, &out, path));
    put_header(&out, data, s);
    for (int64_t i = 0; i < class->n && out.error == 0; i++) put_row(&out, class, data->p, i, s);
    return lcn_writer_close(ctx, &out, LACON_OK);
}

static lacon_status write_csv(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                              const char *path, const lacon_export_options *options)
{
    (void)options;
    return write_text(ctx, data, class, path, &csv);
}

static lacon_status write_tsv(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                              const char *path, const lacon_export_options *options)
{
    (void)options;
    return write_text(ctx, data, class, path, &tsv);
}

static lacon_status write_1d(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                             const char *path, const lacon_export_options *options)
{
    (void)options;
    return write_text(ctx, data, class, path, &oned);
}

/* ---- NumPy ---- */

static lacon_status write_npy(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                              const char *path, const lacon_export_options *options)
{
    (void)options;
    lcn_writer out;
    char header[256];
    int64_t shape[2] = {class->n, data->p};
    const char *descr = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "<f8" : ">f8";
    LCN_TRY(lcn_writer_replace(ctx, &out, path));
    lcn_writer_bytes(&out, header, lcn_npy_header(header, descr, 2, shape));
    for (int64_t i = 0; i < class->n && out.error == 0; i++) {
        for (int64_t r = 0; r < data->p; r++) {
            double value = lcn_class_value(class, i, r);
            lcn_writer_bytes(&out, &value, sizeof value);
        }
    }
    return lcn_writer_close(ctx, &out, LACON_OK);
}

const char **lcn_data_names(lacon_ctx *ctx, const lacon_data *data)
{
    const char **names = lcn_alloc(ctx, (size_t)data->p, sizeof *names);
    for (int64_t r = 0; names != NULL && r < data->p; r++) names[r] = lacon_data_name(data, r);
    return names;
}

static lacon_status put_npz(lacon_ctx *ctx, lcn_npz_writer *w, const lacon_data *data,
                            const lcn_class *class, const char *const *names, double *rows)
{
    int64_t shape[2] = {class->n, data->p};
    for (int64_t i = 0; i < class->n * data->p; i++) {
        rows[i] = lcn_class_value(class, i / data->p, i % data->p);
    }
    LCN_TRY(lcn_npz_doubles(ctx, w, "ts", 2, shape, rows));
    return lcn_npz_texts(ctx, w, "variables", data->p, names);
}

static lacon_status write_npz(lacon_ctx *ctx, const lacon_data *data, const lcn_class *class,
                              const char *path, const lacon_export_options *options)
{
    (void)options;
    const char **names = lcn_data_names(ctx, data);
    double *rows = lcn_alloc(ctx, (size_t)class->n * (size_t)data->p, sizeof *rows);
    lacon_status status = LACON_E_MEMORY;
    lcn_npz_writer w;
    if (names != NULL && rows != NULL) {
        status = lcn_npz_create(ctx, &w, path);
        if (status >= 0) {
            status = put_npz(ctx, &w, data, class, names, rows);
            status = lcn_npz_finish(ctx, &w, status);
        }
    }
    lcn_free(&ctx->allocator, rows);
    lcn_free(&ctx->allocator, names);
    return status;
}

/* ---- all of them ---- */

static const struct {
    const char *name, *end;
    lcn_write_rows *write;
} files[] = {
    [LACON_FILE_CSV] = {"csv", ".csv", write_csv},
    [LACON_FILE_TSV] = {"tsv", ".tsv", write_tsv},
    [LACON_FILE_1D] = {"1D", ".1D", write_1d},
    [LACON_FILE_NPY] = {"npy", ".npy", write_npy},
    [LACON_FILE_NPZ] = {"npz", ".npz", write_npz},
    [LACON_FILE_MAT] = {"mat", ".mat", lcn_write_mat},
    [LACON_FILE_HDF5] = {"hdf5", ".h5", lcn_write_hdf5},
    [LACON_FILE_PTSERIES] = {"ptseries", ".ptseries.nii", lcn_write_ptseries},
    [LACON_FILE_NII] = {"nii", ".nii", lcn_write_nii},
};
enum { FILES = sizeof files / sizeof *files };

const char *lacon_file_name(int file)
{
    return file >= 0 && file < FILES ? files[file].name : NULL;
}

const char *lacon_file_end(int file)
{
    return file >= 0 && file < FILES ? files[file].end : NULL;
}

void lacon_export_options_init_sized(lacon_export_options *options, size_t size)
{
    const lacon_export_options defaults = {.size = sizeof defaults};
    lcn_options_give(options, size, &defaults, sizeof defaults);
}

static lacon_status class_of(lacon_ctx *ctx, const lacon_data *data, int64_t c, const char *path,
                             const lcn_class **class)
{
    LCN_FAIL_IF(c < 0 || c >= data->n_classes, LACON_E_ARGUMENT, "%s: no class %lld among %lld",
                path, (long long)c, (long long)data->n_classes);
    *class = &data->classes[c];
    return LACON_OK;
}

lacon_status lacon_data_write(lacon_ctx *ctx, const lacon_data *data, int64_t c, lacon_file file,
                              const char *path, const lacon_export_options *options)
{
    const lcn_class *class = NULL;
    lacon_export_options own;
    LCN_TRY(class_of(ctx, data, c, path, &class));
    LCN_FAIL_IF((int)file < 0 || (int)file >= FILES, LACON_E_ARGUMENT, "%s: no file format %d",
                path, (int)file);
    LCN_FAIL_IF(class->kind == LCN_COV, LACON_E_UNSUPPORTED,
                "%s: class '%s' is a covariance and has no rows", path, class->label);
    LCN_TRY(LCN_TAKE(ctx, &own, options, lacon_export_options));
    return files[file].write(ctx, data, class, path, &own);
}

lacon_status lacon_data_write_csv(lacon_ctx *ctx, const lacon_data *data, int64_t c,
                                  const char *path)
{
    return lacon_data_write(ctx, data, c, LACON_FILE_CSV, path, NULL);
}

/* ---- covariance ---- */

/* K = sum_i (x_i - m)(x_i - m)' / n, row by row of the data. */
static lacon_status covariance(lacon_ctx *ctx, double *K, const lcn_class *class, int64_t p)
{
    double *mean = lcn_alloc(ctx, (size_t)p, 2 * sizeof *mean), *row = mean + p;
    if (mean == NULL) return LACON_E_MEMORY;
    double n = (double)class->n;
    for (int64_t i = 0; i < class->n; i++) {
        for (int64_t r = 0; r < p; r++) mean[r] += lcn_class_value(class, i, r) / n;
    }
    for (int64_t i = 0; i < class->n; i++) {
        for (int64_t r = 0; r < p; r++) row[r] = lcn_class_value(class, i, r) - mean[r];
        for (int64_t r = 0; r < p; r++) {
            for (int64_t s = 0; s <= r; s++) K[r * p + s] += row[r] * row[s] / n;
        }
    }
    for (int64_t r = 0; r < p; r++) {
        for (int64_t s = 0; s < r; s++) K[s * p + r] = K[r * p + s];
    }
    lcn_free(&ctx->allocator, mean);
    return LACON_OK;
}

lacon_status lacon_data_write_covariance(lacon_ctx *ctx, const lacon_data *data, int64_t c,
                                         const char *path)
{
    const lcn_class *class = NULL;
    LCN_TRY(class_of(ctx, data, c, path, &class));
    int64_t p = data->p;
    lcn_class K = {.n = p, .ld = p, .kind = LCN_ROWS_F64};
    if (class->kind == LCN_COV) {
        K.x = class->x;
        K.ld = class->ld;
        return write_text(ctx, data, &K, path, &tsv);
    }
    double *made = lcn_alloc(ctx, (size_t)p * (size_t)p, sizeof *made);
    if (made == NULL) return LACON_E_MEMORY;
    K.x = made;
    lacon_status status = covariance(ctx, made, class, p);
    if (status >= 0) status = write_text(ctx, data, &K, path, &tsv);
    lcn_free(&ctx->allocator, made);
    return status;
}
