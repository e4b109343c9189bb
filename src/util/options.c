/* SPDX-License-Identifier: BSD-3-Clause
 * Structs that grow at the end; see options.h.
 */
#include "util/options.h"

#include <string.h>

enum { LONGEST = 4096 }; /* bytes: no options will be as long, so a larger size was never set */

void lcn_struct_give(void *caller, size_t size, const void *ours, size_t full)
{
    memcpy(caller, ours, size < full ? size : full);
    if (size > full) memset((char *)caller + full, 0, size - full);
}

void lcn_options_give(void *caller, size_t size, const void *defaults, size_t full)
{
    lcn_struct_give(caller, size, defaults, full);
    if (size >= sizeof size) memcpy(caller, &size, sizeof size);
}

lacon_status lcn_options_take(lacon_ctx *ctx, void *own, size_t full, const void *given, const char *type)
{
    if (given == NULL) return LACON_OK;
    size_t size;
    memcpy(&size, given, sizeof size);
    if (size < sizeof size || size > LONGEST)
        return ctx ? lcn_fail(ctx, LACON_E_ARGUMENT, "%s of %zu bytes: call %s_init first", type, size, type)
                   : LACON_E_ARGUMENT;
    for (size_t i = full; i < size; i++)
        if (((const char *)given)[i] != 0)
            return ctx ? lcn_fail(ctx, LACON_E_ARGUMENT,
                                  "%s: the program sets a field (byte %zu) that this library is too old to know",
                                  type, i)
                       : LACON_E_ARGUMENT;
    memcpy(own, given, size < full ? size : full);
    memcpy(own, &full, sizeof full);
    return LACON_OK;
}
