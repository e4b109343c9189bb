/* SPDX-License-Identifier: BSD-3-Clause
 * MATLAB files of version 5, which are most of matio. Its own crashes are the business of the child that reads for us:
 * mutate.c tells them from ours.
 */
#include "fuzz_foreign.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_foreign(&lcn_format_mat, bytes, fuzz_is_mat5(bytes, size) ? size : 0);
    return 0;
}
