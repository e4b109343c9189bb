/* SPDX-License-Identifier: BSD-3-Clause
 * How many cores this process may use: the least of its affinity mask, the CPU quota of its control
 * group (both generations) and what Slurm gave the task. A share of a core is rounded down: threads
 * beyond the quota only wait for each other.
 */
#include "cmd.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double cli_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The mask has as many bits as the kernel was built for: grow until it fits. */
static int affinity(void)
{
    for (int cpus = 1024; cpus <= 1 << 20; cpus *= 2) {
        cpu_set_t *set = CPU_ALLOC((size_t)cpus);
        if (!set) break;
        size_t size = CPU_ALLOC_SIZE((size_t)cpus);
        int count = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
        CPU_FREE(set);
        if (count > 0) return count;
    }
    return 1;
}

/* First line of the file, "" when there is none. */
static void first_line(const char *path, char *out, int size)
{
    out[0] = '\0';
    FILE *file = fopen(path, "r");
    if (!file) return;
    if (!fgets(out, size, file)) out[0] = '\0';
    fclose(file);
}

/* quota / period of one control group in cores; 0 when it sets no limit. */
static double quota_v2(const char *folder)
{
    char path[4400], line[64];
    double quota, period;
    snprintf(path, sizeof path, "%s/cpu.max", folder); /* "max 100000" or "150000 100000" */
    first_line(path, line, sizeof line);
    return sscanf(line, "%lf %lf", &quota, &period) == 2 && period > 0 ? quota / period : 0;
}

static double quota_v1(const char *folder)
{
    char path[4400], line[64];
    snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder); /* -1: no limit */
    first_line(path, line, sizeof line);
    double quota = atof(line);
    snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
    first_line(path, line, sizeof line);
    double period = atof(line);
    return quota > 0 && period > 0 ? quota / period : 0;
}

/* A limit holds for every group below it: take the least from the group up to the mount. */
static double least_upwards(const char *mount, const char *group, double (*quota)(const char *))
{
    char folder[4300];
    snprintf(folder, sizeof folder, "%s%s", mount, strcmp(group, "/") == 0 ? "" : group);
    double least = 0;
    for (;;) {
        double q = quota(folder);
        if (q > 0 && (least == 0 || q < least)) least = q;
        char *slash = strrchr(folder, '/');
        if (strlen(folder) <= strlen(mount) || !slash) return least;
        *slash = '\0';
    }
}

/* One line of /proc/self/cgroup: "0::/group" or "4:cpu,cpuacct:/group". */
static double line_quota(const char *root, char *line)
{
    line[strcspn(line, "\n")] = '\0';
    char *controllers = strchr(line, ':');
    char *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group) return 0;
    *group++ = '\0';
    controllers++;
    char mount[256];
    if (*controllers == '\0') {
        snprintf(mount, sizeof mount, "%s/sys/fs/cgroup", root);
        return least_upwards(mount, group, quota_v2);
    }
    for (char *rest = controllers, *word; (word = strsep(&rest, ","));) {
        if (strcmp(word, "cpu") != 0) continue;
        snprintf(mount, sizeof mount, "%s/sys/fs/cgroup/cpu", root);
        return least_upwards(mount, group, quota_v1);
    }
    return 0;
}

static double cgroup_quota(const char *root)
{
    char path[256], line[4096];
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    double least = 0;
    while (fgets(line, sizeof line, file)) {
        double q = line_quota(root, line);
        if (q > 0 && (least == 0 || q < least)) least = q;
    }
    fclose(file);
    return least;
}

int cli_cores(const char *root)
{
    int cores = affinity();
    double quota = cgroup_quota(root);
    if (quota > 0 && quota < cores) cores = (int)quota;
    const char *slurm = getenv("SLURM_CPUS_PER_TASK");
    char *end;
    long given = slurm ? strtol(slurm, &end, 10) : 0;
    if (given > 0 && *end == '\0' && given < cores) cores = (int)given;
    return cores > 0 ? cores : 1;
}
