/* SPDX-License-Identifier: BSD-3-Clause
 * What OpenBLAS settles while it is loaded, and can be told only by the environment that it is loaded in: so the
 * program is started once more where it would settle badly. A setting of the user's is kept; where the program cannot
 * be found again, all goes on as it is.
 *
 * Threads: each that it makes keeps a core busy for a tenth of a second though lacon never gives it work, and where
 * there is no memory for them OpenBLAS ends the process with an interrupt.
 *
 * Kernels: for a processor that is younger than itself it takes those of 2004, without the long vectors that the
 * processor has. A fit of 100,000 variables takes a quarter longer with them.
 */
#include "cmd.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

static const char SELF[] = "/proc/self/exe";

/* The following run before the libraries of the program are set up, libc among them: no getenv, no sanitizer. */
#define EARLY __attribute__((no_sanitize("address", "undefined", "thread"))) static

EARLY bool begins_with(const char *text, const char *with)
{
    while (*with && *text == *with) text++, with++;
    return *with == '\0';
}

/* Where a loader was given the program, SELF is the loader; under valgrind, which loads libraries of its own
 * beforehand, it is valgrind's. */
EARLY bool is_self(char **environment)
{
    for (; *environment; environment++)
        if (begins_with(*environment, "LD_PRELOAD="))
            for (const char *at = *environment; *at; at++)
                if (begins_with(at, "vgpreload")) return false;
    return getauxval(AT_BASE) != 0; /* where the system loaded a loader for it */
}

/* About 3 ms */
EARLY void one_thread(int argc, char **argv, char **environment)
{
    static const char one[] = "OPENBLAS_NUM_THREADS=1";
    (void)argc;
    size_t count = 0;
    for (; environment[count]; count++)
        if (begins_with(environment[count], "OPENBLAS_NUM_THREADS=") ||
            begins_with(environment[count], "OMP_NUM_THREADS="))
            return;
    if (!is_self(environment)) return;
    const size_t bytes = (count + 2) * sizeof *environment;
    char **longer = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (longer == MAP_FAILED) return;
    for (size_t i = 0; i < count; i++) longer[i] = environment[i];
    longer[count] = (char *)(uintptr_t)one;
    execve(SELF, argv, longer);
    munmap(longer, bytes);
}

__attribute__((section(".preinit_array"), used)) static void (*const early[])(int, char **, char **) = {one_thread};

/* ---- kernels ---- */

extern char *openblas_get_corename(void) __attribute__((weak)); /* another BLAS has none */

const char *cli_blas_kernels(void) { return openblas_get_corename ? openblas_get_corename() : "unknown"; }

/* The best that OpenBLAS has for what the processor can, by its name there; NULL: its own choice. */
static const char *better_kernels(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (strcmp(cli_blas_kernels(), "Prescott") != 0) return NULL;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return "SKYLAKEX";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "HASWELL";
#endif
    return NULL;
}

void cli_take_blas_kernels(char **argv)
{
    const char *better = getenv("OPENBLAS_CORETYPE") ? NULL : better_kernels();
    if (better && is_self(environ) && setenv("OPENBLAS_CORETYPE", better, 1) == 0) execv(SELF, argv);
}
