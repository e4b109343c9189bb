/* SPDX-License-Identifier: BSD-3-Clause
 * The context: its creation, accessors and release, the message of the last failure, the three callbacks. Memory is
 * in alloc.c, the names of the codes in status.c.
 */
#include "util/ctx.h"
#include "util/alloc.h"
#include "util/format_text.h"
#include "util/options.h"
#include "util/threads_at_hand.h"
#include "util/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void lacon_ctx_options_init_sized(lacon_ctx_options *options, size_t size)
{
    const lacon_ctx_options defaults = {.size = sizeof defaults, .threads = 1};
    lcn_options_give(options, size, &defaults, sizeof defaults);
}

static lacon_status take_options(lacon_ctx_options *own, const lacon_ctx_options *given)
{
    LCN_TRY(LCN_TAKE(NULL, own, given, lacon_ctx_options));
    if (own->threads < 1) return LACON_E_ARGUMENT;
    const lacon_allocator *a = own->allocator;
    if (a != NULL && (a->alloc == NULL || a->free == NULL)) return LACON_E_ARGUMENT;
    return LACON_OK;
}

lacon_status lacon_ctx_new(lacon_ctx **out, const lacon_ctx_options *options)
{
    lacon_ctx_options own;
    *out = NULL;
    LCN_TRY(take_options(&own, options));
    lacon_allocator a = {.alloc = lcn_plain_alloc, .free = lcn_plain_free};
    if (own.allocator != NULL) a = *own.allocator;
    lacon_ctx *ctx = lcn_alloc_with(&a, 1, sizeof *ctx);
    if (ctx == NULL) return LACON_E_MEMORY;
    ctx->allocator = a;
    ctx->threads = lcn_threads_at_hand(own.threads);
    ctx->log = own.log;
    ctx->progress = own.progress;
    ctx->cancel = own.cancel;
    ctx->user = own.user;
    if (own.comm != NULL && own.comm->size > 1) ctx->comm = own.comm;
    if (ctx->comm) ctx->headers = lcn_alloc(ctx, (size_t)ctx->comm->size, LCN_HEADER_BYTES + sizeof(int64_t));
    if (own.checkpoint) ctx->checkpoint = lcn_strdup(ctx, own.checkpoint);
    if (own.backend) ctx->backend = lcn_strdup(ctx, own.backend);
    if ((ctx->comm && !ctx->headers) || (own.checkpoint && !ctx->checkpoint) || (own.backend && !ctx->backend)) {
        lacon_ctx_free(ctx);
        return LACON_E_MEMORY;
    }
    if (ctx->threads < own.threads)
        lcn_log(ctx, LACON_LOG_WARNING, "the system gives no more than %d of %d threads: it takes longer, the results "
                "are the same", ctx->threads, own.threads);
    *out = ctx;
    return LACON_OK;
}

void lacon_ctx_free(lacon_ctx *ctx)
{
    if (ctx == NULL) return;
    lacon_allocator a = ctx->allocator;
    lcn_free(&a, ctx->headers);
    lcn_free(&a, ctx->checkpoint);
    lcn_free(&a, ctx->backend);
    lcn_free(&a, ctx);
}

/* The text without marks. */
static void strip(char *to, const char *from)
{
    for (; *from; from++)
        if (*from != LCN_OPTION[0]) *to++ = *from;
    *to = '\0';
}

/* plain is a cache: no context is a constant. */
const char *lacon_ctx_message(const lacon_ctx *ctx)
{
    char *plain = ((lacon_ctx *)ctx)->plain;
    strip(plain, ctx->message);
    return plain;
}

const char *lacon_ctx_marked(const lacon_ctx *ctx) { return ctx->message; }

/* At most capacity - 1 bytes of it. */
static void copy_part(char *to, size_t capacity, const char *from, size_t length)
{
    if (capacity == 0) return;
    if (length > capacity - 1) length = capacity - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

int lacon_ctx_remedy(const lacon_ctx *ctx, int i, char *option, char *value, size_t capacity)
{
    const char *at = ctx->message;
    copy_part(option, capacity, "", 0);
    copy_part(value, capacity, "", 0);
    for (int k = 0; k <= i && i >= 0; k++) {
        at = strchr(at, LCN_OPTION[0]);
        if (at == NULL) return 0;
        at++;
    }
    if (i < 0) return 0;
    const size_t name = strspn(at, "abcdefghijklmnopqrstuvwxyz-");
    copy_part(option, capacity, at, name);
    const char *rest = at + name;
    if (*rest != ' ') return 1;
    const bool quoted = *++rest == '\'';
    rest += quoted;
    const size_t length = quoted ? strcspn(rest, "'") : strcspn(rest, " ,;:)");
    const bool chosen = quoted || strspn(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") < length; /* not FILE, SECONDS */
    if (chosen) copy_part(value, capacity, rest, length);
    return 1;
}

int lacon_ctx_threads(const lacon_ctx *ctx)
{
    return ctx->threads;
}

/* Cut a text that did not fit at a whole character and say so. */
static void mark_cut(char *text, size_t capacity)
{
    size_t end = capacity - sizeof "...";
    while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80)
        end--; /* inside a UTF-8 sequence */
    memcpy(text + end, "...", sizeof "...");
}

/* Format into text; bytes that could steer a terminal or are no text (names come from files) become
 * '?'. */
__attribute__((format(printf, 3, 0))) static void format_text(char *text, size_t capacity,
                                                              const char *format, va_list args)
{
    int length = lcn_vformat(text, capacity, format, args);
    if (length < 0) text[0] = '\0';
    if (length >= (int)capacity) mark_cut(text, capacity);
    for (size_t i = 0, end = strlen(text); i < end;) {
        uint32_t c;
        size_t n = lcn_utf8_next(text + i, end - i, &c);
        if (n == 0 || (c < 0x20 && c != '\n' && c != (uint32_t)LCN_OPTION[0]) || (c >= 0x7F && c < 0xA0)) {
            text[i] = '?';
            if (n == 2) text[i + 1] = '?';
        }
        i += n > 0 ? n : 1;
    }
}

/* Through a local copy: the arguments may point into the message itself. */
lacon_status lcn_fail(lacon_ctx *ctx, lacon_status code, const char *format, ...)
{
    char text[LCN_MESSAGE_MAX];
    va_list args;
    va_start(args, format);
    format_text(text, sizeof text, format, args);
    va_end(args);
    memcpy(ctx->message, text, strlen(text) + 1);
    return code;
}

void lcn_log(lacon_ctx *ctx, lacon_log_level level, const char *format, ...)
{
    if (ctx->log == NULL) return;
    char text[LCN_MESSAGE_MAX];
    va_list args;
    va_start(args, format);
    format_text(text, sizeof text, format, args);
    va_end(args);
    strip(text, text);
    ctx->log(ctx->user, level, text);
}

void lcn_progress(lacon_ctx *ctx, const char *phase, int64_t step, int64_t total, double objective)
{
    if (ctx->progress == NULL) return;
    lacon_progress where = {
        .phase = phase, .step = step, .total = total, .objective = objective, .left_s = NAN};
    ctx->progress(ctx->user, &where);
}

bool lcn_asked_to_stop(lacon_ctx *ctx)
{
    return ctx->cancel != NULL && ctx->cancel(ctx->user) != 0;
}

/* Ranks must stop at the same place, so they hear what they last agreed on (parallel/ranks.c). */
bool lcn_cancelled(lacon_ctx *ctx)
{
    return ctx->comm ? ctx->stop : lcn_asked_to_stop(ctx);
}

void lacon_ctx_traffic_sized(const lacon_ctx *ctx, lacon_traffic *out, size_t size)
{
    lcn_struct_give(out, size, &ctx->traffic, sizeof ctx->traffic);
}
