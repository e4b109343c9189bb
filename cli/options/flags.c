/* SPDX-License-Identifier: BSD-3-Clause
 * Sentences of the library name options as its tables have them; here they become the flags of the command line.
 */
#include "cmd.h"

#include <lacon/lacon.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = 0x1e }; /* before the name of an option: lacon_ctx_marked */

/* Options whose flag has another name. */
static const struct {
    const char *option, *flag;
} OTHERS[] = {{"max-bytes", "max-mem"},
              {"step-s", "tr"},
              {"class-column", "class"},
              {"align-labels", "align labels"},
              {"absent", "missing"}};
enum { LONGER = 2 + 8 }; /* "--", and what the longest of them is longer than its option */

char *cli_flags(const char *marked)
{
    size_t marks = 0;
    for (const char *c = marked; *c; c++) marks += *c == MARK;
    char *text = cli_alloc(strlen(marked) + marks * LONGER + 1, 1), *to = text;
    while (*marked) {
        if (*marked != MARK) {
            *to++ = *marked++;
            continue;
        }
        const size_t n = strspn(++marked, "abcdefghijklmnopqrstuvwxyz-");
        to = stpcpy(to, "--");
        const char *flag = NULL;
        for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
            if (strlen(OTHERS[i].option) == n && memcmp(OTHERS[i].option, marked, n) == 0) flag = OTHERS[i].flag;
        if (flag) to = stpcpy(to, flag);
        else to = mempcpy(to, marked, n);
        marked += n;
    }
    *to = '\0';
    return text;
}
