/* SPDX-License-Identifier: BSD-3-Clause
 * What becomes of k × k matrices when two columns of W become one, alpha w_a + beta w_b: the direction
 * u = beta e_a - alpha e_b goes to the noise. fit/search/join_columns.h sums it up over the classes.
 */
#ifndef LCN_PAIRS_H
#define LCN_PAIRS_H

#include <stdint.h>

typedef struct lcn_pair {
    int64_t a, b; /* LCN_UNASSIGNED: column a is given up, its variables unassigned */
    double alpha, beta;
    double nats; /* that joining them adds to minus the log evidence, the size of G aside */
} lcn_pair;

/* u'A u for u = beta e_a - alpha e_b, or e_a where it is given up; w'A w for w = alpha e_a + beta e_b, or 0 */
double lcn_pair_across(const double *A, int64_t ld, const lcn_pair *q);
double lcn_pair_along(const double *A, int64_t ld, const lcn_pair *q);
/* Rows and columns a of A (K × K, ld) become those along w, b those of the last. */
void lcn_pair_fold(double *A, int64_t ld, int64_t K, const lcn_pair *q);
/* S and B = (G + v I)^-1 of a class with the pair joined; what it then leaves to the noise, from `left` before. y: K */
double lcn_pair_join(double *S, double *B, double left, int64_t ld, int64_t K, const lcn_pair *q, double *y);
/* alpha and beta: the leading direction of the two in a mean of the classes; nats INFINITY where they oppose each
 * other. */
void lcn_pair_direction(lcn_pair *q, const double *mean, int64_t ld);

#endif
