# SPDX-License-Identifier: BSD-3-Clause
"""The search ends no worse than a fit that was told the true W.

Paper's simulation, p=50, k=5. Each data set is fitted blind and once more started at the truth
(--init); the blind one counts when its negative log-likelihood is not higher.
"""
from lib import Results, fit, scratch, simulate

ALLOWANCE = 1e-7  # nats per observation: both stop within --tol of their optimum, not at it


def blind_and_told(files, truth, folder):
    common = ("--k", 5, "--scale", "center", "--membership", "all")
    blind = fit(files, folder + "/blind", *common, "--seed", 1)
    told = fit(files, folder + "/told", *common, "--init", truth)
    return blind.meta["nll"], told.meta["nll"]


def run(options):
    reps = options.reps or 100
    out = Results("oracle", "classes", "samples", "noise", "sets", "not_worse", "share", "worst_gap")
    for classes, sizes, wanted in ((10, (50, 100, 200, 500), .98), (1, (200, 1000), .95)):
        good = total = 0
        for n in sizes:
            for noise in (.25, 1):
                gaps = []
                for rep in range(reps):
                    with scratch() as folder:
                        files = simulate(folder + "/d", classes=classes, samples=n, noise=noise,
                                         seed=options.seed + 1000 + rep)
                        blind, told = blind_and_told(files, folder + "/d/truth", folder)
                        gaps.append(blind - told)
                not_worse = sum(gap <= ALLOWANCE for gap in gaps)
                good, total = good + not_worse, total + reps
                out.row(classes, n, noise, reps, not_worse, not_worse / reps, max(gaps))
        out.claim(good >= wanted * total, "N=%d: not worse in %.1f %% of %d data sets (asked: %g %%)"
                  % (classes, 100 * good / total, total, 100 * wanted))
    return out.close()
