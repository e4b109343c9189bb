/* SPDX-License-Identifier: BSD-3-Clause
 * fit/mm/row_moves.c: the inner problem argmax <F, W> over St+ against brute force over all partitions
 * of few rows, and its promises on larger ones; the same with the prices of the evidence, rows
 * that leave and come back, and what disturbing a partition loses.
 */
#include "fit_ref.h"

static const lcn_inner FREE = {0}; /* no deflation, no prices */

/* A workspace and a point whose F is given. */
typedef struct fixture {
    double *x;
    lcn_problem *q;
    lcn_work *w;
    lcn_point at;
    lcn_loadings to;
} fixture;

static void setup(fixture *f, int64_t p, int64_t k)
{
    f->x = ref_alloc(3 * p);
    ref_normals(1, 3 * p, f->x);
    f->q = ref_problem(ctx, f->x, 1, 3, p, k, LCN_COV, LACON_OBJECTIVE_ML);
    assert_int_equal(lcn_work_new(ctx, &f->w, f->q), LACON_OK);
    assert_int_equal(lcn_point_new(ctx, &f->at, p, k), LACON_OK);
    assert_int_equal(lcn_loadings_new(ctx, &f->to, p, k), LACON_OK);
}

static void teardown(fixture *f)
{
    lcn_loadings_clear(&ctx->allocator, &f->to);
    lcn_point_clear(&ctx->allocator, &f->at);
    lcn_work_free(f->w);
    lcn_problem_free(f->q);
    free(f->x);
}

/* F uniform in (-1, 1) + shift; a random partition without empty modules, every `gap`-th row out */
static void draw(fixture *f, uint64_t seed, double shift, int64_t gap)
{
    const int64_t p = f->w->p, k = f->w->k;
    double *u = ref_alloc(p * k), *W = ref_alloc(p * k);
    ref_fill(seed, p * k, u);
    ref_stiefel_plus(seed, p, k, gap, W);
    ref_gather(&f->at.W, W);
    for (int64_t r = 0; r < p; r++) {
        for (int64_t j = 0; j < k; j++) f->at.F[j * f->w->pp + r] = u[r * k + j] + shift;
        if (r >= k && f->at.W.module[r] >= 0) /* the first k rows keep every module alive */
            f->at.W.module[r] = (int32_t)((uint64_t)(fabs(u[r * k]) * 1e6) % (uint64_t)k);
    }
    lcn_loadings_normalise(&f->at.W);
    free(u);
    free(W);
}

/* sum_j |F+ on module j| */
static double value(const fixture *f, const int32_t *module)
{
    double total = 0;
    for (int64_t j = 0; j < f->w->k; j++) {
        double s = 0;
        for (int64_t r = 0; r < f->w->p; r++)
            if (module[r] == j) s += pow(fmax(f->at.F[j * f->w->pp + r], 0), 2);
        total += sqrt(s);
    }
    return total;
}

static int64_t size_of(const fixture *f, const int32_t *module, int32_t j)
{
    int64_t n = 0;
    for (int64_t r = 0; r < f->w->p; r++) n += module[r] == j;
    return n;
}

/* No row alone can do better elsewhere, unless it is the last of its module. */
static void check_stable(const fixture *f)
{
    const int64_t p = f->w->p, k = f->w->k;
    int32_t *module = malloc((size_t)p * sizeof *module);
    memcpy(module, f->to.module, (size_t)p * sizeof *module);
    const double best = value(f, module);
    for (int64_t r = 0; r < p; r++) {
        const int32_t a = module[r];
        if (a < 0 || size_of(f, module, a) == 1) continue;
        for (int32_t b = 0; b < k; b++) {
            module[r] = b;
            assert_true(value(f, module) <= best + 1e-10);
        }
        module[r] = a;
    }
    free(module);
}

/* W is the best of its partition: w_j = F+ / |F+| on C_j, so that <F, W> is the value. */
static void check_weights(const fixture *f)
{
    double inner = 0, lost = 0;
    for (int64_t r = 0; r < f->w->p; r++)
        if (f->to.module[r] >= 0)
            inner += f->to.weight[r] * f->at.F[f->to.module[r] * f->w->pp + r];
    for (int32_t j = 0; j < f->w->k;
         j++) { /* a column without a positive F has equal weights instead */
        double s = 0, sum = 0;
        for (int64_t r = 0; r < f->w->p; r++) {
            if (f->to.module[r] != j) continue;
            s += pow(fmax(f->at.F[j * f->w->pp + r], 0), 2);
            sum += f->at.F[j * f->w->pp + r] / sqrt((double)size_of(f, f->to.module, j));
        }
        if (s == 0) lost += sum;
    }
    assert_true(fabs(inner - lost - value(f, f->to.module)) < 1e-12);
}

/* <F, V - W> from the workspace is that of the two W */
static void check_promise(const fixture *f)
{
    double change = 0;
    for (int64_t r = 0; r < f->w->p; r++) {
        const int32_t from = f->at.W.module[r], to = f->to.module[r];
        if (to >= 0) change += f->to.weight[r] * f->at.F[to * f->w->pp + r];
        if (from >= 0) change -= f->at.W.weight[r] * f->at.F[from * f->w->pp + r];
    }
    assert_true(fabs(change - f->w->promise) < 1e-12);
}

static double brute_force(const fixture *f)
{
    const int64_t p = f->w->p, k = f->w->k;
    int32_t module[8];
    int64_t count = 1;
    double best = 0;
    for (int64_t r = 0; r < p; r++) count *= k;
    for (int64_t c = 0; c < count; c++) {
        int64_t code = c;
        for (int64_t r = 0; r < p; r++, code /= k) module[r] = (int32_t)(code % k);
        bool whole = true;
        for (int32_t j = 0; j < k; j++) whole = whole && size_of(f, module, j) > 0;
        if (whole) best = fmax(best, value(f, module));
    }
    return best;
}

/* Single moves end where no single move helps; from a random partition that is the best of all in
 * more than half of the cases, and never above it. */
static void small_against_brute_force(void **state)
{
    (void)state;
    const int64_t sizes[][2] = {{4, 2}, {6, 2}, {7, 3}, {6, 4}, {5, 5}};
    int64_t cases = 0, optimal = 0;
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++) {
        fixture f;
        setup(&f, sizes[c][0], sizes[c][1]);
        for (uint64_t seed = 0; seed < 200; seed++) {
            draw(&f, seed, seed % 4 ? 0.3 : -0.2, 0);
            const double before = value(&f, f.at.W.module), best = brute_force(&f);
            lcn_row_moves(f.w, &f.to, &f.at, &FREE);
            const double after = value(&f, f.to.module);
            assert_true(after >= before - 1e-12 && after <= best + 1e-12);
            ref_check_loadings(&f.to);
            check_weights(&f);
            check_stable(&f);
            cases++;
            optimal += after > best - 1e-9;
        }
        teardown(&f);
    }
    print_message("  %lld of %lld at the best of all partitions\n", (long long)optimal,
                  (long long)cases);
    assert_true(2 * optimal > cases);
}

static void larger_are_stable(void **state)
{
    (void)state;
    const int64_t sizes[][2] = {{30, 1}, {40, 3}, {65, 8}, {128, 12}};
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++) {
        fixture f;
        setup(&f, sizes[c][0], sizes[c][1]);
        for (uint64_t seed = 0; seed < 20; seed++) {
            draw(&f, seed, 0.2, seed % 2 ? 4 : 0);
            const double before = value(&f, f.at.W.module);
            const int64_t moved = lcn_row_moves(f.w, &f.to, &f.at, &FREE);
            const double after = value(&f, f.to.module);
            assert_true(after >= before - 1e-12);
            assert_true(moved > 0 ? after > before : after == before);
            ref_check_loadings(&f.to);
            check_weights(&f);
            check_promise(&f);
            for (int64_t r = 0; r < f.w->p; r++) /* who was out stays out */
                assert_int_equal(f.at.W.module[r] < 0, f.to.module[r] < 0);
            int calls = 0; /* a call has a few sweeps only: the next goes on from there */
            for (int64_t more = moved; more > 0 && calls < 20; calls++) {
                lcn_loadings_copy(&f.at.W, &f.to);
                more = lcn_row_moves(f.w, &f.to, &f.at, &FREE);
            }
            assert_true(calls < 20);
            check_stable(&f);
        }
        teardown(&f);
    }
}

/* Rows without a positive entry have no weight; modules whose rows have none keep them, equal. */
static void nothing_positive(void **state)
{
    (void)state;
    fixture f;
    setup(&f, 6, 2);
    draw(&f, 1, 0, 0);
    for (int64_t r = 0; r < 6; r++)
        for (int64_t j = 0; j < 2; j++) f.at.F[j * f.w->pp + r] = r == 0 && j == 0 ? 1 : -1;
    const int32_t start[] = {0, 0, 1, 1, 1, 1};
    memcpy(f.at.W.module, start, sizeof start);
    assert_int_equal(lcn_row_moves(f.w, &f.to, &f.at, &FREE), 0);
    ref_check_loadings(&f.to);
    assert_true(f.to.weight[0] == 1 && f.to.weight[1] == 0);
    for (int64_t r = 2; r < 6; r++) assert_true(f.to.module[r] == 1 && f.to.weight[r] == 0.5);
    teardown(&f);
}

/* Deflation is the same problem with F - delta W D, written out. */
static void deflation(void **state)
{
    (void)state;
    fixture f, g;
    setup(&f, 23, 4);
    setup(&g, 23, 4);
    for (uint64_t seed = 0; seed < 20; seed++) {
        draw(&f, seed, 0.4, 6);
        draw(&g, seed, 0.4, 6);
        ref_gram(seed, 4, 6, f.at.D);
        for (int64_t r = 0; r < 23; r++)
            for (int64_t j = 0; j < 4; j++)
                if (f.at.W.module[r] >= 0)
                    g.at.F[j * g.w->pp + r] -=
                        0.9 * f.at.W.weight[r] * f.at.D[f.at.W.module[r] * 4 + j];
        lcn_row_moves(f.w, &f.to, &f.at, &(lcn_inner){.deflate = 0.9});
        lcn_row_moves(g.w, &g.to, &g.at, &FREE);
        assert_memory_equal(f.to.module, g.to.module, 23 * sizeof *f.to.module);
        assert_true(ref_distance(23, f.to.weight, g.to.weight) < 1e-13);
    }
    teardown(&f);
    teardown(&g);
}

/* ---- with the prices of the evidence ---- */

/* Curvatures of all sizes, none at all in the last of several; room: 2 k. */
static lcn_prices prices_of(const fixture *f, uint64_t seed, double *room)
{
    const int64_t k = f->w->k;
    double *nh = room, *sum = room + k;
    lcn_prices q = {.spread2 = pow(0.5, (double)(seed % 5)), .nh = nh, .sum = sum,
                    .log_factorial = f->w->log_factorial, .k = k};
    for (int64_t j = 0; j < k; j++) nh[j] = pow(10, (double)((seed + (uint64_t)j) % 4));
    if (k > 1 && seed % 3 == 0) nh[k - 1] = 0;
    for (int64_t j = 0; j < k; j++) sum[j] = 0;
    for (int64_t r = 0; r < f->w->p; r++)
        if (f->at.W.module[r] >= 0) sum[f->at.W.module[r]] += f->at.W.weight[r];
    return q;
}

/* sqrt(m) / (n* t²), what draws the weights of m variables together */
static double kappa(const fixture *f, const lcn_prices *q, int64_t m)
{
    return sqrt((double)m) * f->q->nat / q->spread2;
}

/* What pulls r to j: no further back than where the point leaves it a weight of zero. */
static double pulled(const fixture *f, const double *F, const lcn_prices *q, int64_t r, int32_t j)
{
    return fmax(F[j * f->w->pp + r], -kappa(f, q, size_of(f, f->at.W.module, j)));
}

/* Nats of a partition at its best weights: n* <F, W> less what they cost, plus sum log m! (the rest of the prior is
 * the same for all partitions). */
static double priced_value(const fixture *f, const double *F, const lcn_prices *q, const int32_t *module)
{
    double nats = lgamma((double)size_of(f, module, LCN_UNASSIGNED) + 1);
    for (int32_t j = 0; j < f->w->k; j++) {
        const int64_t m = size_of(f, module, j);
        double s = 0;
        for (int64_t r = 0; r < f->w->p; r++)
            if (module[r] == j) s += pow(pulled(f, F, q, r, j) + kappa(f, q, m), 2);
        nats += sqrt(s) / f->q->nat + lgamma((double)m + 1) - (double)m / q->spread2;
        if (m > 0) nats -= 0.5 * (double)m * log(1 + q->nh[j] * q->spread2 / (double)m);
    }
    return nats;
}

/* The same of W with the weights it has. */
static double priced_as_it_is(const fixture *f, const lcn_prices *q, const lcn_loadings *W)
{
    double nats = lgamma((double)size_of(f, W->module, LCN_UNASSIGNED) + 1);
    for (int32_t j = 0; j < f->w->k; j++) {
        const int64_t m = size_of(f, W->module, j);
        nats += lgamma((double)m + 1) - (double)m / q->spread2;
        if (m > 0) nats -= 0.5 * (double)m * log(1 + q->nh[j] * q->spread2 / (double)m);
        for (int64_t r = 0; r < f->w->p; r++)
            if (W->module[r] == j) nats += (f->at.F[j * f->w->pp + r] + kappa(f, q, m)) * W->weight[r] / f->q->nat;
    }
    return nats;
}

/* No single row gains by another place; with `leave` being unassigned is one. */
static void check_priced_stable(const fixture *f, const lcn_prices *q, bool leave)
{
    const int64_t p = f->w->p, k = f->w->k;
    int32_t *module = malloc((size_t)p * sizeof *module);
    memcpy(module, f->to.module, (size_t)p * sizeof *module);
    const double best = priced_value(f, f->at.F, q, module);
    for (int64_t r = 0; r < p; r++) {
        const int32_t a = module[r];
        if (a < 0 ? !leave : size_of(f, module, a) == 1) continue;
        for (int32_t b = leave ? LCN_UNASSIGNED : 0; b < k; b++) {
            module[r] = b;
            assert_true(priced_value(f, f->at.F, q, module) <= best + 1e-9 * fabs(best));
        }
        module[r] = a;
    }
    free(module);
}

/* What the prices count never falls, the promise is its growth, and it ends where no single move helps. */
static void priced_moves_never_lose(void **state)
{
    (void)state;
    const int64_t sizes[][2] = {{6, 2}, {30, 1}, {40, 3}, {65, 9}};
    int64_t left = 0, came = 0;
    for (size_t c = 0; c < sizeof sizes / sizeof *sizes; c++) {
        fixture f;
        setup(&f, sizes[c][0], sizes[c][1]);
        for (uint64_t seed = 0; seed < 40; seed++) {
            double nh[18];
            draw(&f, seed, 0.1 * (double)(seed % 4), seed % 2 ? 4 : 0);
            const lcn_prices q = prices_of(&f, seed, nh);
            const lcn_inner how = {.prices = &q, .leave = seed % 3 > 0};
            int64_t moved = 1;
            for (int calls = 0; moved > 0; calls++) {
                assert_true(calls < 50);
                const double before = priced_value(&f, f.at.F, &q, f.at.W.module);
                const double now = priced_as_it_is(&f, &q, &f.at.W);
                moved = lcn_row_moves(f.w, &f.to, &f.at, &how);
                const double after = priced_value(&f, f.at.F, &q, f.to.module);
                assert_true(moved > 0 ? after > before : after == before);
                if (calls == 0) assert_true(fabs(f.w->promise - (after - now) * f.q->nat) < 1e-9);
                ref_check_loadings(&f.to);
                for (int64_t r = 0; r < f.w->p; r++) {
                    left += f.at.W.module[r] >= 0 && f.to.module[r] < 0;
                    came += f.at.W.module[r] < 0 && f.to.module[r] >= 0;
                    if (!how.leave) assert_int_equal(f.at.W.module[r] < 0, f.to.module[r] < 0);
                }
                lcn_loadings_copy(&f.at.W, &f.to);
            }
            check_priced_stable(&f, &q, how.leave);
        }
        teardown(&f);
    }
    assert_true(left > 50 && came > 50);
}

enum { SIX = 6 };

/* The best of all 3^6 places of six rows in two modules, neither empty, or in none; pulls as at f's point. */
static double best_of_all(const fixture *f, const lcn_prices *q, int32_t *best)
{
    double top = -INFINITY;
    for (int c = 0; c < 729; c++) {
        int32_t module[SIX];
        for (int r = 0, code = c; r < SIX; r++, code /= 3) module[r] = code % 3 - 1;
        if (!size_of(f, module, 0) || !size_of(f, module, 1)) continue;
        const double nats = priced_value(f, f->at.F, q, module);
        if (nats > top) memcpy(best, module, sizeof module);
        top = fmax(top, nats);
    }
    return top;
}

/* Never above the best of all places; a point that is the best of all by its own pulls is left alone. */
static void priced_against_brute_force(void **state)
{
    (void)state;
    fixture f;
    int64_t alone = 0;
    setup(&f, SIX, 2);
    for (uint64_t seed = 0; seed < 100; seed++) {
        double nh[4];
        int32_t best[SIX];
        draw(&f, seed, 0.2, seed % 2 ? 3 : 0);
        const lcn_prices q = prices_of(&f, seed, nh);
        lcn_row_moves(f.w, &f.to, &f.at, &(lcn_inner){.prices = &q, .leave = true});
        assert_true(priced_value(&f, f.at.F, &q, f.to.module) <= best_of_all(&f, &q, best) + 1e-9);
        for (int i = 0; i < 5; i++) { /* pulls count a little else at each point */
            memcpy(f.at.W.module, best, sizeof best);
            lcn_loadings_normalise(&f.at.W);
            best_of_all(&f, &q, best);
        }
        if (memcmp(f.at.W.module, best, sizeof best) != 0) continue;
        assert_int_equal(lcn_row_moves(f.w, &f.to, &f.at, &(lcn_inner){.prices = &q, .leave = true}), 0);
        alone++;
    }
    assert_true(alone > 90);
    teardown(&f);
}

/* Held: the same partition, its best weights. */
static void held_rows_stay(void **state)
{
    (void)state;
    fixture f;
    setup(&f, 40, 3);
    for (uint64_t seed = 0; seed < 10; seed++) {
        double nh[6];
        draw(&f, seed, 0.2, 5);
        const lcn_prices q = prices_of(&f, seed, nh);
        assert_int_equal(lcn_row_moves(f.w, &f.to, &f.at, &(lcn_inner){.prices = &q, .leave = true, .hold = true}), 0);
        assert_memory_equal(f.to.module, f.at.W.module, 40 * sizeof *f.to.module);
        ref_check_loadings(&f.to);
        assert_true(fabs(priced_as_it_is(&f, &q, &f.to) - priced_value(&f, f.at.F, &q, f.to.module)) < 1e-9);
    }
    teardown(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_against_brute_force),
        cmocka_unit_test(larger_are_stable),
        cmocka_unit_test(nothing_positive),
        cmocka_unit_test(deflation),
        cmocka_unit_test(priced_moves_never_lose),
        cmocka_unit_test(priced_against_brute_force),
        cmocka_unit_test(held_rows_stay),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
