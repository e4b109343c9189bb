/* SPDX-License-Identifier: BSD-3-Clause
 * What of a model is shown again and again: the variables of each module, heaviest first, and how modules go
 * together on the whole. Used by the figures of fit (term_show.c) and by show.
 */
#include "cmd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* By module, the unassigned last; the largest weight first. */
static int by_module(const void *a, const void *b)
{
    const cli_member *x = a, *y = b;
    const uint32_t m = (uint32_t)x->module - 1,
                   n = (uint32_t)y->module - 1; /* 0 becomes the largest */
    if (m != n) return m < n ? -1 : 1;
    if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
    return (x->variable > y->variable) - (x->variable < y->variable);
}

cli_member *cli_members(const lacon_model *model)
{
    const int64_t p = lacon_model_variables(model), k = lacon_model_modules(model);
    const int32_t *module = lacon_model_module_of(model);
    const double *W = lacon_model_W(model);
    cli_member *out = cli_alloc((size_t)p, sizeof *out);
    for (int64_t r = 0; r < p; r++)
        out[r] = (cli_member){module[r], r, module[r] ? W[r * k + module[r] - 1] : 0};
    qsort(out, (size_t)p, sizeof *out, by_module);
    return out;
}

const char *cli_quote(const char *name) { return strchr(name, ' ') ? "'" : ""; }

double cli_correlation(const lacon_model *model, int64_t c, int64_t a, int64_t b)
{
    const int64_t k = lacon_model_modules(model);
    const double *G = lacon_model_G(model, c);
    const double r = G[a * k + b] / (sqrt(G[a * k + a]) * sqrt(G[b * k + b]));
    return isfinite(r) ? fmax(-1, fmin(1, r)) : NAN;
}

double *cli_mean_correlation(const lacon_model *model)
{
    const int64_t k = lacon_model_modules(model);
    double *out = cli_alloc((size_t)(k * k), sizeof *out);
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++) {
            double sum = 0;
            int64_t n = 0;
            for (int64_t c = 0; a != b && c < lacon_model_classes(model); c++) {
                const double r = cli_correlation(model, c, a, b);
                if (isnan(r)) continue;
                sum += r;
                n++;
            }
            out[a * k + b] = n ? sum / (double)n : NAN;
        }
    return out;
}
