# SPDX-License-Identifier: BSD-3-Clause
"""The numbers are those of the command line, to the last bit, however the arrays lie in memory."""
import csv
import json
import pickle
import unittest

import numpy as np

import lacon
from common import Scratch, command


class SameNumbers(Scratch):
    def same(self, model, folder):
        z = np.load(folder + "/model.npz")
        for name, mine in (("W", model.loadings_), ("G", model.connectivity_), ("v", model.noise_)):
            np.testing.assert_array_equal(mine, z[name])

    def fitted(self, *options):
        out = f"{self.dir}/m{abs(hash(options))}"
        command("fit", *self.files, "--k", 3, "--seed", 1, "--out", out, "--force", *options)
        return out

    def test_fit(self):
        self.same(lacon.LatentConnectivity(3, random_state=1).fit(self.X), self.fitted())

    def test_options(self):
        model = lacon.LatentConnectivity(3, random_state=1, noise="variable", scale="center", weights="equal")
        folder = self.fitted("--noise", "variable", "--scale", "center", "--weights", "equal")
        self.same(model.fit(self.X), folder)

    def test_threads_do_not_matter(self):
        self.same(lacon.LatentConnectivity(3, random_state=1, n_jobs=2).fit(self.X), self.fitted())

    def test_layouts(self):
        folder = self.fitted()
        wide = np.zeros((90, 40))
        for X in ([np.asfortranarray(x) for x in self.X], [np.repeat(x, 2, 0)[::2] for x in self.X],
                  [x[::-1][::-1] for x in self.X]):
            self.same(lacon.LatentConnectivity(3, random_state=1).fit(X), folder)
        wide[:, ::2] = self.X[0]
        self.same(lacon.LatentConnectivity(3, random_state=1).fit([wide[:, ::2], *self.X[1:]]), folder)

    def test_read(self):
        self.same(lacon.LatentConnectivity(3, random_state=1).fit(lacon.read(*self.files)), self.fitted())

    def test_single_precision(self):
        out = self.dir + "/single"
        command("fit", *self.files, "--k", 3, "--seed", 1, "--precision", "single", "--out", out)
        self.same(lacon.LatentConnectivity(3, random_state=1).fit([x.astype("f4") for x in self.X]), out)

    def test_simulate(self):
        truth, X = lacon.simulate(5, 90, 20, 3, random_state=3)
        for mine, theirs in zip(X, self.X):
            np.testing.assert_array_equal(mine, theirs)
        self.same(truth, self.dir + "/s/truth")

    def test_folder_and_pickle(self):
        folder = self.fitted()
        model = lacon.LatentConnectivity(3, random_state=1).fit(self.X)
        back = lacon.load(folder)
        self.same(back, folder)
        self.assertEqual(back.evidence_, model.evidence_)
        self.assertEqual(back.n_iter_, model.n_iter_)
        again = pickle.loads(pickle.dumps(model))
        self.same(again, folder)
        np.testing.assert_array_equal(again.transform(self.X)[1], model.transform(self.X)[1])
        lacon.save(model, self.dir + "/saved", force=True)
        self.same(lacon.load(self.dir + "/saved"), folder)
        shown = command("evaluate", self.dir + "/saved", *self.files, "--json")
        self.assertEqual(list(json.loads(shown)["classes"].values()),
                         list(lacon.evaluate(model, self.X)["loglik"]))

    def test_select(self):
        out = self.dir + "/chosen"
        command("select", *self.files, "--k", "1:5", "--seed", 1, "--out", out)
        found = lacon.select(self.X, range(1, 6), random_state=1)
        with open(out + "/selection.tsv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        self.assertEqual(float(rows[0]["loglik"]), found.folds[0, 0])
        self.assertEqual(len(rows), found.folds.size)
        self.same(lacon.LatentConnectivityCV(range(1, 6), random_state=1).fit(self.X), out)

    def test_stability(self):
        out = self.dir + "/sure"
        command("stability", self.fitted(), *self.files, "--boot", 10, "--seed", 4, "--level",
                0.04, "--out", out)
        found = lacon.stability(lacon.load(self.fitted()), self.X, n_resamples=10, random_state=4)
        np.testing.assert_array_equal(np.load(out + "/coassignment.npy"), found.coassignment)

    def test_transform_of_the_fitted_rows(self):
        """New classes of the same rows get the connectivity that the fit gave them."""
        model = lacon.LatentConnectivity(3, random_state=1).fit(self.X)
        for a, b in zip(model.transform(self.X), model.transform(self.X, classes=model.class_names_)):
            np.testing.assert_allclose(a, b, atol=1e-12)

    def test_latent_and_covariance_by_numpy(self):
        x = self.X[0]
        m = lacon.LatentConnectivity(3, random_state=1).fit(x)
        W, G, v = m.loadings_, m.connectivity_[0], m.noise_[0]
        S = W @ G @ W.T + v * np.eye(len(W))
        z = (x - x.mean(0)) / x.std(0)
        np.testing.assert_allclose(m.get_covariance(scaled=True), S, atol=1e-12)
        np.testing.assert_allclose(m.get_covariance() @ m.get_precision(), np.eye(len(W)), atol=1e-9)
        np.testing.assert_allclose(m.transform(x), z @ np.linalg.solve(S, W @ G), atol=1e-9)
        loglik = -0.5 * (len(W) * np.log(2 * np.pi) + np.linalg.slogdet(S)[1]
                         + np.trace(np.linalg.solve(S, z.T @ z / len(z))))
        self.assertAlmostEqual(m.score(x), loglik, places=9)
        np.testing.assert_allclose(m.inverse_transform(m.transform(x)),
                                   m.transform(x) @ W.T * x.std(0) + x.mean(0), atol=1e-9)


if __name__ == "__main__":
    unittest.main()
