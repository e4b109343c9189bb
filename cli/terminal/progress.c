/* SPDX-License-Identifier: BSD-3-Clause
 * How far the work is: a bar that redraws itself on a terminal, or a line now and then elsewhere
 * when asked for. The library calls from whichever thread it likes, so there is one line and one
 * lock. Between two calls a clock draws the bar again every second, so that it never stands still.
 */
#include "cmd.h"
#include "terminal/term.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* One program, one terminal: the only state of its kind. */
static struct {
    pthread_mutex_t lock;
    int style;
    int drawn;      /* columns now on the terminal, to be wiped */
    double start_s; /* of the command */
    double last_s;  /* last drawing */
    bool ticking;   /* the clock runs */
    char phase[32]; /* what was reported last, */
    lacon_progress where;
    double phase_s; /* when its phase began, */
    int64_t first;  /* and at which step */
} bar = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void draw(double now);

/* Draws what was reported last while it is on the terminal. Ends with the program. */
static void *tick(void *unused)
{
    (void)unused;
    const struct timespec second = {.tv_sec = 1};
    for (;;) {
        nanosleep(&second, NULL);
        pthread_mutex_lock(&bar.lock);
        if (bar.drawn && cli_now() - bar.last_s >= 0.9) draw(cli_now());
        pthread_mutex_unlock(&bar.lock);
    }
    return NULL;
}

/* Without it the bar moves with the work alone, so that a failure is no matter. Signals are for the others. */
static void start_clock(void)
{
    pthread_t clock;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bar.ticking = pthread_create(&clock, NULL, tick, NULL) == 0;
    if (bar.ticking) pthread_detach(clock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void cli_progress_start(int style)
{
    pthread_mutex_lock(&bar.lock);
    bar.style = style;
    bar.start_s = cli_now();
    /* a command that is over at once shows no bar; a log begins with the first thing it reports */
    bar.last_s = style == CLI_PROGRESS_BAR ? bar.start_s : -INFINITY;
    *bar.phase = '\0';
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

/* Keeps the report; its seconds are estimated from the pace of its phase where the library does not say: once that has
 * lasted a second and a step was made. */
static void keep(const lacon_progress *where, double now)
{
    if (strncmp(bar.phase, where->phase, sizeof bar.phase - 1) != 0 || where->step < bar.where.step) {
        snprintf(bar.phase, sizeof bar.phase, "%s", where->phase);
        bar.phase_s = now;
        bar.first = where->step;
    }
    bar.where = *where;
    bar.where.phase = bar.phase;
    const double spent = now - bar.phase_s, made = (double)(where->step - bar.first);
    if (!isfinite(where->left_s) && where->total > where->step && made > 0 && spent >= 1)
        bar.where.left_s = spent / made * (double)(where->total - where->step);
}

static void draw(double now)
{
    char line[256], out[600];
    compose(line, sizeof line, &bar.where, now - bar.start_s);
    bar.last_s = now;
    if (bar.style != CLI_PROGRESS_BAR) {
        fprintf(stderr, "%s\n", line);
        return;
    }
    const int most = (term_columns() > 0 ? term_columns() : 80) - 1;
    const int length = (int)strlen(line) < most ? (int)strlen(line) : most;
    const int pad = bar.drawn > length ? bar.drawn - length : 0;
    const int count = snprintf(out, sizeof out, "\r%.*s%*s", length, line, pad, "");
    if (count > 0 && write(STDERR_FILENO, out, (size_t)count) < 0) return; /* no lock of stdio: a reader may fork */
    bar.drawn = length + pad;
}

void cli_progress_show(void *user, const lacon_progress *where)
{
    (void)user;
    pthread_mutex_lock(&bar.lock);
    const double now = cli_now(), wait_s = bar.style == CLI_PROGRESS_BAR ? 0.1 : 2; /* an eye; a log file */
    if (bar.style != CLI_PROGRESS_NONE) keep(where, now);
    if (bar.style != CLI_PROGRESS_NONE && now - bar.last_s >= wait_s) {
        draw(now);
        if (bar.style == CLI_PROGRESS_BAR && !bar.ticking) start_clock();
    }
    pthread_mutex_unlock(&bar.lock);
}
