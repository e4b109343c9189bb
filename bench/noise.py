# SPDX-License-Identifier: BSD-3-Clause
"""--noise variable against isotropic, by held-out log-likelihood per observation.

ABIDE (240 rows train, 56 test: the last ones, and for comparison the first ones) where it is on this
machine; and simulations whose noise really is isotropic, where the freedom should cost next to nothing.
"""
import glob
import json

import numpy as np

from lib import Results, fit, lacon, real_data, scratch, simulate, split_rows


def held_out(train, test, k, folder, scale):
    """Held-out log-likelihood of every class, isotropic and variable noise."""
    out = []
    for kind in ("isotropic", "variable"):
        fit(train, "%s/%s-%d" % (folder, kind, k), "--k", k, "--seed", 1, "--noise", kind, *scale)
        text = lacon("evaluate", "%s/%s-%d" % (folder, kind, k), *test, "--json")
        out.append(list(json.loads(text)["classes"].values()))
    return np.array(out)


def abide(out, last):
    base = real_data("abide_um_aal", "subjects")
    if not base:
        print("skipped: ABIDE is not on this machine (LACON_DATA names the folder)")
        return
    name = "ABIDE, first rows unseen" if last else "ABIDE"
    with scratch() as folder:
        train, test = split_rows(sorted(glob.glob(base + "/UM_1_*.1D")), 240, folder, last)
        for k in (5, 10, 20):
            same, free = held_out(train, test, k, folder, ())
            gain, error = np.mean(free - same), np.std(free - same, ddof=1) / len(same) ** .5
            out.row(name, k, float(same.mean()), float(free.mean()), float(gain), float(error))
            out.claim(gain >= .7, "%s, k=%d: %.2f to %.2f, gain %.2f +- %.2f (asked: .7)"
                      % (name, k, same.mean(), free.mean(), gain, error))


def isotropic(out, reps, seed):
    for classes, n in ((1, 500), (10, 200)):
        gains = []
        for rep in range(reps):
            with scratch() as folder:
                train = simulate(folder + "/d", classes=classes, samples=n, noise=.5,
                                 seed=seed + 4000 + rep, more=("--test", 500))
                test = sorted(glob.glob(folder + "/d/test/*.csv"))
                gains.append(held_out(train, test, 5, folder, ("--scale", "center")).mean(1))
        same, free = np.mean(gains, 0)
        error = np.std(np.diff(gains), ddof=1) / reps ** .5
        out.row("N=%d n=%d" % (classes, n), 5, float(same), float(free), float(free - same), float(error))
        out.claim(free - same >= -.05, "isotropic noise N=%d n=%d: costs %.3f (asked: at most .05)"
                  % (classes, n, same - free))


def run(options):
    out = Results("noise", "data", "k", "isotropic", "variable", "gain", "error")
    abide(out, last=False)
    abide(out, last=True)
    isotropic(out, options.reps or 10, options.seed)
    return out.close()
