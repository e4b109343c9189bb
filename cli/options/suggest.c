/* SPDX-License-Identifier: BSD-3-Clause
 * The nearest known word to a misspelt one: edits are insertion, deletion, replacement and the swap
 * of two neighbours (optimal string alignment), so that "fti" is one edit from "fit". And what is said
 * of a word that is none.
 */
#include "cmd.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 40 };

static int min3(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* d[i][j]: edits between the first i letters of a and the first j of b. */
static int distance(const char *a, const char *b)
{
    int d[WORD_MAX + 1][WORD_MAX + 1];
    int m = (int)strlen(a), n = (int)strlen(b);
    if (m > WORD_MAX || n > WORD_MAX) return WORD_MAX;
    for (int i = 0; i <= m; i++) d[i][0] = i;
    for (int j = 0; j <= n; j++) d[0][j] = j;
    for (int i = 1; i <= m; i++) {
        for (int j = 1; j <= n; j++) {
            int differ = a[i - 1] != b[j - 1];
            d[i][j] = min3(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + differ);
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && d[i - 2][j - 2] + 1 < d[i][j]) d[i][j] = d[i - 2][j - 2] + 1;
        }
    }
    return d[m][n];
}

const char *cli_nearest(const char *word, const char *const *words, int n)
{
    const char *best = NULL;
    int least = 2 + (int)strlen(word) / 3; /* one slip in a short word, more in a long one */
    if (least > 4) least = 4;
    for (int i = 0; i < n; i++) {
        size_t length = strlen(word), other = strlen(words[i]);
        bool opens = length >= 3 && strncmp(word, words[i], length) == 0; /* an abbreviation */
        int edits = opens ? 1 : distance(word, words[i]);
        if (edits < least && edits < (int)(length > other ? length : other)) {
            least = edits;
            best = words[i];
        }
    }
    return best;
}

int cli_no_such(const cli_command *command, const char *kind, const char *word, int count,
                const char *(*name)(int i))
{
    const char **names = cli_alloc((size_t)count, sizeof *names);
    char *list = cli_copy("");
    for (int i = 0; i < count; i++) {
        names[i] = name(i);
        char *longer = cli_format("%s%s%s", list, i ? ", " : "", names[i]);
        free(list);
        list = longer;
    }
    const char *near = cli_nearest(word, names, count);
    const int code = near ? cli_usage(command, "there is no %s '%s'; did you mean '%s'?", kind, word, near)
                          : cli_usage(command, "there is no %s '%s': %s", kind, word, list);
    free(list);
    free(names);
    return code;
}
