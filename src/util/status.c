/* SPDX-License-Identifier: BSD-3-Clause
 * Names of the status codes, and which library this is. The codes are in lacon/status.h.
 */
#include <lacon/status.h>
#include <lacon/version.h>
#include <stddef.h>

typedef struct row {
    int code;
    const char *name, *text;
} row;

static const row table[] = {
    {LACON_OK, "LACON_OK", "done"},
    {LACON_E_MEMORY, "LACON_E_MEMORY", "out of memory"},
    {LACON_E_ARGUMENT, "LACON_E_ARGUMENT", "wrong argument"},
    {LACON_E_SHAPE, "LACON_E_SHAPE", "sizes do not fit each other"},
    {LACON_E_DATA, "LACON_E_DATA", "unusable data"},
    {LACON_E_FORMAT, "LACON_E_FORMAT", "malformed file"},
    {LACON_E_IO, "LACON_E_IO", "input or output failed"},
    {LACON_E_NUMERIC, "LACON_E_NUMERIC", "numerical failure"},
    {LACON_E_LIMIT, "LACON_E_LIMIT", "size beyond the limits of this build"},
    {LACON_E_CANCELLED, "LACON_E_CANCELLED", "cancelled"},
    {LACON_E_UNSUPPORTED, "LACON_E_UNSUPPORTED", "not supported here"},
    {LACON_E_INTERNAL, "LACON_E_INTERNAL", "internal error"},
    {LACON_W_NOT_CONVERGED, "LACON_W_NOT_CONVERGED", "not converged"},
    {LACON_W_CANCELLED, "LACON_W_CANCELLED", "stopped early on request"},
};

static const row *find(int status)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].code == status) return &table[i];
    }
    return NULL;
}

const char *lacon_status_name(int status)
{
    const row *r = find(status);
    return r != NULL ? r->name : "LACON_UNKNOWN";
}

const char *lacon_status_text(int status)
{
    const row *r = find(status);
    return r != NULL ? r->text : "unknown status";
}

int lacon_version(void)
{
    return LACON_VERSION;
}

const char *lacon_version_text(void)
{
    return LACON_VERSION_TEXT;
}

const char *lacon_build_text(void)
{
    return LACON_BUILD_TEXT;
}
