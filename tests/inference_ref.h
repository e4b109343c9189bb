/* SPDX-License-Identifier: BSD-3-Clause
 * For tests of src/inference: what two numbers that should be equal are held against. The context is
 * that of one_ctx.h.
 */
#ifndef INFERENCE_REF_H
#define INFERENCE_REF_H

#include "one_ctx.h"

#include <math.h>

/* Relative where the number is large, absolute where it is small. */
static inline void near(double want, double got, double tolerance)
{
    if (!(fabs(want - got) <= tolerance * fmax(1.0, fabs(want)))) {
        print_error("%.17g where %.17g was wanted\n", got, want);
        fail();
    }
}

#endif
