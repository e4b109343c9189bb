/* SPDX-License-Identifier: BSD-3-Clause
 * The table of solvers; see solver.h. Their outcome is in fit/mm/outcome.c.
 */
#include "fit/solver.h"

static const lcn_solver SOLVERS[] = {
    [LACON_SOLVER_MM] = {"mm", lcn_mm_run},
    [LACON_SOLVER_ALM] = {"alm", lcn_alm_run},
    [LACON_SOLVER_ML_DENSE] = {"ml-dense", lcn_ml_dense_run},
};

const lcn_solver *lcn_solver_get(lacon_solver which)
{
    return (unsigned)which < sizeof SOLVERS / sizeof *SOLVERS ? &SOLVERS[which] : NULL;
}
