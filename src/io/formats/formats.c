/* SPDX-License-Identifier: BSD-3-Clause
 * The formats there are, by content. To add one: a file with its lcn_format, a row here; the rest is
 * in CONTRIBUTING.md.
 */
#include "io/formats/table.h"

#include <lacon/io.h>

/* In the order they are asked; text takes what is left. */
static const lcn_format *const formats[] = {&lcn_format_npy,   &lcn_format_npz,   &lcn_format_hdf5,
                                            &lcn_format_cifti, &lcn_format_nifti, &lcn_format_mat,
                                            &lcn_format_text};
enum { FORMATS = sizeof formats / sizeof *formats };

/* Known by their first bytes and not read: better named than called garbage. */
static const struct {
    const char *magic;
    size_t length;
    const char *what;
} others[] = {
    {"\xD0\xCF\x11\xE0", 4, "an Excel workbook: save the table as .csv"},
    {"%PDF", 4, "a PDF document"},
    {"RDX3", 4, "an R workspace: save the table as .csv"},
    {"$FL2", 4, "an SPSS file: save the table as .csv"},
    {"PAR1", 4, "a parquet file: save the table as .csv or .npy"},
    {"BZh", 3, "packed with bzip2: unpack it, or pack it with gzip"},
    {"\xFD" "7zXZ", 5, "packed with xz: unpack it, or pack it with gzip"},
    {"\x28\xB5\x2F\xFD", 4, "packed with zstd: unpack it, or pack it with gzip"},
    {"{", 1, "JSON: save the table as .csv or .npy"},
    {"<", 1, "markup (XML, HTML): save the table as .csv or .npy"},
};

lacon_status lcn_format_find(lacon_ctx *ctx, const lcn_source *source, const lcn_format **format)
{
    *format = NULL;
    LCN_FAIL_IF(source->head_size == 0, LACON_E_FORMAT, "%s: the file is empty", source->path);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        LCN_FAIL_IF(lcn_source_starts(source, others[i].magic, others[i].length), LACON_E_FORMAT,
                    "%s: is %s", source->path, others[i].what);
    }
    for (int i = 0; i < FORMATS && *format == NULL; i++) {
        if (formats[i]->probe(source)) *format = formats[i];
    }
    return LACON_OK;
}

int lcn_format_number(const char *what)
{
    for (int i = 0; i < FORMATS; i++)
        if (formats[i]->what == what) return i;
    return -1;
}

const char *lcn_format_what(int i) { return i >= 0 && i < FORMATS ? formats[i]->what : NULL; }

const char *lacon_format_name(int i)
{
    return i >= 0 && i < FORMATS ? formats[FORMATS - 1 - i]->name : NULL;
}
