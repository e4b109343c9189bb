/* SPDX-License-Identifier: BSD-3-Clause
 * A reader in a process of its own: what it delivers arrives; when it crashes, spins, eats memory,
 * lies about its rows or leaves early, that is a sentence about the file and nothing more.
 */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "io/intake/columns.h"
#include "io/isolate/sandbox.h"
#include "io/formats/table.h"
#include "scratch.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define OTHER_MALLOC
#elif defined __has_feature /* clang's word for it */
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OTHER_MALLOC
#endif
#endif

static lacon_status honest(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    static const char *const names[] = {"u", "v", "w"};
    static const double turned[] = {1, 4, 2, 5, 3, 6};
    (void)t;
    LCN_TRY(lcn_child_shape(ctx, feed, 2, 3, names));
    return lcn_child_strided(ctx, feed, turned, 1, 2);
}

static lacon_status crash(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    (void)ctx, (void)t, (void)feed;
    raise(SIGSEGV);
    raise(SIGSEGV); /* where somebody caught the first */
    return LACON_OK;
}

static lacon_status be_killed(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    (void)ctx, (void)t, (void)feed;
    raise(SIGKILL);
    return LACON_OK;
}

static lacon_status crash_between(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    double row[3] = {0};
    LCN_TRY(lcn_child_shape(ctx, feed, 2, 3, NULL));
    LCN_TRY(lcn_child_rows(ctx, feed, row, 1));
    return crash(ctx, t, feed);
}

static lacon_status spin(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    (void)ctx, (void)t, (void)feed;
    for (volatile unsigned i = 0; i < UINT32_MAX; i++) i &= 7;
    return LACON_OK;
}

static lacon_status eat(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    (void)t, (void)feed;
    for (;;) {
        char *block = lcn_alloc(ctx, 16 << 20, 1);
        if (block == NULL) return LACON_E_MEMORY;
        block[0] = 1;
    }
}

static lacon_status few(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    double row[3] = {0};
    (void)t;
    LCN_TRY(lcn_child_shape(ctx, feed, 5, 3, NULL));
    return lcn_child_rows(ctx, feed, row, 1);
}

static lacon_status large(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    (void)t;
    return lcn_child_shape(ctx, feed, 1LL << 40, 1LL << 40, NULL);
}

/* Past the checks of the feed: a reader that lost control of its memory. */
static lacon_status garble(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    int64_t shape[2] = {1LL << 40, 1LL << 20};
    (void)ctx, (void)t;
    lcn_frame_send(feed->fd, LCN_FRAME_SHAPE, 0, shape, sizeof shape);
    return LACON_OK;
}

static lacon_status garble_names(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    char payload[20] = {0};
    ((int64_t *)payload)[0] = 2, ((int64_t *)payload)[1] = 3;
    memcpy(payload + 16, "a\0b", 4);
    (void)ctx, (void)t;
    lcn_frame_send(feed->fd, LCN_FRAME_SHAPE, 0, payload, sizeof payload);
    return LACON_OK;
}

static lacon_status leave(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    (void)ctx, (void)t, (void)feed;
    _exit(7);
}

static lacon_status infinite(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    double rows[6] = {1, 2, 3, __builtin_nan(""), 5, __builtin_inf()};
    (void)t;
    LCN_TRY(lcn_child_shape(ctx, feed, 2, 3, NULL));
    return lcn_child_rows(ctx, feed, rows, 2);
}

/* A library for which the system had no memory, or no bytes: all it says is that the file is damaged. */
static lacon_status no_memory(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    (void)t;
    errno = ENOMEM;
    return lcn_fail(ctx, LACON_E_FORMAT, "%s: is damaged", feed->path);
}

static int *tries; /* shared with the readers */

static lacon_status no_memory_at_first(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    return ++*tries == 1 ? no_memory(ctx, t, feed) : honest(ctx, t, feed);
}

/* The same of a library that has covered up why: it crashes, or calls the file damaged, before its rows or between. */
static lacon_status crash_at_first(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    return ++*tries == 1 ? crash(ctx, t, feed) : honest(ctx, t, feed);
}

static lacon_status damaged_at_first(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    if (++*tries == 1) return lcn_fail(ctx, LACON_E_FORMAT, "%s: is damaged", feed->path);
    return honest(ctx, t, feed);
}

static lacon_status between_at_first(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    static const char *const names[] = {"u", "v", "w"};
    if (++*tries > 1) return honest(ctx, t, feed);
    LCN_TRY(lcn_child_shape(ctx, feed, 2, 3, names));
    LCN_TRY(lcn_child_rows(ctx, feed, (double[]){1, 2, 3}, 1));
    return crash(ctx, t, feed);
}

/* So much that malloc does not even ask. */
static lacon_status wants_all(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    volatile size_t all = SIZE_MAX / 2;
    void *volatile block = malloc(all);
    (void)t;
    return block == NULL ? lcn_fail(ctx, LACON_E_FORMAT, "%s: is damaged", feed->path) : LACON_OK;
}

/* A library that takes a damaged length at its word: what it says is what it says without memory. */
static lacon_status demand(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    void *volatile block = malloc((size_t)1 << 36);
    (void)t;
    return block == NULL ? lcn_fail(ctx, LACON_E_FORMAT, "%s: is damaged", feed->path) : LACON_OK;
}

static lacon_status demand_more(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    void *const block = malloc(64 << 20);
    void *volatile more = realloc(block, (size_t)1 << 36);
    (void)t;
    return more == NULL ? lcn_fail(ctx, LACON_E_FORMAT, "%s: is damaged", feed->path) : LACON_OK;
}

static lacon_status no_bytes(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    (void)t;
    errno = EIO;
    return lcn_fail(ctx, LACON_E_FORMAT, "%s: is damaged", feed->path);
}

/* Who cannot be heard */
static lacon_status unheard(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    (void)t;
    close(feed->fd);
    return lcn_child_shape(ctx, feed, 2, 3, NULL);
}

/* What it is refused by the system is told through its rows: 0 where it was, else a number. */
static lacon_status grasp(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    char *const none[] = {NULL};
    double row[3] = {0};
    LCN_TRY(lcn_child_shape(ctx, feed, 2, 3, NULL));
    row[0] += socket(AF_INET, SOCK_STREAM, 0) >= 0;
    row[0] += 2 * (socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0}) == 0);
    row[0] += 4 * (fork() >= 0); /* the child of it would tell too, and garble the row */
    row[0] += 8 * (execve("/bin/true", none, none) == 0 || errno != EPERM);
    row[0] += 16 * (kill(getppid(), 0) == 0);
    row[1] += open(t->source.path, O_RDWR) >= 0;
    row[1] += 2 * (open("/tmp/lacon-never", O_WRONLY | O_CREAT, 0600) >= 0);
    row[1] += 4 * (unlink(t->source.path) == 0);
    row[1] += 8 * (rename(t->source.path, t->source.path) == 0);
    row[1] += 16 * (open(t->source.path, O_RDONLY) < 0); /* which is allowed */
    row[1] += 32 * (open("/etc/passwd", O_RDONLY) >= 0); /* which Landlock alone refuses */
    row[2] += 4 * (ioctl(t->source.fd, FS_IOC_GETFLAGS, &(long){0}) == 0 || errno != EPERM);
    row[2] += 8 * (ioctl(0, TIOCSTI, "x") == 0 || errno != EPERM);
    row[2] += 16 * (fcntl(t->source.fd, F_SETOWN, getppid()) == 0);
    row[2] += 32 * (fcntl(t->source.fd, F_SETSIG, SIGTERM) == 0);
    row[2] += 64 * (fcntl(t->source.fd, F_GETFL) < 0); /* which is allowed */
    lcn_child_shut(feed);
    row[2] += open(t->source.path, O_RDONLY) >= 0;
    row[2] += 2 * (memfd_create("x", 0) >= 0);
    LCN_TRY(lcn_child_rows(ctx, feed, row, 1));
    return lcn_child_rows(ctx, feed, (double[]){1, 1, 1}, 1);
}

/* How much it can lay down in a file without a name. */
static lacon_status pile(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    static const char block[1 << 16];
    double row[3] = {0};
    (void)t;
    LCN_TRY(lcn_child_shape(ctx, feed, 2, 3, NULL));
    const int fd = memfd_create("x", 0);
    for (ssize_t n; (n = write(fd, block, sizeof block)) > 0 && row[0] < 64 << 20;) row[0] += (double)n;
    LCN_TRY(lcn_child_rows(ctx, feed, row, 1));
    return lcn_child_rows(ctx, feed, (double[]){1, 1, 1}, 1);
}

/* How much it gets, in blocks of this size, touched; told through its row. */
static lacon_status gather(lacon_ctx *ctx, lcn_table *t, lcn_child *feed)
{
    enum { BLOCK = 1 << 16 };
    double row[3] = {0};
    (void)t;
    LCN_TRY(lcn_child_shape(ctx, feed, 2, 3, NULL));
    for (char *block; (block = malloc(BLOCK)) != NULL; row[0] += BLOCK) {
        memset(block, 1, BLOCK);
        *(volatile char *)block = 2; /* clang leaves malloc out where nobody sees the block, and has memory for ever */
    }
    LCN_TRY(lcn_child_rows(ctx, feed, row, 1));
    return lcn_child_rows(ctx, feed, (double[]){1, 1, 1}, 1);
}

/* Opens and reads a file of 200 bytes by this reader, which may take so much memory (0: as by its size). */
static lacon_status read_within(scratch *s, lcn_produce *produce, bool keep, double most, lcn_class_rows **pieces)
{
    lcn_format format = {.name = "test", .what = "a test", .produce = produce};
    format.open = lcn_isolated_open;
    format.read = lcn_isolated_read;
    char text[200];
    memset(text, '1', sizeof text);
    lcn_table t = {.format = &format, .isolated = {.fd = -1}, .array = {.fd = -1}};
    t.options.keep_missing = keep;
    const char *path = scratch_bytes(s, "the-file", text, sizeof text);
    int64_t target[3] = {0, 1, 2}, count = 0;
    lcn_columns columns = {.target = target, .kept = 3, .class_at = -1};
    LCN_TRY(lcn_source_open(s->ctx, &t.source, path));
    t.source.most_bytes = most;
    lacon_status status = format.open(s->ctx, &t);
    if (status >= 0) assert_int_equal(getsid(t.isolated.pid), t.isolated.pid); /* away from our terminal */
    if (status >= 0 && t.variables == 3)
        status = lcn_table_read(s->ctx, &t, &columns, LCN_ROWS_F64, pieces, &count);
    lcn_table_close(&t);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nobody is left */
    return status;
}

static lacon_status read_by(scratch *s, lcn_produce *produce, bool keep, lcn_class_rows **pieces)
{
    return read_within(s, produce, keep, 0, pieces);
}

static void test_honest(void **state)
{
    scratch *s = *state;
    lcn_class_rows *pieces = NULL;
    static const double want[] = {1, 2, 3, 4, 5, 6};
    assert_int_equal(read_by(s, honest, false, &pieces), LACON_OK);
    assert_memory_equal(pieces[0].x, want, sizeof want);
    lcn_class_rows_free(&s->ctx->allocator, pieces, 1);
}

/* 0 with both filters, 1 without that of files, 77 and more without that of calls. */
static int lacks(void)
{
    pid_t other = fork();
    if (other == 0) _exit((lcn_sandbox_files(NULL, 0) ? 0 : 1) + (lcn_sandbox_begin() ? 0 : 77));
    int how;
    waitpid(other, &how, 0);
    return WEXITSTATUS(how);
}

static void test_sandbox(void **state)
{
    scratch *s = *state;
    lcn_class_rows *pieces = NULL;
    const int none = lacks();
    if (none >= 77) skip();               /* this system has none */
    const int may = none == 1 ? 32 : 0; /* of other files, where there is no Landlock */
    assert_int_equal(read_by(s, grasp, false, &pieces), LACON_OK);
    const double *told = pieces[0].x;
    for (int i = 0; i < 3; i++) assert_int_equal((int)told[i] & ~(i == 1 ? may : 0), 0);
    lcn_class_rows_free(&s->ctx->allocator, pieces, 1);
    pieces = NULL;
    assert_int_equal(read_within(s, pile, false, 8 << 20, &pieces), LACON_OK);
    told = pieces[0].x;
    assert_true(told[0] > 0 && told[0] <= 8 << 20);
    lcn_class_rows_free(&s->ctx->allocator, pieces, 1);
}

static void keep_log(void *user, lacon_log_level level, const char *message)
{
    if (level == LACON_LOG_WARNING) snprintf(user, 256, "%s", message);
}

/* In a process that may set no filter (its own answers EPERM): reading goes on, and says so. */
static int read_without_filter(scratch *s)
{
    struct sock_filter code[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                                 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
                                 BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
                                 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {.len = sizeof code / sizeof *code, .filter = code};
    char told[256] = "";
    lcn_class_rows *pieces = NULL;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0)
        return 77;
    s->ctx->log = keep_log;
    s->ctx->user = told;
    if (read_by(s, honest, false, &pieces) != LACON_OK) return 1;
    return strstr(told, "without a filter of system calls") != NULL ? 0 : 2;
}

static void test_no_filter(void **state)
{
    pid_t other = fork();
    if (other == 0) _exit(read_without_filter(*state));
    int how;
    waitpid(other, &how, 0);
    if (WEXITSTATUS(how) == 77) skip();
    assert_int_equal(how, 0);
}

/* An emulator (qemu) says yes to limits of memory and keeps none: what a reader does at its limit cannot be seen
 * there. */
static bool limits_hold(void)
{
    struct rlimit before, after;
    assert_int_equal(getrlimit(RLIMIT_DATA, &before), 0);
    const struct rlimit r = {.rlim_cur = (rlim_t)1 << 45, .rlim_max = before.rlim_max};
    if (setrlimit(RLIMIT_DATA, &r) != 0) return true; /* a lower one is kept */
    assert_int_equal(getrlimit(RLIMIT_DATA, &after), 0);
    assert_int_equal(setrlimit(RLIMIT_DATA, &before), 0);
    return after.rlim_cur == r.rlim_cur;
}

#ifndef OTHER_MALLOC /* which has more than that mapped */
/* Where there is less than a reader may take. */
static int read_with_little(scratch *s)
{
    lcn_class_rows *pieces = NULL;
    struct rlimit r = {.rlim_cur = 256 << 20, .rlim_max = RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &r) != 0) return 77;
    if (read_by(s, no_memory, false, &pieces) != LACON_E_MEMORY) return 1;
    return strstr(lacon_ctx_message(s->ctx), "the-file: out of memory") != NULL ? 0 : 2;
}
#endif

/* Memory that was out once may be there the second time; where it is, and is asked for in vain, the file wants it. */
static void test_tries_again(void **state)
{
    scratch *s = *state;
    lcn_class_rows *pieces = NULL;
    tries = mmap(NULL, sizeof *tries, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(tries != MAP_FAILED);
    lcn_produce *const at_first[] = {no_memory_at_first, crash_at_first, damaged_at_first, between_at_first};
    for (size_t i = 0; i < sizeof at_first / sizeof *at_first; i++) {
        *tries = 0;
        assert_int_equal(read_by(s, at_first[i], false, &pieces), LACON_OK);
        assert_int_equal(*tries, 2);
        assert_int_equal(pieces[0].n, 2);
        assert_memory_equal(pieces[0].x, ((const double[]){1, 2, 3, 4, 5, 6}), 6 * sizeof(double));
        lcn_class_rows_free(&s->ctx->allocator, pieces, 1);
        pieces = NULL;
    }
    if (!limits_hold()) skip();
    assert_int_equal(read_by(s, no_memory, false, &pieces), LACON_E_FORMAT);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "the-file: the file is damaged"));
    assert_int_equal(read_by(s, wants_all, false, &pieces), LACON_E_FORMAT);
    munmap(tries, sizeof *tries);
}

static void test_system_fails(void **state)
{
    scratch *s = *state;
    lcn_class_rows *pieces = NULL;
#ifndef OTHER_MALLOC
    pid_t other = fork();
    if (other == 0) _exit(read_with_little(s));
    int how;
    waitpid(other, &how, 0);
    assert_int_equal(how, 0);
#endif
    assert_int_equal(read_by(s, be_killed, false, &pieces), LACON_E_MEMORY); /* as a system without memory does */
    assert_int_equal(read_by(s, no_bytes, false, &pieces), LACON_E_IO);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "the-file: cannot be read"));
    assert_int_equal(read_by(s, unheard, false, &pieces), LACON_E_IO);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "could not be handed over"));
}

/* HDF5 reads by pread, in place of which comes this. */
static int preads, fail_pread; /* of a process; the call that fails, from 1 */
ssize_t pread(int fd, void *to, size_t size, off_t from)
{
    if (++preads != fail_pread) return syscall(SYS_pread64, fd, to, size, from);
    errno = EIO;
    return -1;
}

/* Whatever HDF5 does after a read that failed: the disk is told, no damage. */
static void test_disk_under_hdf5(void **state)
{
    scratch *s = *state;
    const char *path = TEST_DATA "/plain.h5";
    lacon_read_options o;
    lacon_read_options_init(&o);
    int failed = 0;
    for (fail_pread = 1; fail_pread <= 20; fail_pread++) {
        lacon_data *data = NULL;
        const lacon_status status = lacon_data_read(s->ctx, &data, &path, 1, &o);
        if (status != LACON_OK && (status != LACON_E_IO || !strstr(lacon_ctx_message(s->ctx), strerror(EIO))))
            fail_msg("pread %d: %s", fail_pread, lacon_ctx_message(s->ctx));
        failed += status != LACON_OK;
        lacon_data_free(data);
    }
    fail_pread = 0;
    assert_true(failed >= 4);
}

/* More than it may take, at once, is the file's doing; a little that is refused is the system's (above). */
static void test_demands(void **state)
{
    scratch *s = *state;
    lcn_class_rows *pieces = NULL;
    if (lacks() >= 77) skip();
    assert_int_equal(read_by(s, demand, false, &pieces), LACON_E_FORMAT);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "the-file: needs more than 512 MB"));
    assert_int_equal(read_by(s, demand_more, false, &pieces), LACON_E_FORMAT);
    assert_int_equal(read_within(s, demand, false, 8 << 20, &pieces), LACON_E_LIMIT);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "the-file: needs more than 8 MB"));
}

static void test_bad_ends(void **state)
{
    static const struct {
        lcn_produce *produce;
        const char *words;
    } bad[] = {
        {crash, "the file is damaged"},
        {crash_between, "the file is damaged"},
        {leave, "the file is damaged"},
        {eat, "needs more than 512 MB"},
        {few, "ends after 1 of its 5 rows"},
        {large, "more than a file of its size can hold"},
        {garble, "lost its way"},
        {garble_names, "lost its way"},
    };
    scratch *s = *state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lcn_class_rows *pieces = NULL;
        lacon_status status = read_by(s, bad[i].produce, false, &pieces);
        const char *said = lacon_ctx_message(s->ctx);
        /* where memory ends a sanitizer ends the process itself, in place of answering NULL */
        bool ended = bad[i].produce == eat && strstr(said, "the file is damaged") != NULL;
        if (status != LACON_E_FORMAT || (strstr(said, bad[i].words) == NULL && !ended) ||
            strstr(said, "the-file") == NULL) {
            fail_msg("%s: %s, not %s", lacon_status_name(status), said, bad[i].words);
        }
        assert_null(pieces);
    }
}

/* Leaves a heap with 96 MB that are free, in the middle and at the end, and not given back. */
static void keep_heap(void *pins[3])
{
    void *blocks[4];
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    for (int i = 0; i < 4; i++) {
        blocks[i] = malloc(24 << 20);
        if (i < 3) pins[i] = malloc(1000);
    }
    for (int i = 0; i < 4; i++) free(blocks[i]);
}

/* What the program keeps is not for the reader: from the heap of the program, and from that of a thread,
 * which has space mapped that it has not asked for. */
static void *read_kept(void *at)
{
    enum { MOST = 16 << 20 };
    scratch *s = at;
    lcn_class_rows *pieces = NULL;
    void *pins[3];
    keep_heap(pins);
    assert_int_equal(read_within(s, gather, false, MOST, &pieces), LACON_OK);
    const double got = *(const double *)pieces[0].x;
    if (got > MOST || got < MOST / 4) fail_msg("%.1f MB of %d MB", got / 1048576, MOST >> 20);
    lcn_class_rows_free(&s->ctx->allocator, pieces, 1);
    for (int i = 0; i < 3; i++) free(pins[i]);
    return NULL;
}

static void test_kept(void **state)
{
#ifdef OTHER_MALLOC
    skip(); /* their malloc ends the process where memory ends */
#endif
    if (!limits_hold()) skip();
    pthread_t thread;
    read_kept(*state);
    assert_int_equal(pthread_create(&thread, NULL, read_kept, *state), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/* It is ended by the clock of the processor, not by patience. */
static void test_spin(void **state)
{
    scratch *s = *state;
    lcn_class_rows *pieces = NULL;
    assert_int_equal(read_by(s, spin, false, &pieces), LACON_E_FORMAT);
    assert_non_null(strstr(lacon_ctx_message(s->ctx), "took more than 2 s"));
}

static void test_missing(void **state)
{
    scratch *s = *state;
    lcn_class_rows *pieces = NULL;
    assert_int_equal(read_by(s, infinite, false, &pieces), LACON_E_DATA);
    assert_non_null(
        strstr(lacon_ctx_message(s->ctx), "missing at row 2, column 1; row 2, column 3"));
    assert_int_equal(read_by(s, infinite, true, &pieces), LACON_E_DATA); /* infinity is no gap */
}

/* Closing before the rows are taken leaves nobody behind. */
static void test_close_early(void **state)
{
    scratch *s = *state;
    lcn_table t;
    assert_int_equal(lcn_table_open(s->ctx, &t, TEST_DATA "/v5.mat", NULL), LACON_OK);
    assert_true(t.isolated.pid > 0);
    lcn_table_close(&t);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_honest), cmocka_unit_test(test_sandbox),
        cmocka_unit_test(test_bad_ends), cmocka_unit_test(test_spin),
        cmocka_unit_test(test_missing), cmocka_unit_test(test_close_early),
        cmocka_unit_test(test_kept), cmocka_unit_test(test_no_filter), cmocka_unit_test(test_system_fails),
        cmocka_unit_test(test_disk_under_hdf5),
        cmocka_unit_test(test_demands), cmocka_unit_test(test_tries_again),
    };
    return cmocka_run_group_tests(tests, scratch_setup, scratch_teardown);
}
