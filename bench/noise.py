# SPDX-License-Identifier: BSD-3-Clause
"""--noise variable against isotropic, by held-out log-likelihood per observation.

ABIDE (first 240 rows train, last 56 test) where it is on this machine; and simulations whose noise
really is isotropic, where the freedom should cost next to nothing.
"""
import glob
import json

import numpy as np

from lib import Results, fit, lacon, real_data, scratch, simulate, split_rows


def held_out(train, test, k, folder, scale):
    """Mean held-out log-likelihood of both kinds of noise."""
    out = []
    for kind in ("isotropic", "variable"):
        fit(train, "%s/%s-%d" % (folder, kind, k), "--k", k, "--seed", 1, "--noise", kind, *scale)
        text = lacon("evaluate", "%s/%s-%d" % (folder, kind, k), *test, "--json")
        out.append(json.loads(text)["mean"])
    return out


def abide(out):
    base = real_data("abide_um_aal", "subjects")
    if not base:
        print("skipped: ABIDE is not on this machine (LACON_DATA names the folder)")
        return
    with scratch() as folder:
        train, test = split_rows(sorted(glob.glob(base + "/UM_1_*.1D")), 240, folder)
        for k in (5, 10, 20):
            same, free = held_out(train, test, k, folder, ())
            out.row("abide", k, same, free, free - same)
            out.claim(free - same >= .7, "ABIDE k=%d: %.2f to %.2f, gain %.2f (asked: .7)"
                      % (k, same, free, free - same))


def isotropic(out, reps, seed):
    for classes, n in ((1, 500), (10, 200)):
        gains = []
        for rep in range(reps):
            with scratch() as folder:
                train = simulate(folder + "/d", classes=classes, samples=n, noise=.5,
                                 seed=seed + 4000 + rep, more=("--test", 500))
                test = sorted(glob.glob(folder + "/d/test/*.csv"))
                gains.append(held_out(train, test, 5, folder, ("--scale", "center")))
        same, free = np.mean(gains, 0)
        out.row("N=%d n=%d" % (classes, n), 5, float(same), float(free), float(free - same))
        out.claim(free - same >= -.05, "isotropic noise N=%d n=%d: costs %.3f (asked: at most .05)"
                  % (classes, n, same - free))


def run(options):
    out = Results("noise", "data", "k", "isotropic", "variable", "gain")
    abide(out)
    isotropic(out, options.reps or 10, options.seed)
    return out.close()
