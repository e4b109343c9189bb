# SPDX-License-Identifier: BSD-3-Clause
"""Two ways to choose k: how often held-out likelihood and evidence find the true number of modules.

The paper's generator, and modules of unequal sizes: loadings from .4 to .7, unit variances (so the noise differs
between variables), correlated modules whose correlations differ between classes. And merges: k = 12 asked of five.
"""
import json
import os

import numpy as np

from lib import Results, lacon, scratch, simulate

# sizes, variables that are noise, classes of 200 rows
DESIGNS = {
    "10 x 5, one class": ([10] * 5, 0, 1),
    "10 x 5, three classes": ([10] * 5, 0, 3),
    "10 x 5 and 20 of noise, three classes": ([10] * 5, 20, 3),
    "50 10 5 3, one class": ([50, 10, 5, 3], 0, 1),
    "50 10 5 3, three classes": ([50, 10, 5, 3], 0, 3),
    "120 40 12 8 4 4, three classes": ([120, 40, 12, 8, 4, 4], 0, 3),
}


def correlation(rows, like, rng):
    """The correlations of a few rows drawn from `like`."""
    Z = rng.standard_normal((rows, len(like))) @ np.linalg.cholesky(like).T
    S = Z.T @ Z
    return S / np.sqrt(np.outer(np.diag(S), np.diag(S)))


def unequal(folder, sizes, noise, classes, seed):
    rng = np.random.default_rng([seed, *sizes, noise, classes])
    k, p = len(sizes), sum(sizes) + noise
    L = np.zeros((p, k))
    for r, j in enumerate(np.repeat(np.arange(k), sizes)):
        L[r, j] = rng.uniform(.4, .7)
    common = .8 * correlation(k + 3, np.eye(k), rng) + .2
    order, files = rng.permutation(p), []
    os.makedirs(folder)
    for i in range(classes):
        Z = rng.standard_normal((200, k)) @ np.linalg.cholesky(correlation(20, common, rng)).T
        X = Z @ L.T + rng.standard_normal((200, p)) * np.sqrt(1 - (L ** 2).sum(1))
        files.append("%s/c%d.npy" % (folder, i))
        np.save(files[-1], X[:, order])
    return files


def chosen(folder, files, *options):
    lacon("select", *files, "--k", "2:10", "--cv", "rows:5", "--out", folder, "-q", *options)
    with open(folder + "/selection.json", encoding="utf-8") as text:
        return json.load(text)


def count(out, name, truth, reps, make, *options):
    hits = dict.fromkeys(("k_one_se", "k_best", "k_evidence"), 0)
    for rep in range(reps):
        with scratch() as folder:
            told = chosen(folder + "/m", make(folder + "/d", rep), *options)
        for key in hits:
            hits[key] += told[key] == truth
    for key, hit in hits.items():
        out.row(name, key, "%d of %d" % (hit, reps))
    print("%-40s one se %d, largest %d, evidence %d of %d" % (name, *hits.values(), reps), flush=True)


def merges(out, reps, seed):
    """What joining promises, and what the fit with one module less gains."""
    silent = named = right = 0
    shares = []
    for rep in range(reps):
        with scratch() as folder:
            files = simulate(folder + "/d", classes=10, samples=200, seed=seed + 900 + rep)

            def fit(k):
                lacon("fit", *files, "--k", k, "--scale", "center", "--out", folder + "/m", "--force", "-q")
                with open(folder + "/m/model.json", encoding="utf-8") as text:
                    return json.load(text)

            silent += not fit(5)["merges"]
            many = fit(12)
            named += bool(many["merges"])
            right += many["k_merged"] == 5
            less = fit(many["k"] - 1)
            if many["merges"] and less["k"] == many["k"] - 1:
                shares.append((less["evidence"] - many["evidence"]) / many["merges"][0]["nats"])
    out.row("k = 5 of 5", "no_pair_named", "%d of %d" % (silent, reps))
    out.row("k = 12 of 5", "joined_to_5", "%d of %d" % (right, reps))
    out.row("k = 12 of 5", "gain_over_told", "%.2f to %.2f in %d sets" % (min(shares), max(shares), len(shares)))
    out.claim(silent == reps, "no pair is named at the true k in %d of %d sets" % (silent, reps))
    out.claim(named == reps and right == reps, "at k = 12 pairs are named in %d and lead to 5 in %d of %d sets"
              % (named, right, reps))
    out.claim(.8 <= min(shares) and max(shares) <= 1.25, "one module less gains %.2f to %.2f of what was told"
              % (min(shares), max(shares)))


def run(options):
    out = Results("criteria", "what", "figure", "value")
    reps, seed = options.reps or 20, options.seed
    merges(out, reps, seed)
    count(out, "paper's generator", 5, reps,
          lambda folder, rep: simulate(folder, classes=10, samples=200, seed=seed + 7000 + rep), "--scale", "center")
    for name, (sizes, noise, classes) in DESIGNS.items():
        count(out, name, len(sizes), reps, lambda folder, rep: unequal(folder, sizes, noise, classes, seed + rep))
    return out.close()
