/* SPDX-License-Identifier: BSD-3-Clause
 * MATLAB files of version 4: the walk over its variables (mat_whole.c), and what is made of what matio then finds
 * (table_mat.c). Version 5 is in fuzz_mat5.c.
 */
#include "fuzz_foreign.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_foreign(&lcn_format_mat, bytes, fuzz_is_mat5(bytes, size) ? 0 : size);
    return 0;
}
