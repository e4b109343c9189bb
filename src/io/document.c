/* SPDX-License-Identifier: BSD-3-Clause
 * JSON documents; see document.h.
 */
#include "io/document.h"
#include "io/source.h"
#include "io/writer.h"
#include "util/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

json_t *lcn_json_real(double value) { return isfinite(value) ? json_real(value) : json_null(); }

/* JSON is UTF-8; a command line or a label from elsewhere may not be. */
json_t *lcn_json_text(const char *value)
{
    if (value == NULL) return json_null();
    char *clean = malloc(2 * strlen(value) + 1);
    if (clean == NULL) return NULL;
    lcn_to_utf8(value, strlen(value), clean);
    json_t *string = json_string(clean);
    free(clean);
    return string;
}

/* A seed has 64 bits, the integers of JSON readers often 63 or 53. */
json_t *lcn_json_seed(uint64_t value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value)
                              : json_sprintf("%llu", (unsigned long long)value);
}

lcn_object lcn_object_begin(void)
{
    lcn_object o = {.json = json_object()};
    o.failed = o.json == NULL;
    return o;
}

void lcn_object_set(lcn_object *o, const char *key, json_t *value)
{
    if (o->failed) {
        json_decref(value);
    } else if (json_object_set_new(o->json, key, value) != 0) {
        o->failed = true;
    }
}

json_t *lcn_object_end(lcn_object *o)
{
    if (!o->failed) return o->json;
    json_decref(o->json);
    return NULL;
}

json_t *lcn_json_push(json_t *list, json_t *value)
{
    if (list != NULL && json_array_append_new(list, value) == 0) return list;
    if (list == NULL) json_decref(value);
    json_decref(list);
    return NULL;
}

/* Without memory jansson calls a good text wrong: then the smallest good one is wrong too. */
static bool lacks_memory(void)
{
    json_t *small = json_loads("{\"a\": [1, 0.5, \"b\"]}", 0, NULL);
    json_decref(small);
    return small == NULL;
}

/* Where memory was short for a moment the second time tells. */
static lacon_status parse(lacon_ctx *ctx, json_t **out, const char *path, const unsigned char *text, size_t size,
                          size_t flags, json_error_t *error)
{
    *out = json_loadb((const char *)text, size, flags, error);
    if (*out != NULL) return LACON_OK;
    LCN_FAIL_IF(lacks_memory(), LACON_E_MEMORY, "%s: no memory to read it", path);
    *out = json_loadb((const char *)text, size, flags, error);
    return LACON_OK;
}

lacon_status lcn_document_read(lacon_ctx *ctx, json_t **out, const char *path, size_t flags, json_error_t *error)
{
    unsigned char *text;
    size_t size;
    *out = NULL;
    lacon_status status = lcn_file_all(ctx, path, &text, &size);
    if (status >= 0) status = parse(ctx, out, path, text, size, flags, error);
    lcn_free(&ctx->allocator, text);
    return status;
}

typedef struct dump {
    lacon_ctx *ctx;
    char *text;
    size_t used, room;
    bool failed; /* once is for good, whatever jansson makes of it */
} dump;

static int append(const char *bytes, size_t count, void *user)
{
    dump *d = user;
    if (!d->failed && count >= d->room - d->used) {
        const size_t room = 2 * (d->room + count);
        char *longer = lcn_alloc(d->ctx, room, 1);
        if (longer != NULL) memcpy(longer, d->text, d->used);
        d->failed = longer == NULL;
        if (longer != NULL) lcn_free(&d->ctx->allocator, d->text);
        if (longer != NULL) d->text = longer, d->room = room;
    }
    if (d->failed) return -1;
    memcpy(d->text + d->used, bytes, count);
    d->used += count;
    d->text[d->used] = '\0';
    return 0;
}

char *lcn_json_dump(lacon_ctx *ctx, const json_t *json, size_t flags)
{
    enum { ROOM = 4096 };
    dump d = {.ctx = ctx, .text = json != NULL ? lcn_alloc(ctx, ROOM, 1) : NULL, .room = ROOM};
    if (d.text != NULL && json_dump_callback(json, append, &d, flags) == 0 && !d.failed) return d.text;
    lcn_free(&ctx->allocator, d.text);
    return NULL;
}

static void put_text(lcn_writer *out, const void *content)
{
    lcn_writer_text(out, content);
    lcn_writer_text(out, "\n");
}

lacon_status lcn_document_write(lacon_ctx *ctx, const char *dir, const char *name, json_t *json)
{
    char *content = lcn_json_dump(ctx, json, LCN_JSON_FILE);
    json_decref(json);
    LCN_FAIL_IF(content == NULL, LACON_E_MEMORY, "%s/%s: no memory to write it", dir, name);
    lacon_status status = lcn_writer_store(ctx, dir, name, put_text, content);
    lcn_free(&ctx->allocator, content);
    return status;
}

lacon_status lcn_document_text(lacon_ctx *ctx, char **text, json_t *json)
{
    *text = lcn_json_dump(ctx, json, LCN_JSON_FILE);
    json_decref(json);
    LCN_FAIL_IF(*text == NULL, LACON_E_MEMORY, "no memory for a text");
    return LACON_OK;
}
