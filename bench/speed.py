# SPDX-License-Identifier: BSD-3-Clause
"""Seconds of a fit beside what it finds, against scikit-learn's FactorAnalysis + varimax and Ward + first component.

One thread each, k=5, every variable placed; 500 rows in one class or 100 in each of ten; modules of like size
(paper's simulation) and of shares .6 to .04. Reading is left out on both sides. Beside the seconds stand W error,
adjusted Rand index, negative log-likelihood and evidence of the answer; rivals' W are judged under lacon's model,
with G and v at their best. `truth` is a fit that starts at the true W, `lacon` has the default membership. A size
where a rival is nearer to the truth, by the mean over the sets, is missed whatever its speed; by how much, with its
standard error, is said. Sets with less evidence than from the truth are counted, `./run bench oracle` judges them.

NumPy's BLAS matters as much as scikit-learn's code, so its name is printed: Debian's NumPy takes OpenBLAS as soon
as that is installed, and the reference BLAS before.

ABIDE (92 classes) with reading included, against the authors' Python: 9.4 s measured once on a machine
where FactorAnalysis took 0.52 s at p=500; the ratio of that very measurement here carries it over.
"""
import glob
import os

import numpy as np

from lib import (Model, Results, ari, cpu_seconds, evidence, factor_analysis, first_components, fit, real_data,
                 scratch, simulate, simulate_unequal, table, true_labels, w_error, ward)

AUTHORS_S, THEIR_FA_S = 9.4, 0.52
VARIABLES = (50, 500, 1000, 2000, 5000)
METHODS = ("all", "lacon", "truth", "fa", "ward")
NATS = 1e-3  # what evidence is read to


def numpy_blas():
    """The BLAS that is loaded into this process."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        files = {os.path.realpath(line.split()[-1]) for line in maps if ".so" in line}
    names = {os.path.basename(file) for file in files}
    names = {name for name in names if name.startswith(("libblas", "libopenblas", "libmkl", "libblis"))}
    return ", ".join(sorted(names)) or "unknown"


def best_fit(files, folder, repeat, part, *options):
    """(least seconds of `repeat` runs, the model): of reading, fitting, writing or all of it."""
    common = ("--k", 5, "--threads", 1, "--seed", 1, *options)
    runs = [fit(files, "%s-%d" % (folder, i), *common) for i in range(repeat)]
    return min(run.meta["seconds"][part] for run in runs), runs[0]


def ward_weights(X):
    """Clusters of the standardised variables, weights of the variables as they are."""
    labels = ward(X / X.std(0), 5)[1]
    return first_components(X, labels, 5), labels


def one_set(kind, p, classes, n, seed, repeat, out):
    """Seconds, W error, ARI, nll and evidence of every method; how far lacon's evidence is from NumPy's."""
    with scratch() as folder:
        data = folder + "/d"
        if kind == "equal":
            files = simulate(data, classes=classes, samples=n, variables=p, noise=.5, seed=seed)
            truth = Model(data + "/truth").W
        else:
            files, truth = simulate_unequal(data, classes=classes, samples=n, variables=p, seed=seed)
        samples = [x - x.mean(0) for x in map(table, files)]
        X, key, off = np.vstack(samples), true_labels(truth), 0.0
        every = ("--membership", "all")
        for name, more in (("all", every), ("lacon", ()), ("truth", (*every, "--init", data + "/truth"))):
            seconds, model = best_fit(files, folder + "/" + name, repeat, "fit", "--scale", "center", "--rows",
                                      "independent", *more)
            nll, nats = model.meta["nll"], model.meta["evidence"]
            if name == "lacon" or model.labels.all():  # a weight of zero counts as placed, and is not in W
                off = max(off, abs(nats - evidence(samples, model.W)[1]))
            out[name].append((seconds, w_error(truth, model.W), ari(key, model.labels), nll, nats))
        for name, rival in (("fa", lambda x: factor_analysis(x, 5)), ("ward", ward_weights)):
            seconds, (W, labels) = cpu_seconds(rival, X, repeat=min(repeat, 2)), rival(X)
            out[name].append((seconds, w_error(truth, W), ari(key, labels), *evidence(samples, W)))
    return off


def lead(theirs, ours, column):
    """What ours is nearer to the truth by, mean over the sets and its standard error: W error (1) or ARI (2)."""
    sign = 1 if column == 1 else -1
    gain = sign * np.array([r[column] - m[column] for m, r in zip(ours, theirs)])
    return float(gain.mean()), float(gain.std(ddof=1) / len(gain) ** .5) if len(gain) > 1 else float("nan")


def one_size(out, kind, p, classes, n, options):
    """Returns the seconds of FactorAnalysis."""
    sets, found = options.reps or (10 if p <= 1000 else 3), {name: [] for name in METHODS}
    off = max(one_set(kind, p, classes, n, options.seed + 3 + i, 5 if p <= 1000 else 1, found) for i in range(sets))
    means = {name: np.mean(found[name], 0) for name in METHODS}
    for name in METHODS:
        out.row(kind, p, classes, sets, name, *map(float, means[name]))
    (ours, w, agreement, _, nats), truth = means["all"], means["truth"]
    ratio = {name: float(np.median([r[0] / m[0] for r, m in zip(found[name], found["all"])]))
             for name in ("fa", "ward")}
    nearer = ["%s by %s %.2g +- %.2g" % (name, what, -lead(found[name], found["all"], column)[0],
                                        lead(found[name], found["all"], column)[1])
              for name in ratio for column, what in ((1, "W error"), (2, "ARI"))
              if lead(found[name], found["all"], column)[0] < -1e-9]
    behind = sum(m[4] < t[4] - NATS for m, t in zip(found["all"], found["truth"]))
    out.claim(not nearer and ratio["fa"] >= 10 and ratio["ward"] > 1,
              "%s modules, p=%d N=%d: %.4f s, %.1f times faster than FactorAnalysis (asked: 10), %.1f than Ward;"
              " W error %.3f (%.3f, %.3f; from the truth %.3f), ARI %.3f (%.3f, %.3f; %.3f); less evidence than from"
              " the truth in %d of %d%s" % (
                  kind, p, classes, ours, ratio["fa"], ratio["ward"], w, means["fa"][1], means["ward"][1], truth[1],
                  agreement, means["fa"][2], means["ward"][2], truth[2], behind, sets,
                  "; nearer to the truth: " + ", ".join(nearer) if nearer else ""))
    out.claim(off <= 1e-6 * abs(nats), "the evidence reported is the one NumPy finds (%.1g nats off)" % off)
    return float(means["fa"][0])


def abide(out, scale):
    base = real_data("abide_um_aal", "subjects")
    if not base:
        print("skipped: ABIDE is not on this machine (LACON_DATA names the folder)")
        return
    with scratch() as folder:
        ours, model = best_fit(sorted(glob.glob(base + "/UM_1_*.1D")), folder + "/m", 3, "total")
    authors, nan = AUTHORS_S * scale, float("nan")
    out.row("abide", 116, 92, 1, "lacon", ours, nan, nan, model.meta["nll"], model.meta["evidence"])
    out.row("abide", 116, 92, 1, "authors", authors, nan, nan, nan, nan)
    out.claim(authors >= 30 * ours, "ABIDE, reading included: %.3f s, %.1f times faster than the authors'"
              " program would be here (asked: 30); than its 9.4 s there %.0f times"
              % (ours, authors / ours, AUTHORS_S / ours))


def run(options):
    print("NumPy's BLAS: " + numpy_blas())
    out = Results("speed", "modules", "variables", "classes", "sets", "method", "seconds", "w_error", "ari", "nll",
                  "evidence")
    scale = 1.0
    for p in VARIABLES:
        for kind in ("equal", "unequal"):
            for classes, n in ((1, 500), (10, 100)):
                seconds = one_size(out, kind, p, classes, n, options)
                if (p, kind, classes) == (500, "equal", 1):
                    scale = seconds / THEIR_FA_S
    abide(out, scale)
    return out.close()
