/* SPDX-License-Identifier: BSD-3-Clause
 * What is finished, in a file that only grows: a line that says what the run is, then one line per
 * unit,
 *
 *     unit  outcome value... reason  outcome value... reason ...  checksum
 *
 * separated by tabs. A line is written by one call, so a process that is ended leaves at most its last
 * line torn; reading stops at the first line that does not check, and the file is cut there. Numbers
 * read back to the same double, so a resumed run writes the bytes an undisturbed one would have.
 */
#include "experiment/experiment.h"
#include "io/source.h"
#include "util/number.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char MAGIC[] = "lacon journal 1\t";

static lacon_status fail_os(lacon_ctx *ctx, const lcn_journal *journal, const char *what)
{
    char text[LCN_OS_TEXT];
    return lcn_fail(ctx, LACON_E_IO, "%s: cannot be %s: %s", journal->path, what,
                    lcn_os_text(errno, text));
}

/* FNV-1a, against torn lines, not against malice. */
static uint32_t checksum(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return hash;
}

static lacon_status append(lacon_ctx *ctx, const lcn_journal *journal, const char *text,
                           size_t length)
{
    for (size_t sent = 0; sent < length;) {
        const ssize_t n = write(journal->fd, text + sent, length - sent);
        if (n < 0 && errno != EINTR) return fail_os(ctx, journal, "written");
        if (n > 0) sent += (size_t)n;
    }
    return LACON_OK;
}

/* ---- writing ---- */

lacon_status lcn_journal_add(lacon_ctx *ctx, lcn_journal *journal, const lcn_plan *plan,
                             int64_t unit)
{
    if (journal->fd < 0) return LACON_OK;
    const int measures = plan->experiment->n_measures;
    const size_t capacity = 64 + (size_t)plan->unit_records *
                                 (LCN_REASON + 4 + (size_t)measures * (LCN_NUMBER_MAX + 1));
    char *line = lcn_alloc(ctx, capacity, 1);
    if (line == NULL) return LACON_E_MEMORY;
    size_t used = (size_t)lcn_format_double(line, (double)unit);
    for (int64_t i = 0; i < plan->unit_records; i++) {
        const lcn_record *record = &plan->records[lcn_plan_index(plan, unit, i)];
        line[used++] = '\t';
        line[used++] = (char)('0' + (int)record->outcome);
        for (int j = 0; j < measures; j++) {
            line[used++] = '\t';
            used += (size_t)lcn_format_double(line + used, record->value[j]);
        }
        line[used++] = '\t';
        used = (size_t)(stpcpy(line + used, record->reason) - line);
    }
    const uint32_t sum = checksum(line, used);
    line[used++] = '\t';
    used += (size_t)lcn_format_double(line + used, sum);
    line[used++] = '\n';
    const lacon_status status = append(ctx, journal, line, used);
    lcn_free(&ctx->allocator, line);
    return status;
}

/* ---- reading ---- */

typedef struct reader {
    const char *at, *end; /* what is left of the line */
} reader;

static bool next(reader *r, const char **text, size_t *length)
{
    if (r->at == NULL) return false;
    const char *tab = memchr(r->at, '\t', (size_t)(r->end - r->at));
    *text = r->at;
    *length = (size_t)((tab ? tab : r->end) - r->at);
    r->at = tab ? tab + 1 : NULL;
    return true;
}

static bool next_int(reader *r, int64_t *out)
{
    const char *text;
    size_t length;
    return next(r, &text, &length) && lcn_parse_int64(text, length, out);
}

static bool read_record(reader *r, lcn_record *record, int measures)
{
    int64_t outcome;
    const char *text;
    size_t length;
    if (!next_int(r, &outcome) || outcome < LCN_DONE || outcome > LCN_FAILED) return false;
    *record = (lcn_record){.outcome = (lcn_outcome)outcome};
    for (int j = 0; j < measures; j++)
        if (!next(r, &text, &length) || !lcn_parse_double(text, length, &record->value[j]))
            return false;
    if (!next(r, &text, &length) || length >= LCN_REASON) return false;
    memcpy(record->reason, text, length);
    return true;
}

static bool read_records(reader *r, lcn_plan *plan, int64_t unit)
{
    for (int64_t i = 0; i < plan->unit_records; i++) {
        lcn_record *record = &plan->records[lcn_plan_index(plan, unit, i)];
        if (!read_record(r, record, plan->experiment->n_measures)) return false;
    }
    return r->at == NULL;
}

/* False when the line does not check; then nothing of it counts. */
static bool read_unit(lcn_plan *plan, const char *line, const char *end)
{
    const char *last = memrchr(line, '\t', (size_t)(end - line));
    int64_t sum, unit;
    if (last == NULL || !lcn_parse_int64(last + 1, (size_t)(end - last - 1), &sum) ||
        sum != checksum(line, (size_t)(last - line)))
        return false;
    reader r = {line, last};
    if (!next_int(&r, &unit) || unit < 0 || unit >= plan->n_units) return false;
    if (read_records(&r, plan, unit)) return true;
    for (int64_t i = 0; i < plan->unit_records; i++)
        plan->records[lcn_plan_index(plan, unit, i)] = (lcn_record){.outcome = LCN_PENDING};
    return false;
}

/* Every line that checks; the length up to the first that does not. */
static size_t read_units(lcn_plan *plan, const char *text, size_t from, size_t length)
{
    while (from < length) {
        const char *line = text + from, *end = memchr(line, '\n', length - from);
        if (end == NULL || !read_unit(plan, line, end)) return from;
        from = (size_t)(end - text) + 1;
    }
    return from;
}

/* ---- opening ---- */

static lacon_status read_all(lacon_ctx *ctx, const lcn_journal *journal, char **text, size_t *length)
{
    struct stat st;
    if (fstat(journal->fd, &st) != 0) return fail_os(ctx, journal, "read");
    LCN_FAIL_IF(!S_ISREG(st.st_mode), LACON_E_IO, "%s: is no file and cannot be the journal",
                journal->path);
    *text = lcn_alloc(ctx, (size_t)st.st_size + 1, 1);
    if (*text == NULL) return LACON_E_MEMORY;
    while (*length < (size_t)st.st_size) {
        const ssize_t n = read(journal->fd, *text + *length, (size_t)st.st_size - *length);
        if (n < 0 && errno != EINTR) return fail_os(ctx, journal, "read");
        if (n == 0) break;
        if (n > 0) *length += (size_t)n;
    }
    return LACON_OK;
}

static lacon_status resume(lacon_ctx *ctx, const lcn_journal *journal, lcn_plan *plan,
                           const char *head, char *text, size_t length)
{
    const size_t first = strlen(head);
    const bool torn = length < first && strncmp(text, head, length) == 0;
    const bool ours = length >= first && strncmp(text, head, first) == 0;
    const bool journals = strncmp(text, MAGIC, strlen(MAGIC)) == 0;
    LCN_FAIL_IF(!torn && !journals, LACON_E_FORMAT,
                "%s: is no journal of lacon and is left alone: move it away", journal->path);
    LCN_FAIL_IF(!torn && !ours && !plan->options->restart, LACON_E_ARGUMENT,
                "%s: an unfinished run with other settings: repeat its command to finish it, or "
                "begin anew (" LCN_OPTION "restart)",
                journal->path);
    const bool keep = ours && !plan->options->restart;
    const size_t good = keep ? read_units(plan, text, first, length) : 0;
    if (ftruncate(journal->fd, (off_t)good) != 0 || lseek(journal->fd, 0, SEEK_END) < 0)
        return fail_os(ctx, journal, "written");
    return good > 0 ? LACON_OK : append(ctx, journal, head, first);
}

lacon_status lcn_journal_begin(lacon_ctx *ctx, lcn_journal *journal, lcn_plan *plan)
{
    *journal = (lcn_journal){.fd = -1, .path = plan->options->journal};
    if (journal->path == NULL) return LACON_OK;
    char *text = NULL, *head = NULL;
    size_t length = 0;
    lacon_status status;
    journal->fd = open(journal->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
    LCN_GOTO(journal->fd >= 0 ? LACON_OK : fail_os(ctx, journal, "written"));
    if (flock(journal->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        LCN_GOTO(lcn_fail(ctx, LACON_E_IO, "%s: another run is writing it", journal->path));
    LCN_GOTO(read_all(ctx, journal, &text, &length));
    head = lcn_sprintf(ctx, "%s%s\n", MAGIC, plan->settings);
    LCN_GOTO(head ? LACON_OK : LACON_E_MEMORY);
    LCN_GOTO(resume(ctx, journal, plan, head, text, length));
done:
    lcn_free(&ctx->allocator, text);
    lcn_free(&ctx->allocator, head);
    if (status < 0) lcn_journal_end(journal);
    return status;
}

void lcn_journal_end(lcn_journal *journal)
{
    if (journal->fd >= 0) close(journal->fd);
    journal->fd = -1;
}
