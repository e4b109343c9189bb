/* SPDX-License-Identifier: BSD-3-Clause
 * The page: a frame, the style, the document as a block of JSON, the script. Script and style are allowed
 * by their digests and nothing else is: no network, no inline handler, no evaluation. The JSON is ASCII with
 * < > & escaped, so that no label can end its block.
 */
#include "report/report.h"

#include "io/writer.h"
#include "util/sha256.h"

#include <stdlib.h>
#include <string.h>

enum { DIGEST = 32, DIGITS = 6 }; /* digits of a number: more than a figure shows */

/* 'sha256-...' of the bytes, as a Content-Security-Policy names a script. */
static json_t *digest(const unsigned char *bytes, size_t size)
{
    char hex[LCN_SHA256_TEXT];
    unsigned char raw[DIGEST];
    lcn_sha256 hash;
    lcn_sha256_init(&hash);
    lcn_sha256_update(&hash, bytes, size);
    lcn_sha256_final(&hash, hex);
    for (int i = 0; i < DIGEST; i++) {
        const char pair[] = {hex[2 * i], hex[2 * i + 1], '\0'};
        raw[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    return lcn_json_base64(raw, sizeof raw);
}

static void put_escaped(lcn_writer *out, const char *text)
{
    for (; *text; text++) {
        const char *escape = *text == '<' ? "\\u003c" : *text == '>' ? "\\u003e" : *text == '&' ? "\\u0026" : NULL;
        if (escape) lcn_writer_text(out, escape);
        else lcn_writer_bytes(out, text, 1);
    }
}

/* Digests of what the page holds; space is NULL when it does without. */
typedef struct digests {
    json_t *script, *space, *style;
} digests;

static void put_source(lcn_writer *out, const json_t *of)
{
    lcn_writer_text(out, "'sha256-");
    lcn_writer_text(out, json_string_value(of));
    lcn_writer_text(out, "'");
}

static void put_head(lcn_writer *out, const digests *d)
{
    lcn_writer_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src ");
    put_source(out, d->script);
    if (d->space) lcn_writer_text(out, " ");
    if (d->space) put_source(out, d->space);
    lcn_writer_text(out, "; style-src ");
    put_source(out, d->style);
    lcn_writer_text(out, "; img-src data: blob:; base-uri 'none'; form-action 'none'\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>lacon report</title>\n<style>");
    lcn_writer_bytes(out, lcn_report_style, lcn_report_style_size);
    lcn_writer_text(out, "</style>\n</head>\n<body>\n<main id=\"report\"></main>\n"
                      "<noscript><p>The figures and tables of this page are drawn by its own script, which "
                      "is switched off.</p></noscript>\n");
}

static void put_script(lcn_writer *out, const unsigned char *bytes, size_t size)
{
    lcn_writer_text(out, "<script>");
    lcn_writer_bytes(out, bytes, size);
    lcn_writer_text(out, "</script>\n");
}

static void put_body(lcn_writer *out, const char *document, bool in_space)
{
    lcn_writer_text(out, "<script type=\"application/json\" id=\"document\">");
    put_escaped(out, document);
    lcn_writer_text(out, "</script>\n");
    if (in_space) put_script(out, lcn_report_space, lcn_report_space_size);
    put_script(out, lcn_report_script, lcn_report_script_size);
    lcn_writer_text(out, "</body>\n</html>\n");
}

static bool make_digests(digests *d, bool in_space)
{
    *d = (digests){.script = digest(lcn_report_script, lcn_report_script_size),
                   .space = in_space ? digest(lcn_report_space, lcn_report_space_size) : NULL,
                   .style = digest(lcn_report_style, lcn_report_style_size)};
    return d->script && d->style && (!in_space || d->space);
}

lacon_status lcn_report_page(lacon_ctx *ctx, const char *path, json_t *document, bool in_space)
{
    char *text = lcn_json_dump(ctx, document, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(DIGITS));
    digests d;
    lacon_status status = LACON_OK;
    json_decref(document);
    if (!make_digests(&d, in_space) || text == NULL)
        status = lcn_fail(ctx, LACON_E_MEMORY, "%s: no memory to write it", path);
    lcn_writer out;
    if (status >= 0) status = lcn_writer_replace(ctx, &out, path);
    if (status >= 0) {
        put_head(&out, &d);
        put_body(&out, text, in_space);
        status = lcn_writer_close(ctx, &out, LACON_OK);
    }
    json_decref(d.script);
    json_decref(d.space);
    json_decref(d.style);
    lcn_free(&ctx->allocator, text);
    return status;
}
