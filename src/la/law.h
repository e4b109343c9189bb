/* SPDX-License-Identifier: BSD-3-Clause
 * Where int64 sizes become BLAS's int: nowhere else. A size that does not fit takes the plain loops
 * of blas.c (products) or answers LACON_E_LIMIT (factorisations): slow or refused, never wrapped
 * around.
 */
#ifndef LCN_LAW_H
#define LCN_LAW_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

static inline bool lcn_fits(int64_t a, int64_t b, int64_t c)
{
    return a <= INT_MAX && b <= INT_MAX && c <= INT_MAX;
}

/* Only after lcn_fits said yes. */
static inline int lcn_narrow(int64_t size) { return (int)size; }

#endif
