# SPDX-License-Identifier: BSD-3-Clause
"""How a fit grows with threads, 1 to 16 of them, for three shapes of data; the same bytes each time.

Seconds of the fit alone, data in memory, and beside them of reading as many bytes (bench/scale.c, which needs nothing
but the library: build/bench/bench_scale runs by itself on a machine without Python or packages). Threads beyond the
processors at hand are left out.
"""
import os
import subprocess

from lib import ROOT, Results

PROGRAM = os.path.join(ROOT, "build", "bench", "bench_scale")
ASKED = {"564 x 200 x 264, k = 5": 8, "20 x 200 x 100,000, k = 10": 8, "10,000 x 200 x 100, k = 10": 11}


def run(options):
    del options
    subprocess.run(["cmake", "--build", os.path.join(ROOT, "build"), "--target", "bench_scale"], check=True,
                   stdout=subprocess.DEVNULL)
    cores = len(os.sched_getaffinity(0))
    threads = [t for t in (1, 2, 4, 8, 16) if t <= cores]
    out = Results("scale", "data", "threads", "seconds", "speed_up", "digest")
    done = subprocess.run([PROGRAM, ",".join(map(str, threads))], capture_output=True, text=True, check=True,
                          env={k: v for k, v in os.environ.items() if k != "OMP_NUM_THREADS"})
    rows = [line.split("\t") for line in done.stdout.splitlines()[1:]]
    for name, count, seconds, gain, digest in rows:
        out.row(name, int(count), float(seconds), float(gain), digest)
    for name, asked in ASKED.items():
        mine = [row for row in rows if row[0] == name]
        out.claim(len({row[4] for row in mine}) == 1, "%s: the same bytes for any threads" % name)
        if cores >= 16:
            gain = float(mine[-1][3])
            out.claim(gain >= asked, "%s: 16 threads %.1f times one (asked: %d)" % (name, gain, asked))
    return out.close()
