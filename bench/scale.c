/* SPDX-License-Identifier: BSD-3-Clause
 * How a fit grows with threads: seconds of the fit alone and a digest of its bytes, for three shapes of data that are
 * simulated here; before each, seconds of reading as many bytes once, which bounds a pass over them. Needs nothing but
 * the library.
 *
 *   scale [THREADS[,THREADS...]] [share of the data, 0 < s <= 1] [number of one shape, 1 ..]
 */
#include <lacon/lacon.h>

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct shape {
    const char *name;
    int64_t classes, n, p, k;
} shape;

static const shape SHAPES[] = {
    {"564 x 200 x 264, k = 5", 564, 200, 264, 5},
    {"20 x 200 x 100,000, k = 10", 20, 200, 100000, 10},
    {"10,000 x 200 x 100, k = 10", 10000, 200, 100, 10},
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Near enough to normal: the sum of four uniform numbers, variance 1. */
static float draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    const uint64_t x = *state;
    const uint64_t sum = (x & 0xFFFF) + (x >> 16 & 0xFFFF) + (x >> 32 & 0xFFFF) + (x >> 48);
    return (float)(((double)sum - 2 * 65535.0) / 37837.0);
}

static void die(const char *what)
{
    fprintf(stderr, "scale: %s\n", what);
    exit(1);
}

/* Every variable is its module and noise of the same size. */
static lacon_data *simulate(lacon_ctx *ctx, const shape *s)
{
    lacon_data *data;
    uint64_t state = 88172645463325252u;
    float *x = malloc((size_t)(s->n * s->p) * sizeof *x), z[64];
    if (!x || lacon_data_new(ctx, &data, s->p) < 0) die("no memory");
    for (int64_t c = 0; c < s->classes; c++) {
        for (int64_t i = 0; i < s->n; i++) {
            for (int64_t j = 0; j < s->k; j++) z[j] = draw(&state);
            for (int64_t r = 0; r < s->p; r++) x[i * s->p + r] = z[r * s->k / s->p] + draw(&state);
        }
        if (lacon_data_add_copy_f32(ctx, data, NULL, s->n, x, s->p) < 0) die(lacon_ctx_message(ctx));
    }
    free(x);
    if (lacon_data_standardise(ctx, data, LACON_SCALE_Z) < 0) die(lacon_ctx_message(ctx));
    return data;
}

/* FNV-1a of what a model folder holds */
static uint64_t digest(lacon_ctx *ctx, const lacon_model *model)
{
    void *bytes;
    size_t size;
    uint64_t sum = 14695981039346656037u;
    if (lacon_model_to_bytes(ctx, &bytes, &size, model) < 0) die(lacon_ctx_message(ctx));
    for (size_t i = 0; i < size; i++) sum = (sum ^ ((unsigned char *)bytes)[i]) * 1099511628211u;
    lacon_free(ctx, bytes);
    return sum;
}

static lacon_ctx *context(int threads)
{
    lacon_ctx *ctx;
    lacon_ctx_options o;
    lacon_ctx_options_init(&o);
    o.threads = threads;
    if (lacon_ctx_new(&ctx, &o) < 0) die("no context");
    return ctx;
}

/* ---- what the machine gives ---- */

enum { SLICE = 1 << 17, MOST_THREADS = 256 }; /* numbers of a slice: 1 MiB */

typedef struct reading {
    const uint64_t *x;
    size_t slices;
    atomic_size_t next;
    atomic_ullong sum;
} reading;

static void *read_slices(void *user)
{
    reading *r = user;
    unsigned long long sum = 0;
    for (size_t i; (i = atomic_fetch_add(&r->next, 1)) < r->slices;)
        for (size_t e = 0; e < SLICE; e++) sum += r->x[i * SLICE + e];
    atomic_fetch_add(&r->sum, sum);
    return NULL;
}

/* Seconds of reading all of it once, the quickest of five times. */
static double read_s(const uint64_t *x, size_t slices, int threads)
{
    double best = INFINITY;
    pthread_t others[MOST_THREADS];
    if (threads < 1 || threads > MOST_THREADS) die("too many threads");
    for (int turn = 0; turn < 5; turn++) {
        reading r = {.x = x, .slices = slices};
        const double began = now_s();
        for (int i = 1; i < threads; i++)
            if (pthread_create(&others[i], NULL, read_slices, &r)) die("no thread");
        read_slices(&r);
        for (int i = 1; i < threads; i++) pthread_join(others[i], NULL);
        if (r.sum != slices * SLICE) die("read wrongly");
        best = fmin(best, now_s() - began);
    }
    return best;
}

static void measure_reading(const shape *s, const char *list)
{
    const size_t slices = (size_t)(s->classes * s->n * s->p) * sizeof(float) / (SLICE * sizeof(uint64_t)) + 1;
    uint64_t *x = malloc(slices * SLICE * sizeof *x);
    double one_s = NAN;
    if (!x) die("no memory");
    for (size_t i = 0; i < slices * SLICE; i++) x[i] = 1;
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        const int threads = atoi(at);
        const double took = read_s(x, slices, threads);
        if (threads == 1) one_s = took;
        printf("reading as many bytes, %zu MiB\t%d\t%.4f\t%.2f\t-\n", slices, threads, took, one_s / took);
    }
    free(x);
}

/* ---- fits ---- */

static void measure(const shape *s, const char *list)
{
    lacon_ctx *own = context(1);
    lacon_data *data = simulate(own, s);
    double one_s = NAN;
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        const int threads = atoi(at);
        lacon_ctx *ctx = context(threads);
        lacon_fit_options o;
        lacon_model *model = NULL;
        lacon_fit_options_init(&o);
        o.k = s->k;
        const double began = now_s();
        if (lacon_fit(ctx, &model, data, &o) < 0) die(lacon_ctx_message(ctx));
        const double took = now_s() - began;
        if (threads == 1) one_s = took;
        printf("%s\t%d\t%.2f\t%.2f\t%016llx\n", s->name, threads, took, one_s / took,
               (unsigned long long)digest(ctx, model));
        fflush(stdout);
        lacon_model_free(model);
        lacon_ctx_free(ctx);
    }
    lacon_data_free(data);
    lacon_ctx_free(own);
}

int main(int argc, char **argv)
{
    const char *threads = argc > 1 ? argv[1] : "1,2,4,8,16";
    const double share = argc > 2 ? atof(argv[2]) : 1;
    const size_t only = argc > 3 ? (size_t)atoi(argv[3]) : 0;
    printf("data\tthreads\tseconds\tspeed-up\tdigest\n");
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++) {
        shape s = SHAPES[i];
        if (only > 0 && only != i + 1) continue;
        if (s.classes > s.p) s.classes = (int64_t)((double)s.classes * share);
        else if (s.p > s.classes) s.p = (int64_t)((double)s.p * share);
        measure_reading(&s, threads);
        measure(&s, threads);
    }
    return 0;
}
