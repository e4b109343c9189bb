/* SPDX-License-Identifier: BSD-3-Clause
 * The table of calls; R finds them as C_NAME (useDynLib in NAMESPACE), and by this table alone.
 */
#include "calls.h"

#include <R_ext/Rdynload.h>

#define CALL(name, arguments) {"C_" #name, (DL_FUNC)&lacon_r_##name, arguments}
static const R_CallMethodDef CALLS[] = {
    CALL(open, 1),
    CALL(said, 1),
    CALL(stopped, 1),
    CALL(version, 0),
    CALL(options, 1),
    CALL(data, 6),
    CALL(release, 1),
    CALL(glance, 2),
    CALL(standardise, 4),
    CALL(standardise_as, 3),
    CALL(standardise_by, 4),
    CALL(read, 4),
    CALL(fit, 5),
    CALL(pool, 3),
    CALL(select, 9),
    CALL(parts, 1),
    CALL(load, 2),
    CALL(save, 6),
    CALL(revive, 2),
    CALL(transform, 3),
    CALL(latent, 5),
    CALL(evaluate, 4),
    CALL(covariance, 4),
    CALL(simulate, 5),
    CALL(selection, 1),
    CALL(stability, 7),
    CALL(test, 5),
    CALL(causal, 7),
    CALL(write, 4),
    CALL(write_arrows, 4),
    CALL(report, 8),
    CALL(folder_begin, 3),
    CALL(folder_end, 2),
    CALL(file_end, 1),
    CALL(data_write, 7),
    CALL(model_write, 6),
    CALL(experiment, 7),
    CALL(shrink, 4),
    {NULL, NULL, 0},
};

void R_init_lacon(DllInfo *dll)
{
    R_registerRoutines(dll, NULL, CALLS, NULL, NULL);
    R_useDynamicSymbols(dll, FALSE);
    R_forceSymbols(dll, TRUE);
}
