/* SPDX-License-Identifier: BSD-3-Clause
 * HDF5 files, MATLAB 7.3 among them. The library's own crashes are the business of the child that reads for us:
 * mutate.c tells them from ours.
 */
#include "fuzz_foreign.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_foreign(&lcn_format_hdf5, bytes, size);
    return 0;
}
