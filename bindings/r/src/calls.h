/* SPDX-License-Identifier: BSD-3-Clause
 * The calls from R, registered in init.c; each is described where it is defined.
 */
#ifndef LACON_R_CALLS_H
#define LACON_R_CALLS_H

#define R_NO_REMAP
#include <Rinternals.h>

/* session.c */
SEXP lacon_r_open(SEXP threads);
SEXP lacon_r_said(SEXP pointer);
SEXP lacon_r_stopped(SEXP pointer);
SEXP lacon_r_version(void);

/* options.c */
SEXP lacon_r_options(SEXP table);

/* data.c */
SEXP lacon_r_data(SEXP session, SEXP x, SEXP labels, SEXP names, SEXP missing, SEXP n_obs);
SEXP lacon_r_release(SEXP box);
SEXP lacon_r_glance(SEXP session, SEXP box);
SEXP lacon_r_standardise(SEXP session, SEXP box, SEXP scale, SEXP signs);
SEXP lacon_r_standardise_as(SEXP session, SEXP box, SEXP model_box);
SEXP lacon_r_standardise_by(SEXP session, SEXP box, SEXP model_box, SEXP map);
SEXP lacon_r_read(SEXP session, SEXP paths, SEXP names, SEXP values);

/* model.c */
SEXP lacon_r_fit(SEXP session, SEXP data, SEXP names, SEXP values, SEXP flip);
SEXP lacon_r_pool(SEXP session, SEXP box, SEXP population);
SEXP lacon_r_select(SEXP session, SEXP data, SEXP cv, SEXP names, SEXP values, SEXP fit_names, SEXP
        fit_values, SEXP flip, SEXP then_fit);
SEXP lacon_r_parts(SEXP box);
SEXP lacon_r_load(SEXP session, SEXP dir);
SEXP lacon_r_save(SEXP session, SEXP box, SEXP dir, SEXP force, SEXP command, SEXP shrunk);
SEXP lacon_r_revive(SEXP session, SEXP box);
SEXP lacon_r_transform(SEXP session, SEXP model, SEXP data);
SEXP lacon_r_latent(SEXP session, SEXP model, SEXP at, SEXP data, SEXP row_class);
SEXP lacon_r_evaluate(SEXP session, SEXP model, SEXP data, SEXP map);
SEXP lacon_r_covariance(SEXP session, SEXP model, SEXP c, SEXP inverse);
SEXP lacon_r_simulate(SEXP session, SEXP model, SEXP c, SEXP n, SEXP seed);

/* results.c */
SEXP lacon_r_selection(SEXP box);
SEXP lacon_r_stability(SEXP session, SEXP model, SEXP data, SEXP names, SEXP values, SEXP fit_names, SEXP
        fit_values);
SEXP lacon_r_test(SEXP session, SEXP model, SEXP table, SEXP names, SEXP values);
SEXP lacon_r_causal(SEXP session, SEXP model, SEXP data, SEXP names, SEXP values, SEXP ica_names, SEXP
        ica_values);
SEXP lacon_r_write(SEXP session, SEXP box, SEXP dir, SEXP what);
SEXP lacon_r_write_arrows(SEXP session, SEXP box, SEXP c, SEXP path);
SEXP lacon_r_report(SEXP session, SEXP out, SEXP dir, SEXP data, SEXP tables, SEXP texts, SEXP in_space, SEXP
        anonymise);

/* export.c */
SEXP lacon_r_folder_begin(SEXP session, SEXP dir, SEXP force);
SEXP lacon_r_folder_end(SEXP session, SEXP box);
SEXP lacon_r_file_end(SEXP to);
SEXP lacon_r_data_write(SEXP session, SEXP data, SEXP c, SEXP to, SEXP path, SEXP texts, SEXP step_s);
SEXP lacon_r_model_write(SEXP session, SEXP model, SEXP what, SEXP path, SEXP texts, SEXP step_s);
SEXP lacon_r_experiment(SEXP session, SEXP name, SEXP dir, SEXP data, SEXP scale, SEXP texts, SEXP counts);
SEXP lacon_r_shrink(SEXP session, SEXP model, SEXP data, SEXP folds);

#endif
