/* SPDX-License-Identifier: BSD-3-Clause
 * Checkpoints that somebody made: records whose digests agree, with one number after the other of what they keep made
 * impossible. A fit and a stability take up what can be and do the rest anew; nothing is followed out of its array,
 * which the sanitizers watch. Pipes in their folder do not keep anybody waiting.
 */
#include "scratch.h"

#include "fit_ref.h"
#include "util/sha256.h"
#include <lacon/stability.h>

#include <sys/stat.h>

enum { MAGIC = 32, HEAD = 88, BYTES_AT = 80, DIGEST = 64, MOST = 1 << 20 }; /* parallel/checkpoint.c */

typedef struct part {
    char path[160];
    unsigned char bytes[MOST];
    size_t length, last, payload; /* where the last record begins; bytes that it keeps */
} part;

static void take(part *p, const char *folder)
{
    uint64_t bytes;
    snprintf(p->path, sizeof p->path, "%s/part-0", folder);
    FILE *f = fopen(p->path, "rb");
    assert_non_null(f);
    p->length = fread(p->bytes, 1, MOST, f);
    fclose(f);
    assert_true(p->length > MAGIC + HEAD + DIGEST && p->length < MOST);
    for (size_t at = MAGIC; at < p->length; at += HEAD + p->payload + DIGEST) {
        memcpy(&bytes, p->bytes + at + BYTES_AT, sizeof bytes);
        p->last = at;
        p->payload = (size_t)bytes;
    }
}

/* The last record and nothing else, with this at an offset of what it keeps, under a digest that agrees. */
static void write_made(const part *p, size_t offset, int32_t value)
{
    static unsigned char record[MOST];
    char digest[LCN_SHA256_TEXT];
    lcn_sha256 hash;
    memcpy(record, p->bytes + p->last, HEAD + p->payload);
    memcpy(record + HEAD + offset, &value, sizeof value);
    lcn_sha256_init(&hash);
    lcn_sha256_update(&hash, record, HEAD + p->payload);
    lcn_sha256_final(&hash, digest);
    FILE *f = fopen(p->path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(p->bytes, 1, MAGIC, f), MAGIC);
    assert_int_equal(fwrite(record, 1, HEAD + p->payload, f), HEAD + p->payload);
    assert_int_equal(fwrite(digest, 1, DIGEST, f), DIGEST);
    assert_int_equal(fclose(f), 0);
}

static lacon_ctx *keeping(const char *folder)
{
    lacon_ctx_options o;
    lacon_ctx *own = NULL;
    lacon_ctx_options_init(&o);
    o.checkpoint = folder;
    assert_int_equal(lacon_ctx_new(&own, &o), LACON_OK);
    return own;
}

typedef struct study {
    ref_sim sim;
    lacon_model *model;
    const char *folder;
} study;

static void fit_once(const study *s)
{
    lacon_ctx *own = keeping(s->folder);
    lacon_model *m = NULL;
    lacon_fit_options o = ref_options(2);
    o.starts = 3;
    assert_true(lacon_fit(own, &m, s->sim.data, &o) >= 0);
    assert_true(lacon_model_info(m)->nll == lacon_model_info(m)->nll); /* a number */
    lacon_model_free(m);
    lacon_ctx_free(own);
}

static void stability_once(const study *s)
{
    lacon_ctx *own = keeping(s->folder);
    lacon_stability *out = NULL;
    lacon_stability_options o;
    lacon_stability_options_init(&o);
    o.resamples = 2;
    assert_int_equal(lacon_stability_run(own, &out, s->model, s->sim.data, &o), LACON_OK);
    const lacon_stability_info *info = lacon_stability_about(out);
    for (int64_t r = 0; r < info->variables; r++) {
        double sum = 0;
        for (int64_t j = 0; j <= info->modules; j++) sum += info->share[r * (info->modules + 1) + j];
        assert_true(sum > -1e-9 && sum < 1 + 1e-9);
    }
    lacon_stability_free(out);
    lacon_ctx_free(own);
}

/* Every number of the first `all` bytes that a record keeps, of the others some. */
static void try_all(const study *s, void once(const study *s), size_t all)
{
    static const int32_t impossible[] = {1 << 28, -7, 0x7ff00000}; /* the last makes a double infinite, or none */
    static part p;
    once(s);
    take(&p, s->folder);
    size_t turn = 0;
    for (size_t at = 0; at + sizeof(int32_t) <= p.payload; at += at < all ? 4 : 116) {
        write_made(&p, at, impossible[turn++ % 3]);
        once(s);
        write_made(&p, at, impossible[turn % 3]);
        once(s);
    }
    assert_int_equal(lcn_tree_remove(s->folder), 0);
}

static void nothing_is_followed(void **state)
{
    scratch *here = *state;
    study s = {.sim = ref_simulate(ctx, 2, 40, 6, 2, 1, 5), .folder = scratch_path(here, "kept")};
    const lacon_fit_options o = ref_options(2);
    s.model = ref_fit(ctx, s.sim.data, &o);
    try_all(&s, fit_once, 400); /* head, modules, weights, names */
    try_all(&s, stability_once, 48); /* modules */
    lacon_model_free(s.model);
    ref_sim_clear(&s.sim);
}

static void a_pipe_is_refused(void **state)
{
    scratch *here = *state;
    ref_sim sim = ref_simulate(ctx, 2, 40, 6, 2, 1, 5);
    const lacon_fit_options o = ref_options(2);
    lacon_model *m = NULL;
    char path[600];
    const char *folder = scratch_path(here, "kept");
    snprintf(path, sizeof path, "%s/part-9", folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    lacon_ctx *own = keeping(folder);
    assert_int_equal(lacon_fit(own, &m, sim.data, &o), LACON_E_IO);
    assert_non_null(strstr(lacon_ctx_message(own), "part-9: is no file"));
    lacon_ctx_free(own);
    ref_sim_clear(&sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_is_followed, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(a_pipe_is_refused, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, open_ctx, close_ctx);
}
