/* SPDX-License-Identifier: BSD-3-Clause
 * The program of one process; program.c has the rest.
 */
#include "cmd.h"

int main(int argc, char **argv)
{
    cli_take_blas_kernels(argv);
    return cli_main(argc, argv, NULL);
}
