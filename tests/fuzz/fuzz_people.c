/* SPDX-License-Identifier: BSD-3-Clause
 * Tables of participants and formulas: the first line is the formula, "|" and the contrast; the rest is
 * the table, by way of a file in memory. What is accepted must give p in (0, 1] and finite numbers.
 */
#include "fuzz.h"

#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

static void check(const lacon_test *test)
{
    const lacon_edge *e;
    for (int64_t i = 0; (e = lacon_test_edge(test, i)); i++) {
        HOLDS(e->p > 0 && e->p <= 1 && e->p_fwe > 0 && e->p_fwe <= 1 && e->q_fdr <= 1);
        HOLDS(isfinite(e->effect) && isfinite(e->statistic) && isfinite(e->size));
        HOLDS(isfinite(e->ci_low) && isfinite(e->ci_high));
    }
}

static lacon_status ask(lacon_ctx *ctx, const lacon_participants *table, char *formula)
{
    char *bar = strchr(formula, '|');
    if (bar) *bar = '\0';
    lacon_model *model = NULL;
    lacon_test *test = NULL;
    lacon_test_options o;
    lacon_test_options_init(&o);
    o.id = lacon_participants_name(table, 0);
    o.formula = formula;
    o.contrast = bar ? bar + 1 : NULL;
    o.permutations = 50;
    o.absent = LACON_ABSENT_DROP;
    HOLDS(lacon_model_random(ctx, &model, 6, 3, 8, 1, 1) == LACON_OK);
    const lacon_status status = lacon_test_run(ctx, &test, model, table, &o);
    HOLDS((status == LACON_OK) == (test != NULL));
    HOLDS(status == LACON_OK || lacon_ctx_message(ctx)[0] != '\0');
    if (test) check(test);
    lacon_test_free(test);
    lacon_model_free(model);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const uint8_t *end = size ? memchr(bytes, '\n', size) : NULL;
    if (!end || end - bytes > 300) return 0;
    char formula[301] = "", path[64];
    memcpy(formula, bytes, (size_t)(end - bytes));
    const size_t rest = size - (size_t)(end - bytes) - 1;
    int fd = memfd_create("fuzzed", 0);
    HOLDS(fd >= 0 && write(fd, end + 1, rest) == (ssize_t)rest);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    lacon_participants *table = NULL;
    lacon_status status = lacon_participants_read(ctx, &table, path, "-9");
    if (table && ask(ctx, table, formula) != LACON_OK) status = LACON_OK; /* no file in those messages */
    lacon_participants_free(table);
    fuzz_bound(&memory);
    fuzz_end(ctx, &memory, status, path);
    close(fd);
    return 0;
}
