/* SPDX-License-Identifier: BSD-3-Clause
 * The program of one process; program.c has the rest.
 */
#include "cmd.h"

int main(int argc, char **argv) { return cli_main(argc, argv, NULL); }
