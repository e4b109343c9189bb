/* SPDX-License-Identifier: BSD-3-Clause
 * External pointers, each with the kind of its object as tag. That of a model has the bytes of the model behind it,
 * which R saves with it: lacon_r_revive makes the object anew from them.
 */
#include "lacon_r.h"

#define FREE(kind, call)                                                                           \
    static void free_##kind(SEXP box)                                                              \
    {                                                                                              \
        call(R_ExternalPtrAddr(box));                                                              \
        R_ClearExternalPtr(box);                                                                   \
    }
FREE(data, lacon_data_free)
FREE(model, lacon_model_free)
FREE(selection, lacon_selection_free)
FREE(stability, lacon_stability_free)
FREE(test, lacon_test_free)
FREE(causal, lacon_causal_free)
FREE(covariance, lacon_covariance_free)
FREE(folder, lacon_folder_free)

static const struct {
    const char *tag;
    R_CFinalizer_t free;
} KINDS[BOX_KINDS] = {{"lacon_data", free_data},           {"lacon_model", free_model},
                      {"lacon_selection", free_selection}, {"lacon_stability", free_stability},
                      {"lacon_test", free_test},           {"lacon_causal", free_causal},
                      {"lacon_covariance", free_covariance}, {"lacon_folder", free_folder}};

static int kind_of(SEXP box)
{
    for (int kind = 0; TYPEOF(box) == EXTPTRSXP && kind < BOX_KINDS; kind++)
        if (R_ExternalPtrTag(box) == Rf_install(KINDS[kind].tag)) return kind;
    return -1;
}

SEXP box_new(box_kind kind)
{
    SEXP box = PROTECT(R_MakeExternalPtr(NULL, Rf_install(KINDS[kind].tag), R_NilValue));
    R_RegisterCFinalizerEx(box, KINDS[kind].free, TRUE);
    UNPROTECT(1);
    return box;
}

SEXP box_fill(SEXP box, void *object)
{
    R_SetExternalPtrAddr(box, object);
    return box;
}

void box_adopt(SEXP box)
{
    const int kind = kind_of(box);
    if (kind >= 0) R_RegisterCFinalizerEx(box, KINDS[kind].free, TRUE);
}

void box_release(SEXP box)
{
    const int kind = kind_of(box);
    if (kind >= 0) KINDS[kind].free(box);
}

int box_is_empty(SEXP box) { return kind_of(box) < 0 || R_ExternalPtrAddr(box) == NULL; }

void *box_object(SEXP box, box_kind kind)
{
    if (kind_of(box) != (int)kind || R_ExternalPtrAddr(box) == NULL)
        Rf_error("this %s is of another session of R: make it anew", KINDS[kind].tag);
    return R_ExternalPtrAddr(box);
}
