/* SPDX-License-Identifier: BSD-3-Clause
 * Clusters from pure triples, the two searches of Kummerfeld & Ramsey (2016): grow and pick (every
 * triple grows, the largest clusters win) and seed and grow (four variables grow, then are taken
 * away). Both depend on the order of the variables where the data leave a choice; the order of the
 * published program is kept (docs/algorithm/fofc.md). The triples come from fofc_wishart.c or
 * fofc_delta.c.
 */
#include "baselines/fofc.h"

#include <stdlib.h>
#include <string.h>

/* The cluster at hand, as bits and as a list; votes[o]: triples {a, b, o} of the set with a and b
 * in the cluster (grow and pick). */
typedef struct cluster {
    uint64_t *bits;          /* words */
    int32_t *member, *votes; /* p */
    int64_t size;
} cluster;

/* One grown cluster of many; its bits are the row `at` of the store. */
typedef struct grown {
    int64_t size, sum, at;
} grown;

typedef struct store {
    int64_t words, count, capacity;
    uint64_t *bits; /* capacity × words */
    grown *of;      /* capacity */
} store;

static lacon_status cluster_init(lacon_ctx *ctx, cluster *c, const lcn_triples *t)
{
    c->bits = lcn_alloc(ctx, (size_t)t->words, sizeof *c->bits);
    c->member = lcn_alloc(ctx, (size_t)t->p, 2 * sizeof *c->member);
    if (c->member) c->votes = c->member + t->p;
    return c->bits && c->member ? LACON_OK : LACON_E_MEMORY;
}

static void cluster_clear(lacon_ctx *ctx, cluster *c)
{
    lcn_free(&ctx->allocator, c->bits);
    lcn_free(&ctx->allocator, c->member);
}

static void join(cluster *c, int64_t r)
{
    c->bits[r >> 6] |= (uint64_t)1 << (r & 63);
    c->member[c->size++] = (int32_t)r;
}

static void begin(cluster *c, const lcn_triples *t)
{
    memset(c->bits, 0, (size_t)t->words * sizeof *c->bits);
    c->size = 0;
}

/* ---- grow and pick ---- */

/* r joins and brings the votes of its triples with each member; rows are mostly empty. */
static void join_voting(cluster *c, const lcn_triples *t, int64_t r)
{
    for (int64_t l = 0; l < c->size; l++) {
        const uint64_t *own = lcn_triples_row(t, r, c->member[l]);
        for (int64_t w = 0; w < t->words; w++)
            for (uint64_t rest = own[w]; rest; rest &= rest - 1)
                c->votes[64 * w + __builtin_ctzll(rest)]++;
    }
    join(c, r);
}

/* Every variable joins that at least half of its triples with two members speak for. */
static void grow_by_half(cluster *c, const lcn_triples *t, int64_t i, int64_t j, int64_t k)
{
    begin(c, t);
    memset(c->votes, 0, (size_t)t->p * sizeof *c->votes);
    join_voting(c, t, i);
    join_voting(c, t, j);
    join_voting(c, t, k);
    for (int64_t o = 0; o < t->p; o++)
        if (4 * (int64_t)c->votes[o] >= c->size * (c->size - 1) && !lcn_bit(c->bits, o))
            join_voting(c, t, o);
}

static void take_out(const lcn_triples *t, const cluster *c)
{
    for (int64_t a = 0; a < c->size; a++)
        for (int64_t b = 0; b < c->size; b++) {
            uint64_t *own = lcn_triples_row(t, c->member[a], c->member[b]);
            for (int64_t w = 0; w < t->words; w++) own[w] &= ~c->bits[w];
        }
}

/* Doubles the capacity when it is used up. */
static lacon_status widen(lacon_ctx *ctx, store *s)
{
    const int64_t capacity = s->capacity ? 2 * s->capacity : 256;
    if (s->count < s->capacity) return LACON_OK;
    uint64_t *bits = lcn_alloc(ctx, (size_t)(capacity * s->words), sizeof *bits);
    grown *of = lcn_alloc(ctx, (size_t)capacity, sizeof *of);
    if (!bits || !of) {
        lcn_free(&ctx->allocator, bits);
        lcn_free(&ctx->allocator, of);
        return LACON_E_MEMORY;
    }
    if (s->count) {
        memcpy(bits, s->bits, (size_t)(s->count * s->words) * sizeof *bits);
        memcpy(of, s->of, (size_t)s->count * sizeof *of);
    }
    lcn_free(&ctx->allocator, s->bits);
    lcn_free(&ctx->allocator, s->of);
    s->bits = bits;
    s->of = of;
    s->capacity = capacity;
    return LACON_OK;
}

static lacon_status keep(lacon_ctx *ctx, store *s, const cluster *c)
{
    int64_t sum = 0;
    LCN_TRY(widen(ctx, s));
    for (int64_t l = 0; l < c->size; l++) sum += c->member[l];
    memcpy(s->bits + s->count * s->words, c->bits, (size_t)s->words * sizeof *s->bits);
    s->of[s->count] = (grown){c->size, sum, s->count};
    s->count++;
    return LACON_OK;
}

/* Seeds by the sum of their positions, then the later one first. A cluster holds its seed, so the
 * triples before the one at hand are all taken out: one pass. */
static lacon_status grow_all(lacon_ctx *ctx, store *s, lcn_triples *t, cluster *c)
{
    const int64_t p = t->p;
    for (int64_t sum = 3; sum <= 3 * p - 6; sum++) {
        LCN_FAIL_IF(lcn_cancelled(ctx), LACON_E_CANCELLED, "stopped while clusters grew");
        for (int64_t i = sum / 3 - 1; i >= 0; i--)
            for (int64_t j = (sum - i - 1) / 2; j > i; j--) {
                const int64_t k = sum - i - j;
                if (k >= p) break; /* smaller j, larger k */
                if (k <= j || !lcn_bit(lcn_triples_row(t, i, j), k)) continue;
                grow_by_half(c, t, i, j, k);
                take_out(t, c);
                LCN_TRY(keep(ctx, s, c));
            }
    }
    return LACON_OK;
}

static int largest_first(const void *left, const void *right)
{
    const grown *a = left, *b = right;
    if (a->size != b->size) return a->size > b->size ? -1 : 1;
    if (a->sum != b->sum) return a->sum < b->sum ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

/* Largest first, none that shares a variable with one before. */
static int64_t pick(int32_t *label, store *s, int64_t p)
{
    int32_t k = 0;
    if (s->count) qsort(s->of, (size_t)s->count, sizeof *s->of, largest_first);
    for (int64_t r = 0; r < p; r++) label[r] = -1;
    for (int64_t g = 0; g < s->count; g++) {
        const uint64_t *own = s->bits + s->of[g].at * s->words;
        bool fresh = true;
        for (int64_t r = 0; r < p && fresh; r++) fresh = !lcn_bit(own, r) || label[r] < 0;
        for (int64_t r = 0; r < p && fresh; r++)
            if (lcn_bit(own, r)) label[r] = k;
        k += fresh;
    }
    return k;
}

lacon_status lcn_grow_and_pick(lacon_ctx *ctx, int32_t *label, int64_t *k, lcn_triples *t)
{
    store s = {.words = t->words};
    cluster c = {0};
    lacon_status status;
    LCN_GOTO(cluster_init(ctx, &c, t));
    LCN_GOTO(grow_all(ctx, &s, t, &c));
    *k = pick(label, &s, t->p);
done:
    cluster_clear(ctx, &c);
    lcn_free(&ctx->allocator, s.bits);
    lcn_free(&ctx->allocator, s.of);
    return status;
}

/* ---- seed and grow ---- */

/* Are all triples of o with two members pure? */
static bool fits(const lcn_triples *t, const cluster *c, int64_t o)
{
    for (int64_t l = 0; l < c->size; l++) {
        const int64_t a = c->member[l];
        const uint64_t *own = lcn_triples_row(t, o, a);
        for (int64_t w = 0; w < t->words; w++) {
            const uint64_t itself = w == a >> 6 ? (uint64_t)1 << (a & 63) : 0;
            if (c->bits[w] & ~own[w] & ~itself) return false;
        }
    }
    return true;
}

/* The first free d after k with which i, j, k make four pure triples; p when there is none. */
static int64_t fourth(const lcn_triples *t, const uint64_t *unused, int64_t i, int64_t j, int64_t k)
{
    const uint64_t *ij = lcn_triples_row(t, i, j), *ik = lcn_triples_row(t, i, k),
                   *jk = lcn_triples_row(t, j, k);
    for (int64_t d = k + 1; d < t->p; d++)
        if (lcn_bit(unused, d) && lcn_bit(ij, d) && lcn_bit(ik, d) && lcn_bit(jk, d)) return d;
    return t->p;
}

/* The cluster gets the label and its variables are no longer free. */
static void take(int32_t *label, uint64_t *unused, const cluster *c, int64_t name)
{
    for (int64_t l = 0; l < c->size; l++) {
        const int64_t r = c->member[l];
        label[r] = (int32_t)name;
        unused[r >> 6] &= ~((uint64_t)1 << (r & 63));
    }
}

/* Seeds of `least` variables in order of their positions: four, which then grow, or three, which
 * cannot. A seed that was passed over stays impossible when there are fewer free variables. */
static int64_t sow(int32_t *label, uint64_t *unused, cluster *c, const lcn_triples *t,
                   int64_t least, int64_t k)
{
    const int64_t p = t->p;
    for (int64_t i = 0; i < p; i++)
        for (int64_t j = i + 1; j < p && lcn_bit(unused, i); j++)
            for (int64_t l = j + 1; l < p && lcn_bit(unused, i) && lcn_bit(unused, j); l++) {
                if (!lcn_bit(unused, l) || !lcn_bit(lcn_triples_row(t, i, j), l)) continue;
                const int64_t d = least == 4 ? fourth(t, unused, i, j, l) : 0;
                if (d == p) continue;
                begin(c, t);
                join(c, i);
                join(c, j);
                join(c, l);
                if (least == 4) {
                    join(c, d);
                    for (int64_t o = 0; o < p; o++)
                        if (lcn_bit(unused, o) && !lcn_bit(c->bits, o) && fits(t, c, o)) join(c, o);
                }
                take(label, unused, c, k++);
            }
    return k;
}

/* Labels in the order of sizes, largest first; equal ones as they were found. */
static lacon_status by_size(lacon_ctx *ctx, int32_t *label, int64_t p, int64_t k)
{
    grown *of = lcn_alloc(ctx, (size_t)k + 1, sizeof *of);
    int32_t *rank = lcn_alloc(ctx, (size_t)k + 1, sizeof *rank);
    const lacon_status status = of && rank ? LACON_OK : LACON_E_MEMORY;
    for (int64_t j = 0; status == LACON_OK && j < k; j++) of[j].at = j;
    for (int64_t r = 0; status == LACON_OK && r < p; r++)
        if (label[r] >= 0) of[label[r]].size++;
    if (status == LACON_OK) {
        qsort(of, (size_t)k, sizeof *of, largest_first);
        for (int64_t j = 0; j < k; j++) rank[of[j].at] = (int32_t)j;
        for (int64_t r = 0; r < p; r++)
            if (label[r] >= 0) label[r] = rank[label[r]];
    }
    lcn_free(&ctx->allocator, of);
    lcn_free(&ctx->allocator, rank);
    return status;
}

lacon_status lcn_seed_and_grow(lacon_ctx *ctx, int32_t *label, int64_t *k, const lcn_triples *t)
{
    cluster c = {0};
    lacon_status status;
    uint64_t *unused = lcn_alloc(ctx, (size_t)t->words, sizeof *unused);
    LCN_GOTO(unused ? LACON_OK : LACON_E_MEMORY);
    LCN_GOTO(cluster_init(ctx, &c, t));
    for (int64_t r = 0; r < t->p; r++) {
        unused[r >> 6] |= (uint64_t)1 << (r & 63);
        label[r] = -1;
    }
    *k = sow(label, unused, &c, t, 4, 0);
    *k = sow(label, unused, &c, t, 3, *k);
    status = by_size(ctx, label, t->p, *k);
done:
    cluster_clear(ctx, &c);
    lcn_free(&ctx->allocator, unused);
    return status;
}
