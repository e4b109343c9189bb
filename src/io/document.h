/* SPDX-License-Identifier: BSD-3-Clause
 * JSON documents of our folders (model.json, test.json and the like), built with jansson, which has
 * its own memory (malloc). Values are NULL when memory is out; an object keeps the first failure and
 * the writer reports it. What is not known is null.
 */
#ifndef LCN_DOCUMENT_H
#define LCN_DOCUMENT_H

#include "util/ctx.h"

#include <jansson.h>

json_t *lcn_json_real(double value);     /* null when it is not finite */
json_t *lcn_json_text(const char *value); /* mended to UTF-8; null for NULL */
json_t *lcn_json_seed(uint64_t value);   /* a text beyond 63 bits */

/* Keys in the order they are set. */
typedef struct lcn_object {
    json_t *json;
    bool failed;
} lcn_object;

lcn_object lcn_object_begin(void);
void lcn_object_set(lcn_object *object, const char *key, json_t *value); /* takes value over */
json_t *lcn_object_end(lcn_object *object);                              /* NULL when it failed */
/* Appends value to list; both are given away. Returns the list, or NULL. */
json_t *lcn_json_push(json_t *list, json_t *value);
/* In files: indented, 17 digits read back to the same double. */
enum { LCN_JSON_FILE = JSON_INDENT(2) | JSON_REAL_PRECISION(17) };
/* A value as text (flags of jansson's), in the context's memory; NULL without memory. Not json_dumps: where its buffer
 * cannot grow it leaves out what did not fit and goes on, and the text is the host's to free. */
char *lcn_json_dump(lacon_ctx *ctx, const json_t *json, size_t flags);

/* The file at path; NULL with what jansson says in *error when it is no JSON. Memory and reading fail as such. */
lacon_status lcn_document_read(lacon_ctx *ctx, json_t **out, const char *path, size_t flags, json_error_t *error);

/* DIR/NAME with this content; json is given away, NULL: memory was out when it was made. */
lacon_status lcn_document_write(lacon_ctx *ctx, const char *dir, const char *name, json_t *json);
/* The same as a text in memory of the context; free with lcn_free. */
lacon_status lcn_document_text(lacon_ctx *ctx, char **text, json_t *json);

#endif
