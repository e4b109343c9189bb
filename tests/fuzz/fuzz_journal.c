/* SPDX-License-Identifier: BSD-3-Clause
 * The journal of an experiment. Bits of the first byte: 0 the first line is that of this run, 1 every line gets the
 * checksum it should have.
 */
#include "experiment/experiment.h"
#include "fuzz_file.h"

enum { UNITS = 3, RECORDS = 2 };

static void begin(const char *path, lcn_plan *plan, lcn_experiment *experiment, lacon_experiment_options *o,
                  lcn_record *records)
{
    lacon_experiment_options_init(o);
    o->journal = path;
    *experiment = (lcn_experiment){.n_measures = 2, .shape = LCN_UNIT_CELL};
    *plan = (lcn_plan){.experiment = experiment, .options = o, .n_cells = UNITS, .n_contenders = RECORDS, .reps = 1,
                       .n_units = UNITS, .unit_records = RECORDS, .records = records};
}

/* FNV-1a, as journal.c has it. */
static uint32_t sum_of(const uint8_t *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ text[i]) * 16777619u;
    return hash;
}

static void put_lines(int fd, const uint8_t *text, size_t size)
{
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(text + at, '\n', size - at);
        if (end == NULL) return;
        const size_t length = (size_t)(end - text) - at;
        dprintf(fd, "%.*s\t%u\n", (int)length, (const char *)text + at, (unsigned)sum_of(text + at, length));
        at += length + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char head[] = "lacon journal 1\ts\n";
    if (size < 1) return 0;
    fuzz_file file = fuzz_file_begin(head, bytes[0] & 1 ? strlen(head) : 0);
    if (bytes[0] & 2) put_lines(file.fd, bytes + 1, size - 1);
    else HOLDS(write(file.fd, bytes + 1, size - 1) == (ssize_t)size - 1);
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    lcn_plan plan;
    lcn_experiment experiment;
    lacon_experiment_options options;
    lcn_record records[UNITS * RECORDS] = {{0}};
    char settings[] = "s";
    begin(file.path, &plan, &experiment, &options, records);
    plan.settings = settings;
    lcn_journal journal;
    const lacon_status status = lcn_journal_begin(ctx, &journal, &plan);
    for (int i = 0; i < UNITS * RECORDS; i++) HOLDS(memchr(records[i].reason, '\0', LCN_REASON) != NULL);
    for (int i = 0; i < UNITS * RECORDS; i++) HOLDS(records[i].outcome <= LCN_FAILED);
    /* a unit counts whole or not at all */
    for (int64_t u = 0; u < UNITS; u++)
        HOLDS((records[lcn_plan_index(&plan, u, 0)].outcome == LCN_PENDING) ==
              (records[lcn_plan_index(&plan, u, 1)].outcome == LCN_PENDING));
    lcn_journal_end(&journal);
    fuzz_bound(&memory);
    fuzz_end(ctx, &memory, status, file.path);
    close(file.fd);
    return 0;
}
