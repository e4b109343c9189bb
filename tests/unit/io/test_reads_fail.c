/* SPDX-License-Identifier: BSD-3-Clause
 * Every format, read in this process while the system fails: each allocation, each call of read and of lseek, each
 * place where a file may be cut off. The answer is the right status, or the table itself; no block stays behind.
 * (read and lseek are ours here: -Wl,--wrap.)
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "scratch.h"

#include <errno.h>
#include <sys/types.h>

static const char *const files[] = {
    "names.mat",     "v4.mat",        "v4_big.mat",    "sparse7.mat",  "v73_cells.mat", "v73_characters.mat",
    "plain.h5",      "fixed_names.h5", "packed.h5",    "plain.npz",    "packed.npz",    "f8.npy",
    "f8_fortran.npy", "f4_big.npy",   "int_i2.npy",    "r.csv",        "r.csv.gz",      "r_table.txt",
    "savetxt.txt",   "x.ptseries.nii", "bold.nii.gz",  "bold_scaled.nii"};
enum { FILES = sizeof files / sizeof *files };

/* ---- calls that fail ---- */

static int64_t calls, fail_at; /* from 1; 0 none */
static int fail_with;

ssize_t __real_read(int fd, void *to, size_t size);
ssize_t __wrap_read(int fd, void *to, size_t size);
off_t __real_lseek(int fd, off_t offset, int whence);
off_t __wrap_lseek(int fd, off_t offset, int whence);

static bool fails(void)
{
    if (++calls != fail_at) return false;
    errno = fail_with;
    return true;
}

ssize_t __wrap_read(int fd, void *to, size_t size) { return fails() ? -1 : __real_read(fd, to, size); }

off_t __wrap_lseek(int fd, off_t offset, int whence) { return fails() ? -1 : __real_lseek(fd, offset, whence); }

/* ---- reading ---- */

static lacon_status read_file(lacon_ctx *ctx, void *user)
{
    const char *path = user;
    lacon_read_options o;
    lacon_data *data = NULL;
    lacon_read_options_init(&o);
    o.isolate = LACON_ISOLATE_IN_PROCESS;
    o.atlas = strstr(path, "bold") != NULL ? TEST_DATA "/atlas.nii.gz" : NULL;
    const lacon_status status = lacon_data_read(ctx, &data, (const char *const *)&path, 1, &o);
    assert_int_equal(status == LACON_OK, data != NULL);
    lacon_data_free(data);
    return status;
}

static const char *path_of(scratch *s, int i)
{
    char *path = s->path[s->turn++ % 32];
    snprintf(path, sizeof s->path[0], "%s/%s", TEST_DATA, files[i]);
    return path;
}

static void each_allocation(void **state)
{
    for (int i = 0; i < FILES; i++) {
        const char *path = path_of(*state, i);
        if (faulty_loop(read_file, (void *)(uintptr_t)path, 1) < 5) fail_msg("%s", path);
    }
}

/* What the system refuses is told as that: its own words, no "damaged". EINTR is no failure at all. */
static void each_call(void **state)
{
    static const struct {
        int error;
        lacon_status status;
    } kinds[] = {{EIO, LACON_E_IO}, {ENOMEM, LACON_E_MEMORY}, {EINTR, LACON_OK}};
    scratch *s = *state;
    for (int i = 0; i < FILES; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            for (fail_at = 1, calls = 1; calls >= fail_at; fail_at++) {
                calls = 0;
                fail_with = kinds[k].error;
                const lacon_status status = read_file(s->ctx, (void *)(uintptr_t)path_of(s, i));
                const bool hit = calls >= fail_at;
                if (status != LACON_OK && (!hit || (status != kinds[k].status && kinds[k].error != EINTR)))
                    fail_msg("%s: call %lld, error %d: %s", files[i], (long long)fail_at, fail_with,
                             lacon_ctx_message(s->ctx));
                if (status != LACON_OK && strstr(lacon_ctx_message(s->ctx), strerror(fail_with)) == NULL)
                    fail_msg("%s: call %lld: '%s'", files[i], (long long)fail_at, lacon_ctx_message(s->ctx));
            }
    fail_at = 0;
}

/* Cut off at any byte, and with a byte too many: a table that is shorter (text has no end), or a failure of the file,
 * never one of the system. */
static void each_end(void **state)
{
    scratch *s = *state;
    for (int i = 0; i < FILES; i++) {
        size_t size;
        char *bytes = scratch_read(path_of(s, i), &size);
        const size_t step = size / 97 + 1; /* a hundred places of each */
        for (size_t end = 0; end <= size + 1; end += end < 200 ? 7 : step) {
            const char *path = scratch_bytes(s, files[i], bytes, end <= size ? end : size + 1);
            const lacon_status status = read_file(s->ctx, (void *)(uintptr_t)path);
            if (status != LACON_OK && status != LACON_E_FORMAT && status != LACON_E_DATA && status != LACON_E_SHAPE)
                fail_msg("%s: %zu of %zu bytes: %s", files[i], end, size, lacon_ctx_message(s->ctx));
        }
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_allocation, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(each_call, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(each_end, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
