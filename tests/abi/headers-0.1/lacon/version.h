/* SPDX-License-Identifier: BSD-3-Clause
 * Version of the headers (macros) and of the library that runs (functions). */
#ifndef LACON_VERSION_H
#define LACON_VERSION_H

#include <lacon/export.h>

#define LACON_VERSION_MAJOR 0
#define LACON_VERSION_MINOR 1
#define LACON_VERSION_PATCH 0
#define LACON_VERSION_TEXT "0.1.0"
/* for #if: 1.2.3 is 10203 */
#define LACON_VERSION                                                                              \
    (LACON_VERSION_MAJOR * 10000 + LACON_VERSION_MINOR * 100 + LACON_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

LACON_API int lacon_version(void);
LACON_API const char *lacon_version_text(void);
/* compiler, flags, BLAS in one line */
LACON_API const char *lacon_build_text(void);

#ifdef __cplusplus
}
#endif
#endif
