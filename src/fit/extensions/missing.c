/* SPDX-License-Identifier: BSD-3-Clause
 * Estimates of data with missing values (docs/algorithm/missing.md): expectation-maximisation around the
 * ordinary fit. Classes with missing values are replaced by covariances,
 *
 *     K = mean over rows of E[xx' | what was observed],   x_M = Psi½ (W z + noise) by model/observed.c
 *
 * the fit goes on from its last modules, G and v of those classes become those of greatest observed
 * likelihood, and so on until W stops changing: a stationary point of the observed likelihood.
 */
#include "fit/fit.h"
#include "la/la.h"
#include "model/observed.h"

#include <math.h>
#include <string.h>

enum {
    ROUNDS = 500,   /* of expectation and fit; 10 to 30 where a fifth is missing, 200 where classes lack variables */
    STEPS = 5,      /* for G and v of a class in each round ... */
    LAST_STEPS = 500, /* ... and in the end */
    ROWS = 64       /* rows that are squared together */
};
static const double STILL = 1e-5; /* largest change of an entry of W: far below its standard error */

typedef struct completion {
    lacon_ctx *ctx;
    const lacon_data *data;
    lacon_data whole; /* the same with covariances for classes with missing values; owns them and its classes */
    char *blocks;     /* one per thread: observed, ROWS × p */
    size_t block_bytes;
    int threads;
} completion;

/* ---- memory ---- */

static void clear(completion *c)
{
    const lacon_allocator *a = &c->ctx->allocator;
    for (int64_t i = 0; c->whole.classes && i < c->data->n_classes; i++)
        if (c->data->classes[i].missing > 0) lcn_free(a, c->whole.classes[i].owned);
    lcn_free(a, c->whole.classes);
    lcn_free(a, c->blocks);
}

static lacon_status begin(completion *c, lacon_ctx *ctx, const lacon_data *data, int64_t k)
{
    const size_t p = (size_t)data->p, N = (size_t)data->n_classes;
    *c = (completion){.ctx = ctx, .data = data, .whole = *data, .threads = ctx->threads};
    c->block_bytes = lcn_observed_bytes(data->p, k) + ROWS * p * sizeof(double);
    c->whole.classes = lcn_alloc(ctx, N, sizeof *c->whole.classes);
    c->blocks = lcn_alloc(ctx, (size_t)c->threads, c->block_bytes);
    if (!c->whole.classes || !c->blocks) return LACON_E_MEMORY;
    memcpy(c->whole.classes, data->classes, N * sizeof *c->whole.classes);
    for (size_t i = 0; i < N; i++) c->whole.classes[i].missing = 0;
    for (size_t i = 0; i < N; i++) c->whole.classes[i].owned = NULL;
    for (size_t i = 0; i < N; i++) {
        lcn_class *class = &c->whole.classes[i];
        if (data->classes[i].missing == 0) continue;
        class->owned = lcn_alloc(ctx, p * p, sizeof(double));
        if (!class->owned) return LACON_E_MEMORY;
        class->x = class->owned;
        class->ld = data->p;
        class->kind = LCN_COV;
    }
    return LACON_OK;
}

/* ---- expectation ---- */

/* Missing values become E x; x (p) is a row of X. z: k. */
static void fill_row(const lcn_observed *o, double *x, double *z)
{
    lcn_observed_latent(o, z);
    for (int64_t r = 0; r < o->p; r++) {
        const int64_t j = o->module[r] - 1;
        const double y = o->seen[r] ? o->y[r] : j >= 0 ? o->W[r * o->k + j] * z[j] : 0;
        x[r] = y * sqrt(o->psi[r]);
    }
}

/* K += times Cov[x_M | x_O] of the present pattern: Psi½ (w_r w_s C + v) Psi½ */
static void add_doubt(const lcn_observed *o, double *K, double times)
{
    for (int64_t r = 0; r < o->p; r++) {
        if (o->seen[r]) continue;
        const int64_t a = o->module[r] - 1, p = o->p, k = o->k;
        K[r * p + r] += times * o->psi[r] * o->v;
        for (int64_t s = 0; s < p && a >= 0; s++) {
            const int64_t b = o->module[s] - 1;
            if (o->seen[s] || b < 0) continue;
            K[r * p + s] += times * sqrt(o->psi[r] * o->psi[s]) * o->W[r * k + a] *
                            o->W[s * k + b] * o->C[a * k + b];
        }
    }
}

static bool expect_class(lcn_observed *o, const lcn_class *class, double *K, double *X)
{
    const int64_t p = o->p;
    bool good = true;
    memset(K, 0, (size_t)(p * p) * sizeof *K);
    for (int64_t first = 0; first < class->n && good; first += ROWS) {
        const int64_t rows = class->n - first < ROWS ? class->n - first : ROWS;
        for (int64_t i = 0; i < rows && good; i++) {
            good = lcn_observed_row(o, class, first + i);
            fill_row(o, X + i * p, o->rest);
            add_doubt(o, K, 1);
        }
        lcn_syrk(p, rows, 1, X, p, 1, K, p);
    }
    for (int64_t e = 0; e < p * p; e++) K[e] /= (double)class->n;
    return good;
}

/* G, v and likelihood of class i by what was observed of it. */
static void refine_class(lcn_observed *o, lacon_model *m, const lcn_class *class, int64_t i,
                         int steps)
{
    const int64_t kk = m->k * m->k;
    lcn_observed_fit(o, class, false, steps, &m->kept[i]);
    memcpy(m->G + i * kk, o->G, (size_t)kk * sizeof *o->G);
    m->v[i] = o->v;
}

/* One sweep over the classes with missing values: refined by `steps`, and then completed unless it is the last,
 * which takes the likelihoods instead. */
static lacon_status sweep(completion *c, lacon_model *m, int steps, bool last)
{
    lacon_ctx *ctx = c->ctx;
    LCN_TRY(lcn_blas_ready(ctx));
    int64_t failed = -1;
    const int blas = lcn_blas_begin();
#pragma omp parallel for schedule(static, 1) num_threads(c->threads)
    for (int worker = 0; worker < c->threads; worker++)
        for (int64_t i = worker; i < m->n_classes; i += c->threads) {
            const lcn_class *class = &c->data->classes[i];
            char *block = c->blocks + (size_t)worker * c->block_bytes;
            double *X = (double *)(void *)(block + lcn_observed_bytes(m->p, m->k));
            if (class->missing == 0) continue;
            lcn_observed o;
            lcn_observed_init(&o, block, m, i);
            if (steps > 0) refine_class(&o, m, class, i, steps);
            if (last) m->loglik[i] = lcn_observed_mean(&o, class);
            if (last ? isfinite(m->loglik[i])
                     : expect_class(&o, class, c->whole.classes[i].owned, X)) continue;
#pragma omp critical(lcn_fit_missing)
            failed = failed < 0 || i < failed ? i : failed;
        }
    lcn_blas_end(blas);
    LCN_FAIL_IF(failed >= 0, LACON_E_NUMERIC, "class '%s': its missing values have no expectation",
                m->labels[failed]);
    return LACON_OK;
}

/* Nothing is known of anybody: missing values are noise of the mean variance of their class. */
static lacon_status first_guess(completion *c, int64_t k)
{
    const lacon_data *data = c->data;
    lacon_model *blank;
    lcn_observed o;
    LCN_TRY(lcn_model_alloc(c->ctx, &blank, data->p, k, data->n_classes));
    for (int64_t i = 0; i < data->n_classes; i++) blank->v[i] = 1;
    for (int64_t i = 0; i < data->n_classes; i++) {
        double squares = 0, count = 0;
        if (data->classes[i].missing == 0) continue;
        lcn_observed_init(&o, c->blocks, blank, i);
        for (int64_t row = 0; row < data->classes[i].n; row++) {
            lcn_observed_row(&o, &data->classes[i], row);
            squares += o.t;
            count += (double)o.count;
        }
        if (squares > 0) blank->v[i] = squares / count;
    }
    const lacon_status status = sweep(c, blank, 0, false);
    lacon_model_free(blank);
    return status;
}

/* ---- rounds ---- */

/* Largest change of a weight; infinite when the partition changed. */
static double change_of(const lacon_model *a, const lacon_model *b)
{
    const int64_t p = a->p;
    double most = 0;
    if (a->k != b->k || lacon_ari(p, a->module_of, b->module_of) < 1 - 1e-12) return INFINITY; /* 1 to rounding */
    for (int64_t r = 0; r < p; r++) {
        const int64_t i = a->module_of[r] - 1, j = b->module_of[r] - 1;
        if (i < 0 || j < 0) continue;
        most = fmax(most, fabs(a->W[r * a->k + i] - b->W[r * b->k + j]));
    }
    return most;
}

/* What the search recorded (start, trace) is handed on to the final model; the rounds would only record "init". */
static void hand_on(lacon_model *to, lacon_model *from)
{
    const lacon_fit_info info = to->info;
    char **name = to->start_name;
    double *objective = to->start_objective, *agreement = to->start_agreement;
    lacon_fit_trace *trace = to->start_trace;
    to->info.n_starts = from->info.n_starts;
    to->info.start_name = from->info.start_name;
    to->info.start_objective = from->info.start_objective;
    to->info.start_agreement = from->info.start_agreement;
    to->info.start_trace = from->info.start_trace;
    to->info.searches = from->info.searches;
    to->info.agreement = from->info.agreement;
    to->info.another_run = from->info.another_run;
    to->another_run = from->another_run; /* a round from given modules has none of its own */
    from->another_run = NULL;
    to->info.iterations += from->info.iterations;
    to->start_name = from->start_name;
    to->start_objective = from->start_objective;
    to->start_agreement = from->start_agreement;
    to->start_trace = from->start_trace;
    from->info.n_starts = info.n_starts;
    from->start_name = name;
    from->start_objective = objective;
    from->start_agreement = agreement;
    from->start_trace = trace;
}

static lacon_status next_round(completion *c, lacon_model **model, const lacon_fit_options *options,
                               double *change)
{
    lacon_model *next = NULL;
    lacon_fit_options on = *options;
    on.init = *model;
    on.k = (*model)->k;
    LCN_TRY(sweep(c, *model, STEPS, false));
    const lacon_status status = lacon_fit(c->ctx, &next, &c->whole, &on);
    if (status < 0) return status;
    *change = change_of(*model, next);
    hand_on(next, *model);
    lacon_model_free(*model);
    *model = next;
    return status;
}

/* The likelihood of everything that was observed. */
static void account(lacon_model *m, const lacon_fit_options *options)
{
    double rows = 0;
    m->info.nll = 0;
    m->info.score = NAN;
    m->options = *options;
    m->options.init = NULL;
    m->info.options = &m->options;
    for (int64_t i = 0; i < m->n_classes; i++) rows += (double)m->n[i];
    for (int64_t i = 0; i < m->n_classes; i++)
        m->info.nll -= m->loglik[i] * (options->weights == LACON_WEIGHTS_EQUAL
                                           ? 1 / (double)m->n_classes
                                           : (double)m->n[i] / rows);
}

static lacon_status rounds(completion *c, lacon_model **model, const lacon_fit_options *options)
{
    lacon_status status = lacon_fit(c->ctx, model, &c->whole, options);
    double change = INFINITY;
    int round = 0;
    for (; status == LACON_OK && round < ROUNDS && change > STILL; round++) {
        lcn_progress(c->ctx, "missing", round, 0, NAN);
        status = next_round(c, model, options, &change);
    }
    if (status < 0) return status;
    if (status == LACON_OK && change > STILL) {
        LCN_TRY(lcn_model_warn(c->ctx, *model, "missing values: not converged in %d rounds", ROUNDS));
        (*model)->info.stop = LACON_STOP_MAX_ITER;
        status = LACON_W_NOT_CONVERGED;
    }
    LCN_TRY(sweep(c, *model, LAST_STEPS, true));
    account(*model, options);
    return status;
}

static bool is_there(const lcn_class *class, int64_t r)
{
    bool there = class->missing == 0;
    for (int64_t i = 0; i < class->n && !there; i++)
        there = !isnan(class->kind == LCN_ROWS_F32
                           ? (double)((const float *)class->x)[i * class->ld + r]
                           : ((const double *)class->x)[i * class->ld + r]);
    return there;
}

/* Every variable must be somewhere. */
static lacon_status check(lacon_ctx *ctx, const lacon_data *data)
{
    for (int64_t r = 0; r < data->p; r++) {
        bool there = false;
        for (int64_t i = 0; i < data->n_classes && !there; i++)
            there = is_there(&data->classes[i], r);
        const char *name = lacon_data_name(data, r);
        LCN_FAIL_IF(!there, LACON_E_DATA,
                    "variable '%s' is missing or constant in every class: drop it (" LCN_OPTION "ignore '%s')",
                    name, name);
    }
    return LACON_OK;
}

lacon_status lcn_fit_missing(lacon_ctx *ctx, lacon_model **out, const lacon_data *data,
                             const lacon_fit_options *options)
{
    LCN_FAIL_IF(options->objective != LACON_OBJECTIVE_ML, LACON_E_UNSUPPORTED,
                "missing values are left to the likelihood: " LCN_OPTION "objective ml, or "
                LCN_OPTION "missing drop or "
                "pairwise");
    LCN_TRY(check(ctx, data));
    completion c;
    lacon_model *model = NULL;
    lacon_status status;
    LCN_GOTO(begin(&c, ctx, data, options->k));
    LCN_GOTO(first_guess(&c, options->k));
    LCN_GOTO(rounds(&c, &model, options));
    *out = model;
    model = NULL;
done:
    lacon_model_free(model);
    clear(&c);
    return status;
}

lacon_status lcn_missing_guess(lacon_ctx *ctx, const lacon_data *data, int64_t k,
                               lacon_status (*use)(lacon_ctx *ctx, void *user,
                                                   const lacon_data *whole),
                               void *user)
{
    completion c;
    lacon_status status;
    LCN_GOTO(begin(&c, ctx, data, k));
    LCN_GOTO(first_guess(&c, k));
    LCN_GOTO(use(ctx, user, &c.whole));
done:
    clear(&c);
    return status;
}
