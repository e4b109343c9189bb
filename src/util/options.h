/* SPDX-License-Identifier: BSD-3-Clause
 * Structs of the public interface that grow at the end (VERSIONING.md). The caller may have been
 * compiled against an older header (its struct is shorter) or a newer one (it is longer). Every
 * struct that crosses the interface by address goes through these two functions.
 */
#ifndef LCN_OPTIONS_H
#define LCN_OPTIONS_H

#include "util/ctx.h"

/* Fills the caller's struct of `size` bytes from ours of `full` bytes: what both have is copied, what
 * only the caller has is 0, nothing is written behind it. */
void lcn_struct_give(void *caller, size_t size, const void *ours, size_t full);
/* The same for a struct that begins with its size, which becomes the caller's. */
void lcn_options_give(void *caller, size_t size, const void *defaults, size_t full);

/* Takes the caller's options into own, which holds the defaults: fields that an older caller does
 * not have stay defaults. given NULL: all do. LACON_E_ARGUMENT when the size cannot be that of such a
 * struct, or a newer caller has set a field that we do not know. ctx may be NULL: no sentence. */
lacon_status lcn_options_take(lacon_ctx *ctx, void *own, size_t full, const void *given, const char *type);

/* own: a lacon_..._options (or provenance) of ours; the defaults, then the caller's. */
#define LCN_TAKE(ctx, own, given, type)                                                            \
    (type##_init(own), lcn_options_take((ctx), (own), sizeof *(own), (given), #type))

#endif
