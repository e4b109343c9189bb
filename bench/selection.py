# SPDX-License-Identifier: BSD-3-Clause
"""The number of modules: how often held-out likelihood finds the true k, and what the choice costs.

Simulated: the paper's generator, 50 variables in 5 modules, 10 classes of 200 rows. Real data (skipped
with a word where they are not at hand): the 24 mental tests and the bfi questionnaire, whose published
keys have 5 scales, and why bfi asks for more; the cost on ABIDE, k = 2..20, in units of one fit at k = 20.
"""
import json
import os

import numpy as np

from lib import Model, Results, lacon, real_data, run_measured, scratch, simulate


def chosen(folder, files, *options):
    lacon("select", *files, "--out", folder, "--force", *options)
    with open(os.path.join(folder, "selection.json"), encoding="utf-8") as text:
        return json.load(text)


def simulated(out, reps, seed):
    hit = near = 0
    for rep in range(reps):
        with scratch() as folder:
            files = simulate(folder + "/d", classes=10, samples=200, seed=seed + 7000 + rep)
            k = chosen(folder + "/m", files, "--k", "2:10", "--cv", "rows:5", "--scale", "center")["k"]
        hit += k == 5
        near += abs(k - 5) <= 1
    out.row("simulated", "true_k", "%d of %d" % (hit, reps))
    out.claim(hit >= .9 * reps and near == reps, "true k in %d of %d sets (asked: 90 %%), within one in %d"
              % (hit, reps, near))


REVERSED = "A1,C4,C5,E1,E2,O2,O5"  # items of bfi that are worded against their scale


def keys(out):
    """Published keys of five scales. Items of bfi share their wording too, unless the reversed ones are left out."""
    tests = (real_data("holzinger_swineford"), "class24_%s.csv", ("Grant-White", "Pasteur"))
    bfi = (real_data("bfi"), "class_gender%s_reflected.csv", ("1", "2"))
    sets = (("24 tests", tests, (), True), ("bfi", bfi, (), False),
            ("bfi without reversed items", bfi, ("--ignore", REVERSED), True))
    for name, (base, pattern, classes), more, asked in sets:
        if base is None:
            print("%s: not at hand, skipped" % name)
            continue
        files = [os.path.join(base, pattern % c) for c in classes]
        for noise in ("isotropic", "variable"):
            with scratch() as folder:
                found = chosen(folder + "/m", files, "--k", "1:12", "--cv", "rows:5", "--repeats", 4, "--noise", noise,
                               *more)
                kept = Model(folder + "/m").W.shape[1]
            out.row("%s, noise %s" % (name, noise), "k_one_se", found["k_one_se"])
            out.row("%s, noise %s" % (name, noise), "k_best", found["k_best"])
            out.row("%s, noise %s" % (name, noise), "kept", kept)
            if asked:
                out.claim(abs(found["k_one_se"] - 5) <= 1, "%s, noise %s: one-standard-error choice %d (key: 5)"
                          % (name, noise, found["k_one_se"]))


def explained(out, reps):
    """Why bfi asks for more than its five scales: is it the unequal noise of the items, or what they have in common
    beyond the scales? Data drawn from the fitted five scales have the noise and not the rest."""
    base = real_data("bfi")
    if base is None:
        return
    files = [os.path.join(base, "class_gender%s_reflected.csv" % c) for c in "12"]
    with scratch() as folder:
        lacon("fit", *files, "--k", 5, "--noise", "variable", "--out", folder + "/m")
        model = Model(folder + "/m")
        psi, n = np.load(folder + "/m/model.npz")["psi"], np.load(folder + "/m/model.npz")["n"]
        hit = {"isotropic": 0, "variable": 0}
        for rep in range(reps):
            rng, drawn = np.random.default_rng(rep), []
            for c, (G, v) in enumerate(zip(model.G, model.v)):
                S = (model.W @ G @ model.W.T + v * np.eye(len(psi))) * np.sqrt(np.outer(psi, psi))
                drawn.append("%s/%d.csv" % (folder, c))
                np.savetxt(drawn[-1], rng.multivariate_normal(np.zeros(len(psi)), S, int(n[c])), delimiter=",")
            for noise in hit:
                hit[noise] += chosen(folder + "/s", drawn, "--k", "1:10", "--cv", "rows:5", "--noise", noise)["k"] == 5
    for noise, count in hit.items():
        out.row("drawn from five scales of bfi, noise %s" % noise, "k_5", "%d of %d" % (count, reps))
    out.claim(min(hit.values()) >= .9 * reps, "drawn from the five scales of bfi: k = 5 in %d and %d of %d sets"
              % (hit["isotropic"], hit["variable"], reps))


def cost(out):
    base = real_data("abide_um_aal", "subjects")
    if base is None:
        print("ABIDE: not at hand, skipped")
        return
    files = sorted(os.path.join(base, f) for f in os.listdir(base) if f.startswith("UM_1"))
    with scratch() as folder:
        fit = select = float("inf")
        for i in range(3):
            fit = min(fit, run_measured("fit", *files, "--k", 20, "--out", "%s/f%d" % (folder, i), "-q")[0])
            select = min(select, run_measured("select", *files, "--k", "2:20", "--cv", "time:5,gap=5", "--out",
                                              "%s/s%d" % (folder, i), "-q")[0])
    out.row("ABIDE, %d classes" % len(files), "fit_s", float(fit))
    out.row("ABIDE, %d classes" % len(files), "select_s", float(select))
    out.claim(select <= 10 * fit, "k = 2..20 in 5 folds costs %.1f fits at k = 20 (asked: 10)" % (select / fit))


def run(options):
    out = Results("selection", "what", "figure", "value")
    simulated(out, options.reps or 100, options.seed)
    keys(out)
    explained(out, min(options.reps or 20, 20))
    cost(out)
    return out.close()
