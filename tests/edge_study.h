/* SPDX-License-Identifier: BSD-3-Clause
 * For tests of src/inference: a study of one edge, whose Fisher z are what we say, and its table of participants.
 */
#ifndef EDGE_STUDY_H
#define EDGE_STUDY_H

#include "inference_ref.h"

#include <lacon/test.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline lacon_model *study(int64_t n, const double *z)
{
    double *G = calloc((size_t)n * 4, sizeof *G), *v = calloc((size_t)n, sizeof *v);
    for (int64_t i = 0; i < n; i++) {
        G[4 * i] = G[4 * i + 3] = 1;
        G[4 * i + 1] = G[4 * i + 2] = tanh(z[i]);
        v[i] = 1;
    }
    lacon_model *m = NULL;
    assert_int_equal(
        lacon_model_new(ctx, &m, 2, 2, n, (double[]){1, 0, 0, 1}, G, v, NULL, NULL, NULL, NULL), LACON_OK);
    free(G);
    free(v);
    return m;
}

enum { CELLS = 400 };
/* "id,group;class-001,A;..." in a table; NA is missing. */
static inline lacon_participants *table(const char *text)
{
    static char copy[8192];
    const char *cells[CELLS];
    int64_t columns = 0, count = 0;
    strcpy(copy, text);
    for (char *p = copy; p;) {
        char *end = strpbrk(p, ",;");
        if (columns == 0 && (!end || *end == ';')) columns = count + 1;
        char *next = end ? end + 1 : NULL;
        if (end) *end = '\0';
        cells[count++] = strcmp(p, "NA") == 0 ? NULL : p;
        p = next;
    }
    lacon_participants *t = NULL;
    assert_int_equal(count % columns, 0);
    assert_int_equal(lacon_participants_new(ctx, &t, count / columns - 1, columns, cells, cells + columns),
                     LACON_OK);
    return t;
}

static inline lacon_test_options asking(const char *formula)
{
    lacon_test_options o;
    lacon_test_options_init(&o);
    o.id = "id";
    o.formula = formula;
    return o;
}

static inline lacon_test *run(int64_t n, const double *z, lacon_participants *t, lacon_test_options o)
{
    lacon_model *m = study(n, z);
    lacon_test *test = NULL;
    const lacon_status status = lacon_test_run(ctx, &test, m, t, &o);
    if (status < 0) print_error("%s\n", lacon_ctx_message(ctx));
    assert_int_equal(status, LACON_OK);
    lacon_model_free(m);
    lacon_participants_free(t);
    return test;
}

#endif
