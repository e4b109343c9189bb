/* SPDX-License-Identifier: BSD-3-Clause
 * What `lacon check` thinks of numbers that can be used: units that differ, repeated columns and files, covariances
 * that were taken for rows, values far off, variables turned round, rows that drift or follow each other, classes
 * unlike the others or much larger. Each thing is said once, with the classes it is true of and the option that
 * answers it; the gravest are warnings of the commands that estimate too (check_grave). What is measured is the
 * library's (lacon_data_describe, lacon_data_glance); the bounds are here, each far beyond what clean data show.
 */
#include "diagnose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Classes a note is about; `first` is the one whose figures it quotes. */
typedef struct group {
    int64_t count, first;
    char list[1000];
} group;

static void group_add(group *g, const lacon_data *data, int64_t c)
{
    enum { SHOWN = 12 };
    size_t at = strlen(g->list);
    if (g->count == 0) g->first = c;
    if (g->count < SHOWN)
        snprintf(g->list + at, sizeof g->list - at, "%s%.70s", g->count ? ", " : "",
                 lacon_data_label(data, c));
    else if (g->count == SHOWN)
        snprintf(g->list + at, sizeof g->list - at, ", ...");
    g->count++;
}

/* "class a: " or "3 classes (a, b, c), the first: " */
static char *about(const group *g)
{
    if (g->count == 1) return cli_format("class %s", g->list);
    return cli_format("%lld classes (%s), the first", (long long)g->count, g->list);
}

static void add_as(check_result *out, check_kind kind, const group *g, char *text)
{
    if (g->count) {
        char *who = about(g);
        check_add(out, kind, cli_format("%s: %s", who, text));
        free(who);
    }
    free(text);
}

static void add(check_result *out, const group *g, char *text) { add_as(out, CHECK_NOTE, g, text); }

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of the values that are numbers; NaN when there are none. */
static double median_of(const double *x, int64_t n)
{
    double *kept = cli_alloc((size_t)n, sizeof *kept);
    size_t count = 0;
    for (int64_t i = 0; i < n; i++)
        if (isfinite(x[i])) kept[count++] = x[i];
    qsort(kept, count, sizeof *kept, by_value);
    double middle = count ? kept[count / 2] : NAN;
    free(kept);
    return middle;
}

/* ---- one class at a time ---- */

typedef struct seen {
    const lacon_data *data;
    const lacon_summary *sum; /* one per class */
    int64_t classes;
    check_result *out;
    const cli_input *input;
    lacon_scale scale; /* that a fit is to use */
    bool brief;        /* a few of the copies */
} seen;

static const char *name(const seen *s, int64_t r)
{
    return lacon_data_name(s->data, r < 0 ? 0 : r);
}

static void note_codes(const seen *s)
{
    group g = {0};
    for (int64_t c = 0; c < s->classes; c++)
        if (s->sum[c].codes >= 2) group_add(&g, s->data, c);
    const lacon_summary *first = &s->sum[g.first];
    add_as(s->out, CHECK_WARNING, &g,
           cli_format("%g occurs %lld times, far from all other values, first in '%s': if it means missing say so "
                      "(--na %g --missing marginal)",
                      first->code, (long long)first->codes, name(s, first->code_at), first->code));
}

/* Options that take a table for each file are none where one file has all classes. */
static const char *by_file(const seen *s, const char *option) { return s->input->class_column ? "" : option; }

static void note_spikes(const seen *s)
{
    enum { FAR = 30 }; /* robust deviations; returns of shares reach 20 */
    group g = {0};
    for (int64_t c = 0; c < s->classes; c++)
        if (s->sum[c].spike > FAR) group_add(&g, s->data, c);
    const lacon_summary *first = &s->sum[g.first];
    add(s->out, &g,
        cli_format("%g in row %lld of '%s' is %.0f robust deviations off: correct it or leave the row out%s",
                   first->spike_value, (long long)first->spike_row + 1, name(s, first->spike_at), first->spike,
                   by_file(s, " (--censor)")));
}

static void note_twins(const seen *s)
{
    group g = {0};
    for (int64_t c = 0; c < s->classes; c++)
        if (s->sum[c].twins) group_add(&g, s->data, c);
    const lacon_summary *first = &s->sum[g.first];
    add(s->out, &g,
        cli_format("'%s' repeats '%s' value by value: leave one out (--ignore '%s')",
                   name(s, first->twin_at), name(s, first->twin_of), name(s, first->twin_at)));
}

static void note_counters(const seen *s)
{
    enum { FEW = 4 }; /* person, item, answer; person, region, time, value */
    group g = {0};
    for (int64_t c = 0; c < s->classes; c++)
        if (s->sum[c].counter_at >= 0) group_add(&g, s->data, c);
    const char *which = name(s, s->sum[g.first].counter_at);
    const bool few = lacon_data_variables(s->data) <= FEW;
    add_as(s->out, CHECK_WARNING, &g,
           cli_format("'%s' counts the rows and is no variable: leave it out (--ignore '%s')%s", which, which,
                      few ? "; a long table, one value a line? Write a column for each variable" : ""));
}

static void note_narrow(const seen *s)
{
    group g = {0};
    for (int64_t c = 0; c < s->classes; c++)
        if (s->sum[c].narrow_at >= 0 && s->sum[c].narrow < 1e-6) group_add(&g, s->data, c);
    const lacon_summary *first = &s->sum[g.first];
    add(s->out, &g,
        cli_format("'%s' hardly varies, %.1g of the others: if that is rounding leave it out "
                   "(--ignore '%s')",
                   name(s, first->narrow_at), first->narrow, name(s, first->narrow_at)));
}

/* Scaled by --scale z every variable counts alike; otherwise one may drown the others, whose noise is the same. */
static void note_wide(const seen *s)
{
    enum { TIMES = 10 };
    group g = {0};
    for (int64_t c = 0; c < s->classes && s->scale != LACON_SCALE_Z; c++)
        if (s->sum[c].wide > TIMES) group_add(&g, s->data, c);
    const lacon_summary *first = &s->sum[g.first];
    add(s->out, &g,
        cli_format("'%s' varies %.3g times as much as the others, and the noise is one for all: scale "
                   "(--scale z) or let it differ (--noise variable)",
                   name(s, first->wide_at), first->wide));
}

static void note_symmetric(const seen *s)
{
    group g = {0};
    for (int64_t c = 0; c < s->classes; c++)
        if (s->sum[c].symmetric) group_add(&g, s->data, c);
    add_as(s->out, CHECK_WARNING, &g,
        cli_copy("row i is the same as column i: a covariance or a correlation, and no observations? Say of "
                 "how many observations (--covariance N)"));
}

/* What a packed file may grow to is for the user to bound. */
static void note_packed(const seen *s)
{
    enum { TIMES = 50, LEAST = 1 << 20 }; /* numbers that are not made up pack to a third */
    group g = {0};
    double times = 0;
    for (int64_t c = 0; c < s->classes; c++) {
        struct stat file;
        const char *path = lacon_data_source(s->data, c);
        double bytes = 8.0 * (double)lacon_data_rows(s->data, c) * (double)lacon_data_variables(s->data);
        if (!path || bytes < LEAST || stat(path, &file) != 0 || file.st_size == 0) continue;
        if (bytes < TIMES * (double)file.st_size) continue;
        if (g.count == 0) times = bytes / (double)file.st_size;
        group_add(&g, s->data, c);
    }
    add(s->out, &g,
        cli_format("holds %.0f times the bytes of its file: if that is not meant bound what a file may take "
                   "(--max-mem SIZE)",
                   times));
}

/* A tenth of the variables, and more than one, go up or down from the first row to the last. */
static void note_drift(const seen *s)
{
    group g = {0};
    double p = (double)lacon_data_variables(s->data);
    for (int64_t c = 0; c < s->classes; c++)
        if (lacon_data_rows(s->data, c) >= 20 && (double)s->sum[c].drifts >= fmax(2, p / 10))
            group_add(&g, s->data, c);
    const lacon_summary *first = &s->sum[g.first];
    add(s->out, &g,
        cli_format("%lld of %.0f variables drift over the rows (a line explains up to %.0f %% of '%s'): "
                   "take trends out (--detrend 1)",
                   (long long)first->drifts, p, 100 * first->drift, name(s, first->drift_at)));
}

/* Missing values that were allowed for. */
static void note_missing(const seen *s)
{
    group g = {0};
    int64_t all = 0;
    for (int64_t c = 0; c < s->classes; c++) {
        all += s->sum[c].missing;
        if (s->sum[c].missing) group_add(&g, s->data, c);
    }
    const lacon_summary *first = &s->sum[g.first];
    add(s->out, &g,
        cli_format("%lld values are missing (%lld in all classes) and %lld variables do not vary",
                   (long long)first->missing, (long long)all, (long long)first->constant));
}

/* Fifty rows and more that tell as much as a handful, each close to the one before: a walk. Slow, filtered series of a
 * scanner are worth a tenth; a drift leaves rows that differ from the next. */
enum { MANY_ROWS = 50, FEW_ROWS = 5 };
static bool is_walk(const seen *s, int64_t c)
{
    return lacon_data_rows(s->data, c) >= MANY_ROWS && s->sum[c].effective < FEW_ROWS && s->sum[c].lag1 > 0.9;
}

static void note_levels(const seen *s)
{
    group g = {0};
    for (int64_t c = 0; c < s->classes; c++)
        if (is_walk(s, c)) group_add(&g, s->data, c);
    add_as(s->out, CHECK_WARNING, &g,
           cli_format("hardly a row tells more than the one before (%lld tell as much as %.0f): levels, such as "
                      "prices? Take their changes from row to row (returns)",
                      (long long)lacon_data_rows(s->data, g.first), s->sum[g.first].effective));
}

/* Rows worth less than two thirds of their number. */
static void note_serial(const seen *s)
{
    group g = {0};
    for (int64_t c = 0; c < s->classes; c++) {
        double n = (double)lacon_data_rows(s->data, c);
        if (n >= 20 && s->sum[c].lag1 > 0.3 && s->sum[c].effective < n * 2 / 3 && !is_walk(s, c))
            group_add(&g, s->data, c);
    }
    const lacon_summary *first = &s->sum[g.first];
    add(s->out, &g,
        cli_format("rows follow each other (correlation %.2f with the next): %lld rows tell as much "
                   "as %.0f independent ones; hold out blocks of rows, not single ones (select --cv time:5)",
                   first->lag1, (long long)lacon_data_rows(s->data, g.first), first->effective));
}

/* ---- one against the others ---- */

/* The same bytes under two names: classes in the order of their digests, those of one digest in their own. */
typedef struct digest {
    const char *sha;
    int64_t class;
} digest;

static int by_digest(const void *a, const void *b)
{
    const digest *x = a, *y = b;
    const int order = strcmp(x->sha, y->sha);
    return order ? order : (x->class > y->class) - (x->class < y->class);
}

static int by_class(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Pairs (copy, original) of classes; returns how many. */
static int64_t find_copies(const seen *s, int64_t (*pair)[2])
{
    digest *of = cli_alloc((size_t)s->classes, sizeof *of);
    int64_t n = 0, copies = 0;
    for (int64_t c = 0; c < s->classes; c++)
        if (lacon_data_sha256(s->data, c)) of[n++] = (digest){lacon_data_sha256(s->data, c), c};
    qsort(of, (size_t)n, sizeof *of, by_digest);
    for (int64_t i = 1, first = 0; i < n; i++) {
        if (strcmp(of[i].sha, of[first].sha) != 0) first = i;
        const char *here = lacon_data_source(s->data, of[i].class);
        const char *there = lacon_data_source(s->data, of[first].class);
        if (i == first || strcmp(here, there) == 0) continue; /* classes of one file */
        pair[copies][0] = of[i].class;
        pair[copies++][1] = of[first].class;
    }
    free(of);
    qsort(pair, (size_t)copies, sizeof *pair, by_class);
    return copies;
}

static void note_copies(const seen *s)
{
    enum { FEW = 3 };
    int64_t(*pair)[2] = cli_alloc((size_t)s->classes, sizeof *pair), copies = find_copies(s, pair);
    const int64_t shown = s->brief && copies > FEW ? FEW : copies;
    for (int64_t i = 0; i < shown; i++)
        check_add(s->out, CHECK_WARNING,
                  cli_format("class %s: %s is the same file as %s: leave one out",
                             lacon_data_label(s->data, pair[i][0]), lacon_data_source(s->data, pair[i][0]),
                             lacon_data_source(s->data, pair[i][1])));
    if (copies > shown)
        check_add(s->out, CHECK_WARNING,
                  cli_format("%lld more files are the same as another (lacon check names them)",
                             (long long)(copies - shown)));
    free(pair);
}

static void note_units(const seen *s)
{
    enum { TIMES = 50 }; /* intensities of scanners differ tenfold */
    group g = {0};
    if (s->classes < 3) return;
    double *scale = cli_alloc((size_t)s->classes, sizeof *scale);
    for (int64_t c = 0; c < s->classes; c++) scale[c] = s->sum[c].scale > 0 ? s->sum[c].scale : NAN;
    double middle = median_of(scale, s->classes);
    for (int64_t c = 0; c < s->classes; c++)
        if (scale[c] > TIMES * middle || scale[c] < middle / TIMES) group_add(&g, s->data, c);
    double ratio = g.count ? scale[g.first] / middle : 1;
    free(scale);
    add(s->out, &g,
        cli_format("values are %.3g times those of the other classes: other units? (%s)", ratio,
                   s->scale == LACON_SCALE_Z ? "scaling each class, the default, takes that away" : "--scale z"));
}

/* One class has more rows than all others together, and ten times as many as usual. */
static void note_large(const seen *s)
{
    enum { TIMES = 10 };
    group g = {0};
    double *rows = cli_alloc((size_t)s->classes, sizeof *rows), all = 0;
    for (int64_t c = 0; c < s->classes; c++) all += rows[c] = (double)lacon_data_rows(s->data, c);
    const double middle = median_of(rows, s->classes);
    for (int64_t c = 0; c < s->classes && s->classes >= 3; c++)
        if (rows[c] > all / 2 && rows[c] > TIMES * middle) group_add(&g, s->data, c);
    const double own = rows[g.first];
    free(rows);
    add(s->out, &g,
        cli_format("has %.0f of all %.0f rows and so decides over the modules of all: classes can count alike "
                   "(--weights equal)",
                   own, all));
}

/* Runs of one subject as classes of their own. */
static void note_runs(const seen *s)
{
    group g = {0};
    for (int64_t c = 0; c < s->classes && s->input->bids && s->input->pool == LACON_POOL_NONE; c++)
        if (strstr(lacon_data_label(s->data, c), "_run-")) group_add(&g, s->data, c);
    add(s->out, &g, cli_copy("is one run of several: join those of a session or subject (--pool runs, sessions)"));
}

/* Everything goes up and down together, much more than in the other classes, or at all. */
static void note_common(const seen *s)
{
    group g = {0};
    double *common = cli_alloc((size_t)s->classes, sizeof *common);
    for (int64_t c = 0; c < s->classes; c++) common[c] = s->sum[c].common;
    double middle = median_of(common, s->classes);
    for (int64_t c = 0; c < s->classes; c++)
        if (common[c] > 0.8 || (s->classes >= 3 && common[c] > middle + 0.4)) group_add(&g, s->data, c);
    double shown = g.count ? common[g.first] : 0;
    free(common);
    add(s->out, &g,
        cli_format("all variables go up and down together (mean correlation %.2f, usual is %.2f): motion, "
                   "a global signal?%s",
                   shown, middle, by_file(s, " (--confounds)")));
}

/* Reversed items and the like: over all classes, by name. */
static lacon_status note_against(cli_session *session, const seen *s)
{
    enum { SHOWN = 12 };
    int64_t p = lacon_data_variables(s->data), count, shown = 0;
    int8_t *sign = cli_alloc((size_t)p, sizeof *sign);
    lacon_status status = lacon_data_against(session->ctx, s->data, sign, &count);
    char list[1000] = "";
    for (int64_t r = 0; r < p && status >= 0; r++) {
        size_t at = strlen(list);
        if (sign[r] > 0 || shown++ >= SHOWN) continue;
        snprintf(list + at, sizeof list - at, "%s'%.60s'", at ? ", " : "", lacon_data_name(s->data, r));
    }
    if (status >= 0 && count)
        check_add(s->out, CHECK_NOTE,
                  cli_format("%lld %s against the variables %s with: %s%s: reversed items? Turn them round "
                             "(--flip auto)",
                             (long long)count, count == 1 ? "variable runs" : "variables run",
                             count == 1 ? "it goes" : "they go", list, count > SHOWN ? ", ..." : ""));
    free(sign);
    return status;
}

/* Far below the others, both in their own spread and by 0.2. */
static lacon_status note_unlike(cli_session *session, const seen *s)
{
    group g = {0};
    size_t n = (size_t)s->classes;
    double *r = cli_alloc(n, sizeof *r), *off = cli_alloc(n, sizeof *off), worst = 0;
    lacon_status status = lacon_data_likeness(session->ctx, s->data, r);
    if (status >= 0 && s->classes >= 5) {
        double middle = median_of(r, s->classes);
        for (size_t c = 0; c < n; c++) off[c] = fabs(r[c] - middle);
        double spread = 1.4826 * median_of(off, s->classes);
        for (size_t c = 0; c < n; c++)
            if (r[c] < middle - fmax(6 * spread, 0.2)) group_add(&g, s->data, (int64_t)c);
        worst = g.count ? r[g.first] : 0;
        add(s->out, &g,
            cli_format("its correlations are unlike those of the others (%.2f where %.2f is usual): "
                       "columns in another order? (name them: files with names are matched by name)",
                       worst, middle));
    }
    free(r);
    free(off);
    return status;
}

/* Of arrays: names leave no doubt of what the columns are. */
static void note_turned(const seen *s)
{
    group g = {0};
    const int64_t p = lacon_data_variables(s->data);
    char last[24];
    snprintf(last, sizeof last, "V%lld", (long long)p);
    if (strcmp(name(s, 0), "V1") != 0 || strcmp(name(s, p - 1), last) != 0) return;
    for (int64_t c = 0; c < s->classes; c++)
        if (s->sum[c].turned) group_add(&g, s->data, c);
    add_as(s->out, CHECK_WARNING, &g,
           cli_format("each column is like the next one, as moments of a series are: are rows the variables? Turn the "
                      "table (--transpose)"));
}

/* What makes a fit mean something else: said by check and by the commands that estimate. */
static void note_grave(const seen *s)
{
    note_copies(s);
    note_symmetric(s);
    note_turned(s);
    note_codes(s);
    note_counters(s);
}

lacon_status check_grave(cli_session *session, check_result *out, const lacon_data *data)
{
    const int64_t classes = lacon_data_classes(data);
    lacon_summary *sum = cli_alloc((size_t)classes, sizeof *sum);
    lacon_status status = LACON_OK;
    *out = (check_result){.participants = -1};
    for (int64_t c = 0; c < classes && status >= 0; c++)
        status = lacon_data_glance(session->ctx, data, c, &sum[c]);
    if (status >= 0) note_grave(&(seen){.data = data, .sum = sum, .classes = classes, .out = out, .brief = true});
    free(sum);
    return status;
}

lacon_status check_levels(cli_session *session, check_result *out, const lacon_data *data)
{
    const int64_t classes = lacon_data_classes(data);
    lacon_summary *sum = cli_alloc((size_t)classes, sizeof *sum);
    *out = (check_result){.participants = -1};
    lacon_status status = LACON_OK;
    for (int64_t c = 0; c < classes && status >= 0; c++) {
        sum[c].effective = lacon_data_effective(data, c);
        lacon_matrix x;
        if (sum[c].effective < FEW_ROWS && lacon_data_get_rows(data, c, &x))
            status = lacon_data_describe(session->ctx, data, c, &sum[c]);
    }
    if (status >= 0) note_levels(&(seen){.data = data, .sum = sum, .classes = classes, .out = out});
    free(sum);
    return status;
}

lacon_status check_numbers(cli_session *session, check_result *out, const lacon_data *data,
                        const cli_input *input, lacon_scale scale)
{
    int64_t classes = lacon_data_classes(data);
    lacon_summary *sum = cli_alloc((size_t)classes, sizeof *sum);
    seen s = {.data = data, .sum = sum, .classes = classes, .out = out, .input = input,
              .scale = scale};
    lacon_status status = lacon_data_describe_all(session->ctx, data, sum);
    for (int64_t c = 0; c < classes && status >= 0; c++) check_describe(out, data, c, &sum[c]);
    if (status >= 0) {
        note_grave(&s);
        note_levels(&s);
        note_spikes(&s);
        note_units(&s);
        note_twins(&s);
        note_narrow(&s);
        note_wide(&s);
        note_packed(&s);
        note_large(&s);
        note_runs(&s);
        note_missing(&s);
        status = note_unlike(session, &s);
        if (status >= 0) status = note_against(session, &s);
        note_common(&s);
        note_drift(&s);
        note_serial(&s);
    }
    free(sum);
    return status;
}
