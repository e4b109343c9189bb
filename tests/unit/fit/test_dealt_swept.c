/* SPDX-License-Identifier: BSD-3-Clause
 * The fits of test_dealt.c with so many variables that the search sweeps over them (fit/mm/sweeps.h): each rank has
 * the vectors of its own classes, and all end where one process does, to the last bit.
 */
#define MANY_VARIABLES
#include "test_dealt.c"
