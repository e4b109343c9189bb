/* SPDX-License-Identifier: BSD-3-Clause
 * What fit, select, test, causal and stability show on a terminal: modules and how they go together, the curve over k,
 * the effect on every edge, mean arrows, how often variables stay. The drawing is in
 * term_bars.c, term_heat.c and term_plot.c; experiment
 * has term_experiment.c.
 */
#include "terminal/term.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- fit: sizes of the modules ---- */

/* Names one after the other, as many as could be seen; with a minus behind those that were turned round. */
static char *names_of(const lacon_model *model, const cli_member *of, int64_t n)
{
    const int8_t *sign = lacon_model_sign(model);
    char *list = cli_copy("");
    for (int64_t i = 0; i < n && strlen(list) < 4 * TERM_MOST; i++) {
        const char *name = lacon_model_name(model, of[i].variable), *quote = cli_quote(name);
        char *longer = cli_format("%s%s%s%.*s%s%s", list, i ? " " : "", quote, TERM_MOST, name, quote,
                                  sign && sign[of[i].variable] < 0 ? "-" : "");
        free(list);
        list = longer;
    }
    return list;
}

static void show_sizes(const term_style *style, const lacon_model *model)
{
    enum { SHOWN = 30 };
    const int64_t p = lacon_model_variables(model);
    cli_member *of = cli_members(model);
    term_bar bars[SHOWN + 2];
    char name[SHOWN + 2][24], *notes[SHOWN + 2];
    int n = 0;
    for (int64_t i = 0, end; i < p; i = end) {
        for (end = i; end < p && of[end].module == of[i].module; end++) continue;
        if (n >= SHOWN && of[i].module) continue;
        snprintf(name[n], sizeof *name, of[i].module ? "%4d" : "none", (int)of[i].module);
        notes[n] = names_of(model, of + i, end - i);
        bars[n] = (term_bar){name[n], (double)(end - i), notes[n]};
        n++;
    }
    const char *reversed = lacon_model_sign(model) ? " (- reversed)" : "";
    char *title = lacon_model_modules(model) > SHOWN
                      ? cli_format("the %d largest modules: variables, heaviest first%s", SHOWN, reversed)
                      : cli_format("modules: variables, heaviest first%s", reversed);
    term_show(term_bars(style, title, n, bars));
    for (int i = 0; i < n; i++) free(notes[i]);
    free(title);
    free(of);
}

/* ---- fit: how modules go together ---- */

static void show_correlation(const term_style *style, const lacon_model *model)
{
    const int64_t k = lacon_model_modules(model), classes = lacon_model_classes(model);
    if (k > TERM_MOST) return; /* too many for a cell each */
    double *r = cli_mean_correlation(model);
    char *title = classes == 1 ? cli_copy("correlation between modules")
                               : cli_format("correlation between modules, mean of %lld classes",
                                            (long long)classes);
    term_show(
        term_heat_map(style, &(term_heat){.title = title, .k = (int)k, .value = r, .most = 1}));
    free(title);
    free(r);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void show_starts(const term_style *style, const lacon_fit_info *info)
{
    if (!info || info->n_starts < 3) return;
    const int n = (int)(info->n_starts < TERM_MOST ? info->n_starts : TERM_MOST);
    double *value = cli_alloc((size_t)info->n_starts, sizeof *value);
    memcpy(value, info->start_objective, (size_t)info->n_starts * sizeof *value);
    qsort(value, (size_t)info->n_starts, sizeof *value, ascending);
    const double apart = value[n - 1] - value[0];
    char *note = cli_format("where they ended, best to worst: %.2g apart", apart);
    if (apart > 1e-8 * fmax(1, fabs(value[0]))) /* else rounding, which a picture would blow up */
        term_show(term_spark(style, "starts", n, value, note));
    free(note);
    free(value);
}

/* The way of the start that ended nearest to the answer; nothing where none has a way to show. */
static void show_trace(const term_style *style, const lacon_fit_info *info)
{
    if (!info || !info->start_trace || info->n_starts < 1) return;
    const lacon_fit_trace *t = NULL;
    double agreement = -INFINITY;
    for (int64_t i = 0; i < info->n_starts; i++) {
        if (info->start_trace[i].count < 3 || !(info->start_agreement[i] > agreement)) continue;
        agreement = info->start_agreement[i];
        t = &info->start_trace[i];
    }
    const int64_t last = t ? t->count - 1 : 0;
    if (!t || !isfinite(t->objective[0] - t->objective[last])) return;
    char *note = cli_format("%.6g to %.6g, %lld steps", t->objective[0], t->objective[last],
                            (long long)t->step[last]);
    term_show(term_spark(style, "objective", (int)t->count, t->objective, note));
    free(note);
}

void cli_show_modules(const cli_session *session, const lacon_model *model)
{
    term_screen screen;
    if (!term_begin(&screen, session)) return;
    show_sizes(&screen.style, model);
    show_correlation(&screen.style, model);
    show_trace(&screen.style, lacon_model_info(model));
    show_starts(&screen.style, lacon_model_info(model));
    term_end(&screen);
}

/* ---- select ---- */

/* Points of the curve: n_k of x, y, low, high, one after the other. */
static double *curve_points(const lacon_selection_info *info)
{
    const int64_t n = info->n_k;
    double *x = cli_alloc((size_t)(4 * n), sizeof *x);
    for (int64_t i = 0; i < n; i++) {
        const lacon_curve_point *p = &info->curve[i];
        x[i] = (double)p->k;
        x[n + i] = p->loglik;
        x[2 * n + i] = p->loglik - p->behind_se;
        x[3 * n + i] = p->loglik + p->behind_se;
    }
    return x;
}

static void show_curve(const term_style *style, const lacon_selection_info *info)
{
    const int64_t n = info->n_k;
    const uint32_t best = term_glyph(style, 0x25b2, '^'), one_se = term_glyph(style, 0x25c6, '*');
    double *x = curve_points(info);
    uint32_t *marks = cli_alloc((size_t)n, sizeof *marks);
    for (int64_t i = 0; i < n; i++) {
        if (info->curve[i].k == info->best) marks[i] = best;
        if (info->curve[i].k == info->one_se) marks[i] = one_se;
    }
    term_level levels[LACON_NULL_MODELS];
    for (int m = 0; m < LACON_NULL_MODELS; m++)
        levels[m] = (term_level){info->null_model[m].name, info->null_model[m].loglik};
    const term_series series = {.n = (int)n,
                                .x = x,
                                .y = x + n,
                                .low = x + 2 * n,
                                .high = x + 3 * n,
                                .mark = term_glyph(style, 0x25cf, 'o'),
                                .marks = marks,
                                .colour = TERM_ACCENT};
    char *key = info->best == info->one_se
                    ? cli_format("%s best, and smallest within one standard error: %lld",
                                 style->utf8 ? "◆" : "*", (long long)info->best)
                    : cli_format("%s best: %lld   %s smallest within one standard error: %lld",
                                 style->utf8 ? "▲" : "^", (long long)info->best,
                                 style->utf8 ? "◆" : "*", (long long)info->one_se);
    term_show(term_plot(style, &(term_chart){.title = "log-likelihood of a held-out row",
                                            .x_axis = "modules, k; bars: standard error",
                                            .key = key,
                                            .rows = 12,
                                            .n_series = 1,
                                            .series = &series,
                                            .n_levels = LACON_NULL_MODELS,
                                            .levels = levels}));
    free(key);
    free(marks);
    free(x);
}

void cli_show_selection(const cli_session *session, const lacon_selection_info *info)
{
    term_screen screen;
    if (info->n_k < 2 || !term_begin(&screen, session)) return;
    show_curve(&screen.style, info);
    term_end(&screen);
}

/* ---- test ---- */

static void show_effects(const term_style *style, const lacon_test *test, int k)
{
    double *effect = cli_alloc((size_t)k * (size_t)k, sizeof *effect), most = 0;
    char *mark = cli_alloc((size_t)k * (size_t)k, 1);
    bool any = false;
    for (int i = 0; i < k * k; i++) effect[i] = NAN;
    memset(mark, ' ', (size_t)k * (size_t)k);
    const lacon_edge *e;
    for (int64_t i = 0; (e = lacon_test_edge(test, i)); i++) {
        const int64_t ab = (e->module_a - 1) * k + e->module_b - 1,
                      ba = (e->module_b - 1) * k + e->module_a - 1;
        effect[ab] = effect[ba] = e->effect;
        mark[ab] = mark[ba] = e->p_fwe <= 0.05 ? '*' : e->q_fdr <= 0.05 ? '+' : ' ';
        any |= mark[ab] != ' ';
        if (isfinite(e->effect)) most = fmax(most, fabs(e->effect));
    }
    char *title = cli_format("effect on every edge: %s", lacon_test_about(test)->effect_text);
    term_show(term_heat_map(style, &(term_heat){.title = title,
                                               .k = k,
                                               .value = effect,
                                               .most = most > 0 ? most : 1,
                                               .mark = mark,
                                               .key = any ? "* p_fwe <= .05   + q_fdr <= .05"
                                                          : "no edge with p_fwe or q_fdr <= .05"}));
    free(title);
    free(mark);
    free(effect);
}

void cli_show_test(const cli_session *session, const lacon_test *test)
{
    term_screen screen;
    int64_t k = 0;
    const lacon_edge *e;
    for (int64_t i = 0; (e = lacon_test_edge(test, i)); i++)
        if (e->module_b > k) k = e->module_b;
    if (k > TERM_MOST || !term_begin(&screen, session)) return;
    show_effects(&screen.style, test, (int)k);
    term_end(&screen);
}

/* ---- causal ---- */

/* Mean over classes of the effect of row on column; * told by more than half of them, + by some. */
static void show_arrows(const term_style *style, const lacon_causal *s, int k)
{
    const int64_t N = lacon_causal_classes(s);
    double *mean = cli_alloc((size_t)k * (size_t)k, sizeof *mean), most = 0;
    char *mark = cli_alloc((size_t)k * (size_t)k, 1);
    bool tested = false;
    for (int a = 0; a < k; a++)
        for (int b = 0; b < k; b++) {
            double sum = 0;
            int64_t told = 0;
            for (int64_t c = 0; c < N; c++) {
                const double effect = lacon_causal_B(s, c)[b * k + a];
                const int known = effect != 0 ? lacon_causal_identifiable(s, c, a, b) : 0;
                sum += effect;
                told += known > 0;
                tested |= effect != 0 && known >= 0;
            }
            mean[a * k + b] = a == b ? NAN : sum / (double)N;
            mark[a * k + b] = 2 * told > N ? '*' : told > 0 ? '+' : ' ';
            if (a != b) most = fmax(most, fabs(mean[a * k + b]));
        }
    term_show(term_heat_map(style, &(term_heat){.title = "mean effect of the row on the column", .k = k, .value = mean,
                                               .most = most > 0 ? most : 1, .mark = mark,
                                               .key = tested ? "* direction told in most classes   + in some"
                                                             : "directions were not tested"}));
    free(mark);
    free(mean);
}

void cli_show_causal(const cli_session *session, const lacon_causal *causal)
{
    term_screen screen;
    const int64_t k = lacon_causal_modules(causal);
    if (k > TERM_MOST || !term_begin(&screen, session)) return;
    show_arrows(&screen.style, causal, (int)k);
    term_end(&screen);
}

/* ---- stability ---- */

/* Of every module the mean share of its variables. */
void cli_show_stability(const cli_session *session, const lacon_stability_info *info)
{
    enum { SHOWN = 30 };
    term_screen screen;
    term_bar bars[SHOWN];
    char name[SHOWN][24];
    int n = 0;
    if (!term_begin(&screen, session)) return;
    for (int64_t j = 1; j <= info->modules && n < SHOWN; j++) {
        double sum = 0;
        int64_t size = 0;
        for (int64_t r = 0; r < info->variables; r++) {
            if (info->module[r] != j) continue;
            sum += info->stability[r];
            size++;
        }
        if (size == 0) continue;
        snprintf(name[n], sizeof *name, "%4lld", (long long)j);
        bars[n] = (term_bar){name[n], 100 * sum / (double)size, "%"};
        n++;
    }
    const char *title = "resamples with a variable in its module, mean of each module";
    if (n > 0) term_show(term_bars(&screen.style, title, n, bars));
    term_end(&screen);
}
