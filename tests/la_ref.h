/* SPDX-License-Identifier: BSD-3-Clause
 * The plain twin of src/la for tests: textbook loops, no BLAS, no cleverness. An oracle is worth
 * something only when it shares nothing with what it judges.
 */
#ifndef LA_REF_H
#define LA_REF_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define REF __attribute__((unused)) static

/* xorshift64*: unrelated to the generator of the library. Uniform in (-1, 1). */
REF double ref_uniform(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (double)(int64_t)(*state * 0x2545F4914F6CDD1DULL) * 0x1p-63;
}

REF void ref_fill(uint64_t seed, int64_t n, double *x)
{
    uint64_t state = 0x9E3779B97F4A7C15ULL * (seed + 1);
    for (int i = 0; i < 10; i++) ref_uniform(&state);
    for (int64_t i = 0; i < n; i++) x[i] = ref_uniform(&state);
}

REF double *ref_alloc(int64_t n) { return calloc((size_t)n, sizeof(double)); }

/* C = A B, A m × k, B k × n */
REF void ref_multiply(int64_t m, int64_t n, int64_t k, const double *A, const double *B, double *C)
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            long double sum = 0;
            for (int64_t l = 0; l < k; l++) sum += (long double)A[i * k + l] * B[l * n + j];
            C[i * n + j] = (double)sum;
        }
}

REF void ref_transpose(int64_t m, int64_t n, const double *A, double *T)
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) T[j * m + i] = A[i * n + j];
}

/* A^-1 by Gauss-Jordan with pivoting in long double; the answer is log |det A|. */
REF double ref_inverse(int64_t n, const double *A, double *inverse)
{
    long double *M = calloc((size_t)(2 * n * n), sizeof *M), logdet = 0;
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < n; j++) M[i * 2 * n + j] = A[i * n + j];
        M[i * 2 * n + n + i] = 1;
    }
    for (int64_t c = 0; c < n; c++) {
        int64_t top = c;
        for (int64_t i = c + 1; i < n; i++)
            if (fabsl(M[i * 2 * n + c]) > fabsl(M[top * 2 * n + c])) top = i;
        for (int64_t j = 0; j < 2 * n; j++) {
            const long double x = M[c * 2 * n + j];
            M[c * 2 * n + j] = M[top * 2 * n + j];
            M[top * 2 * n + j] = x;
        }
        const long double pivot = M[c * 2 * n + c];
        logdet += logl(fabsl(pivot));
        for (int64_t j = 0; j < 2 * n; j++) M[c * 2 * n + j] /= pivot;
        for (int64_t i = 0; i < n; i++) {
            const long double f = M[i * 2 * n + c];
            if (i == c || f == 0) continue;
            for (int64_t j = 0; j < 2 * n; j++) M[i * 2 * n + j] -= f * M[c * 2 * n + j];
        }
    }
    for (int64_t i = 0; i < n && inverse; i++)
        for (int64_t j = 0; j < n; j++) inverse[i * n + j] = (double)M[i * 2 * n + n + j];
    free(M);
    return (double)logdet;
}

/* largest |x - y| */
REF double ref_distance(int64_t n, const double *x, const double *y)
{
    double top = 0;
    for (int64_t i = 0; i < n; i++) {
        const double d = fabs(x[i] - y[i]);
        if (!(d <= top)) top = d;
    }
    return top;
}

/* largest |Q'Q - I|, Q p × k */
REF double ref_orthonormality(int64_t p, int64_t k, const double *Q)
{
    double top = 0;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++) {
            double sum = a == b ? -1 : 0;
            for (int64_t r = 0; r < p; r++) sum += Q[r * k + a] * Q[r * k + b];
            if (!(fabs(sum) <= top)) top = fabs(sum);
        }
    return top;
}

/* W of St+ by hand: rows dealt out to k modules (row r to r % k, every `gap`-th row left out when
 * gap > 0), weights positive, columns of unit norm */
REF void ref_stiefel_plus(uint64_t seed, int64_t p, int64_t k, int64_t gap, double *W)
{
    double *u = ref_alloc(p), *norm = ref_alloc(k);
    ref_fill(seed, p, u);
    memset(W, 0, (size_t)(p * k) * sizeof *W);
    for (int64_t r = 0; r < p; r++) {
        if (gap > 0 && r % gap == gap - 1) continue;
        W[r * k + r % k] = 0.2 + fabs(u[r]);
        norm[r % k] += W[r * k + r % k] * W[r * k + r % k];
    }
    for (int64_t r = 0; r < p; r++)
        if (W[r * k + r % k] > 0) W[r * k + r % k] /= sqrt(norm[r % k]);
    free(u);
    free(norm);
}

/* A A' / m, A n × m of uniforms: positive semi-definite of rank min(n, m) */
REF void ref_gram(uint64_t seed, int64_t n, int64_t m, double *out)
{
    double *A = ref_alloc(n * m);
    ref_fill(seed, n * m, A);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            double sum = 0;
            for (int64_t l = 0; l < m; l++) sum += A[i * m + l] * A[j * m + l];
            out[i * n + j] = sum / (double)m;
        }
    free(A);
}

#endif
