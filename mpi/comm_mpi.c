/* SPDX-License-Identifier: BSD-3-Clause
 * The functions of a lacon_comm over MPI. MPI counts in int: what is longer goes in pieces.
 */
#include "lacon_mpi.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* MPIs send at once what is short, 4 kB with Open MPI, and ask the other side before what is longer, which takes as
 * long as all the rest. What is a little longer goes in pieces that are short. */
enum { SHORT = 3072, A_LITTLE_LONGER = 16384 };
static int64_t at_a_time(int64_t bytes) { return bytes <= A_LITTLE_LONGER ? SHORT : INT_MAX; }

static int broadcast(void *user, void *block, int64_t bytes, int from)
{
    for (int64_t at = 0, most = at_a_time(bytes); at < bytes; at += most) {
        const int count = (int)(bytes - at < most ? bytes - at : most);
        if (MPI_Bcast((char *)block + at, count, MPI_BYTE, from, *(MPI_Comm *)user) != MPI_SUCCESS) return 1;
    }
    return 0;
}

/* One rank after the other: every rank's part is a broadcast of its own. */
static int gather_long(void *user, void *all, const void *mine, const int64_t *bytes, int rank, int size)
{
    char *at = all;
    for (int i = 0; i < size; at += bytes[i++]) {
        if (i == rank && at != mine) memmove(at, mine, (size_t)bytes[i]);
        if (broadcast(user, at, bytes[i], i) != 0) return 1;
    }
    return 0;
}

enum { MOST_RANKS = 4096 }; /* counts on the stack; more ranks go one after the other */

static int gather(void *user, void *all, const void *mine, const int64_t *bytes)
{
    int rank, size, counts[MOST_RANKS], first[MOST_RANKS];
    int64_t total = 0;
    MPI_Comm_rank(*(MPI_Comm *)user, &rank);
    MPI_Comm_size(*(MPI_Comm *)user, &size);
    for (int i = 0; i < size; i++) total += bytes[i];
    if (size > MOST_RANKS || total > INT_MAX) return gather_long(user, all, mine, bytes, rank, size);
    for (int i = 0, at = 0; i < size; at += counts[i++]) {
        counts[i] = (int)bytes[i];
        first[i] = at;
    }
    const int in_place = (const char *)all + first[rank] == mine;
    return MPI_Allgatherv(in_place ? MPI_IN_PLACE : mine, counts[rank], MPI_BYTE, all, counts, first, MPI_BYTE,
                          *(MPI_Comm *)user) != MPI_SUCCESS;
}

static int hand(void *user, void *block, int64_t bytes, int from, int to)
{
    const MPI_Comm group = *(MPI_Comm *)user;
    int rank;
    MPI_Comm_rank(group, &rank);
    for (int64_t at = 0, most = at_a_time(bytes); at < bytes; at += most) {
        const int count = (int)(bytes - at < most ? bytes - at : most);
        char *part = (char *)block + at;
        const int code = rank == from ? MPI_Send(part, count, MPI_BYTE, to, 0, group)
                                      : MPI_Recv(part, count, MPI_BYTE, from, 0, group, MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS) return 1;
    }
    return 0;
}

static void abort_all(void *user, int code, const char *message)
{
    fprintf(stderr, "lacon: %s\n", message);
    fflush(stderr);
    MPI_Abort(*(MPI_Comm *)user, code);
}

void lacon_mpi_comm(lacon_comm *out, MPI_Comm *group)
{
    *out = (lacon_comm){.size_bytes = sizeof *out, .user = group, .gather = gather, .broadcast = broadcast,
                        .abort = abort_all, .hand = hand};
    MPI_Comm_rank(*group, &out->rank);
    MPI_Comm_size(*group, &out->size);
}
