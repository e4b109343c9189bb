# SPDX-License-Identifier: BSD-3-Clause
"""Reading beside `wc -l`, pandas, `cat` and `sha256sum`: bytes per second of processor time, one core.

Text (17 digits and 6 decimals), .npy, and the same rows in 16 files read by two threads. Processor
time, the least of several alternating runs: what others do on the machine does not count. lacon's
figure includes parsing, checks, SHA-256 of the bytes and the memory for the rows; pandas' is of the
call alone, without the start of Python; those of wc, cat and sha256sum of the whole process.
"""
import os
import subprocess
import sys

import numpy as np

from lib import ROOT, Results, scratch

PROGRAM = os.path.join(ROOT, "build", "bench", "bench_reading")
ROWS, COLUMNS, REPEATS = 60000, 100, 7


def of_lacon(threads, *files):
    done = subprocess.run([PROGRAM, str(threads), *files], capture_output=True, text=True, check=True)
    return [float(x) for x in done.stdout.split()]


def of_process(*command):
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    return usage.ru_utime + usage.ru_stime


def of_python(code):
    text = ("import time, numpy, pandas\nt = time.process_time()\n%s\nprint(time.process_time() - t)" % code)
    return float(subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout)


def have_pandas():
    return subprocess.run([sys.executable, "-c", "import pandas"], capture_output=True).returncode == 0


def least(measures):
    """Each of them in turn, REPEATS times; the least of each."""
    best = [np.inf] * len(measures)
    for _ in range(REPEATS):
        best = [min(b, m()) for b, m in zip(best, measures)]
    return best


def write(folder):
    X = np.random.default_rng(1).standard_normal((ROWS, COLUMNS))
    files = {}
    for name, form in (("digits.csv", "%.17g"), ("decimals.csv", "%.6f")):
        files[name] = os.path.join(folder, name)
        np.savetxt(files[name], X, delimiter=",", fmt=form)
    files["array.npy"] = os.path.join(folder, "array.npy")
    np.save(files["array.npy"], X)
    parts = os.path.join(folder, "parts")
    os.makedirs(parts)
    for i, part in enumerate(np.array_split(X, 16)):
        np.savetxt(os.path.join(parts, "p%02d.csv" % i), part, delimiter=",", fmt="%.17g")
    return files, parts


def run(options):
    del options
    subprocess.run(["cmake", "--build", os.path.join(ROOT, "build"), "--target", "bench_reading"], check=True,
                   stdout=subprocess.DEVNULL)
    out = Results("reading", "file", "MB", "lacon_MB_s", "wc_MB_s", "rival_MB_s", "rival")
    pandas = have_pandas()
    with scratch() as folder:
        print("writing %d x %d values ..." % (ROWS, COLUMNS), file=sys.stderr)
        files, parts = write(folder)
        for name, path in files.items():
            size = os.path.getsize(path) / 1e6
            text = name.endswith(".csv")
            rival = "pandas.read_csv" if text else "sha256sum"
            code = "pandas.read_csv(%r, header=None)"
            plain = ("wc", "-l", path) if text else ("cat", path)
            measures = [lambda: of_lacon(1, path)[0], lambda: of_process(*plain)]
            if text and pandas:
                measures.append(lambda: of_python(code % path))
            if not text:
                measures.append(lambda: of_process("sha256sum", path))
            best = least(measures)
            rates = [size / max(b, 1e-4) for b in best] + [float("nan")] * (3 - len(best))
            out.row(name, size, *rates, rival)
            if text:
                out.claim(rates[0] >= 200, "%s: %.0f MB/s per core (asked: 200), pandas %.0f" %
                          (name, rates[0], rates[2]))
            else:
                out.claim(best[0] <= 2 * best[2], "%s: %.2f times sha256sum, which is part of it, and %.1f times cat"
                          % (name, best[0] / best[2], best[0] / best[1]))
        threads_claim(out, parts)
    return out.close()


def threads_claim(out, parts):
    """The busiest of two threads against one, in processor time: what two free processors would take. Wall
    seconds are shown beside it and hold where nobody else uses the machine."""
    files = sorted(os.path.join(parts, f) for f in os.listdir(parts))
    runs = [(of_lacon(1, *files), of_lacon(2, *files)) for _ in range(REPEATS)]
    one, two, all_of_two = (min(r) for r in zip(*((a[2], b[2], b[0]) for a, b in runs)))
    wall = min(a[1] for a, _ in runs) / min(b[1] for _, b in runs)
    if two <= 0:
        print("skipped: the system does not tell the time of a thread")
        return
    out.claim(one >= 1.5 * two, "16 files: the busier of two threads has 1/%.2f of the work of one (asked: 1.5), "
              "together %.2f of it; wall %.2f times, load %.1f"
              % (one / two, all_of_two / one, wall, os.getloadavg()[0]))
