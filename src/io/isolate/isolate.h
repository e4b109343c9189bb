/* SPDX-License-Identifier: BSD-3-Clause
 * Reading in a process of its own. Formats that need somebody else's library (matio, HDF5) or much
 * arithmetic on a stranger's numbers (NIfTI) are read by a child that may use so much memory and so
 * much time, has nothing open but the file and can ask the system for little else (sandbox.h); rows
 * come back through a pipe. A crash, a hang or an
 * endless appetite is then an ordinary failure that names the file.
 *
 * A reader of this kind is one function, lcn_produce: it announces the shape, then sends the rows.
 */
#ifndef LCN_ISOLATE_H
#define LCN_ISOLATE_H

#include "io/rows.h"
#include "io/source.h"
#include "io/bad_values.h"

#include <sys/types.h>

struct lcn_table;
struct lcn_columns;
typedef struct lcn_format lcn_format; /* table.h */

/* The child's end. fd -1: nobody listens, everything is still checked (tests). */
typedef struct lcn_child {
    const char *path; /* for messages */
    int fd;
    int64_t most;          /* values the file can hold */
    int64_t rows, columns; /* as announced */
    int64_t sent;          /* rows so far */
    bool in_process;       /* it is the caller itself, fd a file in memory */
    bool unsent;           /* what was read could not be handed over */
} lcn_child;

/* What goes through the pipe: this, then as many bytes. */
typedef struct lcn_frame {
    uint32_t tag;
    int32_t status; /* of a failure */
    uint64_t bytes;
} lcn_frame;
enum {
    LCN_FRAME_SHAPE = 0x4C01, /* rows, columns (int64_t), then the names, each with its end */
    LCN_FRAME_ROWS,           /* whole rows of doubles */
    LCN_FRAME_FAIL,           /* the sentence */
    LCN_FRAME_BARE,           /* nothing: the system refused the filter of system calls; before all others */
    LCN_FRAME_DONE
};
/* A frame into the pipe. False when nobody reads any more. */
bool lcn_frame_send(int fd, uint32_t tag, lacon_status status, const void *bytes, size_t count);

typedef lacon_status lcn_produce(lacon_ctx *ctx, struct lcn_table *table, lcn_child *child);

/* No further file is opened from here on. Readers say so as soon as they have what they read. */
void lcn_child_shut(const lcn_child *child);
/* Whether a file of this size can hold so much: before memory is asked for. */
lacon_status lcn_child_claim(lacon_ctx *ctx, const lcn_child *child, int64_t rows, int64_t columns);
/* Observations × variables; names of the variables or NULL. Once, before the rows. */
lacon_status lcn_child_shape(lacon_ctx *ctx, lcn_child *child, int64_t rows, int64_t columns,
                            const char *const *names);
/* The next rows, row after row. Missing values are NaN. */
lacon_status lcn_child_rows(lacon_ctx *ctx, lcn_child *child, const double *values, int64_t rows);
/* n × p values where element (i, j) is at i * row_step + j * column_step; rows follow each other
 * whatever the steps are. */
lacon_status lcn_child_strided(lacon_ctx *ctx, lcn_child *child, const double *values,
                              int64_t row_step, int64_t column_step);

/* Whether a library can open the bytes by the path of the source: a file, not packed. */
bool lcn_child_is_file(const lcn_source *source);
/* Otherwise: a path to a copy of them in memory. */
enum { LCN_CHILD_PATH = 64 };
lacon_status lcn_child_copy(lacon_ctx *ctx, lcn_source *source, char path[LCN_CHILD_PATH]);

/* The parent's end. */
typedef struct lcn_isolated {
    pid_t pid; /* 0: none */
    int fd;
    uint64_t left; /* bytes left of the frame at hand */
    int limit_s;   /* seconds without a word after which it is given up */
    int64_t memory_bytes;
    int cpu_s;
    int64_t rows; /* as announced */
    bool doubtful; /* its reader refused the file, or crashed: that may be for want of memory */
    bool again;    /* and it is tried once more */
} lcn_isolated;

/* The open and read of such a format (table.h). */
lacon_status lcn_isolated_open(lacon_ctx *ctx, struct lcn_table *table);
lacon_status lcn_isolated_read(lacon_ctx *ctx, struct lcn_table *table,
                               const struct lcn_columns *columns, double limit, lcn_rows *rows);
/* One job in a process of its own, without limits, for libraries that are not made for threads.
 * Only its status and sentence come back. path for messages. */
lacon_status lcn_isolated_run(lacon_ctx *ctx, const char *path,
                              lacon_status (*work)(lacon_ctx *ctx, void *user), void *user);
/* Ends the child if it still runs. */
void lcn_isolated_end(lcn_isolated *isolated);

#endif
