/* SPDX-License-Identifier: BSD-3-Clause
 * Every format there and back: the same doubles, the same names, missing values too. The readers of
 * MATLAB, HDF5 and XML are other people's libraries; tests/cli/convert.sh lets SciPy, h5py and
 * nibabel read the files as well. Models as images, networks and matrices.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "data/data.h"
#include "io/formats/atlas.h"
#include "io/text/text_table.h"
#include "scratch.h"

enum { N = 7, P = 3 };

/* Names that formats must escape, values at the ends of the range, one missing. */
static lacon_data *make_data(scratch *s, bool single, bool missing, const char *const *names)
{
    static const char *const odd[] = {"a <&> \"b\"", "Gr\xC3\xB6\xC3\x9F" "e \xF0\x9F\xA7\xA0", "3"};
    double *x = calloc(N * P, sizeof *x);
    for (int i = 0; i < N * P; i++) x[i] = sin(i * 1.7) * pow(10, i % 9 - 4);
    if (names == NULL) x[4] = 5e-324, x[5] = -1.7e308, x[6] = 0.1;
    if (single) x[4] = 1e-40, x[5] = -3e38;
    lacon_data *data;
    assert_int_equal(lacon_data_new(s->ctx, &data, P), LACON_OK);
    assert_int_equal(lacon_data_set_names(s->ctx, data, names != NULL ? names : odd), LACON_OK);
    float f[N * P];
    for (int i = 0; i < N * P; i++) f[i] = (float)x[i];
    if (single) {
        assert_int_equal(lacon_data_add_copy_f32(s->ctx, data, "one", N, f, P), LACON_OK);
    } else {
        assert_int_equal(lacon_data_add_copy(s->ctx, data, "one", N, x, P), LACON_OK);
    }
    if (missing && !single) ((double *)data->classes[0].owned)[7] = NAN;
    free(x);
    return data;
}

static double value_at(const lacon_data *data, int64_t i)
{
    const lcn_class *class = &data->classes[0];
    return class->kind == LCN_ROWS_F32 ? (double)((const float *)class->x)[i]
                                       : ((const double *)class->x)[i];
}

static void check_back(scratch *s, const lacon_data *want, lacon_file file, const char *path,
                       const char *atlas)
{
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.keep_missing = 1;
    o.atlas = atlas;
    lacon_data *got = NULL;
    if (lacon_data_read(s->ctx, &got, &path, 1, &o) < 0)
        fail_msg("%s: %s", lacon_file_name(file), lacon_ctx_message(s->ctx));
    assert_int_equal(lacon_data_rows(got, 0), N);
    assert_int_equal(lacon_data_variables(got), P);
    for (int64_t i = 0; i < N * P; i++) {
        double a = value_at(got, i), b = value_at(want, i);
        /* the mean of equal voxels is exact only up to the rounding of their sum */
        bool same = file == LACON_FILE_NII ? fabs(a - b) <= 1e-15 * fabs(b) : a == b;
        if (!same && !(isnan(a) && isnan(b)))
            fail_msg("%s, value %lld: %.17g is not %.17g", lacon_file_name(file), (long long)i, a, b);
    }
    for (int64_t r = 0; r < P && file != LACON_FILE_NPY; r++)
        assert_string_equal(lacon_data_name(got, r), lacon_data_name(want, r));
    lacon_data_free(got);
}

static void test_there_and_back(void **state)
{
    scratch *s = *state;
    for (int single = 0; single < 2; single++) {
        lacon_data *data = make_data(s, single, true, NULL);
        for (int f = 0; f < LACON_FILE_NII; f++) {
            char name[40];
            snprintf(name, sizeof name, "x%s", lacon_file_end(f));
            const char *path = scratch_path(s, name);
            if (lacon_data_write(s->ctx, data, 0, (lacon_file)f, path, NULL) < 0)
                fail_msg("%s: %s", name, lacon_ctx_message(s->ctx));
            check_back(s, data, (lacon_file)f, path, NULL);
        }
        lacon_data_free(data);
    }
    assert_null(lacon_file_name(LACON_FILE_NII + 1));
    assert_null(lacon_file_end(-1));
}

/* The same rows give the same bytes. */
static void test_same_bytes(void **state)
{
    scratch *s = *state;
    lacon_data *data = make_data(s, false, false, NULL);
    for (int f = 0; f < LACON_FILE_NII; f++) {
        char command[1200];
        const char *a = scratch_path(s, "a"), *b = scratch_path(s, "b");
        assert_int_equal(lacon_data_write(s->ctx, data, 0, (lacon_file)f, a, NULL), LACON_OK);
        assert_int_equal(lacon_data_write(s->ctx, data, 0, (lacon_file)f, b, NULL), LACON_OK);
        snprintf(command, sizeof command, "cmp -s '%s' '%s'", a, b);
        if (system(command) != 0) fail_msg("%s differs", lacon_file_name(f));
    }
    lacon_data_free(data);
}

static void test_volumes(void **state)
{
    static const char *const labels[] = {"2002", "9170", "2001"};
    static const char *const words[] = {"left", "right", "middle"};
    scratch *s = *state;
    lacon_export_options o;
    lacon_export_options_init(&o);
    const char *path = scratch_path(s, "v.nii");
    lacon_data *data = make_data(s, false, false, labels);
    assert_int_equal(lacon_data_write(s->ctx, data, 0, LACON_FILE_NII, path, &o),
                     LACON_E_ARGUMENT);
    o.atlas = TEST_DATA "/atlas.nii.gz";
    assert_int_equal(lacon_data_write(s->ctx, data, 0, LACON_FILE_NII, path, &o), LACON_OK);
    lacon_read_options in;
    lacon_read_options_init(&in);
    in.atlas = o.atlas;
    in.columns = "2002,9170,2001";
    lacon_data *back = NULL;
    assert_int_equal(lacon_data_read(s->ctx, &back, &path, 1, &in), LACON_OK);
    for (int64_t i = 0; i < N; i++) /* the atlas is in ascending order: 2001, 2002, 9170 */
        for (int64_t r = 0; r < P; r++) {
            double a = value_at(back, i * P + (r + 1) % P), b = value_at(data, i * P + r);
            assert_true(fabs(a - b) <= 1e-15 * fabs(b));
        }
    lacon_data_free(back);
    lacon_data_free(data);
    data = make_data(s, false, false, words); /* as many as regions: in order */
    assert_int_equal(lacon_data_write(s->ctx, data, 0, LACON_FILE_NII, path, &o), LACON_OK);
    o.labels = scratch_text(s, "l.tsv", "name\tindex\nleft\t2001\nmiddle\t2002\n");
    assert_int_equal(lacon_data_write(s->ctx, data, 0, LACON_FILE_NII, path, &o), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "for variable 'right'"));
    o.labels = scratch_text(s, "l.tsv", "a\tb\n1\t2\n");
    assert_int_equal(lacon_data_write(s->ctx, data, 0, LACON_FILE_NII, path, &o), LACON_E_FORMAT);
    lacon_data_free(data);
}

static void test_covariance(void **state)
{
    scratch *s = *state;
    const char *source = TEST_DATA "/f8.npy", *path = scratch_path(s, "k.tsv");
    lacon_data *data = NULL, *back = NULL;
    assert_int_equal(lacon_data_read(s->ctx, &data, &source, 1, NULL), LACON_OK);
    assert_int_equal(lacon_data_write_covariance(s->ctx, data, 0, path), LACON_OK);
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.covariance = "6";
    assert_int_equal(lacon_data_read(s->ctx, &back, &path, 1, &o), LACON_OK);
    assert_int_equal(lacon_data_standardise(s->ctx, data, LACON_SCALE_CENTER), LACON_OK);
    for (int r = 0; r < 4; r++)
        for (int q = 0; q < 4; q++) {
            double sum = 0;
            for (int i = 0; i < 6; i++) sum += value_at(data, 4 * i + r) * value_at(data, 4 * i + q);
            assert_true(fabs(value_at(back, 4 * r + q) - sum / 6) < 1e-9 * 1e4);
        }
    /* a covariance comes out as it went in, and has no rows */
    const char *again = scratch_path(s, "again.tsv");
    assert_int_equal(lacon_data_write_covariance(s->ctx, back, 0, again), LACON_OK);
    assert_int_equal(lacon_data_write(s->ctx, back, 0, LACON_FILE_CSV, again, NULL),
                     LACON_E_UNSUPPORTED);
    lacon_data_free(data);
    lacon_data_free(back);
}

/* ---- models ---- */

/* Three variables: the first two in module 1 with weights .6 and .8, the third alone in module 2.
 * Correlations between the modules: 1/2 in class a, -1/4 in class b, 1/8 in the mean. */
static lacon_status make_model(lacon_ctx *ctx, lacon_model **model)
{
    static const double W[] = {0.6, 0, 0.8, 0, 0, 1};
    static const double G[] = {4, 1, 1, 1, 4, -0.5, -0.5, 1};
    static const double v[] = {0.5, 0.25};
    static const char *const names[] = {"2001", "9170", "2002"};
    static const char *const labels[] = {"a", "b"};
    return lacon_model_new(ctx, model, 3, 2, 2, W, G, v, NULL, names, labels, NULL);
}

static const char places[] = "code,x,y,z\n2001,10,0,0\n2002,-5,6,7\n9170,0,20,0\n";

static void load_words(scratch *s, lcn_text_table *w, const char *path)
{
    if (lcn_text_table_read(s->ctx, w, path) < 0) fail_msg("%s", lacon_ctx_message(s->ctx));
}

static double number_at(scratch *s, const lcn_text_table *w, int64_t row, int64_t column)
{
    double value;
    assert_int_equal(lcn_text_table_number(s->ctx, w, row, column, &value), LACON_OK);
    return value;
}

/* BrainNet's files have no header: the first line takes its place. */
static void test_brainnet(void **state)
{
    scratch *s = *state;
    lacon_model *model = NULL;
    lacon_export_options o;
    lacon_export_options_init(&o);
    lcn_text_table w;
    assert_int_equal(make_model(s->ctx, &model), LACON_OK);
    const char *base = scratch_path(s, "net");
    assert_int_equal(lacon_model_write_brainnet(s->ctx, model, -1, 1, base, &o), LACON_E_ARGUMENT);
    o.coordinates = scratch_text(s, "xyz.csv", places);
    assert_int_equal(lacon_model_write_brainnet(s->ctx, model, 2, 1, base, &o), LACON_E_ARGUMENT);
    assert_int_equal(lacon_model_write_brainnet(s->ctx, model, -1, 1, base, &o), LACON_OK);
    load_words(s, &w, scratch_path(s, "net.node"));
    assert_int_equal(w.columns, 6);
    assert_string_equal(w.header[5], "module_1"); /* at .36 of the first and .64 of the second */
    assert_true(fabs(atof(w.header[0]) - 3.6) < 1e-12 && fabs(atof(w.header[1]) - 12.8) < 1e-12);
    assert_string_equal(w.header[4], "2");
    assert_true(number_at(s, &w, 0, 0) == -5 && number_at(s, &w, 0, 3) == 2);
    lcn_text_table_clear(&w);
    load_words(s, &w, scratch_path(s, "net.edge"));
    assert_true(atof(w.header[1]) == 0.125 && atof(w.header[0]) == 0);
    lcn_text_table_clear(&w);
    assert_int_equal(lacon_model_write_brainnet(s->ctx, model, 0, 0, base, &o), LACON_OK);
    load_words(s, &w, scratch_path(s, "net.node"));
    assert_string_equal(w.header[5], "2001");
    assert_int_equal(w.rows, 2);
    assert_true(number_at(s, &w, 1, 3) == 2 && number_at(s, &w, 0, 4) == 0.8);
    lcn_text_table_clear(&w);
    load_words(s, &w, scratch_path(s, "net.edge")); /* .6 .8 4 / sqrt((.36 4 + .5)(.64 4 + .5)) */
    assert_true(fabs(atof(w.header[1]) - 1.92 / sqrt(1.94 * 3.06)) < 1e-12);
    lcn_text_table_clear(&w);
    o.coordinates = scratch_text(s, "xyz.csv", "code,x,y,z\n2001,10,0,0\n");
    assert_int_equal(lacon_model_write_brainnet(s->ctx, model, -1, 1, base, &o), LACON_E_DATA);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "no line for variable '9170'"));
    o.coordinates = scratch_text(s, "xyz.csv", "code,x,y\n2001,10,0\n");
    assert_int_equal(lacon_model_write_brainnet(s->ctx, model, -1, 1, base, &o), LACON_E_FORMAT);
    lacon_model_free(model);
}

static void test_relmat(void **state)
{
    scratch *s = *state;
    lacon_model *model = NULL;
    lcn_text_table w;
    assert_int_equal(make_model(s->ctx, &model), LACON_OK);
    const char *path = scratch_path(s, "g.tsv");
    for (int correlation = 0; correlation < 2; correlation++) {
        assert_int_equal(lacon_model_write_relmat(s->ctx, model, 1, correlation, path), LACON_OK);
        load_words(s, &w, path);
        assert_int_equal(w.rows, 2);
        assert_string_equal(lcn_text_table_at(&w, 1, 0), "module_2");
        assert_true(number_at(s, &w, 0, 1) == (correlation ? 1 : 4));
        assert_true(number_at(s, &w, 1, 1) == (correlation ? -0.25 : -0.5));
        lcn_text_table_clear(&w);
    }
    lacon_model_free(model);
}

/* Modules 1, 1, 2 for regions 2001, 9170, 2002 and 0 elsewhere, read back voxel by voxel. */
static void test_image(void **state)
{
    scratch *s = *state;
    lacon_model *model = NULL;
    lacon_export_options o;
    lacon_export_options_init(&o);
    assert_int_equal(make_model(s->ctx, &model), LACON_OK);
    const char *path = scratch_path(s, "m.nii.gz");
    assert_int_equal(lacon_model_write_image(s->ctx, model, path, &o), LACON_E_ARGUMENT);
    o.atlas = TEST_DATA "/atlas.nii.gz";
    assert_int_equal(lacon_model_write_image(s->ctx, model, path, &o), LACON_OK);
    lcn_atlas regions, modules;
    assert_int_equal(lcn_atlas_load(s->ctx, &regions, o.atlas, NULL, NULL), LACON_OK);
    if (lcn_atlas_load(s->ctx, &modules, path, &regions.nifti, o.atlas) < 0)
        fail_msg("%s", lacon_ctx_message(s->ctx));
    assert_int_equal(modules.count, 2);
    static const int want[] = {0, 1, 0}; /* of 2001, 2002, 9170 */
    for (int64_t v = 0; v < regions.voxels; v++) {
        int32_t r = regions.region[v];
        assert_int_equal(modules.region[v], r >= 0 ? want[r] : -1);
    }
    double centre[6];
    lcn_atlas_centres(&modules, centre);
    assert_true(centre[0] <= 90 && centre[0] >= 90 - 8); /* inside the grid */
    lcn_atlas_clear(&modules);
    lcn_atlas_clear(&regions);
    lacon_model_free(model);
}

typedef struct files {
    const char *jcon, *json, *nodes, *image, *places, *mat;
} files;

static lacon_status write_all(lacon_ctx *ctx, void *user)
{
    const files *f = user;
    lacon_model *model = NULL;
    lacon_export_options o;
    lacon_export_options_init(&o);
    o.atlas = TEST_DATA "/atlas.nii.gz";
    lacon_status status;
    LCN_GOTO(make_model(ctx, &model));
    LCN_GOTO(lacon_model_write_image(ctx, model, f->image, &o));
    o.coordinates = f->places;
    LCN_GOTO(lacon_model_write_brainnet(ctx, model, -1, 0, f->nodes, &o));
    LCN_GOTO(lacon_model_write_jcon(ctx, model, -1, f->jcon, &o));
    LCN_GOTO(lacon_model_write_relmat(ctx, model, 0, 1, f->mat));
    LCN_GOTO(lacon_description_write(ctx, f->json, "name", "lacon convert \"x\""));
done:
    lacon_model_free(model);
    return status;
}

static void test_memory_and_json(void **state)
{
    scratch *s = *state;
    files f = {.jcon = scratch_path(s, "n.jcon"),   .json = scratch_path(s, "d.json"),
               .nodes = scratch_path(s, "n"),       .image = scratch_path(s, "i.nii"),
               .places = scratch_text(s, "p.csv", places), .mat = scratch_path(s, "r.tsv")};
    assert_true(faulty_loop(write_all, &f, 1) > 30);
    char text[4096] = "";
    FILE *file = fopen(f.jcon, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 100);
    fclose(file);
    assert_non_null(strstr(text, "\"first\": 0"));
    assert_non_null(strstr(text, "\"colorValue\": 0.125"));
    assert_non_null(strstr(text, "\"nodeColormap\""));
}

static lacon_status write_rows(lacon_ctx *ctx, void *user)
{
    const char *const *path = user;
    double x[N * P];
    lacon_data *data = NULL;
    lacon_status status;
    for (int i = 0; i < N * P; i++) x[i] = i;
    LCN_GOTO(lacon_data_new(ctx, &data, P));
    LCN_GOTO(lacon_data_add_view(ctx, data, "x", N, x, P));
    for (int f = 0; f < LACON_FILE_NII; f++) {
        LCN_GOTO(lacon_data_write(ctx, data, 0, (lacon_file)f, *path, NULL));
    }
    LCN_GOTO(lacon_data_write_covariance(ctx, data, 0, *path));
done:
    lacon_data_free(data);
    return status;
}

static void test_memory_rows(void **state)
{
    scratch *s = *state;
    const char *path = scratch_path(s, "rows");
    int before = scratch_entries(s);
    assert_true(faulty_loop(write_rows, &path, 1) > 15);
    assert_int_equal(scratch_entries(s), before + 1); /* nothing half done beside it */
    lacon_data *data = make_data(s, false, false, NULL);
    for (int f = 0; f < LACON_FILE_NII; f++) /* a place that is not there */
        assert_int_equal(lacon_data_write(s->ctx, data, 0, (lacon_file)f,
                                          scratch_path(s, "no/where"), NULL),
                         LACON_E_IO);
    assert_int_equal(lacon_data_write(s->ctx, data, 1, LACON_FILE_CSV, path, NULL),
                     LACON_E_ARGUMENT);
    lacon_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_volumes),
        cmocka_unit_test(test_covariance),
        cmocka_unit_test(test_brainnet),
        cmocka_unit_test(test_relmat),
        cmocka_unit_test(test_image),
        cmocka_unit_test(test_memory_and_json),
        cmocka_unit_test(test_memory_rows),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
