# SPDX-License-Identifier: BSD-3-Clause
"""The published algorithm with repairs (--solver alm) against the answers of its authors' own program.

Stored answers (W) on stored data; skipped where they are not on this machine. Two answers are two draws:
where both found the modules, the errors differ by chance, and how much is measured on simulated sets of
the same design. There their criterion (score matching, rows not centred) is fitted beside the default one.
"""
import glob
import os

import numpy as np

from lib import Model, Results, fit, real_data, scratch, simulate, table, w_error

DEFAULT = ("--scale", "center")
THEIRS = ("--scale", "none", "--objective", "sm")  # what their answer on N10_n200 minimises, to 1e-4


def alm_error(truth, files, folder, options, solver="alm"):
    return w_error(truth, fit(files, folder, "--k", 5, "--seed", 1, "--membership", "all",
                              "--solver", solver, *options).W)


def stored(out, base, name):
    """Errors of alm and of the authors' program on one of their answers."""
    files = sorted(glob.glob(os.path.join(base, name + ".class*.csv")))
    truth = table(os.path.join(base, name + ".true_W.csv"))
    theirs = w_error(truth, table(os.path.join(base, name + ".mha_W.csv")))
    with scratch() as folder:
        alm = alm_error(truth, files, folder + "/alm", DEFAULT)
        criterion = alm_error(truth, files, folder + "/sm", THEIRS)
        mm = alm_error(truth, files, folder + "/mm", DEFAULT, "mm")
    out.row(name, alm, criterion, mm, theirs)
    return alm, theirs


def simulated(out, reps, seed):
    """Paired differences of the two criteria where both find the modules, 10 classes of 200 rows."""
    errors = []
    for rep in range(reps):
        with scratch() as folder:
            files = simulate(folder + "/d", classes=10, samples=200, seed=seed + 9000 + rep)
            truth = Model(folder + "/d/truth").W
            errors.append([alm_error(truth, files, folder + "/a", DEFAULT),
                           alm_error(truth, files, folder + "/s", THEIRS),
                           alm_error(truth, files, folder + "/m", DEFAULT, "mm")])
    mean = np.mean(errors, 0)
    out.row("N10_n200 x %d" % reps, *map(float, mean), float("nan"))
    return np.subtract(*np.transpose(errors)[:2])


def run(options):
    base = real_data("..", "reference", "mha")
    if not base:
        print("skipped: the authors' answers are not on this machine")
        return True
    out = Results("published", "data", "w_alm", "w_alm_theirs", "w_mm", "w_authors")
    one, authors_one = stored(out, base, "N1_n1000")
    ten, authors_ten = stored(out, base, "N10_n200")
    out.claim(one <= authors_one, "N1_n1000: W error of alm %.3f, of the authors' program %.3f"
              % (one, authors_one))
    difference = simulated(out, options.reps or 50, options.seed)
    mean, sd = difference.mean(), difference.std(ddof=1)
    error = sd / len(difference) ** .5
    out.claim(mean <= 2 * error, "alm less their criterion: %.5f (standard error %.5f)" % (mean, error))
    out.claim(ten - authors_ten <= mean + 2 * sd,
              "N10_n200: alm %.5f, theirs %.5f; over sets of its design alm less their criterion is %.5f +- %.5f"
              % (ten, authors_ten, mean, sd))
    return out.close()
