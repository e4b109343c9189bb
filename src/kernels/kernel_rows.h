/* SPDX-License-Identifier: BSD-3-Clause
 * P += X'X W / divisor from rows, written once and included by kernel.c for each type and instruction
 * set (REAL, BYTES of a vector, LOAD, PART, TARGET, NAME). The rows go through in blocks that stay in
 * cache, and both products of two neighbouring blocks are formed together:
 *
 *   this block   P[j][c] += sum_b Y[j][b] x[b][c]        n p k multiply-adds, P in registers
 *   next block   T[module of c][b] += w_c next[b][c]     n p, columns made by shuffling, T in L1
 *
 * so that shuffles run beside multiply-adds while the block after the next is being fetched.
 */

#define VEC     NAME(vec)
#define BITS    NAME(bits)
#define HALF    NAME(half)
#define HALVED  NAME(halved) /* bits of half a vector */
#define LANES   (BYTES / (int)sizeof(REAL)) /* columns of a vector, and rows of one in T */
#define STEP    (BYTES / 8)                 /* columns made at once, see kernel_vec.h */
#define PARTS   (BYTES / 16)                /* in so many parts */
#define MODULES (BYTES / 8)                 /* of P in registers, two vectors each */
#define LINES   (LANES * STEP * (int)sizeof(REAL) / LINE) /* of the cache, in what is loaded at once */
#define STEPS   (LANES / LINES)             /* to go through a line of each row */

typedef VECTOR(REAL, BYTES) VEC;
typedef int32_t BITS __attribute__((vector_size(BYTES), aligned(4), may_alias));
typedef VECTOR(REAL, BYTES / 2) HALF;
typedef int32_t HALVED __attribute__((vector_size(BYTES / 2), aligned(4), may_alias));

typedef struct NAME(sweep) {
    const REAL *x, *next; /* this block and the next, rows × p; NULL: none */
    int64_t ld, rows, p, k;
    int64_t onward; /* from `next` to the block after it; 0: there is none */
    again use;      /* whether this block and P must be fetched again */
    REAL *P;        /* k × ldp */
    int64_t ldp;
    REAL *Y;      /* k × ROWS: x W */
    REAL *T;      /* 2 × (k + 1) × ROWS: even and odd columns; module k takes what belongs to none */
    double *sum;  /* k × ROWS, what was moved from T: sums in single precision are short */
    uint32_t *at; /* p rounded up + LANES: offset of a column's module in T, bytes; */
    REAL *w;      /*   its weight; the last LANES are the last vector (see rest) */
    REAL *keep;   /* 2 LANES: bits of the last vector that count, then all */
} NAME(sweep);

/* ---- tiles ---- */

/* s[j][0..n) += Y[j] x[0 .. n LANES) */
INLINE void NAME(row)(int m, int n, VEC (*s)[2], const REAL *Y, const VEC *v)
{
    UNROLL for (int j = 0; j < m; j++) {
        const REAL y = Y[j * ROWS];
        UNROLL for (int t = 0; t < n; t++) s[j][t] += y * v[t];
    }
}

INLINE void NAME(add)(int m, int n, REAL *P, int64_t ldp, VEC (*s)[2])
{
    UNROLL for (int j = 0; j < m; j++)
        UNROLL for (int t = 0; t < n; t++) *(VEC *)(P + j * ldp + t * LANES) += s[j][t];
}

/* Prefetches a tile of a row from the third-level cache. On its last use it is marked for eviction, so that P
 * stays cached. */
INLINE void NAME(fetch_row)(again use, const REAL *x)
{
    UNROLL for (int t = 0; t < 2; t++) {
        if (use == ONCE) PREFETCH_ONCE(x + t * LANES);
        if (use == OFTEN) PREFETCH(x + t * LANES);
    }
}

/* The same of P. */
INLINE void NAME(fetch_P)(int m, const REAL *P, int64_t ldp)
{
    UNROLL for (int j = 0; j < m; j++)
        UNROLL for (int t = 0; t < 2; t++) PREFETCH(P + j * ldp + t * LANES);
}

/* Prefetches lines of the rows to come from memory, `apart` values apart. */
INLINE void NAME(fetch_new)(const REAL *from, int64_t apart)
{
    UNROLL for (int i = 0; i < LINES; i++) PREFETCH(from + i * apart);
}

/* Both products for n vectors of columns from c on and the first m modules of P; m = 0: T alone. */
INLINE void NAME(tile)(int m, int n, again use, const NAME(sweep) *b, int64_t c, const REAL *to_come, int64_t soon)
{
    const REAL *x = m == 0 ? NULL : b->x + c, *Y = b->Y;
    const int64_t apart = use == NEAR ? LINE / (int64_t)sizeof(REAL) : b->ld;
    VEC s[8][2] = {{{0}}};
    if (use == ONCE || use == OFTEN) NAME(fetch_P)(m, b->P + c + soon, b->ldp);
    ROLLED for (int h = 0; h < n * LANES; h += STEP)
        ROLLED for (int64_t g = 0; g < b->rows; g += LANES) {
            VEC r[STEP];
            if (use == NEAR) {
                NAME(fetch_new)(to_come, apart);
                to_come += LINES * apart;
            } else {
                NAME(fetch_new)(to_come + (g + h / STEP % STEPS * LINES) * apart + h, apart);
            }
            LOAD(r, b->next + g * b->ld + c + h, b->ld, b->w + c + h);
            UNROLL for (int part = 0; part < PARTS; part++) {
                PART(part, r, b->T + g, b->at + c + h);
                if (m == 0) continue;
                VEC v[2] = {*(const VEC *)x, *(const VEC *)(x + LANES)};
                if (m > 1 && m < 4) { HELD(v[0], v[1]); }
                NAME(row)(m, n, s, Y++, v);
                NAME(fetch_row)(use, x + soon);
                x += b->ld;
                OPAQUE(x);
            }
        }
    NAME(add)(m, n, b->P + c, b->ldp, s);
}

/* Columns [from, to) of both products. While blocks are small enough for three to be near, the block after
 * the next is fetched meanwhile, in the order in which it lies in memory, as the machine itself fetches best. Else
 * each row is fetched `ahead` columns before it is used; towards the end of the rows, the first tiles
 * of the block after the next. What is far, of x and P, `soon` columns before. */
INLINE void NAME(tiles)(int m, again use, const NAME(sweep) *b, int64_t from, int64_t to)
{
    const int64_t full = rounded_down(b->p, 2 * LANES), far = NEW_BYTES / (int64_t)sizeof(REAL);
    const int64_t ahead = full < far ? full : far, wrap = b->onward ? b->onward + ahead - full : 0;
    const int64_t soon = AGAIN_BYTES / (int64_t)sizeof(REAL);
    for (int64_t c = from; c < to; c += 2 * LANES) {
        const REAL *to_come = use == NEAR ? b->next + b->onward + c * b->rows
                                          : b->next + c + (c + ahead < full ? ahead : wrap);
        NAME(tile)(m, 2, use, b, c, to_come, c + soon < full ? soon : 0);
    }
}

/* P += Y'x alone: m modules from j on, columns [from, to). */
INLINE void NAME(spread)(int m, const NAME(sweep) *b, int64_t j, int64_t from, int64_t to)
{
    for (int64_t c = from; c < to; c += 2 * LANES) {
        const REAL *x = b->x + c, *Y = b->Y + j * ROWS;
        VEC s[8][2] = {{{0}}};
        for (int64_t i = 0; i < b->rows; i++, x += b->ld) {
            const VEC v[2] = {*(const VEC *)x, *(const VEC *)(x + LANES)};
            NAME(row)(m, 2, s, Y + i, v);
        }
        NAME(add)(m, 2, b->P + j * b->ldp + c, b->ldp, s);
    }
}

/* s[j] += Y[j] x for the columns of x that count, all of them or half a vector. */
INLINE void NAME(row_kept)(int m, VEC (*s)[2], const REAL *Y, const REAL *x, const REAL *keep)
{
    const VEC v = (VEC)(*(const BITS *)x & *(const BITS *)keep);
    NAME(row)(m, 1, s, Y, &v);
}

INLINE void NAME(half_kept)(int m, HALF *s, const REAL *Y, const REAL *x, const REAL *keep)
{
    const HALF v = (HALF)(*(const HALVED *)x & *(const HALVED *)keep);
    UNROLL for (int j = 0; j < m; j++) s[j] += Y[j * ROWS] * v;
}

/* spread for the vector at c, of which some columns may not count. */
INLINE void NAME(spread_kept)(int m, const NAME(sweep) *b, int64_t j, int64_t c, const REAL *keep)
{
    const REAL *x = b->x + c, *Y = b->Y + j * ROWS;
    VEC s[8][2] = {{{0}}};
    for (int64_t i = 0; i < b->rows; i++, x += b->ld) NAME(row_kept)(m, s, Y + i, x, keep);
    NAME(add)(m, 1, b->P + j * b->ldp + c, b->ldp, s);
}

/* ---- a block ---- */

/* Columns [from, to): the first modules together with T, then the others, MODULES at a time. */
TARGET static void NAME(strip)(const NAME(sweep) *task, int64_t from, int64_t to)
{
    const NAME(sweep) b = *task;
    int64_t j = 0, m;
    if (b.next && !b.x && b.use == NEAR) NAME(tiles)(0, NEAR, &b, from, to);
    if (b.next && !b.x && b.use != NEAR) NAME(tiles)(0, NEXT, &b, from, to);
    if (b.next && b.x) {
        j = group(b.k, MODULES);
#define TILES(n)     NAME(tiles)(n, NEAR, &b, from, to)
#define NEXT_TILES(n) NAME(tiles)(n, NEXT, &b, from, to)
#define FAR_TILES(n) NAME(tiles)(n, b.use, &b, from, to)
        if (b.use == NEAR) FIXED(j, MODULES, TILES)
        else if (b.use == NEXT) FIXED(j, MODULES, NEXT_TILES)
        else FIXED(j, MODULES, FAR_TILES)
#undef TILES
#undef NEXT_TILES
#undef FAR_TILES
    }
    for (; b.x && j < b.k; j += m) {
        m = group(b.k - j, MODULES);
#define SPREAD(n) NAME(spread)(n, &b, j, from, to)
        FIXED(m, MODULES, SPREAD)
#undef SPREAD
    }
}

/* Both products for the vector at c, the first m modules of P; T only from the column `first` of the vector
 * on. The rows of x go beside the last columns; `half`: only the second half of them has columns that count. */
INLINE void NAME(last)(int m, int half, const NAME(sweep) *b, int64_t c, int64_t first, const REAL *keep)
{
    const int64_t line = LINE / (int64_t)sizeof(REAL);
    const int64_t skip = half ? LANES / 2 : 0;
    const REAL *x = m == 0 ? NULL : b->x + c + skip, *Y = b->Y;
    const REAL *to_come = b->next + b->onward + (c + first) * b->rows;
    VEC s[8][2] = {{{0}}};
    HALF s2[8] = {{0}};
    keep += skip;
    ROLLED for (int64_t h = first; h < LANES; h += STEP)
        ROLLED for (int64_t g = 0; g < b->rows; g += LANES, to_come += LINES * line) {
            VEC r[STEP];
            NAME(fetch_new)(to_come, line);
            LOAD(r, b->next + g * b->ld + c + h, b->ld, b->w + c + h);
            UNROLL for (int part = 0; part < PARTS; part++) {
                PART(part, r, b->T + g, b->at + c + h);
                if (m == 0 || h + STEP < LANES) continue;
                UNROLL for (int i = 0; i < LANES / PARTS; i++, Y++, x += b->ld) {
                    if (half) NAME(half_kept)(m, s2, Y, x, keep);
                    else NAME(row_kept)(m, s, Y, x, keep);
                }
            }
        }
    if (!half) NAME(add)(m, 1, b->P + c, b->ldp, s);
    UNROLL for (int j = 0; half && j < m; j++) *(HALF *)(b->P + j * b->ldp + c + skip) += s2[j];
}

/* The columns that fill no tile: perhaps a vector, and one that ends with the row, reaching back over
 * columns that are done already: those have weight and bits zero. */
TARGET static void NAME(rest)(const NAME(sweep) *task)
{
    NAME(sweep) b = *task;
    const int64_t tiles = rounded_down(b.p, 2 * LANES), full = rounded_down(b.p, LANES);
    for (int64_t c = tiles; c < b.p; c += LANES) {
        const int64_t at = c < full ? c : b.p - LANES;
        const int64_t first = c < full ? 0 : LANES - rounded_up(b.p - full, STEP);
        const REAL *keep = c < full ? b.keep + LANES : b.keep;
        int64_t j = 0, m;
        if (c == full) b.at += full + LANES - at, b.w += full + LANES - at;
        if (b.next && !b.x) NAME(last)(0, 0, &b, at, first, keep);
        if (b.next && b.x) {
            j = group(b.k, MODULES);
#define LAST(n)      NAME(last)(n, 0, &b, at, first, keep)
#define HALF_LAST(n) NAME(last)(n, 1, &b, at, first, keep)
            if (c < full || b.p - full > LANES / 2) FIXED(j, MODULES, LAST)
            else FIXED(j, MODULES, HALF_LAST)
#undef LAST
#undef HALF_LAST
        }
        for (; b.x && j < b.k; j += m) {
            m = group(b.k - j, MODULES);
#define SPREAD(n) NAME(spread_kept)(n, &b, j, at, keep)
            FIXED(m, MODULES, SPREAD)
#undef SPREAD
        }
    }
}

/* The sums of T move on to `sum`. */
static void NAME(carry)(const NAME(sweep) *b)
{
    REAL *odd = b->T + (b->k + 1) * ROWS;
    for (int64_t i = 0; i < b->k * ROWS; i++) {
        b->sum[i] += (double)(b->T[i] + odd[i]);
        b->T[i] = odd[i] = 0;
    }
}

/* Y = scale × next W */
TARGET static void NAME(settle)(const NAME(sweep) *b, REAL scale, int carried)
{
    if (carried) {
        NAME(carry)(b);
        for (int64_t i = 0; i < b->k * ROWS; i++) {
            b->Y[i] = (REAL)((double)scale * b->sum[i]);
            b->sum[i] = 0;
        }
        return;
    }
    for (int64_t j = 0; j < b->k; j++)
        for (int64_t i = j * ROWS; i < j * ROWS + b->rows; i += LANES) {
            VEC *even = (VEC *)(b->T + i), *odd = (VEC *)(b->T + (b->k + 1) * ROWS + i);
            *(VEC *)(b->Y + i) = scale * (*even + *odd);
            *even = *odd = (VEC){0};
        }
}

/* P += Y'x, then Y = scale × next W. In single precision T runs over one strip at most. */
TARGET static void NAME(advance)(const NAME(sweep) *b, REAL scale)
{
    const int64_t full = rounded_down(b->p, 2 * LANES);
    const int carries = sizeof(REAL) < sizeof(double) && full > STRIP;
    for (int64_t c = 0; c < full; c += STRIP) {
        NAME(strip)(b, c, full - c < STRIP ? full : c + STRIP);
        if (b->next && carries) NAME(carry)(b);
    }
    if (b->p % (2 * LANES)) NAME(rest)(b);
    if (b->next) NAME(settle)(b, scale, carries);
}

/* ---- all rows ---- */

/* Which columns of the last vector count. */
static void NAME(keep)(NAME(sweep) *b)
{
    memset(b->keep, 0, LANES * sizeof(REAL));
    memset(b->keep + LANES, 255, LANES * sizeof(REAL));
    for (int64_t c = b->p / LANES * LANES; c < b->p; c++) memset(b->keep + (c - (b->p - LANES)), 255, sizeof(REAL));
}

/* W by columns: where in T a column belongs, with which weight; then the same for the last vector. */
static void NAME(columns)(NAME(sweep) *b, const lcn_sorted *W)
{
    const int64_t p = b->p, up = rounded_up(p, LANES), first = p - LANES;
    const uint32_t row = ROWS * sizeof(REAL), none = (uint32_t)b->k * row, odd = none + row;
    for (int64_t c = 0; c < up + LANES; c++) b->at[c] = none, b->w[c] = 0;
    for (int64_t j = 0; j < b->k; j++)
        for (int64_t i = W->start[j]; i < W->start[j + 1]; i++) {
            const int32_t c = W->order[i];
            b->at[c] = (uint32_t)j * row + (c % 2 ? odd : 0);
            b->w[c] = (REAL)W->weight[i];
        }
    NAME(keep)(b);
    for (int64_t c = p / LANES * LANES; c < p; c++) {
        b->at[up + c - first] = b->at[c];
        b->w[up + c - first] = b->w[c];
    }
}

/* (x W)_j for one row */
static double NAME(project)(const REAL *x, int64_t j, const lcn_sorted *W)
{
    double y = 0;
    for (int64_t i = W->start[j]; i < W->start[j + 1]; i++) y += W->weight[i] * (double)x[W->order[i]];
    return y;
}

/* P (k × ldP) += scale × Q, Q = 0 */
TARGET static void NAME(deliver)(double *P, int64_t ldP, const NAME(sweep) *b, double scale)
{
    if (sizeof(REAL) == sizeof(double)) return;
    for (int64_t j = 0; j < b->k; j++)
        for (int64_t c = 0; c < b->p; c++) {
            P[j * ldP + c] += scale * (double)b->P[j * b->ldp + c];
            b->P[j * b->ldp + c] = 0;
        }
}

/* The rows that fill no block: T is formed for whole vectors of rows, reaching back over rows that are
 * done already, and Y'x for the new ones only. */
static void NAME(remainder)(NAME(sweep) b, const REAL *x, int64_t rows, int64_t left, REAL scale,
                            const lcn_sorted *W)
{
    const int64_t up = rounded_up(left, LANES);
    b.x = b.next = NULL;
    b.onward = 0;
    if (up <= rows) {
        b.rows = up;
        b.next = x + (rows - up) * b.ld;
        NAME(advance)(&b, scale);
        b.Y += up - left;
    } else {
        for (int64_t i = 0; i < left; i++)
            for (int64_t j = 0; j < b.k; j++)
                b.Y[j * ROWS + i] = scale * (REAL)NAME(project)(x + (rows - left + i) * b.ld, j, W);
    }
    b.rows = left;
    b.x = x + (rows - left) * b.ld;
    b.next = NULL;
    NAME(advance)(&b, scale);
}

/* Memory of a sweep, carved from `scratch`; single precision sums P in its own k × ldp first. */
static void NAME(carve)(NAME(sweep) *b, double *P, double *scratch)
{
    const int64_t up = rounded_up(b->p, LANES), block = b->k * ROWS;
    char *free = (char *)scratch + (64 - (uintptr_t)scratch % 64) % 64;
    b->Y = TAKE(REAL, block);
    b->T = TAKE(REAL, 2 * (block + ROWS));
    b->keep = TAKE(REAL, 2 * LANES);
    b->w = TAKE(REAL, up + LANES);
    b->at = TAKE(uint32_t, up + LANES);
    memset(b->T, 0, (size_t)(2 * (block + ROWS)) * sizeof(REAL));
    if (sizeof(REAL) == sizeof(double)) {
        b->P = (REAL *)P;
        b->ldp = lcn_padded(b->p);
        return;
    }
    b->sum = TAKE(double, block);
    b->ldp = up;
    b->P = TAKE(REAL, b->k * up);
    memset(b->sum, 0, (size_t)block * sizeof(double));
    memset(b->P, 0, (size_t)(b->k * up) * sizeof(REAL));
}

/* Fewer columns than a vector has. */
static void NAME(few)(double *P, const REAL *x, int64_t ld, int64_t rows, double scale, const lcn_sorted *W)
{
    for (int64_t i = 0; i < rows; i++, x += ld)
        for (int64_t j = 0; j < W->k; j++) {
            const double y = scale * NAME(project)(x, j, W);
            for (int64_t c = 0; c < W->p; c++) P[j * lcn_padded(W->p) + c] += y * (double)x[c];
        }
}

static void NAME(rows)(double *P, const REAL *x, int64_t ld, int64_t rows, double divisor,
                       const lcn_sorted *W, double *scratch)
{
    NAME(sweep) b = {.ld = ld, .p = W->p, .k = W->k};
    const double scale = 1.0 / divisor;
    if (b.p < LANES) {
        NAME(few)(P, x, ld, rows, scale, W);
        return;
    }
    const int single = sizeof(REAL) < sizeof(double);
    const REAL in_block = single ? 1 : (REAL)scale;
    const int64_t step = block_rows(W->p, W->k, sizeof(REAL), LANES), blocks = rows / step;
    NAME(carve)(&b, P, scratch);
    NAME(columns)(&b, W);
    b.rows = step;
    b.use = use_again(step * b.p * (int64_t)sizeof(REAL), b.k, MODULES);
    for (int64_t i = -1; i < blocks; i++) {
        b.x = i < 0 ? NULL : x + i * step * ld;
        b.next = i + 1 < blocks ? x + (i + 1) * step * ld : NULL;
        b.onward = i + 2 < blocks ? step * ld : 0;
        NAME(advance)(&b, in_block);
        if (single && (i + 1) % (SHORT_SUM / step) == 0) NAME(deliver)(P, lcn_padded(b.p), &b, scale);
    }
    if (rows % step) NAME(remainder)(b, x, rows, rows % step, in_block, W);
    NAME(deliver)(P, lcn_padded(b.p), &b, scale);
}

/* ---- each product by itself, for some columns of longer rows ---- */

/* Y (k × rows) = X W: whole vectors of rows, the last of them reaching back. */
static void NAME(times)(double *Y, const REAL *x, int64_t ld, int64_t rows, const lcn_sorted *W, double *scratch)
{
    NAME(sweep) b = {.ld = ld, .p = W->p, .k = W->k};
    const int64_t step = block_rows(W->p, W->k, sizeof(REAL), LANES);
    if (W->p < LANES || rows < LANES) {
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < W->k; j++) Y[j * rows + i] = NAME(project)(x + i * ld, j, W);
        return;
    }
    NAME(carve)(&b, NULL, scratch);
    NAME(columns)(&b, W);
    b.use = use_again(step * ld * (int64_t)sizeof(REAL), b.k, MODULES);
    for (int64_t at = 0; at < rows; at += b.rows) {
        const int64_t left = rows - at;
        b.rows = left >= step ? step : left >= LANES ? rounded_down(left, LANES) : LANES;
        if (b.rows > left) at = rows - b.rows;
        b.next = x + at * ld;
        b.onward = at + b.rows < rows ? b.rows * ld : 0;
        NAME(advance)(&b, 1);
        for (int64_t j = 0; j < b.k; j++)
            for (int64_t i = 0; i < b.rows; i++) Y[j * rows + at + i] = (double)b.Y[j * ROWS + i];
    }
}

/* P (k × ldP) += scale X'Y, of `width` columns */
static void NAME(back)(double *P, int64_t ldP, const REAL *x, int64_t ld, int64_t rows, int64_t width, const double *Y,
                       int64_t k, double scale, double *scratch)
{
    NAME(sweep) b = {.ld = ld, .p = width, .k = k};
    const double in_block = sizeof(REAL) < sizeof(double) ? 1.0 : scale;
    const int64_t step = block_rows(width, k, sizeof(REAL), LANES);
    if (width < LANES) {
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < k; j++)
                for (int64_t c = 0; c < width; c++) P[j * ldP + c] += scale * Y[j * rows + i] * (double)x[i * ld + c];
        return;
    }
    NAME(carve)(&b, P, scratch);
    NAME(keep)(&b);
    if (sizeof(REAL) == sizeof(double)) b.ldp = ldP;
    for (int64_t at = 0; at < rows; at += step) {
        b.rows = rows - at < step ? rows - at : step;
        b.x = x + at * ld;
        for (int64_t j = 0; j < k; j++)
            for (int64_t i = 0; i < b.rows; i++) b.Y[j * ROWS + i] = (REAL)(in_block * Y[j * rows + at + i]);
        NAME(advance)(&b, 1);
        if ((at + step) % SHORT_SUM == 0) NAME(deliver)(P, ldP, &b, scale);
    }
    NAME(deliver)(P, ldP, &b, scale);
}

#undef REAL
#undef BYTES
#undef NAME
#undef LOAD
#undef PART
#undef TARGET
#undef HELD
#undef VEC
#undef BITS
#undef HALF
#undef HALVED
#undef LANES
#undef STEP
#undef PARTS
#undef MODULES
#undef LINES
#undef STEPS
