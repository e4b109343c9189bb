# SPDX-License-Identifier: BSD-3-Clause
"""Type hints hold by mypy, where it is installed."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "bindings" / "python"


class Types(unittest.TestCase):
    def test_mypy(self):
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", cache, "lacon"], cwd=PACKAGE,
                                  capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
