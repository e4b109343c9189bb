# SPDX-License-Identifier: BSD-3-Clause
"""What the Python package costs beside the library: a fit at p = 1000, the import, memory over 10,000 fits.

Each part in a Python of its own (build/python, `./run python`), by processor time: what the extension spends inside the
calls of the library is told apart from all that Python does around them, views, options, attributes and copies of W.
"""
import os
import subprocess

import numpy as np

from lib import Results

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CALLS = ("data_new", "data_standardise", "fit")  # what a program in C would call

FIT = """
import time, warnings, numpy as np, lacon
from lacon import _core
warnings.simplefilter("ignore")
inside = [0.0]
def timed(call):
    def wrapper(*arguments):
        begun = time.process_time()
        try:
            return call(*arguments)
        finally:
            inside[0] += time.process_time() - begun
    return wrapper
_, X = lacon.simulate(4, 300, 1000, 10, random_state=SEED)
model = lacon.LatentConnectivity(10, random_state=1).fit(X)
for name in NAMES:
    setattr(_core, name, timed(getattr(_core, name)))
inside[0], begun = 0.0, time.process_time()
model.fit(X)
print(time.process_time() - begun, inside[0])
"""
IMPORT = """
import time, numpy
begun = time.process_time()
import lacon
print(time.process_time() - begun)
"""
MEMORY = """
import warnings, lacon
warnings.simplefilter("ignore")
rss = lambda: int(open("/proc/self/statm").read().split()[1]) * 4
_, X = lacon.simulate(3, 80, 12, 2, random_state=1)
fit = lacon.LatentConnectivity(2).fit
for _ in range(200):
    fit(X)
before = rss()
for _ in range(10000):
    fit(X)
print(before, rss())
"""


def python(code):
    environment = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "build", "python")}
    done = subprocess.run(["/usr/bin/python3", "-c", code], env=environment, capture_output=True, text=True, check=True)
    return [float(word) for word in done.stdout.split()]


def run(options):
    if not os.path.isdir(os.path.join(ROOT, "build", "python")):
        print("skipped: there is no build/python (./run python)")
        return True
    out = Results("bindings", "what", "value", "unit")
    code = FIT.replace("SEED", str(options.seed + 3)).replace("NAMES", repr(CALLS))
    whole, inside = np.min([python(code) for _ in range(options.reps or 5)], axis=0)
    out.row("fit", whole, "s")
    out.row("of it in the library", inside, "s")
    out.claim(whole <= 1.02 * inside, "p = 1000: a fit from NumPy %.3f s, %.2f %% over the library's calls (asked: 2)"
              % (whole, 100 * (whole / inside - 1)))
    ms = 1e3 * min(python(IMPORT)[0] for _ in range(7))
    out.row("import beyond NumPy", ms, "ms")
    out.claim(ms <= 100, "import %.0f ms beyond NumPy's (asked: 100)" % ms)
    before, after = python(MEMORY)
    out.row("growth over 10,000 fits", after - before, "kB")
    # the scaled rows of a fit are 23 kB: a fit in two hundred that left them behind would be 1150
    out.claim(after - before < 1000, "10,000 fits: resident memory %.0f kB, then %.0f (asked: no growth)"
              % (before, after))
    return out.close()
