# SPDX-License-Identifier: BSD-3-Clause
"""Seconds of a fit against scikit-learn's FactorAnalysis + varimax and Ward + first component.

One thread each, one class of 500 rows, k=5; reading is left out on both sides. NumPy's BLAS matters
as much as scikit-learn's code, so its name is printed: Debian's NumPy takes OpenBLAS as soon as that
is installed, and the reference BLAS before.

ABIDE (92 classes) with reading included, against the authors' Python: 9.4 s measured once on a machine
where FactorAnalysis took 0.52 s at p=500; the ratio of that very measurement here carries it over.
"""
import glob
import os

from lib import (Results, cpu_seconds, factor_analysis, fit, real_data, scratch, simulate, table,
                 ward)

AUTHORS_S, THEIR_FA_S = 9.4, 0.52


def numpy_blas():
    """The BLAS that is loaded into this process."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        files = {os.path.realpath(line.split()[-1]) for line in maps if ".so" in line}
    names = {os.path.basename(file) for file in files}
    names = {name for name in names if name.startswith(("libblas", "libopenblas", "libmkl", "libblis"))}
    return ", ".join(sorted(names)) or "unknown"


def best_fit(files, folder, repeat, part):
    """Least of `repeat` runs: seconds of reading, fitting, writing or all of it."""
    common = ("--k", 5, "--threads", 1, "--seed", 1)
    runs = [fit(files, "%s/m%d" % (folder, i), *common) for i in range(repeat)]
    return min(run.meta["seconds"][part] for run in runs)


def sweep(out, seed):
    """Returns the seconds of FactorAnalysis at p=500."""
    for p in (50, 500, 1000, 2000, 5000):
        with scratch() as folder:
            files = simulate(folder + "/d", classes=1, samples=500, variables=p, noise=.5, seed=seed + 3)
            repeat = 5 if p <= 1000 else 2
            ours, X = best_fit(files, folder, 5, "fit"), table(files[0])
            factors = cpu_seconds(factor_analysis, X, 5, repeat=repeat)
            wards = cpu_seconds(ward, X, 5, repeat=repeat)
        out.row("p=%d" % p, ours, factors, wards, factors / ours, wards / ours)
        out.claim(factors >= 10 * ours and wards > ours,
                  "p=%d: %.1f times faster than FactorAnalysis (asked: 10), %.1f times than Ward"
                  % (p, factors / ours, wards / ours))
        if p == 500:
            scale = factors / THEIR_FA_S
    return scale


def abide(out, scale):
    base = real_data("abide_um_aal", "subjects")
    if not base:
        print("skipped: ABIDE is not on this machine (LACON_DATA names the folder)")
        return
    with scratch() as folder:
        ours = best_fit(sorted(glob.glob(base + "/UM_1_*.1D")), folder, 3, "total")
    authors = AUTHORS_S * scale
    out.row("abide", ours, authors, float("nan"), authors / ours, float("nan"))
    out.claim(authors >= 30 * ours, "ABIDE, reading included: %.3f s, %.1f times faster than the authors'"
              " program would be here (asked: 30); than its 9.4 s there %.0f times"
              % (ours, authors / ours, AUTHORS_S / ours))


def run(options):
    print("NumPy's BLAS: " + numpy_blas())
    out = Results("speed", "data", "lacon_s", "fa_s", "ward_s", "ratio_fa", "ratio_ward")
    abide(out, sweep(out, options.seed))
    return out.close()
