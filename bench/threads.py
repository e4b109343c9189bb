# SPDX-License-Identifier: BSD-3-Clause
"""Two threads against one on many classes (564 x 261 rows x 264 variables).

Wall seconds of the fit without reading; the answer must be the same bytes.
"""
import os
import sys

from lib import Results, fit, scratch, simulate


def bytes_of(folder):
    out = []
    for name in ("modules.tsv", "connectivity.tsv", "classes.tsv", "model.npz"):
        with open(os.path.join(folder, name), "rb") as file:
            out.append(file.read())
    return out


def run(options):
    if len(os.sched_getaffinity(0)) < 2:
        print("skipped: one processor")
        return True
    out = Results("threads", "k", "one_s", "two_s", "ratio")
    with scratch() as folder:
        print("drawing 564 classes ...", file=sys.stderr)
        files = simulate(folder + "/d", classes=564, samples=261, variables=264, modules=10, noise=.5,
                         seed=options.seed + 5)
        for k in (5, 10):
            seconds = []
            for threads in (1, 2):
                runs = [fit([folder + "/d"], "%s/%d-%d-%d" % (folder, k, threads, i), "--k", k, "--seed", 1,
                            "--threads", threads) for i in range(2)]
                seconds.append(min(run.meta["seconds"]["fit"] for run in runs))
            out.row(k, *seconds, seconds[0] / seconds[1])
            same = bytes_of("%s/%d-1-0" % (folder, k)) == bytes_of("%s/%d-2-0" % (folder, k))
            out.claim(seconds[0] >= 1.7 * seconds[1] and same,
                      "k=%d: two threads %.2f times one (asked: 1.7), %s bytes"
                      % (k, seconds[0] / seconds[1], "the same" if same else "DIFFERENT"))
    del files
    return out.close()
