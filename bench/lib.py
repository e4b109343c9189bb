# SPDX-License-Identifier: BSD-3-Clause
"""What the benchmarks share: running lacon, reading its folders, the rivals, the figures, the tables.

The figures are those of docs/model.md: W error after matching the columns by the assignment problem,
adjusted Rand index with the unassigned variables as one group.
"""
import contextlib
import csv
import glob
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.special import gammaln
from sklearn.metrics import adjusted_rand_score as ari  # noqa: F401  (used by the benchmarks)

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
LACON = os.path.join(ROOT, "build", "lacon")


# ---- lacon from outside ---------------------------------------------------------------------------

def lacon(*arguments):
    """Runs a command; exit code 4 (not converged) is a result, everything else but 0 ends us."""
    done = subprocess.run([LACON, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode not in (0, 4):
        sys.exit("lacon %s: exit %d\n%s" % (" ".join(map(str, arguments))[:200], done.returncode,
                                          done.stderr))
    return done.stdout


@contextlib.contextmanager
def scratch():
    folder = tempfile.mkdtemp(prefix="lacon-bench-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def simulate(folder, *, classes, samples, variables=50, modules=5, noise=1.0, seed=1, more=()):
    """Data sets of the paper's generator; returns the files of the classes."""
    lacon("simulate", "--classes", classes, "--samples", samples, "--variables", variables,
          "--modules", modules, "--noise", noise, "--seed", seed, "--out", folder, *more)
    return sorted(glob.glob(os.path.join(folder, "class-*.csv")))


def simulate_unequal(folder, *, classes, samples, variables, seed=1, noise=.7):
    """Five modules with shares .6, .2, .1, .06 and .04 of the variables, loads .4 to .7, correlated by .2; rows as
    .npy and the truth as a folder that --init takes. Returns the files of the classes and the true W."""
    rng = np.random.default_rng([seed, variables, classes])
    sizes = np.maximum(np.round(np.array([.6, .2, .1, .06, .04]) * variables).astype(int), 2)
    sizes[0] += variables - sizes.sum()
    module = rng.permutation(np.repeat(np.arange(5), sizes))
    loads = np.zeros((variables, 5))
    loads[np.arange(variables), module] = rng.uniform(.4, .7, variables)
    norms = np.linalg.norm(loads, axis=0)
    os.makedirs(folder + "/truth")
    files, G = [], []
    for i in range(classes):
        draws = rng.standard_normal((20, 5)) @ np.linalg.cholesky(.8 * np.eye(5) + .2).T
        G.append(np.corrcoef(draws.T))
        latent = rng.standard_normal((samples, 5)) @ np.linalg.cholesky(G[-1]).T
        rows = latent @ loads.T + noise ** .5 * rng.standard_normal((samples, variables))
        files.append("%s/class-%03d.npy" % (folder, i + 1))
        np.save(files[-1], rows)
    W = loads / norms
    names = dict(variables=np.array(["v%d" % (r + 1) for r in range(variables)]),
                 classes=np.array(["class-%03d" % (i + 1) for i in range(classes)]))
    np.savez(folder + "/truth/model.npz", W=W, G=np.array(G) * np.outer(norms, norms), v=np.full(classes, noise),
             mean=np.zeros((classes, variables)), scale=np.ones((classes, variables)),
             n=np.full(classes, samples), psi=np.ones(variables), **names)
    return files, W


class Model:
    """A model folder as NumPy arrays."""

    def __init__(self, folder):
        self.folder = folder
        with np.load(os.path.join(folder, "model.npz"), allow_pickle=False) as arrays:
            self.W, self.G, self.v = arrays["W"], arrays["G"], arrays["v"]
        with open(os.path.join(folder, "modules.tsv"), encoding="utf-8") as table:
            rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
        self.names = [row["variable"] for row in rows]
        self.labels = np.array([int(row["module"]) for row in rows])
        with open(os.path.join(folder, "model.json"), encoding="utf-8") as text:
            self.meta = json.load(text)


def fit(files, folder, *options):
    lacon("fit", *files, "--out", folder, *options)
    return Model(folder)


def table(file):
    return np.load(file) if file.endswith(".npy") else np.loadtxt(file, delimiter=",", skiprows=1, ndmin=2)


def run_measured(*arguments):
    """(seconds, peak bytes) of a lacon command, from the kernel's account of the child."""
    started = time.perf_counter()
    child = os.spawnv(os.P_NOWAIT, LACON, [LACON, *map(str, arguments)])
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 4):
        sys.exit("lacon %s failed" % " ".join(map(str, arguments))[:200])
    return time.perf_counter() - started, usage.ru_maxrss * 1024


# ---- figures ---------------------------------------------------------------------------------------

def w_error(truth, estimate):
    """Sum of squares of the difference after the best matching of columns. An estimate with fewer
    columns is filled up with empty ones: a lost module costs its whole norm."""
    missing = truth.shape[1] - estimate.shape[1]
    if missing > 0:
        estimate = np.hstack([estimate, np.zeros((len(estimate), missing))])
    rows, columns = linear_sum_assignment(-truth.T @ estimate)
    return float(((truth[:, rows] - estimate[:, columns]) ** 2).sum())


def true_labels(W):
    """1..k, 0 where the row of W is empty."""
    return np.where(W.max(1) > 0, W.argmax(1) + 1, 0)


def profiled(X, W):
    """(-log-likelihood per row, S, v) of centred rows under W, G and v at their best: docs/algorithm/profile.md."""
    n, p = X.shape
    Y = X @ W
    S, trace, r = Y.T @ Y / n, (X * X).sum() / n, W.shape[1]
    s = np.linalg.eigvalsh(S)[::-1]
    while r > 0 and s[r - 1] <= (trace - s[:r].sum()) / (p - r):
        r -= 1
    v = (trace - s[:r].sum()) / (p - r)
    return .5 * (p * np.log(2 * np.pi) + np.log(s[:r]).sum() + (p - r) * np.log(v) + p), S, v


def evidence(samples, W):
    """(nll, log evidence in nats) of centred independent rows under W: docs/algorithm/evidence.md by the letter,
    to hold lacon's figure against and to judge the partitions of rivals."""
    rows, k = np.array([len(x) for x in samples]), W.shape[1]
    found = [profiled(x, W) for x in samples]
    nll = sum(n * each[0] for n, each in zip(rows, found)) / rows.sum()
    sizes = (W > 0).sum(0)
    above = [np.maximum(np.diag(S) - v, 0) ** 2 / (v * np.maximum(np.diag(S), 1e-300)) for _, S, v in found]
    curvature = sum(n * h for n, h in zip(rows, above))
    used = (sizes > 0) & (curvature > 0)
    m, h, total = sizes[used], curvature[used], W.sum(0)[used]
    scatter = np.maximum(1 - total ** 2 / m, 0)
    price = min((.5 * (m * np.log1p(h * t2 / m) + scatter / (t2 / m + 1 / h))).sum() for t2 in .5 ** np.arange(9))
    groups = np.append(sizes, len(W) - sizes.sum())
    prior = gammaln(k + 1) + gammaln(groups + 1).sum() - gammaln(len(W) + k + 1)
    return float(nll), float(-rows.sum() * nll - price + prior)


# ---- rivals ----------------------------------------------------------------------------------------

def standardised(samples):
    return np.vstack([(x - x.mean(0)) / x.std(0) for x in samples])


def first_components(X, labels, k):
    """Each cluster's first principal component as weights."""
    W = np.zeros((X.shape[1], k))
    for j in range(k):
        members = np.flatnonzero(labels == j)
        W[members, j] = np.abs(np.linalg.svd(X[:, members], full_matrices=False)[2][0])
    return W / np.linalg.norm(W, axis=0)


def ward(X, k):
    """scikit-learn's Ward clustering of the variables: the strongest rival in recovery."""
    from sklearn.cluster import AgglomerativeClustering
    labels = AgglomerativeClustering(k).fit(X.T).labels_
    return first_components(X, labels, k), labels


def factor_analysis(X, k):
    from sklearn.decomposition import FactorAnalysis
    loadings = FactorAnalysis(k, rotation="varimax").fit(X).components_.T
    largest = np.abs(loadings).argmax(1)
    W = np.zeros_like(loadings)
    W[np.arange(len(W)), largest] = np.abs(loadings)[np.arange(len(W)), largest]
    return W / np.maximum(np.linalg.norm(W, axis=0), 1e-300), largest


def cpu_seconds(function, *arguments, repeat=1):
    """Least processor time of `repeat` calls: what is left when nobody else disturbs."""
    best = np.inf
    for _ in range(repeat):
        before = time.process_time()
        function(*arguments)
        best = min(best, time.process_time() - before)
    return best


# ---- real data that is not ours to bundle ------------------------------------------------------

def real_data(*parts):
    """Path below the folder of real data (LACON_DATA, else ../shared/data), or None."""
    base = os.environ.get("LACON_DATA", os.path.join(os.path.dirname(ROOT), "shared", "data"))
    path = os.path.join(base, *parts)
    return path if os.path.exists(path) else None


def split_rows(files, rows, folder, last=False):
    """The first (or the last) `rows` observations of each table and the rest, as two folders of files."""
    out = ([], [])
    for name in ("train", "test"):
        os.makedirs(os.path.join(folder, name))
    for file in files:
        with open(file, encoding="utf-8") as text:
            lines = text.read().splitlines()
        body = lines[1:]
        cut = len(body) - rows if last else rows
        parts = (body[cut:], body[:cut]) if last else (body[:cut], body[cut:])
        for part, keep, name in ((0, parts[0], "train"), (1, parts[1], "test")):
            path = os.path.join(folder, name, os.path.basename(file))
            with open(path, "w", encoding="utf-8") as text:
                text.write("\n".join(lines[:1] + keep) + "\n")
            out[part].append(path)
    return out


# ---- results ---------------------------------------------------------------------------------------

class Results:
    """Rows printed as they come and kept in bench/results/NAME.tsv, and the claims they bear out."""

    def __init__(self, name, *columns):
        self.columns, self.rows, self.claims = columns, [], []
        os.makedirs(os.path.join(HERE, "results"), exist_ok=True)
        self.path = os.path.join(HERE, "results", name + ".tsv")
        print("  ".join("%12s" % c for c in columns), flush=True)

    def row(self, *values):
        text = ["%.4g" % x if isinstance(x, float) else str(x) for x in values]
        print("  ".join("%12s" % t for t in text), flush=True)
        self.rows.append(["%.17g" % x if isinstance(x, float) else str(x) for x in values])

    def claim(self, holds, text):
        self.claims.append((bool(holds), text))
        print("%s %s" % ("holds:" if holds else "MISSED:", text), flush=True)

    def close(self):
        with open(self.path, "w", encoding="utf-8") as out:
            out.write("# %s, %d processors, %s\n" % (processor(), os.cpu_count(),
                                                   lacon("version").splitlines()[0]))
            for holds, text in self.claims:
                out.write("# %s: %s\n" % ("holds" if holds else "MISSED", text))
            out.write("\t".join(self.columns) + "\n")
            out.writelines("\t".join(row) + "\n" for row in self.rows)
        print("written: " + os.path.relpath(self.path, ROOT))
        return all(holds for holds, _ in self.claims)


def processor():
    with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as text:
        for line in text:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.machine()
