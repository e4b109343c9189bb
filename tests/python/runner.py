# SPDX-License-Identifier: BSD-3-Clause
"""python3 runner.py PACKAGE-DIR CLI FILE MODULE...: the tests of one file; 77 and a word where a module is missing."""
import importlib.util
import os
import sys
import unittest
import warnings

package, cli, name, needed = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
absent = [m for m in needed if importlib.util.find_spec(m) is None]
if absent:
    print("skipped: this Python has no", ", ".join(absent))
    sys.exit(77)
sys.path[:0] = [package, os.path.dirname(os.path.abspath(__file__))]
os.environ["LACON_CLI"] = cli
os.environ["PYTHONPATH"] = package  # of processes that joblib starts
os.environ.setdefault("MPLBACKEND", "Agg")
warnings.filterwarnings("ignore", "G lost rank|.* unassigned")  # true of the small worlds of the tests
suite = unittest.defaultTestLoader.loadTestsFromName(name)
sys.exit(not unittest.TextTestRunner(verbosity=1, warnings=None).run(suite).wasSuccessful())
