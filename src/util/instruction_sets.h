/* SPDX-License-Identifier: BSD-3-Clause
 * One source, several instruction sets. LCN_CLONES compiles a function for AVX-512, AVX2 and the baseline, and the
 * loader takes the best; a build that does not optimise has one body, which coverage counts once. Where the source
 * itself differs (kernels/kernel.c), LCN_V4 and LCN_V3 mark the functions and LCN_BY_LEVEL calls the one for
 * lcn_level().
 */
#ifndef LCN_INSTRUCTION_SETS_H
#define LCN_INSTRUCTION_SETS_H

/* Compiled for a machine that has AVX2 (-march=native) there is one version, for that machine: gcc 14 fails over the
 * lesser ones there. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && !defined(__AVX2__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#if __GNUC__ >= 12
#define LCN_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else /* compiles for the levels, but cannot ask a machine for them */
#define LCN_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#else
#define LCN_CLONES
#endif

/* The x86-64 level of the processor as far as there is code for it: 1 (any machine), 3 or 4. */
#if defined(__x86_64__) && defined(__GNUC__)
#define LCN_LEVELS 1
#define LCN_V3     __attribute__((target("arch=x86-64-v3")))
#define LCN_V4     __attribute__((target("arch=x86-64-v4")))
static inline int lcn_level(void)
{
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi2"))
        return 1;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl")
               ? 4
               : 3;
}
#define LCN_BY_LEVEL(level, name, ...)               \
    do {                                             \
        if ((level) >= 4) name##_v4(__VA_ARGS__);    \
        else if ((level) == 3) name##_v3(__VA_ARGS__); \
        else name##_v1(__VA_ARGS__);                 \
    } while (0)
#else
static inline int lcn_level(void)
{
    return 1;
}
#define LCN_BY_LEVEL(level, name, ...) ((void)(level), name##_v1(__VA_ARGS__))
#endif

#endif
