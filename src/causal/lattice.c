/* SPDX-License-Identifier: BSD-3-Clause
 * The order of largest likelihood. With z = A e and y = z + noise = W'x, the likelihood of y is its
 * Gaussian likelihood times E prod_j f_j(e_j)/phi(e_j), the expectation under the Gaussian
 * posterior of e given y. Taking the disturbances one by one (their posterior correlations are left
 * out) leaves a sum of one term per variable j, which depends only on the set P of those before it:
 *
 *     c = cov(z, e_j) = G_.j - G_.P G_PP^-1 G_Pj,   d = c_j,   a = c / sqrt(d)
 *     m = a'(G + v I)^-1 y,   tau = 1 - a'(G + v I)^-1 a      posterior of e_j / sqrt(d)
 *     term(j, P) = gain of the best shape (shapes.c) - n/2 log d
 *
 * So the best of all k! orders comes from 2^k sets (orders.c), to LCN_LATTICE_MAX
 * modules. Beyond, variables are moved to their best positions and windows of neighbours arranged
 * anew, starting from the order of direct.c.
 */
#include "causal/causal.h"

#include "la/la.h"

#include <math.h>
#include <string.h>

static int64_t term_scratch(int64_t ld, int64_t k)
{
    return k * k + 3 * k + ld + lcn_shapes_scratch();
}

double lcn_likelihood_term(const lcn_sample *s, const lcn_shapes *shapes, int64_t j, int64_t m,
                           const int64_t *set, double *scratch)
{
    const int64_t k = s->k, ld = s->ld;
    double *L = scratch, *b = L + k * k, *c = b + k, *w = c + k, *mean = w + k;
    for (int64_t i = 0; i < m; i++) {
        b[i] = s->G[set[i] * k + j];
        for (int64_t l = 0; l < m; l++) L[i * m + l] = s->G[set[i] * k + set[l]];
    }
    if (m > 0 && lcn_chol(m, L, m)) lcn_chol_solve(m, L, m, b);
    for (int64_t r = 0; r < k; r++) {
        c[r] = s->G[r * k + j];
        for (int64_t i = 0; i < m; i++) c[r] -= s->G[r * k + set[i]] * b[i];
    }
    const double d = fmax(c[j], 1e-12 * s->G[j * k + j]); /* rounding only: G is floored */
    double tau = 1;
    for (int64_t r = 0; r < k; r++) {
        w[r] = lcn_dot(k, s->inverse + r * k, c) / sqrt(d);
        tau -= w[r] * c[r] / sqrt(d);
    }
    memset(mean, 0, (size_t)ld * sizeof *mean);
    for (int64_t r = 0; r < k; r++)
        for (int64_t t = 0; t < ld; t++) mean[t] += w[r] * s->Z[r * ld + t];
    return lcn_shapes_gain(shapes, s->n, mean, tau, mean + ld) - 0.5 * (double)s->n * log(d);
}

/* A term that was computed: of variable j after the set `mask`. */
typedef struct memo {
    uint64_t mask;
    int64_t j; /* from 1; 0: empty */
    double value;
} memo;

enum { MEMOS = 1 << 12, MASKED = 64 }; /* sets of more variables are not remembered */

typedef struct search {
    const lcn_sample *samples;
    int64_t count, k;
    const lcn_shapes *shapes;
    const lacon_prior *prior;
    int64_t *set;    /* k */
    uint8_t *done;   /* k */
    double *scratch; /* of a term */
    memo *memos;     /* MEMOS; the newest of an entry stays */
    double *table;   /* of a window or of all: 2^size × size */
} search;

static double computed(search *q, int64_t j, int64_t m, const int64_t *list)
{
    int64_t allowed = 0;
    double sum = 0;
    for (int64_t i = 0; i < m; i++)
        if (!lcn_prior_forbids(q->prior, list[i], j)) q->set[allowed++] = list[i];
    for (int64_t c = 0; c < q->count; c++)
        sum += lcn_likelihood_term(&q->samples[c], q->shapes, j, allowed, q->set, q->scratch);
    return sum;
}

/* Term of j after the first m of list, over all samples; arrows that are forbidden are not used.
 * The sum over a set depends on the order of its members by rounding only, so any of them may be
 * remembered. */
static double term(search *q, int64_t j, int64_t m, const int64_t *list)
{
    if (q->k > MASKED) return computed(q, j, m, list);
    uint64_t mask = 0;
    for (int64_t i = 0; i < m; i++) mask |= (uint64_t)1 << list[i];
    const uint64_t mixed = (mask + (uint64_t)j * 0x9E3779B97F4A7C15ULL) * 0xBF58476D1CE4E5B9ULL;
    memo *entry = &q->memos[mixed >> 52];
    if (entry->j != j + 1 || entry->mask != mask)
        *entry = (memo){.mask = mask, .j = j + 1, .value = computed(q, j, m, list)};
    return entry->value;
}

/* ---- all orders of some neighbours ---- */

/* list: the variables before position `first`, then those of the window that are in the set. */
static int64_t members(search *q, const int64_t *order, int64_t first, int64_t size, int64_t set,
                       int64_t *list)
{
    int64_t m = first;
    memset(q->done, 0, (size_t)q->k);
    for (int64_t i = 0; i < first; i++) q->done[list[i] = order[i]] = 1;
    for (int64_t i = 0; i < size; i++)
        if (set >> i & 1) q->done[list[m++] = order[first + i]] = 1;
    return m;
}

/* q->table for orders.c: variables at positions first .. first + size - 1, after those before them. Sets
 * with which no order that the prior allows begins are passed over. */
static void tabulate(search *q, const int64_t *order, int64_t first, int64_t size, int64_t *list)
{
    const int64_t sets = (int64_t)1 << size;
    bool reached[1 << LCN_LATTICE_MAX] = {true};
    for (int64_t set = 0; set < sets; set++) {
        const int64_t m = members(q, order, first, size, set, list);
        for (int64_t i = 0; i < size; i++) {
            const int64_t j = order[first + i], with = set | (int64_t)1 << i;
            const bool may = reached[set] && with != set && lcn_prior_ready(q->prior, j, q->done);
            q->table[set * size + i] = may ? term(q, j, m, list) : -INFINITY;
            if (may) reached[with] = true;
        }
    }
}

/* The best arrangement of the variables at positions first .. first + size - 1, the others staying. */
static void arrange(search *q, int64_t *order, int64_t first, int64_t size, int64_t *list)
{
    int64_t path[LCN_LATTICE_MAX], window[LCN_LATTICE_MAX];
    tabulate(q, order, first, size, list);
    lcn_paths_best(path, size, q->table);
    for (int64_t at = 0; at < size; at++) window[at] = order[first + path[at]];
    memcpy(order + first, window, (size_t)size * sizeof *window);
}

/* ---- one variable at a time ---- */

typedef struct tour {
    int64_t *order, *trial; /* k each */
    double *value;          /* k: term of each position of the order */
} tour;

/* Exchange trial[at] and trial[at + 1]; the answer is the gain. *moving: term of the one that moves
 * on, which is at `at` when it goes right, at `at + 1` when it goes left. */
static double exchange(search *q, const tour *t, int64_t at, bool right, double *moving)
{
    const int64_t x = t->trial[at], y = t->trial[at + 1];
    const double before = *moving + t->value[right ? at + 1 : at];
    t->trial[at] = y;
    t->trial[at + 1] = x;
    const double first = term(q, y, at, t->trial), second = term(q, x, at + 1, t->trial);
    *moving = right ? second : first;
    return first + second - before;
}

/* Best position for the variable at position `from`, moving right or left. */
static void try_direction(search *q, const tour *t, int64_t from, bool right, double *best,
                          int64_t *position)
{
    const int64_t k = q->k, x = t->order[from];
    double gain = 0, moving = t->value[from];
    memcpy(t->trial, t->order, (size_t)k * sizeof *t->trial);
    for (int64_t at = from; right ? at + 1 < k : at > 0; at += right ? 1 : -1) {
        const int64_t other = t->trial[right ? at + 1 : at - 1];
        if (lcn_prior_before(q->prior, right ? x : other, right ? other : x)) return;
        gain += exchange(q, t, right ? at : at - 1, right, &moving);
        if (gain > *best) {
            *best = gain;
            *position = right ? at + 1 : at - 1;
        }
    }
}

static void move_to(search *q, const tour *t, int64_t from, int64_t to)
{
    const int64_t x = t->order[from], low = from < to ? from : to, high = from < to ? to : from;
    if (from < to)
        memmove(t->order + from, t->order + from + 1, (size_t)(to - from) * sizeof *t->order);
    else
        memmove(t->order + to + 1, t->order + to, (size_t)(from - to) * sizeof *t->order);
    t->order[to] = x;
    for (int64_t at = low; at <= high; at++) t->value[at] = term(q, t->order[at], at, t->order);
}

static double evaluate(search *q, const tour *t)
{
    double sum = 0;
    for (int64_t at = 0; at < q->k; at++) sum += t->value[at] = term(q, t->order[at], at, t->order);
    return sum;
}

/* Sweeps over the positions until no variable gains by moving. A gain must exceed rounding, 1e-6 nats;
 * every move increases the likelihood, so this ends; sweeps are few. */
static void move_singly(search *q, const tour *t)
{
    enum { SWEEPS = 50 }; /* a bound, should rounding send a move round in circles */
    bool moved = true;
    for (int sweep = 0; moved && sweep < SWEEPS; sweep++) {
        moved = false;
        for (int64_t from = 0; from < q->k; from++) {
            double best = 1e-6; /* nats: less is rounding of the sums */
            int64_t position = -1;
            try_direction(q, t, from, true, &best, &position);
            try_direction(q, t, from, false, &best, &position);
            if (position < 0) continue;
            move_to(q, t, from, position);
            moved = true;
        }
    }
}

/* Single moves, then windows of neighbours arranged anew, until neither helps. Of 20 simulated sets
 * of ten modules (1000 rows) 18 ended at the best of all orders; single moves alone
 * reached it in 13 of 20 sets of nine. */
static void improve(search *q, const tour *t)
{
    enum { ROUNDS = 20, WINDOW = 7 }; /* a window has 5,040 orders, one of eight eight times as many */
    double before = -INFINITY, value = evaluate(q, t);
    for (int round = 0; round < ROUNDS && value > before + 1e-6; round++) { /* nats, as above */
        before = value;
        move_singly(q, t);
        for (int64_t first = 0; first + WINDOW <= q->k; first += WINDOW / 2)
            arrange(q, t->order, first, WINDOW, t->trial);
        arrange(q, t->order, q->k - WINDOW, WINDOW, t->trial);
        value = evaluate(q, t);
    }
}

enum { CELLS = LCN_LATTICE_MAX << LCN_LATTICE_MAX };

int64_t lcn_lattice_scratch(int64_t ld, int64_t k, int64_t samples)
{
    const int64_t terms = term_scratch(ld, k), direct = lcn_direct_scratch(ld, k, samples);
    const int64_t memos = MEMOS * (int64_t)(sizeof(memo) / sizeof(double));
    return 4 * k + memos + CELLS + (terms > direct ? terms : direct);
}

/* *list, *value: k each, beside what the search has */
static search begin(const lcn_sample *samples, int64_t count, const lcn_shapes *shapes,
                    const lacon_prior *prior, double *scratch, int64_t **list, double **value)
{
    const int64_t k = samples[0].k;
    int64_t *set = (int64_t *)scratch;
    *list = set + k;
    *value = scratch + 2 * k;
    memo *memos = (memo *)(scratch + 4 * k);
    double *table = (double *)(memos + MEMOS);
    memset(memos, 0, MEMOS * sizeof *memos);
    return (search){samples,       count, k,   shapes, prior, set, (uint8_t *)(*value + k),
                    table + CELLS, memos, table};
}

void lcn_lattice_table(double *table, const lcn_sample *samples, int64_t count,
                       const lcn_shapes *shapes, const lacon_prior *prior, double *scratch)
{
    int64_t *list, order[LCN_LATTICE_MAX];
    double *value;
    search q = begin(samples, count, shapes, prior, scratch, &list, &value);
    q.table = table;
    for (int64_t j = 0; j < q.k; j++) order[j] = j;
    tabulate(&q, order, 0, q.k, list);
}

void lcn_likelihood_order(int64_t *order, const lcn_sample *samples, int64_t count,
                          const lcn_shapes *shapes, const lacon_prior *prior, double *scratch)
{
    int64_t *list;
    double *value;
    search q = begin(samples, count, shapes, prior, scratch, &list, &value);
    if (q.k <= LCN_LATTICE_MAX) {
        for (int64_t j = 0; j < q.k; j++) order[j] = j;
        arrange(&q, order, 0, q.k, list);
        return;
    }
    lcn_direct_order(order, samples, count, prior, q.scratch);
    improve(&q, &(tour){order, list, value});
}
