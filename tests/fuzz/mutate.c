/* SPDX-License-Identifier: BSD-3-Clause
 * Drives a fuzz target without libFuzzer: files of a corpus, each changed in a few random ways, words of a dictionary
 * among them. Fast in the optimised build, where a million runs take minutes; the same seed gives the same files.
 *
 *     mutate_NAME [-n RUNS] [-s SEED] [-t SECONDS] [-d DICTIONARY] [-o FOLDER] CORPUS
 *
 * What ends a run (a signal, a check that does not hold, ten to twenty seconds) is kept as FOLDER/NAME-SEED-RUN, and
 * the program fails. Where a library of others reads (FOREIGN) runs are in children, and what crashes inside it is
 * counted only.
 */
#include "fuzz.h"

#include <dirent.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef FOREIGN
#define FOREIGN 0
#endif

enum { MOST = 1 << 18, FILES = 256, WORDS = 512, WORD = 64, BATCH = 500, SLOW_S = 10, THEIRS = 7 };

static struct {
    uint8_t *bytes;
    size_t size;
} files[FILES];
static struct {
    uint8_t bytes[WORD];
    size_t size;
} words[WORDS];
static int n_files, n_words;
static uint8_t input[MOST];
static size_t input_size;
static struct shared {
    long run;
} *shared; /* with the parent */
static double end_s; /* seconds() at which time is over; 0: never */
static uint64_t state, seed = 1;
static const char *found = ".", *name;

static uint64_t draw(void) /* splitmix64 */
{
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static size_t below(size_t n) { return n > 0 ? (size_t)(draw() % n) : 0; }

/* ---- what ends a run ---- */

static void keep(void)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s-%llu-%ld", found, name, (unsigned long long)seed, shared->run);
    FILE *f = fopen(path, "wb");
    if (f == NULL) return;
    fwrite(input, 1, input_size, f);
    fclose(f);
    fprintf(stderr, "%s: kept\n", path);
}

/* Behind the C library's frame that calls a handler: the first frame of neither it nor the loader says whose it is. */
static bool is_theirs(void)
{
    void *frames[64];
    const int depth = backtrace(frames, 64);
    bool handling = true;
    for (int i = 0; i < depth; i++) {
        Dl_info info;
        if (dladdr(frames[i], &info) == 0 || info.dli_fname == NULL) continue;
        handling = handling && strstr(info.dli_fname, "libc.so") == NULL;
        if (handling) continue;
        if (strstr(info.dli_fname, "libhdf5") || strstr(info.dli_fname, "libmatio")) return true;
        if (strstr(info.dli_fname, name)) return false;
    }
    return false;
}

static void on_signal(int number)
{
    if (FOREIGN && is_theirs()) _exit(THEIRS);
    fprintf(stderr, "%s: signal %d in run %ld\n", name, number, shared->run);
    keep();
    _exit(1);
}

/* Every SLOW_S seconds: still the run of the last time? A timer a run would take as long as the quick readers. */
static void on_alarm(int number)
{
    static long last = -1;
    if (shared->run == last) on_signal(number);
    last = shared->run;
    alarm(SLOW_S);
}

/* ---- changes ---- */

static void insert(size_t at, const uint8_t *bytes, size_t size)
{
    if (size > MOST - input_size) size = MOST - input_size;
    memmove(input + at + size, input + at, input_size - at);
    memcpy(input + at, bytes, size);
    input_size += size;
}

static void cut(size_t at, size_t size)
{
    if (size > input_size - at) size = input_size - at;
    memmove(input + at, input + at + size, input_size - at - size);
    input_size -= size;
}

static void set_number(size_t at)
{
    static const uint64_t numbers[] = {0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000,
                                       0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF};
    const size_t width = (size_t)1 << below(4);
    uint64_t value = numbers[below(sizeof numbers / sizeof *numbers)] + (below(3) - 1) * (draw() & 1);
    if (draw() & 1) value = __builtin_bswap64(value) >> 8 * (8 - width);
    if (at + width <= input_size) memcpy(input + at, &value, width);
}

static void copy_part(size_t at)
{
    uint8_t part[4096];
    const size_t from = below(input_size), most = input_size - from < sizeof part ? input_size - from : sizeof part;
    const size_t size = 1 + below(most);
    memcpy(part, input + from, size <= most ? size : most);
    insert(at, part, size <= most ? size : most);
}

static void put_word(size_t at)
{
    if (n_words == 0) return;
    const int w = (int)below((size_t)n_words);
    if (draw() & 1) cut(at, words[w].size);
    insert(at, words[w].bytes, words[w].size);
}

static void splice(size_t at)
{
    const int f = (int)below((size_t)n_files);
    if (files[f].size == 0) return;
    const size_t from = below(files[f].size);
    input_size = at;
    insert(at, files[f].bytes + from, files[f].size - from);
}

static void change(void)
{
    const size_t at = below(input_size + 1);
    const bool inside = at < input_size;
    switch (below(12)) {
    case 0: if (inside) input[at] ^= (uint8_t)(1u << below(8)); break;
    case 1: if (inside) input[at] = (uint8_t)draw(); break;
    case 2: if (inside) input[at] = (uint8_t)(input[at] + below(33) - 16); break;
    case 3: if (inside) set_number(at); break;
    case 4: if (inside) cut(at, 1 + below(16)); break;
    case 5: if (inside) cut(at, 1 + below(input_size)); break;
    case 6: if (input_size > 0) copy_part(at); break;
    case 7: splice(at); break;
    case 8: insert(at, (const uint8_t[]){(uint8_t)("0123456789-+.eE,;\t\n\" "[below(21)])}, 1); break;
    case 9: if (inside) memset(input + at, (int)below(256), 1 + below(input_size - at)); break;
    default: put_word(at);
    }
}

static void run_one(long run)
{
    state = seed * 0x100000001B3u + (uint64_t)run; /* a run by itself is the same run */
    draw();
    const int f = (int)below((size_t)n_files);
    memcpy(input, files[f].bytes, files[f].size);
    input_size = files[f].size;
    for (int i = 1 + (int)below(6); i > 0; i--) change();
    uint8_t *copy = malloc(input_size > 0 ? input_size : 1); /* its own size: what is read beyond is seen */
    memcpy(copy, input, input_size);
    shared->run = run;
    LLVMFuzzerTestOneInput(copy, input_size);
    free(copy);
}

/* ---- files ---- */

static void load_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL || n_files == FILES) exit(1);
    files[n_files].bytes = malloc(MOST);
    files[n_files].size = fread(files[n_files].bytes, 1, MOST / 2, f);
    n_files++;
    fclose(f);
}

static int by_text(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static void load_corpus(const char *folder)
{
    struct dirent **entries;
    const int count = scandir(folder, &entries, NULL, by_text); /* the same order everywhere */
    for (int i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') load_file(path);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    if (n_files == 0) {
        fprintf(stderr, "%s: no files\n", folder);
        exit(1);
    }
}

/* "text", with \xNN, \\ and \" as libFuzzer and AFL have them. */
static void load_words(const char *path)
{
    char line[1024];
    FILE *f = fopen(path, "r");
    if (f == NULL) return;
    while (n_words < WORDS && fgets(line, sizeof line, f) != NULL) {
        const char *p = strchr(line, '"');
        if (line[0] == '#' || p == NULL) continue;
        size_t size = 0;
        for (p++; *p != '"' && *p != '\0' && size < WORD; size++) {
            unsigned byte = (unsigned char)*p++;
            if (byte == '\\' && *p == 'x' && sscanf(p + 1, "%2x", &byte) == 1) p += 3;
            else if (byte == '\\') byte = (unsigned char)*p++;
            words[n_words].bytes[size] = (uint8_t)byte;
        }
        words[n_words].size = size;
        n_words++;
    }
    fclose(f);
}

/* ---- runs ---- */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Asked before each run: of some files a batch takes minutes. */
static bool is_over(void) { return end_s > 0 && seconds() >= end_s; }

/* Runs [first, end), as many as there is time for. */
static void run_some(long first, long end)
{
    for (long run = first; run < end && !is_over(); run++) run_one(run);
}

/* The same in a child; how many of them crashed in a library, -1: one was ours. */
static long run_batch(long first, long end)
{
    long theirs = 0;
    while (first < end && !is_over()) {
        int status;
        fflush(NULL);
        const pid_t child = fork();
        if (child == 0) {
            alarm(SLOW_S);
            run_some(first, end);
            exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) != child) return -1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return theirs;
        if (!WIFEXITED(status) || WEXITSTATUS(status) != THEIRS) return -1;
        theirs++;
        first = shared->run + 1;
    }
    return theirs;
}

static int run_all(long runs)
{
    const double start = seconds();
    long theirs = 0;
    shared->run = -1;
    for (long run = 0; run < runs && !is_over(); run += BATCH) {
        const long end = run + BATCH < runs ? run + BATCH : runs;
        const long more = FOREIGN ? run_batch(run, end) : (run_some(run, end), 0);
        if (more < 0) return 1;
        theirs += more;
    }
    printf("%s: %ld runs in %.0f s", name, shared->run + 1, seconds() - start);
    if (FOREIGN) printf(", %ld ended in the library", theirs);
    struct rusage usage;
    getrusage(FOREIGN ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage);
    printf(", %ld kB at most\n", usage.ru_maxrss);
    return 0;
}

int main(int argc, char **argv)
{
    long runs = 10000;
    double limit_s = 0;
    name = strrchr(argv[0], '/') != NULL ? strrchr(argv[0], '/') + 1 : argv[0];
    for (int option; (option = getopt(argc, argv, "n:s:t:d:o:")) != -1;) {
        if (option == 'n') runs = (long)strtod(optarg, NULL); /* 1e7 */
        else if (option == 's') seed = strtoull(optarg, NULL, 10);
        else if (option == 't') limit_s = strtod(optarg, NULL);
        else if (option == 'd') load_words(optarg);
        else if (option == 'o') found = optarg;
        else return 2;
    }
    if (optind + 1 != argc) return 2;
    if (limit_s > 0) end_s = seconds() + limit_s;
    load_corpus(argv[optind]);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 1;
    void *once[1];
    backtrace(once, 1); /* loads what it needs before a handler asks for it */
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], on_signal);
    signal(SIGALRM, on_alarm);
    if (!FOREIGN) alarm(SLOW_S);
    return run_all(runs);
}
