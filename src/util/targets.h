/* SPDX-License-Identifier: BSD-3-Clause
 * LCN_CLONES compiles a function for AVX-512, AVX2 and the baseline, and the loader takes the best. Where the source
 * itself differs by instruction set: util/instruction_sets.h.
 */
#ifndef LCN_TARGETS_H
#define LCN_TARGETS_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define LCN_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define LCN_CLONES
#endif

#endif
