/* SPDX-License-Identifier: BSD-3-Clause
 * The small problem of the search (docs/algorithm/sketch.md): a class of n rows is replaced by its
 * projection on a few leading directions, K_i ~ R'R + diag, R = Q'X / sqrt(n) with Q an orthonormal
 * basis of X X' Omega (randomised subspace, Halko, Martinsson & Tropp 2011; Omega adds up rows,
 * bundle.c). The diagonal keeps every variance exact, so what is lost is only the small covariances
 * outside the leading directions. An iteration on it costs rank/n of one on the rows; the result is
 * polished on the rows themselves.
 */
#include "fit/bundle.h"
#include "fit/gram.h"
#include "fit/sketched.h"
#include "fit/skinny.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

typedef struct sketch_room {
    float *single; /* rows × lanes twice, p × lanes twice, for classes of float32 */
    double *Y;     /* rows × rank */
    double *B;     /* rank × p for classes of double */
    double *scratch;
} sketch_room;

/* pivots whose ratio leaves single precision three digits: enough for the way to a start */
static const double INDEPENDENT = 1e-3;

static bool is_rows(const lcn_term *t) { return t->route != LCN_COV; }

static int64_t rank_of(const lcn_term *t, int64_t rank) { return t->rows < rank ? t->rows : rank; }

/* R = scale Q'X, Q an orthonormal basis of X X'Omega, rows in double */
static lacon_status project_f64(double *R, const lcn_term *t, int64_t p, double scale, const lcn_bundles *by,
                                const sketch_room *room)
{
    const double *x = t->x;
    const int64_t n = t->rows, ld = t->ld, rank = by->count;
    lcn_bundle_f64(room->B, by, x, ld, n, p);                                           /* Omega'X */
    lcn_gemm(LCN_N, LCN_T, n, rank, p, 1.0, x, ld, room->B, p, 0.0, room->Y, rank);     /* X X'Omega */
    LCN_TRY(lcn_qr(n, rank, room->Y, NULL, room->scratch));
    lcn_gemm(LCN_T, LCN_N, rank, p, n, scale, room->Y, rank, x, ld, 0.0, R, p);         /* Q'X */
    return LACON_OK;
}

/* to (n × lanes) = from (n × rank), the rest zero */
static void spread_columns(float *to, const double *from, int64_t n, int64_t rank, int64_t lanes)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t o = 0; o < lanes; o++) to[i * lanes + o] = o < rank ? (float)from[i * rank + o] : 0.0F;
}

/* to (n × lanes) = an orthonormal basis of the columns of Y by one Cholesky factor, Y L^-T for L L' = Y'Y; false
 * where they are too nearly dependent for that */
static bool orthonormal_f32(float *to, const float *Y, int64_t n, int64_t rank, int64_t lanes, double *scratch)
{
    double *L = scratch, low = INFINITY, high = 0.0;
    float *T = (float *)(L + rank * rank); /* lanes × lanes: L^-T, the rest zero */
    lcn_gram_f32(L, rank, Y, lanes, n, rank, 1.0);
    if (!lcn_chol(rank, L, rank)) return false;
    for (int64_t j = 0; j < rank; j++) {
        low = fmin(low, L[j * rank + j]);
        high = fmax(high, L[j * rank + j]);
    }
    if (!(low > INDEPENDENT * high)) return false;
    memset(T, 0, (size_t)(lanes * lanes) * sizeof *T);
    for (int64_t c = 0; c < rank; c++) /* row c of T = column c of L^-1 */
        for (int64_t i = c; i < rank; i++) {
            double x = i == c ? 1.0 : 0.0;
            for (int64_t l = c; l < i; l++) x -= L[i * rank + l] * (double)T[c * lanes + l];
            T[c * lanes + i] = (float)(x / L[i * rank + i]);
        }
    lcn_skinny_along(to, Y, lanes, n, lanes, T, lanes);
    return true;
}

/* to (p × lanes) = from' (rank × p), the rest zero */
static void turn(float *to, const float *from, int64_t p, int64_t rank, int64_t lanes)
{
    for (int64_t r = 0; r < p; r++)
        for (int64_t o = 0; o < lanes; o++) to[r * lanes + o] = o < rank ? from[o * p + r] : 0.0F;
}

/* the same in single; columns are padded to lanes with zeros */
static lacon_status project_f32(double *R, const lcn_term *t, int64_t p, double scale, const lcn_bundles *by,
                                const sketch_room *room)
{
    const float *x = t->x;
    const int64_t n = t->rows, ld = t->ld, rank = by->count, lanes = lcn_sketch_lanes(rank);
    float *Y = room->single, *Q = Y + n * lanes, *B = Q + n * lanes, *sums = B + p * lanes;
    const bool known = t->bundles == rank;
    if (!known) lcn_bundle_f32(sums, by, x, ld, n, p);
    turn(B, known ? t->bundle : sums, p, rank, lanes);
    lcn_skinny_along(Y, x, ld, n, p, B, lanes);
    if (!orthonormal_f32(Q, Y, n, rank, lanes, room->scratch)) {
        for (int64_t i = 0; i < n; i++)
            for (int64_t o = 0; o < rank; o++) room->Y[i * rank + o] = (double)Y[i * lanes + o];
        LCN_TRY(lcn_qr(n, rank, room->Y, NULL, room->scratch));
        spread_columns(Q, room->Y, n, rank, lanes);
    }
    lcn_skinny_across(B, x, ld, n, p, Q, lanes);
    for (int64_t r = 0; r < p; r++)
        for (int64_t o = 0; o < rank; o++) R[o * p + r] = scale * (double)B[r * lanes + o];
    return LACON_OK;
}

static void scaled_rows(double *R, const lcn_term *t, int64_t p, double scale)
{
    for (int64_t o = 0; o < t->rows; o++)
        for (int64_t r = 0; r < p; r++)
            R[o * p + r] = scale * (t->route == LCN_ROWS_F32 ? (double)((const float *)t->x)[o * t->ld + r]
                                                             : ((const double *)t->x)[o * t->ld + r]);
}

/* R (rank × p): rows of the class projected on their leading directions, divided by sqrt(divisor) */
static lacon_status project_rows(double *R, const lcn_term *t, int64_t p, int64_t rank, uint64_t seed,
                                 int64_t which, const sketch_room *room)
{
    const double scale = 1.0 / sqrt(t->divisor);
    if (rank == t->rows) { /* nothing to leave out */
        scaled_rows(R, t, p, scale);
        return LACON_OK;
    }
    const lcn_bundles by = {rank, seed, which};
    return t->route == LCN_ROWS_F32 ? project_f32(R, t, p, scale, &by, room)
                                    : project_f64(R, t, p, scale, &by, room);
}

/* What R leaves of each variance, never negative. */
static void left_over(double *diagonal, const double *R, int64_t rank, const double *raw, int64_t p)
{
    memcpy(diagonal, raw, (size_t)p * sizeof *diagonal);
    for (int64_t o = 0; o < rank; o++)
        for (int64_t r = 0; r < p; r++) diagonal[r] -= R[o * p + r] * R[o * p + r];
    for (int64_t r = 0; r < p; r++) diagonal[r] = fmax(diagonal[r], 0.0);
}

static lacon_status room_new(lacon_ctx *ctx, sketch_room *room, const lcn_problem *q, int64_t rank)
{
    int64_t rows = 0, single = 0;
    bool doubles = false;
    for (int64_t i = 0; i < q->n_terms; i++) {
        if (!is_rows(&q->terms[i])) continue;
        if (q->terms[i].rows > rows) rows = q->terms[i].rows;
        doubles = doubles || q->terms[i].route == LCN_ROWS_F64;
        if (q->terms[i].route == LCN_ROWS_F32 && q->terms[i].rows > single) single = q->terms[i].rows;
    }
    const int64_t scratch = lcn_qr_scratch(rows, rank < rows ? rank : rows);
    *room = (sketch_room){0};
    const int64_t floats = single > 0 ? 2 * (single + q->p) * lcn_sketch_lanes(rank) : 1;
    room->single = lcn_room(ctx, (size_t)floats, sizeof *room->single);
    room->Y = lcn_room(ctx, (size_t)(rows * rank), sizeof *room->Y);
    room->B = lcn_room(ctx, (size_t)(doubles ? q->p * rank : 1), sizeof *room->B);
    room->scratch = lcn_alloc(ctx, (size_t)scratch + 1, sizeof *room->scratch);
    return room->single && room->Y && room->B && room->scratch ? LACON_OK : LACON_E_MEMORY;
}

static void room_clear(const lacon_allocator *a, sketch_room *room)
{
    lcn_free(a, room->single);
    lcn_free(a, room->Y);
    lcn_free(a, room->B);
    lcn_free(a, room->scratch);
}

/* Places of the sketched rows in the store; terms of the small problem point there. */
static void lay_out(lcn_problem *q, const lcn_problem *full, int64_t rank)
{
    int64_t at = 0, floats = 0;
    for (int64_t i = 0; i < full->n_terms; i++) {
        q->terms[i] = full->terms[i];
        if (!is_rows(&full->terms[i])) continue;
        const int64_t rows = rank_of(&full->terms[i], rank);
        q->terms[i].route = LCN_ROWS_F64;
        q->terms[i].x = q->store + at;
        q->terms[i].ld = q->p;
        q->terms[i].rows = rows;
        q->terms[i].divisor = 1.0;
        q->terms[i].diagonal = q->diagonals + i * q->p;
        q->terms[i].wide = q->floats + floats;
        at += rows * q->p;
        floats += lcn_sketch_floats(q->p, rows);
    }
}

static lacon_status fill(lacon_ctx *ctx, lcn_problem *q, const lcn_problem *full, int64_t rank,
                         uint64_t seed)
{
    lacon_status worst = LACON_OK;
    const int workers = ctx->threads < full->n_terms ? ctx->threads : (int)full->n_terms;
    sketch_room *rooms = lcn_alloc(ctx, (size_t)workers, sizeof *rooms);
    if (!rooms) return LACON_E_MEMORY;
    for (int i = 0; i < workers && worst >= 0; i++) worst = room_new(ctx, &rooms[i], full, rank);
    if (worst >= 0) {
#pragma omp parallel for schedule(static) num_threads(workers) if (workers > 1)
        for (int w = 0; w < workers; w++)
            for (int64_t i = w; i < full->n_terms; i += workers) {
                const lcn_term *t = &full->terms[i];
                if (!is_rows(t)) continue;
                double *R = (double *)q->terms[i].x;
                const lacon_status s = project_rows(R, t, q->p, q->terms[i].rows, seed, i, &rooms[w]);
                left_over(q->diagonals + i * q->p, R, q->terms[i].rows, full->raw + i * q->p, q->p);
                lcn_sketch_floats_fill(&q->terms[i], (float *)q->terms[i].wide, q->p, q->shrink);
                if (s < 0) {
#pragma omp critical(lcn_sketch_status)
                    worst = s;
                }
            }
    }
    for (int i = 0; i < workers; i++) room_clear(&ctx->allocator, &rooms[i]);
    lcn_free(&ctx->allocator, rooms);
    return worst;
}

lacon_status lcn_problem_sketch(lacon_ctx *ctx, lcn_problem **out, const lcn_problem *full, int64_t rank,
                                uint64_t seed)
{
    size_t store = 0, floats = 0;
    bool gain = false;
    for (int64_t i = 0; i < full->n_terms; i++) {
        if (!is_rows(&full->terms[i])) continue;
        store += (size_t)(rank_of(&full->terms[i], rank) * full->p);
        floats += (size_t)lcn_sketch_floats(full->p, rank_of(&full->terms[i], rank));
        gain = true;
    }
    *out = NULL;
    if (!gain) return LACON_OK;
    lcn_problem *q = NULL;
    LCN_TRY(lcn_problem_alloc(ctx, &q, full->p, full->k, full->n_terms, store));
    q->objective = full->objective;
    q->n_total = full->n_total;
    q->exponent = full->exponent;
    q->diagonals = lcn_room(ctx, (size_t)(full->n_terms * full->p), sizeof *q->diagonals);
    q->floats = lcn_room(ctx, floats, sizeof *q->floats);
    if (full->shrink) q->shrink = lcn_alloc(ctx, (size_t)full->p, sizeof *q->shrink);
    if (!q->diagonals || !q->floats || (full->shrink && !q->shrink)) {
        lcn_problem_free(q);
        return LACON_E_MEMORY;
    }
    if (q->shrink) memcpy(q->shrink, full->shrink, (size_t)full->p * sizeof *q->shrink);
    memcpy(q->raw, full->raw, (size_t)(full->n_terms * full->p) * sizeof *q->raw);
    memcpy(q->variances, full->variances, (size_t)(full->n_terms * full->p) * sizeof *q->variances);
    lay_out(q, full, rank);
    for (int64_t i = 0; i < full->n_terms; i++) q->terms[i].variance = q->variances + i * q->p;
    const lacon_status status = fill(ctx, q, full, rank, seed);
    if (status < 0) lcn_problem_free(q);
    else *out = q;
    return status;
}
