/* SPDX-License-Identifier: BSD-3-Clause
 * The fits of test_dealt.c with so many variables that the search sweeps over them (fit/mm/sweeps.h): all ranks have
 * all vectors, and end where one process does, to the last bit.
 */
#define MANY_VARIABLES
#include "test_dealt.c"
