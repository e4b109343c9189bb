/* SPDX-License-Identifier: BSD-3-Clause
 * Names to indices; see namemap.h. FNV-1a, linear probing.
 */
#include "data/namemap.h"

#include <string.h>

static uint64_t hash(const char *name) {
    uint64_t h = 14695981039346656037u;
    for (; *name != '\0'; name++) h = (h ^ (unsigned char)*name) * 1099511628211u;
    return h ^ h >> 32;
}

/* The slot that holds name, or the empty one where it belongs. */
static int64_t probe(const lcn_namemap *map, const char *name) {
    int64_t slot = (int64_t)(hash(name) & (uint64_t)map->mask);
    while (map->slots[slot] >= 0 && strcmp(map->names[map->slots[slot]], name) != 0) {
        slot = (slot + 1) & map->mask;
    }
    return slot;
}

lacon_status lcn_namemap_init(lacon_ctx *ctx, lcn_namemap *map, const char *const *names,
                              int64_t count, int64_t *twin, int64_t *again) {
    int64_t size = 4;
    while (size < 2 * count) size *= 2;
    *map = (lcn_namemap){.names = names, .count = count, .mask = size - 1};
    *twin = *again = -1;
    map->slots = lcn_alloc(ctx, (size_t)size, sizeof *map->slots);
    if (map->slots == NULL) return LACON_E_MEMORY;
    memset(map->slots, 0xFF, (size_t)size * sizeof *map->slots); /* all -1 */
    for (int64_t i = 0; i < count; i++) {
        int64_t slot = probe(map, names[i]);
        if (map->slots[slot] < 0) {
            map->slots[slot] = i;
        } else if (*twin < 0) {
            *twin = map->slots[slot];
            *again = i;
        }
    }
    return LACON_OK;
}

void lcn_namemap_clear(const lacon_allocator *a, lcn_namemap *map) {
    lcn_free(a, map->slots);
    *map = (lcn_namemap){0};
}

int64_t lcn_namemap_find(const lcn_namemap *map, const char *name) {
    return map->count == 0 ? -1 : map->slots[probe(map, name)];
}

char **lcn_names_copy(lacon_ctx *ctx, const char *const *names, int64_t count) {
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
