# SPDX-License-Identifier: BSD-3-Clause
"""Whatever X is: one array, a frame, a list, a dict, three dimensions, covariances."""
import gc
import unittest
import warnings

import numpy as np
import pandas as pd

import lacon
from common import world


class Inputs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.truth, cls.X = world()
        cls.model = lacon.LatentConnectivity(3).fit(cls.X)

    def same(self, other):
        np.testing.assert_array_equal(other.loadings_, self.model.loadings_)
        np.testing.assert_array_equal(other.connectivity_, self.model.connectivity_)

    def test_shapes(self):
        m = self.model
        self.assertEqual((m.labels_.shape, m.loadings_.shape, m.connectivity_.shape, m.noise_.shape),
                         ((20,), (20, 3), (5, 3, 3), (5,)))
        self.assertEqual((m.effective_rows_.shape, m.n_features_in_, m.k_), ((5,), 20, 3))
        self.assertGreater(m.n_iter_, 0)
        self.assertGreater(lacon.compare(self.truth, m)["ari"], 0.9)

    def test_three_dimensions(self):
        self.same(lacon.LatentConnectivity(3).fit(np.stack(self.X)))

    def test_dict_names_classes(self):
        m = lacon.LatentConnectivity(3).fit({f"s{i}": x for i, x in enumerate(self.X)})
        self.same(m)
        self.assertEqual(m.class_names_, ["s0", "s1", "s2", "s3", "s4"])

    def said(self, X, **fit):
        with self.assertWarns(lacon.LaconWarning) as caught:
            lacon.LatentConnectivity(3).fit(X, **fit)
        return "\n".join(str(w.message) for w in caught.warnings)

    def test_what_a_fit_would_not_mean(self):
        x = self.X[0]
        self.assertIn("row i is the same as column i", self.said(np.corrcoef(x.T)))
        codes = x.copy()
        codes[[1, 5], 3] = -999
        self.assertIn("-999 occurs 2 times, far from all other values, first in 'V4'", self.said(codes))
        self.assertIn("'V1' counts the rows", self.said(np.column_stack([np.arange(90), x])))
        self.assertIn("class class-002: its values are those of class class-001", self.said([x, x, self.X[1]]))
        self.assertIn("hardly a row tells more than the one before (90 tell as much as", self.said(np.cumsum(x, 0)))
        noise = np.random.default_rng(3).normal(size=(30, 120))
        series = sum(0.8 ** j * np.roll(noise, j, axis=1) for j in range(9))
        self.assertIn("each column is like the next one", self.said(series))
        sign = np.where(np.arange(20) == np.argmax(self.model.loadings_[:, 0]), -1, 1)
        self.assertIn("flip=True guesses from the data", self.said([x * sign for x in self.X]))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", "G lost rank|.* unassigned")
            lacon.LatentConnectivity(3).fit(self.X)

    def test_rows_without_a_class(self):
        of = np.repeat(np.array(["a", "b"], object), 45)
        kept = np.ones(90, bool)
        kept[[3, 50, 51, 80]] = False
        of[[3, 50, 51, 80]] = None, np.nan, "", pd.NA
        self.assertIn("4 of 90 rows have no class and are left out", self.said(self.X[0], classes=of))
        frame = pd.DataFrame(self.X[0]).assign(who=of)
        whole = lacon.LatentConnectivity(3).fit(self.X[0][kept], classes=of[kept])
        with self.assertWarns(lacon.LaconWarning):
            np.testing.assert_array_equal(lacon.LatentConnectivity(3).fit(frame, classes="who").loadings_,
                                          whole.loadings_)
        with self.assertRaisesRegex(ValueError, "none of the rows has a class"):
            lacon.LatentConnectivity(3).fit(self.X[0], classes=[None] * 90)

    def test_frame_with_a_column_of_classes(self):
        frames = [pd.DataFrame(x).add_prefix("v").assign(who=f"s{i}") for i, x in enumerate(self.X)]
        m = lacon.LatentConnectivity(3).fit(pd.concat(frames), classes="who")
        self.same(m)
        self.assertEqual(list(m.feature_names_in_), [f"v{r}" for r in range(20)])
        rows = [s for s in "abcde" for _ in range(90)]
        self.same(lacon.LatentConnectivity(3).fit(np.vstack(self.X), classes=rows))

    def test_frames_are_matched_by_name(self):
        frames = [pd.DataFrame(x).add_prefix("v") for x in self.X]
        frames[2] = frames[2][frames[2].columns[::-1]]
        self.same(lacon.LatentConnectivity(3).fit(frames))

    def test_integers_and_objects(self):
        ints = [np.round(10 * x).astype(int) for x in self.X]
        a = lacon.LatentConnectivity(3).fit(ints)
        b = lacon.LatentConnectivity(3).fit([x.astype(object) for x in ints])
        np.testing.assert_array_equal(a.loadings_, b.loadings_)

    def test_odd_memory(self):
        records = np.zeros(90, dtype=[("x", "f8", 20), ("tag", "i4")])  # rows are 164 bytes apart
        records["x"] = self.X[0]
        swapped = self.X[1].astype(">f8")
        bytes_ = np.zeros(90 * 20 * 8 + 1, np.uint8)
        askew = np.ndarray((90, 20), "f8", bytes_[1:].data)
        askew[:] = self.X[2]
        self.same(lacon.LatentConnectivity(3).fit([records["x"], swapped, askew, *self.X[3:]]))

    def test_ways_to_say_missing(self):
        holes = self.X[0].copy()
        holes[3, 4] = np.nan
        fit = lacon.LatentConnectivity(3, missing="marginal").fit
        expected = fit(holes).loadings_
        masked = np.ma.masked_array(self.X[0], np.isnan(holes))
        frame = pd.DataFrame(holes).astype("Float64")
        self.assertTrue(frame.isna().iloc[3, 4])
        objects = holes.astype(object)
        objects[3, 4] = None
        for X in (masked, frame, objects):
            np.testing.assert_array_equal(fit(X).loadings_, expected)
        with self.assertRaisesRegex(ValueError, "NaN"):
            lacon.LatentConnectivity(3).fit(masked)

    def test_a_list_that_changes(self):
        data = lacon.Data([x.copy() for x in self.X], [f"v{r}" for r in range(20)], list("abcde"))
        m = lacon.LatentConnectivity(3, scale="none", membership="all").fit(data)
        data.arrays.clear()
        gc.collect()
        self.assertTrue(np.isfinite(m.stability_).all())

    def test_init(self):
        for init in (self.model, self.model.loadings_):
            again = lacon.LatentConnectivity(3, init=init).fit(self.X)
            self.assertEqual(len(again.start_agreement_), 1)
            np.testing.assert_allclose(again.loadings_, self.model.loadings_, atol=1e-4)
        with self.assertRaisesRegex(ValueError, "not fitted"):
            lacon.LatentConnectivity(3, init=lacon.LatentConnectivity()).fit(self.X)

    def test_covariances(self):
        S = [np.cov(x.T, bias=True) for x in self.X]
        m = lacon.LatentConnectivity(3).fit(S, n_obs=90)
        np.testing.assert_allclose(m.loadings_, self.model.loadings_, atol=1e-3)  # at rest by evidence
        m = lacon.LatentConnectivity(3).fit(S[0], n_obs=90)
        self.assertEqual(m.n_classes_, 1)

    def test_join(self):
        halves = [h for x in self.X for h in (x[:45], x[45:])]
        names = [f"s{i}" for i in range(5) for _ in range(2)]
        m = lacon.LatentConnectivity(3, join="label").fit(halves, classes=names)
        self.assertEqual((m.n_classes_, list(m.n_rows_)), (5, [90] * 5))

    def test_missing(self):
        X = [x.copy() for x in self.X]
        X[1][3, 4] = np.nan
        self.assertEqual(lacon.LatentConnectivity(3, missing="marginal").fit(X).k_, 3)
        self.assertEqual(list(lacon.LatentConnectivity(3, missing="drop").fit(X).n_rows_), [90, 89, 90, 90, 90])

    def test_flip(self):
        turned = np.where(np.arange(20) % 4 == 0, -1, 1)
        m = lacon.LatentConnectivity(3, flip=True).fit([x * turned for x in self.X])
        self.assertEqual(lacon.compare(self.model, m)["ari"], 1.0)
        for j in (1, 2, 3):  # within a module signs are the turned ones, or all the other way round
            inside = m.labels_ == j
            self.assertEqual(abs(int((m.signs_ * turned)[inside].sum())), int(inside.sum()))

    def test_arrays_are_borrowed_and_never_written(self):
        X = [x.copy() for x in self.X]
        for x in X:
            x.flags.writeable = False
        m = lacon.LatentConnectivity(3, scale="none").fit(X)
        before = [x.copy() for x in X]
        kept, X = X, None
        gc.collect()
        self.assertEqual(m.stability_.shape, (20,))
        for a, b in zip(kept, before):
            np.testing.assert_array_equal(a, b)

    def test_new_classes(self):
        _, more = world(classes=8)
        new = self.model.project(more[5:])
        self.assertEqual((new.n_classes_, new.k_), (3, 3))
        np.testing.assert_array_equal(new.loadings_, self.model.loadings_)
        self.assertLess(self.model.score(more[5:]), 0)

    def test_memory_does_not_grow(self):
        import resource

        x = self.X[0][:80, :12].copy()
        fit = lacon.LatentConnectivity(2).fit
        for _ in range(200):
            fit(x)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(1000):
            fit(x)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        self.assertLess(grown, 3000)  # kilobytes; the scaled rows alone, if every fit left them behind, were 7500


if __name__ == "__main__":
    unittest.main()
