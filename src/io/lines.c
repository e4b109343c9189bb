/* SPDX-License-Identifier: BSD-3-Clause
 * Lines of a source; see lines.h.
 */
#include "io/lines.h"

#include <string.h>

enum {
    CHUNK = 1 << 16, /* stays in the cache between reading and parsing */
    LINE_MAX_BYTES = 1 << 30,
    CELL_MAX_BYTES = 1 << 16 /* of a line that goes on within quotes: what is longer has lost its other quote */
};

lacon_status lcn_lines_begin(lacon_ctx *ctx, lcn_lines *lines, lcn_source *source)
{
    /* one byte more than there are: then one read sees the end */
    bool small = source->size >= 0 && source->size < CHUNK && !source->gzip;
    *lines = (lcn_lines){.source = source, .capacity = small ? (size_t)source->size + 1 : CHUNK};
    lines->buffer = lcn_alloc(ctx, lines->capacity, 1);
    if (lines->buffer == NULL) return LACON_E_MEMORY;
    lcn_line first;
    LCN_TRY(lcn_lines_peek(ctx, lines, 0, &first));
    if (first.text != NULL && first.length >= 3 && memcmp(first.text, "\xEF\xBB\xBF", 3) == 0) {
        lines->begin += 3;
    }
    return LACON_OK;
}

void lcn_lines_end(lcn_lines *lines)
{
    if (lines->source != NULL) lcn_free(&lines->source->allocator, lines->buffer);
    *lines = (lcn_lines){0};
}

static lacon_status grow(lacon_ctx *ctx, lcn_lines *lines)
{
    LCN_FAIL_IF(lines->capacity >= LINE_MAX_BYTES, LACON_E_LIMIT,
                "%s:%lld: the line is longer than 1 GB", lines->source->path,
                (long long)(lines->number + 1));
    LCN_FAIL_IF(memchr(lines->buffer, '\0', lines->end) != NULL, LACON_E_FORMAT,
                "%s:%lld: holds a byte 0, which no text does", lines->source->path, (long long)(lines->number + 1));
    LCN_TRY(lcn_source_afford(ctx, lines->source, 2 * (double)lines->capacity));
    char *wider = lcn_alloc(ctx, 2 * lines->capacity, 1);
    if (wider == NULL) return LACON_E_MEMORY;
    memcpy(wider, lines->buffer, lines->end);
    lcn_free(&lines->source->allocator, lines->buffer);
    lines->buffer = wider;
    lines->capacity *= 2;
    return LACON_OK;
}

/* Move what is left to the front and fill up behind it. */
static lacon_status fill(lacon_ctx *ctx, lcn_lines *lines)
{
    if (lines->begin > 0) {
        memmove(lines->buffer, lines->buffer + lines->begin, lines->end - lines->begin);
        lines->end -= lines->begin;
        lines->begin = 0;
    }
    if (lines->end == lines->capacity) LCN_TRY(grow(ctx, lines));
    size_t want = lines->capacity - lines->end, got;
    LCN_TRY(lcn_source_read(ctx, lines->source, lines->buffer + lines->end, want, &got));
    lines->end += got;
    lines->ended = got < want;
    return LACON_OK;
}

/* Whether the text ends within the quotes of a cell. They open where a cell begins, and two of them are one inside. */
static bool is_open(const char *text, size_t length)
{
    bool open = false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '"') continue;
        const bool begins = i == 0 || strchr(",;\t ", text[i - 1]) != NULL;
        if (open && i + 1 < length && text[i + 1] == '"') i++;
        else if (open || begins) open = !open;
    }
    return open;
}

/* The line that starts `skip` bytes behind begin; *next is where the one after it starts. */
static lacon_status find(lacon_ctx *ctx, lcn_lines *lines, size_t skip, lcn_line *line,
                         size_t *next)
{
    size_t searched = skip, whole = 0; /* where the first part ends, once it was seen to be open */
    for (;;) {
        char *from = lines->buffer + lines->begin;
        size_t have = lines->end - lines->begin;
        const char *stop = have > searched ? memchr(from + searched, '\n', have - searched) : NULL;
        if (stop == NULL && !lines->ended) {
            searched = have > skip ? have : skip;
            LCN_TRY(fill(ctx, lines));
            continue;
        }
        size_t length = stop != NULL ? (size_t)(stop - from) - skip : have - skip;
        if (lines->cells && memchr(from + skip, '"', length) != NULL && is_open(from + skip, length)) {
            if (whole == 0) whole = length + 1;
            searched = skip + length + 1;
            if (stop != NULL && length - (whole - 1) < CELL_MAX_BYTES) continue;
            length = whole - 1; /* never closed: the reader says so of its first part */
            stop = from + skip + length;
            if (skip + length == have) stop = NULL;
        }
        *next = skip + length + (stop != NULL);
        *line = (lcn_line){.text = from + skip, .length = length};
        if (length == 0 && stop == NULL) line->text = NULL;
        if (length > 0 && from[skip + length - 1] == '\r') line->length--;
        return LACON_OK;
    }
}

lacon_status lcn_lines_next(lacon_ctx *ctx, lcn_lines *lines, lcn_line *line)
{
    size_t next;
    LCN_TRY(find(ctx, lines, 0, line, &next));
    lines->begin += next;
    if (line->text == NULL) return LACON_OK;
    lines->first = ++lines->number;
    const char *p = line->text, *end = p + line->length;
    while (lines->cells && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) p++, lines->number++;
    return LACON_OK;
}

lacon_status lcn_lines_peek(lacon_ctx *ctx, lcn_lines *lines, int ahead, lcn_line *line)
{
    size_t next = 0;
    for (int i = 0; i <= ahead; i++) LCN_TRY(find(ctx, lines, next, line, &next));
    return LACON_OK;
}

int64_t lcn_lines_left(const lcn_lines *lines)
{
    int64_t count = 0;
    const char *p = lines->buffer + lines->begin, *end = lines->buffer + lines->end;
    while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) p++, count++;
    const lcn_source *s = lines->source;
    if (lines->ended) return count + 1;
    if (s->size < 0 || s->raw == 0) return 2 * count + 1;
    /* the lines of the file are about as long as those in the buffer */
    double unpacked = (double)s->size * ((double)s->out / (double)s->raw);
    double left = unpacked - (double)s->out + (double)(lines->end - lines->begin);
    double each = (double)(lines->end - lines->begin) / (double)(count > 0 ? count : 1);
    return (int64_t)(left / each * 1.02) + 16;
}
