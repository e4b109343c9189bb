/* SPDX-License-Identifier: BSD-3-Clause
 * How many threads the system gives: OpenMP ends the process when it is refused one, so it is never asked for more.
 */
#ifndef LCN_THREADS_AT_HAND_H
#define LCN_THREADS_AT_HAND_H

/* The calling one and those that could be made beside it, at most `wanted`, at least 1. They are made, and end. */
int lcn_threads_at_hand(int wanted);

#endif
