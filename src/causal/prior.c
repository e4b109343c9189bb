/* SPDX-License-Identifier: BSD-3-Clause
 * What is known beforehand: arrows that are there or not, and which module comes before which. `before` is
 * closed under transitivity with every rule, so that a contradiction is seen when it is made.
 */
#include "causal/causal.h"

#include <string.h>

lacon_status lacon_prior_new(lacon_ctx *ctx, lacon_prior **out, int64_t k)
{
    *out = NULL;
    LCN_FAIL_IF(k < 1, LACON_E_ARGUMENT, "prior knowledge about %lld modules", (long long)k);
    lacon_prior *prior = lcn_alloc(ctx, 1, sizeof *prior);
    if (prior == NULL) return LACON_E_MEMORY;
    *prior = (lacon_prior){.allocator = ctx->allocator, .k = k};
    prior->arrow = lcn_alloc(ctx, (size_t)k, (size_t)k * sizeof *prior->arrow);
    prior->before = lcn_alloc(ctx, (size_t)k, (size_t)k * sizeof *prior->before);
    prior->tier = lcn_alloc(ctx, (size_t)k, sizeof *prior->tier);
    if (!prior->arrow || !prior->before || !prior->tier) {
        lacon_prior_free(prior);
        return LACON_E_MEMORY;
    }
    for (int64_t j = 0; j < k; j++) prior->tier[j] = INT64_MIN;
    *out = prior;
    return LACON_OK;
}

void lacon_prior_free(lacon_prior *prior)
{
    if (prior == NULL) return;
    const lacon_allocator a = prior->allocator;
    lcn_free(&a, prior->arrow);
    lcn_free(&a, prior->before);
    lcn_free(&a, prior->tier);
    lcn_free(&a, prior);
}

static lacon_status check_module(lacon_ctx *ctx, const lacon_prior *prior, int64_t j)
{
    LCN_FAIL_IF(j < 0 || j >= prior->k, LACON_E_ARGUMENT, "module %lld of %lld: they count from 0",
                (long long)j, (long long)prior->k);
    return LACON_OK;
}

/* a before b, and with it all before a before all after b. */
static lacon_status add_before(lacon_ctx *ctx, lacon_prior *prior, int64_t a, int64_t b)
{
    const int64_t k = prior->k;
    LCN_FAIL_IF(a == b || prior->before[b * k + a], LACON_E_DATA,
                "modules %lld and %lld would each have to come before the other: the rules make a "
                "cycle",
                (long long)a + 1, (long long)b + 1);
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < k; j++) {
            const bool early = i == a || prior->before[i * k + a];
            const bool late = j == b || prior->before[b * k + j];
            if (early && late) prior->before[i * k + j] = 1;
        }
    return LACON_OK;
}

lacon_status lacon_prior_add(lacon_ctx *ctx, lacon_prior *prior, int64_t from, int64_t to,
                             lacon_rule rule)
{
    const int64_t k = prior->k;
    LCN_TRY(check_module(ctx, prior, from));
    LCN_TRY(check_module(ctx, prior, to));
    LCN_FAIL_IF(from == to, LACON_E_DATA, "a rule about module %lld and itself",
                (long long)from + 1);
    int8_t *arrow = &prior->arrow[to * k + from];
    const bool arrows = rule == LACON_RULE_REQUIRED || rule == LACON_RULE_FORBIDDEN;
    LCN_FAIL_IF(!arrows && rule != LACON_RULE_BEFORE, LACON_E_ARGUMENT, "rule %d is none",
                (int)rule);
    LCN_FAIL_IF(arrows && *arrow != 0 && *arrow != (int8_t)rule, LACON_E_DATA,
                "the arrow from module %lld to module %lld is both required and forbidden",
                (long long)from + 1, (long long)to + 1);
    if (rule != LACON_RULE_FORBIDDEN) LCN_TRY(add_before(ctx, prior, from, to));
    if (arrows) *arrow = (int8_t)rule;
    return LACON_OK;
}

lacon_status lacon_prior_set_tier(lacon_ctx *ctx, lacon_prior *prior, int64_t module, int64_t tier)
{
    LCN_TRY(check_module(ctx, prior, module));
    LCN_FAIL_IF(prior->tier[module] != INT64_MIN && prior->tier[module] != tier, LACON_E_DATA,
                "module %lld is in tier %lld and in tier %lld", (long long)module + 1,
                (long long)prior->tier[module], (long long)tier);
    prior->tier[module] = tier;
    for (int64_t j = 0; j < prior->k; j++) {
        if (prior->tier[j] == INT64_MIN || prior->tier[j] == tier) continue;
        if (tier < prior->tier[j])
            LCN_TRY(add_before(ctx, prior, module, j));
        else
            LCN_TRY(add_before(ctx, prior, j, module));
    }
    return LACON_OK;
}

bool lcn_prior_before(const lacon_prior *prior, int64_t a, int64_t b)
{
    return prior != NULL && prior->before[a * prior->k + b];
}

bool lcn_prior_forbids(const lacon_prior *prior, int64_t from, int64_t to)
{
    return prior != NULL && prior->arrow[to * prior->k + from] == LACON_RULE_FORBIDDEN;
}

bool lcn_prior_requires(const lacon_prior *prior, int64_t from, int64_t to)
{
    return prior != NULL && prior->arrow[to * prior->k + from] == LACON_RULE_REQUIRED;
}

bool lcn_prior_ready(const lacon_prior *prior, int64_t j, const uint8_t *done)
{
    if (prior == NULL) return true;
    for (int64_t a = 0; a < prior->k; a++)
        if (!done[a] && prior->before[a * prior->k + j]) return false;
    return true;
}
