/* SPDX-License-Identifier: BSD-3-Clause
 * NumPy's array format; see npy.h. The header is a Python dictionary with three known keys, read by
 * a parser that knows nothing else:
 *     {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
 */
#include "io/formats/npy.h"
#include "util/number.h"

#include <string.h>

/* ---- the dictionary ---- */

typedef struct scanner {
    const char *p, *end;
} scanner;

static void skip_blanks(scanner *s)
{
    while (s->p < s->end && (*s->p == ' ' || *s->p == '\n' || *s->p == '\t')) s->p++;
}

static bool take(scanner *s, char c)
{
    skip_blanks(s);
    if (s->p == s->end || *s->p != c) return false;
    s->p++;
    return true;
}

static bool take_word(scanner *s, const char *word)
{
    skip_blanks(s);
    size_t length = strlen(word);
    if ((size_t)(s->end - s->p) < length || memcmp(s->p, word, length) != 0) return false;
    s->p += length;
    return true;
}

/* 'text' in either kind of quotes, without escapes. */
static bool take_string(scanner *s, char *to, size_t capacity)
{
    skip_blanks(s);
    if (s->p == s->end || (*s->p != '\'' && *s->p != '"')) return false;
    char quote = *s->p++;
    const char *stop = memchr(s->p, quote, (size_t)(s->end - s->p));
    if (stop == NULL || (size_t)(stop - s->p) >= capacity) return false;
    memcpy(to, s->p, (size_t)(stop - s->p));
    to[stop - s->p] = '\0';
    s->p = stop + 1;
    return true;
}

static bool take_int(scanner *s, int64_t *out)
{
    skip_blanks(s);
    const char *from = s->p;
    while (s->p < s->end && *s->p >= '0' && *s->p <= '9') s->p++;
    bool good = lcn_parse_int64(from, (size_t)(s->p - from), out);
    if (good && s->p < s->end && *s->p == 'L') s->p++; /* Python 2 wrote 3L */
    return good;
}

/* (), (3,), (3, 4) */
static bool take_shape(scanner *s, lcn_npy *out)
{
    if (!take(s, '(')) return false;
    out->dims = 0;
    while (!take(s, ')')) {
        if (out->dims == LCN_NPY_DIMS || !take_int(s, &out->shape[out->dims++])) return false;
        if (!take(s, ',') && (s->p == s->end || *s->p != ')')) return false;
    }
    return true;
}

/* "<f8": byte order, kind, bytes (for U: characters) */
static bool set_type(lcn_npy *out, const char *descr)
{
    bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    if (descr[0] == '\0' || strchr("<>|=", descr[0]) == NULL) return false;
    out->swapped = (descr[0] == '<' && !little) || (descr[0] == '>' && little);
    out->kind = descr[1];
    if (descr[1] == '\0' || !lcn_parse_int64(descr + 2, strlen(descr + 2), &out->size))
        return false;
    int64_t z = out->size;
    switch (out->kind) {
    case 'f':
        return z == 4 || z == 8;
    case 'i':
    case 'u':
        return z == 1 || z == 2 || z == 4 || z == 8;
    case 'b':
        return z == 1;
    case 'U':
        out->size *= 4;
        return z >= 0 && z <= 1 << 24;
    default:
        return false;
    }
}

static bool set_count(lcn_npy *out)
{
    out->count = 1;
    for (int i = 0; i < out->dims; i++) {
        if (__builtin_mul_overflow(out->count, out->shape[i], &out->count)) return false;
    }
    return !__builtin_mul_overflow(out->count, out->size, &out->bytes);
}

/* All three keys once; *descr is left to the caller, who can say what is wrong with it. */
static bool take_dictionary(scanner *s, lcn_npy *out, char *descr, size_t capacity)
{
    char key[24];
    int seen = 0;
    if (!take(s, '{')) return false;
    while (!take(s, '}')) {
        int bit = 0;
        if (!take_string(s, key, sizeof key) || !take(s, ':')) return false;
        if (strcmp(key, "descr") == 0) {
            bit = take_string(s, descr, capacity) ? 1 : 0;
        } else if (strcmp(key, "fortran_order") == 0) {
            out->fortran = take_word(s, "True");
            bit = out->fortran || take_word(s, "False") ? 2 : 0;
        } else if (strcmp(key, "shape") == 0) {
            bit = take_shape(s, out) ? 4 : 0;
        }
        if (bit == 0 || (seen & bit)) return false;
        seen |= bit;
        if (!take(s, ',') && (s->p == s->end || *s->p != '}')) return false;
    }
    skip_blanks(s);
    return seen == 7 && s->p == s->end;
}

lacon_status lcn_npy_prologue(lacon_ctx *ctx, const char *path, const unsigned char *bytes,
                              size_t size, size_t *start, size_t *length)
{
    LCN_FAIL_IF(size < 10 || memcmp(bytes, "\x93NUMPY", 6) != 0, LACON_E_FORMAT,
                "%s: not a .npy array", path);
    LCN_FAIL_IF(bytes[6] < 1 || bytes[6] > 3 || (bytes[6] > 1 && size < 12), LACON_E_FORMAT,
                "%s: .npy version %d.%d is not known: 1.0 to 3.0 are", path, bytes[6], bytes[7]);
    *start = bytes[6] == 1 ? 10 : 12;
    *length = bytes[8] | (size_t)bytes[9] << 8;
    if (bytes[6] > 1) *length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
    LCN_FAIL_IF(*length > LCN_NPY_HEADER_MAX, LACON_E_FORMAT,
                "%s: the .npy header claims %zu bytes: at most %d make sense", path, *length,
                LCN_NPY_HEADER_MAX);
    return LACON_OK;
}

lacon_status lcn_npy_parse(lacon_ctx *ctx, const char *path, const char *text, size_t length,
                           lcn_npy *out)
{
    *out = (lcn_npy){0};
    scanner s = {.p = text, .end = text + length};
    char descr[24] = "";
    LCN_FAIL_IF(!take_dictionary(&s, out, descr, sizeof descr), LACON_E_FORMAT,
                "%s: the .npy header is not understood (records and objects are not): save a plain "
                "array of float64",
                path);
    LCN_FAIL_IF(!set_type(out, descr), LACON_E_FORMAT,
                "%s: values of type '%s' cannot be read: save the array as float64", path, descr);
    LCN_FAIL_IF(!set_count(out), LACON_E_FORMAT,
                "%s: the .npy header claims a shape beyond all memory", path);
    return LACON_OK;
}

/* ---- values ---- */

static uint64_t load(const unsigned char *p, int64_t size, bool swapped)
{
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    switch (size) {
    case 1:
        memcpy(&u8, p, 1);
        return u8;
    case 2:
        memcpy(&u16, p, 2);
        return swapped ? __builtin_bswap16(u16) : u16;
    case 4:
        memcpy(&u32, p, 4);
        return swapped ? __builtin_bswap32(u32) : u32;
    default:
        memcpy(&u64, p, 8);
        return swapped ? __builtin_bswap64(u64) : u64;
    }
}

static double one_double(const lcn_npy *npy, const unsigned char *p)
{
    uint64_t bits = load(p, npy->size, npy->swapped);
    if (npy->kind == 'f' && npy->size == 8) {
        double value;
        memcpy(&value, &bits, 8);
        return value;
    }
    if (npy->kind == 'f') {
        float value;
        uint32_t half = (uint32_t)bits;
        memcpy(&value, &half, 4);
        return (double)value;
    }
    if (npy->kind == 'b') return bits != 0;
    if (npy->kind == 'u') return (double)bits;
    int shift = 64 - 8 * (int)npy->size; /* the sign of the short one is the sign of the long one */
    return (double)((int64_t)(bits << shift) >> shift);
}

void lcn_npy_doubles(const lcn_npy *npy, const unsigned char *from, int64_t count, double *to)
{
    if (npy->kind == 'f' && npy->size == 8 && !npy->swapped) {
        memcpy(to, from, (size_t)count * sizeof *to);
        return;
    }
    for (int64_t i = 0; i < count; i++) to[i] = one_double(npy, from + i * npy->size);
}
