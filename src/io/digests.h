/* SPDX-License-Identifier: BSD-3-Clause
 * SHA256SUMS: the digests of the files of a folder, as sha256sum writes and checks them, sorted by name. Every folder
 * lacon writes has one, of the files that lie in it itself, and so has each folder inside. Who reads such a folder
 * asks first whether its files are what they were. Folders without one (0.1, made by hand) are taken as they are.
 */
#ifndef LCN_DIGESTS_H
#define LCN_DIGESTS_H

#include "util/ctx.h"

#define LCN_DIGESTS_NAME "SHA256SUMS"

/* For the folder and those in it; not for a BIDS dataset, which says itself what may lie in it. */
lacon_status lcn_digests_write(lacon_ctx *ctx, const char *dir);
/* LACON_E_FORMAT naming the first file that is listed and is another one now. A file that is not there is not
 * looked for: that is its reader's business. */
lacon_status lcn_digests_check(lacon_ctx *ctx, const char *dir);
/* The same of this one file, by the list beside it, where there is one. */
lacon_status lcn_digests_check_one(lacon_ctx *ctx, const char *path);
/* The same of a folder inside dir, where there is one. */
lacon_status lcn_digests_check_in(lacon_ctx *ctx, const char *dir, const char *sub);

#endif
