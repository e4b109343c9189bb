/* SPDX-License-Identifier: BSD-3-Clause
 * Repetitions to numbers: mean, standard deviation, median, and Student's 95 % interval of the mean.
 * Values are added in sorted order, so that the sum does not depend on who came first.
 */
#include "experiment/experiment.h"

#include <math.h>
#include <stdlib.h>

/* P(|T| < t) for integer degrees of freedom: the finite sums of Abramowitz and Stegun, 26.7.3 and
 * 26.7.4, with tan(theta) = t / sqrt(df). */
static double two_sided(double t, int64_t df)
{
    const double theta = atan(t / sqrt((double)df)), c2 = cos(theta) * cos(theta);
    const int64_t odd = df % 2;
    double term = odd ? cos(theta) : 1, sum = df > 1 ? term : 0;
    for (int64_t j = odd ? 3 : 2; j <= df - 2; j += 2) {
        term *= c2 * (double)(j - 1) / (double)j;
        sum += term;
    }
    const double part = sin(theta) * sum;
    return odd ? (theta + part) * M_2_PI : part;
}

double lcn_student_975(int64_t df)
{
    enum { NORMAL_FROM = 100000 }; /* degrees of freedom from which t and normal agree to five digits */
    if (df < 1) return NAN;
    if (df >= NORMAL_FROM) return 1.9599639845400545; /* 2e-5 below Student's */
    double low = 1.9, high = 13; /* 12.706 at one degree of freedom */
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        *(two_sided(middle, df) < 0.95 ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

lcn_summary lcn_summarise(int64_t n, double *values)
{
    lcn_summary s = {.count = n, .mean = NAN, .sd = NAN, .low = NAN, .high = NAN, .median = NAN};
    if (n < 1) return s;
    qsort(values, (size_t)n, sizeof *values, by_size);
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < n; i++) sum += values[i];
    s.mean = sum / (double)n;
    s.median = 0.5 * (values[(n - 1) / 2] + values[n / 2]);
    if (n < 2) return s;
    for (int64_t i = 0; i < n; i++) squares += (values[i] - s.mean) * (values[i] - s.mean);
    s.sd = sqrt(squares / (double)(n - 1));
    const double half = lcn_student_975(n - 1) * s.sd / sqrt((double)n);
    s.low = s.mean - half;
    s.high = s.mean + half;
    return s;
}

lcn_summary lcn_plan_summary(const lcn_plan *plan, int64_t cell, int contender, int measure,
                             double *scratch)
{
    int64_t n = 0, failed = 0, unconverged = 0;
    for (int64_t rep = 0; rep < plan->reps; rep++) {
        const lcn_record *record = lcn_plan_record(plan, cell, contender, rep);
        if (isnan(record->value[measure])) {
            failed++;
            continue;
        }
        if (record->outcome == LCN_NOT_CONVERGED) unconverged++;
        scratch[n++] = record->value[measure];
    }
    lcn_summary summary = lcn_summarise(n, scratch);
    summary.failed = failed;
    summary.not_converged = unconverged;
    return summary;
}
