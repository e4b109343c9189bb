/* SPDX-License-Identifier: BSD-3-Clause
 * Runs a fuzz target without libFuzzer, for ctest: every file of the folders named on the command
 * line, as it is, cut at every place, and with single bytes changed.
 */
#include "fuzz.h"

#include <dirent.h>

static long runs;

static void run(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size > 0 ? size : 1); /* exact size: overruns are seen by sanitizers */
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    runs++;
}

/* At most a few hundred variants of each, spread evenly. */
static void run_damaged(uint8_t *bytes, size_t size)
{
    static const uint8_t masks[] = {0x01, 0x20, 0x80, 0xFF};
    size_t step = size / 100 + 1;
    for (size_t i = 0; i < size; i += step) {
        run(bytes, i);
        for (int m = 0; m < 4; m++) {
            bytes[i] ^= masks[m];
            run(bytes, size);
            bytes[i] ^= masks[m];
        }
    }
}

static void run_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL) return;
    uint8_t *bytes = malloc(1 << 20);
    size_t size = fread(bytes, 1, 1 << 20, f);
    fclose(f);
    run(bytes, size);
    run_damaged(bytes, size);
    free(bytes);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        DIR *dir = opendir(argv[i]);
        if (dir == NULL) {
            fprintf(stderr, "%s: no such folder\n", argv[i]);
            return 1;
        }
        for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (entry->d_name[0] != '.') run_file(path);
        }
        closedir(dir);
    }
    printf("%ld inputs\n", runs);
    return runs > 0 ? 0 : 1;
}
