/* SPDX-License-Identifier: BSD-3-Clause
 * Tables of participants, without the test that uses them (fuzz_people.c).
 */
#include "fuzz_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_file file = fuzz_file_begin(bytes, size);
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    lacon_participants *table = NULL;
    const lacon_status status = lacon_participants_read(ctx, &table, file.path, size & 1 ? "-9,?" : NULL);
    HOLDS((status == LACON_OK) == (table != NULL));
    HOLDS(table == NULL || lacon_participants_name(table, 0) != NULL);
    lacon_participants_free(table);
    fuzz_bound(&memory);
    fuzz_end(ctx, &memory, status, file.path);
    close(file.fd);
    return 0;
}
