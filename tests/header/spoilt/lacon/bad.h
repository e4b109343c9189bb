/* SPDX-License-Identifier: BSD-3-Clause
 * Uses a type it does not include: what check.sh is there to find. */
int64_t lacon_bad(void);
