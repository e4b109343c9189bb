/* SPDX-License-Identifier: BSD-3-Clause
 * lacon: modules shared by several classes of data, and the connectivity of each class between them.
 * This is the only header to include; the parts are in reading order.
 */
#ifndef LACON_LACON_H
#define LACON_LACON_H

#include <lacon/version.h>
#include <lacon/status.h>  /* what a call may answer */
#include <lacon/comm.h>    /* several processes */
#include <lacon/context.h> /* allocator, threads, callbacks, the last message */
#include <lacon/store.h>   /* data beyond memory */
#include <lacon/data.h>    /* observations */
#include <lacon/model.h>   /* the model and what it can compute */
#include <lacon/fit.h>     /* estimation */
#include <lacon/io.h>      /* files */
#include <lacon/convert.h> /* files of other programs */
#include <lacon/baseline.h> /* other methods, for comparison */
#include <lacon/causal.h>  /* directed connectivity */
#include <lacon/experiment.h> /* all of them, repeated: the figures and the table of the paper */
#include <lacon/select.h>  /* how many modules */
#include <lacon/stability.h> /* how sure */
#include <lacon/test.h>    /* who differs */
#include <lacon/report.h>  /* a page of it all */
#include <lacon/tables.h>  /* names of enums, tables of options: for bindings */

#endif
