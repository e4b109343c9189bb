/* SPDX-License-Identifier: BSD-3-Clause
 * SHA-256 against the examples of FIPS 180-4 and NIST, in pieces of all sizes, with and without the
 * processor's instructions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/sha256.h"

static void digest(char out[LCN_SHA256_TEXT], const char *bytes, size_t n, size_t piece,
                   int portable)
{
    lcn_sha256 h;
    (portable ? lcn_sha256_init_portable : lcn_sha256_init)(&h);
    for (size_t i = 0; i < n; i += piece) {
        lcn_sha256_update(&h, bytes + i, n - i < piece ? n - i : piece);
    }
    lcn_sha256_final(&h, out);
}

static void check(const char *bytes, size_t n, const char *want)
{
    char got[LCN_SHA256_TEXT];
    static const size_t pieces[] = {1, 3, 55, 56, 63, 64, 65, 128, 1000, 1 << 20};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        for (int portable = 0; portable < 2; portable++) {
            digest(got, bytes, n, pieces[i], portable);
            assert_string_equal(got, want);
        }
    }
}

static void test_examples(void **state)
{
    (void)state;
    check("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    check(two, 56, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    const char *four =
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmno"
        "pqklmnopqrlmnopqrsmnopqrstnopqrstu";
    check(four, 112, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    char *million = malloc(1000000);
    memset(million, 'a', 1000000);
    check(million, 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(million);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_examples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
