/* SPDX-License-Identifier: BSD-3-Clause
 * MATLAB files of versions 4 to 7 through matio, in a process of its own (isolate.h); whether one is
 * whole is seen in mat_whole.c. The variable is chosen by name, with dots into structures, or because
 * it is the only table, full or sparse; a cell array of texts or a matrix of characters beside it, as
 * long as the table is wide (variables, names, columns, labels), names the variables. Version 7.3 is
 * HDF5: table_hdf5.c.
 */
#include "io/formats/mat_whole.h"
#include "io/formats/choose_array.h"
#include "io/formats/table.h"
#include "util/utf8.h"

#include <matio.h>
#include <string.h>

/* ---- what a variable is ---- */

static bool is_numbers(const matvar_t *v)
{
    switch (v->class_type) {
    case MAT_C_DOUBLE:
    case MAT_C_SINGLE:
    case MAT_C_INT8:
    case MAT_C_UINT8:
    case MAT_C_INT16:
    case MAT_C_UINT16:
    case MAT_C_INT32:
    case MAT_C_UINT32:
    case MAT_C_INT64:
    case MAT_C_UINT64:
    case MAT_C_SPARSE:
        return !v->isComplex;
    default:
        return false;
    }
}

static bool is_table(const matvar_t *v)
{
    return is_numbers(v) && v->rank == 2 && v->dims[0] > 1 && v->dims[1] > 1;
}

static const char *what_is(const matvar_t *v, char text[LCN_SHAPE_TEXT])
{
    switch (v->class_type) {
    case MAT_C_CELL:
        return "cell array";
    case MAT_C_STRUCT:
        return "structure";
    case MAT_C_CHAR:
        return "text";
    case MAT_C_FUNCTION:
        return "function";
    case MAT_C_OBJECT:
    case MAT_C_OPAQUE:
        return "object: save its numbers as a matrix";
    default:
        break;
    }
    int64_t shape[4];
    int dims = v->rank < 4 ? v->rank : 4;
    for (int i = 0; i < dims; i++) shape[i] = (int64_t)v->dims[i];
    if (v->isComplex) return "complex";
    return is_numbers(v) ? lcn_shape_text(text, dims, shape) : "not numbers";
}

static lacon_status offer_all(mat_t *file, lcn_array_choice *choice)
{
    Mat_Rewind(file);
    for (matvar_t *v; (v = Mat_VarReadNextInfo(file)) != NULL; Mat_VarFree(v)) {
        char text[LCN_SHAPE_TEXT];
        if (v->name == NULL || strncmp(v->name, "__", 2) == 0) continue;
        lcn_array_choice_offer(choice, v->name, what_is(v, text), is_table(v));
    }
    return LACON_OK;
}

/* ---- values ---- */

#define WIDEN(type)                                                                                \
    for (size_t i = 0; i < count; i++) to[i] = (double)((const type *)from)[i];                    \
    break

/* By how they are stored, which may be narrower than their class. */
static bool widen(enum matio_types stored, const void *from, size_t count, double *to)
{
    switch (stored) {
    case MAT_T_DOUBLE:
        WIDEN(double);
    case MAT_T_SINGLE:
        WIDEN(float);
    case MAT_T_INT8:
        WIDEN(int8_t);
    case MAT_T_UINT8:
        WIDEN(uint8_t);
    case MAT_T_INT16:
        WIDEN(int16_t);
    case MAT_T_UINT16:
        WIDEN(uint16_t);
    case MAT_T_INT32:
        WIDEN(int32_t);
    case MAT_T_UINT32:
        WIDEN(uint32_t);
    case MAT_T_INT64:
        WIDEN(int64_t);
    case MAT_T_UINT64:
        WIDEN(uint64_t);
    default:
        return false;
    }
    return true;
}

/* All of jc before any of it is followed: 0 <= jc[0] <= .. <= jc[columns] <= the values and rows there are. */
static bool columns_fit(const mat_sparse_t *m, size_t columns)
{
    if (m == NULL || m->jc == NULL || m->njc != columns + 1) return false;
    for (size_t j = 0; j < columns; j++)
        if (m->jc[j] > m->jc[j + 1]) return false;
    return m->jc[columns] <= m->ndata && m->jc[columns] <= m->nir;
}

/* Column j of a sparse matrix has the values jc[j] .. jc[j+1] - 1, in rows ir[..]; the rest is 0. A damaged length may
 * claim more values than the columns have: those are not asked for; more than the matrix has cells: it is refused, also
 * where no limit of memory holds (qemu). */
static lacon_status spread(lacon_ctx *ctx, const matvar_t *v, double *to)
{
    const mat_sparse_t *m = v->data;
    size_t rows = v->dims[0], columns = v->dims[1];
    if (!columns_fit(m, columns) || (m->ndata > 0 && (m->data == NULL || m->ir == NULL))) return LACON_E_FORMAT;
    const size_t used = m->jc[columns];
    if (used > rows * columns || (size_t)m->ndata > rows * columns) return LACON_E_FORMAT;
    double *values = lcn_alloc(ctx, used + 1, sizeof *values);
    if (values == NULL) return LACON_E_MEMORY;
    if (!widen(v->data_type, m->data, used, values)) return LACON_E_FORMAT;
    for (size_t j = 0; j < columns; j++) {
        for (size_t i = m->jc[j]; i < m->jc[j + 1]; i++) {
            if (m->ir[i] >= rows) return LACON_E_FORMAT;
            to[m->ir[i] + j * rows] = values[i];
        }
    }
    return LACON_OK; /* values go with the process */
}

static lacon_status full_values(lacon_ctx *ctx, const matvar_t *v, size_t count, double *to)
{
    if (v->class_type == MAT_C_SPARSE) return spread(ctx, v, to);
    bool whole = v->data != NULL && v->data_size > 0 && v->nbytes / (size_t)v->data_size == count;
    return whole && widen(v->data_type, v->data, count, to) ? LACON_OK : LACON_E_FORMAT;
}

/* Column after column in MATLAB: element (i, j) is at i + j rows. Nothing is announced before the values are there: up
 * to then a file can be tried again. */
static lacon_status send_values(lacon_ctx *ctx, const lcn_table *t, lcn_child *child,
                                const matvar_t *v, const char *const *names)
{
    int64_t rows = (int64_t)v->dims[0], columns = (int64_t)v->dims[1];
    bool across = t->options.transpose;
    LCN_TRY(lcn_child_claim(ctx, child, rows, columns));
    size_t count = (size_t)rows * (size_t)columns;
    double *values = lcn_alloc(ctx, count, sizeof *values);
    if (values == NULL) return LACON_E_MEMORY;
    const lacon_status status = full_values(ctx, v, count, values);
    LCN_FAIL_IF(status == LACON_E_FORMAT, LACON_E_FORMAT,
                "%s: variable '%s' is damaged, cut off or does not hold numbers", child->path, v->name);
    LCN_TRY(status);
    LCN_TRY(lcn_child_shape(ctx, child, across ? columns : rows, across ? rows : columns, names));
    return across ? lcn_child_strided(ctx, child, values, rows, 1)
                  : lcn_child_strided(ctx, child, values, 1, rows);
}

/* ---- names: *out stays NULL where something is none; want of memory is no such thing ---- */

/* A row of characters as text, without blanks at its end. Version 4 keeps characters as numbers. */
static lacon_status text_of(lacon_ctx *ctx, char **out, const matvar_t *v, size_t row)
{
    bool plain = v != NULL && v->class_type == MAT_C_CHAR && v->rank == 2 && v->data != NULL &&
                 (v->data_size == 1 || v->data_size == 2);
    if (!plain) return LACON_OK;
    size_t rows = v->dims[0] > 0 ? v->dims[0] : 1, length = v->nbytes / (size_t)v->data_size / rows;
    char *text = lcn_alloc(ctx, 3 * length + 1, 1);
    uint16_t *units = lcn_alloc(ctx, length + 1, sizeof *units);
    if (text == NULL || units == NULL) return LACON_E_MEMORY;
    const uint8_t *narrow = v->data;
    const uint16_t *wide = v->data;
    for (size_t i = 0; i < length; i++)
        units[i] = v->data_size == 1 ? narrow[row + i * rows] : wide[row + i * rows];
    if (v->data_type == MAT_T_UTF8 && v->data_size == 1 && rows == 1)
        memcpy(text, narrow, length);
    else
        lcn_utf16_text(units, length, text);
    for (size_t end = strlen(text); end > 0 && text[end - 1] == ' '; end--) text[end - 1] = '\0';
    *out = text;
    return LACON_OK;
}

/* As many texts as there are variables, or none: in cells, or the rows of a matrix of characters. */
static lacon_status names_of(lacon_ctx *ctx, char ***out, const matvar_t *v, int64_t count)
{
    bool cells = v != NULL && v->class_type == MAT_C_CELL;
    if (v == NULL || v->data == NULL || v->rank != 2) return LACON_OK;
    uint64_t there = cells ? (uint64_t)v->dims[0] * v->dims[1] : (uint64_t)v->dims[0];
    if (there != (uint64_t)count) return LACON_OK;
    char **names = lcn_alloc(ctx, (size_t)count, sizeof *names);
    if (names == NULL) return LACON_E_MEMORY;
    for (int64_t j = 0; j < count; j++) {
        names[j] = NULL;
        LCN_TRY(cells ? text_of(ctx, &names[j], ((matvar_t *const *)v->data)[j], 0)
                      : text_of(ctx, &names[j], v, (size_t)j));
        if (names[j] == NULL) return LACON_OK; /* the process ends soon, and with it what is held */
    }
    *out = names;
    return LACON_OK;
}

static lacon_status find_names(lacon_ctx *ctx, char ***out, mat_t *file, int64_t count)
{
    lacon_status status = LACON_OK;
    for (int i = 0; lcn_names_word(i) != NULL && *out == NULL && status >= 0; i++) {
        matvar_t *v = Mat_VarRead(file, lcn_names_word(i));
        status = names_of(ctx, out, v, count);
        Mat_VarFree(v);
    }
    return status;
}

/* ---- the reader ---- */

/* "one.two.three": a structure's field of a field; NULL when there is none. */
static matvar_t *field_at(matvar_t *v, const char *path)
{
    char name[256];
    while (v != NULL && *path != '\0') {
        const char *dot = strchr(path, '.');
        size_t length = dot != NULL ? (size_t)(dot - path) : strlen(path);
        if (v->class_type != MAT_C_STRUCT || length >= sizeof name) return NULL;
        memcpy(name, path, length);
        name[length] = '\0';
        v = Mat_VarGetStructFieldByName(v, name, 0);
        path += length + (dot != NULL);
    }
    return v;
}

static lacon_status read_field(lacon_ctx *ctx, lcn_table *t, lcn_child *child, mat_t *file)
{
    const char *wanted = t->options.variable, *dot = strchr(wanted, '.');
    char top[256];
    LCN_FAIL_IF((size_t)(dot - wanted) >= sizeof top, LACON_E_DATA, "%s: has no variable '%s'",
                child->path, wanted);
    memcpy(top, wanted, (size_t)(dot - wanted));
    top[dot - wanted] = '\0';
    matvar_t *whole = Mat_VarRead(file, top), *v = field_at(whole, dot + 1);
    char text[LCN_SHAPE_TEXT];
    LCN_FAIL_IF(v == NULL, LACON_E_DATA, "%s: has no variable '%s'", child->path, wanted);
    LCN_FAIL_IF(!is_table(v), LACON_E_DATA,
                "%s: variable '%s' is not a table (2 dimensions of 2 or more numbers): %s",
                child->path, wanted, what_is(v, text));
    return send_values(ctx, t, child, v, NULL);
}

static lacon_status read_variable(lacon_ctx *ctx, lcn_table *t, lcn_child *child, mat_t *file, matvar_t *v,
                                  const char *name)
{
    int64_t count;
    char text[LCN_SHAPE_TEXT];
    LCN_FAIL_IF(v == NULL || !is_table(v), LACON_E_FORMAT, "%s: variable '%s' cannot be read",
                child->path, name);
    LCN_FAIL_IF(__builtin_mul_overflow((int64_t)v->dims[0], (int64_t)v->dims[1], &count) ||
                    count > child->most,
                LACON_E_FORMAT, "%s: variable '%s' claims more than a file of its size can hold",
                child->path, name);
    LCN_TRY(lcn_source_afford(ctx, &t->source, (double)count * sizeof(double)));
    LCN_FAIL_IF(Mat_VarReadDataAll(file, v) != 0, LACON_E_FORMAT,
                "%s: variable '%s' is damaged or cut off", child->path, name);
    /* a sparse matrix of version 4 tells what it is with its values alone */
    LCN_FAIL_IF(!is_table(v), LACON_E_DATA, "%s: variable '%s' is not a table (2 dimensions of 2 or more numbers): %s",
                child->path, name, what_is(v, text));
    char **names = NULL;
    LCN_TRY(find_names(ctx, &names, file, (int64_t)v->dims[t->options.transpose ? 0 : 1]));
    return send_values(ctx, t, child, v, (const char *const *)names);
}

static lacon_status read_chosen(lacon_ctx *ctx, lcn_table *t, lcn_child *child, mat_t *file)
{
    lcn_array_choice choice = {.wanted = t->options.variable};
    if (choice.wanted != NULL && strchr(choice.wanted, '.') != NULL) {
        return read_field(ctx, t, child, file);
    }
    LCN_TRY(offer_all(file, &choice));
    LCN_TRY(lcn_array_choice_check(ctx, &choice, child->path));
    Mat_Rewind(file);
    matvar_t *v = Mat_VarReadInfo(file, choice.name);
    const lacon_status status = read_variable(ctx, t, child, file, v, choice.name);
    Mat_VarFree(v);
    return status;
}

/* What is allocated is left to the end of the process, which is near. */
static lacon_status produce(lacon_ctx *ctx, lcn_table *t, lcn_child *child)
{
    char copy[LCN_CHILD_PATH];
    const char *path = t->source.path;
    LCN_TRY(lcn_mat_check(ctx, &t->source));
    if (!lcn_child_is_file(&t->source)) {
        LCN_TRY(lcn_child_copy(ctx, &t->source, copy));
        path = copy;
    }
    mat_t *file = Mat_Open(path, MAT_ACC_RDONLY);
    LCN_FAIL_IF(file == NULL, LACON_E_FORMAT, "%s: is not a MATLAB file after all, or damaged",
                child->path);
    lcn_child_shut(child);
    const lacon_status status = read_chosen(ctx, t, child, file);
    Mat_Close(file);
    return status;
}

const lcn_format lcn_format_mat = {.name = "mat",
                                   .what = "a MATLAB file",
                                   .probe = lcn_mat_probe,
                                   .open = lcn_isolated_open,
                                   .read = lcn_isolated_read,
                                   .produce = produce};
