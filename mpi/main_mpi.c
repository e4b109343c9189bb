/* SPDX-License-Identifier: BSD-3-Clause
 * lacon-mpi: the lacon command on as many ranks as mpirun starts.
 */
#include "cmd.h"
#include "lacon_mpi.h"

int main(int argc, char **argv)
{
    int provided;
    lacon_comm comm;
    MPI_Comm group;
    cli_take_blas_kernels(argv); /* before MPI is there */
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) return CLI_FAILED;
    if (MPI_Comm_dup(MPI_COMM_WORLD, &group) != MPI_SUCCESS) return CLI_FAILED;
    lacon_mpi_comm(&comm, &group);
    const int code = cli_main(argc, argv, &comm);
    MPI_Comm_free(&group);
    MPI_Finalize();
    return code;
}
