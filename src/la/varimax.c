/* SPDX-License-Identifier: BSD-3-Clause
 * Varimax (Kaiser 1958) by plane rotations: for each pair of columns the angle that maximises the sum of
 * variances of the squared entries is known in closed form.
 */
#include "util/instruction_sets.h"
#include "util/vectors.h"
#include "la/la.h"

#include <math.h>

#define INLINE static inline __attribute__((always_inline))

enum { SWEEPS = 60 }; /* a bound: small angles end it */
static const double SMALL_ANGLE = 1e-4; /* a start: the descent that follows does the fine work */

/* Entries r to r + 7 of column a; beyond p, zeros. */
INLINE v8 entries(const double *U, int64_t p, int64_t k, int64_t r, int64_t a)
{
    v8 x = {0.0};
    if (r + 8 <= p)
        for (int t = 0; t < 8; t++) x[t] = U[(r + t) * k + a];
    else
        for (int t = 0; r + t < p; t++) x[t] = U[(r + t) * k + a];
    return x;
}

INLINE double total(v8 x)
{
    return ((x[0] + x[4]) + (x[1] + x[5])) + ((x[2] + x[6]) + (x[3] + x[7]));
}

/* A plane rotation by at most pi/4. */
typedef struct rotation {
    double cosine, sine;
} rotation;

/* That by a quarter of the angle of (x, y): halved twice, by the formulas for half angles. */
static rotation quarter(double x, double y)
{
    const double length = sqrt(x * x + y * y);
    if (!(length > 0.0)) return (rotation){1.0, 0.0};
    const double along = sqrt(fmax(0.5 * (1.0 + x / length), 0.0)); /* cosine and sine of half the angle */
    const double across = x > 0.0 ? 0.5 * y / (length * along) : copysign(sqrt(0.5 * (1.0 - x / length)), y);
    const double cosine = sqrt(0.5 * (1.0 + along));
    return (rotation){cosine, 0.5 * across / cosine};
}

/* The rotation for columns a and b; u = x² - y², w = 2xy:
 * tan 4 phi = (2 (sum uw - sum u sum w / p)) / (sum (u² - w²) - ((sum u)² - (sum w)²) / p) */
LCN_CLONES static rotation best_rotation(const double *U, int64_t p, int64_t k, int64_t a, int64_t b)
{
    /* eight independent sums each hide the latency of the addition */
    v8 us = {0.0}, ws = {0.0}, squares = {0.0}, products = {0.0};
    for (int64_t r = 0; r < p; r += 8) {
        const v8 x = entries(U, p, k, r, a), y = entries(U, p, k, r, b), u = x * x - y * y, w = 2.0 * x * y;
        us += u;
        ws += w;
        squares += u * u - w * w;
        products += 2.0 * u * w;
    }
    const double A = total(us), B = total(ws), C = total(squares), D = total(products);
    return quarter(C - (A * A - B * B) / (double)p, D - 2.0 * A * B / (double)p);
}

static void rotate(double *U, int64_t p, int64_t k, int64_t a, int64_t b, rotation by)
{
    const double c = by.cosine, s = by.sine;
    for (int64_t r = 0; r < p; r++) {
        const double x = U[r * k + a], y = U[r * k + b];
        U[r * k + a] = c * x + s * y;
        U[r * k + b] = c * y - s * x;
    }
}

static void fix_sign(double *U, int64_t p, int64_t k, int64_t j)
{
    double cubes = 0.0;
    for (int64_t r = 0; r < p; r++) cubes += U[r * k + j] * U[r * k + j] * U[r * k + j];
    if (cubes >= 0.0) return;
    for (int64_t r = 0; r < p; r++) U[r * k + j] = -U[r * k + j];
}

void lcn_varimax_to(double *U, int64_t p, int64_t k, double angle)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double largest = 0.0;
        for (int64_t a = 0; a < k; a++)
            for (int64_t b = a + 1; b < k; b++) {
                const rotation by = best_rotation(U, p, k, a, b);
                if (fabs(by.sine) > angle) rotate(U, p, k, a, b, by);
                largest = fmax(largest, fabs(by.sine));
            }
        if (largest <= angle) break;
    }
    for (int64_t j = 0; j < k; j++) fix_sign(U, p, k, j);
}

void lcn_varimax(double *U, int64_t p, int64_t k) { lcn_varimax_to(U, p, k, SMALL_ANGLE); }
