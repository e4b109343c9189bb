# SPDX-License-Identifier: BSD-3-Clause
"""--pool: unseen rows under the pooled connectivity of each class, and whether its intervals hold.

Real data where they are on this machine: the first rows of each class to learn from, the rest unseen. Beside the
plain connectivity stands the best fixed weight, chosen by looking at the unseen rows: G + v I of each class pulled
towards the mean over classes by the same share. Simulations know the true G: modules held at the truth, classes from
a population (inverse Wishart), from none (the paper's generator), all alike, and rows with a memory.
"""
import glob
import json
import os

import numpy as np

from lib import Results, lacon, real_data, scratch, split_rows


def arrays(path):
    with np.load(path, allow_pickle=False) as held:
        return {name: held[name] for name in held.files}


def mean_of(folder, test, *more):
    return json.loads(lacon("evaluate", folder, *test, "--json", *more))


def best_fixed(folder, test):
    """Gain of the best of 20 shares of the mean over classes."""
    m = arrays(folder + "/model.npz")
    G, v, place = m["G"], m["v"], folder + "-fixed"
    L = G + v[:, None, None] * np.eye(G.shape[1])
    os.makedirs(place)
    scores = []
    for share in np.arange(0, 1, .05):
        mixed = (1 - share) * L + share * L.mean(0) - v[:, None, None] * np.eye(G.shape[1])
        values, vectors = np.linalg.eigh(mixed)
        m["G"] = np.einsum("nij,nj,nkj->nik", vectors, np.maximum(values, 0), vectors)
        np.savez(place + "/model.npz", **m)
        for name in ("modules.tsv", "classes.tsv"):
            with open(folder + "/" + name, "rb") as source, open(place + "/" + name, "wb") as target:
                target.write(source.read())
        scores.append(mean_of(place, test)["mean"])
    return max(scores) - scores[0], float(np.arange(0, 1, .05)[int(np.argmax(scores))])


def sets():
    """(name, files, rows to learn from, numbers of modules, options, how much of the best weight is asked)"""
    base = real_data("abide_um_aal", "subjects")
    if base:
        files = sorted(glob.glob(base + "/UM_1_*.1D"))
        for rows in (60, 120, 240):
            yield "abide", files, rows, (5, 10, 20), (), rows == 60
    for name, which, rows, counts in (("sp500_2003_2007", "logret_block*", 100, (5, 10)),
                                      ("bfi", "class_edu*", 60, (5,)),
                                      ("holzinger_swineford", "class9_*", 60, (3,)),
                                      ("holzinger_swineford", "class24_*", 60, (4,))):
        folder = real_data(name)
        if folder:
            yield name, sorted(glob.glob("%s/%s.csv" % (folder, which))), rows, counts, ("--rows", "independent"), False


def unseen(out):
    for name, files, rows, counts, more, asked in sets():
        with scratch() as folder:
            train, test = split_rows(files, rows, folder)
            for k in counts:
                place = "%s/%d" % (folder, k)
                lacon("fit", *train, "--k", k, "--pool", "--out", place, *more)
                plain, pooled = mean_of(place, test), mean_of(place, test, "--pooled")
                gain = pooled["mean"] - plain["mean"]
                each = [pooled["classes"][c] - plain["classes"][c] for c in plain["classes"]]
                best, share = best_fixed(place, test)
                out.row(name, rows, k, gain, best, share)
                out.row(name + " classes", rows, k, float(np.mean(np.array(each) > 0)), float(np.min(each)), share)
                if asked:
                    out.claim(gain >= .9 * best, "%s, %d rows, k=%d: %.2f nats per row gained, the best fixed weight "
                              "(%.2f) %.2f (asked: 90 %%)" % (name, rows, k, gain, share, best))
                out.claim(gain >= -.01, "%s, %d rows, k=%d: pooled %+.3f" % (name, rows, k, gain))


# ---- intervals --------------------------------------------------------------------------------------

K, P, NOISE = 5, 30, .5


def population(rng, kind, classes):
    """True G of each class."""
    factor = rng.normal(size=(K, 2 * K))
    mean = factor @ factor.T / K + np.eye(K)
    if kind == "alike":
        return np.repeat(mean[None], classes, 0)
    if kind == "paper":
        roots = np.tril(rng.normal(size=(classes, K, K)))
        return roots @ roots.transpose(0, 2, 1)
    rows = float(kind)  # L = G + v I is inverse Wishart with nu - k - 1 = rows
    whole = mean + NOISE * np.eye(K)
    found = []
    while len(found) < classes:
        nu = rows + K + 1
        draws = rng.normal(size=(int(round(nu)), K)) @ np.linalg.cholesky(np.linalg.inv(rows * whole)).T
        G = np.linalg.inv(draws.T @ draws) - NOISE * np.eye(K)
        if np.linalg.eigvalsh(G)[0] > 0:
            found.append(G)
    return np.array(found)


def write_study(folder, rng, G, n, memory):
    """Rows of each class, and the modules as a model."""
    W = np.zeros((P, K))
    W[np.arange(P), np.arange(P) % K] = rng.uniform(.5, 1, P)
    W /= np.linalg.norm(W, axis=0)
    os.makedirs(folder + "/truth")
    os.makedirs(folder + "/rows")
    labels = ["c%03d" % c for c in range(len(G))]
    np.savez(folder + "/truth/model.npz", W=W, G=G, v=np.full(len(G), NOISE), mean=np.zeros((len(G), P)),
             scale=np.ones((len(G), P)), n=np.full(len(G), n), psi=np.ones(P),
             variables=np.array(["V%d" % (r + 1) for r in range(P)]), classes=np.array(labels))
    for label, g in zip(labels, G):
        x = rng.multivariate_normal(np.zeros(P), W @ g @ W.T + NOISE * np.eye(P), size=n + 50)
        for i in range(1, len(x)):
            x[i] = memory * x[i - 1] + (1 - memory ** 2) ** .5 * x[i]
        np.save(folder + "/rows/%s.npy" % label, x[50:])


def correlations(G):
    size = np.sqrt(np.einsum("nii->ni", G))
    return G / size[:, :, None] / size[:, None, :]


def intervals(out, options):
    reps = options.reps or 40
    off, on = np.triu_indices(K, 1), np.diag_indices(K)
    for kind, classes, n, memory in (("10", 30, 60, 0), ("30", 30, 60, 0), ("100", 30, 60, 0), ("30", 8, 60, 0),
                                     ("30", 100, 40, 0), ("alike", 30, 60, 0), ("paper", 30, 100, 0),
                                     ("30", 30, 150, .6), ("1000", 30, 60, 0)):
        held, rows, closer = [], [], []
        for rep in range(25 * reps if kind in ("alike", "1000") else reps):  # where all classes share one error
            rng = np.random.default_rng([options.seed, rep, classes, n])
            G = population(rng, kind, classes)
            with scratch() as folder:
                write_study(folder, rng, G, n, memory)
                lacon("transform", folder + "/truth", folder + "/rows", "--scale", "center", "--pool", "--out",
                      folder + "/o")
                q, plain = arrays(folder + "/o/pooled.npz"), arrays(folder + "/o/model.npz")["G"]
            inside = (q["low"] <= G) & (G <= q["high"])
            r = correlations(G)
            within = ((q["correlation_low"] <= r) & (r <= q["correlation_high"]))[(slice(None),) + off]
            held.append((inside[(slice(None),) + off].mean(), inside[(slice(None),) + on].mean(), within.mean()))
            rows.append(float(q["nu"][0]) - K - 1)
            closer.append(((q["G"] - G) ** 2).mean() / ((plain - G) ** 2).mean())
        name = "%s N=%d%s" % (kind, classes, " memory %g" % memory if memory else "")
        covered = np.mean(held, 0)
        out.row(name, n, K, *map(float, covered))
        out.row(name + " rows", n, K, float(np.median(rows)), float(np.mean(closer)), float("nan"))
        out.claim(all(.93 <= x <= .97 for x in covered), "%s, %d rows: 95 %% intervals hold %.1f %% of "
                  "covariances, %.1f %% of variances, %.1f %% of correlations; squared error %.2f of the plain one"
                  % (name, n, *(100 * covered), np.mean(closer)))


def run(options):
    out = Results("pool", "data", "rows", "k", "first", "second", "third")
    intervals(out, options)
    unseen(out)
    return out.close()
