# SPDX-License-Identifier: BSD-3-Clause
"""Directed connectivity: error of B with noise and with memory, what Gaussian data get, intervals, speed, real data.

Data sets are the classes of `simulate --causal` (5 modules, logistic disturbances, |b| in [.3, 1], noise 1, W
exact). DirectLiNGAM on W'X is lacon's own, which agrees with the Python package lingam to rounding. That package
is not in Debian: what is timed beside lacon are the scikit-learn calls of its ICA-LiNGAM, and its DirectLiNGAM written
as the package does it, pair by pair in NumPy; its own stored figures are shown as well.
"""
import csv
import glob
import json
import os
import resource
import warnings

import numpy as np

from lib import Results, cpu_seconds, lacon, real_data, scratch, simulate, table

# CPU seconds of the package at n = 1000 on another machine
PACKAGE = {("ica", 20): .24, ("ica", 50): 2.3, ("direct", 20): 1.4, ("direct", 50): 19.}


def load(folder):
    with np.load(folder + "/causal.npz", allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def spearman(a, b):
    return np.corrcoef(np.argsort(a), np.argsort(b))[0, 1]


def compare(truth, found):
    """Median B error, mean rank correlation of the order, mean B error."""
    errors = ((found["B"] - truth["B"]) ** 2).sum((1, 2))
    order = np.mean([spearman(a, b) for a, b in zip(truth["order"], found["order"])])
    return float(np.median(errors)), float(order), float(errors.mean())


def error_table(out, options):
    sets = options.reps or 100
    for n in (100, 200, 500, 1000, 2000, 5000):
        with scratch() as folder:
            data = folder + "/d"
            simulate(data, classes=sets, samples=n, seed=options.seed + 4000, more=("--causal",))
            truth, figures = load(data + "/truth"), {}
            plain = ("--boot", 0, "--no-noise-correction", "--method")
            for name, more in (("lacon", ("--boot", 100 if n >= 500 else 0)),
                               ("likeliest", ("--boot", 0, "--effects", "likeliest")),
                               ("direct+G", ("--boot", 0, "--method", "direct")),
                               ("direct", (*plain, "direct")), ("ica", (*plain, "ica"))):
                lacon("causal", data + "/truth", data, "--out", folder + "/" + name, *more)
                figures[name] = compare(truth, load(folder + "/" + name))
                out.row("B error", name, n, *figures[name][:2])
                out.row("mean B error", name, n, figures[name][2], float("nan"))
            ours, plain = figures["lacon"], figures["direct"]
            out.claim(ours[2] < min(plain[2], figures["ica"][2]), "n=%d: mean B error %.3f, DirectLiNGAM on W'X %.3f, "
                      "ICA-LiNGAM %.3f" % (n, ours[2], plain[2], figures["ica"][2]))
            share = {1000: .6, 2000: .1, 5000: .1}.get(n, 1.)
            out.claim(ours[0] <= share * plain[0], "n=%d: B error %.3f, DirectLiNGAM on W'X %.3f (asked: at most "
                      "%g of it)" % (n, ours[0], plain[0], share))
            out.claim(ours[1] >= plain[1], "n=%d: order %.3f against %.3f" % (n, ours[1], plain[1]))
            if n >= 500:
                coverage(out, n, truth, load(folder + "/lacon"))


def coverage(out, n, truth, found):
    """Of the effects that are there: in their interval? Of the directions told: right?"""
    there = truth["B"] != 0
    held = ((found["low"] <= truth["B"]) & (truth["B"] <= found["high"]))[there].mean()
    first = found["precedence"][there]  # true cause before true effect
    told = (first >= .975) | (first <= .025)
    right = (first[told] > .5).mean() if told.any() else np.nan
    out.row("trust", "coverage", n, float(held), float(told.mean()))
    out.claim(held >= .92, "n=%d: 95 %% intervals hold %.1f %% of the effects" % (n, 100 * held))
    out.claim(not told.any() or right >= .975, "n=%d: %.0f %% of the pairs get a direction, %.1f %% of those the "
              "right one" % (n, 100 * told.mean(), 100 * right))


def gaussian(out, options):
    """The same structure with Gaussian disturbances: the rows of the implied covariance."""
    sets, n, k = 10 * (options.reps or 100), 500, 5
    told = pairs = 0
    for part in range(10):
        with scratch() as folder:
            simulate(folder + "/d", classes=sets // 10, samples=2, seed=options.seed + 4100 + part, more=("--causal",))
            rng = np.random.default_rng(part)
            with np.load(folder + "/d/truth/model.npz") as model:
                W, G = model["W"], model["G"]
            os.makedirs(folder + "/rows")
            for c, g in enumerate(G):
                z = rng.normal(size=(n, k)) @ np.linalg.cholesky(g).T
                np.save(folder + "/rows/c%03d.npy" % c, z @ W.T + rng.normal(size=(n, len(W))))
            lacon("causal", folder + "/d/truth", folder + "/rows", "--out", folder + "/o")
            first = load(folder + "/o")["precedence"]
            upper = first[(slice(None),) + np.triu_indices(k, 1)]
            told += int(((upper >= .975) | (upper <= .025)).sum())
            pairs += upper.size
    out.row("Gaussian", "told", n, told / pairs, float(sets))
    out.claim(told <= .05 * pairs, "Gaussian disturbances, %d sets of %d rows: %.2f %% of the pairs get a direction "
              "(asked: at most 5)" % (sets, n, 100 * told / pairs))


def scale(out, options):
    """Order from W'X as it is and with modules scaled to variance one: what a method reads off the scale is no cause.

    In the paper's generator effects are large and disturbances alike, so that variances grow along the order.
    """
    sets = options.reps or 100
    for n in (100, 500):
        with scratch() as folder:
            files = simulate(folder + "/d", classes=sets, samples=n, seed=options.seed + 4200, more=("--causal",))
            truth = load(folder + "/d/truth")["order"]
            with np.load(folder + "/d/truth/model.npz") as model:
                rows = [np.loadtxt(name, delimiter=",", skiprows=1) @ model["W"] for name in files]
            out.row("scale", "variance", n, float(np.mean([spearman(np.argsort(z.var(0)), order)
                                                           for z, order in zip(rows, truth)])), 0.)
            for scaled in (False, True):
                place = "%s/%d" % (folder, scaled)
                os.makedirs(place)
                for c, z in enumerate(rows):
                    np.save("%s/class-%03d.npy" % (place, c), z / z.std(0) if scaled else z)
                for method in ("likelihood", "direct", "ica"):
                    lacon("causal", "--observed", place, "--scale", "center", "--method", method, "--boot", 0,
                          "--out", place + "." + method)
                    found = load(place + "." + method)["order"]
                    out.row("scale", method, n, float(np.mean([spearman(a, b) for a, b in zip(truth, found)])),
                            float(scaled))


def units(out, options):
    """The same structures, modules scaled to one variance, so that it tells nothing: error of B in these units."""
    sets, k = 2 * (options.reps or 100), 5
    for n in (100, 500):
        rng, effects, mean = np.random.default_rng(8), [], {}
        with scratch() as folder:
            simulate(folder + "/d", classes=sets, samples=2, seed=options.seed + 4300, more=("--causal",))
            truth = load(folder + "/d/truth")
            with np.load(folder + "/d/truth/model.npz") as model:
                W, G = model["W"], model["G"]
            os.makedirs(folder + "/rows")
            for c, (B, g) in enumerate(zip(truth["B"], G)):
                unit = np.sqrt(np.diag(g) / 8)
                z = rng.logistic(size=(n, k)) @ np.linalg.inv(np.eye(k) - B).T / unit
                effects.append(B * unit / unit[:, None])
                np.save(folder + "/rows/c%03d.npy" % c, z @ W.T + rng.normal(size=(n, len(W))))
            for name, more in (("lacon", ()), ("likeliest", ("--effects", "likeliest")),
                               ("direct", ("--method", "direct", "--no-noise-correction")),
                               ("ica", ("--method", "ica", "--no-noise-correction"))):
                lacon("causal", folder + "/d/truth", folder + "/rows", "--scale", "center", "--boot", 0, "--out",
                      folder + "/" + name, *more)
                _, order, mean[name] = compare({"B": np.array(effects), "order": truth["order"]},
                                               load(folder + "/" + name))
                out.row("one variance", name, n, mean[name], order)
        out.claim(mean["lacon"] < min(mean["direct"], mean["ica"]), "n=%d, modules of one variance: mean B error %.2f, "
                  "DirectLiNGAM %.2f, ICA-LiNGAM %.2f" % (n, mean["lacon"], mean["direct"], mean["ica"]))


# ---- time -------------------------------------------------------------------------------------------

def series(rng, B, A, n):
    """z_t = B z_t + A z_(t-1) + e_t, e logistic"""
    back, z = np.linalg.inv(np.eye(len(B)) - B), np.zeros((n + 200, len(B)))
    e = rng.logistic(size=z.shape)
    for t in range(1, len(z)):
        z[t] = back @ (A @ z[t - 1] + e[t])
    return z[200:]


def lagged(rng, kind, B):
    """A: each module on itself; any on any, with a spectral radius of .5 of what they do together; or none."""
    if kind == "none":
        return np.zeros_like(B)
    if kind == "own":
        return .5 * np.eye(len(B))
    M = rng.normal(size=B.shape)
    return (np.eye(len(B)) - B) @ M * .5 / np.abs(np.linalg.eigvals(M)).max()


def memory(out, options):
    """VAR(1) of strength .5 under the same instantaneous effects: without lags, and with --lags auto."""
    sets, k = options.reps or 100, 5
    for kind, n in (("own", 1000), ("own", 3000), ("any", 1000), ("any", 3000), ("none", 1000), ("none", 3000)):
        rng, A, figures = np.random.default_rng(9), [], {}
        with scratch() as folder:
            simulate(folder + "/d", classes=sets, samples=2, seed=options.seed + 4400, more=("--causal",))
            truth = load(folder + "/d/truth")
            with np.load(folder + "/d/truth/model.npz") as model:
                W = model["W"]
            os.makedirs(folder + "/rows")
            for c, B in enumerate(truth["B"]):
                A.append(lagged(rng, kind, B))
                rows = series(rng, B, A[-1], n) @ W.T + rng.normal(size=(n, len(W)))
                np.save(folder + "/rows/c%03d.npy" % c, rows)
            there = truth["B"] != 0
            for name, more in (("plain", ()), ("lags", ("--lags", "auto"))):
                place = folder + "/" + name
                lacon("causal", folder + "/d/truth", folder + "/rows", "--scale", "center", "--out", place, *more)
                found = load(place)
                median, order, mean = compare(truth, found)
                first = found["precedence"][there]
                told = (first >= .975) | (first <= .025)
                wrong = (first[told] < .5).mean() if told.any() else 0.
                figures[name] = median, mean
                out.row("memory " + kind, name, n, median, mean)
                out.row("told " + kind, name, n, float(told.mean()), float(wrong))
                if name == "lags" and kind != "none":
                    back = found["lagged"][:, 0]
                    held = (found["lagged_low"][:, 0] <= A) & (A <= found["lagged_high"][:, 0])
                    error = np.median(((back - A) ** 2).sum((1, 2)))
                    out.row("lagged " + kind, name, n, float(error), float(held.mean()))
                    out.claim(median <= .25 and wrong <= .01, "memory of .5 (%s), n=%d: median B error %.3f (asked: at "
                              "most .25; without lags %.2f), %.1f %% of the pairs get a direction, %.1f %% of these "
                              "wrong; %.1f %% of lagged effects in their interval"
                              % (kind, n, median, figures["plain"][0], 100 * told.mean(), 100 * wrong,
                                 100 * held.mean()))
                if name == "lags" and kind == "none":
                    out.claim(median <= figures["plain"][0] + 1e-9, "no memory, n=%d: median B error %.3f with --lags "
                              "auto, %.3f without" % (n, median, figures["plain"][0]))


def confounded(out, options):
    """Five modules without arrows and a cause of the first two that is not in the data: seen by p_independent, and an
    arrow claimed? Everything logistic; then a cause of heavier tails (the cube of a logistic, scaled)."""
    sets, k = options.reps or 100, 5
    for kind in ("logistic", "heavy"):
        for n in (500, 1000, 3000, 10000, 30000):
            rng = np.random.default_rng(n)
            count = max(10, sets if n <= 3000 else sets * 3000 // n)
            with scratch() as folder:
                simulate(folder + "/d", classes=1, samples=2, seed=options.seed + 4500, more=("--causal",))
                with np.load(folder + "/d/truth/model.npz") as model:
                    W = model["W"]
                os.makedirs(folder + "/rows")
                for c in range(count):
                    z, cause = rng.logistic(size=(n, k)), rng.logistic(size=n)
                    if kind == "heavy":
                        cause = cause ** 3 / np.std(cause ** 3) * np.pi / 3 ** .5
                    z[:, 0] += .8 * cause
                    z[:, 1] += .8 * cause
                    np.save(folder + "/rows/c%03d.npy" % c, z @ W.T + rng.normal(size=(n, len(W))))
                lacon("causal", folder + "/d/truth", folder + "/rows", "--scale", "center", "--out", folder + "/o")
                with open(folder + "/o/causal.json", encoding="utf-8") as text:
                    classes = json.load(text)["classes"]
                found = load(folder + "/o")
            seen = np.mean([c["p_independent"] < .05 for c in classes])
            first = found["precedence"][:, 1, 0]
            claimed = np.mean(((first >= .975) | (first <= .025)) & (found["B"][:, 0, 1] + found["B"][:, 1, 0] != 0))
            out.row("confounder", kind, n, float(seen), float(claimed))
            print("  unseen cause (%s), n=%d: noticed in %.0f %% of the sets, an arrow claimed in %.0f %%"
                  % (kind, n, 100 * seen, 100 * claimed))


# ---- speed ------------------------------------------------------------------------------------------

def sparse_rows(k, n=1000):
    rng = np.random.default_rng(k)
    B = np.tril(rng.uniform(.3, 1, (k, k)) * rng.choice([-1, 1], (k, k)), -1) * (rng.uniform(size=(k, k)) < 4 / k)
    return rng.logistic(size=(n, k)) @ np.linalg.inv(np.eye(k) - B).T


def command_seconds(*arguments):
    """Processor time of a lacon command, reading and writing included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    lacon(*arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ica_calls(X):
    """FastICA, and a lasso for every variable."""
    from sklearn.decomposition import FastICA
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        FastICA(max_iter=1000, random_state=0).fit(X)
        lassos(X)


def lassos(X):
    from sklearn.linear_model import LassoLarsIC, LinearRegression
    for j in range(1, X.shape[1]):
        weight = np.abs(LinearRegression().fit(X[:, :j], X[:, j]).coef_)
        LassoLarsIC(criterion="bic").fit(X[:, :j] * weight, X[:, j])


def entropy(u):
    return ((1 + np.log(2 * np.pi)) / 2 - 79.047 * (np.mean(np.log(np.cosh(u))) - .37457) ** 2
            - 7.4129 * np.mean(u * np.exp(-u ** 2 / 2)) ** 2)


def residual(x, y):
    return x - np.cov(x, y)[0, 1] / np.var(y) * y


def direct_calls(X):
    """For every remaining variable and every other one: standardise both, regress each on the other, four entropies."""
    X, left = X.copy(), list(range(X.shape[1]))
    while len(left) > 1:
        scores = []
        for i in left:
            score = 0
            for j in left:
                if i == j:
                    continue
                x, y = ((X[:, a] - np.mean(X[:, a])) / np.std(X[:, a]) for a in (i, j))
                xy, yx = residual(x, y), residual(y, x)
                ratio = entropy(y) + entropy(xy / np.std(xy)) - entropy(x) - entropy(yx / np.std(yx))
                score += min(0, ratio) ** 2
            scores.append(score)
        first = left.pop(int(np.argmin(scores)))
        for j in left:
            X[:, j] = residual(X[:, j], X[:, first])
    lassos(X)


def speed(out):
    start = min(command_seconds("version") for _ in range(5))  # Python's start is not counted either
    with scratch() as folder:
        for k in (20, 50):
            X = sparse_rows(k)
            np.save(folder + "/x.npy", X)
            for method, rival in (("ica", ica_calls), ("direct", direct_calls)):
                ours = min(command_seconds("causal", "--observed", folder + "/x.npy", "--method", method, "--boot", 0,
                                           "--threads", 1, "--out", folder + "/o", "--force", "-q")
                           for _ in range(5)) - start
                theirs = cpu_seconds(rival, X)
                out.row("seconds", method, k, ours, theirs)
                out.claim(theirs >= 20 * ours, "k=%d %s: %.3f s against %.2f s, %.0f times (asked: 20); the package's "
                          "stored figure is %.2f s" % (k, method, ours, theirs, theirs / ours, PACKAGE[method, k]))
        np.save(folder + "/x.npy", sparse_rows(10))
        for method in ("likelihood", "direct", "ica"):
            took = command_seconds("causal", "--observed", folder + "/x.npy", "--method", method, "--boot", 1000,
                                   "--threads", 1, "--out", folder + "/o", "--force", "-q")
            out.row("1000 boots", method, 10, took, float("nan"))
            out.claim(took < 10, "1000 bootstrap samples, k=10, n=1000, %s: %.1f s on one core" % (method, took))


# ---- real data --------------------------------------------------------------------------------------

def sachs(out):
    folder = real_data("sachs")
    if folder is None:
        print("Sachs: the data are not here; skipped")
        return
    with open(folder + "/edges.csv", encoding="utf-8") as text:
        truth = {(row["cause"], row["effect"]) for row in csv.DictReader(text)}
    with scratch() as place:
        common, direct, separate = ("--common-order",), ("--method", "direct"), folder + "/classes_log"
        one, raw = pooled(place, separate)
        for name, rows, more in (("lacon", separate, ()), ("common", separate, common), ("direct", separate, direct),
                                 ("direct-common", separate, direct + common), ("ica", separate, ("--method", "ica")),
                                 ("one-class", one, ()), ("direct-one", one, direct), ("as-they-are", raw, ()),
                                 ("direct-raw", raw, direct)):
            lacon("causal", "--observed", rows, "--out", place + "/" + name, *more)
            for which in ("all", "yes"):
                found = arrows(place + "/" + name, which)
                right, turned = len(found & truth), len({(b, a) for a, b in found} & truth)
                out.row("Sachs " + which, name, len(found), right / max(1, len(found)), right / len(truth))
                print("  %s, %s arrows: %d of %d right, %d turned round; precision %.2f, recall %.2f"
                      % (name, which, right, len(found), turned, right / max(1, len(found)), right / len(truth)))


def pooled(place, folder):
    """The rows of all classes in one table: each class standardised, and as they are."""
    files = sorted(glob.glob(folder + "/*.csv"))
    with open(files[0], encoding="utf-8") as text:
        names = text.readline().strip()
    rows = [table(file) for file in files]
    for name, classes in (("one", [(x - x.mean(0)) / x.std(0) for x in rows]), ("raw", rows)):
        np.savetxt("%s/%s.csv" % (place, name), np.vstack(classes), delimiter=",", header=names, comments="")
    return place + "/one.csv", place + "/raw.csv"


def arrows(folder, which):
    """Arrows that most of the classes have; `yes`: with a direction that most of these could tell."""
    count = {}
    files = glob.glob(folder + "/causal/*.tsv")
    for file in files:
        with open(file, encoding="utf-8") as text:
            for row in csv.DictReader(text, delimiter="\t"):
                if which == "all" or row["identifiable"] == "yes":
                    key = row["from"], row["to"]
                    count[key] = count.get(key, 0) + 1
    return {key for key, times in count.items() if times > len(files) / 2}


def democracy(out):
    """Modules by the published key: weights are the first principal component of each."""
    folder = real_data("political_democracy")
    if folder is None:
        print("political democracy: the data are not here; skipped")
        return
    with open(folder + "/PoliticalDemocracy.csv", encoding="utf-8") as text:
        names = text.readline().strip().split(",")
    X = table(folder + "/PoliticalDemocracy.csv")
    Z = (X - X.mean(0)) / X.std(0)
    blocks = [["x1", "x2", "x3"], ["y1", "y2", "y3", "y4"], ["y5", "y6", "y7", "y8"]]
    W = np.zeros((len(names), 3))
    for j, block in enumerate(blocks):
        members = [names.index(name) for name in block]
        W[members, j] = np.abs(np.linalg.svd(Z[:, members], full_matrices=False)[2][0])
    with scratch() as place:
        os.makedirs(place + "/key")
        p = len(names)
        np.savez(place + "/key/model.npz", W=W, G=np.eye(3)[None], v=np.ones(1), mean=X.mean(0)[None],
                 scale=X.std(0)[None], n=np.array([len(X)]), psi=np.ones(p), variables=np.array(names),
                 classes=np.array(["PoliticalDemocracy"]))
        lacon("causal", place + "/key", folder + "/PoliticalDemocracy.csv", "--boot", 1000, "--out", place + "/o")
        found = load(place + "/o")
    label = ["ind60", "dem60", "dem65"]
    first = found["precedence"][0]
    print("political democracy: order %s" % " ".join(label[j] for j in found["order"][0]))
    for a, b in ((0, 1), (1, 2), (0, 2)):
        out.row("democracy", label[a] + "<" + label[b], len(X), float(first[b, a]), float(found["frequency"][0][b, a]))
        print("  %s before %s in %.0f %% of 1000 bootstrap samples" % (label[a], label[b], 100 * first[b, a]))


def run(options):
    out = Results("causal", "what", "method", "n_or_k", "first", "second")
    error_table(out, options)
    gaussian(out, options)
    scale(out, options)
    units(out, options)
    memory(out, options)
    confounded(out, options)
    speed(out)
    sachs(out)
    democracy(out)
    return out.close()
