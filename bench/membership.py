# SPDX-License-Identifier: BSD-3-Clause
"""Pure-noise variables end unassigned, real ones do not.

Paper's simulation, 50 variables in 5 modules and 20 of nothing but noise. A real variable counts when
its signal, w^2 G / v averaged over the classes, exceeds 40 / sum n: below that nobody can tell.
"""
import numpy as np

from lib import Model, Results, fit, scratch, simulate


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
    return out.close()
