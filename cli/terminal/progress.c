/* SPDX-License-Identifier: BSD-3-Clause
 * How far the work is: a bar that redraws itself on a terminal, or a line now and then elsewhere
 * when asked for. The library calls from whichever thread it likes, so there is one line and one
 * lock.
 */
#include "cmd.h"
#include "terminal/term.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

/* One program, one terminal: the only state of its kind. */
static struct {
    pthread_mutex_t lock;
    int style;
    int drawn;      /* columns now on the terminal, to be wiped */
    double start_s; /* of the command */
    double last_s;  /* last drawing */
} bar = {.lock = PTHREAD_MUTEX_INITIALIZER};

void cli_progress_start(int style)
{
    pthread_mutex_lock(&bar.lock);
    bar.style = style;
    bar.start_s = cli_now();
    /* a command that is over at once shows no bar; a log begins with the first thing it reports */
    bar.last_s = style == CLI_PROGRESS_BAR ? bar.start_s : -INFINITY;
    pthread_mutex_unlock(&bar.lock);
}

static void wipe(void)
{
    if (bar.drawn) fprintf(stderr, "\r%*s\r", bar.drawn, "");
    bar.drawn = 0;
}

void cli_progress_clear(void)
{
    pthread_mutex_lock(&bar.lock);
    wipe();
    pthread_mutex_unlock(&bar.lock);
}

static void time_left(char *out, size_t size, double left_s)
{
    const long long s = (long long)ceil(left_s);
    if (s < 60)
        snprintf(out, size, ", %lld s left", s);
    else if (s < 3600)
        snprintf(out, size, ", %lld:%02lld min left", s / 60, s % 60);
    else
        snprintf(out, size, ", %lld:%02lld h left", s / 3600, s / 60 % 60);
}

/* "start            [####......] 12/64   objective 163.2412   3 s" */
static void compose(char *out, size_t size, const lacon_progress *where, double elapsed_s)
{
    enum { BARS = 20 };
    char meter[BARS + 3] = "", count[64], value[48] = "", left[48] = "";
    if (where->total > 0) {
        int full = (int)(BARS * (double)where->step / (double)where->total);
        full = full < 0 ? 0 : full > BARS ? BARS : full;
        meter[0] = '[';
        memset(meter + 1, '#', (size_t)full);
        memset(meter + 1 + full, '.', (size_t)(BARS - full));
        strcpy(meter + 1 + BARS, "]");
        snprintf(count, sizeof count, "%lld/%lld", (long long)where->step, (long long)where->total);
    } else {
        snprintf(count, sizeof count, "%lld", (long long)where->step);
    }
    if (isfinite(where->objective))
        snprintf(value, sizeof value, "   objective %.8g", where->objective);
    if (isfinite(where->left_s)) time_left(left, sizeof left, where->left_s);
    snprintf(out, size, "%-16s %s%s%s%s   %.0f s%s", where->phase, meter, *meter ? " " : "", count,
             value, elapsed_s, left);
}

void cli_progress_show(void *user, const lacon_progress *where)
{
    (void)user;
    pthread_mutex_lock(&bar.lock);
    double now = cli_now();
    double wait_s = bar.style == CLI_PROGRESS_BAR ? 0.1 : 2; /* an eye; a log file */
    if (bar.style != CLI_PROGRESS_NONE && now - bar.last_s >= wait_s) {
        char line[256];
        compose(line, sizeof line, where, now - bar.start_s);
        bar.last_s = now;
        if (bar.style == CLI_PROGRESS_BAR) {
            int most = (term_columns() > 0 ? term_columns() : 80) - 1;
            int length = (int)strlen(line) < most ? (int)strlen(line) : most;
            int pad = bar.drawn > length ? bar.drawn - length : 0;
            fprintf(stderr, "\r%.*s%*s", length, line, pad, "");
            bar.drawn = length + pad;
        } else {
            fprintf(stderr, "%s\n", line);
        }
    }
    pthread_mutex_unlock(&bar.lock);
}
