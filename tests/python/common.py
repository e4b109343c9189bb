# SPDX-License-Identifier: BSD-3-Clause
"""Data and the command line, for all tests."""
import glob
import os
import shutil
import subprocess
import tempfile
import unittest

import numpy as np

import lacon


def command(*words):
    done = subprocess.run([os.environ["LACON_CLI"], *map(str, words)], capture_output=True, text=True)
    assert done.returncode in (0, 4), done.stderr
    return done.stdout


def world(classes=5, rows=90, p=20, k=3, seed=3):
    return lacon.simulate(classes, rows, p, k, random_state=seed)


class Scratch(unittest.TestCase):
    """A folder of its own, with simulated tables in it."""

    @classmethod
    def setUpClass(cls):
        cls.dir = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.dir, True)
        command("simulate", "--classes", 5, "--samples", 90, "--variables", 20, "--modules", 3, "--seed", 3, "--out",
                cls.dir + "/s")
        cls.files = sorted(glob.glob(cls.dir + "/s/class-*.csv"))
        cls.X = [np.genfromtxt(f, delimiter=",", skip_header=1) for f in cls.files]
