/* SPDX-License-Identifier: BSD-3-Clause
 * What commands that read, estimate and write a folder have in common: the order of their steps, the
 * folder, and the way from operands to data that can be estimated from. The pieces of that way are in
 * inputs.c.
 */
#include "cmd.h"
#include "diagnose.h"

#include <stdlib.h>
#include <string.h>

/* Where ranks have read files of their own, or rows. */
static void tell_own(const cli_session *session, const lacon_data *data)
{
    const int64_t classes = data ? lacon_data_classes(data) : 0;
    int64_t own = 0, partly = 0, rows = 0, own_rows = 0;
    for (int64_t c = 0; c < classes; c++) {
        const int64_t here = lacon_data_rows_own(data, c), all = lacon_data_rows(data, c);
        own += here == all;
        partly += here > 0 && here < all;
        rows += all;
        own_rows += here;
    }
    if (own == classes) return;
    if (partly > 0)
        cli_tell(session, "  own          %lld of %lld rows were read and held by the first rank",
                 (long long)own_rows, (long long)rows);
    else
        cli_tell(session, "  own          %lld of %lld classes were read and held by the first rank",
                 (long long)own, (long long)classes);
}

/* What the ranks told each other, where there are several. */
static void tell_ranks(const cli_session *session, const lacon_data *data)
{
    lacon_traffic t;
    char all[CLI_NUMBER_MAX], each[CLI_NUMBER_MAX];
    if (!cli_ranks() || !session->verbose) return;
    tell_own(session, data);
    lacon_ctx_traffic(session->ctx, &t);
    cli_tell(session, "  ranks        %d; %lld exchanges, %s came to the first of them", cli_ranks()->size,
             (long long)t.exchanges, cli_bytes(all, (double)t.bytes));
    if (t.passes > 0)
        cli_tell(session, "  shared       %lld passes over the data, %s to the first rank for one, three times that to "
                          "another at most", (long long)t.passes,
                 cli_bytes(each, (double)t.pass_bytes / (double)t.passes));
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
    if (status >= 0) cli_written(cli_exit_code(base->outcome));
    if (status >= 0 && !base->session.quiet && cli_rank() == 0) {
        steps->summarize(job);
        tell_ranks(&base->session, base->data);
    }
    return cli_report(&base->session, status < 0 ? status : base->outcome);
}

void cli_job_end(cli_job *job)
{
    cli_folder_free(job->folder);
    lacon_data_free(job->data);
    lacon_participants_free(job->table);
    free(job->beside);
    for (int64_t i = 0; i < job->n_warnings; i++) free(job->warnings[i]);
    free(job->warnings);
    cli_fitted_close(&job->fitted);
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
    job->provenance.n_settings = job->kept.count;
    job->provenance.settings = job->kept.pair;
    job->provenance.n_warnings = job->n_warnings;
    job->provenance.warnings = (const char *const *)job->warnings;
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

/* What makes an estimate mean something else is said before the long work, and kept with the result. */
static void warn(cli_job *job, check_result *found)
{
    job->warnings = cli_resize(job->warnings, (size_t)(job->n_warnings + found->n_problems) + 1, sizeof *job->warnings);
    for (int64_t i = 0; i < found->n_problems; i++) {
        job->warnings[job->n_warnings++] = cli_copy(found->problems[i].text);
        if (!job->session.quiet)
            cli_say(job->session.call->command->name, "warning: %s", found->problems[i].text);
    }
    check_clear(found);
}

static lacon_status warn_of_data(cli_job *job)
{
    check_result found;
    CLI_TRY(check_grave(&job->session, &found, job->data));
    warn(job, &found);
    return LACON_OK;
}

static lacon_status warn_of_levels(cli_job *job)
{
    check_result found;
    CLI_TRY(check_levels(&job->session, &found, job->data));
    warn(job, &found);
    return LACON_OK;
}

static lacon_scale scale_for(const cli_job *job, const lacon_model *model)
{
    lacon_scale scale = (lacon_scale)job->intake.scaling.scale;
    if (!model || cli_given(job->session.call, "scale")) return scale;
    return cli_fitted_scale(&job->fitted, &scale) ? scale : cli_scale_of(model);
}

/* Whether classes can be standardised and reduced one after the other while they are read: nothing else is done to
 * their rows, and nothing needs all of them at once. */
static bool can_reduce(const cli_call *call, const cli_intake *intake)
{
    const cli_input *input = &intake->input;
    const cli_cleaning *cleaning = &intake->cleaning;
    const bool whole = input->missing == LACON_MISSING_REFUSE || input->missing == LACON_MISSING_DROP;
    return whole && !input->bids && !input->covariance && !input->class_table && !input->align &&
           !cleaning->confounds && !cleaning->censor &&
           !cli_given(call, "detrend") && !intake->flip && intake->scaling.scale == LACON_SCALE_Z;
}

/* What is done to the rows of all classes, where it was not done while they were read. */
static lacon_status prepare(cli_job *job, const lacon_model *model, lacon_scale scale)
{
    cli_session *session = &job->session;
    const cli_intake *own = &job->intake;
    CLI_TRY(cli_clean(session, job->data, &own->cleaning, &own->input));
    if (model) CLI_TRY(cli_align(session, job->data, model, NULL));
    CLI_TRY(lacon_data_standardise(session->ctx, job->data, scale));
    if (model) return cli_flip(session, job->data, model);
    return own->flip && !cli_flip_auto(own) ? flip_by(job, own->flip) : LACON_OK;
}

lacon_status cli_load(cli_job *job, int first, const cli_intake *intake, const lacon_model *model)
{
    cli_session *session = &job->session;
    const cli_call *call = session->call;
    const double began = cli_now();
    const char *const *paths = call->operands + first;
    const int n_paths = call->n_operands - first;
    cli_intake *own = &job->intake;
    *own = *intake;
    const bool one_by_one = can_reduce(call, own);
    if (model || !one_by_one) own->input.reduce = LACON_REDUCE_NONE;
    if (!one_by_one) own->input.deal = 0;
    if (model) CLI_TRY(cli_fitted_open(session, &job->fitted, call->operands[0]));
    CLI_TRY(model ? cli_read_as_fitted(session, &job->data, paths, n_paths, &own->input, &job->fitted)
                  : cli_read(session, &job->data, paths, n_paths, &own->input));
    if (cli_interrupted()) return LACON_E_CANCELLED;
    if (!model) CLI_TRY(cli_name_variables(session, job->data, own->labels));
    if (!model) CLI_TRY(warn_of_data(job));
    const lacon_scale scale = scale_for(job, model);
    const bool standardised = lacon_data_scale(job->data, 0) != NULL; /* as it was read */
    if (!standardised) CLI_TRY(prepare(job, model, scale));
    if (!model) CLI_TRY(warn_of_levels(job));
    job->kept.has_detrend = cli_given(call, "detrend");
    cli_keep_intake(&job->kept, own, scale);
    job->provenance.read_s = cli_now() - began;
    return LACON_OK;
}
