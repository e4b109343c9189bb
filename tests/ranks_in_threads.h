/* SPDX-License-Identifier: BSD-3-Clause
 * Ranks without MPI: each is a thread with a context of its own, and what they tell each other goes through memory.
 */
#ifndef RANKS_IN_THREADS_H
#define RANKS_IN_THREADS_H

#include "la/la.h"
#include <lacon/lacon.h>

#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#ifndef RANKS_ASKED
#define RANKS_ASKED 3
#endif
enum { RANKS = RANKS_ASKED };
static bool cannot_hand; /* a communicator without `hand` */

typedef struct room {
    pthread_barrier_t door;
    const void *given[RANKS];
    sem_t ready[RANKS * RANKS], taken[RANKS * RANKS]; /* what one is handed by another */
    const void *handed[RANKS * RANKS];
} room;

typedef struct member {
    room *room;
    int rank;
    lacon_comm comm;
    void *user;                              /* of the test */
    lacon_status (*act)(lacon_ctx *, void *); /* what every rank does */
    lacon_ctx_options options;
    lacon_status status;
    char message[512];
} member;

static int gather(void *user, void *all, const void *mine, const int64_t *bytes)
{
    member *m = user;
    char *at = all;
    m->room->given[m->rank] = mine;
    pthread_barrier_wait(&m->room->door);
    for (int i = 0; i < RANKS; at += bytes[i++])
        if (at != m->room->given[i]) memcpy(at, m->room->given[i], (size_t)bytes[i]);
    pthread_barrier_wait(&m->room->door);
    return 0;
}

static int broadcast(void *user, void *block, int64_t bytes, int from)
{
    member *m = user;
    m->room->given[m->rank] = block;
    pthread_barrier_wait(&m->room->door);
    if (m->rank != from) memcpy(block, m->room->given[from], (size_t)bytes);
    pthread_barrier_wait(&m->room->door);
    return 0;
}

static int hand(void *user, void *block, int64_t bytes, int from, int to)
{
    member *m = user;
    const int way = from * RANKS + to;
    if (m->rank == from) {
        m->room->handed[way] = block;
        sem_post(&m->room->ready[way]);
        sem_wait(&m->room->taken[way]);
    } else {
        sem_wait(&m->room->ready[way]);
        memcpy(block, m->room->handed[way], (size_t)bytes);
        sem_post(&m->room->taken[way]);
    }
    return 0;
}

static void abort_all(void *user, int code, const char *message)
{
    (void)user;
    fail_msg("abort %d: %s", code, message);
}

static void *live(void *user)
{
    member *m = user;
    lacon_ctx *ctx = NULL;
    m->options.comm = &m->comm;
    assert_int_equal(lacon_ctx_new(&ctx, &m->options), LACON_OK);
    m->status = lacon_ctx_agree(ctx, m->act(ctx, m->user), NULL);
    snprintf(m->message, sizeof m->message, "%s", lacon_ctx_message(ctx));
    lacon_ctx_free(ctx);
    return NULL;
}

/* Every rank acts; users: one of each, `each` bytes apart. BLAS has one setting for all threads of a process, so it is
 * the host's here (la/threads.c): the first rank to end would bring the old one back for the others. */
static void together(member *members, lacon_status (*act)(lacon_ctx *, void *), void *users, size_t each,
                     const char *checkpoint)
{
    room hall;
    pthread_t thread[RANKS];
    const int blas = lcn_blas_begin();
    pthread_barrier_init(&hall.door, NULL, RANKS);
    for (int i = 0; i < RANKS * RANKS; i++) {
        sem_init(&hall.ready[i], 0, 0);
        sem_init(&hall.taken[i], 0, 0);
    }
    for (int i = 0; i < RANKS; i++) {
        member *m = &members[i];
        *m = (member){.room = &hall, .rank = i, .act = act, .user = (char *)users + (size_t)i * each};
        m->comm = (lacon_comm){.size_bytes = sizeof m->comm, .rank = i, .size = RANKS, .user = m, .gather = gather,
                               .broadcast = broadcast, .abort = abort_all, .hand = cannot_hand ? NULL : hand};
        lacon_ctx_options_init(&m->options);
        m->options.checkpoint = checkpoint;
        assert_int_equal(pthread_create(&thread[i], NULL, live, m), 0);
    }
    for (int i = 0; i < RANKS; i++) pthread_join(thread[i], NULL);
    lcn_blas_end(blas);
    pthread_barrier_destroy(&hall.door);
    for (int i = 0; i < RANKS * RANKS; i++) {
        sem_destroy(&hall.ready[i]);
        sem_destroy(&hall.taken[i]);
    }
}

#endif
