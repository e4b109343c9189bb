/* SPDX-License-Identifier: BSD-3-Clause
 * What commands that read, estimate and write a folder have in common: the order of their steps, the
 * folder, and the way from operands to data that can be estimated from. The pieces of that way are in
 * inputs.c.
 */
#include "cmd.h"

#include <stdlib.h>
#include <string.h>

/* What the ranks told each other, where there are several. */
static void tell_traffic(const cli_session *session)
{
    lacon_traffic t;
    char all[CLI_NUMBER_MAX], each[CLI_NUMBER_MAX];
    if (!cli_ranks() || !session->verbose) return;
    lacon_ctx_traffic(session->ctx, &t);
    cli_tell(session, "  ranks        %d; %lld exchanges, %s came to the first of them", cli_ranks()->size,
             (long long)t.exchanges, cli_bytes(all, (double)t.bytes));
    if (t.passes > 0)
        cli_tell(session, "  shared       %lld passes over the data, %s to each rank for one", (long long)t.passes,
                 cli_bytes(each, (double)t.bytes / (double)t.passes));
}

int cli_job_run(void *job, const cli_call *call, const cli_common *common, const cli_steps *steps)
{
    cli_job *base = job;
    const int code = cli_session_open(&base->session, call, common);
    if (code) return code;
    cli_signals_begin();
    lacon_provenance_init(&base->provenance);
    lacon_status status = cli_agree(&base->session, steps->prepare(job));
    double began = cli_now();
    if (status >= 0 && steps->estimate) status = base->outcome = steps->estimate(job);
    base->provenance.fit_s = cli_now() - began;
    began = cli_now();
    if (status == LACON_W_CANCELLED && base->session.checkpoint) status = LACON_E_CANCELLED; /* it will be finished */
    if (status >= 0) status = CLI_FIRST_RANK(steps->save(job));
    base->provenance.write_s = cli_now() - began;
    status = cli_agree(&base->session, status);
    if (status >= 0 && cli_rank() == 0) lacon_ctx_checkpoint_remove(base->session.ctx);
    if (status >= 0 && !base->session.quiet && cli_rank() == 0) {
        steps->summarize(job);
        tell_traffic(&base->session);
    }
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
    if (cli_rank() > 0) return LACON_OK; /* the first rank writes */
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

lacon_status cli_load(cli_job *job, int first, const cli_intake *intake, const lacon_model *model)
{
    cli_session *session = &job->session;
    const cli_call *call = session->call;
    const double began = cli_now();
    CLI_TRY(cli_read(session, &job->data, call->operands + first, call->n_operands - first,
                     &intake->input));
    if (cli_interrupted()) return LACON_E_CANCELLED;
    CLI_TRY(cli_clean(session, job->data, &intake->cleaning, &intake->input));
    if (model) CLI_TRY(cli_align(session, job->data, model, NULL));
    const bool as_model = model && !cli_given(call, "scale");
    const lacon_scale scale = as_model ? cli_scale_of(model) : (lacon_scale)intake->scaling.scale;
    CLI_TRY(lacon_data_standardise(session->ctx, job->data, scale));
    if (model) CLI_TRY(cli_flip(session, job->data, model));
    else if (intake->flip && !cli_flip_auto(intake)) CLI_TRY(flip_by(job, intake->flip));
    job->provenance.read_s = cli_now() - began;
    return LACON_OK;
}
