/* SPDX-License-Identifier: BSD-3-Clause
 * Looks up the stairs: what tools/check_layers is there to find. */
#include "fit/fit.h"
