/* SPDX-License-Identifier: BSD-3-Clause
 * Matches the names of classes with the rows of a table of participants. Files are named by more than the participant
 * (UM_1_0050272_rois_aal.1D, sub-01_task-rest), tables by less (50272, 01). A row belongs to a class
 * by the first of these rules that any row fulfils; where several rows do, the longest id wins:
 *
 *   1. its id is the name;  2. a file name whose stem is it (dir/name.1D);
 *   3. how the name begins, up to a sign that is no letter or digit ("UM_1_0050272" of
 *      "UM_1_0050272_rois_aal"), with or without "sub-" before it;
 *   4. the number in the name, leading zeros ignored on both sides ("50272" of "UM_1_0050272_rois_aal"):
 *      the longest there is between such signs, the first of several, and no other row has it;
 *   5. it is inside the name ("CC110033" of "camCAN_subCC110033"), three characters at least, not cut out of a longer
 *      number, and no other id is there too, unless within it.
 */
#ifndef LCN_MATCH_H
#define LCN_MATCH_H

#include "data/participants.h"

typedef struct lcn_match {
    const lacon_participants *table; /* borrowed */
    const char *const *labels;       /* classes; borrowed */
    int64_t classes, column;         /* column with the ids */
    int64_t *row;                    /* classes: row of the table, -1 none */
    int64_t loose, loose_class;      /* how many by 3 to 5, and one of them */
} lcn_match;

/* LACON_E_DATA when two rows have the id of a class. */
lacon_status lcn_match_make(lacon_ctx *ctx, lcn_match *out, const lacon_participants *table,
                            const char *id, const char *const *labels, int64_t classes);
/* The column that names the classes: participant_id where that has one of them; else the one that has most. NULL,
 * with LACON_OK: none has any. Many classes are judged by some of them. */
lacon_status lcn_match_find_id(lacon_ctx *ctx, const char **id, const lacon_participants *table,
                               const char *const *labels, int64_t classes);
/* LACON_E_DATA when no class has a row, or one has none and drop is false. */
lacon_status lcn_match_check(lacon_ctx *ctx, const lcn_match *match, bool drop);
/* Whether an id is a class's by the rules 2 to 5. */
bool lcn_match_names(const char *id, const char *label);
void lcn_match_clear(const lacon_allocator *a, lcn_match *match);

#endif
