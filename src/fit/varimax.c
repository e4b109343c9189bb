/* SPDX-License-Identifier: BSD-3-Clause
 * Varimax (Kaiser 1958) by plane rotations: for each pair of columns the angle that maximises the sum of
 * variances of the squared entries is known in closed form.
 */
#include "fit/start.h"

#include <math.h>

enum { SWEEPS = 60 };
static const double SMALL_ANGLE = 1e-4; /* a start: the descent that follows does the fine work */

/* The angle for columns a and b; u = x² - y², w = 2xy:
 * tan 4 phi = (2 (sum uw - sum u sum w / p)) / (sum (u² - w²) - ((sum u)² - (sum w)²) / p) */
static double pair_angle(const double *U, int64_t p, int64_t k, int64_t a, int64_t b)
{
    double A = 0.0, B = 0.0, C = 0.0, D = 0.0;
    for (int64_t r = 0; r < p; r++) {
        const double x = U[r * k + a], y = U[r * k + b], u = x * x - y * y, w = 2.0 * x * y;
        A += u;
        B += w;
        C += u * u - w * w;
        D += 2.0 * u * w;
    }
    return 0.25 * atan2(D - 2.0 * A * B / (double)p, C - (A * A - B * B) / (double)p);
}

static void rotate(double *U, int64_t p, int64_t k, int64_t a, int64_t b, double phi)
{
    const double c = cos(phi), s = sin(phi);
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
                const double phi = pair_angle(U, p, k, a, b);
                if (fabs(phi) > angle) rotate(U, p, k, a, b, phi);
                largest = fmax(largest, fabs(phi));
            }
        if (largest <= angle) break;
    }
    for (int64_t j = 0; j < k; j++) fix_sign(U, p, k, j);
}

void lcn_varimax(double *U, int64_t p, int64_t k) { lcn_varimax_to(U, p, k, SMALL_ANGLE); }
