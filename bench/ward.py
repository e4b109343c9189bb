# SPDX-License-Identifier: BSD-3-Clause
"""Recovery of W and of the partition, against Ward clustering + first component.

Paper's simulation, p=50, k=5, v=1. W error with --membership all (every variable somewhere, as the
rivals do), adjusted Rand index with the default. scikit-learn's factor analysis with varimax is shown
beside it.
"""
import numpy as np

from lib import (Results, ari, factor_analysis, fit, scratch, simulate, standardised, table,
                 true_labels, w_error, Model, ward)

METHODS = ("ml", "sm", "ward", "fa")


def errors(files, truth, folder):
    """W error and ARI of each method on one data set."""
    out, labels = {}, true_labels(truth)
    for objective in ("ml", "sm"):
        common = ("--k", 5, "--scale", "center", "--seed", 1, "--objective", objective)
        every = fit(files, "%s/%s-all" % (folder, objective), *common, "--membership", "all")
        tested = fit(files, "%s/%s" % (folder, objective), *common)
        out[objective] = (w_error(truth, every.W), ari(labels, tested.labels))
    X = standardised([table(file) for file in files])
    for name, rival in (("ward", ward), ("fa", factor_analysis)):
        W, groups = rival(X, 5)
        out[name] = (w_error(truth, W), ari(labels, groups))
    return [out[m][i] for i in (0, 1) for m in METHODS]


def run(options):
    reps = options.reps or 30
    out = Results("ward", "classes", "samples", "sets",
                  *("w_" + m for m in METHODS), *("ari_" + m for m in METHODS))
    for classes in (1, 10):
        for n in (100, 200, 500, 1000):
            found = []
            for rep in range(reps):
                with scratch() as folder:
                    files = simulate(folder + "/d", classes=classes, samples=n,
                                     seed=options.seed + 2000 + rep)
                    found.append(errors(files, Model(folder + "/d/truth").W, folder))
            mean = [float(x) for x in np.mean(found, 0)]
            out.row(classes, n, reps, *mean)
            w, a = dict(zip(METHODS, mean)), dict(zip(METHODS, mean[len(METHODS):]))
            for objective in ("ml", "sm"):
                ahead = a[objective] > a["ward"] or a[objective] == 1  # perfect cannot be bettered
                out.claim(w[objective] < w["ward"] and ahead,
                          "N=%d n=%d %s: W error %.3f against %.3f, ARI %.3f against %.3f"
                          % (classes, n, objective, w[objective], w["ward"], a[objective], a["ward"]))
    return out.close()
