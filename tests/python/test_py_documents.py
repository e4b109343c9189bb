# SPDX-License-Identifier: BSD-3-Clause
"""Examples of the docstrings give what they show; blocks of docs/python.md run, one after the other; keywords and
defaults of the estimator are those of the library's table."""
import contextlib
import doctest
import importlib
import inspect
import io
import os
import pathlib
import re
import tempfile
import unittest

import lacon
from lacon import _core, _errors

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Documents(unittest.TestCase):
    def test_docstrings(self):
        tried = 0
        for name in ("", "._estimator", "._functions", "._report", "._results", ".plot"):
            done = doctest.testmod(importlib.import_module("lacon" + name))
            self.assertEqual(done.failed, 0)
            tried += done.attempted
        self.assertGreater(tried, 5)

    def test_page(self):
        blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs/python.md").read_text(encoding="utf-8"), re.S)
        self.assertGreater(len(blocks), 4)
        names: dict = {}
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as scratch:
            os.symlink(ROOT / "examples", scratch + "/examples")
            os.chdir(scratch)
            try:
                for block in blocks:
                    with contextlib.redirect_stdout(io.StringIO()):
                        exec(compile(block, "docs/python.md", "exec"), names)
            finally:
                os.chdir(before)

    def test_defaults(self):
        ours = {n: p.default for n, p in inspect.signature(lacon.LatentConnectivity).parameters.items()}
        for name, kind, default, _, _ in _core.options("fit"):
            mine = ours[_errors.keyword(name)]
            if name in ("k", "seed"):  # no default there; None here is the table's
                continue
            self.assertEqual(float(mine) if kind != "choice" else mine, float(default) if kind != "choice" else default)

    def test_names(self):
        for name in lacon.__all__:
            self.assertIsNotNone(getattr(lacon, name).__doc__, name)


if __name__ == "__main__":
    unittest.main()
