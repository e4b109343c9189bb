/* SPDX-License-Identifier: BSD-3-Clause
 * Parts of the description of a class (describe.c).
 */
#ifndef LCN_DESCRIBE_H
#define LCN_DESCRIBE_H

#include "data/data.h"

/* Whether its variables follow each other as moments of a series do (turned.c). */
bool lcn_looks_turned(const lcn_class *class, int64_t p);

#endif
