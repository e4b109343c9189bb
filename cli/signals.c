/* SPDX-License-Identifier: BSD-3-Clause
 * Interrupts. The first SIGINT (Ctrl-C), SIGTERM, SIGHUP, SIGUSR1 (what a batch system sends before it ends a job),
 * SIGXCPU (ulimit -t) or SIGALRM sets a flag that the cancel callback reads: the fit ends after its iteration and is
 * written. The second one, or SIGQUIT (Ctrl-\), ends the program at once; a helper thread, where that is allowed,
 * removes the staging folder before. The handler itself only counts and writes a byte.
 */
#include "cmd.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int interrupts;
static double limit_s; /* cli_now() at which time is over; 0: never */
static int wake[2] = {-1, -1}; /* pipe from the handler to the helper */
static struct {
    pthread_mutex_t lock;
    char path[4096]; /* "": none */
} staging = {.lock = PTHREAD_MUTEX_INITIALIZER};

enum { STOP = 's', QUIT = 'q' }; /* bytes to the helper */

static void on_signal(int number)
{
    const bool quits = atomic_fetch_add(&interrupts, 1) > 0 || number == SIGQUIT;
    const char byte = quits ? QUIT : STOP;
    const bool woken = wake[1] >= 0 && write(wake[1], &byte, 1) == 1;
    if (quits && !woken) _exit(CLI_INTERRUPTED);
}

/* Without memory: that may be why we end. */
static void remove_tree(int parent, const char *name)
{
    char entries[4096] __attribute__((aligned(8)));
    if (unlinkat(parent, name, 0) == 0) return;
    const int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return;
    for (long got; (got = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0;)
        for (long at = 0; at < got;) {
            const struct dirent64 *entry = (const void *)(entries + at);
            at += entry->d_reclen;
            if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) remove_tree(fd, entry->d_name);
        }
    close(fd);
    unlinkat(parent, name, AT_REMOVEDIR);
}

/* The main thread may still be writing into the folder: try again while it is there. */
static void remove_staging(void)
{
    struct stat status;
    pthread_mutex_lock(&staging.lock);
    for (int tries = 0; staging.path[0] && tries < 20; tries++) {
        remove_tree(AT_FDCWD, staging.path);
        if (lstat(staging.path, &status) != 0) break;
        usleep(2000);
    }
    pthread_mutex_unlock(&staging.lock);
}

static void *helper(void *unused)
{
    (void)unused;
    char byte;
    while (read(wake[0], &byte, 1) == 1) {
        if (byte == QUIT) {
            remove_staging();
            _exit(CLI_INTERRUPTED);
        }
        cli_say(NULL, "stopping after this step; interrupt again to quit at once without results");
    }
    return NULL;
}

static void start_helper(void)
{
    pthread_t thread;
    if (pipe2(wake, O_CLOEXEC) != 0) {
        wake[0] = wake[1] = -1;
    } else if (pthread_create(&thread, NULL, helper, NULL) == 0) {
        pthread_detach(thread);
    } else {
        close(wake[1]);
        wake[1] = -1;
    }
}

void cli_signals_begin(void)
{
    static const int numbers[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGXCPU, SIGALRM};
    start_helper();
    atexit(remove_staging);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction now, before;
        /* nohup is honoured; an ignored SIGINT is not, since shells ignore it for every job they
         * put into the background and a script that sends one means it */
        if (sigaction(numbers[i], NULL, &before) == 0 && numbers[i] == SIGHUP &&
            before.sa_handler == SIG_IGN)
            continue;
        memset(&now, 0, sizeof now);
        now.sa_handler = on_signal;
        now.sa_flags = SA_RESTART;
        sigemptyset(&now.sa_mask);
        sigaction(numbers[i], &now, NULL);
    }
}

void cli_signals_limit(double seconds) { limit_s = seconds > 0 ? cli_now() + seconds : 0; }

int cli_interrupted(void)
{
    const int count = atomic_load(&interrupts);
    return count > 0 ? count : limit_s > 0 && cli_now() > limit_s;
}

void cli_signals_staging(const char *path)
{
    pthread_mutex_lock(&staging.lock);
    snprintf(staging.path, sizeof staging.path, "%s", path ? path : "");
    pthread_mutex_unlock(&staging.lock);
}
