/* SPDX-License-Identifier: BSD-3-Clause
 * SHA-256 (FIPS 180-4) of the bytes of input files, for provenance.
 */
#ifndef LCN_SHA256_H
#define LCN_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lcn_sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[64];
    void (*compress)(uint32_t state[8], const unsigned char *blocks, size_t count);
    bool asks; /* for the processor's instructions, once there is enough to hash */
} lcn_sha256;

enum { LCN_SHA256_TEXT = 65 };

void lcn_sha256_init(lcn_sha256 *hash);
/* Without the processor's own instructions, for comparison. */
void lcn_sha256_init_portable(lcn_sha256 *hash);
void lcn_sha256_update(lcn_sha256 *hash, const void *bytes, size_t count);
/* 64 hexadecimal digits; the object is used up. */
void lcn_sha256_final(lcn_sha256 *hash, char text[LCN_SHA256_TEXT]);

#endif
