/* SPDX-License-Identifier: BSD-3-Clause
 * Names to indices; see namemap.h. FNV-1a, linear probing.
 */
#include "data/namemap.h"

#include <string.h>

static uint64_t hash(const char *name)
{
    uint64_t h = 14695981039346656037u;
    for (; *name != '\0'; name++) h = (h ^ (unsigned char)*name) * 1099511628211u;
    return h ^ h >> 32;
}

/* The slot that holds name, or the empty one where it belongs. */
static int64_t probe(const lcn_namemap *map, const char *name)
{
    int64_t slot = (int64_t)(hash(name) & (uint64_t)map->mask);
    while (map->slots[slot] >= 0 && strcmp(map->names[map->slots[slot]], name) != 0) {
        slot = (slot + 1) & map->mask;
    }
    return slot;
}

/* An empty map that can hold `capacity` names. */
static lacon_status make(lacon_ctx *ctx, lcn_namemap *map, const char *const *names, int64_t capacity)
{
    int64_t size = 4;
    while (size <= 2 * capacity) size *= 2;
    *map = (lcn_namemap){.names = names, .mask = size - 1};
    map->slots = lcn_alloc(ctx, (size_t)size, sizeof *map->slots);
    if (map->slots == NULL) return LACON_E_MEMORY;
    memset(map->slots, 0xFF, (size_t)size * sizeof *map->slots); /* all -1 */
    return LACON_OK;
}

/* Name number count joins; returns the index of an equal one that was there before, or -1. */
static int64_t join(lcn_namemap *map)
{
    int64_t slot = probe(map, map->names[map->count]), known = map->slots[slot];
    if (known < 0) map->slots[slot] = map->count;
    map->count++;
    return known;
}

lacon_status lcn_namemap_init(lacon_ctx *ctx, lcn_namemap *map, const char *const *names,
                              int64_t count, int64_t *twin, int64_t *again)
{
    *twin = *again = -1;
    LCN_TRY(make(ctx, map, names, count));
    while (map->count < count) {
        int64_t known = join(map);
        if (known >= 0 && *twin < 0) {
            *twin = known;
            *again = map->count - 1;
        }
    }
    return LACON_OK;
}

void lcn_namemap_clear(const lacon_allocator *a, lcn_namemap *map)
{
    lcn_free(a, map->slots);
    *map = (lcn_namemap){0};
}

int64_t lcn_namemap_find(const lcn_namemap *map, const char *name)
{
    return map->slots == NULL ? -1 : map->slots[probe(map, name)];
}

char **lcn_names_copy(lacon_ctx *ctx, const char *const *names, int64_t count)
{
    size_t head = (size_t)count * sizeof(char *), text = 0;
    for (int64_t i = 0; i < count; i++) text += strlen(names[i]) + 1;
    char **copy = lcn_alloc(ctx, head + text, 1);
    if (copy == NULL) return NULL;
    char *to = (char *)copy + head;
    for (int64_t i = 0; i < count; i++) {
        size_t length = strlen(names[i]) + 1;
        memcpy(to, names[i], length);
        copy[i] = to;
        to += length;
    }
    return copy;
}

/* Doubles the capacity: new arrays for the names and the hash table. */
static lacon_status list_grow(lacon_ctx *ctx, lcn_namelist *list)
{
    int64_t capacity = list->capacity > 0 ? 2 * list->capacity : 8;
    char **names = lcn_alloc(ctx, (size_t)capacity, sizeof *names);
    if (names == NULL) return LACON_E_MEMORY;
    lcn_namemap map;
    if (make(ctx, &map, (const char *const *)names, capacity) < 0) {
        lcn_free(&ctx->allocator, names);
        return LACON_E_MEMORY;
    }
    for (int64_t i = 0; i < list->count; i++) {
        names[i] = list->names[i];
        join(&map);
    }
    lcn_free(&ctx->allocator, list->names);
    lcn_namemap_clear(&ctx->allocator, &list->map);
    list->names = names;
    list->map = map;
    list->capacity = capacity;
    return LACON_OK;
}

lacon_status lcn_namelist_add(lacon_ctx *ctx, lcn_namelist *list, const char *text, int64_t *index)
{
    *index = lcn_namemap_find(&list->map, text);
    if (*index >= 0) return LACON_OK;
    if (list->count == list->capacity) LCN_TRY(list_grow(ctx, list));
    char *copy = lcn_strdup(ctx, text);
    if (copy == NULL) return LACON_E_MEMORY;
    *index = list->count;
    list->names[list->count++] = copy;
    join(&list->map);
    return LACON_OK;
}

void lcn_namelist_clear(const lacon_allocator *a, lcn_namelist *list)
{
    for (int64_t i = 0; i < list->count; i++) lcn_free(a, list->names[i]);
    lcn_free(a, list->names);
    lcn_namemap_clear(a, &list->map);
    *list = (lcn_namelist){0};
}

/* ---- names of variables that have none ---- */

bool lcn_is_default_name(const char *name, int64_t r)
{
    if (*name++ != 'V' || *name == '0') return false;
    int64_t number = 0;
    for (; *name >= '0' && *name <= '9' && number <= INT32_MAX; name++)
        number = 10 * number + (*name - '0');
    return *name == '\0' && number == r + 1;
}

bool lcn_are_default_names(const char *const *names, int64_t count)
{
    for (int64_t r = 0; r < count; r++)
        if (!lcn_is_default_name(names[r], r)) return false;
    return true;
}
