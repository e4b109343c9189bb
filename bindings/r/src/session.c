/* SPDX-License-Identifier: BSD-3-Clause
 * The context of a call: warnings are kept and told when the call is over (R's warning() may jump, the library must
 * not be jumped out of), Ctrl-C is looked for between iterations.
 */
#include "calls.h"
#include "lacon_r.h"

#include <R_ext/Utils.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void session_free(session *s)
{
    if (s == NULL) return;
    for (int i = 0; i < s->n_said; i++) free(s->said[i]);
    free(s->said);
    if (s->ctx != NULL) lacon_free(s->ctx, s->block);
    lacon_ctx_free(s->ctx);
    free(s);
}

static void finalize(SEXP pointer)
{
    session_free(R_ExternalPtrAddr(pointer));
    R_ClearExternalPtr(pointer);
}

static void keep(void *user, lacon_log_level level, const char *message)
{
    session *s = user;
    if (level != LACON_LOG_WARNING) return;
    char **longer = realloc(s->said, (size_t)(s->n_said + 1) * sizeof *longer);
    if (longer == NULL) return; /* a warning less */
    s->said = longer;
    s->said[s->n_said] = strdup(message);
    if (s->said[s->n_said] != NULL) s->n_said++;
}

/* R looks whether Ctrl-C was pressed, and answers by a condition, which is caught here: nothing may jump out of the
 * library. Whatever else R does meanwhile (events of windows) is kept in by the new top level. */
static SEXP look(void *unused)
{
    (void)unused;
    R_CheckUserInterrupt();
    return R_NilValue;
}

static SEXP caught(SEXP condition, void *user)
{
    (void)condition;
    ((session *)user)->stopped = 1;
    return R_NilValue;
}

static void look_within(void *user)
{
    SEXP kind = PROTECT(Rf_mkString("interrupt"));
    R_tryCatch(look, NULL, kind, caught, user, NULL, NULL);
    UNPROTECT(1);
}

/* Every 50 ms: soon enough for a hand, and rare enough to cost nothing. */
static int is_time(session *s)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const double t = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    if (t - s->looked < 0.05) return 0;
    s->looked = t;
    return 1;
}

static int cancel(void *user)
{
    session *s = user;
    if (!s->stopped && is_time(s) && !R_ToplevelExec(look_within, s)) s->stopped = 1;
    return s->stopped;
}

SEXP lacon_r_open(SEXP threads)
{
    SEXP pointer = PROTECT(R_MakeExternalPtr(NULL, Rf_install("lacon_session"), R_NilValue));
    R_RegisterCFinalizerEx(pointer, finalize, TRUE);
    session *s = calloc(1, sizeof *s);
    if (s == NULL) Rf_error("out of memory");
    R_SetExternalPtrAddr(pointer, s);
    lacon_ctx_options options;
    lacon_ctx_options_init_sized(&options, sizeof options);
    options.threads = Rf_asInteger(threads);
    options.log = keep;
    options.cancel = cancel;
    options.user = s;
    if (lacon_ctx_new(&s->ctx, &options) < 0) Rf_error("threads must be a number from 1 on");
    UNPROTECT(1);
    return pointer;
}

session *session_of(SEXP pointer)
{
    session *s = TYPEOF(pointer) == EXTPTRSXP ? R_ExternalPtrAddr(pointer) : NULL;
    if (s == NULL) Rf_error("no session of lacon");
    return s;
}

lacon_ctx *ctx_of(SEXP pointer) { return session_of(pointer)->ctx; }

/* What was warned of since the last time; and whether the user wants to stop. */
SEXP lacon_r_said(SEXP pointer)
{
    session *s = session_of(pointer);
    SEXP said = PROTECT(texts_of(s->n_said, (const char *const *)s->said));
    for (int i = 0; i < s->n_said; i++) free(s->said[i]);
    s->n_said = 0;
    UNPROTECT(1);
    return said;
}

SEXP lacon_r_stopped(SEXP pointer) { return Rf_ScalarLogical(session_of(pointer)->stopped); }

SEXP failure(SEXP pointer, lacon_status status)
{
    session *s = session_of(pointer);
    SEXP code = PROTECT(Rf_ScalarInteger(status)), name = PROTECT(text_of(lacon_status_name(status)));
    const char *sentence = lacon_ctx_marked(s->ctx);
    SEXP marked = PROTECT(text_of(*sentence ? sentence : lacon_status_text(status)));
    SEXP stopped = PROTECT(Rf_ScalarLogical(s->stopped || status == LACON_E_CANCELLED));
    SEXP out = PROTECT(named_list(4, "status", code, "name", name, "marked", marked, "stopped", stopped));
    Rf_classgets(out, PROTECT(Rf_mkString("lacon_failure")));
    UNPROTECT(6);
    return out;
}

SEXP lacon_r_version(void) { return text_of(lacon_version_text()); }
