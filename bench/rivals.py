# SPDX-License-Identifier: BSD-3-Clause
"""Seconds of each rival in lacon against the program people use for it: scikit-learn, R's glasso.

One thread each, one class of 500 rows, k=5, the least of some runs taken in turns; reading is left out
on both sides. A cluster method has its first principal components as loadings on both sides, and lacon
also computes G and v. k-means: ten starts each, and the sum of squares must not be worse. Factor
analysis: varimax, each with its own rule to stop; the log-likelihood must not be worse. Graphical
lasso: the same covariance, penalties and rule to stop (1e-4 of the mean absolute off-diagonal entry
per sweep), every penalty from a cold start, and the penalised likelihood must not be worse.
R is asked for at run time: without Rscript and its package glasso that part is left out.
"""
import json
import os
import shutil
import subprocess
import time
import warnings

import numpy as np

from lib import (Results, factor_analysis, first_components, lacon, scratch, simulate, standardised,
                 table, ward, Model)

K = 5
PENALTIES = (.4, .2, .1, .05)
TOL = 1e-4

R_GLASSO = """
suppressMessages(library(glasso))
args <- commandArgs(TRUE)
S <- as.matrix(read.table(args[1]))
for (rho in as.numeric(args[-1])) {
    gc(FALSE)
    t <- system.time(fit <- glasso(S, rho, penalize.diagonal = FALSE, thr = %g))[["elapsed"]]
    cat(rho, t, file = stdout()); cat("\\n")
    write.table(fit$wi, paste0(args[1], ".", rho), row.names = FALSE, col.names = FALSE)
}
""" % TOL


# ---- one method once, each side ----------------------------------------------------------------------

def ours(method, file, folder, *options):
    """(seconds, folder) of one run."""
    out = os.path.join(folder, "out-" + method)
    lacon("baseline", method, file, "--out", out, "--threads", 1, "--force", "-q", *options)
    name = "model.json" if os.path.exists(out + "/model.json") else "covariance.json"
    with open(os.path.join(out, name), encoding="utf-8") as text:
        return json.load(text)["seconds"]["fit"], out


def k_means(X, k):
    from sklearn.cluster import KMeans
    labels = KMeans(k, n_init=10, random_state=0).fit(X.T).labels_
    return first_components(X, labels, k), labels


RIVALS = {"kmeans": k_means, "hclust": ward, "fa": factor_analysis}


def inertia(X, labels):
    groups = [X[:, labels == j] for j in np.unique(labels)]
    return sum(((g - g.mean(1, keepdims=True)) ** 2).sum() for g in groups)


def in_turns(first, second, repeat):
    """Least seconds of both, run alternately: a disturbance meets both."""
    best = [np.inf, np.inf]
    for _ in range(repeat):
        best[0] = min(best[0], first()[0])
        before = time.process_time()
        second()
        best[1] = min(best[1], time.process_time() - before)
    return best


def modules(out, p, seed):
    with scratch() as folder:
        file = simulate(folder + "/d", classes=1, samples=500, variables=p, noise=.5, seed=seed + 3)[0]
        X = standardised([table(file)])
        for method, rival in RIVALS.items():
            own, other = in_turns(lambda: ours(method, file, folder, "--k", K), lambda: rival(X, K),
                                  9 if p <= 200 else 5 if p <= 1000 else 3)
            out.row(method, p, own, other, other / own)
            out.claim(own <= other, "%s p=%d: %.2f times as fast as scikit-learn" % (method, p, other / own))
            if method == "kmeans":
                mine = inertia(X, Model(folder + "/out-kmeans").labels)
                theirs = inertia(X, rival(X, K)[1])
                out.claim(mine <= theirs * (1 + 1e-9), "kmeans p=%d: sum of squares %.6g of scikit-learn's"
                          % (p, mine / theirs))


# ---- graphical lasso -----------------------------------------------------------------------------------

def have_r():
    return shutil.which("Rscript") and subprocess.run(
        ["Rscript", "-e", "library(glasso)"], capture_output=True).returncode == 0


def objective(S, precision, penalty):
    precision = (precision + precision.T) / 2
    off = np.abs(precision).sum() - np.abs(np.diag(precision)).sum()
    return -np.linalg.slogdet(precision)[1] + (S * precision).sum() + penalty * off


def glasso(out, p, seed, folder):
    file = simulate("%s/g%d" % (folder, p), classes=1, samples=500, variables=p, noise=.5, seed=seed + 3)[0]
    X = standardised([table(file)])
    S = X.T @ X / len(X)
    np.savetxt(folder + "/S", S)
    with open(folder + "/g.R", "w", encoding="utf-8") as text:
        text.write(R_GLASSO)
    mine, theirs = np.full(len(PENALTIES), np.inf), np.full(len(PENALTIES), np.inf)
    worse = -np.inf
    for _ in range(3):
        said = subprocess.run(["Rscript", folder + "/g.R", folder + "/S", *map(str, PENALTIES)],
                              capture_output=True, text=True, check=True).stdout
        theirs = np.minimum(theirs, [float(line.split()[1]) for line in said.splitlines()])
        for i, penalty in enumerate(PENALTIES):
            seconds, made = ours("glasso", file, folder, "--penalty", penalty, "--tol", TOL)
            mine[i] = min(mine[i], seconds)
            with np.load(made + "/covariance.npz") as arrays:
                own = objective(S, np.linalg.inv(arrays["covariance"][0]), penalty)
            worse = max(worse, own - objective(S, np.loadtxt("%s/S.%g" % (folder, penalty)), penalty))
    for penalty, a, b in zip(PENALTIES, mine, theirs):
        out.row("glasso %g" % penalty, p, float(a), float(b), float(b / a))
    out.claim(mine.sum() <= theirs.sum(), "glasso p=%d, %d penalties: %.2f times as fast as R's glasso"
              % (p, len(PENALTIES), theirs.sum() / mine.sum()))
    out.claim(worse <= 1e-3, "glasso p=%d: penalised likelihood at most %.1e nats below R's" % (p, worse))


def run(options):
    warnings.simplefilter("ignore")
    out = Results("rivals", "method", "p", "lacon_s", "rival_s", "ratio")
    for p in (50, 100, 200, 500, 1000, 2000):
        modules(out, p, options.seed)
    if have_r():
        with scratch() as folder:
            for p in (100, 200, 500):
                glasso(out, p, options.seed, folder)
    else:
        print("skipped: graphical lasso against R (Debian: r-base-core, r-cran-glasso)")
    return out.close()
