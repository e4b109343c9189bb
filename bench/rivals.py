# SPDX-License-Identifier: BSD-3-Clause
"""Processor seconds of each rival in lacon against the program people use for it: scikit-learn, R's glasso.

One thread each, one class of 500 scaled rows in memory, k=5, the least of some runs taken in turns, in
one process (the library is called directly; R keeps its own account). A cluster method has its first
principal components as loadings on both sides, and lacon also computes G and v. k-means: ten starts
each, and the sum of squares must not be worse. Factor analysis: varimax, each with its own rule to
stop. Graphical lasso: the same covariance, penalties and rule to stop (a sweep changes the mean
off-diagonal entry by 1e-4 of its size), every penalty from a cold start; the penalised likelihood
may be worse by 1e-5 nats per variable. R is asked for at run time: without Rscript and its package
glasso that part is left out.
"""
import ctypes
import os
import shutil
import subprocess
import time
import warnings

import numpy as np

from lib import (ROOT, Results, factor_analysis, first_components, scratch, simulate, standardised,
                 table, ward)

K = 5
PENALTIES = (.4, .2, .1, .05)
TOL = 1e-4

R_GLASSO = """
suppressMessages(library(glasso))
args <- commandArgs(TRUE)
S <- as.matrix(read.table(args[1]))
for (rho in as.numeric(args[-1])) {
    least <- Inf
    for (i in 1:3) {
        t <- system.time(fit <- glasso(S, rho, penalize.diagonal = FALSE, thr = %g))
        least <- min(least, t[["user.self"]] + t[["sys.self"]])
    }
    cat(rho, least, "\\n")
    write.table(fit$wi, paste0(args[1], ".", rho), row.names = FALSE, col.names = FALSE)
}
""" % TOL


# ---- lacon as a library ------------------------------------------------------------------------------

class Options(ctypes.Structure):
    """lacon_baseline_options; its init fills in `size`, and room for fields to come is left."""
    _fields_ = [("size", ctypes.c_size_t), ("k", ctypes.c_int64), ("linkage", ctypes.c_int),
                ("starts", ctypes.c_int64), ("folds", ctypes.c_int64), ("penalty", ctypes.c_double),
                ("tol", ctypes.c_double), ("max_iter", ctypes.c_int64), ("seed", ctypes.c_uint64),
                ("more", ctypes.c_char * 256)]


class Lacon:
    """One data set in the library, and the methods on it."""

    def __init__(self, X):
        self.lib = ctypes.CDLL(os.path.join(ROOT, "build", "liblacon.so"))
        for name in ("matrix", "module_of"):
            of = self.lib.lacon_covariance_matrix if name == "matrix" else self.lib.lacon_model_module_of
            of.restype = ctypes.c_void_p
        self.X, self.ctx, self.data = np.ascontiguousarray(X), ctypes.c_void_p(), ctypes.c_void_p()
        n, p = self.X.shape
        self.ok(self.lib.lacon_ctx_new(ctypes.byref(self.ctx), None))
        self.ok(self.lib.lacon_data_new(self.ctx, ctypes.byref(self.data), ctypes.c_int64(p)))
        self.ok(self.lib.lacon_data_add_view(self.ctx, self.data, None, ctypes.c_int64(n),
                                             self.X.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(p)))
        self.ok(self.lib.lacon_data_standardise(self.ctx, self.data, 2))  # none: it is done

    @staticmethod
    def ok(status):
        if status < 0:
            raise RuntimeError("lacon: status %d" % status)

    def run(self, method, **options):
        """(seconds, labels or covariance)"""
        o, out = Options(), ctypes.c_void_p()
        self.lib.lacon_baseline_options_init(ctypes.byref(o))
        for key, value in options.items():
            setattr(o, key, value)
        kind = "modules" if o.k else "covariance"
        call = getattr(self.lib, "lacon_baseline_" + kind)
        before = time.process_time()
        self.ok(call(self.ctx, ctypes.byref(out), method.encode(), self.data, ctypes.byref(o)))
        seconds, p = time.process_time() - before, self.X.shape[1]
        if o.k:
            at = self.lib.lacon_model_module_of(out)
            found = np.ctypeslib.as_array((ctypes.c_int32 * p).from_address(at)).copy()
            self.lib.lacon_model_free(out)
        else:
            at = self.lib.lacon_covariance_matrix(out, ctypes.c_int64(0))
            found = np.ctypeslib.as_array((ctypes.c_double * (p * p)).from_address(at)).reshape(p, p).copy()
            self.lib.lacon_covariance_free(out)
        return seconds, found


# ---- scikit-learn --------------------------------------------------------------------------------------

def k_means(X, k):
    from sklearn.cluster import KMeans
    labels = KMeans(k, n_init=10, random_state=0).fit(X.T).labels_
    return first_components(X, labels, k), labels


RIVALS = {"kmeans": k_means, "hclust": ward, "fa": factor_analysis}


def inertia(X, labels):
    groups = [X[:, labels == j] for j in np.unique(labels)]
    return sum(((g - g.mean(1, keepdims=True)) ** 2).sum() for g in groups)


def in_turns(first, second, repeat):
    """Least processor seconds of both, run alternately: a disturbance meets both."""
    best = [np.inf, np.inf]
    for _ in range(repeat):
        best[0] = min(best[0], first()[0])
        before = time.process_time()
        second()
        best[1] = min(best[1], time.process_time() - before)
    return best


def factor_shortfall(X, k):
    """Nats that FactorAnalysis at its defaults stops below what it reaches with exact decompositions."""
    from sklearn.decomposition import FactorAnalysis
    exact = FactorAnalysis(k, svd_method="lapack", tol=1e-3, max_iter=300).fit(X)
    return (exact.score(X) - FactorAnalysis(k).fit(X).score(X)) * len(X)


def modules(out, p, seed):
    with scratch() as folder:
        file = simulate(folder + "/d", classes=1, samples=500, variables=p, noise=.5, seed=seed + 3)[0]
        X = standardised([table(file)])
    own = Lacon(X)
    for method, rival in RIVALS.items():
        mine, theirs = in_turns(lambda: own.run(method, k=K), lambda: rival(X, K),
                                15 if p <= 200 else 7 if p <= 1000 else 5)
        out.row(method, p, mine, theirs, theirs / mine)
        out.claim(mine <= theirs, "%s p=%d: %.2f times as fast as scikit-learn" % (method, p, theirs / mine))
        if method == "fa" and p in (200, 500):
            print("  (FactorAnalysis stops %.0f nats short of the maximum there)" % factor_shortfall(X, K))
        if method == "kmeans":
            ratio = inertia(X, own.run(method, k=K)[1]) / inertia(X, rival(X, K)[1])
            out.claim(ratio <= 1 + 1e-9, "kmeans p=%d: sum of squares %.6f of scikit-learn's" % (p, ratio))


# ---- graphical lasso -----------------------------------------------------------------------------------

def have_r():
    return shutil.which("Rscript") and subprocess.run(
        ["Rscript", "-e", "library(glasso)"], capture_output=True).returncode == 0


def lasso_seconds(S, penalty):
    """scikit-learn's, which stops by its own rule, a duality gap of 1e-4"""
    from sklearn.covariance import graphical_lasso
    before = time.process_time()
    graphical_lasso(S, penalty)
    return time.process_time() - before


def objective(S, precision, penalty):
    precision = (precision + precision.T) / 2
    off = np.abs(precision).sum() - np.abs(np.diag(precision)).sum()
    return (-np.linalg.slogdet(precision)[1] + (S * precision).sum() + penalty * off) / 2


def ask_r(S, folder):
    np.savetxt(folder + "/S", S)
    with open(folder + "/g.R", "w", encoding="utf-8") as text:
        text.write(R_GLASSO)
    said = subprocess.run(["Rscript", folder + "/g.R", folder + "/S", *map(str, PENALTIES)],
                          capture_output=True, text=True, check=True).stdout
    return [float(line.split()[1]) for line in said.splitlines()]


def glasso(out, p, seed):
    with scratch() as folder:
        file = simulate(folder + "/d", classes=1, samples=500, variables=p, noise=.5, seed=seed + 3)[0]
        X = standardised([table(file)])
        S, own, worse, sums, learn = X.T @ X / len(X), Lacon(X), -np.inf, [0, 0], 0
        for penalty, theirs in zip(PENALTIES, ask_r(S, folder)):
            runs = [own.run("glasso", penalty=penalty, tol=TOL) for _ in range(3)]
            mine = min(run[0] for run in runs)
            worse = max(worse, objective(S, np.linalg.inv(runs[0][1]), penalty)
                        - objective(S, np.loadtxt("%s/S.%g" % (folder, penalty)), penalty))
            sums = [sums[0] + mine, sums[1] + theirs]
            learn += min(lasso_seconds(S, penalty) for _ in range(2))
            out.row("glasso %g" % penalty, p, mine, theirs, theirs / mine)
    out.claim(sums[0] <= sums[1], "glasso p=%d, %d penalties: %.2f times as fast as R's glasso"
              % (p, len(PENALTIES), sums[1] / sums[0]))
    out.claim(sums[0] <= learn, "glasso p=%d, %d penalties: %.2f times as fast as scikit-learn's"
              % (p, len(PENALTIES), learn / sums[0]))
    out.claim(worse <= 1e-5 * p, "glasso p=%d: penalised likelihood %.1e nats per variable below R's at most"
              % (p, max(worse, 0) / p))


def run(options):
    warnings.simplefilter("ignore")
    out = Results("rivals", "method", "p", "lacon_s", "rival_s", "ratio")
    for p in (50, 100, 200, 500, 1000, 2000):
        modules(out, p, options.seed)
    if have_r():
        for p in (100, 200, 500):
            glasso(out, p, options.seed)
    else:
        print("skipped: graphical lasso against R (Debian: r-base-core, r-cran-glasso)")
    return out.close()
