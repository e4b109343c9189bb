/* SPDX-License-Identifier: BSD-3-Clause
 * Several processes (ranks) that run the same calls with the same arguments and share the work: how they reach each
 * other. A program fills in a lacon_comm, with MPI as mpi/comm_mpi.c does or in any other way, and names it in its
 * lacon_ctx_options. Every rank must make the same calls in the same order; every rank gets the same results, the
 * bytes that one process gets.
 */
#ifndef LACON_COMM_H
#define LACON_COMM_H

#include <lacon/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lacon_comm {
    size_t size_bytes; /* sizeof(lacon_comm) */
    int rank, size;    /* 0 .. size - 1, and how many there are */
    void *user;        /* passed to the functions, which are called on the caller's thread alone */
    /* What every rank gives, one after the other into `all`, on every rank; rank i gives bytes[i]. 0: done. */
    int (*gather)(void *user, void *all, const void *mine, const int64_t *bytes);
    /* What rank `from` has in block, into the others'. 0: done. */
    int (*broadcast)(void *user, void *block, int64_t bytes, int from);
    /* Ends all ranks with this exit status; called where a rank cannot go on and cannot tell the others. */
    void (*abort)(void *user, int code, const char *message);
    /* What rank `from` has in block, into that of rank `to`; these two call it, the others do not. 0: done. May be NULL
     * or not be there (size_bytes): all are told what one needs to know then. */
    int (*hand)(void *user, void *block, int64_t bytes, int from, int to);
} lacon_comm;

#ifdef __cplusplus
}
#endif
#endif
