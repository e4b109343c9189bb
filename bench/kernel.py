# SPDX-License-Identifier: BSD-3-Clause
"""GB/s of P = K W formed from the rows, beside a plain read of the same memory (bench/kernel.c).

One iteration moves the data once; so the plain read is what could be reached at best, and for many modules
the multiply-adds the processor can do. Where others use the memory too, the plain read suffers more than the product,
and the shares say little: the last claim tells.
"""
import os
import subprocess

from lib import ROOT, Results


def run(options):
    del options
    subprocess.run(["cmake", "--build", os.path.join(ROOT, "build"), "--target", "bench_kernel"],
                   check=True, capture_output=True)
    text = subprocess.run([os.path.join(ROOT, "build", "bench", "bench_kernel")], check=True,
                          capture_output=True, text=True).stdout
    header, *lines = (line.split("\t") for line in text.splitlines())
    out = Results("kernel", *header)
    shares = {"double": [], "float32": []}
    for precision, p, k, *figures in lines:
        out.row(precision, int(p), int(k), *map(float, figures))
        if int(k) <= 8:
            shares[precision].append(float(figures[2]))
    for precision, found in shares.items():
        out.claim(min(found) >= .6, "%s, k <= 8: at least %.0f %% of a plain read (asked: 60)"
                  % (precision, 100 * min(found)))
    best = max(max(found) for found in shares.values())
    out.claim(best <= 1.05, "nobody else at the memory: no product beyond 105 %% of a plain read (the best: %.0f)"
              % (100 * best))
    return out.close()
