/* SPDX-License-Identifier: BSD-3-Clause
 * Input paths: folders become the tables in them, a file name becomes the name of a class.
 */
#ifndef LCN_PATHS_H
#define LCN_PATHS_H

#include "util/ctx.h"

typedef struct lcn_paths {
    char **items; /* each its own block */
    int64_t count, capacity;
} lcn_paths;

/* Files stay as they are, folders become the tables in them by the ends of their names (also
 * .gz), sorted; a table of participants (participants.tsv) among others is left out with a warning. exclude:
 * patterns of a shell, separated by commas: files whose names fit one are left out; may be NULL. */
lacon_status lcn_paths_expand(lacon_ctx *ctx, lcn_paths *out, const char *const *paths,
                              int64_t count, const char *exclude);
void lcn_paths_clear(const lacon_allocator *a, lcn_paths *paths);
lacon_status lcn_paths_add(lacon_ctx *ctx, lcn_paths *paths, char *owned);

/* Does the last part of the path fit one of the patterns "a*,b?"? NULL: no. */
bool lcn_is_excluded(const char *path, const char *patterns);

/* Nothing there; what cannot be looked at is there, and its reader tells why it fails. */
bool lcn_absent(const char *path);
/* There, and neither a file nor a folder: it keeps its reader waiting, or has no end. Links are followed. */
bool lcn_is_odd(const char *path);
/* Refuses such a one, which nobody has named: it was found in a folder. */
lacon_status lcn_found_file(lacon_ctx *ctx, const char *path);
/* Is there something of that name in the folder? */
lacon_status lcn_folder_has(lacon_ctx *ctx, const char *folder, const char *name, bool *there);

/* "dir/a.csv.gz" is "a"; UTF-8 whatever the file system holds. A block of its own. */
char *lcn_class_name(lacon_ctx *ctx, const char *path);

#endif
