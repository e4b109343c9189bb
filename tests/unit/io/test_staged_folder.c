/* SPDX-License-Identifier: BSD-3-Clause
 * A folder is complete or absent: placed, refused, replaced, given up; paths that cannot be
 * written, a disk that is full. After each of them the parent holds what it should and nothing
 * else.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cmocka.h>

#include "data/data.h"
#include "scratch.h"

/* The system as it might be: these come before the ones of the C library. */
static struct {
    bool old;        /* knows no renameat2 */
    int fail_rename; /* this call of rename fails, from 1 */
    int renames;
    bool fail_sync;
    int fail_stat, fail_unlink; /* this call of fstat, or unlinkat, from 1; counted down */
} world;

int fstat(int fd, struct stat *st)
{
    if (world.fail_stat == 0 || --world.fail_stat > 0) return fstatat(fd, "", st, AT_EMPTY_PATH);
    errno = EIO;
    return -1;
}

int unlinkat(int at, const char *path, int flags)
{
    if (world.fail_unlink == 0 || --world.fail_unlink > 0) return (int)syscall(SYS_unlinkat, at, path, flags);
    errno = EIO;
    return -1;
}

int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned flags)
{
    if (!world.old) return (int)syscall(SYS_renameat2, from_at, from, to_at, to, flags);
    errno = ENOSYS;
    return -1;
}

int rename(const char *from, const char *to)
{
    if (++world.renames == world.fail_rename) {
        errno = EIO;
        return -1;
    }
    return (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int fsync(int fd)
{
    if (!world.fail_sync) return (int)syscall(SYS_fsync, fd);
    errno = EIO;
    return -1;
}

static void said(const lacon_ctx *ctx, const char *part)
{
    if (strstr(lacon_ctx_message(ctx), part) == NULL) {
        fail_msg("'%s' is not in '%s'", part, lacon_ctx_message(ctx));
    }
}

static bool exists(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0;
}

static void put(const char *folder, const char *name, const char *text)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void holds(const char *folder, const char *name, const char *text)
{
    char path[1200], content[64] = "";
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    if (f == NULL) fail_msg("%s is not there", path);
    assert_true(fread(content, 1, sizeof content - 1, f) > 0);
    fclose(f);
    assert_string_equal(content, text);
}

static lacon_folder *begin(scratch *s, const char *dir, int force)
{
    lacon_folder *folder = NULL;
    if (lacon_folder_begin(s->ctx, &folder, dir, force) < 0)
        fail_msg("%s", lacon_ctx_message(s->ctx));
    return folder;
}

static void test_complete(void **state)
{
    scratch *s = *state;
    static const char *const spellings[] = {"run", "run/", "run///"};
    for (int i = 0; i < 3; i++) {
        const char *dir = scratch_path(s, spellings[i]), *plain = scratch_path(s, "run");
        lacon_folder *folder = begin(s, dir, 0);
        assert_false(exists(plain));
        put(lacon_folder_path(folder), "a.txt", "first");
        assert_int_equal(lacon_folder_subdir(s->ctx, folder, "inner"), LACON_OK);
        assert_int_equal(lacon_folder_subdir(s->ctx, folder, "inner"), LACON_E_IO);
        char inner[600];
        snprintf(inner, sizeof inner, "%s/inner", lacon_folder_path(folder));
        put(inner, "b.txt", "second");
        assert_int_equal(lacon_folder_commit(s->ctx, folder), LACON_OK);
        assert_int_equal(lacon_folder_commit(s->ctx, folder), LACON_E_ARGUMENT);
        lacon_folder_free(folder);
        holds(plain, "a.txt", "first");
        holds(plain, "inner/b.txt", "second");
        assert_int_equal(scratch_entries(s), 1);
        assert_int_equal(lcn_tree_remove(plain), 0);
    }
}

static void test_relative(void **state)
{
    scratch *s = *state;
    char *before = getcwd(NULL, 0);
    assert_int_equal(chdir(s->dir), 0);
    lacon_folder *folder = begin(s, "bare", 0);
    put(lacon_folder_path(folder), "a", "x");
    assert_int_equal(lacon_folder_commit(s->ctx, folder), LACON_OK);
    lacon_folder_free(folder);
    holds("bare", "a", "x");
    assert_int_equal(chdir("bare"), 0);
    assert_int_equal(lacon_folder_begin(s->ctx, &folder, "../bare", 1), LACON_E_IO);
    said(s->ctx, "holds the current folder");
    static const char *const no_names[] = {"", ".", "..", "../..", "/", "a/.."};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(lacon_folder_begin(s->ctx, &folder, no_names[i], 1), LACON_E_ARGUMENT);
    }
    assert_int_equal(chdir(before), 0);
    free(before);
    lcn_tree_remove(scratch_path(s, "bare"));
    assert_int_equal(scratch_entries(s), 0);
}

static void test_given_up(void **state)
{
    scratch *s = *state;
    lacon_folder *folder = begin(s, scratch_path(s, "run"), 0);
    put(lacon_folder_path(folder), "a.txt", "half");
    assert_int_equal(lacon_folder_subdir(s->ctx, folder, "inner"), LACON_OK);
    assert_int_equal(scratch_entries(s), 1);
    lacon_folder_free(folder);
    assert_int_equal(scratch_entries(s), 0);
    lacon_folder_free(NULL);
    static const char *const bad[] = {"", ".", "..", "a/b", "/x", ".hidden"};
    folder = begin(s, scratch_path(s, "run"), 0);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(lacon_folder_subdir(s->ctx, folder, bad[i]), LACON_E_ARGUMENT);
    }
    lacon_folder_free(folder);
}

/* What a killed process left goes with the next folder of that name; what somebody works on, or is called otherwise,
 * stays. */
static void test_reaped(void **state)
{
    static const char *const left[] = {".m.tmp-1-0", ".m.tmp-77-3", ".m.tmp-2-0",
                                       ".n.tmp-1-0", ".m.tmp-1-x",  ".m.tmp-"};
    scratch *s = *state;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(mkdir(scratch_path(s, left[i]), 0700), 0);
        put(scratch_path(s, left[i]), "model.npz", "half");
    }
    assert_int_equal(mkdir(scratch_path(s, ".m.tmp-1-0/a"), 0700), 0);
    assert_int_equal(mkdir(scratch_path(s, ".m.tmp-1-0/a/b"), 0700), 0);
    put(scratch_path(s, ".m.tmp-1-0/a/b"), "x", "deep");
    const int busy = open(scratch_path(s, ".m.tmp-2-0"), O_RDONLY | O_DIRECTORY);
    assert_int_equal(flock(busy, LOCK_EX | LOCK_NB), 0);
    lacon_folder *first = begin(s, scratch_path(s, "m"), 0), *second = begin(s, scratch_path(s, "m"), 0);
    for (int i = 0; i < 6; i++) assert_int_equal(exists(scratch_path(s, left[i])), i >= 2);
    assert_true(exists(lacon_folder_path(first)) && exists(lacon_folder_path(second)));
    lacon_folder_free(first);
    lacon_folder_free(second);
    close(busy);
    for (int i = 2; i < 6; i++) assert_int_equal(lcn_tree_remove(scratch_path(s, left[i])), 0);
}

/* Given up when no descriptor is to be had: nothing stays. */
static void test_no_descriptor(void **state)
{
    scratch *s = *state;
    struct rlimit before, none;
    lacon_folder *f = begin(s, scratch_path(s, "m"), 0);
    put(lacon_folder_path(f), "model.npz", "half");
    assert_int_equal(lacon_folder_subdir(s->ctx, f, "causal"), LACON_OK);
    char inside[600];
    snprintf(inside, sizeof inside, "%s/causal", lacon_folder_path(f));
    put(inside, "a.tsv", "x");
    getrlimit(RLIMIT_NOFILE, &before);
    none = before;
    const int free_one = dup(0);
    close(free_one);
    none.rlim_cur = (rlim_t)free_one;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    assert_int_equal(dup(0), -1);
    lacon_folder_free(f);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(scratch_entries(s), 0);
}

/* Files go where not one more can be opened, with the descriptor that the folder has. */
static void test_nothing_opens(void **state)
{
    scratch *s = *state;
    struct rlimit before, none;
    lacon_folder *f = begin(s, scratch_path(s, "m"), 0);
    put(lacon_folder_path(f), "model.npz", "half");
    put(lacon_folder_path(f), "modules.tsv", "x");
    getrlimit(RLIMIT_NOFILE, &before);
    none = before;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    lacon_folder_free(f);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(scratch_entries(s), 0);
}

/* An empty folder goes even then: it need not be opened. */
static void test_empty_goes(void **state)
{
    scratch *s = *state;
    struct rlimit before, none;
    const char *empty = scratch_path(s, "empty");
    assert_int_equal(mkdir(empty, 0700), 0);
    getrlimit(RLIMIT_NOFILE, &before);
    none = before;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    const int error = lcn_tree_remove(empty);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(error, 0);
    assert_int_equal(scratch_entries(s), 0);
}

static void test_existing(void **state)
{
    scratch *s = *state;
    const char *dir = scratch_path(s, "run");
    assert_int_equal(mkdir(dir, 0700), 0);
    put(dir, "old.txt", "old");
    lacon_folder *folder = NULL;
    assert_int_equal(lacon_folder_begin(s->ctx, &folder, dir, 0), LACON_E_IO);
    said(s->ctx, "run: exists already");
    said(s->ctx, "(force)");
    assert_null(folder);
    folder = begin(s, dir, 1);
    put(lacon_folder_path(folder), "new.txt", "new");
    holds(dir, "old.txt", "old"); /* until the very end */
    assert_int_equal(lacon_folder_commit(s->ctx, folder), LACON_OK);
    lacon_folder_free(folder);
    holds(dir, "new.txt", "new");
    assert_false(exists(scratch_path(s, "run/old.txt")));
    assert_int_equal(scratch_entries(s), 1);
    folder = begin(s, dir, 1); /* replaced by nobody when given up */
    lacon_folder_free(folder);
    holds(dir, "new.txt", "new");
    lcn_tree_remove(dir);
    folder = begin(s, dir, 1); /* force where there is nothing */
    assert_int_equal(lacon_folder_commit(s->ctx, folder), LACON_OK);
    lacon_folder_free(folder);
    lcn_tree_remove(dir);
    put(s->dir, "run", "a file");
    assert_int_equal(lacon_folder_begin(s->ctx, &folder, dir, 1), LACON_E_IO);
    said(s->ctx, "is no folder");
    unlink(dir);
}

/* Somebody else makes the folder while we work. */
static void test_race(void **state)
{
    scratch *s = *state;
    const char *dir = scratch_path(s, "run");
    lacon_folder *folder = begin(s, dir, 0), *other = begin(s, dir, 0);
    assert_string_not_equal(lacon_folder_path(folder), lacon_folder_path(other));
    put(lacon_folder_path(other), "a", "theirs");
    assert_int_equal(lacon_folder_commit(s->ctx, other), LACON_OK);
    lacon_folder_free(other);
    assert_int_equal(lacon_folder_commit(s->ctx, folder), LACON_E_IO);
    said(s->ctx, "came into being meanwhile");
    lacon_folder_free(folder);
    holds(dir, "a", "theirs");
    assert_int_equal(scratch_entries(s), 1);
    lcn_tree_remove(dir);
    folder = begin(s, dir, 0);
    assert_int_equal(mkdir(dir, 0700), 0); /* even an empty one is theirs */
    assert_int_equal(lacon_folder_commit(s->ctx, folder), LACON_E_IO);
    lacon_folder_free(folder);
    lcn_tree_remove(dir);
}

static void test_links(void **state)
{
    scratch *s = *state;
    assert_int_equal(mkdir(scratch_path(s, "kept"), 0700), 0);
    put(scratch_path(s, "kept"), "a", "mine");
    lacon_folder *folder = begin(s, scratch_path(s, "run"), 0);
    char link[600];
    snprintf(link, sizeof link, "%s/link", lacon_folder_path(folder));
    assert_int_equal(symlink(scratch_path(s, "kept"), link), 0);
    lacon_folder_free(folder); /* removes the link, not what it points to */
    holds(scratch_path(s, "kept"), "a", "mine");
    lcn_tree_remove(scratch_path(s, "kept"));
    assert_int_equal(scratch_entries(s), 0);
}

static void test_unwritable(void **state)
{
    scratch *s = *state;
    lacon_folder *folder;
    assert_int_equal(lacon_folder_begin(s->ctx, &folder, scratch_path(s, "no/run"), 0), LACON_E_IO);
    said(s->ctx, "no/run: cannot be written, there is no folder ");
    put(s->dir, "file", "x");
    assert_int_equal(lacon_folder_begin(s->ctx, &folder, scratch_path(s, "file/run"), 0),
                     LACON_E_IO);
    said(s->ctx, "file/run: cannot be written: Not a directory");
    unlink(scratch_path(s, "file"));
    const char *locked = scratch_path(s, "locked"), *inside = scratch_path(s, "locked/run");
    assert_int_equal(mkdir(locked, 0500), 0);
    uid_t user = geteuid();
    if (user == 0) { /* root may write everywhere: be somebody else */
        assert_int_equal(chmod(s->dir, 0755), 0);
        assert_int_equal(chmod(locked, 0555), 0);
        assert_int_equal(seteuid(65534), 0);
    }
    lacon_status status = lacon_folder_begin(s->ctx, &folder, inside, 0);
    if (user == 0) assert_int_equal(seteuid(0), 0);
    assert_int_equal(status, LACON_E_IO);
    said(s->ctx, "locked/run: cannot be written: Permission denied");
    lcn_tree_remove(locked);
    assert_int_equal(scratch_entries(s), 0);
}

/* Without an exchange in one step: the old folder steps aside, and comes back when the new one
 * fails. */
static void test_old_system(void **state)
{
    scratch *s = *state;
    world.old = true;
    test_existing(state);
    test_race(state);
    const char *dir = scratch_path(s, "run");
    assert_int_equal(mkdir(dir, 0700), 0);
    put(dir, "old.txt", "old");
    for (int at = 1; at <= 2; at++) {
        lacon_folder *folder = begin(s, dir, 1);
        put(lacon_folder_path(folder), "new.txt", "new");
        world.renames = 0;
        world.fail_rename = at;
        assert_int_equal(lacon_folder_commit(s->ctx, folder), LACON_E_IO);
        said(s->ctx, "run: cannot be written: Input/output error");
        world.fail_rename = 0;
        lacon_folder_free(folder);
        holds(dir, "old.txt", "old");
        assert_int_equal(scratch_entries(s), 1);
    }
    world.old = false;
    lcn_tree_remove(dir);
}

/* What cannot be flushed is not placed. */
static void test_sync_fails(void **state)
{
    scratch *s = *state;
    const char *dir = scratch_path(s, "run");
    lacon_folder *folder = begin(s, dir, 0);
    put(lacon_folder_path(folder), "a", "x");
    world.fail_sync = true;
    assert_int_equal(lacon_folder_commit(s->ctx, folder), LACON_E_IO);
    said(s->ctx, "run: cannot be written: Input/output error");
    lacon_folder_free(folder);
    assert_false(exists(dir));
    const double x[] = {1, 2, 3, 4};
    lacon_data *data;
    assert_int_equal(lacon_data_new(s->ctx, &data, 2), LACON_OK);
    assert_int_equal(lacon_data_add_view(s->ctx, data, "a", 2, x, 2), LACON_OK);
    assert_int_equal(lacon_data_write_csv(s->ctx, data, 0, scratch_path(s, "x.csv")), LACON_E_IO);
    world.fail_sync = false;
    lacon_data_free(data);
    assert_int_equal(scratch_entries(s), 0);
}

/* What fails once while a staging folder is made, or removed, leaves none behind. */
static void test_once(void **state)
{
    scratch *s = *state;
    const char *dir = scratch_path(s, "run");
    for (int at = 1; at <= 4; at++) {
        lacon_folder *folder;
        world.fail_stat = at;
        assert_int_equal(lacon_folder_begin(s->ctx, &folder, dir, 0), LACON_OK);
        world.fail_stat = 0;
        put(lacon_folder_path(folder), "a", "x");
        put(lacon_folder_path(folder), "b", "y");
        world.fail_unlink = at;
        lacon_folder_free(folder);
        world.fail_unlink = 0;
        assert_int_equal(scratch_entries(s), 0);
    }
}

/* ---- a full disk ---- */

static lacon_model *a_model(lacon_ctx *ctx)
{
    lacon_model *model;
    assert_int_equal(lacon_model_random(ctx, &model, 200, 5, 20, 0.25, 1), LACON_OK);
    return model;
}

/* Files may not grow beyond so many bytes: the write fails in the middle, as on a full disk. */
static void test_limit(void **state)
{
    scratch *s = *state;
    lacon_model *model = a_model(s->ctx);
    struct rlimit before, tight;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    static const long limits[] = {0, 1, 100, 3000, 5000, 20000, 60000, 72000};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        tight = before;
        tight.rlim_cur = (rlim_t)limits[i];
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
        lacon_status status = lacon_model_save(s->ctx, model, scratch_path(s, "run"), 0, NULL);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(status, LACON_E_IO);
        said(s->ctx, "cannot be written: File too large");
        assert_int_equal(scratch_entries(s), 0);
    }
    lacon_model_free(model);
}

static void test_full_disk(void **state)
{
    scratch *s = *state;
    const char *disk = scratch_path(s, "disk");
    assert_int_equal(mkdir(disk, 0700), 0);
    if (mount("tmpfs", disk, "tmpfs", 0, "size=64k") != 0) {
        print_message("a small file system cannot be mounted here (%s): not tested\n",
                      strerror(errno));
        rmdir(disk);
        skip();
    }
    lacon_model *model = a_model(s->ctx);
    lacon_status status = lacon_model_save(s->ctx, model, scratch_path(s, "disk/run"), 0, NULL);
    DIR *dir = opendir(disk);
    int entries = -2;
    while (readdir(dir) != NULL) entries++;
    closedir(dir);
    lacon_model_free(model);
    assert_int_equal(umount(disk), 0);
    rmdir(disk);
    assert_int_equal(status, LACON_E_IO);
    said(s->ctx, "No space left on device");
    assert_int_equal(entries, 0);
}

static void test_full_device(void **state)
{
    scratch *s = *state;
    if (access("/dev/full", W_OK) != 0) skip();
    const double x[] = {1, 2, 3, 4};
    lacon_data *data;
    assert_int_equal(lacon_data_new(s->ctx, &data, 2), LACON_OK);
    assert_int_equal(lacon_data_add_view(s->ctx, data, "a", 2, x, 2), LACON_OK);
    assert_int_equal(lacon_data_write_csv(s->ctx, data, 0, "/dev/full"), LACON_E_IO);
    said(s->ctx, "/dev/full: cannot be written: No space left on device");
    lacon_data_free(data);
}

/* ---- rows as csv ---- */

static void test_csv(void **state)
{
    scratch *s = *state;
    const double x[] = {0.1, -1e-300, 1.0 / 3, 5e-324, 1e22, -0.0};
    const float f[] = {0.1f, 1, 2, 3, 4, 5};
    static const char *const sets[][2] = {
        {"a", "b"}, {"a,b", "say \"x\""}, {"2001", "2002"}, {"NA", "b"}, {"#a", " b c"}};
    for (int k = 0; k < 5; k++) {
        lacon_data *data, *back;
        assert_int_equal(lacon_data_new(s->ctx, &data, 2), LACON_OK);
        assert_int_equal(lacon_data_set_names(s->ctx, data, sets[k]), LACON_OK);
        assert_int_equal(lacon_data_add_view(s->ctx, data, "a", 3, x, 2), LACON_OK);
        assert_int_equal(lacon_data_add_view_f32(s->ctx, data, "f", 3, f, 2), LACON_OK);
        const char *path = scratch_path(s, "x.csv");
        for (int c = 0; c < 2; c++) {
            assert_int_equal(lacon_data_write_csv(s->ctx, data, c, path), LACON_OK);
            assert_int_equal(lacon_data_read(s->ctx, &back, &path, 1, NULL), LACON_OK);
            assert_string_equal(lacon_data_name(back, 0), sets[k][0]);
            assert_string_equal(lacon_data_name(back, 1), sets[k][1]);
            assert_int_equal(lacon_data_rows(back, 0), 3);
            for (int i = 0; i < 6; i++) { /* bit for bit: -0 stays -0 */
                double want = c == 0 ? x[i] : (double)f[i];
                assert_memory_equal((const double *)back->classes[0].x + i, &want, sizeof want);
            }
            lacon_data_free(back);
        }
        assert_int_equal(lacon_data_write_csv(s->ctx, data, 0, path), LACON_OK);
        assert_int_equal(lacon_data_write_csv(s->ctx, data, 2, path), LACON_E_ARGUMENT);
        assert_int_equal(lacon_data_write_csv(s->ctx, data, 0, scratch_path(s, "no/x.csv")),
                         LACON_E_IO);
        said(s->ctx, "no/x.csv: cannot be written: No such file or directory");
        assert_int_equal(scratch_entries(s), 1);
        lacon_data_free(data);
    }
    FILE *in = fopen(scratch_path(s, "x.csv"), "r");
    char line[200];
    assert_non_null(fgets(line, sizeof line, in));
    assert_string_equal(line, "\"#a\",\" b c\"\n");
    assert_non_null(fgets(line, sizeof line, in));
    assert_string_equal(line, "0.1,-1e-300\n");
    fclose(in);
    unlink(scratch_path(s, "x.csv"));
    const double K[] = {1, 0, 0, 1};
    lacon_data *cov;
    assert_int_equal(lacon_data_new(s->ctx, &cov, 2), LACON_OK);
    assert_int_equal(lacon_data_add_cov(s->ctx, cov, "k", 5, K, 2), LACON_OK);
    assert_int_equal(lacon_data_write_csv(s->ctx, cov, 0, scratch_path(s, "k.csv")),
                     LACON_E_UNSUPPORTED);
    lacon_data_free(cov);
}

/* An old file stays as it was when the new one cannot be written. */
static void test_csv_keeps_old(void **state)
{
    scratch *s = *state;
    put(s->dir, "x.csv", "old");
    double x[2000];
    for (int i = 0; i < 2000; i++) x[i] = i;
    lacon_data *data;
    assert_int_equal(lacon_data_new(s->ctx, &data, 2), LACON_OK);
    assert_int_equal(lacon_data_add_view(s->ctx, data, "a", 1000, x, 2), LACON_OK);
    struct rlimit before, tight;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    tight = before;
    tight.rlim_cur = 1000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    lacon_status status = lacon_data_write_csv(s->ctx, data, 0, scratch_path(s, "x.csv"));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(status, LACON_E_IO);
    holds(s->dir, "x.csv", "old");
    assert_int_equal(scratch_entries(s), 1);
    unlink(scratch_path(s, "x.csv"));
    lacon_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_complete),   cmocka_unit_test(test_relative),
        cmocka_unit_test(test_given_up),   cmocka_unit_test(test_reaped),
        cmocka_unit_test(test_no_descriptor), cmocka_unit_test(test_nothing_opens),
        cmocka_unit_test(test_empty_goes), cmocka_unit_test(test_existing),
        cmocka_unit_test(test_race),       cmocka_unit_test(test_old_system),
        cmocka_unit_test(test_sync_fails), cmocka_unit_test(test_once), cmocka_unit_test(test_links),
        cmocka_unit_test(test_unwritable), cmocka_unit_test(test_limit),
        cmocka_unit_test(test_full_disk),  cmocka_unit_test(test_full_device),
        cmocka_unit_test(test_csv),        cmocka_unit_test(test_csv_keeps_old),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
