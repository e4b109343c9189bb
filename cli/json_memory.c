/* SPDX-License-Identifier: BSD-3-Clause
 * Memory for jansson that does not fail in the middle of a text. Its parser takes no notice when the buffer of a long
 * string cannot grow: the letter is lost, or the closing quote, and it reads on past the end. So where malloc gives
 * nothing it gets a piece of a reserve, finishes, and whoever needs memory next fails as everywhere else.
 */
#include <jansson.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd.h"

/* Letters of long texts. It counts where addresses are few (ulimit -v); what asks for more ends with a sentence. */
enum { RESERVE = 1 << 18 };

static alignas(max_align_t) unsigned char reserve[RESERVE]; /* pages that are never touched cost nothing */
static atomic_size_t used;

static bool reserved(const void *block)
{
    return (uintptr_t)block >= (uintptr_t)reserve && (uintptr_t)block < (uintptr_t)reserve + RESERVE;
}

static void *take(size_t bytes)
{
    void *block = malloc(bytes);
    if (block != NULL) return block;
    const size_t step = alignof(max_align_t), want = (bytes + step - 1) / step * step;
    const size_t at = want <= RESERVE ? atomic_fetch_add(&used, want) : RESERVE;
    if (at < RESERVE && want <= RESERVE - at) return reserve + at;
    fputs("lacon: out of memory\n", stderr); /* not NULL, which jansson does not survive */
    _exit(CLI_FAILED);
}

static void give(void *block)
{
    if (!reserved(block)) free(block);
}

void cli_json_memory(void) { json_set_alloc_funcs(take, give); }
