# SPDX-License-Identifier: BSD-3-Clause
"""The published algorithm (--solver alm) against the answers of its authors' own program.

Stored answers (W) on stored data; skipped where they are not on this machine.
"""
import glob
import os

from lib import Results, fit, real_data, scratch, table, w_error


def run(options):
    del options
    base = real_data("..", "reference", "mha")
    if not base:
        print("skipped: the authors' answers are not on this machine")
        return True
    out = Results("published", "data", "w_alm", "w_mm", "w_authors")
    for name in ("N1_n1000", "N10_n200"):
        files = sorted(glob.glob(os.path.join(base, name + ".class*.csv")))
        truth = table(os.path.join(base, name + ".true_W.csv"))
        theirs = w_error(truth, table(os.path.join(base, name + ".mha_W.csv")))
        with scratch() as folder:
            common = ("--k", 5, "--scale", "center", "--seed", 1, "--membership", "all")
            alm, mm = (w_error(truth, fit(files, folder + "/" + s, *common, "--solver", s).W)
                       for s in ("alm", "mm"))
        out.row(name, alm, mm, theirs)
        out.claim(alm <= theirs, "%s: W error of alm %.3f, of the authors' program %.3f"
                  % (name, alm, theirs))
    return out.close()
