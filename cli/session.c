/* SPDX-License-Identifier: BSD-3-Clause
 * A command at work: its context, its words on standard error, its exit code.
 */
#include "cmd.h"
#include "terminal/term.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void say(const char *name, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

/* Bytes of the text that fit into so many columns, to the last blank among them; all of it where a word is longer. */
static size_t fitting(const char *text, int columns)
{
    size_t blank = 0;
    int taken = 0;
    for (size_t i = 0; text[i]; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80) taken++; /* a character, not the rest of one */
        if (text[i] == ' ' && i > 0 && text[i - 1] != ' ') blank = i;
        if (taken > columns && blank > 0) return blank;
    }
    return strlen(text);
}

/* A line; on a terminal it is folded at blanks, below where its words begin. */
static void put_line(const char *text)
{
    enum { WORDS = 15 }; /* behind "  results      " */
    const int columns = isatty(STDERR_FILENO) ? term_columns() : 0;
    const int indent = strncmp(text, "  ", 2) != 0 ? 2 : strlen(text) > WORDS && text[WORDS - 1] == ' ' ? WORDS : 6;
    size_t length = columns > 40 ? fitting(text, columns - 1) : strlen(text);
    fprintf(stderr, "%.*s\n", (int)length, text);
    for (text += length; *text; text += length) {
        text += strspn(text, " ");
        length = fitting(text, columns - 1 - indent);
        fprintf(stderr, "%*s%.*s\n", indent, "", (int)length, text);
    }
}

static void say(const char *name, const char *format, va_list list)
{
    char text[8192], line[8300];
    cli_progress_clear();
    vsnprintf(text, sizeof text, format, list);
    snprintf(line, sizeof line, "lacon%s%s: %s", name ? " " : "", name ? name : "", cli_plain(text));
    put_line(line);
}

void cli_say(const char *name, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say(name, format, list);
    va_end(list);
}

void cli_tell(const cli_session *session, const char *format, ...)
{
    if (session->quiet) return;
    cli_progress_clear();
    char text[8192];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    put_line(cli_plain(text));
}

int cli_usage(const cli_command *command, const char *format, ...)
{
    const char *name = command ? command->name : NULL;
    va_list list;
    va_start(list, format);
    say(name, format, list);
    va_end(list);
    fprintf(stderr, "Try 'lacon %s%s' for what there is.\n", name ? name : "help",
            name ? " --help" : "");
    return CLI_USAGE;
}

int cli_exit_code(lacon_status status)
{
    switch (status) {
    case LACON_OK:
        return CLI_DONE;
    case LACON_W_NOT_CONVERGED:
        return CLI_NOT_CONVERGED;
    case LACON_W_CANCELLED:
    case LACON_E_CANCELLED:
        return CLI_INTERRUPTED;
    case LACON_E_ARGUMENT:
    case LACON_E_UNSUPPORTED:
        return CLI_USAGE;
    case LACON_E_FORMAT:
    case LACON_E_DATA:
    case LACON_E_SHAPE:
        return CLI_BAD_DATA;
    case LACON_E_MEMORY:
    case LACON_E_IO:
    case LACON_E_NUMERIC:
    case LACON_E_LIMIT:
    case LACON_E_INTERNAL:
        return CLI_FAILED;
    }
    return CLI_FAILED;
}

lacon_status cli_fail(cli_session *session, lacon_status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(session->problem, sizeof session->problem, format, list);
    va_end(list);
    return status;
}

/* What was said of our own becomes what the ranks hear. */
lacon_status cli_agree(cli_session *session, lacon_status status)
{
    if (!cli_ranks() || !session->call->command->spread) return status;
    return lacon_ctx_agree(session->ctx, status, *session->problem ? session->problem : NULL);
}

int cli_report(const cli_session *session, lacon_status status)
{
    if (status >= 0) return cli_exit_code(status); /* what is written is written: nothing here may fail any more */
    char *said = cli_flags(lacon_ctx_marked(session->ctx));
    const char *message = *session->problem ? session->problem : said;
    if (status == LACON_E_CANCELLED)
        message = session->checkpoint ? "interrupted; what is finished is kept: the same command goes on from there"
                                      : "interrupted; nothing was written";
    cli_say(session->call->command->name, "%s", *message ? message : lacon_status_text(status));
    free(said);
    return cli_exit_code(status);
}

/* check reads a file that is wrong once more alone: what was said of it is said once. Without memory twice. */
static bool said_before(cli_session *session, const char *message)
{
    for (size_t i = 0; i < session->n_said; i++)
        if (strcmp(session->said[i], message) == 0) return true;
    char **more = realloc(session->said, (session->n_said + 1) * sizeof *more);
    if (more) session->said = more;
    if (more && (more[session->n_said] = strdup(message))) session->n_said++;
    return false;
}

static void on_log(void *user, lacon_log_level level, const char *message)
{
    cli_session *session = user;
    if (level == LACON_LOG_INFO && !session->verbose) return;
    if ((level == LACON_LOG_WARNING && said_before(session, message)) || session->quiet) return;
    cli_say(session->call->command->name, "%s%s", level == LACON_LOG_WARNING ? "warning: " : "",
            message);
}

static int on_cancel(void *user)
{
    (void)user;
    return cli_interrupted();
}

static int progress_style(const cli_common *common)
{
    bool terminal = isatty(STDERR_FILENO) == 1;
    if (common->progress < 0 || (common->quiet && common->progress == 0)) return CLI_PROGRESS_NONE;
    if (terminal) return CLI_PROGRESS_BAR;
    return common->progress > 0 ? CLI_PROGRESS_LINES : CLI_PROGRESS_NONE;
}

/* "4G", or "50%" of the machine's memory; 0 when it is neither. */
static double memory_of(const char *text)
{
    char *end, why[CLI_WHY_MAX];
    double bytes = 0;
    const double share = strtod(text, &end);
    if (end != text && strcmp(end, "%") == 0 && share > 0 && share <= 100)
        return share / 100 * (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    const cli_option size = {.name = "memory", .kind = CLI_BYTES};
    return cli_value_set(&size, &bytes, text, why) ? bytes : 0;
}

/* The folder that the results go to, which is there already. */
static char *beside_results(const cli_call *call)
{
    for (int i = 0; i < call->options->count; i++) {
        if (strcmp(call->options->row[i].name, "out") != 0 || !call->seen[i]) continue;
        char *path = cli_copy(*(const char *const *)((const char *)call->values + call->options->row[i].offset));
        char *slash = strrchr(path, '/');
        while (slash && slash[1] == '\0' && slash > path) *slash = '\0', slash = strrchr(path, '/');
        if (slash && slash > path) *slash = '\0';
        if (slash) return path;
        free(path);
    }
    return cli_copy(".");
}

static const double ROWS_SHARE = .125; /* of data and work: rows that stay in memory. Work cannot leave it */

/* CLI_DONE, or the exit code after a word. */
static int open_store(cli_session *session, const cli_common *common)
{
    const char *name = session->call->command->name;
    const double bytes = memory_of(common->memory);
    if (bytes <= 0) {
        cli_say(name, "--memory: '%s' is no size: 500M, 4G, or a share of the machine's memory, 50%%", common->memory);
        return CLI_USAGE;
    }
    if (bytes <= CLI_PROGRAM_BYTES) {
        cli_say(name, "--memory %s: the program itself takes %.0f MB", common->memory, CLI_PROGRAM_BYTES / 1e6);
        return CLI_FAILED;
    }
    char *folder = common->scratch ? cli_copy(common->scratch) : beside_results(session->call);
    const lacon_status status = lacon_store_new(&session->store, ROWS_SHARE * (bytes - CLI_PROGRAM_BYTES),
                                                bytes - CLI_PROGRAM_BYTES, folder);
    if (status < 0)
        cli_say(name, "%s: no file can be made there for rows that do not fit into memory: name another folder "
                "(--scratch DIR)", folder);
    free(folder);
    return cli_exit_code(status);
}

/* What one rank has read the others would wait for. */
static bool is_read_once(const char *path)
{
    struct stat st;
    return strcmp(path, CLI_STDIN) == 0 || (stat(path, &st) == 0 && S_ISFIFO(st.st_mode));
}

int cli_session_open(cli_session *session, const cli_call *call, const cli_common *common)
{
    *session = (cli_session){.call = call, .quiet = common->quiet, .verbose = common->verbose,
                             .checkpoint = common->checkpoint};
    for (int i = 0; cli_ranks() && i < call->n_operands; i++)
        if (is_read_once(call->operands[i]))
            return cli_usage(call->command, "%s reaches one rank of several: name files",
                             strcmp(call->operands[i], CLI_STDIN) == 0 ? "standard input" : "a pipe");
    lacon_ctx_options options;
    lacon_ctx_options_init(&options);
    options.threads = common->threads ? (int)common->threads : cli_cores("");
    options.log = on_log;
    options.progress = cli_progress_show;
    options.cancel = on_cancel;
    options.user = session;
    if (common->memory) {
        const int code = open_store(session, common);
        if (code) return code;
        options.allocator = lacon_store_allocator(session->store);
    }
    options.comm = call->command->spread ? cli_ranks() : NULL;
    options.checkpoint = common->checkpoint;
    options.backend = common->backend == 1 ? "reference" : NULL;
    cli_progress_start(cli_rank() > 0 ? CLI_PROGRESS_NONE : progress_style(common));
    cli_signals_limit(common->time_limit_s);
    lacon_status status = lacon_ctx_new(&session->ctx, &options);
    if (status < 0) cli_say(call->command->name, "%s", lacon_status_text(status));
    if (status < 0 && options.comm) options.comm->abort(options.comm->user, CLI_FAILED, lacon_status_text(status));
    return cli_exit_code(status);
}

void cli_session_close(cli_session *session)
{
    cli_progress_clear();
    lacon_ctx_free(session->ctx);
    lacon_store_free(session->store);
    for (size_t i = 0; i < session->n_said; i++) free(session->said[i]);
    free(session->said);
    session->said = NULL;
    session->n_said = 0;
    session->ctx = NULL;
    session->store = NULL;
}

lacon_status cli_folder_begin(cli_session *session, lacon_folder **out, const cli_output *output)
{
    if (cli_rank() > 0) return LACON_OK; /* the first rank writes */
    if (output->force) CLI_TRY(cli_spare_inputs(session, output->out));
    lacon_status status = lacon_folder_begin(session->ctx, out, output->out, output->force);
    if (status >= 0) cli_signals_staging(lacon_folder_path(*out));
    return status;
}

lacon_status cli_folder_commit(const cli_session *session, lacon_folder *folder)
{
    if (cli_interrupted() > 1) return LACON_E_CANCELLED; /* signals.c is about to end the program */
    lacon_status status = lacon_folder_commit(session->ctx, folder);
    if (status >= 0) cli_signals_staging(NULL); /* the name is the result's now */
    return status;
}

void cli_folder_free(lacon_folder *folder)
{
    lacon_folder_free(folder);
    cli_signals_staging(NULL);
}
