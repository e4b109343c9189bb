/* SPDX-License-Identifier: BSD-3-Clause
 * The host stays in charge: its own allocator (every block counted), progress, and a cancel that
 * stops a fit half-way. What there is by then is a usable model.
 */
#include <lacon/lacon.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct host {
    long blocks;  /* allocated and not yet freed */
    int reports;  /* calls of progress */
    int patience; /* reports after which the fit is to stop; 0: never */
} host;

static void *host_alloc(void *user, size_t bytes)
{
    ((host *)user)->blocks++;
    return malloc(bytes);
}

static void host_free(void *user, void *block)
{
    ((host *)user)->blocks--;
    free(block);
}

static void host_progress(void *user, const lacon_progress *where)
{
    host *h = user;
    if (h->reports++ < 3) printf("  %s %lld\n", where->phase, (long long)where->step);
}

static int host_cancel(void *user)
{
    return ((host *)user)->patience > 0 && ((host *)user)->reports >= ((host *)user)->patience;
}

/* Draw, fit, tell how it ended; h->patience says when to stop it. */
static lacon_status run(host *h)
{
    const lacon_allocator allocator = {.alloc = host_alloc, .free = host_free, .user = h};
    lacon_ctx_options co;
    lacon_fit_options fo;
    lacon_ctx *ctx = NULL;
    lacon_model *truth = NULL, *model = NULL;
    lacon_data *data = NULL;
    static double x[300 * 40];
    lacon_ctx_options_init(&co);
    co.allocator = &allocator;
    co.progress = host_progress;
    co.cancel = host_cancel;
    co.user = h;
    lacon_fit_options_init(&fo);
    fo.k = 4;
    lacon_status status;
    (void)((status = lacon_ctx_new(&ctx, &co)) < 0 ||
           (status = lacon_model_random(ctx, &truth, 40, 4, 1, 0.5, 3)) < 0 ||
           (status = lacon_model_simulate(ctx, truth, 0, 300, 3, x, 40)) < 0 ||
           (status = lacon_data_new(ctx, &data, 40)) < 0 ||
           (status = lacon_data_add_view(ctx, data, "only", 300, x, 40)) < 0 ||
           (status = lacon_data_standardise(ctx, data, LACON_SCALE_Z)) < 0 ||
           (status = lacon_fit(ctx, &model, data, &fo)) < 0);
    printf("%s", lacon_status_name(status));
    if (status >= 0) printf(": negative log-likelihood %.3f", lacon_model_info(model)->nll);
    printf(" after %d reports\n", h->reports);
    lacon_model_free(model);
    lacon_data_free(data);
    lacon_model_free(truth);
    lacon_ctx_free(ctx);
    return status;
}

int main(void)
{
    host patient = {0}, hasty = {.patience = 1};
    const lacon_status whole = run(&patient), half = run(&hasty);
    printf("blocks left: %ld and %ld\n", patient.blocks, hasty.blocks);
    return !(whole == LACON_OK && half == LACON_W_CANCELLED && patient.reports > 0 &&
             patient.blocks == 0 && hasty.blocks == 0);
}
