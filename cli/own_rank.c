/* SPDX-License-Identifier: BSD-3-Clause
 * The ranks this program is one of: set once by main, read everywhere.
 */
#include "cmd.h"

static const lacon_comm *ranks;

void cli_ranks_set(const lacon_comm *comm) { ranks = comm && comm->size > 1 ? comm : NULL; }

const lacon_comm *cli_ranks(void) { return ranks; }

int cli_rank(void) { return ranks ? ranks->rank : 0; }
