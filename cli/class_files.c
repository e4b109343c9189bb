/* SPDX-License-Identifier: BSD-3-Clause
 * Files of one class each: what they are called, and latent variables as a table. Used by transform
 * and convert.
 */
#include "cmd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* File names may coincide though labels do not ("a/b" and "a_b"): those after the first get a
 * number. */
char *cli_class_file(const lacon_data *data, int64_t c, const char *dir, const char *end)
{
    char *name = cli_file_name(lacon_data_label(data, c));
    int64_t twins = 0;
    for (int64_t i = 0; i < c; i++) {
        char *other = cli_file_name(lacon_data_label(data, i));
        twins += strcmp(name, other) == 0;
        free(other);
    }
    char *path = twins ? cli_format("%s/%s~%lld%s", dir, name, (long long)twins + 1, end)
                       : cli_format("%s/%s%s", dir, name, end);
    free(name);
    return path;
}

/* n × k, with module_1 .. module_k above. */
static bool put_table(FILE *file, const double *z, int64_t n, int64_t k)
{
    char text[CLI_NUMBER_MAX];
    for (int64_t j = 0; j < k; j++) fprintf(file, "%smodule_%lld", j ? "\t" : "", (long long)j + 1);
    fputc('\n', file);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < k; j++)
            fprintf(file, "%s%c", cli_number(text, z[i * k + j]), j + 1 < k ? '\t' : '\n');
    return !ferror(file);
}

static lacon_status write_table(cli_session *session, const char *path, const double *z, int64_t n,
                                int64_t k)
{
    FILE *file = fopen(path, "wx");
    bool good = file && put_table(file, z, n, k);
    if (file && fclose(file) != 0) good = false;
    if (good) return LACON_OK;
    return cli_fail(session, LACON_E_IO, "%s: cannot be written: %s", path, strerror(errno));
}

lacon_status cli_write_latent(cli_session *session, const char *path, const lacon_model *model,
                              int64_t model_class, const lacon_data *data, int64_t c)
{
    int64_t n = lacon_data_rows(data, c), k = lacon_model_modules(model);
    double *z = cli_alloc((size_t)(n * k), sizeof *z);
    lacon_status status = lacon_model_latent(session->ctx, model, model_class, data, c, z);
    if (status >= 0) status = write_table(session, path, z, n, k);
    free(z);
    return status;
}
