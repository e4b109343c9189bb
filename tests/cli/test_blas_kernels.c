/* SPDX-License-Identifier: BSD-3-Clause
 * A program whose OpenBLAS does not know the processor is started once more with better kernels named, and only once.
 * This program is both: before, and after.
 */
#include "cmd.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What OpenBLAS would say */
char *openblas_get_corename(void);
char *openblas_get_corename(void)
{
    static char name[] = "Prescott";
    return name;
}

static char **words;

static void started_once_more(void **state)
{
    (void)state;
    const char *kernels = getenv("OPENBLAS_CORETYPE");
    assert_string_equal(cli_blas_kernels(), "Prescott");
    assert_non_null(kernels);
    assert_true(strcmp(kernels, "SKYLAKEX") == 0 || strcmp(kernels, "HASWELL") == 0);
    assert_string_equal(words[1], "a word");
    assert_null(words[2]);
    cli_take_blas_kernels(words); /* they are named: not again */
}

/* What the user names stays. */
static void not_overruled(void **state)
{
    (void)state;
    char kernels[32];
    strcpy(kernels, getenv("OPENBLAS_CORETYPE"));
    setenv("OPENBLAS_CORETYPE", "Nehalem", 1);
    cli_take_blas_kernels(words);
    assert_string_equal(getenv("OPENBLAS_CORETYPE"), "Nehalem");
    setenv("OPENBLAS_CORETYPE", kernels, 1);
}

int main(int argc, char **argv)
{
    char word[] = "a word", *with_a_word[] = {argv[0], word, NULL};
    if (argc == 1) {
        unsetenv("OPENBLAS_CORETYPE");
        cli_take_blas_kernels(with_a_word);
        puts("a processor without AVX2, or no /proc: nothing to choose");
        return 77;
    }
    words = argv;
    const struct CMUnitTest tests[] = {cmocka_unit_test(started_once_more), cmocka_unit_test(not_overruled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
