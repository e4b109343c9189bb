# SPDX-License-Identifier: BSD-3-Clause
"""Stability: pure-noise variables beside real ones, and how often the intervals of edges hold the truth.

Separation: the paper's simulation, 50 real variables in 5 modules and 12 of nothing but noise (about a
fifth), 5 classes of 100 rows. Coverage: 24 variables in 3 modules, 3 classes of 200 rows, 95 % intervals of
every covariance and every correlation of every class, 200 resamples of rows.
"""
import csv

import numpy as np
from scipy.optimize import linear_sum_assignment

from lib import Model, Results, lacon, scratch, simulate


def read(path):
    with open(path, encoding="utf-8") as text:
        return list(csv.DictReader(text, delimiter="\t"))


def separation(out, reps, seed):
    real, noise = [], []
    for rep in range(reps):
        with scratch() as folder:
            files = simulate(folder + "/d", classes=5, samples=100, seed=seed + 8000 + rep,
                             more=("--noise-variables", 12))
            lacon("fit", *files, "--k", 5, "--scale", "center", "--out", folder + "/m")
            lacon("stability", folder + "/m", *files, "--boot", 100, "--out", folder + "/s")
            stability = np.array([float(row["stability"]) for row in read(folder + "/s/stability.tsv")])
            is_real = Model(folder + "/d/truth").W.max(1) > 0
        real += [stability[is_real]]
        noise += [stability[~is_real]]
    # in each set, the share of real variables that are above the noise variables' highest and 95 % quantile
    above = float(np.mean([np.mean(r > n.max()) for r, n in zip(real, noise)]))
    pairs = float(np.mean([np.mean(r[:, None] > n[None, :]) for r, n in zip(real, noise)]))
    out.row("separation, %d sets" % reps, "median_real", float(np.median(np.concatenate(real))))
    out.row("separation, %d sets" % reps, "median_noise", float(np.median(np.concatenate(noise))))
    out.row("separation, %d sets" % reps, "real_above_all_noise", above)
    out.row("separation, %d sets" % reps, "pairs_in_order", pairs)
    out.claim(above >= .98, "%.1f %% of the real variables are above every noise variable of their set (asked: 98)"
              % (100 * above))


def hits(folder, files):
    """(covariances, correlations, variances) held by their intervals, or None when a module was lost."""
    lacon("fit", *files, "--k", 3, "--scale", "center", "--out", folder + "/m")
    truth, model = Model(folder + "/d/truth"), Model(folder + "/m")
    if model.W.shape[1] < 3:
        return None
    lacon("stability", folder + "/m", *files, "--boot", 200, "--out", folder + "/s")
    _, match = linear_sum_assignment(-model.W.T @ truth.W)
    G = truth.G[:, match][:, :, match]
    found = ([], [], [])
    for row in read(folder + "/s/intervals.tsv"):
        g = G[int(row["class"].split("-")[1]) - 1]
        a, b = int(row["module_a"]) - 1, int(row["module_b"]) - 1
        held = float(row["covariance_low"]) <= g[a, b] <= float(row["covariance_high"])
        found[2 if a == b else 0].append(held)
        if a != b:
            r = g[a, b] / np.sqrt(g[a, a] * g[b, b])
            found[1].append(float(row["correlation_low"]) <= r <= float(row["correlation_high"]))
    return [np.mean(x) for x in found]


def coverage(out, reps, seed):
    kept = []
    for rep in range(reps):
        with scratch() as folder:
            files = simulate(folder + "/d", classes=3, samples=200, variables=24, modules=3, noise=.5,
                             seed=seed + 9000 + rep)
            found = hits(folder, files)
        kept += [found] if found else []
    for name, value in zip(("covariance", "correlation", "variance"), np.mean(kept, axis=0)):
        out.row("coverage, %d sets (%d lost a module)" % (reps, reps - len(kept)), name, float(value))
        out.claim(.93 <= value <= .97, "intervals of the %ss hold the truth in %.2f %% of %d sets (asked: 93 to 97)"
                  % (name, 100 * value, len(kept)))


def run(options):
    out = Results("stability", "what", "figure", "value")
    separation(out, options.reps or 30, options.seed)
    coverage(out, options.reps or 1000, options.seed)
    return out.close()
