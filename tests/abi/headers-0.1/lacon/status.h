/* SPDX-License-Identifier: BSD-3-Clause
 * What a call may answer. 0 is success, negative is failure (outputs untouched), positive is success
 * with a caveat (outputs valid). Numbers are part of the ABI: gaps are for growth, none is ever reused.
 * The sentence that explains a failure is in the context: lacon_ctx_message(), context.h.
 */
#ifndef LACON_STATUS_H
#define LACON_STATUS_H

#include <lacon/export.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lacon_status {
    LACON_OK = 0,
    LACON_E_MEMORY = -10,       /* an allocation failed */
    LACON_E_ARGUMENT = -20,     /* the caller passed something that cannot be meant */
    LACON_E_SHAPE = -30,        /* sizes do not fit each other */
    LACON_E_DATA = -40,         /* the numbers are not usable: non-finite, constant, too few */
    LACON_E_FORMAT = -50,       /* a file is not what it claims to be */
    LACON_E_IO = -60,           /* the operating system refused: open, read, write, rename */
    LACON_E_NUMERIC = -70,      /* a factorisation failed where it must not */
    LACON_E_LIMIT = -80,        /* a size beyond what this build can address */
    LACON_E_CANCELLED = -90,    /* the cancel callback said stop before anything was usable */
    LACON_E_UNSUPPORTED = -100, /* known but not possible here */
    LACON_E_INTERNAL = -110,    /* our mistake */
    LACON_W_NOT_CONVERGED = 10, /* the result is the best found when a limit was reached */
    LACON_W_CANCELLED = 20      /* the result is the best found when cancel said stop */
} lacon_status;

/* "LACON_E_DATA" and "unusable data" for any value, known or not; never NULL. */
LACON_API const char *lacon_status_name(int status);
LACON_API const char *lacon_status_text(int status);

#ifdef __cplusplus
}
#endif
#endif
