/* SPDX-License-Identifier: BSD-3-Clause
 * What the files of the lacon command share. A command is a row of the table in commands.c; its
 * options are rows of tables from which parsing (opt.c), --help (help.c), man pages (man.c) and
 * completion (complete.c) are all derived. How to add a command: README.md in this folder.
 */
#ifndef LACON_CLI_CMD_H
#define LACON_CLI_CMD_H

#include <lacon/lacon.h>
#include <stdbool.h>
#include <stdio.h>

/* Exit codes: users' scripts rely on them. */
enum {
    CLI_DONE = 0,
    CLI_FAILED = 1,
    CLI_USAGE = 2,
    CLI_BAD_DATA = 3,
    CLI_NOT_CONVERGED = 4,
    CLI_INTERRUPTED = 130
};

/* ---- options: tables and parsing (opt.c, value.c) ---- */

typedef enum cli_kind {
    CLI_FLAG,    /* int: becomes 1, or -1 when the name starts with "no-" */
    CLI_INT,     /* int64_t */
    CLI_SEED,    /* uint64_t */
    CLI_REAL,    /* double */
    CLI_BYTES,   /* double: a number, or one with K, M, G or T (powers of 1024) */
    CLI_CHOICE,  /* int: position in range */
    CLI_TEXT,    /* const char * */
    CLI_FILE,    /* const char *, completed as a path */
    CLI_DIR,     /* const char *, completed as a folder */
    CLI_LIBRARY, /* lacon_fit_options, set by name through the library */
    CLI_HELP     /* --help itself */
} cli_kind;

typedef struct cli_option {
    const char *name; /* without the dashes */
    char letter;      /* short form, 0 for none */
    cli_kind kind;
    size_t offset;     /* of the value in the struct of its group */
    const char *arg;   /* what the value is called in help; NULL for flags and choices */
    const char *range; /* "1..", "0..1", ">0", or choices "a|b"; NULL: anything */
    const char *def;   /* default as text, stored through the same parser; NULL: none */
    const char *help;  /* one line */
} cli_option;

typedef struct cli_group {
    const char *title;      /* heading in help; NULL ends the list */
    const cli_option *rows; /* end with a row without name; NULL: the library's fit options */
    size_t base;            /* where the group's struct lies in the values of the command */
} cli_group;

enum { CLI_OPTIONS_MAX = 96 };

/* The options of one command in one list, bases added to offsets. */
typedef struct cli_options {
    cli_option row[CLI_OPTIONS_MAX];
    int group[CLI_OPTIONS_MAX]; /* position of the row's group */
    int count;
} cli_options;

typedef struct cli_command cli_command;

#define CLI_STDIN "/dev/stdin" /* what the operand "-" becomes */

/* One invocation, as a command sees it. */
typedef struct cli_call {
    const cli_command *command;
    const cli_options *options;
    const bool *seen; /* beside options->row: given on the command line */
    const void *values; /* of the options */
    const char *const *operands;
    int n_operands;
    const char *line; /* the whole command line, quoted for a shell */
    double started_s; /* cli_now() at the start of the program */
} cli_call;

struct cli_command {
    const char *name;
    const char *group; /* heading in `lacon help` */
    const char *line;  /* one line */
    int (*run)(const cli_call *call, void *values);
    size_t size;                    /* of the values the options are stored in */
    bool spread; /* its work is shared by ranks; others are done by the first alone */
    const char *synopsis;           /* after the name: "INPUT... --k K --out DIR [OPTION]..." */
    int min_operands, max_operands; /* max -1: any number */
    const char *missing;            /* sentence when there are fewer operands */
    const char *required; /* options that must be given, separated by blanks; may be NULL */
    const cli_group *options;
    const char *about;    /* paragraphs, a newline between them */
    const char *writes;   /* what it writes; may be NULL */
    const char *examples; /* command lines, a newline between them */
    int (*word_count)(void);      /* what the first operand may be, for completion: */
    const char *(*word)(int i);   /* so many words; NULL: files */
};

void cli_options_flatten(cli_options *out, const cli_group *groups);
bool cli_given(const cli_call *call, const char *name);
/* Tables that other options name are no data where they lie among them: adds them to --exclude (beside.c). Free what it
 * returns when the command has run. */
char *cli_leave_out_tables(const cli_options *options, const bool *seen, void *values, const char *const *operands,
                           int n_operands);
/* Parses the arguments after the command's name and runs it; returns the exit code. */
int cli_dispatch(const cli_command *command, int argc, char **argv, double started_s);

/* Store text as the value of the option; "" in why when it is acceptable, else the complaint. */
enum { CLI_WHY_MAX = 2400 };
bool cli_value_set(const cli_option *option, void *values, const char *text, char why[CLI_WHY_MAX]);
bool cli_in_range(const char *range, double value); /* range as in cli_option */
/* "2:20", or "7" for one: counts from 1 on, not downwards. */
bool cli_counts(const char *text, int64_t *low, int64_t *high);

/* ---- the program (program.c) and its ranks (own_rank.c) ---- */

/* What main does; comm NULL: one process. Returns the exit code. */
int cli_main(int argc, char **argv, const lacon_comm *comm);
void cli_json_memory(void); /* jansson gets memory from a reserve where there is none: json_memory.c */
void cli_ranks_set(const lacon_comm *comm);
const lacon_comm *cli_ranks(void); /* NULL: one process */
int cli_rank(void);
/* On the first rank: the step's status. On the others: done. */
#define CLI_FIRST_RANK(step) (cli_rank() == 0 ? (step) : LACON_OK)

/* ---- commands (commands.c) and the texts derived from the tables ---- */

extern const cli_command cli_cmd_simulate, cli_cmd_check, cli_cmd_convert, cli_cmd_fit,
    cli_cmd_transform, cli_cmd_evaluate, cli_cmd_score, cli_cmd_baseline, cli_cmd_causal,
    cli_cmd_experiment, cli_cmd_test, cli_cmd_select, cli_cmd_stability, cli_cmd_compare,
    cli_cmd_show, cli_cmd_report, cli_cmd_version, cli_cmd_help;

int cli_command_count(void);
const cli_command *cli_command_at(int i); /* NULL past the end */
const cli_command *cli_command_find(const char *name);
/* Two lines on stderr with the nearest command; returns CLI_USAGE. */
int cli_unknown_command(const char *name);

void cli_help_overview(FILE *out);
void cli_help_command(FILE *out, const cli_command *command);
void cli_man_overview(FILE *out);
void cli_man_command(FILE *out, const cli_command *command);
void cli_complete_bash(FILE *out);
/* "--max-iter N", "--objective ml|sm", "--force": as help and man write an option. */
void cli_option_text(const cli_option *option, char *out, size_t size);
/* Default and range as one bracket, "" when there is nothing to say. */
void cli_option_note(const cli_option *option, char *out, size_t size);

/* Heading of a row; groups of one title share it. */
const char *cli_group_title(const cli_command *command, const cli_options *options, int row);

/* The nearest of n words, or NULL when none is near enough to be meant. */
const char *cli_nearest(const char *word, const char *const *words, int n);
/* "there is no KIND 'WORD'; did you mean ...?", or which there are. Returns the exit code. */
int cli_no_such(const cli_command *command, const char *kind, const char *word, int count,
                const char *(*name)(int i));

/* ---- options shared by commands (shared.c) ---- */

typedef struct cli_common {
    int64_t threads; /* 0: the cores the process may use */
    const char *memory, *scratch; /* --memory and --scratch; NULL: no limit */
    int quiet, verbose;
    int progress; /* 1 wanted, -1 not, 0 on a terminal */
    const char *checkpoint; /* folder; NULL: none. Only cli_long_rows have these */
    double time_limit_s;    /* 0: none */
    int backend;            /* 0 cpu, 1 reference */
} cli_common;

typedef struct cli_output {
    const char *out;
    int force;
} cli_output;

typedef struct cli_input {
    const char *class_column, *names, *columns, *ignore, *na, *variable, *atlas, *covariance;
    const char *bids, *task, *select, *exclude, *class_table;
    int pool; /* lacon_pool */
    double min_minutes, step_s;
    int transpose, rename_duplicates;
    int precision; /* lacon_precision */
    lacon_reduce reduce; /* not an option: what the command has no need of after reading */
    int deal;      /* not an option: each rank needs its own classes alone */
    int missing;   /* lacon_missing; cli_missing_rows */
    int align;     /* 1: labels */
    double max_bytes; /* 0: what the machine has */
} cli_input;

typedef struct cli_cleaning {
    const char *confounds, *confound_columns, *censor, *censor_column;
    int64_t detrend;
    double censor_above;
} cli_cleaning;

/* scale_rows default to z, scale_as_rows to -1: whatever the model was fitted with. */
typedef struct cli_scaling {
    int scale; /* lacon_scale */
} cli_scaling;

/* A table of participants and which column of it names the classes. */
typedef struct cli_people {
    const char *table, *id;
} cli_people;

/* Everything that decides what is estimated from; cli_load. */
typedef struct cli_intake {
    cli_input input;
    cli_cleaning cleaning;
    cli_scaling scaling;
    const char *flip; /* "auto" or a table; NULL: no signs but those of a model */
    const char *labels; /* a table of names for variables that have none (labels.c) */
} cli_intake;

extern const cli_option cli_common_rows[], cli_long_rows[], cli_brief_rows[], cli_output_rows[], cli_beside_rows[],
    cli_input_rows[], cli_missing_rows[], cli_clean_rows[], cli_scale_rows[], cli_scale_as_rows[],
    cli_flip_rows[], cli_labels_rows[], cli_people_rows[];
/* The groups of a cli_intake in the values of a command: with its own scaling and signs, or as a model
 * has them. */
#define CLI_INPUT_GROUPS(type, field)                                                               \
    {"Input", cli_input_rows, offsetof(type, field.input)},                                        \
        {"Input", cli_missing_rows, offsetof(type, field.input)},                                  \
        {"Input", cli_scale_rows, offsetof(type, field.scaling)},                                  \
        {"Input", cli_flip_rows, offsetof(type, field.flip)},                                      \
        {"Input", cli_labels_rows, offsetof(type, field.labels)},                                  \
    {                                                                                              \
        "Cleaning", cli_clean_rows, offsetof(type, field.cleaning)                                 \
    }
#define CLI_INTAKE_AS_GROUPS(type, field)                                                            \
    {"Input", cli_input_rows, offsetof(type, field.input)},                                        \
        {"Input", cli_missing_rows, offsetof(type, field.input)},                                  \
        {"Input", cli_scale_as_rows, offsetof(type, field.scaling)},                               \
    {                                                                                              \
        "Cleaning", cli_clean_rows, offsetof(type, field.cleaning)                                 \
    }

/* ---- a command at work: context, words, exit codes (session.c, inputs.c) ---- */

/* What the program itself takes: libraries, and what linear algebra touches of its own memory. */
#define CLI_PROGRAM_BYTES 40e6

typedef struct cli_session {
    lacon_ctx *ctx;
    const cli_call *call;
    lacon_store *store; /* with --memory */
    int quiet, verbose;
    const char *checkpoint; /* folder that keeps what is finished, or NULL */
    char problem[1024]; /* sentence of cli_fail, "" when the library's holds */
    char **said;        /* warnings so far */
    size_t n_said;
} cli_session;

/* Forward a failure. */
#define CLI_TRY(expr)                                                                              \
    do {                                                                                           \
        lacon_status cli_status_ = (expr);                                                         \
        if (cli_status_ < 0) return cli_status_;                                                   \
    } while (0)

/* Context with threads, words and progress as asked. CLI_DONE, or the exit code after a word. */
int cli_session_open(cli_session *session, const cli_call *call, const cli_common *common);
void cli_session_close(cli_session *session);

/* A failure of our own: keeps the sentence for cli_report and returns status. */
lacon_status cli_fail(cli_session *session, lacon_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The end of the work, on every rank: the failure of one is that of all. Without ranks: status itself. */
lacon_status cli_agree(cli_session *session, lacon_status status);
/* The sentence of the failure on stderr; returns the exit code of the status. */
int cli_report(const cli_session *session, lacon_status status);
int cli_exit_code(lacon_status status);
/* One line on stderr, "lacon fit: ..."; a progress line there is wiped first. */
void cli_say(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Continuation lines, without the name; silent under --quiet. */
void cli_tell(const cli_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Complaint and where help is: two lines on stderr; returns CLI_USAGE. command may be NULL. */
int cli_usage(const cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A folder that is complete or absent (io.h) and disappears when the program is interrupted. */
lacon_status cli_folder_begin(cli_session *session, lacon_folder **out, const cli_output *output);
/* With --force: a target that is, or has in it, what the command reads is refused (options/spared.c). */
lacon_status cli_spare_inputs(cli_session *session, const char *target);
lacon_status cli_folder_commit(const cli_session *session, lacon_folder *folder);
void cli_folder_free(lacon_folder *folder);

/* ---- how the data of a model were read (as_fitted.c) ---- */

struct json_t;
/* What model.json tells; about NULL: nothing. */
typedef struct cli_fitted {
    struct json_t *about;
} cli_fitted;
/* model.json of a folder; NULL: there is none (0.1, made by hand). One that cannot be read is a failure. */
lacon_status cli_about_read(cli_session *session, struct json_t **about, const char *dir);
lacon_status cli_fitted_open(cli_session *session, cli_fitted *fitted, const char *dir);
void cli_fitted_close(cli_fitted *fitted);
/* A text of model.json, or of an object in it; NULL: none. Valid until it is closed. */
const char *cli_fitted_text(const cli_fitted *fitted, const char *group, const char *name);
/* 0 or 1: which of the two words it is; -1 neither. */
int cli_fitted_choice(const cli_fitted *fitted, const char *name, const char *first, const char *second);
bool cli_fitted_number(const cli_fitted *fitted, const char *name, double *value);
bool cli_fitted_scale(const cli_fitted *fitted, lacon_scale *scale);
/* cli_read with class, columns, ignore, na, missing, transpose and variable of the fit where the command line does not
 * say them; input becomes what was used, its texts borrowed from `fitted`. */
lacon_status cli_read_as_fitted(cli_session *session, lacon_data **out, const char *const *paths, int n_paths,
                                cli_input *input, const cli_fitted *fitted);

/* Pairs of option and value for lacon_provenance, borrowed from the intake. */
enum { CLI_KEPT_MAX = 16 };
typedef struct cli_kept {
    const char *pair[2 * CLI_KEPT_MAX];
    int count;
    bool has_detrend; /* set before: 0 is an order too */
    char detrend[24];
} cli_kept;
void cli_keep_intake(cli_kept *kept, const cli_intake *intake, lacon_scale scale);

/* ---- a command that reads, estimates and writes a folder (job.c) ---- */

/* First member of the struct of such a command. */
typedef struct cli_job {
    cli_session session;
    cli_output output; /* as used */
    char *beside;      /* where results go when --out is not given */
    lacon_folder *folder;
    lacon_data *data;
    cli_fitted fitted; /* of the model the command begins with */
    cli_intake intake; /* as used */
    cli_kept kept;     /* of it, for model.json */
    char **warnings;   /* about the data */
    int64_t n_warnings;
    lacon_participants *table; /* of --participants, */
    const char *people_id;     /* and its column of names */
    lacon_provenance provenance;
    lacon_status outcome; /* of the estimate: done, not converged, interrupted */
} cli_job;

/* In this order, each when the one before did not fail; estimate may be NULL. */
typedef struct cli_steps {
    lacon_status (*prepare)(void *job), (*estimate)(void *job), (*save)(void *job);
    void (*summarize)(const void *job); /* a summary on stderr */
} cli_steps;

/* Session and steps, the seconds of each to provenance; returns the exit code. */
int cli_job_run(void *job, const cli_call *call, const cli_common *common, const cli_steps *steps);
void cli_job_end(cli_job *job);
/* The folder --out names, or else `beside` in the one of the first operand. */
lacon_status cli_job_folder(cli_job *job, const cli_output *output, const char *beside);
/* Operands from `first` on: read, cleaned, standardised, and turned by a table of signs, with a warning of what makes
 * them mean something else (notes.c); or, where there is a model (the first operand), read as for its fit, its
 * variables in its order, its scaling unless --scale was given, its signs. */
lacon_status cli_load(cli_job *job, int first, const cli_intake *intake, const lacon_model *model);
/* The command line, the data and the seconds so far to provenance, before something is written. */
void cli_testify(cli_job *job);
/* The signs are to be found by the estimate. */
bool cli_flip_auto(const cli_intake *intake);

/* ---- names of variables (labels.c) ---- */

/* Those of the table, where path is not NULL; refused where the files have their own. */
lacon_status cli_name_variables(cli_session *session, lacon_data *data, const char *path);
/* Whether variable r has the name of those that have none, V1 for the first. */
bool cli_is_default_name(const char *name, int64_t r);

/* ---- tables of participants (people.c) ---- */

/* The table of --participants, where it was given: at least one of job->data's classes must be in it. */
lacon_status cli_people_load(cli_job *job, const cli_people *people);
/* Its lines, in the order of the classes, into the folder. */
lacon_status cli_people_save(cli_job *job);
/* How many classes have a line, and the names of some that have none (free it). *id: the column, found where it is
 * NULL. */
lacon_status cli_people_count(cli_session *session, const char **id,
                              const lacon_participants *table, const lacon_data *data,
                              int64_t *known, char **absent);
/* *id where it is NULL: the column of the table that has the names of the model's classes. */
lacon_status cli_people_id(const cli_session *session, const char **id, const lacon_participants *table,
                           const lacon_model *model);
/* The table at path, or else the one that was saved with the model in dir; NULL when there is neither. */
lacon_status cli_people_find(cli_session *session, lacon_participants **table, const char **id,
                             const char *path, const char *dir, const char *missing_words);

/* DIR/CLASS.end; another name when an earlier class has this one (class_files.c). Free it. */
char *cli_class_file(const lacon_data *data, int64_t c, const char *dir, const char *end);
/* Latent variables of the rows of class c under class model_class of the model, as a table. */
lacon_status cli_write_latent(cli_session *session, const char *path, const lacon_model *model,
                              int64_t model_class, const lacon_data *data, int64_t c);

void cli_read_options(lacon_read_options *out, const cli_input *input);
lacon_status cli_read(const cli_session *session, lacon_data **out, const char *const *paths,
                      int n_paths, const cli_input *input);
/* The columns of data in the order of the variables of the model, or where that is NULL of the covariance. */
lacon_status cli_align(const cli_session *session, lacon_data *data, const lacon_model *model,
                       const lacon_covariance *covariance);
/* DIR/SUBDIR/LABEL.tsv for class c, different for different labels. */
char *cli_class_path(const char *dir, const char *subdir, const lacon_data *data, int64_t c);
/* How the rows were scaled that the model was estimated from, as its means and scales show. */
lacon_scale cli_scale_of(const lacon_model *model);
/* How much was missing and what became of it, where the user allowed for it. */
void cli_tell_missing(const cli_session *session, const lacon_data *data, const cli_input *input);
/* True where rows follow each other so that they are clearly (a third or more) fewer than they seem: `rows` tell as
 * much as `effective` independent ones. Of standardised data. */
bool cli_serial(const lacon_data *data, int64_t *rows, double *effective);
/* A line about that, where it is so. */
void cli_tell_serial(const cli_session *session, const lacon_data *data);
/* The variables that were turned round, by name, as many as a line holds. */
void cli_tell_flips(const cli_session *session, const lacon_model *model);
/* The population of a pooled model, else nothing. */
void cli_tell_pooled(const cli_session *session, const lacon_model *model);
/* --pool of fit, select and transform. */
#define CLI_POOL_ROW(place)                                                                                          \
    {.name = "pool", .kind = CLI_FLAG, .offset = (place),                                                            \
     .help = "also the connectivity of each class with what the other classes lead to expect, and its 95 % "        \
             "intervals: connectivity-pooled.tsv"}
/* Censoring, confounds and trends, before the rows are standardised. */
lacon_status cli_clean(cli_session *session, lacon_data *data, const cli_cleaning *cleaning,
                       const cli_input *input);
/* The signs of the model, on standardised data. */
lacon_status cli_flip(const cli_session *session, lacon_data *data, const lacon_model *model);

/* ---- what of a model is shown (members.c) ---- */

typedef struct cli_member {
    int32_t module; /* 1.., 0 unassigned */
    int64_t variable;
    double weight;
} cli_member;

/* All variables by module, the unassigned last, in a module the heaviest first. Free it. */
cli_member *cli_members(const lacon_model *model);
/* What to put around a name in a list with blanks between names: quotes, where the name itself has one. */
const char *cli_quote(const char *name);
/* G_ab / sqrt(G_aa G_bb) of class c; NaN where one of the two does not vary. */
double cli_correlation(const lacon_model *model, int64_t c, int64_t a, int64_t b);
/* Its mean over the classes that have it, k × k, NaN on the diagonal. Free it. */
double *cli_mean_correlation(const lacon_model *model);

/* key_table.c: modules against the groups that a column of the table at path gives the variables; column NULL: found.
 * Prints a cross-table, or JSON. */
lacon_status cli_compare_key(cli_session *session, const lacon_model *model, const char *path, const char *column,
                             bool json);

/* ---- progress, signals, machine (progress.c, signals.c, cores.c) ---- */

enum { CLI_PROGRESS_NONE, CLI_PROGRESS_BAR, CLI_PROGRESS_LINES };
void cli_progress_start(int style);
void cli_progress_show(void *user, const lacon_progress *where); /* callback of the context */
void cli_progress_clear(void);

/* From here on the first interrupt sets a flag, the second ends the program. */
void cli_signals_begin(void);
int cli_interrupted(void); /* how often; a limit of time that is over counts */
/* An interrupt comes after so many seconds from now; 0: never. */
void cli_signals_limit(double seconds);
/* Folder to remove should the program be ended by a second interrupt; NULL: none. */
void cli_signals_staging(const char *path);

/* Cores this process may use: affinity, cgroup quota, SLURM_CPUS_PER_TASK; at least 1. root is put
 * before /proc and /sys ("" outside tests). */
int cli_cores(const char *root);
/* The name of the kernels that OpenBLAS works with; and the same program with better ones, where it does not know the
 * processor (blas_kernels.c). First thing of main. */
const char *cli_blas_kernels(void);
void cli_take_blas_kernels(char **argv);
double cli_now(void); /* seconds, steady clock */

/* ---- figures (term_show.c, term_experiment.c): on standard error, when it is a terminal and not --quiet ---- */

void cli_show_modules(const cli_session *session, const lacon_model *model);
void cli_show_selection(const cli_session *session, const lacon_selection_info *info);
void cli_show_test(const cli_session *session, const lacon_test *test);
void cli_show_causal(const cli_session *session, const lacon_causal *causal);
void cli_show_stability(const cli_session *session, const lacon_stability_info *info);
/* From dir/NAME-summary.tsv. */
void cli_show_experiment(const cli_session *session, const char *dir, const char *name);

/* ---- text (strings.c) ---- */

enum { CLI_NUMBER_MAX = 32 };
/* Shortest of 15, 16, 17 digits that reads back to the same double; "nan" when it is none. */
const char *cli_number(char out[CLI_NUMBER_MAX], double value);
/* Bytes that could steer a terminal (labels and names come from files) become '?': all control characters of ASCII
 * and of Unicode but the ends of lines. In place; answers the text. */
char *cli_plain(char *text);
/* printf to standard output through it: for people, not for programs. */
void cli_show(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Characters of it, where printf counts bytes; and the text with blanks behind it, so that columns stay columns. */
int cli_width(const char *text);
void cli_show_padded(const char *text, int width);
/* A label as one cell of a table: tabs and line ends become blanks; on a terminal it is plain. */
void cli_put_cell(FILE *out, const char *text);
/* Memory of malloc; these functions end the program when there is none: it failed, or, once the result is written and
 * only words are left to say, with the code of cli_written. */
void cli_written(int code);
_Noreturn void cli_out_of_memory(void);
void *cli_alloc(size_t count, size_t size); /* zeroed */
void *cli_resize(void *block, size_t count, size_t size);
char *cli_copy(const char *text);
/* flags.c: a sentence of the library (lacon_ctx_marked) with options as flags; free it. */
char *cli_flags(const char *marked);
char *cli_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *cli_command_line(int argc, char **argv); /* quoted for a shell */
/* A label as file name: no separators, control bytes, leading dots; at most 200 bytes. */
char *cli_file_name(const char *label);
/* "12.3 MB", "4.5 GB" */
const char *cli_bytes(char out[CLI_NUMBER_MAX], double bytes);

#endif
