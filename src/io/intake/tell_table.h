/* SPDX-License-Identifier: BSD-3-Clause
 * Warnings of a table that was read (tell_table.c).
 */
#ifndef LCN_TELL_TABLE_H
#define LCN_TELL_TABLE_H

#include "io/formats/table.h"
#include <lacon/io.h>

/* What the user should know of the first table, now that it was read. */
void lcn_tell_table(lacon_ctx *ctx, const lcn_table *t, const lacon_read_options *options);

#endif
