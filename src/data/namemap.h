/* SPDX-License-Identifier: BSD-3-Clause
 * From a name to its index: open addressing over names that the caller keeps. Used for variables
 * (p may be 50,000) and classes, wherever names must be unique or be matched.
 */
#ifndef LCN_NAMEMAP_H
#define LCN_NAMEMAP_H

#include "util/ctx.h"

typedef struct lcn_namemap {
    const char *const *names; /* borrowed */
    int64_t count;
    int64_t *slots; /* index into names, -1 empty; a power of two, more than 2 count */
    int64_t mask;
} lcn_namemap;

/* On a name that occurs twice: *twin is its first index, *again the second, and the call succeeds;
 * both are -1 when all names differ. */
lacon_status lcn_namemap_init(lacon_ctx *ctx, lcn_namemap *map, const char *const *names,
                              int64_t count, int64_t *twin, int64_t *again);
void lcn_namemap_clear(const lacon_allocator *a, lcn_namemap *map);
/* -1 when it is not there */
int64_t lcn_namemap_find(const lcn_namemap *map, const char *name);

/* Is this "V<r+1>", the name of a variable that has none? */
bool lcn_is_default_name(const char *name, int64_t r);
/* Have all of them no name? */
bool lcn_are_default_names(const char *const *names, int64_t count);

/* A table of strings in one block (free it with lcn_free): count pointers, then the text. */
char **lcn_names_copy(lacon_ctx *ctx, const char *const *names, int64_t count);

/* A list of different strings that grows: add returns the index of the text, new or known. Starts
 * as {0}; names and map change with every new one. */
typedef struct lcn_namelist {
    char **names; /* each its own block */
    int64_t count, capacity;
    lcn_namemap map;
} lcn_namelist;
lacon_status lcn_namelist_add(lacon_ctx *ctx, lcn_namelist *list, const char *text, int64_t *index);
void lcn_namelist_clear(const lacon_allocator *a, lcn_namelist *list);

#endif
