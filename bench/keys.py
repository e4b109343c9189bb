# SPDX-License-Identifier: BSD-3-Clause
"""Modules of real data against published keys.

The Holzinger-Swineford tests are bundled; the others are measured where they are on this machine.
"""
import csv
import glob
import os

from lib import ROOT, Results, ari, fit, real_data, scratch, standardised, table, ward

BUNDLED = os.path.join(ROOT, "examples", "data")


def key(file):
    with open(file, encoding="utf-8") as text:
        rows = list(csv.reader(text))[1:]
    return {row[0]: row[1] for row in rows}


def cases():
    """(name, files, key file, k, asked): ARI of the issue that set the mark."""
    yield ("tests-9", BUNDLED + "/holzinger-9/*.csv", BUNDLED + "/holzinger-9-key.csv", 3, 1.0)
    yield ("tests-24", BUNDLED + "/holzinger-24/*.csv", BUNDLED + "/holzinger-24-key.csv", 5, .55)
    if real_data("bfi"):
        yield ("bfi", real_data("bfi") + "/class_education*_reflected.csv",
               real_data("bfi", "keys.csv"), 5, 1.0)
    if real_data("sp500_2003_2007"):
        yield ("sp500", real_data("sp500_2003_2007") + "/logret_block*.csv",
               real_data("sp500_2003_2007", "sectors.csv"), 10, .52)


def subjects():
    """(name, files) of ABIDE: all of the site, and those that the paper had (one of them is not)."""
    base = real_data("abide_um_aal")
    files = sorted(glob.glob(base + "/subjects/UM_1_*.1D"))
    with open(base + "/subjects.csv", encoding="utf-8") as text:
        ours = {row["file"] for row in csv.DictReader(text) if row["in_paper_site_UM_1"] == "True"}
    yield "abide", files
    yield "abide-paper", [file for file in files if os.path.basename(file) in ours]


def region_pairs(out, folder):
    """Left and right regions of the AAL atlas stand side by side in its first 108 columns."""
    for name, files in subjects():
        labels = fit(files, folder + "/" + name, "--k", 5, "--seed", 1).labels
        together = int((labels[0:108:2] == labels[1:108:2]).sum())
        out.row(name, 5, together / 54, float("nan"))
        out.claim(together >= 50, "ABIDE, %d files: %d of 54 left/right pairs in one module (asked: 50)"
                  % (len(files), together))


def run(options):
    del options
    out = Results("keys", "data", "k", "ari", "ari_ward")
    with scratch() as folder:
        for name, pattern, key_file, k, asked in cases():
            files = sorted(glob.glob(pattern))
            model, answer = fit(files, folder + "/" + name, "--k", k, "--seed", 1), key(key_file)
            truth = [answer[variable.strip('"')] for variable in model.names]
            found = ari(truth, model.labels)
            rival = ari(truth, ward(standardised([table(f) for f in files]), k)[1])
            out.row(name, k, float(found), float(rival))
            out.claim(found >= asked - .0005, "%s: ARI %.3f (asked: %.2f), Ward %.3f"
                      % (name, found, asked, rival))
        if real_data("abide_um_aal"):
            region_pairs(out, folder)
        else:
            print("skipped: bfi, S&P 500, ABIDE where not on this machine (LACON_DATA names the folder)")
    return out.close()
