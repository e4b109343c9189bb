/* SPDX-License-Identifier: BSD-3-Clause
 * Axes: what they span and where their ticks are. Round numbers are 1, 2 and 5 times a power of ten.
 */
#include "plot/chart.h"

#include <math.h>

static double round_step(double span)
{
    const double raw = span / 5, power = pow(10, floor(log10(raw))), lead = raw / power;
    return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power;
}

static void linear_ticks(lcn_axis *axis)
{
    const double step = round_step(axis->high - axis->low);
    const double slack = 1e-9 * (axis->high - axis->low); /* a tick at the very end counts */
    for (double i = ceil((axis->low - slack) / step);
         i * step <= axis->high + slack && axis->n_ticks < LCN_TICKS; i++) {
        /* the nearest decimal to i * step: 0.3, not 0.30000000000000004 */
        const double scale = pow(10, ceil(-log10(step)) + 1);
        const double tick = step < 1 ? round(i * step * scale) / scale : i * step;
        axis->tick[axis->n_ticks++] = tick == 0 ? 0 : tick; /* not -0 */
    }
}

/* Powers of ten; with 2 and 5 between them where the axis spans less than two of them. */
static void log_ticks(lcn_axis *axis)
{
    static const double leads[] = {1, 2, 5};
    const double decades = log10(axis->high / axis->low);
    const int count = decades < 2 ? 3 : 1;
    const double every = decades > 10 ? ceil(decades / 8) : 1;
    for (double power = floor(log10(axis->low)); power <= log10(axis->high); power += every)
        for (int i = 0; i < count; i++) {
            const double tick = power < 0 ? leads[i] / pow(10, -power) : leads[i] * pow(10, power);
            const bool inside = tick >= axis->low && tick <= axis->high;
            if (inside && axis->n_ticks < LCN_TICKS) axis->tick[axis->n_ticks++] = tick;
        }
}

lcn_axis lcn_axis_over(double low, double high, bool log)
{
    lcn_axis axis = {.log = log};
    if (!(low <= high) || !isfinite(low) || !isfinite(high)) low = log ? 0.1 : 0, high = 1;
    if (log) {
        const double widen = high > low ? pow(high / low, 0.04) : 2;
        axis.low = low / widen;
        axis.high = high * widen;
        log_ticks(&axis);
    } else {
        const double widen = high > low ? 0.04 * (high - low) : fmax(fabs(low), 1) * 0.1;
        axis.low = low >= 0 && low < 0.25 * high ? 0 : low - widen; /* zero where it is near */
        axis.high = high + widen;
        linear_ticks(&axis);
    }
    return axis;
}

double lcn_axis_place(const lcn_axis *axis, double value)
{
    if (axis->log) return log(value / axis->low) / log(axis->high / axis->low);
    return (value - axis->low) / (axis->high - axis->low);
}
