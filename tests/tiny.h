/* SPDX-License-Identifier: BSD-3-Clause
 * Experiments of a size for tests: settings, a run into a folder of its own, the text of what it wrote.
 */
#ifndef TINY_H
#define TINY_H

#include "experiment/experiment.h"
#include "scratch.h"

#include <math.h>
#include <sys/stat.h>

static inline void near(double got, double want)
{
    assert_true(fabs(got - want) <= 1e-13 * fabs(want));
}

typedef struct tiny {
    scratch *s;
    lacon_experiment_options options;
    const char *name;
    char tsv[512];
} tiny;

static inline tiny tiny_of(scratch *s, const char *name)
{
    tiny t = {.s = s, .name = name};
    lacon_experiment_options_init(&t.options);
    t.options.reps = 3;
    t.options.classes = "1,2";
    t.options.samples = "8,20";
    t.options.variables = "10";
    t.options.modules = 2;
    return t;
}

static inline lacon_status run_in(tiny *t, lacon_ctx *ctx, const char *folder)
{
    const char *dir = scratch_path(t->s, folder);
    mkdir(dir, 0777);
    snprintf(t->tsv, sizeof t->tsv, "%s/%s.tsv", dir, t->name);
    return lacon_experiment_run(ctx, t->name, dir, &t->options);
}

#endif
