# SPDX-License-Identifier: BSD-3-Clause
"""Which variables belong together: lacon beside scikit-learn's FactorAnalysis, PCA and FastICA.

The others have no modules: a variable is put where its loading is largest in size, as users do. All get the same
standardised rows of all classes.
"""
import glob

import numpy as np

from keys import cases, key
from lib import Model, Results, ari, factor_analysis, fit, scratch, simulate, standardised, table


def pca(X, k):
    from sklearn.decomposition import PCA
    return np.abs(PCA(k).fit(X).components_).argmax(0)


def ica(X, k):
    from sklearn.decomposition import FastICA
    return np.abs(FastICA(k, max_iter=1000, random_state=0).fit(X).mixing_).argmax(1)


def compare(out, name, truth, files, model, k):
    X = standardised([table(file) for file in files])
    scores = [ari(truth, labels) for labels in (model.labels, factor_analysis(X, k)[1], pca(X, k), ica(X, k))]
    out.row(name, k, *map(float, scores))
    return np.array(scores)


def drawn(out, folder, seed):
    """A set of ten classes of 100 rows, 50 variables in 5 modules."""
    home = "%s/%d" % (folder, seed)
    files = simulate(home, classes=10, samples=100, seed=seed)
    model = fit(files, home + "-model", "--k", 5)
    return compare(out, "simulated", Model(home + "/truth").labels, files, model, 5)


def run(options):
    out = Results("partitions", "data", "k", "lacon", "factor_analysis", "pca", "ica")
    with scratch() as folder:
        for name, pattern, key_file, k, _ in cases():
            files, answer = sorted(glob.glob(pattern)), key(key_file)
            model = fit(files, folder + "/" + name, "--k", k)
            scores = compare(out, name, [answer[v.strip('"')] for v in model.names], files, model, k)
            out.claim(scores[0] >= scores[1:].max() - .0005,
                      "%s: ARI %.2f, FactorAnalysis + varimax %.2f, PCA %.2f, ICA %.2f" % (name, *scores))
        sets = np.array([drawn(out, folder, options.seed + s) for s in range(1, (options.reps or 20) + 1)])
        out.claim((sets[:, 0].mean() >= sets[:, 1:].mean(0)).all(),
                  "%d simulated sets: ARI %.2f, FactorAnalysis + varimax %.2f, PCA %.2f, ICA %.2f"
                  % (len(sets), *sets.mean(0)))
    return out.close()
