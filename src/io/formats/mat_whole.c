/* SPDX-License-Identifier: BSD-3-Clause
 * MATLAB files seen from outside; see mat_whole.h. Versions 5 to 7 begin with 128 bytes and are then
 * elements of type and length (8 bytes), some packed; version 4 has no mark: each variable has a head
 * of five numbers (type, rows, columns, imaginary part or not, length of its name), name and values.
 */
#include "io/formats/mat_whole.h"

#include <ctype.h>
#include <string.h>
#include <zlib.h>

typedef struct walker {
    lcn_source *s;
    bool swapped;
    unsigned char chunk[1 << 16];
} walker;

static uint32_t get32(bool swapped, const unsigned char *p)
{
    uint32_t value;
    memcpy(&value, p, sizeof value);
    return swapped ? __builtin_bswap32(value) : value;
}

static bool is_5(const lcn_source *s)
{
    return lcn_source_holds(s, 124, "\0\1IM", 4) || lcn_source_holds(s, 124, "\1\0MI", 4);
}

/* ---- version 4 ---- */

enum { HEAD4 = 20, NAME4 = 64 };

typedef struct head4 {
    uint32_t type, rows, columns, imaginary, name;
} head4;

/* Type is 1000 M + 100 O + 10 P + T: M tells the byte order, O is 0, P the kind of number, T 0 full,
 * 1 text, 2 sparse. Which order a file has is seen by which makes sense. */
static bool take_head4(const unsigned char *p, bool swapped, head4 *h)
{
    bool little = (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) != swapped;
    uint32_t first = little ? 0 : 1000;
    *h = (head4){get32(swapped, p), get32(swapped, p + 4), get32(swapped, p + 8),
                 get32(swapped, p + 12), get32(swapped, p + 16)};
    return h->type >= first && h->type - first < 60 && h->type % 10 < 3 && h->rows <= INT32_MAX &&
           h->columns <= INT32_MAX && h->imaginary < 2 && h->name >= 2 && h->name <= NAME4;
}

/* Bytes of values; -1 more than any file has. */
static int64_t bytes4(const head4 *h)
{
    static const int64_t size[] = {8, 4, 4, 2, 2, 1};
    int64_t count, bytes;
    int64_t each = size[h->type % 100 / 10] * (1 + (int64_t)h->imaginary);
    bool much = __builtin_mul_overflow((int64_t)h->rows, (int64_t)h->columns, &count) ||
                __builtin_mul_overflow(count, each, &bytes);
    return much ? -1 : bytes;
}

static bool is_name(const unsigned char *p, uint32_t length)
{
    bool good = isalpha(p[0]) && p[length - 1] == '\0';
    for (uint32_t i = 1; i + 1 < length; i++) good = good && (isalnum(p[i]) || p[i] == '_');
    return good;
}

static bool is_4(const lcn_source *s, bool *swapped)
{
    head4 h;
    for (int turn = 0; turn < 2 && s->head_size >= HEAD4; turn++) {
        *swapped = turn == 1;
        if (!take_head4(s->head, *swapped, &h) || s->head_size < HEAD4 + (size_t)h.name) continue;
        if (is_name(s->head + HEAD4, h.name)) return true;
    }
    return false;
}

bool lcn_mat_probe(const lcn_source *s)
{
    bool swapped;
    return is_5(s) || is_4(s, &swapped);
}

/* ---- passing over ---- */

static lacon_status fail_cut(lacon_ctx *ctx, const walker *w)
{
    return lcn_fail(ctx, LACON_E_FORMAT, "%s: the MATLAB file is cut off", w->s->path);
}

/* `bytes` of the source, through z unless it is NULL; *answer is zlib's last. */
static lacon_status pass(lacon_ctx *ctx, walker *w, int64_t bytes, z_stream *z, int *answer)
{
    unsigned char out[1 << 14];
    while (bytes > 0) {
        size_t got, want = bytes < (int64_t)sizeof w->chunk ? (size_t)bytes : sizeof w->chunk;
        LCN_TRY(lcn_source_read(ctx, w->s, w->chunk, want, &got));
        if (got < want) return fail_cut(ctx, w);
        bytes -= (int64_t)got;
        if (z == NULL) continue;
        z->next_in = w->chunk;
        z->avail_in = (uInt)got;
        do {
            z->next_out = out;
            z->avail_out = sizeof out;
            *answer = inflate(z, Z_NO_FLUSH);
        } while (*answer == Z_OK && z->avail_out == 0);
    }
    return LACON_OK;
}

static lacon_status pass_packed(lacon_ctx *ctx, walker *w, uint32_t bytes)
{
    z_stream z = {0};
    int answer = Z_OK;
    if (inflateInit(&z) != Z_OK) return LACON_E_MEMORY;
    lacon_status status = pass(ctx, w, bytes, &z, &answer);
    inflateEnd(&z);
    LCN_TRY(status);
    LCN_FAIL_IF(answer != Z_STREAM_END, LACON_E_FORMAT,
                "%s: the MATLAB file is damaged: what is packed does not unpack", w->s->path);
    return LACON_OK;
}

/* A head of `size` bytes, or none: *there. */
static lacon_status next_head(lacon_ctx *ctx, walker *w, unsigned char *head, size_t size, bool *there)
{
    size_t got;
    LCN_TRY(lcn_source_read(ctx, w->s, head, size, &got));
    *there = got > 0;
    return got > 0 && got < size ? fail_cut(ctx, w) : LACON_OK;
}

/* ---- a matrix of version 5 that is not packed ---- */

/* What matio does not check: each part lies within the matrix, and numbers are as many as its dimensions say. Where the
 * file ends before them matio leaves memory as it was. (What is packed has a checksum.) */
typedef struct matrix5 {
    int64_t left;    /* bytes of it */
    uint32_t class;
    double count;    /* product of the dimensions */
} matrix5;

/* Bytes of a number by its type; 0: no number */
static uint32_t size_of_type(uint32_t type)
{
    static const uint8_t size[] = {0, 1, 1, 2, 2, 4, 4, 4, 0, 8, 0, 0, 8, 8};
    return type < sizeof size ? size[type] : 0;
}

/* A part: its type, its bytes, and how many are still to come; those of a short one, four at most, are in its tag. */
typedef struct part5 {
    uint32_t type, bytes;
    int64_t padded;
    unsigned char first[4];
    bool is_short;
} part5;

static lacon_status fail_matrix(lacon_ctx *ctx, const walker *w)
{
    return lcn_fail(ctx, LACON_E_FORMAT, "%s: the MATLAB file is damaged: a matrix does not hold the numbers that it "
                    "claims", w->s->path);
}

static lacon_status next_part(lacon_ctx *ctx, walker *w, matrix5 *m, part5 *part)
{
    unsigned char tag[8];
    bool there;
    if (m->left < (int64_t)sizeof tag) return fail_matrix(ctx, w);
    LCN_TRY(next_head(ctx, w, tag, sizeof tag, &there));
    if (!there) return fail_cut(ctx, w);
    m->left -= (int64_t)sizeof tag;
    const uint32_t type = get32(w->swapped, tag), bytes = get32(w->swapped, tag + 4);
    part->is_short = type >> 16 != 0;
    part->type = part->is_short ? type & 0xFFFF : type;
    part->bytes = part->is_short ? type >> 16 : bytes;
    part->padded = part->is_short ? 0 : ((int64_t)bytes + 7) / 8 * 8;
    memcpy(part->first, tag + 4, sizeof part->first);
    if (part->padded > m->left && (int64_t)part->bytes <= m->left) part->padded = m->left; /* the last needs none */
    return part->padded > m->left || (part->is_short && part->bytes > 4) ? fail_matrix(ctx, w) : LACON_OK;
}

/* Numbers of 32 bits of a part, `most` at the most; the rest is passed over. */
static lacon_status take_part(lacon_ctx *ctx, walker *w, matrix5 *m, const part5 *part, uint32_t *to, uint32_t most,
                              uint32_t *count)
{
    unsigned char word[4] = {0};
    bool there = true;
    int64_t taken = 0;
    *count = part->bytes / 4 < most ? part->bytes / 4 : most;
    for (uint32_t i = 0; i < *count; i++) {
        if (!part->is_short) LCN_TRY(next_head(ctx, w, word, sizeof word, &there));
        if (!there) return fail_cut(ctx, w);
        to[i] = get32(w->swapped, part->is_short ? part->first : word);
        taken += part->is_short ? 0 : 4;
    }
    m->left -= part->padded;
    return pass(ctx, w, part->padded - taken, NULL, NULL);
}

static lacon_status check_matrix(lacon_ctx *ctx, walker *w, uint32_t bytes)
{
    enum { FLAGS, DIMENSIONS, NAME, NUMBERS, FIRST_NUMERIC = 6, LAST_NUMERIC = 15, MOST = 32 };
    matrix5 m = {.left = bytes, .count = 1.0};
    part5 part = {0};
    uint32_t word[MOST] = {0}, count = 0;
    for (int which = 0; m.left > 0; which++) {
        LCN_TRY(next_part(ctx, w, &m, &part));
        LCN_TRY(take_part(ctx, w, &m, &part, word, which < NAME ? MOST : 0, &count));
        if (which == FLAGS && count > 0) m.class = word[0] & 0xFF;
        for (uint32_t i = 0; which == DIMENSIONS && i < count; i++) m.count *= (double)word[i];
        const bool numbers = m.class >= FIRST_NUMERIC && m.class <= LAST_NUMERIC && which >= NUMBERS;
        if (numbers && (double)size_of_type(part.type) * m.count != (double)part.bytes) return fail_matrix(ctx, w);
    }
    return LACON_OK;
}

static lacon_status check_5(lacon_ctx *ctx, walker *w)
{
    enum { HEADER = 128, MATRIX = 14, PACKED = 15 };
    unsigned char tag[8];
    w->swapped = w->s->head[126] != 'I'; /* "IM": of a little-endian machine */
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) w->swapped = !w->swapped;
    LCN_TRY(pass(ctx, w, HEADER, NULL, NULL));
    for (;;) {
        bool there;
        LCN_TRY(next_head(ctx, w, tag, sizeof tag, &there));
        if (!there) return LACON_OK;
        uint32_t type = get32(w->swapped, tag), bytes = get32(w->swapped, tag + 4);
        LCN_TRY(type == PACKED   ? pass_packed(ctx, w, bytes)
                : type == MATRIX ? check_matrix(ctx, w, bytes)
                                 : pass(ctx, w, bytes, NULL, NULL));
    }
}

static lacon_status check_4(lacon_ctx *ctx, walker *w)
{
    unsigned char head[HEAD4];
    for (;;) {
        bool there;
        head4 h;
        LCN_TRY(next_head(ctx, w, head, sizeof head, &there));
        if (!there) return LACON_OK;
        LCN_FAIL_IF(!take_head4(head, w->swapped, &h), LACON_E_FORMAT,
                    "%s: the MATLAB file (version 4) is damaged: what should be a variable is none",
                    w->s->path);
        int64_t bytes = bytes4(&h);
        if (bytes < 0) return fail_cut(ctx, w);
        LCN_TRY(pass(ctx, w, h.name, NULL, NULL));
        LCN_TRY(pass(ctx, w, bytes, NULL, NULL));
    }
}

lacon_status lcn_mat_check(lacon_ctx *ctx, lcn_source *s)
{
    walker w = {.s = s};
    LCN_TRY(lcn_source_rewind(ctx, s));
    if (is_5(s)) return check_5(ctx, &w);
    LCN_FAIL_IF(!is_4(s, &w.swapped), LACON_E_FORMAT, "%s: is not a MATLAB file after all", s->path);
    return check_4(ctx, &w);
}
