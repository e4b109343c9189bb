# SPDX-License-Identifier: BSD-3-Clause
"""Pure-noise variables end unassigned, real ones do not; and rows that follow each other count for what they tell.

Paper's simulation, 50 variables in 5 modules and 20 of nothing but noise. A real variable counts when
its signal, w^2 G / v averaged over the classes, exceeds 40 / sum n: below that nobody can tell. Effective rows are
held against those of first-order autoregressions, which are known.
"""
import json

import numpy as np

from lib import Model, Results, fit, lacon, scratch, simulate


def shares(files, truth, folder, samples):
    """(noise unassigned, noise, real unassigned, real with enough signal) of one data set."""
    model = fit(files, folder + "/m", "--k", 5, "--scale", "center", "--seed", 1)
    column = truth.W.argmax(1)
    real = truth.W.max(1) > 0
    variance = truth.G.mean(0)[column, column]  # latent variance of each variable's module
    signal = truth.W.max(1) ** 2 * variance / truth.v.mean()
    clear = real & (signal > 40 / samples)
    out = model.labels == 0
    return out[~real].sum(), (~real).sum(), out[clear].sum(), clear.sum()


# ---- effective rows ---------------------------------------------------------------------------------

# modules, variables of each, loads, correlation of two modules
KINDS = {"not correlated": (24, 1, (1, 1), 0), "five modules": (5, 6, (.5, .8), .4),
         "ten modules": (10, 10, (.4, .7), .2), "one module": (1, 20, (.6, .9), 0)}
MEMORIES = {0: (20, 60, 300), .5: (20, 60, 300), .8: (30, 60, 300), .9: (60, 120, 300)}


def remembering(rng, n, columns, phi):
    x = rng.normal(size=(n, columns))
    for t in range(1, n):
        x[t] = phi * x[t - 1] + np.sqrt(1 - phi * phi) * x[t]
    return x


def known(phi, n):
    """c of two such series"""
    lag = np.arange(1, n)
    return 1 + 2 * float(((1 - lag / n) * phi ** (2 * lag)).sum())


def effective(options):
    """n* over what it should be, mean over classes."""
    sets = 6 * (options.reps or 50)
    out = Results("effective", "variables", "rows", "memory", "of_known", "error")
    for name, (modules, each, loads, common) in KINDS.items():
        for phi, lengths in MEMORIES.items():
            for n in lengths:
                rng = np.random.default_rng([options.seed, n, int(10 * phi), modules])
                with scratch() as folder:
                    for c in range(sets):
                        own = np.sqrt(1 - common) * remembering(rng, n, modules, phi)
                        z = own + np.sqrt(common) * remembering(rng, n, 1, phi)
                        w = rng.uniform(*loads, modules * each)
                        x = np.repeat(z, each, axis=1) * w + np.sqrt(1 - w * w) * remembering(rng, n, len(w), phi)
                        np.save("%s/c%04d.npy" % (folder, c), x)
                    classes = json.loads(lacon("check", folder, "--json"))["classes"]
                found = np.array([c["effective_rows"] for c in classes]) / n * known(phi, n)
                error = float(found.std() / np.sqrt(sets))
                out.row(name, n, phi, float(found.mean()), error)
                if n >= 60 and phi <= .8:
                    out.claim(abs(found.mean() - 1) <= max(.02, 3 * error), "%s, %d rows, memory %g: effective rows "
                              "%.3f of what is known (asked: to .02, or three standard errors)"
                              % (name, n, phi, found.mean()))
    return out.close()


def run(options):
    reps = options.reps or 50
    out = Results("membership", "classes", "samples", "sets", "noise_out", "real_out")
    for classes, n in ((1, 1000), (10, 100)):
        count = np.zeros(4)
        for rep in range(reps):
            with scratch() as folder:
                files = simulate(folder + "/d", classes=classes, samples=n, more=("--noise-variables", 20),
                                 seed=options.seed + 3000 + rep)
                count += shares(files, Model(folder + "/d/truth"), folder, classes * n)
        noise_out, real_out = float(count[0] / count[1]), float(count[2] / count[3])
        out.row(classes, n, reps, noise_out, real_out)
        out.claim(noise_out >= .95 and real_out <= .02,
                  "N=%d n=%d: %.1f %% of the noise unassigned (asked: 95), %.2f %% of the real ones"
                  " (asked: at most 2)" % (classes, n, 100 * noise_out, 100 * real_out))
    return out.close() & effective(options)
