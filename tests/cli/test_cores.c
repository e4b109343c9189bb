/* SPDX-License-Identifier: BSD-3-Clause
 * cli/cores.c on machines made of files: control groups of both generations, with and without
 * limits, nested; what Slurm says; the affinity mask of this process. Limits are far below or above
 * the cores of any machine this runs on only where the outcome does not depend on them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmd.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Write text to ROOT/path, with the folders on the way. */
static void put(const char *root, const char *path, const char *text)
{
    char full[512];
    snprintf(full, sizeof full, "%s/%s", root, path);
    for (char *slash = full + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(full, 0700);
        *slash = '/';
    }
    FILE *file = fopen(full, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static char *root(void **state)
{
    return (char *)*state;
}

static int mask(void)
{
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    return CPU_COUNT(&set);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void test_no_groups(void **state)
{
    assert_int_equal(cli_cores(root(state)), mask());
}

static void test_second_generation(void **state)
{
    put(root(state), "proc/self/cgroup", "0::/\n");
    put(root(state), "sys/fs/cgroup/cpu.max", "max 100000\n");
    assert_int_equal(cli_cores(root(state)), mask());
    put(root(state), "sys/fs/cgroup/cpu.max", "100000 100000\n");
    assert_int_equal(cli_cores(root(state)), 1);
    put(root(state), "sys/fs/cgroup/cpu.max", "50000 100000\n"); /* half a core: one thread */
    assert_int_equal(cli_cores(root(state)), 1);
    put(root(state), "sys/fs/cgroup/cpu.max", "290000 100000\n"); /* 2.9: the third would wait */
    assert_int_equal(cli_cores(root(state)), least(2, mask()));
}

static void test_nested(void **state)
{
    put(root(state), "proc/self/cgroup", "0::/job/step\n");
    put(root(state), "sys/fs/cgroup/job/cpu.max", "100000 100000\n");
    put(root(state), "sys/fs/cgroup/job/step/cpu.max", "max 100000\n");
    assert_int_equal(cli_cores(root(state)), 1); /* the limit of the parent holds below it */
    put(root(state), "sys/fs/cgroup/job/cpu.max", "max 100000\n");
    assert_int_equal(cli_cores(root(state)), mask());
}

static void test_first_generation(void **state)
{
    put(root(state), "proc/self/cgroup",
        "5:memory:/a\n4:cpu,cpuacct:/docker/x\n1:name=systemd:/\n");
    put(root(state), "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    put(root(state), "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    assert_int_equal(cli_cores(root(state)), mask());
    put(root(state), "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000\n"); /* group not mounted here */
    assert_int_equal(cli_cores(root(state)), 1);
}

static void test_slurm(void **state)
{
    setenv("SLURM_CPUS_PER_TASK", "1", 1);
    assert_int_equal(cli_cores(root(state)), 1);
    setenv("SLURM_CPUS_PER_TASK", "100000", 1); /* never more than there is */
    assert_int_equal(cli_cores(root(state)), mask());
    setenv("SLURM_CPUS_PER_TASK", "1(x2)", 1); /* not a number: no limit */
    assert_int_equal(cli_cores(root(state)), mask());
    unsetenv("SLURM_CPUS_PER_TASK");
}

static void test_mask(void **state)
{
    cpu_set_t before, one;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    for (int c = 0; c < CPU_SETSIZE && CPU_COUNT(&one) == 0; c++)
        if (CPU_ISSET(c, &before)) CPU_SET(c, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(cli_cores(root(state)), 1);
    sched_setaffinity(0, sizeof before, &before);
}

static int setup(void **state)
{
    const char *folder = getenv("TMPDIR");
    unsetenv("SLURM_CPUS_PER_TASK");
    char *path = malloc(256);
    snprintf(path, 256, "%s/lacon-cores.XXXXXX", folder ? folder : P_tmpdir);
    *state = path;
    return mkdtemp(path) == NULL;
}

static int teardown(void **state)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", root(state));
    int failed = system(command);
    free(*state);
    return failed;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_no_groups), TEST(test_second_generation),
        TEST(test_nested),    TEST(test_first_generation),
        TEST(test_slurm),     TEST(test_mask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
