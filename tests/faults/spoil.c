/* SPDX-License-Identifier: BSD-3-Clause
 * Changes a file in place, the same way for the same seed: one bit, or a few larger things (bytes, pieces cut, doubled
 * or overwritten by words).
 *
 *     spoil flip|some SEED FILE
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 22 };
static uint64_t state;
static unsigned char bytes[MOST + 4096];
static size_t size;

static uint64_t draw(void) /* splitmix64 */
{
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static void cut(size_t at, size_t length)
{
    if (length > size - at) length = size - at;
    memmove(bytes + at, bytes + at + length, size - at - length);
    size -= length;
}

static void put(size_t at, const char *word)
{
    const size_t length = strlen(word);
    memmove(bytes + at + length, bytes + at, size - at);
    memcpy(bytes + at, word, length);
    size += length;
}

static void change(void)
{
    static const char *const words[] = {"nan", "inf", "-1", "0", "1e308", "1e-320", "NA", "\t", "\n", "\"", "x", "{",
                                        "]", "null", "[[", "99999999999999999999", "\xff", "<script>", "\x1b[31m", ","};
    const size_t at = size > 0 ? draw() % size : 0;
    switch (draw() % 6) {
    case 0: bytes[at] ^= (unsigned char)(1u << draw() % 8); break;
    case 1: bytes[at] = (unsigned char)draw(); break;
    case 2: cut(at, 1 + draw() % 8); break;
    case 3: cut(at, 1 + draw() % (size + 1)); break;
    case 4: cut(at, draw() % 6); put(at, words[draw() % (sizeof words / sizeof *words)]); break;
    default: put(at, words[draw() % (sizeof words / sizeof *words)]);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4) return 2;
    FILE *f = fopen(argv[3], "rb");
    if (f == NULL) return 1;
    size = fread(bytes, 1, MOST, f);
    fclose(f);
    state = strtoull(argv[2], NULL, 10) * 0x100000001B3u;
    if (strcmp(argv[1], "flip") == 0 && size > 0) bytes[draw() % size] ^= (unsigned char)(1u << draw() % 8);
    else for (int i = 1 + (int)(draw() % 4); i > 0; i--) change();
    f = fopen(argv[3], "wb");
    return f == NULL || fwrite(bytes, 1, size, f) != size || fclose(f) != 0;
}
