/* SPDX-License-Identifier: BSD-3-Clause
 * A class with missing values under a model: the likelihood of what was observed
 * (docs/algorithm/missing.md). With y = Psi^-1/2 x, O the variables a row has, D = W_O'W_O diagonal:
 *
 *     Sigma_O = W_O G W_O' + v I = Q (D½ G D½) Q' + v I,   Q = W_O D^-½,  Q'Q = I
 *     A = D½ G D½ + v I,   u = Q'y:
 *     log det Sigma_O = (|O| - k) log v + log det A,   y'Sigma_O^-1 y = (y'y - u'u)/v + u'A^-1 u
 *     E[z | y_O] = G D½ A^-1 u,   Cov[z | y_O] = C = G - G D½ A^-1 D½ G
 *
 * A module of which nothing was observed has D = 0, u = 0 and drops out of all of these.
 */
#ifndef LCN_OBSERVED_H
#define LCN_OBSERVED_H

#include "model/model.h"

typedef struct lcn_observed {
    int64_t p, k;
    const int32_t *module; /* p: 1..k, 0 unassigned */
    const double *W;       /* p × k */
    const double *psi;     /* p */
    double *G, v;          /* k × k, of the class */
    /* the row that lcn_observed_row was asked for */
    double *y;    /* p: x / sqrt(psi), 0 where it is missing */
    char *seen;   /* p: is it there? */
    double *u;    /* k */
    double t;     /* y'y */
    /* its pattern; consecutive rows of one pattern share it */
    bool fresh;     /* new with this row */
    int64_t count;  /* |O| */
    double log_psi; /* sum over O */
    double *root;   /* k: square roots of D */
    double *L;      /* k × k: A = L L' */
    double *B;      /* k × k: A^-1 */
    double *C;      /* k × k */
    double *H;      /* k × k: E z = H u */
    double *rest;   /* k × k + scratch of the profile */
} lcn_observed;

/* Bytes one object needs, and the object on such a block, at class c of the model; G is a copy. */
size_t lcn_observed_bytes(int64_t p, int64_t k);
void lcn_observed_init(lcn_observed *o, void *block, const lacon_model *model, int64_t c);
/* After o->G or o->v changed. */
void lcn_observed_renew(lcn_observed *o);

/* Row i of a class; false when A is not positive definite. */
bool lcn_observed_row(lcn_observed *o, const lcn_class *class, int64_t i);
/* Of that row: log-likelihood, E z (k). */
double lcn_observed_loglik(const lcn_observed *o);
void lcn_observed_latent(const lcn_observed *o, double *z);

/* Mean log-likelihood of the rows; NaN when it has none. */
double lcn_observed_mean(lcn_observed *o, const lcn_class *class);

/* G and v of greatest likelihood for the given W, into o. One pattern: in closed form. Several: by at
 * most `steps` of expectation-maximisation from o's own, or when cold from the closed form as if u had one
 * pattern. *kept: rank of G. Modules the class has nothing of have G = 0. */
void lcn_observed_fit(lcn_observed *o, const lcn_class *class, bool cold, int steps, int64_t *kept);

#endif
