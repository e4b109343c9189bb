/* SPDX-License-Identifier: BSD-3-Clause
 * Options that several commands have, each written once. A command takes a table by naming it in
 * its groups (cmd.h), with the struct beside it in its values.
 */
#include "cmd.h"

#define COMMON(field) offsetof(cli_common, field)
#define VERBOSITY                                                                                  \
    {.name = "quiet",                                                                              \
     .letter = 'q',                                                                                \
     .kind = CLI_FLAG,                                                                             \
     .offset = COMMON(quiet),                                                                      \
     .help = "errors only on standard error"},                                                     \
    {                                                                                              \
        .name = "verbose", .letter = 'v', .kind = CLI_FLAG, .offset = COMMON(verbose),             \
        .help = "say more"                                                                         \
    }
#define THREADS                                                                                    \
    {                                                                                              \
        .name = "threads", .letter = 't', .kind = CLI_INT, .offset = COMMON(threads), .arg = "N",  \
        .range = "1..4096",                                                                        \
        .help = "threads to use, never more; default: the cores this process may use. Results do " \
                "not depend on it"                                                                 \
    }

/* Commands that are over before one looks. */
const cli_option cli_brief_rows[] = {THREADS, VERBOSITY, {0}};

#define PROGRESS                                                                                   \
    {.name = "progress",                                                                           \
     .kind = CLI_FLAG,                                                                             \
     .offset = COMMON(progress),                                                                   \
     .help = "tell how far the work is, also where there is no terminal"},                         \
    {                                                                                              \
        .name = "no-progress", .kind = CLI_FLAG, .offset = COMMON(progress), .help = "no progress bar" \
    }

const cli_option cli_common_rows[] = {THREADS, VERBOSITY, PROGRESS, {0}};

/* Commands that may take hours. */
const cli_option cli_long_rows[] = {
    THREADS,
    {.name = "memory",
     .kind = CLI_TEXT,
     .offset = COMMON(memory),
     .arg = "SIZE|N%",
     .help = "keep to so much memory, 4G, or to this share of the machine's: rows beyond an eighth of it are kept in "
             "files and read again and again, and what needs more fails. Results do not depend on it"},
    {.name = "scratch",
     .kind = CLI_DIR,
     .offset = COMMON(scratch),
     .arg = "DIR",
     .help = "with --memory: the folder of these files; default: where the results go"},
    VERBOSITY,
    PROGRESS,
    {.name = "checkpoint",
     .kind = CLI_DIR,
     .offset = COMMON(checkpoint),
     .arg = "DIR",
     .help = "keep what is finished in this folder, and go on from it when the same command is given again, on any "
             "number of threads and ranks; it is removed in the end"},
    {.name = "time-limit",
     .kind = CLI_REAL,
     .offset = COMMON(time_limit_s),
     .arg = "SECONDS",
     .range = "0..",
     .def = "0",
     .help = "interrupt it after so long, exit status 130; 0: never"},
    {.name = "backend",
     .kind = CLI_CHOICE,
     .offset = COMMON(backend),
     .range = "cpu|reference",
     .def = "cpu",
     .help = "who multiplies; reference: plain loops, slow, to check the others by"},
    {0},
};

#define OUT                                                                                        \
    .name = "out", .letter = 'o', .kind = CLI_DIR, .offset = offsetof(cli_output, out), .arg = "DIR"
#define FORCE                                                                                      \
    {                                                                                              \
        .name = "force", .kind = CLI_FLAG, .offset = offsetof(cli_output, force),                  \
        .help = "replace DIR if it exists"                                                         \
    }
const cli_option cli_output_rows[] = {
    {OUT, .help = "the folder to write; it appears complete or not at all"},
    FORCE,
    {0},
};
/* Results that belong to a model. */
const cli_option cli_beside_rows[] = {
    {OUT,
     .help = "the folder to write; it appears complete or not at all. Default: one of this command's "
             "name in MODEL"},
    FORCE,
    {0},
};

#define INPUT(field) offsetof(cli_input, field)
const cli_option cli_input_rows[] = {
    {.name = "class",
     .kind = CLI_TEXT,
     .offset = INPUT(class_column),
     .arg = "COLUMN",
     .help = "split one table into classes by this column; rows without a class are left out"},
    {.name = "class-table",
     .kind = CLI_FILE,
     .offset = INPUT(class_table),
     .arg = "TABLE",
     .help = "split one table by another, which has the names of the observations (columns with --transpose, "
             "names of rows) in one column and their classes in --class COLUMN, `class` or the second"},
    {.name = "names",
     .kind = CLI_TEXT,
     .offset = INPUT(names),
     .arg = "A,B,...",
     .help = "names of the classes, in the order of the files, in place of the file names"},
    {.name = "transpose",
     .kind = CLI_FLAG,
     .offset = INPUT(transpose),
     .help = "rows are variables (genes), columns are observations"},
    {.name = "exclude",
     .kind = CLI_TEXT,
     .offset = INPUT(exclude),
     .arg = "PATTERN,...",
     .help = "leave out files whose names fit, '*_run-2*,pilot*'; of variables: --ignore"},
    {.name = "rename-duplicates",
     .kind = CLI_FLAG,
     .offset = INPUT(rename_duplicates),
     .help = "number variables of one name, x, x.2, x.3, and name those that have none, column_4"},
    {.name = "columns",
     .kind = CLI_TEXT,
     .offset = INPUT(columns),
     .arg = "LIST",
     .help = "take only these variables: names, ranges and patterns, 'a,c:f,3:5,net_*'; positions count "
             "from 1"},
    {.name = "ignore",
     .kind = CLI_TEXT,
     .offset = INPUT(ignore),
     .arg = "LIST",
     .help = "leave these out, written like --columns"},
    {.name = "na",
     .kind = CLI_TEXT,
     .offset = INPUT(na),
     .arg = "VALUES",
     .help = "numbers and words that mean missing, '-999,refused', besides empty cells, NA, nan and the like; what "
             "becomes of them: --missing"},
    {.name = "variable",
     .kind = CLI_TEXT,
     .offset = INPUT(variable),
     .arg = "NAME",
     .help = "which array of a file that holds several (.npz, .mat, HDF5)"},
    {.name = "covariance",
     .kind = CLI_TEXT,
     .offset = INPUT(covariance),
     .arg = "N|TABLE",
     .help = "the tables are covariances or correlations of N observations each, or of those a "
             "table (class, n) tells"},
    {.name = "atlas",
     .kind = CLI_TEXT,
     .offset = INPUT(atlas),
     .arg = "FILE|NAME",
     .help = "label image on the grid of the 4-D images: the means of its regions are the "
             "variables; with --bids the name of an atlas, where there are several"},
    {.name = "bids",
     .kind = CLI_DIR,
     .offset = INPUT(bids),
     .arg = "DIR",
     .help = "a folder of BIDS derivatives in place of INPUT: the series of every subject, "
             "session and run"},
    {.name = "task",
     .kind = CLI_TEXT,
     .offset = INPUT(task),
     .arg = "NAME",
     .help = "with --bids: only this task"},
    {.name = "select",
     .kind = CLI_TEXT,
     .offset = INPUT(select),
     .arg = "LIST",
     .help = "with --bids: only files with all of these in their names, 'space-fsLR,ses-1'"},
    {.name = "pool",
     .kind = CLI_CHOICE,
     .offset = INPUT(pool),
     .range = "separate|runs|sessions",
     .def = "separate",
     .help = "with --bids: a class for each run, for each session (its runs joined, each centred), "
             "or for each subject"},
    {.name = "min-minutes",
     .kind = CLI_REAL,
     .offset = INPUT(min_minutes),
     .arg = "M",
     .range = "0..",
     .def = "0",
     .help = "with --bids: leave out classes with less that is not censored"},
    {.name = "tr",
     .kind = CLI_REAL,
     .offset = INPUT(step_s),
     .arg = "S",
     .range = "0..",
     .def = "0",
     .help = "with --bids: seconds between volumes; 0: as the sidecars tell"},
    {.name = "precision",
     .kind = CLI_CHOICE,
     .offset = INPUT(precision),
     .range = "file|single|double",
     .def = "file",
     .help = "how rows are held in memory; file: float32 arrays (.npy, .npz) as they are, all else as double; single "
             "halves the memory"},
    {.name = "max-mem",
     .kind = CLI_BYTES,
     .offset = INPUT(max_bytes),
     .arg = "SIZE",
     .def = "0",
     .help = "refuse files that together take more memory than this to read, 500M or 4G: packed files "
             "may be a thousand times larger inside; 0: as much as the machine has"},
    {0},
};

/* With the struct of the input rows. */
const cli_option cli_missing_rows[] = {
    {.name = "missing",
     .kind = CLI_CHOICE,
     .offset = INPUT(missing),
     .range = "refuse|marginal|pairwise|drop",
     .def = "refuse",
     .help = "missing values: refuse them; marginal: the likelihood of what was observed (a variable "
             "missing or constant in a class is left out there); pairwise: covariances of the pairs that "
             "are there; drop: leave their rows out"},
    {.name = "align",
     .kind = CLI_CHOICE,
     .offset = INPUT(align),
     .range = "same|labels",
     .def = "same",
     .help = "same: every file has the same variables, in any order; labels: the variables of all files "
             "by name, missing where a file does not have them (with --missing marginal)"},
    {0},
};

#define CLEAN(field) offsetof(cli_cleaning, field)
const cli_option cli_clean_rows[] = {
    {.name = "confounds",
     .kind = CLI_FILE,
     .offset = CLEAN(confounds),
     .arg = "PATTERN",
     .help = "regress the columns of this table out of every variable; it has a row for each row of the "
             "class, and * means the name of the class; a folder of BIDS derivatives means fMRIPrep's tables of "
             "confounds in it"},
    {.name = "confound-columns",
     .kind = CLI_TEXT,
     .offset = CLEAN(confound_columns),
     .arg = "LIST",
     .help = "only these columns of it, written like --columns"},
    {.name = "detrend",
     .kind = CLI_INT,
     .offset = CLEAN(detrend),
     .arg = "ORDER",
     .range = "0..10",
     .help = "regress a polynomial of this order in time out of every variable"},
    {.name = "censor",
     .kind = CLI_FILE,
     .offset = CLEAN(censor),
     .arg = "PATTERN",
     .help = "leave out the rows that this table marks (1; or above --censor-above), before regressing; a "
             "folder as in --confounds"},
    {.name = "censor-column",
     .kind = CLI_TEXT,
     .offset = CLEAN(censor_column),
     .arg = "NAME",
     .help = "the column that marks them, where the table has several"},
    {.name = "censor-above",
     .kind = CLI_REAL,
     .offset = CLEAN(censor_above),
     .arg = "X",
     .def = "0.5",
     .help = "rows where it is larger than this leave; a missing value is not larger"},
    {0},
};

#define SCALE                                                                                      \
    .name = "scale", .kind = CLI_CHOICE, .offset = offsetof(cli_scaling, scale),                   \
    .range = "z|center|none"
const cli_option cli_scale_rows[] = {
    {SCALE, .def = "z",
     .help = "z: centre and divide by the standard deviation (1/n), per class and "
             "variable; center: centre only; none: as it is"},
    {0},
};
const cli_option cli_scale_as_rows[] = {
    {SCALE,
     .help = "scaling of the new rows by their own moments; default: as the model was fitted"},
    {0},
};

const cli_option cli_flip_rows[] = {
    {.name = "flip",
     .kind = CLI_FILE,
     .arg = "auto|FILE",
     .help = "turn variables round that run against their module: found from the data, or those of a "
             "table with columns variable and sign (1, -1). The signs are kept in the model"},
    {0},
};
