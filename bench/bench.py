# SPDX-License-Identifier: BSD-3-Clause
"""`./run bench [NAME...]`: measurements against other programs, in the same run on the same machine.

One file per claim beside this one; each has a docstring whose first line says what it shows and a
function run(options). lib.py holds what they share. Results go to bench/results/NAME.tsv. Nothing here
is a test: a figure depends on the machine, and the tests must not.
"""
import argparse
import importlib
import os
import sys

# One thread each, unless a benchmark says otherwise; must be set before NumPy is loaded.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

NAMES = ["oracle", "ward", "published", "membership", "keys", "noise", "missing", "speed", "threads", "kernel",
         "scaling", "fofc", "rivals", "causal", "inference", "selection", "criteria", "stability", "pool", "study",
         "reading", "partitions", "bindings", "scale"]


def main():
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__.split("\n")[0])
    parser.add_argument("name", nargs="*", help="list, or any of: " + ", ".join(NAMES))
    parser.add_argument("--reps", type=int, help="data sets per setting (each has its own default)")
    parser.add_argument("--seed", type=int, default=0, help="shifts the seeds of simulated data")
    options = parser.parse_args()
    if options.name == ["list"]:
        for name in NAMES:
            print("%-11s %s" % (name, importlib.import_module(name).__doc__.split("\n")[0]))
        return 0
    unknown = set(options.name) - set(NAMES)
    if unknown:
        parser.error("no such benchmark: " + ", ".join(sorted(unknown)))
    missed = 0
    for name in options.name or NAMES:
        module = importlib.import_module(name)
        print("\n== %s: %s" % (name, module.__doc__.split("\n")[0]), flush=True)
        missed += not module.run(options)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
