# SPDX-License-Identifier: BSD-3-Clause
"""The sdist has all that CMake wants of the sources: it configures where there is no checkout around it. And every file
of the package is in it."""
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "bindings" / "python"


@unittest.skipUnless(shutil.which("cmake"), "there is no cmake")
class Package(unittest.TestCase):
    def test_sdist_configures(self):
        with tempfile.TemporaryDirectory() as scratch:
            made = subprocess.run([sys.executable, "setup.py", "-q", "egg_info", "--egg-base", scratch, "sdist", "-d",
                                   scratch], cwd=PACKAGE, capture_output=True, text=True)
            self.assertEqual(made.returncode, 0, made.stderr)
            archive = next(pathlib.Path(scratch).glob("*.tar.gz"))
            with tarfile.open(archive) as file:
                file.extractall(scratch)
            inside = archive.with_suffix("").with_suffix("")
            for file in (PACKAGE / "lacon").glob("*.py*"):
                self.assertTrue((inside / "lacon" / file.name).exists(), file.name)
            done = subprocess.run(["cmake", "-S", inside / "liblacon", "-B", scratch + "/build", "-DLACON_TESTS=OFF",
                                   f"-DLACON_PYTHON={sys.executable}"], capture_output=True, text=True,
                                  env={k: v for k, v in os.environ.items() if k != "PYTHONPATH"})
            self.assertEqual(done.returncode, 0, done.stderr)
            targets = subprocess.run(["cmake", "--build", scratch + "/build", "--target", "help"], capture_output=True,
                                     text=True).stdout
            self.assertIn("lacon_extension", targets)


if __name__ == "__main__":
    unittest.main()
