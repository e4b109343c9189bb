/* SPDX-License-Identifier: BSD-3-Clause
 * Threads made for trial; see threads_at_hand.h. All of them live at once, waiting for the lock. Their stacks stay
 * with libc, which gives them to the threads that OpenMP makes.
 */
#include "util/threads_at_hand.h"

#include <pthread.h>

enum { AT_ONCE = 256 }; /* more are taken on trust: the list lies on the stack */

static void *wait_for(void *lock)
{
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return lock;
}

int lcn_threads_at_hand(int wanted)
{
    pthread_t made[AT_ONCE];
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const int beside = wanted - 1 < AT_ONCE ? wanted - 1 : AT_ONCE;
    int count = 0;
    pthread_mutex_lock(&lock);
    while (count < beside && pthread_create(&made[count], NULL, wait_for, &lock) == 0) count++;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < count; i++) pthread_join(made[i], NULL);
    pthread_mutex_destroy(&lock);
    return count < beside ? count + 1 : wanted;
}
