/* SPDX-License-Identifier: BSD-3-Clause
 * The parts of a report: the document (JSON) made from the model (report_model.c), from the files beside it
 * (report_beside.c) and from tables the caller has (report_tables.c); the page around it (page.c). Values
 * are NULL when memory was out, as in io/document.h.
 */
#ifndef LCN_REPORT_H
#define LCN_REPORT_H

#include "data/namemap.h"
#include "io/document.h"
#include "model/model.h"
#include <lacon/report.h>

typedef struct lcn_report {
    const char *dir;
    const lacon_model *model; /* of a folder without modules (lacon causal --observed): its names alone */
    const lacon_report_options *options;
    char **labels; /* classes as the page names them, borrowed from the model or numbered */
    int64_t nodes;         /* of the directed graph: modules; variables where there are none */
    const lcn_namemap *of; /* from the name of a variable to its node; NULL: nodes are modules, 1..k */
} lcn_report;

/* A text of at most LCN_LABEL_MAX characters: labels may be 10 kB long and there are many. */
enum { LCN_LABEL_MAX = 200 };
json_t *lcn_json_label(const char *text);

/* Arrays too large for digits, as base64 of little-endian values. */
json_t *lcn_json_base64(const void *bytes, size_t count);

/* report_model.c; names: of a folder without modules */
json_t *lcn_report_model(lacon_ctx *ctx, const lcn_report *report);
json_t *lcn_report_names(const lcn_report *report);
json_t *lcn_report_pooled(lacon_ctx *ctx, const lcn_report *report); /* null where the fit did not pool */
json_t *lcn_report_spread(lacon_ctx *ctx, const lcn_report *report); /* scales, class by variable */
/* Mean covariance of the data, p × p; null when there are no data or p is too large to show. */
json_t *lcn_report_covariance(lacon_ctx *ctx, const lcn_report *report);

/* Share of missing values, class by variable, in 255ths; null when the data have none. */
json_t *lcn_report_missing(lacon_ctx *ctx, const lcn_report *report);

/* report_beside.c: adds what is there under its name; what is not there is left out. */
lacon_status lcn_report_beside(lacon_ctx *ctx, const lcn_report *report, lcn_object *document);
/* DIR/NAME, else DIR/SUB/NAME; *path is NULL when neither is there. */
lacon_status lcn_report_find(lacon_ctx *ctx, char **path, const char *dir, const char *sub, const char *name);
lacon_status lcn_report_json(lacon_ctx *ctx, json_t **out, const char *path);
/* Is there anything below the header? A class without arrows has a table without lines. */
lacon_status lcn_report_has_rows(lacon_ctx *ctx, const char *path, bool *rows);

/* report_about.c: model.json, and what every class lost before the fit. */
lacon_status lcn_report_about(lacon_ctx *ctx, const lcn_report *report, lcn_object *document);

/* report_causal.c: directed connectivity, summed over the classes. */
lacon_status lcn_report_causal(lacon_ctx *ctx, const lcn_report *report, lcn_object *document);

/* report_tables.c */
lacon_status lcn_report_people(lacon_ctx *ctx, const lcn_report *report, lcn_object *document);
lacon_status lcn_report_coordinates(lacon_ctx *ctx, const lcn_report *report, lcn_object *document);
lacon_status lcn_report_labels(lacon_ctx *ctx, const lcn_report *report, lcn_object *document);
lacon_status lcn_report_module_names(lacon_ctx *ctx, const lcn_report *report, lcn_object *document);
/* File and digest of every table given, and the command of the page. */
lacon_status lcn_report_origin(lacon_ctx *ctx, const lcn_report *report, lcn_object *document);

/* anonymise.c: numbers for names. Walks through the document and puts labels[i] where the name of class i
 * is a word of a text; drops commands, files and digests. False when memory was out. */
bool lcn_report_anonymise(json_t *document, const lcn_report *report);

/* page.c: takes the document over. in_space: with the script that draws in three dimensions. */
lacon_status lcn_report_page(lacon_ctx *ctx, const char *out, json_t *document, bool in_space);

/* The bundle of report/dist, made into C by cmake/embed.cmake. */
extern const unsigned char lcn_report_script[], lcn_report_space[], lcn_report_style[];
extern const size_t lcn_report_script_size, lcn_report_space_size, lcn_report_style_size;

#endif
