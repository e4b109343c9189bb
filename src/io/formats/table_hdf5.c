/* SPDX-License-Identifier: BSD-3-Clause
 * HDF5, and MATLAB's version 7.3 which is HDF5, through libhdf5 in a process of its own (isolate.h).
 * Datasets of all groups are offered under their path ("group/ts"). MATLAB stores columns first and
 * marks its arrays with an attribute: those are turned. A dataset of texts beside the table, as long
 * as the table is wide (variables, names, columns, labels), names the variables; of MATLAB a cell
 * array of texts, which are references, or a matrix of characters.
 */
#include "io/formats/choose_array.h"
#include "io/formats/table.h"
#include "util/utf8.h"

#include <errno.h>
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

static bool probe(const lcn_source *s)
{
    static const char magic[] = "\x89HDF\r\n\x1a\n";
    return lcn_source_starts(s, magic, 8) || lcn_source_holds(s, 512, magic, 8);
}

/* ---- what a dataset is ---- */

typedef struct dataset {
    hid_t id;
    int dims;
    int64_t shape[4];
    bool numbers, text, cells, characters; /* the last two by MATLAB */
    bool turned; /* MATLAB's order */
} dataset;

static bool open_dataset(hid_t file, const char *name, dataset *d)
{
    hsize_t shape[H5S_MAX_RANK];
    *d = (dataset){.id = H5Dopen2(file, name, H5P_DEFAULT)};
    if (d->id < 0) return false;
    hid_t space = H5Dget_space(d->id), type = H5Dget_type(d->id);
    d->dims = H5Sget_simple_extent_dims(space, shape, NULL);
    for (int i = 0; i < d->dims && i < 4; i++) {
        d->shape[i] = shape[i] < (hsize_t)INT64_MAX ? (int64_t)shape[i] : INT64_MAX;
    }
    H5T_class_t class = H5Tget_class(type);
    d->numbers = class == H5T_FLOAT || class == H5T_INTEGER;
    d->text = class == H5T_STRING;
    d->cells = class == H5T_REFERENCE && H5Tequal(type, H5T_STD_REF_OBJ) > 0;
    d->turned = H5Aexists(d->id, "MATLAB_class") > 0;
    if (d->turned && H5Aexists(d->id, "MATLAB_int_decode") > 0) {
        d->numbers = H5Tget_size(type) == 1; /* logical; text has two bytes */
        d->characters = class == H5T_INTEGER && H5Tget_size(type) == 2;
    }
    H5Tclose(type);
    H5Sclose(space);
    return true;
}

static bool is_table(const dataset *d)
{
    return d->numbers && d->dims == 2 && d->shape[0] > 1 && d->shape[1] > 1;
}

/* ---- all of them ---- */

typedef struct visit {
    hid_t file;
    lcn_array_choice *choice;
    int64_t seen;
} visit;

/* MATLAB's sparse matrix is a group of data, ir and jc with a mark. */
static bool of_sparse(hid_t file, const char *name)
{
    char group[256];
    const char *slash = strrchr(name, '/');
    if (slash == NULL || (size_t)(slash - name) >= sizeof group) return false;
    memcpy(group, name, (size_t)(slash - name));
    group[slash - name] = '\0';
    return H5Aexists_by_name(file, group, "MATLAB_sparse", H5P_DEFAULT) > 0;
}

/* HDF5 1.12 gave the description of an object another shape, and its visitor another name. */
#if H5_VERSION_GE(1, 12, 0)
typedef H5O_info2_t object_info;
#define VISIT_OBJECTS H5Ovisit3
#else
typedef H5O_info_t object_info;
#define VISIT_OBJECTS H5Ovisit2
#endif

/* MATLAB keeps what cells point to in #refs#: no variables of the user. HDF5 goes the whole way from the top to each
 * object: thousands of groups inside each other would take it minutes, and no name of theirs can be told. */
static herr_t offer(hid_t group, const char *name, const object_info *info, void *user)
{
    enum { MOST = 100000 };
    visit *v = user;
    char text[LCN_SHAPE_TEXT];
    (void)group;
    v->choice->too_long = v->choice->too_long || strlen(name) >= sizeof v->choice->name;
    if (v->seen++ > MOST || v->choice->too_long) return 1;
    if (info->type != H5O_TYPE_DATASET || strncmp(name, "#refs#", 6) == 0) return 0;
    dataset d;
    if (!open_dataset(v->file, name, &d)) return 0;
    int64_t shown[2] = {d.shape[1], d.shape[0]};
    const int64_t *shape = d.turned && d.dims == 2 ? shown : d.shape;
    const char *what = d.text || d.characters ? "text" : d.cells ? "cell array" : "not numbers";
    if (d.numbers) what = lcn_shape_text(text, d.dims < 4 ? d.dims : 4, shape);
    if (of_sparse(v->file, name)) what = "of a sparse matrix: save full(..)";
    lcn_array_choice_offer(v->choice, name, what, is_table(&d));
    H5Dclose(d.id);
    return 0;
}

/* ---- names: *out stays NULL where something is none; want of memory is no such thing ---- */

enum { LONGEST = 4096 }; /* name */

/* Texts of any length: HDF5 allocates them, and has them back. */
static lacon_status read_varying(lacon_ctx *ctx, char ***out, const dataset *d, hid_t memory, int64_t count)
{
    char **names = lcn_alloc(ctx, (size_t)count, sizeof *names);
    char **theirs = lcn_alloc(ctx, (size_t)count, sizeof *theirs);
    if (names == NULL || theirs == NULL) return LACON_E_MEMORY;
    if (H5Dread(d->id, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, theirs) < 0) return LACON_OK;
    lacon_status status = LACON_OK;
    bool good = true;
    for (int64_t j = 0; j < count && status >= 0 && good; j++) {
        good = theirs[j] != NULL;
        names[j] = good ? lcn_strdup(ctx, theirs[j]) : NULL;
        if (good && names[j] == NULL) status = LACON_E_MEMORY;
    }
    const hid_t space = H5Dget_space(d->id);
    H5Dvlen_reclaim(memory, space, H5P_DEFAULT, theirs);
    H5Sclose(space);
    if (good) *out = names;
    return status;
}

/* Texts of one length, padded, or of any length. */
static lacon_status read_texts(lacon_ctx *ctx, char ***out, const dataset *d, int64_t count)
{
    hid_t type = H5Dget_type(d->id);
    size_t size = H5Tis_variable_str(type) > 0 ? 0 : H5Tget_size(type);
    hid_t memory = H5Tcopy(H5T_C_S1);
    H5Tset_size(memory, size > 0 ? size + 1 : H5T_VARIABLE);
    H5Tset_cset(memory, H5Tget_cset(type));
    if (size == 0) return read_varying(ctx, out, d, memory, count);
    if (size >= LONGEST) return LACON_OK;
    char **names = lcn_alloc(ctx, (size_t)count, sizeof *names);
    char *text = lcn_alloc(ctx, (size_t)count, size + 1);
    if (names == NULL || text == NULL) return LACON_E_MEMORY;
    if (H5Dread(d->id, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0) return LACON_OK;
    for (int64_t j = 0; j < count; j++) names[j] = text + (size_t)j * (size + 1);
    *out = names;
    return LACON_OK;
}

/* Row r of MATLAB's matrix of characters: unit i of it is at i rows + r of the file. NULL without memory. */
static char *row_text(lacon_ctx *ctx, const uint16_t *units, size_t rows, size_t length, size_t r)
{
    char *text = lcn_alloc(ctx, 3 * length + 1, 1);
    uint16_t *row = lcn_alloc(ctx, length + 1, sizeof *row);
    if (text == NULL || row == NULL) return NULL;
    for (size_t i = 0; i < length; i++) row[i] = units[i * rows + r];
    size_t end = lcn_utf16_text(row, length, text);
    while (end > 0 && text[end - 1] == ' ') text[--end] = '\0';
    return text;
}

/* `count` rows of characters. */
static lacon_status read_characters(lacon_ctx *ctx, char ***out, const dataset *d, int64_t count)
{
    if (!d->characters || d->dims != 2 || d->shape[1] != count || d->shape[0] > LONGEST) return LACON_OK;
    size_t rows = (size_t)count, length = (size_t)d->shape[0];
    uint16_t *units = lcn_alloc(ctx, rows * length + 1, sizeof *units);
    char **names = lcn_alloc(ctx, rows, sizeof *names);
    if (units == NULL || names == NULL) return LACON_E_MEMORY;
    if (H5Dread(d->id, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, units) < 0) return LACON_OK;
    for (size_t r = 0; r < rows; r++) {
        names[r] = row_text(ctx, units, rows, length, r);
        if (names[r] == NULL) return LACON_E_MEMORY;
    }
    *out = names;
    return LACON_OK;
}

/* Cells are references to rows of characters elsewhere in the file. */
static lacon_status read_cells(lacon_ctx *ctx, char ***out, const dataset *d, int64_t count)
{
    hobj_ref_t *to = lcn_alloc(ctx, (size_t)count, sizeof *to);
    char **names = lcn_alloc(ctx, (size_t)count, sizeof *names);
    if (to == NULL || names == NULL) return LACON_E_MEMORY;
    if (H5Dread(d->id, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, to) < 0) return LACON_OK;
    for (int64_t j = 0; j < count; j++) {
        hid_t object = H5Rdereference2(d->id, H5P_DEFAULT, H5R_OBJECT, &to[j]);
        dataset cell = {.id = -1};
        char **one = NULL;
        lacon_status status = LACON_OK;
        if (object >= 0 && H5Iget_type(object) == H5I_DATASET && open_dataset(object, ".", &cell))
            status = read_characters(ctx, &one, &cell, 1);
        if (cell.id >= 0) H5Dclose(cell.id);
        if (object >= 0) H5Oclose(object);
        if (status < 0 || one == NULL) return status;
        names[j] = one[0];
    }
    *out = names;
    return LACON_OK;
}

static lacon_status names_of(lacon_ctx *ctx, char ***out, const dataset *d, int64_t count)
{
    if (d->text && d->dims == 1 && d->shape[0] == count) return read_texts(ctx, out, d, count);
    bool row = d->dims == 2 && (d->shape[0] == 1 || d->shape[1] == 1);
    if (d->cells && row && d->shape[0] * d->shape[1] == count) return read_cells(ctx, out, d, count);
    return read_characters(ctx, out, d, count);
}

/* In the group of the table. */
static lacon_status find_names(lacon_ctx *ctx, char ***out, hid_t file, const char *table, int64_t count)
{
    const char *slash = strrchr(table, '/');
    int group = slash != NULL ? (int)(slash - table) + 1 : 0;
    lacon_status status = LACON_OK;
    for (int i = 0; lcn_names_word(i) != NULL && *out == NULL && status >= 0; i++) {
        char *path = lcn_sprintf(ctx, "%.*s%s", group, table, lcn_names_word(i));
        dataset d;
        if (path == NULL) return LACON_E_MEMORY;
        if (H5Lexists(file, path, H5P_DEFAULT) <= 0) continue;
        if (!open_dataset(file, path, &d)) continue;
        status = names_of(ctx, out, &d, count);
        H5Dclose(d.id);
    }
    return status;
}

/* ---- the reader ---- */

static lacon_status send_values(lacon_ctx *ctx, const lcn_table *t, lcn_child *child, hid_t file,
                                const char *name)
{
    dataset d;
    LCN_FAIL_IF(!open_dataset(file, name, &d) || !is_table(&d), LACON_E_FORMAT,
                "%s: dataset '%s' cannot be read", child->path, name);
    bool across = d.turned != t->options.transpose; /* lines of the file are variables */
    int64_t lines = d.shape[0], width = d.shape[1];
    int64_t rows = across ? width : lines, columns = across ? lines : width;
    char **names = NULL;
    LCN_TRY(find_names(ctx, &names, file, name, columns));
    LCN_TRY(lcn_child_claim(ctx, child, rows, columns));
    double *values = lcn_alloc(ctx, (size_t)rows * (size_t)columns, sizeof *values);
    if (values == NULL) return LACON_E_MEMORY;
    LCN_FAIL_IF(H5Dread(d.id, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0,
                LACON_E_FORMAT, "%s: dataset '%s' is damaged, cut off, or packed in a way that is "
                                "not known",
                child->path, name);
    LCN_TRY(lcn_child_shape(ctx, child, rows, columns, (const char *const *)names));
    return across ? lcn_child_strided(ctx, child, values, 1, width)
                  : lcn_child_strided(ctx, child, values, width, 1);
}

/* ---- what the system refused ---- */

static herr_t look_at_error(unsigned n, const H5E_error2_t *error, void *refused)
{
    (void)n;
    const char *at = error->desc != NULL ? strstr(error->desc, "errno = ") : NULL;
    if (at != NULL) *(int *)refused = (int)strtol(at + strlen("errno = "), NULL, 10);
    return 0;
}

/* Instead of printing. HDF5 goes on after a refusal, until errno is another: what it says of it is kept. */
static herr_t note_error(hid_t stack, void *refused)
{
    H5Ewalk2(stack, H5E_WALK_DOWNWARD, look_at_error, refused);
    return 0;
}

/* Read only, without locks (read-only disks), without plug-ins, silent. What is packed or no file is
 * taken from memory. */
static lacon_status open_file(lacon_ctx *ctx, lcn_source *source, hid_t *file)
{
    H5PLset_loading_state(0);
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_file_locking(access, false, true);
    const char *name = source->path;
    if (!lcn_child_is_file(source)) {
        name = ".lacon image in memory"; /* HDF5 wants one that no file has */
        unsigned char *all;
        size_t size;
        LCN_TRY(lcn_source_rewind(ctx, source));
        LCN_TRY(lcn_source_all(ctx, source, &all, &size));
        H5Pset_fapl_core(access, 1 << 20, false);
        H5Pset_file_image(access, all, size);
        lcn_free(&ctx->allocator, all);
    }
    *file = H5Fopen(name, H5F_ACC_RDONLY, access);
    return LACON_OK;
}

/* What is open is left to the end of the process, which is near. */
static lacon_status find_and_send(lacon_ctx *ctx, lcn_table *t, lcn_child *child)
{
    hid_t file;
    LCN_TRY(open_file(ctx, &t->source, &file));
    LCN_FAIL_IF(file < 0, LACON_E_FORMAT, "%s: the HDF5 file is damaged or cut off", child->path);
    lcn_child_shut(child);
    lcn_array_choice choice = {.wanted = t->options.variable};
    visit all = {.file = file, .choice = &choice};
    LCN_FAIL_IF(VISIT_OBJECTS(file, H5_INDEX_NAME, H5_ITER_INC, offer, &all, H5O_INFO_BASIC) < 0,
                LACON_E_FORMAT, "%s: the HDF5 file is damaged", child->path);
    LCN_TRY(lcn_array_choice_check(ctx, &choice, child->path));
    return send_values(ctx, t, child, file, choice.name);
}

/* errno: of what the system refused to HDF5, for who is to blame */
static lacon_status produce(lacon_ctx *ctx, lcn_table *t, lcn_child *child)
{
    int refused = 0;
    H5Eset_auto2(H5E_DEFAULT, note_error, &refused);
    const lacon_status status = find_and_send(ctx, t, child);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    if (refused != 0) errno = refused;
    return status;
}

const lcn_format lcn_format_hdf5 = {.name = "hdf5",
                                    .what = "an HDF5 file",
                                    .probe = probe,
                                    .open = lcn_isolated_open,
                                    .read = lcn_isolated_read,
                                    .produce = produce};
