/* SPDX-License-Identifier: BSD-3-Clause
 * A reader in a process of its own, see isolate.h: the child with its limits, and the parent that
 * takes the rows from it and reports how it ended. The child's side is in child_writer.c.
 */
#include "io/isolate/isolate.h"
#include "io/isolate/sandbox.h"
#include "io/formats/table.h"
#include "util/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MEMORY_FREE = 512 << 20, /* bytes any file may need: libraries, buffers */
    MAPPED_FREE = 512 << 20, /* mapped and not to be written: heaps of threads reserve 64 MB at a time */
    MEMORY_TIMES = 64,       /* and for each byte of the file: packed, then as doubles, twice */
    CPU_FREE_S = 2, /* libraries start in milliseconds */
    CPU_BYTES_S = 4 << 20, /* bytes of the file for each further second; zlib does 10 times that */
    SILENT_FREE_S = 60,    /* slow disks */
    CHUNK = 1 << 18,
    NO_MEMORY = 71, /* exit status of a child that crashed for want of memory; anything it does not use */
    TOO_MUCH = 72,  /* of one that asked for more than it may take, all at once */
    UNSENT = 73,    /* of one that could not say what it had read */
    NO_START = 255 /* HDF5 calls exit(-1) where it has not the memory to begin */
};

/* ---- the child ---- */

/* for_good: it cannot be raised again. False where a lower one is in force already. */
static bool limit(int resource, uint64_t value, bool for_good)
{
    struct rlimit r;
    if (getrlimit(resource, &r) != 0) return false;
    const bool lower = r.rlim_cur != RLIM_INFINITY && r.rlim_cur < value;
    if (r.rlim_max == RLIM_INFINITY || value < r.rlim_max) r.rlim_cur = value;
    if (for_good && r.rlim_cur == value) r.rlim_max = value;
    return setrlimit(resource, &r) == 0 && !lower;
}

/* An emulator (qemu) says yes to limits of memory and keeps none. */
static bool in_force(int resource, uint64_t value)
{
    struct rlimit r;
    return getrlimit(resource, &r) == 0 && r.rlim_cur <= value;
}

/* Memory that the program had given back to its heap, and the heap not to the system, would come on top
 * of what this process may map: it is taken here, without being touched, and never given back. */
static void use_up_kept(void)
{
#if defined __GLIBC__ && __GLIBC_PREREQ(2, 33)
    enum { LARGEST = 1 << 30, LEAST = 1 << 12 };
    for (size_t size = LARGEST; size >= LEAST; size /= 2) {
        void *volatile block = &size; /* volatile: or the compiler sees through it */
        while (block != NULL && mallinfo2().fordblks >= size) block = malloc(size);
    }
#endif
}

/* What can be written already does not count, as far as it is in use. RLIMIT_DATA is the limit; RLIMIT_AS, for
 * all that is mapped, must lie above it: where it is reached Linux no longer looks at the other when a heap of a
 * thread makes space writable that it had mapped before. */
static bool limit_memory(int64_t budget)
{
    unsigned long long all = 0, data = 0;
    const unsigned long long page = (unsigned long long)sysconf(_SC_PAGESIZE);
    FILE *f = fopen("/proc/self/statm", "re");
    if (f == NULL) return false;
    const bool known = fscanf(f, "%llu %*u %*u %*u %*u %llu", &all, &data) == 2;
    fclose(f);
    if (!known) return false;
    limit(RLIMIT_DATA, data * page, false);
    if (!in_force(RLIMIT_DATA, data * page)) return false; /* or the heap would be used up for ever */
    use_up_kept();
    limit(RLIMIT_DATA, data * page + (uint64_t)budget, true);
    return limit(RLIMIT_AS, all * page + (uint64_t)budget + MAPPED_FREE, true);
}

/* Nothing stays open but these two; 0, 1 and 2 lead nowhere. */
static void close_others(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd < 3 && nowhere >= 0; fd++) {
        if (fd != a && fd != b) dup2(nowhere, fd);
    }
    unsigned after_low = low > 2 ? (unsigned)low + 1 : 3;
    unsigned after_high = high > 2 ? (unsigned)high + 1 : 3;
    if (low > 3) close_range(3, (unsigned)low - 1, 0);
    if (high > (int)after_low) close_range(after_low, (unsigned)high - 1, 0);
    close_range(after_high, ~0U, 0);
}

/* A library that goes on with the memory it did not get crashes: that is not the file's fault. Else the signal comes
 * again, and ends us. */
static void on_crash(int number)
{
    (void)number;
    if (errno == ENOMEM) _exit(NO_MEMORY);
}

static void on_too_much(int number)
{
    (void)number;
    _exit(TOO_MUCH);
}

/* So that want of memory and the want of a damaged file can be told apart, whatever a library makes of either. */
static void tell_memory(int64_t budget)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT};
    struct sigaction to = {.sa_handler = on_crash, .sa_flags = SA_RESETHAND};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) sigaction(crashes[i], &to, NULL);
    to.sa_handler = on_too_much;
    sigaction(SIGSYS, &to, NULL);
    lcn_sandbox_memory((uint64_t)budget);
}

/* Handlers of the program we are in must not run here: a crash is a crash. Interrupts are the
 * parent's business, who ends us. */
static void plain_signals(void)
{
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGPIPE};
    struct sigaction to = {.sa_handler = SIG_DFL};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) sigaction(fatal[i], &to, NULL);
    to.sa_handler = SIG_IGN;
    sigaction(SIGINT, &to, NULL);
    sigaction(SIGQUIT, &to, NULL);
    sigaction(SIGTERM, &to, NULL);
    sigaction(SIGXFSZ, &to, NULL);
}

/* Files: no larger than its memory, those in memory too, and few of them; beyond that a write fails (no SIGXFSZ). */
static void limit_files(const lcn_table *t, int fd, int64_t bytes)
{
    enum { OWN = 6 }; /* the copy of what is packed, the library's, the atlas, one that is being opened */
    limit(RLIMIT_FSIZE, (uint64_t)bytes, true);
    limit(RLIMIT_NOFILE, (uint64_t)(fd > t->source.fd ? fd : t->source.fd) + 1 + OWN, true);
}

/* No terminal, no files but its own two, and of the calls to the system those that reading needs. */
static bool close_doors(const lcn_table *t)
{
    setsid();
    const char *atlas = t->options.atlas;
    const int files[] = {t->source.fd, atlas != NULL ? open(atlas, O_PATH | O_CLOEXEC) : -1};
    lcn_sandbox_files(files, sizeof files / sizeof *files);
    if (files[1] >= 0) close(files[1]);
    return lcn_sandbox_begin();
}

/* A library whose allocation fails may say no more than that the file cannot be read. */
static lacon_status blame_limit(lacon_ctx *ctx, const lcn_table *t, lacon_status status)
{
    const long long most = (long long)(t->isolated.memory_bytes >> 20);
    const bool asked = (double)t->isolated.memory_bytes == t->source.most_bytes;
    if (status == LACON_E_MEMORY)
        return lcn_fail(ctx, asked ? LACON_E_LIMIT : LACON_E_FORMAT,
                        asked ? "%s: needs more than %lld MB to be read: allow for more (" LCN_OPTION "max-bytes)"
                              : "%s: needs more than %lld MB to be read, which its size does not explain: the file "
                                "is damaged",
                        t->source.path, most);
    if (status != LACON_E_FORMAT || !asked) return status;
    char said[LCN_MESSAGE_MAX];
    snprintf(said, sizeof said, "%s", ctx->message);
    return lcn_fail(ctx, status, "%s; or it needs more than the %lld MB it may take ("
        LCN_OPTION "max-bytes)", said, most);
}

/* A library that lacks memory, or is refused bytes by the disk, calls the file damaged; the system has said why
 * (errno, 0 when it began). The file wants too much only where our own limit is used up, or where memory was out a
 * second time though there is enough: malloc refuses what no machine has without asking the system. */
static lacon_status blame(lacon_ctx *ctx, const lcn_table *t, lacon_status status, int error, bool limited)
{
    enum { SPARE = 16 << 20 };
    char text[LCN_OS_TEXT];
    const bool memory = status == LACON_E_MEMORY || (status == LACON_E_FORMAT && error == ENOMEM);
    LCN_FAIL_IF(status == LACON_E_FORMAT && error == EIO, LACON_E_IO, "%s: cannot be read: %s", t->source.path,
                lcn_os_text(error, text));
    if (!memory) return blame_limit(ctx, t, status);
    const void *spare = mmap(NULL, SPARE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const void *volatile own = spare != MAP_FAILED ? malloc(SPARE) : NULL; /* volatile: or it is left out */
    LCN_FAIL_IF(t->isolated.again && limited && own != NULL, LACON_E_FORMAT,
                "%s: the file is damaged: it asks for more memory than a machine can have", t->source.path);
    LCN_FAIL_IF(spare != MAP_FAILED || !limited, LACON_E_MEMORY, "%s: out of memory while it was read", t->source.path);
    return blame_limit(ctx, t, LACON_E_MEMORY);
}

/* Its memory is its own: locks of the caller's allocator may be held by a thread that is not here.
 */
static void child(lcn_table *t, int fd, const lcn_isolated *own)
{
    lacon_ctx ctx = {.allocator = {.alloc = lcn_plain_alloc, .free = lcn_plain_free}, .threads = 1};
    t->source.allocator = ctx.allocator;
    plain_signals();
    close_others(fd, t->source.fd);
    limit(RLIMIT_CORE, 0, true);
    limit(RLIMIT_CPU, (uint64_t)own->cpu_s, true);
    const bool limited = limit_memory(own->memory_bytes);
    limit_files(t, fd, own->memory_bytes);
    if (!close_doors(t)) lcn_frame_send(fd, LCN_FRAME_BARE, 0, NULL, 0);
    lcn_child child = {.path = t->source.path, .fd = fd, .most = lcn_source_most(&t->source)};
    tell_memory(own->memory_bytes);
    errno = 0;
    lacon_status status = t->format->produce(&ctx, t, &child);
    if (status < 0) status = blame(&ctx, t, status, errno, limited);
    if (status >= 0 && child.sent != child.rows) {
        status = lcn_fail(&ctx, LACON_E_FORMAT, "%s: ends after %lld of its %lld rows",
                          t->source.path, (long long)child.sent, (long long)child.rows);
    }
    if (child.unsent) _exit(UNSENT);
    const bool told = status < 0 ? lcn_frame_send(fd, LCN_FRAME_FAIL, status, ctx.message, strlen(ctx.message))
                                 : lcn_frame_send(fd, LCN_FRAME_DONE, 0, NULL, 0);
    _exit(told ? 0 : UNSENT);
}

/* ---- the parent: how it ended ---- */

void lcn_isolated_end(lcn_isolated *own)
{
    if (own->fd >= 0) close(own->fd);
    own->fd = -1;
    if (own->pid <= 0) return;
    kill(own->pid, SIGKILL);
    while (waitpid(own->pid, NULL, 0) < 0 && errno == EINTR) continue;
    own->pid = 0;
}

/* It fell silent without a last word. */
static lacon_status fail_dead(lacon_ctx *ctx, lcn_table *t)
{
    lcn_isolated *own = &t->isolated;
    LCN_FAIL_IF(own->pid <= 0, LACON_E_IO, "%s: what was read of it is gone", t->source.path); /* in process */
    int how = 0;
    struct rusage used = {0};
    pid_t got;
    do got = wait4(own->pid, &how, 0, &used);
    while (got < 0 && errno == EINTR);
    own->pid = 0;
    int signal_number = got > 0 && WIFSIGNALED(how) ? WTERMSIG(how) : 0;
    LCN_FAIL_IF(got > 0 && WIFEXITED(how) && WEXITSTATUS(how) == NO_MEMORY, LACON_E_MEMORY,
                "%s: out of memory while it was read", t->source.path);
    LCN_FAIL_IF(got > 0 && WIFEXITED(how) && WEXITSTATUS(how) == UNSENT, LACON_E_IO,
                "%s: what was read of it could not be handed over", t->source.path);
    if (got > 0 && WIFEXITED(how) && WEXITSTATUS(how) == TOO_MUCH) return blame_limit(ctx, t, LACON_E_MEMORY);
    LCN_FAIL_IF(got > 0 && WIFEXITED(how) && WEXITSTATUS(how) == NO_START, LACON_E_MEMORY,
                "%s: the library that reads it could not start: there may be too little memory", t->source.path);
    LCN_FAIL_IF(t->format->read == NULL, LACON_E_IO,
                "%s: cannot be written: the process that did ended (signal %d)", t->source.path,
                signal_number);
    const bool in_time = used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 < own->cpu_s; /* a second: their fractions */
    LCN_FAIL_IF(signal_number == SIGKILL && in_time, LACON_E_MEMORY,
                "%s: the process that read it was killed: by somebody, or for want of memory", t->source.path);
    LCN_FAIL_IF(signal_number == SIGXCPU || signal_number == SIGKILL, LACON_E_FORMAT,
                "%s: reading it took more than %d s of computing, which its size does not explain: "
                "the file is damaged",
                t->source.path, own->cpu_s);
    own->doubtful = true;
    const lacon_status status =
        lcn_fail(ctx, LACON_E_FORMAT, "%s: the file is damaged: reading it as %s ended in a crash (signal %d)",
                 t->source.path, t->format->what, signal_number);
    return blame_limit(ctx, t, status);
}

static lacon_status fail_silent(lacon_ctx *ctx, lcn_table *t)
{
    int waited = t->isolated.limit_s;
    lcn_isolated_end(&t->isolated);
    return lcn_fail(ctx, LACON_E_FORMAT, "%s: nothing could be read from it for %d s",
                    t->source.path, waited);
}

/* ---- the parent: what it says ---- */

static lacon_status receive(lacon_ctx *ctx, lcn_table *t, void *to, size_t bytes)
{
    lcn_isolated *own = &t->isolated;
    for (size_t got = 0; got < bytes;) {
        struct pollfd wait = {.fd = own->fd, .events = POLLIN};
        int ready = poll(&wait, 1, own->limit_s * 1000);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return fail_silent(ctx, t);
        ssize_t n = read(own->fd, (char *)to + got, bytes - got);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return fail_dead(ctx, t);
        got += (size_t)n;
    }
    return LACON_OK;
}

static lacon_status fail_told(lacon_ctx *ctx, lcn_table *t, const lcn_frame *frame)
{
    char text[LCN_MESSAGE_MAX];
    if (frame->bytes >= sizeof text || frame->status >= 0) return fail_dead(ctx, t);
    LCN_TRY(receive(ctx, t, text, (size_t)frame->bytes));
    text[frame->bytes] = '\0';
    t->isolated.doubtful = true;
    return lcn_fail(ctx, frame->status, "%s", text);
}

/* The next frame, which must be of this kind; a failure it reports becomes ours. */
static lacon_status next_frame(lacon_ctx *ctx, lcn_table *t, lcn_frame *frame)
{
    LCN_TRY(receive(ctx, t, frame, sizeof *frame));
    if (frame->tag == LCN_FRAME_BARE) {
        lcn_log(ctx, LACON_LOG_WARNING, "%s: is read without a filter of system calls, which this system refuses: what "
                "a hostile file may do is limited by memory and time alone", t->source.path);
        LCN_TRY(receive(ctx, t, frame, sizeof *frame));
    }
    if (frame->tag == LCN_FRAME_FAIL) return fail_told(ctx, t, frame);
    t->isolated.left = frame->bytes;
    return LACON_OK;
}

static lacon_status fail_garbled(lacon_ctx *ctx, const lcn_table *t)
{
    return lcn_fail(ctx, LACON_E_FORMAT, "%s: the file is damaged: its reader lost its way",
                    t->source.path);
}

/* Names into one block: pointers, then the texts. */
static lacon_status take_names(lacon_ctx *ctx, lcn_table *t, size_t bytes)
{
    size_t head = (size_t)t->variables * sizeof(char *);
    if (bytes > (size_t)64 << 20) return fail_garbled(ctx, t);
    t->names = lcn_alloc(ctx, head + bytes + 1, 1);
    if (t->names == NULL) return LACON_E_MEMORY;
    char *text = (char *)t->names + head, *end = text + bytes;
    LCN_TRY(receive(ctx, t, text, bytes));
    for (int64_t j = 0; j < t->variables; j++) {
        if (text >= end) return fail_garbled(ctx, t);
        t->names[j] = text;
        text += strlen(text) + 1;
    }
    return text == end ? LACON_OK : fail_garbled(ctx, t);
}

static lacon_status take_shape(lacon_ctx *ctx, lcn_table *t)
{
    lcn_frame frame;
    int64_t shape[2], count;
    LCN_TRY(next_frame(ctx, t, &frame));
    if (frame.tag != LCN_FRAME_SHAPE || frame.bytes < sizeof shape) return fail_garbled(ctx, t);
    LCN_TRY(receive(ctx, t, shape, sizeof shape));
    if (shape[0] < 1 || shape[1] < 1 || __builtin_mul_overflow(shape[0], shape[1], &count) ||
        count > lcn_source_most(&t->source)) {
        return fail_garbled(ctx, t);
    }
    t->isolated.rows = t->expected = shape[0];
    t->variables = t->width = shape[1];
    t->first_line = 1;
    size_t names = (size_t)frame.bytes - sizeof shape;
    return names > 0 ? take_names(ctx, t, names) : LACON_OK;
}

/* ---- opening and reading ---- */

static void set_limits(lcn_isolated *own, int64_t size, double most)
{
    if (size < 0 || size > INT64_MAX / 2 / MEMORY_TIMES) size = INT64_MAX / 2 / MEMORY_TIMES;
    own->memory_bytes = MEMORY_FREE + size * MEMORY_TIMES;
    if (most > 0 && most < (double)own->memory_bytes) own->memory_bytes = (int64_t)most;
    int64_t more = size / CPU_BYTES_S;
    own->cpu_s = CPU_FREE_S + (int)(more < 86400 ? more : 86400);
    own->limit_s = SILENT_FREE_S + own->cpu_s;
}

/* Readers leave what they hold to the end of their process. Where that is this one it is kept in a ring, and let go
 * of when they are done. */
typedef struct held {
    struct held *next, *before; /* the block follows */
} held;

typedef struct keeper {
    lacon_allocator from;
    held ring;
} keeper;

static void *keep_alloc(void *user, size_t bytes)
{
    keeper *k = user;
    held *h = k->from.alloc(k->from.user, bytes + sizeof *h); /* lcn_alloc asks for no more than PTRDIFF_MAX */
    if (h == NULL) return NULL;
    *h = (held){.next = k->ring.next, .before = &k->ring};
    h->next->before = k->ring.next = h;
    return h + 1;
}

static void keep_free(void *user, void *block)
{
    keeper *k = user;
    if (block == NULL) return;
    held *h = (held *)block - 1;
    h->before->next = h->next;
    h->next->before = h->before;
    k->from.free(k->from.user, h);
}

static lacon_status produce_here(lacon_ctx *ctx, lcn_table *t, lcn_child *child)
{
    keeper k = {.from = ctx->allocator};
    k.ring = (held){.next = &k.ring, .before = &k.ring};
    ctx->allocator = (lacon_allocator){.alloc = keep_alloc, .free = keep_free, .user = &k};
    const lacon_status status = t->format->produce(ctx, t, child);
    ctx->allocator = k.from;
    while (k.ring.next != &k.ring) keep_free(&k, k.ring.next + 1);
    return status;
}

/* The whole file by the same reader, into memory: what a child would have sent through the pipe. */
static lacon_status open_in_process(lacon_ctx *ctx, lcn_table *t)
{
    const int fd = t->isolated.fd = memfd_create("lacon", MFD_CLOEXEC);
    if (fd < 0) return lcn_fail_os(ctx, t->source.path, "read into memory", errno);
    lcn_child feed = {.path = t->source.path, .fd = fd, .most = lcn_source_most(&t->source), .in_process = true};
    LCN_TRY(produce_here(ctx, t, &feed));
    LCN_FAIL_IF(feed.sent != feed.rows, LACON_E_FORMAT, "%s: ends after %lld of its %lld rows", t->source.path,
                (long long)feed.sent, (long long)feed.rows);
    const bool sent = lcn_frame_send(fd, LCN_FRAME_DONE, 0, NULL, 0);
    if (!sent || lseek(fd, 0, SEEK_SET) != 0) return lcn_fail_os(ctx, t->source.path, "read into memory", errno);
    return take_shape(ctx, t);
}

static lacon_status open_in_child(lacon_ctx *ctx, lcn_table *t)
{
    char text[LCN_OS_TEXT];
    int ends[2];
    LCN_FAIL_IF(pipe2(ends, O_CLOEXEC) != 0, LACON_E_IO, "%s: no pipe to read it through: %s",
                t->source.path, lcn_os_text(errno, text));
    pid_t pid = fork();
    if (pid == 0) child(t, ends[1], &t->isolated);
    close(ends[1]);
    t->isolated.fd = ends[0];
    LCN_FAIL_IF(pid < 0, LACON_E_IO, "%s: no process to read it in: %s", t->source.path,
                lcn_os_text(errno, text));
    t->isolated.pid = pid;
    fcntl(ends[0], F_SETPIPE_SZ, 1 << 20); /* fewer turns; not essential */
    return take_shape(ctx, t);
}

/* No file is refused after one look: memory that was out for a moment may be there now, and a library that had none
 * crashes over it, or calls the file damaged, without a word of why. A damaged file is so every time. */
static bool look_again(const lcn_table *t)
{
    return t->isolated.doubtful && !t->isolated.again && t->source.size >= 0;
}

static lacon_status open_again(lacon_ctx *ctx, lcn_table *t)
{
    lcn_isolated_end(&t->isolated);
    lcn_free(&ctx->allocator, t->names);
    t->names = NULL;
    LCN_TRY(lcn_source_rewind(ctx, &t->source));
    t->isolated.again = true;
    return open_in_child(ctx, t);
}

lacon_status lcn_isolated_open(lacon_ctx *ctx, lcn_table *t)
{
    set_limits(&t->isolated, t->source.size, t->source.most_bytes);
    if (t->options.in_process) return open_in_process(ctx, t);
    const lacon_status status = open_in_child(ctx, t);
    return status < 0 && look_again(t) ? open_again(ctx, t) : status;
}

/* Up to `most` whole rows of the frame at hand, or of the next. */
static lacon_status next_rows(lacon_ctx *ctx, lcn_table *t, double *cells, int64_t most,
                              int64_t *count)
{
    size_t bytes = (size_t)t->width * sizeof *cells;
    if (t->isolated.left == 0) {
        lcn_frame frame;
        LCN_TRY(next_frame(ctx, t, &frame));
        if (frame.tag != LCN_FRAME_ROWS) return fail_garbled(ctx, t);
    }
    uint64_t there = t->isolated.left / bytes;
    if (there == 0) return fail_garbled(ctx, t);
    *count = there < (uint64_t)most ? (int64_t)there : most;
    t->isolated.left -= (uint64_t)*count * bytes;
    return receive(ctx, t, cells, (size_t)*count * bytes);
}

/* *taken: rows that the sink has, from this child or the one before. */
static lacon_status take_rows(lacon_ctx *ctx, lcn_table *t, lcn_sink *to, double *cells, int64_t at_once,
                              int64_t *taken)
{
    lcn_frame last;
    int64_t row = 0, rows = t->isolated.rows, now = 0;
    t->isolated.left = 0;
    while (row < rows) {
        LCN_TRY(next_rows(ctx, t, cells, rows - row < at_once ? rows - row : at_once, &now));
        for (int64_t i = 0; i < now; i++, row++) {
            if (row < *taken) continue;
            LCN_TRY(lcn_sink_put(ctx, to, cells + i * t->width, row));
            *taken = row + 1;
        }
    }
    LCN_TRY(next_frame(ctx, t, &last));
    return last.tag == LCN_FRAME_DONE ? LACON_OK : fail_garbled(ctx, t);
}

/* The same table from another child: what has been made of its head stays. */
static lacon_status resume(lacon_ctx *ctx, lcn_table *t)
{
    const lcn_table was = *t;
    t->names = NULL;
    lacon_status status = open_again(ctx, t);
    if (status >= 0 && (t->isolated.rows != was.isolated.rows || t->width != was.width)) status = fail_garbled(ctx, t);
    lcn_free(&ctx->allocator, t->names);
    t->names = was.names;
    t->variables = was.variables;
    t->width = was.width;
    t->expected = was.expected;
    t->first_line = was.first_line;
    return status;
}

static lacon_status take_all(lacon_ctx *ctx, lcn_table *t, lcn_sink *to, double *cells, int64_t at_once)
{
    int64_t taken = 0;
    lacon_status status = take_rows(ctx, t, to, cells, at_once, &taken);
    if (status < 0 && look_again(t)) {
        LCN_TRY(resume(ctx, t));
        status = take_rows(ctx, t, to, cells, at_once, &taken);
    }
    LCN_TRY(status);
    LCN_TRY(lcn_sink_check(ctx, to));
    return lcn_source_rewind(ctx, &t->source); /* for the digest: the child moved the place */
}

lacon_status lcn_isolated_read(lacon_ctx *ctx, lcn_table *t, const lcn_columns *columns,
                               double limit_value, lcn_rows *rows)
{
    lcn_sink to = {.table = t, .columns = columns, .limit = limit_value, .rows = rows};
    to.across = t->options.transpose;
    int64_t row_bytes = t->width * (int64_t)sizeof(double);
    int64_t at_once = CHUNK / row_bytes > 1 ? CHUNK / row_bytes : 1;
    double *cells = lcn_alloc(ctx, (size_t)at_once, (size_t)row_bytes);
    if (cells == NULL) return LACON_E_MEMORY;
    lacon_status status = take_all(ctx, t, &to, cells, at_once);
    lcn_free(&ctx->allocator, cells);
    return status;
}

/* ---- one job ---- */

static void run_child(int fd, lacon_status (*work)(lacon_ctx *ctx, void *user), void *user)
{
    lacon_ctx ctx = {.allocator = {.alloc = lcn_plain_alloc, .free = lcn_plain_free}, .threads = 1};
    plain_signals();
    close_others(fd, fd);
    lacon_status status = work(&ctx, user);
    lcn_frame_send(fd, status < 0 ? LCN_FRAME_FAIL : LCN_FRAME_DONE, status, ctx.message,
                   strlen(ctx.message));
    _exit(0);
}

lacon_status lcn_isolated_run(lacon_ctx *ctx, const char *path,
                              lacon_status (*work)(lacon_ctx *ctx, void *user), void *user)
{
    static const lcn_format job = {.what = "a job"};
    lcn_table t = {.format = &job, .source = {.path = path}};
    char text[LCN_OS_TEXT];
    int ends[2];
    LCN_FAIL_IF(pipe2(ends, O_CLOEXEC) != 0, LACON_E_IO, "%s: cannot be written: %s", path,
                lcn_os_text(errno, text));
    pid_t pid = fork();
    if (pid == 0) run_child(ends[1], work, user);
    close(ends[1]);
    t.isolated = (lcn_isolated){.pid = pid > 0 ? pid : 0, .fd = ends[0], .limit_s = 24 * 3600};
    lcn_frame frame = {0};
    lacon_status status = LACON_E_IO;
    if (pid > 0) status = next_frame(ctx, &t, &frame);
    if (pid < 0) status = lcn_fail(ctx, LACON_E_IO, "%s: no process to write it in", path);
    lcn_isolated_end(&t.isolated);
    return status;
}
