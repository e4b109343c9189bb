/* SPDX-License-Identifier: BSD-3-Clause
 * Names that a reader would take for one: they differ in capitals, in blanks and marks that are not seen, or in whether
 * accents are part of their letter (as most keyboards write) or follow it (as some file systems do). For messages.
 */
#ifndef LCN_LOOKS_SAME_H
#define LCN_LOOKS_SAME_H

#include <stdbool.h>

/* Of Latin letters; equal names do look the same. */
bool lcn_looks_same(const char *a, const char *b);

#endif
