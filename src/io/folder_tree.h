/* SPDX-License-Identifier: BSD-3-Clause
 * A folder and all that is in it: flushed to the disk, or removed. Links are never followed.
 */
#ifndef LCN_FOLDER_TREE_H
#define LCN_FOLDER_TREE_H

#include <stdbool.h>

/* 0, or the errno of the first fault. */
int lcn_tree_sync(const char *path);
int lcn_tree_remove(const char *path);
/* Likewise of a folder that is held open, and closed here: goes though nothing can be opened any more, unless there are
 * folders in it. */
void lcn_tree_remove_held(const char *path, int fd);
/* The folder itself, so that a rename in it is on the disk. */
int lcn_folder_sync(const char *path);

#endif
