/* SPDX-License-Identifier: BSD-3-Clause
 * What commands that read, estimate and write a folder have in common: the order of their steps, the
 * folder, and the way from operands to data that can be estimated from. The pieces of that way are in
 * inputs.c.
 */
#include "cmd.h"

#include <stdlib.h>
#include <string.h>

int cli_job_run(void *job, const cli_call *call, const cli_common *common, const cli_steps *steps)
{
    cli_job *base = job;
    const int code = cli_session_open(&base->session, call, common);
    if (code) return code;
    cli_signals_begin();
    lacon_provenance_init(&base->provenance);
    lacon_status status = steps->prepare(job);
    double began = cli_now();
    if (status >= 0 && steps->estimate) status = base->outcome = steps->estimate(job);
    base->provenance.fit_s = cli_now() - began;
    began = cli_now();
    if (status >= 0) status = steps->save(job);
    base->provenance.write_s = cli_now() - began;
    if (status >= 0 && !base->session.quiet) steps->summarize(job);
    return cli_report(&base->session, status < 0 ? status : base->outcome);
}

void cli_job_end(cli_job *job)
{
    cli_folder_free(job->folder);
    lacon_data_free(job->data);
    lacon_participants_free(job->table);
    free(job->beside);
    cli_session_close(&job->session);
}

lacon_status cli_job_folder(cli_job *job, const cli_output *output, const char *beside)
{
    job->output = *output;
    if (!output->out)
        job->output.out = job->beside =
            cli_format("%s/%s", job->session.call->operands[0], beside);
    return cli_folder_begin(&job->session, &job->folder, &job->output);
}

void cli_testify(cli_job *job)
{
    job->provenance.command = job->session.call->line;
    job->provenance.data = job->data;
    job->provenance.write_s = 0;
    job->provenance.total_s = cli_now() - job->session.call->started_s;
}

bool cli_flip_auto(const cli_intake *intake)
{
    return intake->flip && strcmp(intake->flip, "auto") == 0;
}

/* The signs of a table. */
static lacon_status flip_by(const cli_job *job, const char *path)
{
    const int64_t p = lacon_data_variables(job->data);
    const char **names = cli_alloc((size_t)p, sizeof *names);
    int8_t *sign = cli_alloc((size_t)p, sizeof *sign);
    for (int64_t r = 0; r < p; r++) names[r] = lacon_data_name(job->data, r);
    lacon_status status = lacon_signs_read(job->session.ctx, sign, path, p, names);
    if (status >= 0) status = lacon_data_flip(job->session.ctx, job->data, sign);
    free(names);
    free(sign);
    return status;
}

static lacon_status flip_given(const cli_job *job, const cli_intake *intake)
{
    return intake->flip && !cli_flip_auto(intake) ? flip_by(job, intake->flip) : LACON_OK;
}

/* Whether classes can be standardised and reduced one after the other while they are read: nothing else is done to
 * their rows, and nothing needs all of them at once. */
static bool can_reduce(const cli_call *call, const cli_intake *intake)
{
    const cli_input *input = &intake->input;
    const cli_cleaning *cleaning = &intake->cleaning;
    const bool whole = input->missing == LACON_MISSING_REFUSE || input->missing == LACON_MISSING_DROP;
    return whole && !input->bids && !input->covariance && !input->align && !cleaning->confounds && !cleaning->censor &&
           !cli_given(call, "detrend") && !intake->flip && intake->scaling.scale == LACON_SCALE_Z;
}

lacon_status cli_load(cli_job *job, int first, const cli_intake *intake, const lacon_model *model)
{
    cli_session *session = &job->session;
    const cli_call *call = session->call;
    const double began = cli_now();
    cli_input input = intake->input;
    if (!can_reduce(call, intake)) input.reduce = LACON_REDUCE_NONE;
    CLI_TRY(cli_read(session, &job->data, call->operands + first, call->n_operands - first, &input));
    if (cli_interrupted()) return LACON_E_CANCELLED;
    job->provenance.read_s = cli_now() - began;
    if (input.reduce != LACON_REDUCE_NONE) return flip_given(job, intake);
    CLI_TRY(cli_clean(session, job->data, &intake->cleaning, &intake->input));
    if (model) CLI_TRY(cli_align(session, job->data, model, NULL));
    const bool as_model = model && !cli_given(call, "scale");
    const lacon_scale scale = as_model ? cli_scale_of(model) : (lacon_scale)intake->scaling.scale;
    CLI_TRY(lacon_data_standardise(session->ctx, job->data, scale));
    if (model) CLI_TRY(cli_flip(session, job->data, model));
    else CLI_TRY(flip_given(job, intake));
    job->provenance.read_s = cli_now() - began;
    return LACON_OK;
}
