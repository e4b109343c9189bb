/* SPDX-License-Identifier: BSD-3-Clause
 * Everything that is written and read back, while each allocation fails in turn, and each call that reads, writes,
 * renames or closes: the status says so, and what is there is whole. (The calls are ours here: -Wl,--wrap.)
 */
#include "scratch.h"

#include "fit_ref.h"

#include <errno.h>
#include <jansson.h>
#include <lacon/causal.h>
#include <lacon/convert.h>
#include <sys/stat.h>

/* ---- calls that fail ---- */

static int64_t calls, fail_at; /* from 1; 0 none */

ssize_t __real_read(int fd, void *to, size_t size);
ssize_t __wrap_read(int fd, void *to, size_t size);
ssize_t __real_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_write(int fd, const void *bytes, size_t size);
int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __real_close(int fd);
int __wrap_close(int fd);
int __real_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __real_renameat2(int a, const char *from, int b, const char *to, unsigned flags);
int __wrap_renameat2(int a, const char *from, int b, const char *to, unsigned flags);

static bool fails(void)
{
    if (++calls != fail_at) return false;
    errno = EIO;
    return true;
}

ssize_t __wrap_write(int fd, const void *bytes, size_t size) { return fails() ? -1 : __real_write(fd, bytes, size); }
ssize_t __wrap_read(int fd, void *to, size_t size) { return fails() ? -1 : __real_read(fd, to, size); }
int __wrap_fsync(int fd) { return fails() ? -1 : __real_fsync(fd); }
int __wrap_mkdir(const char *path, mode_t mode) { return fails() ? -1 : __real_mkdir(path, mode); }
int __wrap_rename(const char *from, const char *to) { return fails() ? -1 : __real_rename(from, to); }

int __wrap_close(int fd) /* the descriptor is gone all the same */
{
    const int answer = __real_close(fd);
    return fails() ? -1 : answer;
}

int __wrap_renameat2(int a, const char *from, int b, const char *to, unsigned flags)
{
    return fails() ? -1 : __real_renameat2(a, from, b, to, flags);
}

/* ---- what there is to write ---- */

typedef struct world {
    scratch s; /* first: cmocka's state is both */
    ref_sim sim;
    lacon_causal *causal;
    lacon_covariance *covariance;
    lacon_stability *stability;
    lacon_test *test;
    lacon_selection *selection;
    lacon_participants *people;
    lacon_export_options places;
    char xyz[512];            /* the table of places */
    char out[256], path[300]; /* the folder that a job writes to, and a file in it */
} world;

static world w;

static const char *in(const char *name)
{
    snprintf(w.path, sizeof w.path, "%s/%s", w.out, name);
    return w.path;
}

static lacon_status save_model(lacon_ctx *own) { return lacon_model_save(own, w.sim.truth, in("m"), 1, NULL); }
static lacon_status save_causal(lacon_ctx *own) { return lacon_causal_write(own, w.causal, w.out, NULL); }
static lacon_status save_arrows(lacon_ctx *own) { return lacon_causal_write_arrows(own, w.causal, 0, in("a.tsv")); }
static lacon_status save_covariance(lacon_ctx *own) { return lacon_covariance_write(own, w.covariance, w.out, NULL); }
static lacon_status save_stability(lacon_ctx *own) { return lacon_stability_write(own, w.stability, w.out, NULL); }
static lacon_status save_test(lacon_ctx *own) { return lacon_test_write(own, w.test, w.out, NULL); }
static lacon_status save_selection(lacon_ctx *own) { return lacon_selection_write(own, w.selection, w.out, NULL); }
static lacon_status save_people(lacon_ctx *own)
{
    return lacon_participants_write(own, w.people, "id", w.sim.data, w.out);
}

static lacon_status save_figures(lacon_ctx *own) { return lacon_model_figures(own, w.sim.truth, w.out); }
static lacon_status save_bids(lacon_ctx *own) { return lacon_description_write(own, in("d.json"), "n", "c"); }
static lacon_status save_relmat(lacon_ctx *own)
{
    return lacon_model_write_relmat(own, w.sim.truth, 0, 1, in("r.tsv"));
}

static lacon_status save_cov(lacon_ctx *own) { return lacon_data_write_covariance(own, w.sim.data, 0, in("c.tsv")); }

static lacon_status save_jcon(lacon_ctx *own)
{
    return lacon_model_write_jcon(own, w.sim.truth, -1, in("j.json"), &w.places);
}

static lacon_status save_brainnet(lacon_ctx *own)
{
    return lacon_model_write_brainnet(own, w.sim.truth, 0, 0, in("b"), &w.places);
}

static lacon_status save_rows(lacon_ctx *own)
{
    static const lacon_file kinds[] = {LACON_FILE_CSV, LACON_FILE_1D, LACON_FILE_NPY, LACON_FILE_NPZ, LACON_FILE_MAT,
                                       LACON_FILE_PTSERIES};
    lacon_status status = LACON_OK;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && status >= 0; i++)
        status = lacon_data_write(own, w.sim.data, 0, kinds[i], in(lacon_file_name((int)kinds[i])), NULL);
    return status;
}

/* Read back from w.s.dir/kept, which holds all of it. */
static lacon_status load_model(lacon_ctx *own)
{
    lacon_model *m = NULL;
    const lacon_status status = lacon_model_load(own, &m, scratch_path(&w.s, "kept/m"));
    lacon_model_free(m);
    return status;
}

static lacon_status load_causal(lacon_ctx *own)
{
    lacon_causal *c = NULL;
    const lacon_status status = lacon_causal_load(own, &c, scratch_path(&w.s, "kept"));
    lacon_causal_free(c);
    return status;
}

static lacon_status load_covariance(lacon_ctx *own)
{
    lacon_covariance *c = NULL;
    const lacon_status status = lacon_covariance_load(own, &c, scratch_path(&w.s, "kept"));
    lacon_covariance_free(c);
    return status;
}

/* The page of a model with a test, a stability and arrows beside it. */
static lacon_status save_page(lacon_ctx *own)
{
    lacon_report_options o;
    lacon_report_options_init(&o);
    o.people = w.people;
    o.id = "id";
    o.anonymise = 1;
    return lacon_report_write(own, in("page.html"), scratch_path(&w.s, "kept/m"), &o);
}

typedef lacon_status job(lacon_ctx *own);
static const struct {
    const char *name;
    job *run;
} jobs[] = {{"model", save_model},       {"causal", save_causal},     {"arrows", save_arrows},
            {"covariance", save_covariance}, {"stability", save_stability}, {"test", save_test},
            {"selection", save_selection}, {"people", save_people},     {"figures", save_figures},
            {"bids", save_bids},         {"relmat", save_relmat},     {"covariance table", save_cov},
            {"jcon", save_jcon},         {"brainnet", save_brainnet}, {"rows", save_rows},
            {"page", save_page},
            {"model back", load_model},  {"causal back", load_causal}, {"covariance back", load_covariance}};
enum { JOBS = sizeof jobs / sizeof *jobs };

/* ---- the world ---- */

static void make_people(lacon_ctx *own)
{
    static const char *const cells[] = {"class-001", "a", "class-002", "b", "class-003", "a", "class-004", "b"};
    static const char *const names[] = {"id", "group"};
    lacon_test_options o;
    lacon_test_options_init(&o);
    o.id = "id";
    o.formula = "group";
    o.permutations = 20;
    assert_int_equal(lacon_participants_new(own, &w.people, 4, 2, names, cells), LACON_OK);
    assert_int_equal(lacon_test_run(own, &w.test, w.sim.truth, w.people, &o), LACON_OK);
}

static void make_estimates(lacon_ctx *own)
{
    lacon_causal_options c;
    lacon_causal_options_init(&c);
    c.boot = 2;
    assert_int_equal(lacon_causal_estimate(own, &w.causal, w.sim.truth, w.sim.data, &c), LACON_OK);
    assert_int_equal(lacon_baseline_covariance(own, &w.covariance, "ledoit-wolf", w.sim.data, NULL), LACON_OK);
    lacon_stability_options b;
    lacon_stability_options_init(&b);
    b.resamples = 2;
    assert_int_equal(lacon_stability_run(own, &w.stability, w.sim.truth, w.sim.data, &b), LACON_OK);
    lacon_select_options k;
    lacon_select_options_init(&k);
    k.k_low = 1;
    k.k_high = 2;
    assert_int_equal(lacon_select(own, &w.selection, w.sim.data, &k), LACON_OK);
}

static int setup(void **state)
{
    void *made = NULL;
    if (scratch_setup(&made) != 0) return -1;
    w.s = *(scratch *)made;
    free(made);
    w.sim = ref_simulate(w.s.ctx, 4, 30, 6, 2, 0.3, 1);
    make_people(w.s.ctx);
    make_estimates(w.s.ctx);
    lacon_export_options_init(&w.places);
    w.places.coordinates = strcpy(w.xyz, scratch_text(&w.s, "xyz.csv", "name,x,y,z\nV1,1,2,3\nV2,2,3,4\nV3,1,1,1\n"
                                                      "V4,2,2,2\nV5,0,1,2\nV6,3,3,1\n"));
    *state = &w;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    lacon_causal_free(w.causal);
    lacon_covariance_free(w.covariance);
    lacon_stability_free(w.stability);
    lacon_test_free(w.test);
    lacon_selection_free(w.selection);
    lacon_participants_free(w.people);
    ref_sim_clear(&w.sim);
    const int left = lcn_tree_remove(w.s.dir);
    lacon_ctx_free(w.s.ctx);
    return left;
}

/* A job into a fresh folder. */
static lacon_status run(lacon_ctx *own, void *which)
{
    const int64_t at = fail_at;
    fail_at = 0;
    snprintf(w.out, sizeof w.out, "%s/out", w.s.dir);
    lcn_tree_remove(w.out);
    assert_int_equal(mkdir(w.out, 0777), 0);
    calls = 0;
    fail_at = at;
    return jobs[*(const int *)which].run(own);
}

static void keep_one(void **state)
{
    (void)state;
    snprintf(w.out, sizeof w.out, "%s/kept", w.s.dir);
    assert_int_equal(mkdir(w.out, 0777), 0);
    assert_int_equal(save_model(w.s.ctx), LACON_OK);
    assert_int_equal(save_causal(w.s.ctx), LACON_OK);
    assert_int_equal(save_covariance(w.s.ctx), LACON_OK);
    strcat(w.out, "/m");
    assert_int_equal(save_stability(w.s.ctx), LACON_OK);
    assert_int_equal(save_test(w.s.ctx), LACON_OK);
    assert_int_equal(save_causal(w.s.ctx), LACON_OK);
    assert_int_equal(unlink(in("SHA256SUMS")), 0); /* they came after it */
}

static void each_allocation(void **state)
{
    (void)state;
    for (int i = 0; i < JOBS; i++)
        if (faulty_loop(run, &i, 1) < 1) fail_msg("%s", jobs[i].name);
}

/* FNV-1a of all bytes in the folder, its folders too. */
static uint64_t bytes_of(const char *folder, uint64_t hash)
{
    struct dirent **entries;
    const int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[600];
        struct stat st;
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        const bool inside = entries[i]->d_name[0] != '.' && stat(path, &st) == 0;
        free(entries[i]);
        if (inside && S_ISDIR(st.st_mode)) hash = bytes_of(path, hash);
        if (!inside || S_ISDIR(st.st_mode)) continue;
        size_t size;
        char *bytes = scratch_read(path, &size);
        for (size_t b = 0; b <= size; b++) hash = (hash ^ (unsigned char)bytes[b]) * 1099511628211u;
        free(bytes);
    }
    free(entries);
    return hash;
}

/* jansson's memory is the program's. Where an allocation fails the file fails, or has all that it should have (jansson
 * can do without some): it is never short of an entry. */
static int64_t json_calls, json_fail_at;

static void *json_take(size_t bytes) { return ++json_calls == json_fail_at ? NULL : malloc(bytes); }

static void each_json_allocation(void **state)
{
    (void)state;
    json_set_alloc_funcs(json_take, free);
    for (int i = 0; i < JOBS; i++) {
        if (jobs[i].run == save_page) continue; /* it reads: jansson's parser loses letters, cli/json_memory.c */
        json_fail_at = 0;
        assert_int_equal(run(w.s.ctx, &i), LACON_OK);
        const uint64_t whole = bytes_of(w.out, 0);
        bool hit = true;
        for (json_fail_at = 1; hit && strstr(jobs[i].name, "back") == NULL; json_fail_at++) {
            json_calls = 0;
            const lacon_status status = run(w.s.ctx, &i);
            hit = json_calls >= json_fail_at;
            if (status == LACON_OK ? bytes_of(w.out, 0) != whole : !hit || status != LACON_E_MEMORY)
                fail_msg("%s: allocation %lld: %s, %s", jobs[i].name, (long long)json_fail_at,
                         lacon_status_name(status), lacon_ctx_message(w.s.ctx));
        }
    }
    json_set_alloc_funcs(malloc, free);
}

/* Nothing half done beside the results, whatever failed. */
static void look_for_parts(const char *name)
{
    DIR *dir = opendir(w.out);
    for (struct dirent *e; (e = readdir(dir)) != NULL;)
        if (e->d_name[0] == '.' && strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            fail_msg("%s: call %lld: %s is left", name, (long long)fail_at, e->d_name);
    closedir(dir);
}

static void each_call(void **state)
{
    (void)state;
    for (int i = 0; i < JOBS; i++) {
        bool hit = true;
        int64_t failures = 0;
        for (fail_at = 1; hit; fail_at++) {
            const lacon_status status = run(w.s.ctx, &i);
            hit = calls >= fail_at;
            failures += status < 0;
            const bool told = strstr(lacon_ctx_message(w.s.ctx), strerror(EIO)) != NULL;
            if (status < 0 && (status != LACON_E_IO || !hit || !told))
                fail_msg("%s: call %lld: %s", jobs[i].name, (long long)fail_at, lacon_ctx_message(w.s.ctx));
            const int64_t at = fail_at;
            fail_at = 0;
            if (jobs[i].run == save_model) assert_int_equal(access(in("m"), F_OK) == 0, status == LACON_OK);
            fail_at = at;
            look_for_parts(jobs[i].name);
        }
        fail_at = 0;
        if (strstr(jobs[i].name, "back") == NULL && failures < 1) fail_msg("%s: nothing failed", jobs[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(keep_one), cmocka_unit_test(each_allocation),
                                       cmocka_unit_test(each_json_allocation),
                                       cmocka_unit_test(each_call)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
