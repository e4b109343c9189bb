# SPDX-License-Identifier: BSD-3-Clause
"""The edge test: error rates where nothing differs, groups unlike in noise among them, power, SciPy's p, speed.

Power is beside Welch's t with Holm and beside one variance for all. Thousands of studies run inside one process
(bench/inference.c); a tenth as many are fitted and tested as a user does, and SciPy's permutation_test and the clock
see the command from outside.
"""
import csv
import os
import subprocess

import numpy as np
from scipy import stats

from lib import ROOT, Model, Results, lacon, run_measured, scratch, simulate


def studies(out, reps, seed):
    subprocess.run(["cmake", "--build", os.path.join(ROOT, "build"), "--target", "bench_inference"],
                   check=True, capture_output=True)
    text = subprocess.run([os.path.join(ROOT, "build", "bench", "bench_inference"), str(reps), "999",
                           str(seed)], check=True, capture_output=True, text=True).stdout
    header, *lines = (line.split("\t") for line in text.splitlines())
    power = {}
    for line in lines:
        row = dict(zip(header, line))
        x = {key: float(row[key]) for key in header[3:]}
        name = "%s, %s errors, %s studies" % (row["question"], row["errors"], row["studies"])
        if row["question"].startswith("null"):
            for key in ("type1", "fwe", "omnibus", "least_p", "coverage"):
                out.row(name, key, x[key])
            uniform = float(stats.chi2.sf(x["chi2"], 19))
            out.row(name, "uniform_p", uniform)
            out.claim(.045 <= x["type1"] <= .055, "%s: %.4f of p <= .05 (asked: .045 to .055)" % (name, x["type1"]))
            most = max(.055, .05 + 2 * np.sqrt(.05 * .95 / int(row["studies"])))  # two standard errors
            out.claim(x["fwe"] <= most, "%s: family-wise error %.4f (asked: at most %.3f)" % (name, x["fwe"], most))
            out.claim(x["least_p"] >= .001, "%s: smallest p %.4f = 1/(m+1)" % (name, x["least_p"]))
            out.claim(uniform > .01, "%s: p uniform, chi-square p %.3f (asked: above .01)" % (name, uniform))
            if "three" in row["question"]:
                continue  # a share of variance, not a coefficient: its interval is another matter
            out.claim(.93 <= x["coverage"] <= .97, "%s: intervals cover %.3f" % (name, x["coverage"]))
        elif row["question"].startswith("unlike"):
            for key in ("type1", "fwe", "omnibus", "coverage"):
                out.row(name, key, x[key])
            if "one variance" in row["question"]:
                continue  # what variances of their own are for
            out.claim(x["fwe"] <= .08, "%s: family-wise error %.4f (asked: at most .08)" % (name, x["fwe"]))
            if "three" in row["question"]:
                continue
            out.claim(.93 <= x["coverage"] <= .97, "%s: intervals cover %.3f" % (name, x["coverage"]))
        else:
            power[row["question"], row["errors"]] = x["power"]
            out.row(name, "power", x["power"])
            out.row(name, "welch_holm", x["power_welch_holm"])
            if "one variance" in row["question"]:
                continue
            error = np.sqrt(x["power"] * (1 - x["power"]) / (3 * int(row["studies"])))  # three planted edges of each
            out.claim(x["power"] >= x["power_welch_holm"] - 2 * error, "%s: power %.3f, Welch with Holm %.3f (asked: "
                      "no less but by chance, two standard errors)" % (name, x["power"], x["power_welch_holm"]))
    for errors in "normal", "exponential":
        own, one = power["planted", errors], power["planted, one variance", errors]
        out.claim(own >= .95 * one, "groups alike, %s errors: power %.3f with variances of their own, %.3f with one "
                  "(asked: at most 5 %% less)" % (errors, own, one))


def memory(rows, columns, phi, rng):
    """First-order autoregressions of unit variance."""
    x = rng.standard_normal((rows, columns))
    for t in range(1, rows):
        x[t] = phi * x[t - 1] + np.sqrt(1 - phi * phi) * x[t]
    return x


def resembling(R, rng):
    """The correlations of twenty rows drawn from R."""
    return np.corrcoef(rng.standard_normal((20, len(R))) @ np.linalg.cholesky(R).T, rowvar=False)


# groups of (classes, rows of each, their memory) that differ in how noisy their estimates are, and in nothing else
UNLIKE = {"20 v 20 alike": ((20, 100, 0), (20, 100, 0)),
          "10 slow v 40 quick": ((10, 100, .9), (40, 100, .2)),
          "10 short v 40 long": ((10, 40, 0), (40, 300, 0)),
          "8 slow v 16 and 16 quick by F": ((8, 100, .9), (16, 100, .2), (16, 100, .2)),
          "8 short v 16 and 16 long by F": ((8, 40, 0), (16, 300, 0), (16, 300, 0))}


def fitted(folder, groups, rng):
    """Edges of one study as a user has them: fitted, then tested; four modules of six variables."""
    loads, common = rng.uniform(.5, .8, 24), resembling(.6 * np.eye(4) + .4, rng)
    os.makedirs(folder + "/u")
    with open(folder + "/people.tsv", "w", encoding="utf-8") as table:
        table.write("id\tgroup\n")
        for g, (classes, n, phi) in enumerate(groups):
            for i in range(classes):
                z = memory(n, 4, phi, rng) @ np.linalg.cholesky(resembling(common, rng)).T
                x = np.repeat(z, 6, axis=1) * loads + np.sqrt(1 - loads ** 2) * memory(n, 24, phi, rng)
                np.save("%s/u/%s%03d.npy" % (folder, "ABC"[g], i), x)
                table.write("%s%03d\t%s\n" % ("ABC"[g], i, "ABC"[g]))
    lacon("fit", folder + "/u", "--k", 4, "--out", folder + "/m", "-q")
    lacon("test", folder + "/m", "-p", folder + "/people.tsv", "--id", "id", "-m", "group", "--perm", 500, "--out",
          folder + "/t", "-q")
    with open(folder + "/t/edges.tsv", encoding="utf-8") as table:
        return list(csv.DictReader(table, delimiter="\t"))


def unlike(out, count, seed):
    for name, groups in UNLIKE.items():
        hits, edges = 0, []
        for s in range(count):
            with scratch() as folder:
                rows = fitted(folder, groups, np.random.default_rng([seed, s, 9]))
            hits += min(float(r["p_fwe"]) for r in rows) <= .05
            edges += [float(r["p"]) <= .05 for r in rows]
        out.row("fitted, %s, %d studies" % (name, count), "fwe", hits / count)
        out.row("fitted, %s, %d studies" % (name, count), "type1", float(np.mean(edges)))
        out.claim(hits / count <= .08, "%s, %d studies fitted and tested: family-wise error %.3f (asked: at most .08)"
                  % (name, count, hits / count))


def people(path, n, columns, rng):
    with open(path, "w", encoding="utf-8") as table:
        table.write("\t".join(["id"] + columns) + "\n")
        for i in range(n):
            cells = ["AB"[i % 5 < 3]] + ["%.6f" % x for x in rng.standard_normal(len(columns) - 1)]
            table.write("\t".join(["class-%03d" % (i + 1)] + cells) + "\n")


def against_scipy(out, folder, seed):
    """Two groups, no covariate: p of every edge beside scipy.stats.permutation_test with 10,000."""
    files = simulate(folder + "/d", classes=30, samples=60, variables=20, modules=4, seed=seed)
    rng = np.random.default_rng(seed)
    people(folder + "/p.tsv", 30, ["group"], rng)
    lacon("fit", *files, "--k", 4, "--scale", "center", "--out", folder + "/m")
    lacon("test", folder + "/m", "-p", folder + "/p.tsv", "--id", "id", "-m", "group", "--perm", 10000, "--variance",
          "equal", "--out", folder + "/t")
    model = Model(folder + "/m")
    scale = np.sqrt(np.einsum("ijj->ij", model.G))
    group = np.array([i % 5 < 3 for i in range(30)])
    worst = 0.0
    with open(folder + "/t/edges.tsv", encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            a, b = int(row["module_a"]) - 1, int(row["module_b"]) - 1
            z = np.arctanh(model.G[:, a, b] / scale[:, a] / scale[:, b])
            p = stats.permutation_test((z[~group], z[group]), lambda x, y, axis: np.abs(
                stats.ttest_ind(x, y, axis=axis).statistic), n_resamples=9999, vectorized=True, alternative="greater",
                random_state=rng).pvalue
            error = np.sqrt(2 * p * (1 - p) / 10000) + 1e-4
            worst = max(worst, abs(float(row["p"]) - p) / error)
    out.row("SciPy's permutation_test", "worst_z", float(worst))
    out.claim(worst < 4, "p within %.1f Monte-Carlo standard errors of SciPy's (asked: 4)" % worst)


def clock(out, folder, seed):
    simulate(folder + "/big", classes=106, samples=20, variables=100, modules=20, seed=seed)
    people(folder + "/big.tsv", 106, ["group", "age", "iq", "fd"], np.random.default_rng(seed))
    seconds = min(run_measured("test", folder + "/big/truth", "-p", folder + "/big.tsv", "--id", "id", "-m",
                               "group + age + iq + fd", "--perm", 100000, "--out", "%s/b%d" % (folder, i), "-q")[0]
                  for i in range(3))
    out.row("100,000 permutations, 106 classes, 190 edges, 3 covariates", "seconds", float(seconds))
    out.claim(seconds < 10, "100,000 permutations in %.2f s (asked: 10)" % seconds)


def run(options):
    out = Results("inference", "what", "figure", "value")
    studies(out, options.reps or 10000, options.seed)
    with scratch() as folder:
        against_scipy(out, folder, options.seed)
        clock(out, folder, options.seed)
    unlike(out, max(1, (options.reps or 10000) // 10), options.seed)
    return out.close()
