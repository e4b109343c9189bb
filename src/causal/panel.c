/* SPDX-License-Identifier: BSD-3-Clause
 * A class as latent variables with noise, z + N(0, v I) = W'Psi^-1/2 x, and the second moments of
 * it or of rows drawn from it:
 *
 *     S = ZZ'/n,   v = mean energy / (p - k),   G = S - v I
 *
 * G is what the latent variables themselves have. Where a direction of S holds hardly more than
 * noise, G keeps some of it, so that it can be inverted; `floored` counts them.
 */
#include "causal/causal.h"

#include "la/la.h"
#include "model/moments.h"

#include <math.h>
#include <string.h>

static int64_t padded(int64_t n)
{
    return (n + 7) / 8 * 8;
}

/* ---- from rows to a panel ---- */

static void centre(lcn_panel *panel)
{
    for (int64_t j = 0; j < (panel->lags + 1) * panel->k; j++) {
        double *z = panel->Z + j * panel->ld, sum = 0;
        for (int64_t i = 0; i < panel->n; i++) sum += z[i];
        for (int64_t i = 0; i < panel->n; i++) z[i] -= sum / (double)panel->n;
    }
}

static double value_at(const lcn_class *class, int64_t i, int64_t r)
{
    const int64_t at = i * class->ld + r;
    return class->kind == LCN_ROWS_F32 ? (double)((const float *)class->x)[at] : ((const double *)class->x)[at];
}

/* Value of series j in row `row` of the class: now, and as the past of the rows after it. */
static void put_value(lcn_panel *panel, int64_t row, int64_t j, double z)
{
    for (int64_t l = 0; l <= panel->lags; l++) {
        const int64_t t = row - panel->lags + l;
        if (t >= 0 && t < panel->n) panel->Z[(l * panel->k + j) * panel->ld + t] = z;
    }
}

/* x_i'Psi^-1 x_(i - l) */
static double lagged_product(const lcn_lens *lens, const lcn_class *class, int64_t i, int64_t l)
{
    double sum = 0;
    for (int64_t r = 0; r < lens->p; r++) sum += lens->inverse[r] * value_at(class, i, r) * value_at(class, i - l, r);
    return sum;
}

/* Energies of lag l, once Z is there. */
static void project_lag(lcn_panel *panel, const lcn_lens *lens, const lcn_class *class, int64_t l)
{
    double *energy = panel->energy + l * panel->n;
    const double *Z = panel->Z, *then = Z + l * panel->k * panel->ld;
    for (int64_t t = 0; t < panel->n; t++) {
        energy[t] = lagged_product(lens, class, t + panel->lags, l);
        for (int64_t j = 0; j < panel->k; j++) energy[t] -= Z[j * panel->ld + t] * then[j * panel->ld + t];
    }
}

/* Rows through the modules; z has k + 1 entries. */
static void project(lcn_panel *panel, const lcn_lens *lens, const lcn_class *class, double *z)
{
    for (int64_t i = 0; i < class->n; i++) {
        double energy = lcn_lens_row(lens, class, i, z);
        for (int64_t j = 0; j < panel->k; j++) {
            put_value(panel, i, j, z[j]);
            energy -= z[j] * z[j];
        }
        if (i >= panel->lags) panel->energy[i - panel->lags] = energy;
    }
    for (int64_t l = 1; l <= panel->lags; l++) project_lag(panel, lens, class, l);
}

static void copy_rows(lcn_panel *panel, const lcn_class *class)
{
    for (int64_t i = 0; i < class->n; i++)
        for (int64_t j = 0; j < panel->k; j++) put_value(panel, i, j, value_at(class, i, j));
}

/* A module by what the user calls it. */
static const char *text_of(char *text, size_t size, const lacon_model *model,
                           const lacon_data *data, int64_t j)
{
    if (model == NULL) return lacon_data_name(data, j);
    char digits[24];
    size_t length = 0;
    for (int64_t rest = j + 1; rest > 0; rest /= 10) digits[length++] = (char)('0' + rest % 10);
    strncpy(text, "module ", size);
    for (size_t i = 0; i < length; i++) text[7 + i] = digits[length - 1 - i];
    text[7 + length] = '\0';
    return text;
}

/* Cholesky of the correlations, row by row: the first row whose pivot vanishes is a combination of
 * those before it. 1e-10 is far above rounding and far below any effect that could be estimated. */
static int64_t dependent(int64_t k, const double *S, double *L)
{
    for (int64_t j = 0; j < k; j++)
        for (int64_t l = 0; l <= j; l++) {
            double sum = S[j * k + l] / sqrt(S[j * k + j] * S[l * k + l]);
            for (int64_t m = 0; m < l; m++) sum -= L[j * k + m] * L[l * k + m];
            if (l < j) {
                L[j * k + l] = sum / L[l * k + l];
            } else {
                /* of a unit diagonal: the rest of a variable is rounding of the products */
                if (!(sum > 1e-10)) return j;
                L[j * k + j] = sqrt(sum);
            }
        }
    return -1;
}

/* The partner that is most correlated with j among those before it. */
static int64_t partner(int64_t k, const double *S, int64_t j)
{
    int64_t best = 0;
    double most = -1;
    for (int64_t l = 0; l < j; l++) {
        const double r = fabs(S[j * k + l]) / sqrt(S[l * k + l] * S[j * k + j]);
        if (r > most) {
            most = r;
            best = l;
        }
    }
    return best;
}

static lacon_status check_moments(lacon_ctx *ctx, const lcn_panel *panel, const lacon_model *model,
                                  const lacon_data *data, double *S, double *L)
{
    const int64_t k = panel->k;
    char one[40], two[40];
    lcn_gemm(LCN_N, LCN_T, k, k, panel->ld, 1 / (double)panel->n, panel->Z, panel->ld, panel->Z,
             panel->ld, 0, S, k);
    for (int64_t j = 0; j < k; j++)
        LCN_FAIL_IF(!(S[j * k + j] > 0) || !isfinite(S[j * k + j]), LACON_E_DATA,
                    "class '%s': %s is constant: nothing drives it and it drives nothing; leave it "
                    "out",
                    panel->label, text_of(one, sizeof one, model, data, j));
    const int64_t bad = dependent(k, S, L);
    LCN_FAIL_IF(bad >= 0, LACON_E_DATA,
                "class '%s': %s is a combination of the others (nearest: %s): effects of collinear "
                "modules cannot be distinguished; leave one out",
                panel->label, text_of(one, sizeof one, model, data, bad),
                text_of(two, sizeof two, model, data, partner(k, S, bad)));
    return LACON_OK;
}

static lacon_status check_class(lacon_ctx *ctx, const lcn_class *class, int64_t k, int64_t lags)
{
    LCN_FAIL_IF(class->kind == LCN_COV, LACON_E_UNSUPPORTED,
                "class '%s' is a covariance: directions need its rows", class->label);
    LCN_FAIL_IF(class->n <= k + 1, LACON_E_DATA,
                "class '%s' has %lld rows for %lld modules: there must be at least %lld",
                class->label, (long long)class->n, (long long)k, (long long)(k + 2));
    LCN_FAIL_IF(lags > 0 && class->n - lags <= (lags + 1) * k + 1, LACON_E_DATA,
                "class '%s' has %lld rows for %lld modules and %lld earlier rows: there must be at least %lld, or "
                "fewer lags", class->label, (long long)class->n, (long long)k, (long long)lags,
                (long long)((lags + 1) * k + lags + 2));
    return LACON_OK;
}

static lacon_status fill_panel(lacon_ctx *ctx, lcn_panel *panel, const lacon_model *model,
                               const lacon_data *data, const lcn_class *class)
{
    const size_t k = (size_t)panel->k;
    double *scratch = lcn_alloc(ctx, 2 * k * k + k + 1, sizeof *scratch);
    if (scratch == NULL) return LACON_E_MEMORY;
    lacon_status status = LACON_OK;
    if (model == NULL) {
        copy_rows(panel, class);
    } else {
        lcn_lens lens;
        status = lcn_lens_init(ctx, &lens, model);
        if (status >= 0) project(panel, &lens, class, scratch);
        lcn_lens_clear(&ctx->allocator, &lens);
    }
    centre(panel);
    if (status >= 0) status = check_moments(ctx, panel, model, data, scratch, scratch + k * k);
    lcn_free(&ctx->allocator, scratch);
    return status;
}

lacon_status lcn_panel_init(lacon_ctx *ctx, lcn_panel *panel, const lacon_model *model,
                            const lacon_data *data, int64_t c, int64_t lags)
{
    const lcn_class *class = &data->classes[c];
    const int64_t k = model ? model->k : data->p;
    const int64_t n = class->n - lags;
    *panel = (lcn_panel){.n = n, .k = k, .ld = padded(n), .lags = lags, .label = class->label};
    LCN_TRY(check_class(ctx, class, k, lags));
    panel->Z = lcn_alloc(ctx, (size_t)(panel->ld * (lags + 1)), (size_t)k * sizeof *panel->Z);
    if (panel->Z == NULL) return LACON_E_MEMORY;
    if (model) {
        panel->spare = (double)(model->p - k);
        panel->energy = lcn_alloc(ctx, (size_t)(n * (lags + 1)), sizeof *panel->energy);
        if (panel->energy == NULL) return LACON_E_MEMORY;
    }
    return fill_panel(ctx, panel, model, data, class);
}

void lcn_panel_clear(const lacon_allocator *a, lcn_panel *panel)
{
    lcn_free(a, panel->Z);
    lcn_free(a, panel->energy);
    panel->Z = panel->energy = NULL;
}

/* ---- samples ---- */

int64_t lcn_sample_doubles(int64_t ld, int64_t k, int64_t lags)
{
    const int64_t scratch = lags > 0 ? lcn_lagged_scratch(ld, k, lags) : k * k + k + lcn_eigh_scratch(k);
    return k * ld + (4 + lags) * k * k + scratch;
}

void lcn_sample_lay_out(lcn_sample *s, int64_t ld, int64_t k, int64_t lags, double *scratch)
{
    *s = (lcn_sample){.k = k, .lags = lags, .Z = scratch};
    s->S = s->Z + k * ld;
    s->N = s->S + k * k;
    s->G = s->N + k * k;
    s->inverse = s->G + k * k;
    s->M = s->inverse + k * k;
    s->scratch = s->M + lags * k * k;
}

void lcn_panel_gather(double *to, const lcn_panel *panel, int64_t count, const int64_t *rows)
{
    const int64_t n = panel->n, ld = panel->ld;
    for (int64_t j = 0; j < count; j++, to += ld) {
        const double *from = panel->Z + j * ld;
        double sum = 0;
        for (int64_t i = 0; i < n; i++) sum += to[i] = from[rows ? rows[i] : i];
        for (int64_t i = 0; i < n; i++) to[i] -= sum / (double)n;
        for (int64_t i = n; i < ld; i++) to[i] = 0;
    }
}

static double mean_energy(const lcn_panel *panel, const int64_t *rows)
{
    double energy = 0;
    for (int64_t i = 0; panel->energy && i < panel->n; i++) energy += panel->energy[rows ? rows[i] : i];
    return energy / (double)panel->n;
}

/* G and (G + v I)^-1 from the eigenvalues of S. Rounding of nearly collinear draws is kept away
 * from zero by 1e-12 of the largest eigenvalue. */
static void correct(lcn_sample *s)
{
    const int64_t k = s->k;
    double *U = s->scratch, *value = U + k * k;
    memcpy(U, s->S, (size_t)(k * k) * sizeof *U);
    if (lcn_eigh(k, U, value, value + k) < 0) return; /* finite by construction */
    memset(s->G, 0, (size_t)(k * k) * sizeof *s->G);
    memset(s->inverse, 0, (size_t)(k * k) * sizeof *s->inverse);
    s->floored = 0;
    const double least = fmax(LCN_FLOOR, sqrt(2 / (double)s->n)); /* standard error of a variance */
    for (int64_t e = 0; e < k; e++) {
        const double total = fmax(value[e], 1e-12 * value[0]); /* an eigenvalue at rounding may be negative */
        const double own = fmax(total - s->v, least * total);
        s->floored += s->v > 0 && total - s->v < least * total;
        for (int64_t a = 0; a < k; a++)
            for (int64_t b = 0; b < k; b++) {
                const double uu = U[e * k + a] * U[e * k + b];
                s->G[a * k + b] += own * uu;
                s->inverse[a * k + b] += uu / (own + s->v);
            }
    }
}

void lcn_sample_fill(lcn_sample *s, const lcn_panel *panel, const int64_t *rows, bool corrected)
{
    const int64_t k = panel->k;
    const bool noisy = corrected && panel->spare > 0;
    s->n = panel->n;
    s->ld = panel->ld;
    s->v = noisy ? fmax(mean_energy(panel, rows), 0) / panel->spare : 0;
    s->dof = noisy ? panel->spare * (double)s->n : 0;
    if (panel->lags > 0) {
        lcn_lagged_fill(s, panel, rows, noisy);
        return;
    }
    lcn_panel_gather(s->Z, panel, k, rows);
    for (int64_t i = 0; i < k * k; i++) s->N[i] = i % (k + 1) == 0 ? s->v : 0;
    lcn_gemm(LCN_N, LCN_T, k, k, s->ld, 1 / (double)s->n, s->Z, s->ld, s->Z, s->ld, 0, s->S, k);
    correct(s);
}
