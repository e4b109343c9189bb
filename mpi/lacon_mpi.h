/* SPDX-License-Identifier: BSD-3-Clause
 * A lacon_comm (lacon/comm.h) over MPI: for lacon-mpi, and for programs of your own that call MPI_Init themselves.
 */
#ifndef LACON_MPI_H
#define LACON_MPI_H

#include <lacon/comm.h>
#include <mpi.h>

/* The ranks of `group`, a communicator that nothing else is sent on. After MPI_Init_thread with MPI_THREAD_FUNNELED or
 * more; `group` must outlive it. */
void lacon_mpi_comm(lacon_comm *out, MPI_Comm *group);

#endif
