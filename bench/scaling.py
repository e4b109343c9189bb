# SPDX-License-Identifier: BSD-3-Clause
"""Time and memory grow linearly in the variables and in the rows.

One class of 200 rows, p up to 50,000 (row route: the time of an iteration, and of the fit, because the
number of iterations differs), and 200 variables with n up to 512,000 (covariance route: the time of the
fit, for rows are read only to form K); k=5, one thread.
Memory is the kernel's account of the peak of the whole command.
"""
import json
import os

import numpy as np

from lib import Results, run_measured, scratch

MEGA = 1e6


def draw(path, n, p, seed, k=5):
    """A module structure of any size, drawn here so that nothing is written as text."""
    rng = np.random.default_rng(seed)
    latent = rng.standard_normal((n, k))
    x = latent[:, rng.integers(0, k, p)] * rng.uniform(.5, 1.5, p)
    x += rng.standard_normal((n, p))
    np.save(path, x)
    return x.nbytes


def measure(out, n, p, seed, folder):
    path = "%s/%dx%d.npy" % (folder, n, p)
    stored = draw(path, n, p, seed)
    model = path[:-4]
    seconds = np.inf
    for _ in range(3):  # least of three: what is left when nobody else disturbs
        _, peak = run_measured("fit", path, "--k", 5, "--threads", 1, "--seed", 1, "--quiet",
                               "--out", model, "--force")
        with open(model + "/model.json", encoding="utf-8") as text:
            meta = json.load(text)
        seconds = min(seconds, meta["seconds"]["fit"])
    os.remove(path)
    step = seconds / max(meta["iterations"], 1)
    allowed = 1.25 * stored + 200 * MEGA
    out.row(n, p, seconds, meta["iterations"], 1e3 * step, 1e9 * step / (n * p), peak / MEGA,
            allowed / MEGA)
    return {"size": n * p, "step": step, "fit": seconds, "fits": peak <= allowed}


def exponent(found, time, largest=3):
    """Slope of log time against log size over the largest sizes: 1 is linear."""
    x, y = (np.log([f[name] for f in found[-largest:]]) for name in ("size", time))
    return float(np.polyfit(x, y, 1)[0])


def run(options):
    out = Results("scaling", "n", "p", "fit_s", "iterations", "ms_per_iter", "ns_per_value",
                  "peak_MB", "allowed_MB")
    with scratch() as folder:
        by_p = [measure(out, 200, p, options.seed, folder)
                for p in (1000, 2000, 5000, 10000, 20000, 50000)]
        by_n = [measure(out, n, 200, options.seed, folder)
                for n in (8000, 32000, 128000, 512000)]
    for name, found, times in (("p", by_p, ("step", "fit")), ("n", by_n, ("fit",))):
        for time in times:
            slope = exponent(found, time)
            out.claim(slope <= 1.15, "time of %s grows as %s^%.2f (asked: linear)"
                      % ({"step": "an iteration", "fit": "the fit"}[time], name, slope))
        out.claim(all(f["fits"] for f in found),
                  "peak memory within 1.25 x rows + 200 MB at every %s" % name)
    return out.close()
