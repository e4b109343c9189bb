/* SPDX-License-Identifier: BSD-3-Clause
 * Processor seconds, wall seconds and the processor seconds of the busiest thread of reading files, for
 * reading.py:
 *     bench_reading THREADS FILE...
 */
#include <dirent.h>
#include <lacon/lacon.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Linux tells them in nanoseconds; 0 where it does not. Threads that read stay for the next region. */
static double busiest(void)
{
    DIR *tasks = opendir("/proc/self/task");
    double most = 0;
    for (struct dirent *d; tasks != NULL && (d = readdir(tasks)) != NULL;) {
        char path[300];
        unsigned long long ran = 0;
        snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", d->d_name);
        FILE *f = d->d_name[0] != '.' ? fopen(path, "re") : NULL;
        if (f == NULL) continue;
        if (fscanf(f, "%llu", &ran) == 1 && 1e-9 * (double)ran > most) most = 1e-9 * (double)ran;
        fclose(f);
    }
    if (tasks != NULL) closedir(tasks);
    return most;
}

int main(int argc, char **argv)
{
    lacon_ctx_options options;
    lacon_ctx *ctx;
    lacon_data *data;
    if (argc < 3) return 2;
    lacon_ctx_options_init(&options);
    options.threads = atoi(argv[1]);
    if (lacon_ctx_new(&ctx, &options) < 0) return 1;
    double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
    double before = busiest();
    const char *const *paths = (const char *const *)(argv + 2);
    if (lacon_data_read(ctx, &data, paths, argc - 2, NULL) < 0) {
        fprintf(stderr, "%s\n", lacon_ctx_message(ctx));
        return 1;
    }
    double after = busiest();
    printf("%.6f %.6f %.6f\n", seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu,
           seconds(CLOCK_MONOTONIC) - wall, after - before);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
    return 0;
}
