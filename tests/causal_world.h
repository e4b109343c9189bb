/* SPDX-License-Identifier: BSD-3-Clause
 * For tests of directed connectivity: data of a known truth, an estimate, and the sample of its first
 * class with all that the orders are judged by.
 */
#ifndef TEST_CAUSAL_WORLD_H
#define TEST_CAUSAL_WORLD_H

#include "causal/causal.h"
#include "fit_ref.h"

typedef struct world {
    lacon_causal *truth;
    lacon_model *model;
    lacon_data *data;
} world;

/* `classes` of n rows, p variables in k modules, noise 1 */
static inline world make_world(int64_t classes, int64_t n, int64_t p, int64_t k, uint64_t seed)
{
    world w = {0};
    double *x = ref_alloc(n * p);
    assert_int_equal(lacon_causal_random(ctx, &w.truth, &w.model, p, k, classes, 1, seed),
                     LACON_OK);
    assert_int_equal(lacon_data_new(ctx, &w.data, p), LACON_OK);
    for (int64_t c = 0; c < classes; c++) {
        assert_int_equal(lacon_causal_simulate(ctx, w.truth, w.model, c, n, seed, x, p), LACON_OK);
        assert_int_equal(lacon_data_add_copy(ctx, w.data, lacon_model_label(w.model, c), n, x, p),
                         LACON_OK);
    }
    assert_int_equal(lacon_data_standardise(ctx, w.data, LACON_SCALE_NONE), LACON_OK);
    free(x);
    return w;
}

static inline void clear_world(world *w)
{
    lacon_causal_free(w->truth);
    lacon_model_free(w->model);
    lacon_data_free(w->data);
}

static inline lacon_causal_options options(int64_t boot)
{
    lacon_causal_options o;
    lacon_causal_options_init(&o);
    o.boot = boot;
    return o;
}

static inline lacon_causal *estimate(const world *w, const lacon_causal_options *o)
{
    lacon_causal *out;
    assert_int_equal(lacon_causal_estimate(ctx, &out, w->model, w->data, o), LACON_OK);
    return out;
}

typedef struct table {
    lcn_panel panel;
    lcn_sample sample;
    lcn_shapes *shapes;
    double *scratch, *rest;
} table;

static inline table open_table(const world *w)
{
    table t;
    assert_int_equal(lcn_panel_init(ctx, &t.panel, w->model, w->data, 0, 0), LACON_OK);
    assert_int_equal(lcn_shapes_new(ctx, &t.shapes), LACON_OK);
    t.scratch = ref_alloc(lcn_sample_doubles(t.panel.ld, t.panel.k, 0));
    t.rest = ref_alloc(lcn_lattice_scratch(t.panel.ld, t.panel.k, 1));
    lcn_sample_lay_out(&t.sample, t.panel.ld, t.panel.k, 0, t.scratch);
    lcn_sample_fill(&t.sample, &t.panel, NULL, true);
    return t;
}

static inline void close_table(table *t)
{
    lcn_panel_clear(&ctx->allocator, &t->panel);
    lcn_shapes_free(&ctx->allocator, t->shapes);
    free(t->scratch);
    free(t->rest);
}

#endif
