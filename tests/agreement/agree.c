/* SPDX-License-Identifier: BSD-3-Clause
 * What a build with its BLAS finds, as text, and two such texts held against each other.
 *
 *     agree values            the same problems every time: modules and numbers, a line each
 *     agree compare A B       modules are the same, numbers within 1e-8 of max(1, |number|); the largest difference
 */
#include "agree.h"

enum { PROBLEMS = 24, LINE = 1 << 16 };
static const double NEAR = 1e-8; /* what docs/reliability.md promises of other compilers and BLAS libraries */

static void put(const char *what, const double *x, int64_t count)
{
    printf("%s", what);
    for (int64_t i = 0; i < count; i++) printf(" %.17g", x[i]);
    printf("\n");
}

static void put_model(const lacon_model *m, int64_t at)
{
    const int64_t p = lacon_model_variables(m), k = lacon_model_modules(m);
    const lacon_fit_info *info = lacon_model_info(m);
    printf("problem %lld modules", (long long)at);
    for (int64_t r = 0; r < p; r++) printf(" %d", (int)lacon_model_module_of(m)[r]);
    printf("\n");
    put("nll", &info->nll, 1);
    put("W", lacon_model_W(m), p * k);
    put("evidence", lacon_model_evidence(m), p);
    for (int64_t c = 0; c < lacon_model_classes(m); c++) {
        const double v = lacon_model_v(m, c);
        put("G", lacon_model_G(m, c), k * k);
        put("v", &v, 1);
    }
}

static int values(void)
{
    lacon_ctx *ctx;
    if (lacon_ctx_new(&ctx, NULL) < 0) return 1;
    for (int64_t at = 0; at < PROBLEMS; at++) {
        const int64_t wide = at % 4 == 3;
        problem q = agree_problem(1 + at % 4, wide ? 30 : 80, wide ? 60 : 12 + at, 1 + at % 4, (uint64_t)at + 1);
        lacon_fit_options o;
        lacon_fit_options_init(&o);
        o.k = q.k;
        o.noise = at % 3 == 1 ? LACON_NOISE_VARIABLE : LACON_NOISE_ISOTROPIC;
        o.objective = at % 5 == 4 ? LACON_OBJECTIVE_SM : LACON_OBJECTIVE_ML;
        o.membership = at % 2 ? LACON_MEMBERSHIP_ALL : LACON_MEMBERSHIP_TEST;
        lacon_model *m = agree_fit(ctx, &q, LACON_SCALE_Z, &o);
        put_model(m, at);
        lacon_model_free(m);
        free(q.x);
    }
    lacon_ctx_free(ctx);
    return 0;
}

/* The largest difference of two lines of numbers after their first word; infinite where they are not alike. */
static double apart(char *a, char *b)
{
    double most = 0;
    char *sa = strchr(a, ' '), *sb = strchr(b, ' ');
    while (sa != NULL && sb != NULL && *sa == ' ' && *sb == ' ') {
        char *ea, *eb;
        const double x = strtod(sa, &ea), y = strtod(sb, &eb);
        if (ea == sa || eb == sb || isnan(x) != isnan(y)) return INFINITY;
        if (!isnan(x)) most = fmax(most, fabs(x - y) / fmax(1, fabs(x)));
        sa = ea;
        sb = eb;
    }
    return sa != NULL && sb != NULL && *sa == *sb ? most : INFINITY;
}

static int compare(const char *one, const char *other)
{
    static char a[LINE], b[LINE], problem_at[64] = "";
    FILE *fa = fopen(one, "r"), *fb = fopen(other, "r");
    double most = 0;
    int lines = 0, bad = 0;
    if (fa == NULL || fb == NULL) return 1;
    while (fgets(a, LINE, fa) != NULL && fgets(b, LINE, fb) != NULL) {
        const int modules = strncmp(a, "problem", 7) == 0;
        if (modules) snprintf(problem_at, sizeof problem_at, "%.20s", a);
        const double d = modules ? (strcmp(a, b) == 0 ? 0 : INFINITY) : apart(a, b);
        if (d > NEAR) printf("%s: %.8s differs by %.3g\n", problem_at, a, d), bad++;
        if (d < INFINITY) most = fmax(most, d);
        lines++;
    }
    printf("%d lines, largest difference %.2g, %d beyond %g\n", lines, most, bad, NEAR);
    fclose(fa);
    fclose(fb);
    return bad > 0 || lines < PROBLEMS;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "values") == 0) return values();
    if (argc == 4 && strcmp(argv[1], "compare") == 0) return compare(argv[2], argv[3]);
    return 2;
}
