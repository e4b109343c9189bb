# SPDX-License-Identifier: BSD-3-Clause
"""Bad input raises with the right words; warnings, interrupts and progress are Python's."""
import os
import signal
import tempfile
import threading
import time
import unittest
import warnings

import numpy as np
import pandas as pd

import lacon
from common import world
from lacon._errors import reword


class Errors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.truth, cls.X = world()

    def refuses(self, words, X, kind=ValueError, fit=None, **options):
        with self.assertRaisesRegex(kind, words):
            lacon.LatentConnectivity(**options).fit(X, **(fit or {}))

    def test_classes_with_another_index(self):
        """A Series whose labels are those of X in other places is either lined up or not: we ask."""
        X = pd.DataFrame(np.vstack(self.X[:2]), columns=[f"v{j}" for j in range(self.X[0].shape[1])])
        of = pd.Series(np.repeat(["a", "b"], len(self.X[0])))
        mixed = X.sample(frac=1, random_state=0)
        self.refuses(r"classes has the labels of X's index in other places: line it up", mixed, fit={"classes": of})
        fit = lacon.LatentConnectivity(2).fit
        theirs = fit(mixed, classes=of.reindex(mixed.index))
        ours = fit(X, classes=of)
        noise = dict(zip(ours.class_names_, ours.noise_))
        np.testing.assert_allclose(theirs.noise_, [noise[c] for c in theirs.class_names_], rtol=1e-6)
        fit(X.set_axis([f"row {i}" for i in range(len(X))]), classes=of)  # labels of another kind: the places count

    def test_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "survey.csv")
            with open(path, "w") as f:
                f.write("id,sex,q1,q2,land\n")
                f.write("".join(f"{i},{'fm'[i % 2]},{i * i % 7},{i % 5},NZ\n" for i in range(40)))
            with self.assertRaises(ValueError) as caught:
                lacon.read(path)
            said = str(caught.exception)
            self.assertIn("column 2 ('sex') holds 'f', which is not a number", said)
            self.assertIn('drop the column (ignore="2")', said)
            self.assertIn('classes="sex"', said)
            self.assertTrue(said.endswith('all are left out by ignore="2,5"'), said)
            self.assertEqual(lacon.read(path, classes="sex", ignore="5").labels,
                             lacon.read(path, class_column="sex", ignore="land").labels)
            with self.assertRaisesRegex(ValueError, "no read option 'sep'; there are .*class_column, columns"):
                lacon.read(path, sep=",")

    def test_bad_input(self):
        x = self.X[0]
        holes = x.copy()
        holes[3, 4] = np.nan
        endless = x.copy()
        endless[3, 4] = np.inf
        self.refuses(r"row 4, variable 'V5' is NaN.*missing=\"marginal\"", holes)
        self.refuses("infinite", endless)
        self.refuses("numbers are needed", np.array([["a", "b"]] * 5))
        self.refuses(r"row 0, column 1\)", np.array([[1, "x"]] * 5, object))
        self.refuses(r"files are read by lacon\.read", "survey.csv")
        self.refuses(r"files are read by lacon\.read", ["a.csv", "b.csv"])
        self.refuses("ragged", [[1.0, 2.0], [3.0]])
        self.refuses("ragged", np.array([[1.0, 2.0], [3.0]], dtype=object))
        self.refuses(r"X\[1\] has 3 columns", [x, self.X[1][:, :3]])
        self.refuses("at least 1", x, n_modules=0)
        self.refuses("n_features = 20", x, n_modules=99)
        self.refuses("an integer", x, n_modules=2.5)
        self.refuses("n_samples = 1", x[:1])
        self.refuses("empty list", [])
        self.refuses("2D", x[0])
        self.refuses("Complex", x * 1j)
        self.refuses("missing=\"marginal\".*X without column 'V3'", x * (np.arange(20) != 2))
        self.refuses("one of 'z', 'center', 'none'", x, scale="zz")
        self.refuses("not one of isotropic", x, noise="pink")
        self.refuses("random_state", x, random_state="one")
        self.refuses("n_jobs", x, n_jobs=0)
        self.refuses("max_iter: '2.5' is not a whole number", x, max_iter=2.5)
        self.refuses("n_starts: 500 is outside", x, n_starts=500)
        self.refuses(r"\(project\)", x, pool=True)

    def test_no_model(self):
        """What is no model, or no result of its kind, is told by its type."""
        model = lacon.LatentConnectivity(n_modules=3, random_state=1).fit(self.X)
        for call in (lambda m: lacon.save(m, "none"), lambda m: lacon.evaluate(m, self.X),
                     lambda m: lacon.compare(m, model), lambda m: lacon.compare(model, m),
                     lambda m: lacon.stability(m, self.X), lambda m: lacon.causal(m, self.X), lacon.report):
            for wrong in (self.X, 3.5, "model", range(2)):
                with self.assertRaisesRegex(TypeError, f"of type {type(wrong).__name__}: a fitted LatentConnectivity"):
                    call(wrong)
            with self.assertRaisesRegex(ValueError, "fit"):
                call(lacon.LatentConnectivity())
        with self.assertRaisesRegex(TypeError, "selection is of type bool: a lacon.Selection"):
            lacon.report(model, selection=True)
        with self.assertRaisesRegex(TypeError, "edgetest is of type list: a lacon.EdgeTest"):
            lacon.report(model, tests=[1])
        self.refuses("object|number", object(), kind=(TypeError, ValueError))

    def test_bad_frames(self):
        x = self.X[0]
        twice = pd.DataFrame(x, columns=["a", "a"] + [f"v{i}" for i in range(18)])
        self.refuses("both called 'a'", twice)
        frame = pd.DataFrame(x).add_prefix("v")
        self.refuses("no column of that name", frame, fit={"classes": "school"})
        self.refuses("class 'x' has one row", frame.assign(s=["x"] + ["y"] * 89), fit={"classes": "s"})
        self.refuses("column 's'", frame.assign(s="text"))
        mixed = frame.assign(s="text", when=pd.date_range("2020-01-01", periods=90), v3="1.5")
        self.refuses(r"columns 'v3', 's', 'when' hold words or dates, .*drop\(columns=\['v3', 's', 'when'\]\)", mixed)
        self.refuses("one class for each row", frame, fit={"classes": ["a", "b"]})
        self.refuses("two classes are called 'a'", self.X, fit={"classes": ["a"] * 5})

    def test_bad_groups(self):
        m = lacon.LatentConnectivity(3).fit(self.X)
        with self.assertRaisesRegex(ValueError, "one group"):
            lacon.edge_test(m, "g", pd.DataFrame({"g": ["a"] * 5}))
        with self.assertRaisesRegex(ValueError, "no column 'h'"):
            lacon.edge_test(m, "h", {"g": ["a", "b", "a", "b", "a"]})
        with self.assertRaisesRegex(ValueError, "4 rows, there are 5 classes"):
            lacon.edge_test(m, "g", {"g": ["a", "b", "a", "b"]})
        for wrong in (3, "abc", ["a", "b"]):
            with self.assertRaisesRegex(TypeError, f"of type {type(wrong).__name__}: a DataFrame or a dict"):
                lacon.edge_test(m, "g", wrong)
            with self.assertRaisesRegex(TypeError, f"of type {type(wrong).__name__}: a DataFrame or a dict"):
                lacon.report(m, labels=wrong)
        with self.assertRaisesRegex(ValueError, r"\(20, 3\) is needed"):
            lacon.report(m, coordinates=np.zeros((3, 3)))
        with self.assertRaisesRegex(ValueError, "two columns"):
            lacon.edge_test(m, "g", pd.DataFrame([["a", 1]] * 5, columns=["g", "g"]))

    def test_kinds(self):
        with self.assertRaises(OSError):
            lacon.load("no-such-folder")
        try:
            lacon.LatentConnectivity().fit(self.X[0] * (np.arange(20) != 2))
        except ValueError as error:
            self.assertEqual(error.remedies[0], ("missing", "marginal"))
            self.assertEqual(error.status, -40)

    def test_words(self):
        self.assertEqual(reword("x (\x1emissing marginal)", [("missing", "marginal")]), 'x (missing="marginal")')
        self.assertEqual(reword("boot: -1 is outside 0..9", []), "n_boot: -1 is outside 0..9")
        self.assertEqual(reword("name: a table is not one of ours", []), "name: a table is not one of ours")
        self.assertEqual(reword("\x1emax-iter 5, \x1ek", [("max-iter", "5"), ("k", "")]), "max_iter=5, n_modules")

    def test_warnings_in_words(self):
        with self.assertWarnsRegex(lacon.LaconWarning, r"try k = \d$"):
            lacon.LatentConnectivity(6, membership="all").fit(self.X)

    def test_warnings(self):
        with self.assertWarns(lacon.ConvergenceWarning) as caught:
            lacon.LatentConnectivity(3, max_iter=1).fit(self.X)
        self.assertEqual(os.path.basename(caught.filename), "test_py_errors.py")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaises(lacon.ConvergenceWarning):
                lacon.LatentConnectivity(3, max_iter=1).fit(self.X)

    def test_progress(self):
        seen = []
        lacon.LatentConnectivity(3, progress=lambda *at: seen.append(at)).fit(self.X)
        self.assertEqual(len(seen[0]), 5)

        def spoilt(*at):
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            lacon.LatentConnectivity(3, progress=spoilt).fit(self.X)

    def slow(self):
        """Some seconds of work that the cancel callback can stop."""
        _, X = world(classes=10, rows=200, p=60, k=5)
        m = lacon.LatentConnectivity(5, tol=1e-12).fit(X)
        lacon.stability(m, X, n_resamples=100000)

    def test_interrupt(self):
        def press():
            time.sleep(1.0)
            os.kill(os.getpid(), signal.SIGINT)

        # What a shell begins in the background ignores the signal, and the whole would be waited for.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        finger = threading.Thread(target=press)
        finger.start()
        with self.assertRaises(KeyboardInterrupt):
            self.slow()  # the whole would take hours
        finger.join()

    def test_other_threads_run(self):
        """The GIL is released: another thread counts while a fit works."""
        counted, stop = [0], threading.Event()

        def count():
            while not stop.is_set():
                counted[0] += 1
                time.sleep(0.001)

        other = threading.Thread(target=count)
        other.start()
        _, X = world(classes=4, rows=300, p=120, k=6)
        m = lacon.LatentConnectivity(6).fit(X)
        # one call in which it counts: on a busy machine a short one may be over before its turn comes
        for resamples in 20, 80, 320, 1280:
            before = counted[0]
            lacon.stability(m, X, n_resamples=resamples)
            ahead = counted[0] - before
            if ahead > 3: break
        stop.set()
        other.join()
        self.assertGreater(ahead, 3)


if __name__ == "__main__":
    unittest.main()
