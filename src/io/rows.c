/* SPDX-License-Identifier: BSD-3-Clause
 * Lines into rows; see rows.h.
 */
#include "io/rows.h"
#include "util/store.h"

#include <string.h>

enum {
    BLOCK_BYTES =
        64 << 20, /* above the 32 MB up to which malloc may keep freed blocks for itself */
    FIRST_BYTES = 256 << 10 /* when nothing is known */
};

static size_t value_size(const lcn_rows *rows)
{
    return rows->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double);
}

static void set_columns(lcn_rows *rows, int64_t variables, const int64_t *target)
{
    rows->variables = variables;
    rows->target = target;
    rows->plain = true;
    for (int64_t j = 0; j < variables; j++) {
        rows->kept += target[j] >= 0;
        rows->plain &= target[j] == j;
    }
}

lacon_status lcn_rows_begin(lacon_ctx *ctx, lcn_rows *rows, const lcn_source *source, lcn_kind kind,
                            int64_t variables, const int64_t *target, int64_t expected,
                            bool by_class)
{
    *rows = (lcn_rows){.allocator = ctx->allocator, .source = source, .kind = kind};
    rows->expected = expected;
    rows->by_class = by_class;
    set_columns(rows, variables, target);
    return LACON_OK;
}

lacon_status lcn_rows_begin_across(lacon_ctx *ctx, lcn_rows *rows, const lcn_source *source,
                                   lcn_kind kind, int64_t variables, const int64_t *target,
                                   int64_t n)
{
    *rows = (lcn_rows){.allocator = ctx->allocator, .source = source, .kind = kind, .n = n};
    set_columns(rows, variables, target);
    rows->bytes = (double)n * (double)rows->kept * (double)value_size(rows);
    LCN_TRY(lcn_source_afford(ctx, source, rows->bytes));
    rows->x = lcn_alloc_kept(ctx, (size_t)n, (size_t)rows->kept * value_size(rows));
    return rows->x != NULL ? LACON_OK : LACON_E_MEMORY;
}

void lcn_rows_clear(lcn_rows *rows)
{
    for (int64_t b = 0; b < rows->n_blocks; b++) {
        lcn_free(&rows->allocator, rows->blocks[b].x);
        lcn_free(&rows->allocator, rows->blocks[b].class_of);
    }
    lcn_free(&rows->allocator, rows->blocks);
    lcn_free(&rows->allocator, rows->x);
    lcn_namelist_clear(&rows->allocator, &rows->labels);
    *rows = (lcn_rows){0};
}

/* ---- blocks ---- */

/* As many rows as are expected, then twice the block before, within 64 MB. */
static int64_t next_capacity(const lcn_rows *rows)
{
    int64_t bytes = rows->kept * (int64_t)value_size(rows);
    int64_t most = BLOCK_BYTES / bytes > 1 ? BLOCK_BYTES / bytes : 1;
    if (rows->exact && rows->n_blocks == 0) return rows->expected;
    int64_t want = rows->expected > 0 ? rows->expected : FIRST_BYTES / bytes + 1;
    if (rows->n_blocks > 0) want = 2 * rows->blocks[rows->n_blocks - 1].capacity;
    return want < most ? want : most;
}

static lacon_status add_block(lacon_ctx *ctx, lcn_rows *rows)
{
    LCN_TRY(lcn_grow(ctx, &rows->blocks, rows->n_blocks, &rows->capacity, sizeof *rows->blocks, 4));
    lcn_block block = {.capacity = next_capacity(rows)};
    size_t capacity = (size_t)block.capacity;
    rows->bytes += (double)capacity * (double)rows->kept * (double)value_size(rows);
    LCN_TRY(lcn_source_afford(ctx, rows->source, rows->bytes));
    block.x = lcn_alloc_kept(ctx, capacity, (size_t)rows->kept * value_size(rows));
    if (block.x == NULL) return LACON_E_MEMORY;
    if (rows->by_class) {
        block.class_of = lcn_alloc(ctx, capacity, sizeof *block.class_of);
        if (block.class_of == NULL) {
            lcn_free(&rows->allocator, block.x);
            return LACON_E_MEMORY;
        }
    }
    rows->blocks[rows->n_blocks++] = block;
    return LACON_OK;
}

/* ---- lines ---- */

/* Kept cells to x[0], x[stride], ..: target[j] is the place of cell j. */
static void put_cells(const lcn_rows *rows, void *x, const double *cells)
{
    if (rows->kind == LCN_ROWS_F32) {
        float *to = x;
        for (int64_t j = 0; j < rows->variables; j++) {
            if (rows->target[j] >= 0) to[rows->target[j]] = (float)cells[j];
        }
    } else if (rows->plain) {
        memcpy(x, cells, (size_t)rows->kept * sizeof *cells);
    } else {
        double *to = x;
        for (int64_t j = 0; j < rows->variables; j++) {
            if (rows->target[j] >= 0) to[rows->target[j]] = cells[j];
        }
    }
}

/* A line that is a variable becomes a column of x (n × kept). */
static void put_column(lcn_rows *rows, const double *cells)
{
    int64_t column = rows->target[rows->line++];
    if (column < 0) return;
    for (int64_t i = 0; i < rows->n; i++) {
        if (rows->kind == LCN_ROWS_F32) {
            ((float *)rows->x)[i * rows->kept + column] = (float)cells[i];
        } else {
            ((double *)rows->x)[i * rows->kept + column] = cells[i];
        }
    }
}

lacon_status lcn_rows_put(lacon_ctx *ctx, lcn_rows *rows, const double *cells, const char *label)
{
    if (rows->x != NULL) {
        put_column(rows, cells);
        return LACON_OK;
    }
    lcn_block *block = rows->n_blocks > 0 ? &rows->blocks[rows->n_blocks - 1] : NULL;
    if (block == NULL || block->used == block->capacity) {
        LCN_TRY(add_block(ctx, rows));
        block = &rows->blocks[rows->n_blocks - 1];
    }
    if (rows->by_class) {
        int64_t class;
        LCN_TRY(lcn_namelist_add(ctx, &rows->labels, label, &class));
        LCN_FAIL_IF(class > INT32_MAX, LACON_E_LIMIT, "more than %d classes", INT32_MAX);
        block->class_of[block->used] = (int32_t) class;
    }
    size_t row_bytes = (size_t)rows->kept * value_size(rows);
    put_cells(rows, (char *)block->x + (size_t)block->used * row_bytes, cells);
    block->used++;
    rows->n++;
    return LACON_OK;
}

lacon_status lcn_rows_reserve(lacon_ctx *ctx, lcn_rows *rows, int64_t lines, void **to, int64_t *count)
{
    *count = 0;
    bool plain = rows->plain && rows->x == NULL && !rows->by_class;
    if (!plain || rows->kept != rows->variables) return LACON_OK;
    lcn_block *block = rows->n_blocks > 0 ? &rows->blocks[rows->n_blocks - 1] : NULL;
    if (block == NULL || block->used == block->capacity) {
        LCN_TRY(add_block(ctx, rows));
        block = &rows->blocks[rows->n_blocks - 1];
    }
    int64_t left = block->capacity - block->used;
    *count = lines < left ? lines : left;
    *to = (char *)block->x + (size_t)block->used * (size_t)rows->kept * value_size(rows);
    block->used += *count;
    rows->n += *count;
    return LACON_OK;
}

/* ---- the result ---- */

void lcn_class_rows_free(const lacon_allocator *a, lcn_class_rows *classes, int64_t count)
{
    for (int64_t i = 0; classes != NULL && i < count; i++) {
        lcn_free(a, classes[i].label);
        lcn_free(a, classes[i].x);
    }
    lcn_free(a, classes);
}

/* The labels, the number of rows of each, and memory for them. */
static lacon_status make_classes(lacon_ctx *ctx, lcn_rows *rows, lcn_class_rows *classes, int64_t count)
{
    size_t row_bytes = (size_t)rows->kept * value_size(rows);
    for (int64_t b = 0; b < rows->n_blocks; b++) {
        const lcn_block *block = &rows->blocks[b];
        for (int64_t i = 0; i < block->used; i++) {
            classes[block->class_of != NULL ? block->class_of[i] : 0].n++;
        }
    }
    for (int64_t c = 0; c < count; c++) {
        classes[c].x = lcn_alloc_kept(ctx, (size_t)classes[c].n, row_bytes);
        if (classes[c].x == NULL) return LACON_E_MEMORY;
        if (rows->by_class) classes[c].label = lcn_strdup(ctx, rows->labels.names[c]);
        if (rows->by_class && classes[c].label == NULL) return LACON_E_MEMORY;
        classes[c].n = 0; /* counts up again while the rows are moved */
    }
    return LACON_OK;
}

/* Every block goes as soon as it is copied: fresh pages come in as old ones leave. */
static void move_rows(lcn_rows *rows, lcn_class_rows *classes)
{
    size_t row_bytes = (size_t)rows->kept * value_size(rows);
    for (int64_t b = 0; b < rows->n_blocks; b++) {
        lcn_block *block = &rows->blocks[b];
        for (int64_t i = 0; i < block->used; i++) {
            lcn_class_rows *one = &classes[block->class_of != NULL ? block->class_of[i] : 0];
            char *to = (char *)one->x + (size_t)one->n++ * row_bytes;
            memcpy(to, (const char *)block->x + (size_t)i * row_bytes, row_bytes);
        }
        lcn_free(&rows->allocator, block->x);
        block->x = NULL;
    }
}

/* The array that is there already, when it is the whole and hardly larger than it must be. */
static bool take_whole(lcn_rows *rows, lcn_class_rows *one)
{
    if (rows->x != NULL) {
        one->x = rows->x;
        rows->x = NULL;
    } else if (rows->n_blocks == 1 && !rows->by_class &&
               rows->blocks[0].used >= rows->blocks[0].capacity / 8 * 7) {
        one->x = rows->blocks[0].x;
        rows->blocks[0].x = NULL;
    }
    one->n = one->x != NULL ? rows->n : 0;
    return one->x != NULL;
}

lacon_status lcn_rows_take(lacon_ctx *ctx, lcn_rows *rows, lcn_class_rows **classes, int64_t *count)
{
    *count = rows->by_class ? rows->labels.count : 1;
    *classes = lcn_alloc(ctx, (size_t)*count, sizeof **classes);
    if (*classes == NULL) return LACON_E_MEMORY;
    if (!take_whole(rows, *classes)) {
        lacon_status status = make_classes(ctx, rows, *classes, *count);
        if (status < 0) {
            lcn_class_rows_free(&ctx->allocator, *classes, *count);
            *classes = NULL;
            return status;
        }
        move_rows(rows, *classes);
    }
    lcn_rows_clear(rows);
    return LACON_OK;
}
