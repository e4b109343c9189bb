/* SPDX-License-Identifier: BSD-3-Clause
 * Data beyond what memory may take: rows that do not fit live in files of a scratch folder, mapped, and come and go as
 * they are used. Results are the same to the byte. A context made with the allocator of a store keeps to it.
 */
#ifndef LACON_STORE_H
#define LACON_STORE_H

#include <lacon/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lacon_store lacon_store;

/* Rows stay in memory up to rows_bytes. all_bytes: that, and the work of a fit, which stays in memory always
 * (lacon_fit_estimate tells about how much it is): an allocation beyond it fails with LACON_E_MEMORY, and the message
 * says how much was wanted; 0: no limit. folder: where the files are, which have no name and are gone when the process
 * is, however it ends; it is tried at once. LACON_E_IO when nothing can be kept there. */
LACON_API lacon_status lacon_store_new(lacon_store **out, double rows_bytes, double all_bytes, const char *folder);
/* For lacon_ctx_options. Any thread may call it. */
LACON_API const lacon_allocator *lacon_store_allocator(const lacon_store *store);
/* Bytes that are in files now. */
LACON_API double lacon_store_bytes(const lacon_store *store);
/* The store goes with the last of what it keeps. */
LACON_API void lacon_store_free(lacon_store *store);

#ifdef __cplusplus
}
#endif
#endif
