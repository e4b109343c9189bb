/* SPDX-License-Identifier: BSD-3-Clause
 * Read files and fit: nine mental tests of two schools (examples/data/holzinger-9), three modules,
 * compared with the families the tests were made for.
 *
 *     files examples/data
 */
#include <lacon/lacon.h>
#include <stdio.h>

enum { TESTS = 9 };

int main(int argc, char **argv)
{
    char folder[4096], key_path[4096];
    const char *const inputs[] = {folder};
    const char *names[TESTS];
    int32_t key[TESTS];
    lacon_ctx *ctx = NULL;
    lacon_data *data = NULL;
    lacon_model *model = NULL;
    lacon_fit_options options;
    const char *where = argc > 1 ? argv[1] : "examples/data";
    snprintf(folder, sizeof folder, "%s/holzinger-9", where);
    snprintf(key_path, sizeof key_path, "%s/holzinger-9-key.csv", where);
    lacon_fit_options_init(&options);
    int wrong = 1;

    if (lacon_ctx_new(&ctx, NULL) < 0) return 1;
    if (lacon_fit_options_set(ctx, &options, "k", "3") < 0 || /* options may come as text, too */
        lacon_data_read(ctx, &data, inputs, 1, NULL) < 0 ||
        lacon_data_standardise(ctx, data, LACON_SCALE_Z) < 0 ||
        lacon_fit(ctx, &model, data, &options) < 0) {
        fprintf(stderr, "%s\n", lacon_ctx_message(ctx)); /* names file, line, value and remedy */
        goto done;
    }
    for (int64_t c = 0; c < lacon_data_classes(data); c++)
        printf("%s: %lld pupils\n", lacon_data_label(data, c), (long long)lacon_data_rows(data, c));
    for (int r = 0; r < TESTS; r++) {
        names[r] = lacon_model_name(model, r);
        printf("%s  module %d  evidence %.0f nats\n", names[r],
               (int)lacon_model_module_of(model)[r], lacon_model_evidence(model)[r]);
    }
    if (lacon_key_read(ctx, key, key_path, TESTS, names) < 0) {
        fprintf(stderr, "%s\n", lacon_ctx_message(ctx));
        goto done;
    }
    const double ari = lacon_ari(TESTS, key, lacon_model_module_of(model));
    printf("agreement with the key (adjusted Rand index): %.3f\n", ari);
    wrong = ari != 1;
done:
    lacon_model_free(model);
    lacon_data_free(data);
    lacon_ctx_free(ctx);
    return wrong;
}
