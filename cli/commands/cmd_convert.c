/* SPDX-License-Identifier: BSD-3-Clause
 * lacon convert: data from any format to any other, and a model as files other programs read. What a
 * file looks like is the library's (lacon/convert.h); here is which files a folder gets.
 */
#include "cmd.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The first are lacon_file; the choices of --to in the same order. */
enum { TO_COVARIANCE = LACON_FILE_NII + 1, TO_BIDS, TO_IMAGE, TO_BRAINNET, TO_JCON, TO_LATENT };
#define CHOICES                                                                                    \
    "csv|tsv|1D|npy|npz|mat|hdf5|ptseries|nii|covariance|bids|image|brainnet|jcon|latent"

typedef struct convert_values {
    int to;
    const char *regions, *labels, *coordinates;
    cli_input input;
    cli_output output;
    cli_common common;
} convert_values;

typedef struct convert_job {
    cli_session session;
    const convert_values *values;
    lacon_export_options how;
    lacon_folder *folder;
    lacon_model *model;
    lacon_data *data;
    int inputs; /* first operand that is data */
} convert_job;

/* ---- what comes in ---- */

static bool is_model(const char *path)
{
    struct stat st;
    char *inside = cli_format("%s/model.npz", path);
    bool there = stat(inside, &st) == 0;
    free(inside);
    return there;
}

static lacon_status read_inputs(convert_job *job)
{
    const cli_call *call = job->session.call;
    lacon_read_options options;
    cli_read_options(&options, &job->values->input);
    options.keep_missing = job->model == NULL;
    bool given = call->n_operands > job->inputs || options.bids;
    if (!given) return LACON_OK;
    CLI_TRY(lacon_data_read(job->session.ctx, &job->data, call->operands + job->inputs,
                            call->n_operands - job->inputs, &options));
    if (!job->model) return LACON_OK;
    CLI_TRY(cli_align(&job->session, job->data, job->model, NULL));
    return lacon_data_standardise(job->session.ctx, job->data, cli_scale_of(job->model));
}

static lacon_status prepare(convert_job *job)
{
    const convert_values *values = job->values;
    const cli_call *call = job->session.call;
    bool model = call->n_operands > 0 && is_model(call->operands[0]);
    if (values->to > TO_BIDS && !model)
        return cli_fail(&job->session, LACON_E_ARGUMENT,
                        "this is made from a model: the first operand must be a model folder");
    if (values->to < TO_BIDS && model)
        return cli_fail(&job->session, LACON_E_ARGUMENT,
                        "a model is no data: it becomes bids, image, brainnet, jcon or latent");
    lacon_export_options_init(&job->how);
    job->how.atlas = values->regions;
    if (!values->regions && !values->input.bids) job->how.atlas = values->input.atlas;
    job->how.labels = values->labels;
    job->how.coordinates = values->coordinates;
    job->how.step_s = values->input.step_s;
    CLI_TRY(cli_folder_begin(&job->session, &job->folder, &values->output));
    if (model) CLI_TRY(lacon_model_load(job->session.ctx, &job->model, call->operands[0]));
    job->inputs = model;
    CLI_TRY(read_inputs(job));
    if (!job->data && (!model || values->to == TO_LATENT))
        return cli_fail(&job->session, LACON_E_ARGUMENT, "no input: name the files of the rows");
    return LACON_OK;
}

/* ---- data ---- */

static lacon_status write_classes(convert_job *job)
{
    const lacon_data *data = job->data;
    const char *end = lacon_file_end(job->values->to), *dir = lacon_folder_path(job->folder);
    for (int64_t c = 0; c < lacon_data_classes(data); c++) {
        if (cli_interrupted()) return LACON_E_CANCELLED;
        char *path = cli_class_file(data, c, dir, end);
        lacon_status status = lacon_data_write(job->session.ctx, data, c,
                                               (lacon_file)job->values->to, path, &job->how);
        free(path);
        CLI_TRY(status);
    }
    return LACON_OK;
}

/* covariance/CLASS.tsv and how many observations each is of. */
static lacon_status write_covariances(convert_job *job)
{
    const lacon_data *data = job->data;
    CLI_TRY(lacon_folder_subdir(job->session.ctx, job->folder, "covariance"));
    char *dir = cli_format("%s/covariance", lacon_folder_path(job->folder));
    char *list = cli_format("%s/observations.tsv", lacon_folder_path(job->folder));
    lacon_status status = LACON_OK;
    for (int64_t c = 0; c < lacon_data_classes(data) && status >= 0; c++) {
        char *path = cli_class_file(data, c, dir, ".tsv");
        status = lacon_data_write_covariance(job->session.ctx, data, c, path);
        free(path);
    }
    FILE *file = status >= 0 ? fopen(list, "wx") : NULL;
    bool good = file && fputs("class\tn\n", file) >= 0;
    for (int64_t c = 0; good && c < lacon_data_classes(data); c++) {
        char *path = cli_class_file(data, c, "", "");
        good = fprintf(file, "%s\t%lld\n", path + 1, (long long)lacon_data_rows(data, c)) > 0;
        free(path);
    }
    if (file && fclose(file) != 0) good = false;
    if (status >= 0 && !good)
        status = cli_fail(&job->session, LACON_E_IO, "%s: cannot be written: %s", list,
                          strerror(errno));
    free(dir);
    free(list);
    return status;
}

/* ---- BIDS ---- */

/* "sub-01_ses-1" stays; anything else becomes one subject: letters and digits alone. */
static char *bids_name(const char *label)
{
    if (strncmp(label, "sub-", 4) == 0 && strpbrk(label, "/.") == NULL) return cli_copy(label);
    char *name = cli_format("sub-%s", label), *to = name + 4;
    for (const char *from = name + 4; *from; from++)
        if (isalnum((unsigned char)*from) || (unsigned char)*from >= 0x80) *to++ = *from;
    if (to == name + 4) *to++ = 'x';
    *to = '\0';
    return name;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* No two classes may become one subject. */
static lacon_status check_names(convert_job *job)
{
    int64_t count = job->model ? lacon_model_classes(job->model) : lacon_data_classes(job->data);
    char **name = cli_alloc((size_t)count, sizeof *name);
    for (int64_t c = 0; c < count; c++)
        name[c] = bids_name(job->model ? lacon_model_label(job->model, c)
                                       : lacon_data_label(job->data, c));
    qsort(name, (size_t)count, sizeof *name, by_text);
    lacon_status status = LACON_OK;
    for (int64_t c = 1; c < count && status >= 0; c++)
        if (strcmp(name[c - 1], name[c]) == 0)
            status = cli_fail(&job->session, LACON_E_DATA,
                              "two classes would both be %s: give them other names (--names)",
                              name[c]);
    for (int64_t c = 0; c < count; c++) free(name[c]);
    free(name);
    return status;
}

/* DIR/sub-01[/ses-1]/func, made, and the start of the names in it. */
static lacon_status bids_place(convert_job *job, const char *label, char **prefix)
{
    char *name = bids_name(label);
    size_t subject = strcspn(name, "_");
    const char *ses = strstr(name, "_ses-");
    const char *dir = lacon_folder_path(job->folder);
    char *folder = ses ? cli_format("%s/%.*s/%.*s/func", dir, (int)subject, name,
                                    (int)strcspn(ses + 1, "_"), ses + 1)
                       : cli_format("%s/%.*s/func", dir, (int)subject, name);
    bool made = true;
    for (char *p = folder + strlen(dir) + 1; made && *p;) {
        p += strcspn(p, "/");
        char rest = *p;
        *p = '\0';
        made = mkdir(folder, 0777) == 0 || errno == EEXIST;
        *p = rest;
        p += rest != '\0';
    }
    lacon_status status =
        made ? LACON_OK
             : cli_fail(&job->session, LACON_E_IO, "%s: %s", folder, strerror(errno));
    *prefix = cli_format("%s/%s", folder, name);
    free(folder);
    free(name);
    return status;
}

static lacon_status write_sidecar(convert_job *job, const char *path)
{
    FILE *file = fopen(path, "wx");
    char text[CLI_NUMBER_MAX];
    double step = job->how.step_s;
    bool good = file != NULL;
    if (file && step > 0)
        good = fprintf(file, "{\"RepetitionTime\": %s, \"SamplingFrequency\": %.9g}\n",
                       cli_number(text, step), 1 / step) > 0;
    else if (file)
        good = fputs("{}\n", file) >= 0;
    if (file && fclose(file) != 0) good = false;
    if (good) return LACON_OK;
    return cli_fail(&job->session, LACON_E_IO, "%s: cannot be written: %s", path, strerror(errno));
}

static lacon_status write_series(convert_job *job, int64_t c, const char *prefix)
{
    const cli_input *input = &job->values->input;
    const char *task = input->task ? input->task : "rest";
    const char *atlas = input->bids && input->atlas ? input->atlas : "lacon";
    bool known = strstr(prefix, "_task-") != NULL;
    char *base = cli_format("%s%s%s_seg-%s_stat-mean_timeseries", prefix, known ? "" : "_task-",
                            known ? "" : task, atlas);
    char *table = cli_format("%s.tsv", base), *json = cli_format("%s.json", base);
    lacon_status status =
        lacon_data_write(job->session.ctx, job->data, c, LACON_FILE_TSV, table, &job->how);
    if (status >= 0) status = write_sidecar(job, json);
    free(base);
    free(table);
    free(json);
    return status;
}

static lacon_status write_relmats(convert_job *job, int64_t c, const char *prefix)
{
    static const char *const stat[] = {"covariance", "correlation"};
    lacon_status status = LACON_OK;
    for (int i = 0; i < 2 && status >= 0; i++) {
        char *path = cli_format("%s_seg-modules_stat-%s_relmat.tsv", prefix, stat[i]);
        status = lacon_model_write_relmat(job->session.ctx, job->model, c, i, path);
        free(path);
    }
    return status;
}

static lacon_status write_bids_latent(convert_job *job, int64_t c, const char *prefix)
{
    int64_t at = lacon_model_find_class(job->model, lacon_data_label(job->data, c));
    if (at < 0)
        return cli_fail(&job->session, LACON_E_DATA,
                        "class '%s' is not in the model: lacon transform takes new classes",
                        lacon_data_label(job->data, c));
    char *path = cli_format("%s_seg-modules_desc-latent_timeseries.tsv", prefix);
    lacon_status status = cli_write_latent(&job->session, path, job->model, at, job->data, c);
    free(path);
    return status;
}

/* what: 0 rows, 1 matrices of the model, 2 latent variables; for every class. */
static lacon_status write_bids_part(convert_job *job, int what)
{
    int64_t count = what == 1 ? lacon_model_classes(job->model) : lacon_data_classes(job->data);
    for (int64_t c = 0; c < count; c++) {
        char *prefix = NULL;
        const char *label =
            what == 1 ? lacon_model_label(job->model, c) : lacon_data_label(job->data, c);
        lacon_status status = bids_place(job, label, &prefix);
        if (status >= 0)
            status = what == 0   ? write_series(job, c, prefix)
                     : what == 1 ? write_relmats(job, c, prefix)
                                 : write_bids_latent(job, c, prefix);
        free(prefix);
        CLI_TRY(status);
    }
    return LACON_OK;
}

static lacon_status write_image(convert_job *job)
{
    char *path = cli_format("%s/modules_dseg.nii.gz", lacon_folder_path(job->folder));
    lacon_status status =
        lacon_model_write_image(job->session.ctx, job->model, path, &job->how);
    free(path);
    return status;
}

static lacon_status write_bids(convert_job *job)
{
    CLI_TRY(check_names(job));
    char *path = cli_format("%s/dataset_description.json", lacon_folder_path(job->folder));
    const char *name = job->model ? "Modules and their connectivity" : "Series of regions";
    lacon_status status =
        lacon_description_write(job->session.ctx, path, name, job->session.call->line);
    free(path);
    CLI_TRY(status);
    if (!job->model) return write_bids_part(job, 0);
    CLI_TRY(write_bids_part(job, 1));
    if (job->data) CLI_TRY(write_bids_part(job, 2));
    return job->how.atlas ? write_image(job) : LACON_OK;
}

/* ---- models ---- */

static lacon_status write_networks(convert_job *job)
{
    static const char *const name[] = {"regions", "modules"};
    lacon_status status = LACON_OK;
    for (int i = 0; i < 2 && status >= 0; i++) {
        char *path = cli_format("%s/%s", lacon_folder_path(job->folder), name[i]);
        status = lacon_model_write_brainnet(job->session.ctx, job->model, -1, i, path, &job->how);
        free(path);
    }
    return status;
}

static lacon_status write_jcon(convert_job *job)
{
    char *path = cli_format("%s/network.jcon", lacon_folder_path(job->folder));
    lacon_status status =
        lacon_model_write_jcon(job->session.ctx, job->model, -1, path, &job->how);
    free(path);
    return status;
}

static lacon_status write_latents(convert_job *job)
{
    lacon_status status = LACON_OK;
    for (int64_t c = 0; c < lacon_data_classes(job->data) && status >= 0; c++) {
        int64_t at = lacon_model_find_class(job->model, lacon_data_label(job->data, c));
        if (at < 0)
            return cli_fail(&job->session, LACON_E_DATA,
                            "class '%s' is not in the model: lacon transform takes new classes",
                            lacon_data_label(job->data, c));
        char *path = cli_class_file(job->data, c, lacon_folder_path(job->folder), ".tsv");
        status = cli_write_latent(&job->session, path, job->model, at, job->data, c);
        free(path);
    }
    return status;
}

/* ---- the command ---- */

static lacon_status work(convert_job *job)
{
    switch (job->values->to) {
    case TO_COVARIANCE:
        return write_covariances(job);
    case TO_BIDS:
        return write_bids(job);
    case TO_IMAGE:
        return write_image(job);
    case TO_BRAINNET:
        return write_networks(job);
    case TO_JCON:
        return write_jcon(job);
    case TO_LATENT:
        return write_latents(job);
    default:
        return write_classes(job);
    }
}

static int run(const cli_call *call, void *argument)
{
    convert_job job = {.values = argument};
    int code = cli_session_open(&job.session, call, &job.values->common);
    if (code) return code;
    cli_signals_begin();
    lacon_status status = prepare(&job);
    if (status >= 0) status = work(&job);
    if (status >= 0) status = cli_folder_commit(&job.session, job.folder);
    code = cli_report(&job.session, status);
    if (status >= 0 && job.data)
        cli_tell(&job.session, "%lld %s: %s", (long long)lacon_data_classes(job.data),
                 lacon_data_classes(job.data) == 1 ? "class" : "classes", job.values->output.out);
    else if (status >= 0)
        cli_tell(&job.session, "model: %s", job.values->output.out);
    cli_folder_free(job.folder);
    lacon_model_free(job.model);
    lacon_data_free(job.data);
    cli_session_close(&job.session);
    return code;
}

#define V(field) offsetof(convert_values, field)
static const cli_option rows[] = {
    {.name = "to",
     .kind = CLI_CHOICE,
     .offset = V(to),
     .range = CHOICES,
     .help = "what to make: a file per class of rows, or files of a model"},
    {.name = "regions",
     .kind = CLI_FILE,
     .offset = V(regions),
     .arg = "FILE",
     .help = "label image that has the variables as regions, for images and networks; default: "
             "--atlas"},
    {.name = "labels",
     .kind = CLI_FILE,
     .offset = V(labels),
     .arg = "TABLE",
     .help = "which variable is which label of it: columns index and name; default: names that "
             "are labels, else the order"},
    {.name = "coordinates",
     .kind = CLI_FILE,
     .offset = V(coordinates),
     .arg = "TABLE",
     .help = "where the variables lie: columns x, y, z and names; default: the middle of regions"},
    {0},
};

static const cli_group groups[] = {
    {"Output", rows, 0},
    {"Output", cli_output_rows, V(output)},
    {"Input", cli_input_rows, V(input)},
    {"Run", cli_common_rows, V(common)},
    {0},
};

const cli_command cli_cmd_convert = {
    .name = "convert",
    .group = "Data",
    .line = "data from one format to another; a model for other programs",
    .run = run,
    .size = sizeof(convert_values),
    .synopsis = "INPUT... | MODEL [INPUT...] --to FORMAT --out DIR [OPTION]...",
    .min_operands = 1,
    .max_operands = -1,
    .missing = "no input: name files, folders or a model folder",
    .required = "to out",
    .options = groups,
    .about =
        "Reads INPUT as fit does and writes every class as one file of the format, numbers to the "
        "same double; missing values are kept. covariance writes covariance/CLASS.tsv and "
        "observations.tsv, which --covariance reads; bids the layout of BIDS derivatives; nii "
        "volumes in which every voxel of a region has its value.\n"
        "When the first operand is a model folder: image writes the modules as a label image on "
        "the grid of --regions (0 for no module), brainnet nodes and edges for BrainNet Viewer "
        "(regions coloured by module; modules), jcon a connectome for niivue, latent the latent "
        "variables of the rows of INPUT, bids the connectivity of every class, the label image "
        "with --regions and the latent variables with INPUT. Networks have the mean correlations "
        "over classes.",
    .writes = "DIR, complete or not at all.",
    .examples = "lacon convert subjects/ --to hdf5 --out h5\n"
                "lacon convert scan.mat --variable ts --to csv --out csv\n"
                "lacon convert model --to image --regions aal.nii.gz --out atlas",
};
