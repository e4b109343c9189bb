/* SPDX-License-Identifier: BSD-3-Clause
 * A table out of a .npz archive: the array is chosen by name or because it is the only table, then
 * read as a .npy file (table_npy.c) from the memory the archive is in. An array of texts called
 * `variables` (or names, columns, labels) beside it, as long as the table is wide, names them.
 */
#include "io/formats/npz.h"
#include "io/formats/choose_array.h"
#include "io/formats/table.h"

#include <string.h>

static bool probe(const lcn_source *source)
{
    return lcn_source_starts(source, "PK\3\4", 4) || lcn_source_starts(source, "PK\5\6", 4);
}

/* The whole archive: its list is at the end. */
static lacon_status load(lacon_ctx *ctx, lcn_table *t, lcn_npz *z)
{
    int64_t bound = lcn_source_bound(&t->source);
    size_t got;
    if (t->source.gzip) { /* how large it is shows when it is unpacked */
        LCN_TRY(lcn_source_all(ctx, &t->source, &t->archive, &got));
        return lcn_npz_open_memory(ctx, z, t->source.path, t->archive, got);
    }
    t->archive = lcn_alloc(ctx, (size_t)bound + 1, 1);
    if (t->archive == NULL) return LACON_E_MEMORY;
    LCN_TRY(lcn_source_read(ctx, &t->source, t->archive, (size_t)bound, &got));
    return lcn_npz_open_memory(ctx, z, t->source.path, t->archive, got);
}

/* What one array is, for the list. */
static lacon_status offer(lacon_ctx *ctx, const lcn_npz *z, lcn_array_choice *choice, const lcn_npz_listed *place,
                          const char *name)
{
    lcn_npy npy;
    char text[LCN_SHAPE_TEXT];
    lacon_status status = lcn_npz_listed_header(ctx, z, place, &npy);
    if (status == LACON_E_MEMORY) return status;
    if (status < 0) {
        lcn_array_choice_offer(choice, name, "not readable", false);
        return LACON_OK;
    }
    bool table = npy.kind != 'U' && npy.dims == 2 && npy.shape[0] > 1 && npy.shape[1] > 1;
    lcn_array_choice_offer(choice, name,
                   npy.kind == 'U' ? "text" : lcn_shape_text(text, npy.dims, npy.shape), table);
    return LACON_OK;
}

static lacon_status choose_array(lacon_ctx *ctx, const lcn_table *t, const lcn_npz *z, lcn_array_choice *choice)
{
    lcn_npz_listed place = {0};
    while (lcn_npz_next(z, &place)) {
        char name[sizeof choice->name];
        if (place.length >= sizeof name || memchr(place.name, '\0', place.length) != NULL) continue;
        memcpy(name, place.name, place.length);
        name[place.length] = '\0';
        LCN_TRY(offer(ctx, z, choice, &place, name));
    }
    LCN_FAIL_IF(choice->count == 0, LACON_E_FORMAT,
                "%s: a zip archive without arrays of NumPy in it (a workbook?): save the table as "
                ".csv",
                t->source.path);
    return lcn_array_choice_check(ctx, choice, t->source.path);
}

/* What scipy.sparse.save_npz writes: its `data` alone may look like a table. */
static bool is_sparse(const lcn_npz *z)
{
    return lcn_npz_has(z, "format") && lcn_npz_has(z, "shape") && lcn_npz_has(z, "data");
}

/* Names are welcome, not asked for: what does not fit is none. */
static lacon_status find_names(lacon_ctx *ctx, lcn_table *t, const lcn_npz *z)
{
    for (int i = 0; lcn_names_word(i) != NULL && t->names == NULL; i++) {
        lcn_npy npy;
        const char *word = lcn_names_word(i);
        if (!lcn_npz_has(z, word)) continue;
        lacon_status status = lcn_npz_header(ctx, z, word, &npy);
        if (status == LACON_E_MEMORY) return status;
        if (status < 0 || npy.kind != 'U' || npy.dims != 1 || npy.count != t->variables) continue;
        LCN_TRY(lcn_npz_get_texts(ctx, z, word, t->variables, &t->names));
    }
    return LACON_OK;
}

static lacon_status open_archive(lacon_ctx *ctx, lcn_table *t)
{
    lcn_npz z;
    lcn_array_choice choice = {.wanted = t->options.variable};
    LCN_TRY(load(ctx, t, &z));
    LCN_FAIL_IF(choice.wanted == NULL && is_sparse(&z), LACON_E_FORMAT,
                "%s: a sparse matrix of SciPy: save it with all its values (numpy.save(.., X.toarray()))",
                t->source.path);
    LCN_TRY(choose_array(ctx, t, &z, &choice));
    const unsigned char *content;
    size_t size;
    LCN_TRY(lcn_npz_header(ctx, &z, choice.name, &t->npy));
    LCN_TRY(lcn_source_afford(ctx, &t->source, (double)t->npy.bytes));
    LCN_TRY(lcn_npz_content(ctx, &z, choice.name, &content, &size, &t->entry));
    LCN_TRY(lcn_source_memory(ctx, &t->array, t->source.path, content, size));
    LCN_TRY(lcn_npy_table_open(ctx, t, &t->array));
    return find_names(ctx, t, &z);
}

static lacon_status read_archive(lacon_ctx *ctx, lcn_table *t, const lcn_columns *columns,
                                 double limit, lcn_rows *rows)
{
    return lcn_npy_table_read(ctx, t, &t->array, columns, limit, rows);
}

const lcn_format lcn_format_npz = {.name = "npz",
                                   .what = "a NumPy archive",
                                   .probe = probe,
                                   .open = open_archive,
                                   .read = read_archive};
