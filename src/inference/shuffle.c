/* SPDX-License-Identifier: BSD-3-Clause
 * Permutations of the rows of a design over the classes: free, within blocks, or of whole blocks of one size;
 * or changes of sign, of classes or whole blocks. Arrangements are counted as they differ in the design:
 * classes with the same columns are the same (two groups of 3 have 20 arrangements, not 720). Where there
 * are no more than asked for, each is visited once, in lexicographic order, the observed one among them;
 * else permutation number w is drawn from its own random stream, whoever draws it.
 */
#include "inference/inference.h"
#include "util/rng.h"

#include <math.h>
#include <string.h>

void lcn_shuffle_clear(lcn_shuffle *s)
{
    const lacon_allocator *a = &s->allocator;
    if (!a->free) return;
    lcn_free(a, s->first);
    lcn_free(a, s->member);
    lcn_free(a, s->item);
    lcn_free(a, s->set);
    lcn_free(a, s->kind);
    lcn_free(a, s->state);
    lcn_free(a, s->sorted);
    *s = (lcn_shuffle){0};
}

/* ---- what is the same ---- */

static bool same_rows(const lcn_design *d, int64_t a, int64_t b)
{
    const size_t width = (size_t)(d->q + d->r);
    if (d->variance && d->variance[a] != d->variance[b]) return false;
    return memcmp(d->X + a * (int64_t)width, d->X + b * (int64_t)width, width * sizeof *d->X) == 0;
}

/* kind[i]: first class with the same columns. */
static void row_kinds(const lcn_design *d, int32_t *kind)
{
    for (int64_t i = 0; i < d->n; i++) {
        int64_t j = 0;
        while (!same_rows(d, i, j)) j++;
        kind[i] = (int32_t)j;
    }
}

static int64_t size_of(const lcn_shuffle *s, int64_t b) { return s->first[b + 1] - s->first[b]; }

static bool same_blocks(const lcn_shuffle *s, int64_t b, int64_t c)
{
    const int32_t *x = s->member + s->first[b], *y = s->member + s->first[c];
    bool same = size_of(s, b) == size_of(s, c);
    for (int64_t i = 0; same && i < size_of(s, b); i++) same = s->kind[x[i]] == s->kind[y[i]];
    return same;
}

/* unit[b]: first block whose classes have, in order, the same columns as block b's. */
static void block_kinds(const lcn_shuffle *s, int32_t *unit)
{
    for (int64_t b = 0; b < s->n_blocks; b++) {
        int64_t c = 0;
        while (!same_blocks(s, b, c)) c++;
        unit[b] = (int32_t)c;
    }
}

static void sort(int32_t *x, int64_t n)
{
    for (int64_t i = 1; i < n; i++) {
        const int32_t v = x[i];
        int64_t at = i;
        for (; at > 0 && x[at - 1] > v; at--) x[at] = x[at - 1];
        x[at] = v;
    }
}

/* log of n! / prod n_kind! for sorted kinds */
static double log_arrangements(const int32_t *sorted, int64_t n)
{
    int sign;
    double sum = lgamma_r((double)n + 1.0, &sign);
    for (int64_t i = 0, run = 1; i < n; i++, run++)
        if (i + 1 == n || sorted[i + 1] != sorted[i]) {
            sum -= lgamma_r((double)run + 1.0, &sign);
            run = 0;
        }
    return sum;
}

/* ---- blocks ---- */

static void gather_blocks(lcn_shuffle *s, const lcn_design *d)
{
    s->n_blocks = d->block ? d->n_blocks : 1;
    for (int64_t i = 0; i < s->n; i++) s->first[(d->block ? d->block[i] : 0) + 1]++;
    for (int64_t b = 0; b < s->n_blocks; b++) s->first[b + 1] += s->first[b];
    for (int64_t b = 0, at = 0; b < s->n_blocks; b++)
        for (int64_t i = 0; i < s->n; i++)
            if (!d->block || d->block[i] == b) s->member[at++] = (int32_t)i;
}

/* Items and sets: the classes of every block, or blocks by their size. */
static void gather_items(lcn_shuffle *s)
{
    s->n_items = s->whole ? s->n_blocks : s->n;
    if (!s->whole) {
        s->n_sets = s->n_blocks;
        memcpy(s->item, s->member, (size_t)s->n * sizeof *s->item);
        memcpy(s->set, s->first, (size_t)(s->n_blocks + 1) * sizeof *s->set);
        return;
    }
    int64_t at = 0;
    for (int64_t size = 1; size <= s->n; size++) {
        const int64_t before = at;
        for (int64_t b = 0; b < s->n_blocks; b++)
            if (size_of(s, b) == size) s->item[at++] = (int32_t)b;
        if (at > before) s->set[++s->n_sets] = at;
    }
}

/* Sorted kinds of every set that is shuffled, and how many arrangements there are altogether. */
static double count_all(lcn_shuffle *s)
{
    double log_count = s->flip ? (double)s->n_items * log(2.0) : 0.0;
    for (int64_t i = 0; i < s->n_items && !s->flip; i++) s->sorted[i] = s->kind[s->item[i]];
    for (int64_t b = 0; b < s->n_sets && !s->flip; b++) {
        sort(s->sorted + s->set[b], s->set[b + 1] - s->set[b]);
        log_count += log_arrangements(s->sorted + s->set[b], s->set[b + 1] - s->set[b]);
    }
    const double count = exp(log_count);
    return count < 0x1p50 ? round(count) : count;
}

static bool one_size(const lcn_shuffle *s)
{
    for (int64_t b = 1; b < s->n_blocks; b++)
        if (size_of(s, b) != size_of(s, 0)) return false;
    return true;
}

static lacon_status prepare(lacon_ctx *ctx, lcn_shuffle *s, const lcn_design *d, int64_t wanted)
{
    const size_t n = (size_t)d->n;
    s->first = lcn_alloc(ctx, n + 2, sizeof *s->first);
    s->member = lcn_alloc(ctx, n, sizeof *s->member);
    s->kind = lcn_alloc(ctx, n, sizeof *s->kind);
    s->state = lcn_alloc(ctx, n, sizeof *s->state);
    s->sorted = lcn_alloc(ctx, n, sizeof *s->sorted);
    s->item = lcn_alloc(ctx, n, sizeof *s->item);
    s->set = lcn_alloc(ctx, n + 2, sizeof *s->set);
    if (!s->first || !s->member || !s->kind || !s->state || !s->sorted || !s->item || !s->set)
        return LACON_E_MEMORY;
    gather_blocks(s, d);
    row_kinds(d, s->kind);
    gather_items(s);
    if (s->whole) {
        block_kinds(s, s->state);
        memcpy(s->kind, s->state, (size_t)s->n_blocks * sizeof *s->kind);
    }
    s->possible = count_all(s);
    LCN_FAIL_IF(s->possible < 1.5, LACON_E_DATA,
                "no permutation changes the design: nothing varies %s; %s",
                !s->whole ? d->block ? "within the blocks" : "between the classes"
                : one_size(s) ? "between the blocks" : "between blocks of one size, and only those are exchanged",
                !s->whole ? "exchange whole blocks"
                : one_size(s) ? "exchange within blocks"
                              : "leave scans out until blocks that differ have one size, or exchange within blocks");
    s->all = s->possible - 1.0 <= (double)wanted;
    s->count = s->all ? (int64_t)s->possible : wanted;
    memcpy(s->state, s->sorted, n * sizeof *s->state); /* signs: all 0, as observed */
    return LACON_OK;
}

lacon_status lcn_shuffle_new(lacon_ctx *ctx, lcn_shuffle *out, const lcn_design *design, int64_t wanted,
                             uint64_t seed)
{
    *out = (lcn_shuffle){.allocator = ctx->allocator, .n = design->n, .seed = seed,
                         .whole = design->block && design->whole, .flip = design->flip};
    const lacon_status status = prepare(ctx, out, design, wanted);
    if (status < 0) lcn_shuffle_clear(out);
    return status;
}

/* ---- one permutation ---- */

/* Class number i of block b gets the row of class number i of block `from`. */
static void give_block(const lcn_shuffle *s, int64_t b, int32_t from, int32_t *row)
{
    for (int64_t i = s->first[b]; i < s->first[b + 1]; i++)
        row[s->member[i]] = s->member[s->first[from] + (i - s->first[b])];
}

/* Rows by the order of the items: item i gets what order[i] has. */
static void give(const lcn_shuffle *s, const int32_t *order, int32_t *row)
{
    for (int64_t i = 0; i < s->n_items; i++)
        if (s->whole) give_block(s, s->item[i], order[i], row);
        else row[s->item[i]] = order[i];
}

/* Everyone keeps the row, with the sign changed where `minus` is set. */
static void give_signs(const lcn_shuffle *s, const int32_t *minus, int32_t *row)
{
    for (int64_t i = 0; i < s->n; i++) row[i] = (int32_t)i;
    for (int64_t i = 0; i < s->n_items; i++) {
        const int64_t from = s->whole ? s->first[s->item[i]] : 0, to = s->whole ? s->first[s->item[i] + 1] : 1;
        for (int64_t j = from; j < to && minus[i]; j++) {
            const int32_t class = s->whole ? s->member[j] : s->item[i];
            row[class] = ~class;
        }
    }
}

static void fisher_yates(lcn_rng *rng, int32_t *x, int64_t n)
{
    for (int64_t i = n - 1; i > 0; i--) {
        const int64_t j = (int64_t)lcn_rng_below(rng, (uint64_t)i + 1);
        const int32_t swap = x[i];
        x[i] = x[j];
        x[j] = swap;
    }
}

void lcn_shuffle_draw(const lcn_shuffle *s, int64_t which, int32_t *row)
{
    lcn_rng rng = lcn_rng_stream(s->seed, LCN_STREAM_PERMUTE, (uint32_t)which);
    int32_t *order = row + s->n;
    if (s->flip) {
        for (int64_t i = 0; i < s->n_items; i++) order[i] = (int32_t)lcn_rng_below(&rng, 2);
        give_signs(s, order, row);
        return;
    }
    memcpy(order, s->item, (size_t)s->n_items * sizeof *order);
    for (int64_t b = 0; b < s->n_sets; b++) fisher_yates(&rng, order + s->set[b], s->set[b + 1] - s->set[b]);
    give(s, order, row);
}

/* The next arrangement in lexicographic order; false after the last, which becomes the first again. */
static bool advance(int32_t *x, const int32_t *sorted, int64_t n)
{
    int64_t i = n - 2;
    while (i >= 0 && x[i] >= x[i + 1]) i--;
    if (i < 0) {
        memcpy(x, sorted, (size_t)n * sizeof *x);
        return false;
    }
    int64_t j = n - 1;
    while (x[j] <= x[i]) j--;
    const int32_t swap = x[i];
    x[i] = x[j];
    x[j] = swap;
    for (int64_t a = i + 1, b = n - 1; a < b; a++, b--) {
        const int32_t other = x[a];
        x[a] = x[b];
        x[b] = other;
    }
    return true;
}

void lcn_shuffle_next(lcn_shuffle *s, int32_t *row)
{
    if (s->flip) {
        give_signs(s, s->state, row);
        for (int64_t i = 0; i < s->n_items && (s->state[i] ^= 1) == 0; i++) continue; /* counts in twos */
        return;
    }
    give(s, s->state, row);
    for (int64_t b = 0; b < s->n_sets; b++) /* as an odometer: a set that wraps moves the next one */
        if (advance(s->state + s->set[b], s->sorted + s->set[b], s->set[b + 1] - s->set[b])) return;
}
