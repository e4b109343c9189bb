/* SPDX-License-Identifier: BSD-3-Clause
 * A folder of BIDS derivatives: the lines of the input are names of files, down to an empty one; the rest is in the
 * sidecars.
 */
#include "fuzz_file.h"
#include "io/intake/bids.h"

enum { NAMES = 4 };

static char made[NAMES][300];
static int n_made;

static void clear(void)
{
    for (int i = 0; i < n_made; i++) HOLDS(unlinkat(AT_FDCWD, made[i], 0) == 0);
    n_made = 0;
}

/* One path component that is a file of this folder. */
static bool is_name(const char *text, size_t length)
{
    return length > 0 && length < 120 && memchr(text, '/', length) == NULL && memchr(text, '\0', length) == NULL &&
           text[0] != '.';
}

static void make(const char *name, size_t length, const void *content, size_t size)
{
    char *path = made[n_made];
    snprintf(path, sizeof made[0], "%s/func/%.*s", fuzz_folder(), (int)length, name);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fd < 0) return; /* the same name again */
    const bool json = length > 5 && memcmp(name + length - 5, ".json", 5) == 0;
    HOLDS(!json || write(fd, content, size) == (ssize_t)size);
    close(fd);
    n_made++;
}

static void lay_out(const char *text, size_t size)
{
    const char *end = text + size, *rest = text;
    for (const char *p; rest < end && (p = memchr(rest, '\n', (size_t)(end - rest))) != NULL && p > rest;) rest = p + 1;
    const char *content = rest < end && *rest == '\n' ? rest + 1 : end;
    for (const char *line = text; line < rest && n_made < NAMES;) {
        const char *stop = memchr(line, '\n', (size_t)(rest - line));
        if (is_name(line, (size_t)(stop - line))) make(line, (size_t)(stop - line), content, (size_t)(end - content));
        line = stop + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char func[80];
    snprintf(func, sizeof func, "%s/func", fuzz_folder());
    mkdir(func, 0700);
    lay_out((const char *)bytes, size);
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    lacon_read_options o;
    lacon_read_options_init(&o);
    o.bids = fuzz_folder();
    o.atlas = "A";
    o.task = size & 1 ? "rest" : NULL;
    o.select = size & 2 ? "space-a,res-2" : NULL;
    o.pool = (lacon_pool)(size % 3);
    lcn_serieslist list;
    const lacon_status status = lcn_bids_find(ctx, &list, &o);
    for (int64_t i = 0; i < list.count; i++) HOLDS(list.items[i].path != NULL && !(list.items[i].step_s <= 0));
    lcn_bids_clear(&ctx->allocator, &list);
    fuzz_bound(&memory);
    fuzz_end(ctx, &memory, status, fuzz_folder());
    clear();
    return 0;
}
