/* SPDX-License-Identifier: BSD-3-Clause
 * SHA-256 as FIPS 180-4 describes it, in plain C and, where an x86 processor has them, with its SHA
 * instructions (about five times as fast: hashing 32 MB must cost little beside parsing them).
 */
#include "util/sha256.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotr(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static uint32_t load_be(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* One round. Letter i of the standard's a..h is in s[(i - t) mod 8]: nothing is moved. */
static inline void round_at(uint32_t s[8], int t, uint32_t kw)
{
    uint32_t a = s[-t & 7], b = s[(1 - t) & 7], c = s[(2 - t) & 7];
    uint32_t e = s[(4 - t) & 7], f = s[(5 - t) & 7], g = s[(6 - t) & 7];
    uint32_t S1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
    uint32_t T1 = s[(7 - t) & 7] + S1 + (g ^ (e & (f ^ g))) + kw;
    uint32_t S0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
    s[(3 - t) & 7] += T1;
    s[(7 - t) & 7] = T1 + S0 + ((a & b) | (c & (a | b)));
}

static void compress_portable(uint32_t state[8], const unsigned char *blocks, size_t count)
{
    for (; count > 0; count--, blocks += 64) {
        uint32_t w[64], s[8];
        for (int t = 0; t < 16; t++) w[t] = load_be(blocks + 4 * t);
        for (int t = 16; t < 64; t++) {
            uint32_t a = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
            uint32_t b = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ w[t - 2] >> 10;
            w[t] = w[t - 16] + a + w[t - 7] + b;
        }
        memcpy(s, state, sizeof s);
#pragma GCC unroll 64
        for (int t = 0; t < 64; t++) round_at(s, t, K[t] + w[t]);
        for (int i = 0; i < 8; i++) state[i] += s[i];
    }
}

#if defined(__x86_64__)
/* The instructions hold the state as (a b e f) and (c d g h) and do two rounds each; the message
 * schedule runs four words at a time. */
__attribute__((target("sha,sse4.1"))) static void
compress_x86(uint32_t state[8], const unsigned char *blocks, size_t count)
{
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1); /* b a d c */
    __m128i high =
        _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B); /* h g f e */
    __m128i abef = _mm_alignr_epi8(low, high, 8);
    __m128i cdgh = _mm_blend_epi16(high, low, 0xF0);
    for (; count > 0; count--, blocks += 64) {
        __m128i w[4], abef_before = abef, cdgh_before = cdgh;
#pragma GCC unroll 16
        for (int t = 0; t < 16; t++) {
            if (t < 4) {
                w[t] = _mm_loadu_si128((const __m128i *)(blocks + 16 * t));
                w[t] = _mm_shuffle_epi8(w[t], big_endian);
            } else {
                __m128i seven = _mm_alignr_epi8(w[(t + 3) & 3], w[(t + 2) & 3], 4); /* w[t - 7] */
                __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[t & 3], w[(t + 1) & 3]), seven);
                w[t & 3] = _mm_sha256msg2_epu32(sum, w[(t + 3) & 3]);
            }
            __m128i wk = _mm_add_epi32(w[t & 3], _mm_loadu_si128((const __m128i *)(K + 4 * t)));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, wk);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(wk, 0x0E));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
    __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

static int have_instructions(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSE4_1) || !(c & bit_SSSE3)) return 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}
#endif

void lcn_sha256_init_portable(lcn_sha256 *hash)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memset(hash, 0, sizeof *hash);
    memcpy(hash->state, start, sizeof start);
    hash->compress = compress_portable;
}

void lcn_sha256_init(lcn_sha256 *hash)
{
    lcn_sha256_init_portable(hash);
#if defined(__x86_64__)
    hash->asks = true;
#endif
}

/* Once, and of what is long only: in a virtual machine asking traps, some 30 us, as long as plain C takes for 8 kB;
 * small files are opened by the thousand. The state is the same for both ways, so they may change in between. */
static void ask_processor(lcn_sha256 *hash)
{
    enum { LONG_BYTES = 8192 };
    if (!hash->asks || hash->length < LONG_BYTES) return;
    hash->asks = false;
#if defined(__x86_64__)
    if (have_instructions()) hash->compress = compress_x86;
#endif
}

void lcn_sha256_update(lcn_sha256 *hash, const void *bytes, size_t count)
{
    const unsigned char *p = bytes;
    size_t have = hash->length % 64;
    hash->length += count;
    ask_processor(hash);
    if (have > 0) {
        size_t take = count < 64 - have ? count : 64 - have;
        memcpy(hash->block + have, p, take);
        p += take;
        count -= take;
        if (have + take < 64) return;
        hash->compress(hash->state, hash->block, 1);
    }
    hash->compress(hash->state, p, count / 64);
    if (count % 64 > 0) memcpy(hash->block, p + count / 64 * 64, count % 64);
}

void lcn_sha256_final(lcn_sha256 *hash, char text[LCN_SHA256_TEXT])
{
    static const unsigned char padding[64] = {0x80};
    unsigned char bits[8];
    for (int i = 0; i < 8; i++) bits[i] = (unsigned char)(hash->length * 8 >> (56 - 8 * i));
    size_t have = hash->length % 64;
    lcn_sha256_update(hash, padding, have < 56 ? 56 - have : 120 - have);
    lcn_sha256_update(hash, bits, 8);
    for (int i = 0; i < 64; i++) {
        text[i] = "0123456789abcdef"[hash->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    }
    text[64] = '\0';
}
