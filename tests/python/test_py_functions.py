# SPDX-License-Identifier: BSD-3-Clause
"""Functions beside the estimators: tests, directions, other methods, reports, plots."""
import os
import pathlib
import pickle
import unittest

import numpy as np
import pandas as pd

import lacon
from common import Scratch, command, world


class Functions(Scratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.model = lacon.LatentConnectivity(3, random_state=1).fit(cls.X)

    def test_edge_test_as_the_command(self):
        folder = self.dir + "/tested"
        people = pd.DataFrame({"id": self.model.class_names_, "g": list("ababa"), "age": [1.5, 2, 7, 3, 5]})
        people.to_csv(self.dir + "/people.csv", index=False)
        lacon.save(self.model, folder)
        command("test", folder, "--participants", self.dir + "/people.csv", "--id", "id", "--model", "g + age",
                "--contrast", "g", "--perm", 100, "--seed", 5, "--out", self.dir + "/edges")
        theirs = pd.read_csv(self.dir + "/edges/edges.tsv", sep="\t", float_precision="round_trip")
        mine = lacon.edge_test(self.model, "g + age", people, contrast="g", id="id", n_perm=100, random_state=5)
        for name in ("effect", "statistic", "p", "p_fwe"):
            np.testing.assert_array_equal(theirs[name], mine.edges[name])
        alone = lacon.edge_test(self.model.connectivity_, "g + age", people, contrast="g", n_perm=100, random_state=5)
        np.testing.assert_allclose(alone.edges["effect"], mine.edges["effect"])
        self.assertEqual(mine.groups, {"a": 3, "b": 2})
        self.assertEqual(pickle.loads(pickle.dumps(mine)).effect, mine.effect)

    def test_people_are_found_by_name(self):
        """A table in another order than the classes goes by their names: a column or an index that has them."""
        ids = [f"p{i}" for i in range(5)]
        model = lacon.LatentConnectivity(3, random_state=1).fit(dict(zip(ids, self.X)))
        people = pd.DataFrame({"g": list("ababa"), "age": [1.5, 2, 7, 3, 5]}, index=ids)
        def edges(table):
            return lacon.edge_test(model, "g + age", table, n_perm=20, random_state=5).edges["effect"]
        mixed = people.iloc[[3, 0, 4, 2, 1]]
        known = edges(people.rename_axis("id").reset_index())
        np.testing.assert_array_equal(edges(mixed), known)
        np.testing.assert_array_equal(edges(mixed.rename_axis("who").reset_index()), known)
        np.testing.assert_array_equal(edges(people.reset_index(drop=True)), known)  # nobody named: their order
        self.assertFalse(np.array_equal(edges(mixed.reset_index(drop=True)), known))
        runs = lacon.LatentConnectivity(3, random_state=1).fit({f"sub-{i}_task-rest": x for i, x in zip(ids, self.X)})
        of = lacon.edge_test(runs, "g + age", mixed.rename_axis("participant_id").reset_index(), n_perm=20)
        np.testing.assert_array_equal(of.edges["effect"], known)

    def test_pool_as_the_command(self):
        """Plain and pooled connectivity are the command's; pickles, folders and new classes keep them."""
        for i, x in enumerate(self.X):
            np.save(f"{self.dir}/s{i}.npy", x)
        command("fit", *[f"{self.dir}/s{i}.npy" for i in range(5)], "--k", 3, "--pool", "--out", self.dir + "/pooled")
        theirs = np.load(self.dir + "/pooled/pooled.npz")
        m = lacon.LatentConnectivity(3, pool=True).fit(self.X, classes=[f"s{i}" for i in range(5)])
        np.testing.assert_array_equal(m.pooled_connectivity_, theirs["G"])
        np.testing.assert_array_equal(m.pooled_low_, theirs["low"])
        np.testing.assert_array_equal(m.connectivity_, self.model.connectivity_)
        self.assertTrue((m.pooled_low_ <= m.pooled_connectivity_).all() and m.pool_rows_ > 0)
        again = pickle.loads(pickle.dumps(m))
        lacon.save(again, self.dir + "/again")
        np.testing.assert_array_equal(lacon.load(self.dir + "/again").pooled_high_, m.pooled_high_)
        new = again.project([self.X[0][:30]])
        np.testing.assert_array_equal(new.pool_rows_, m.pool_rows_)
        self.assertFalse(hasattr(m.set_params(pool=False).fit(self.X), "pooled_low_"))
        with self.assertRaisesRegex(ValueError, "population takes two"):
            lacon.LatentConnectivity(3, pool=True).fit(self.X[0])

    def test_lags_and_variance(self):
        found = lacon.causal(self.model, self.X, n_boot=3, random_state=2, lags=1)
        self.assertEqual(found.A.shape, (5, 1, 3, 3))
        G = np.stack([np.cov(np.random.default_rng(i).normal(size=(3, 10 + 5 * (i < 8)))) for i in range(16)])
        people = pd.DataFrame({"g": list("aaaaaabbbbbbbbbb")})
        equal = lacon.edge_test(G, "g", people, n_perm=20, variance="equal")
        own = lacon.edge_test(G, "g", people, n_perm=20)
        np.testing.assert_allclose(equal.edges["effect"], own.edges["effect"])
        self.assertFalse(np.allclose(equal.edges["statistic"], own.edges["statistic"]))

    def test_causal(self):
        found = lacon.causal(self.model, self.X, n_boot=5, random_state=2, rules=[(1, 2, "before")])
        self.assertEqual((found.B.shape, found.order.shape), ((5, 3, 3), (5, 3)))
        for order in found.order.tolist():
            self.assertLess(order.index(0), order.index(1))
        with self.assertRaisesRegex(ValueError, "required"):
            lacon.causal(self.model, self.X, rules=[(1, 2, "maybe")])

    def test_baselines(self):
        found = lacon.baselines(self.X, 3, ["hclust", "kmeans"])
        self.assertGreater(lacon.compare(self.model, found["hclust"])["ari"], 0.5)
        shrunk = lacon.baseline("ledoit-wolf", self.X)
        self.assertEqual(shrunk.covariances.shape, (5, 20, 20))
        self.assertTrue(np.isfinite(lacon.evaluate(shrunk, self.X)["loglik"]).all())
        self.assertIn("glasso", list(lacon.baseline_methods()["method"]))

    def test_check(self):
        X = [x.copy() for x in self.X]
        X[0][:, 3] = X[0][:, 5]
        X[1][2, 2] = np.nan
        found = lacon.check(X)
        self.assertEqual((found["twins"][0], found["missing"][1]), (1, 1))

    def test_compare(self):
        truth, _ = world()
        found = lacon.compare(truth, self.model)
        self.assertGreater(found["ari"], 0.9)
        self.assertEqual(sorted(found["match"]), [1, 2, 3])

    def test_formats(self):
        np.savez(self.dir + "/one.npz", ts=self.X[0])
        self.assertEqual(lacon.read(self.dir + "/one.npz").arrays[0].shape, (90, 20))
        read = lacon.read(*self.files, columns="1:5")
        self.assertEqual((len(read), len(read.names)), (5, 5))
        np.testing.assert_array_equal(lacon.read(self.files[0])[0], self.X[0])

    def test_report(self):
        test = lacon.edge_test(self.model, "g", {"g": list("ababa")}, n_perm=20)
        at = {"name": [f"V{r + 1}" for r in range(20)], **{a: np.arange(20.0) for a in "xyz"}}
        page = lacon.report(self.model, self.X, tests=test, coordinates=at, title="Five classes")
        self.assertIn("Five classes", page.html)
        by_array = lacon.report(self.model, coordinates=np.column_stack([np.arange(20.0)] * 3))
        self.assertEqual(by_array.html, lacon.report(self.model, coordinates=at).html)
        page.save_as_html(self.dir + "/page.html")
        self.assertGreater(os.path.getsize(self.dir + "/page.html"), 100000)
        self.assertIn("<iframe", page._repr_html_())

    def test_report_in_words(self):
        names = [f"V{r + 1}" for r in range(20)]
        page = lacon.report(self.model, labels={"variable": names, "name": [f"called-{n}" for n in names]},
                            module_names=["first", "second", "third"], command="made-by-me").html
        for part in ('"second"', "called-V7", "made-by-me"):
            self.assertIn(part, page)
        self.assertNotIn("made-by-me", lacon.report(self.model, command="made-by-me", anonymise=True).html)
        by_table = {"module": [3, 1], "name": ["last", "first"]}
        self.assertIn('"last"', lacon.report(self.model, module_names=by_table).html)
        for wrong in ("abc", ["one", "two"]):
            with self.assertRaisesRegex(ValueError, "3 names"):
                lacon.report(self.model, module_names=wrong)

    def bytes_of(self, *parts):
        return pathlib.Path(self.dir, *parts).read_bytes()

    def test_shrink_as_the_command(self):
        command("fit", *self.files, "--k", 3, "--seed", 1, "--shrink", "--out", self.dir + "/shrunk")
        found = lacon.shrink(self.model, self.X)
        self.assertAlmostEqual(sum(found.weights.values()), 1)
        self.assertGreater(found.weights["modules"], 0.1)
        named = lacon.LatentConnectivity(3, random_state=1).fit(lacon.read(*self.files))
        lacon.save(named, self.dir + "/shrunk-py", shrunk=lacon.shrink(named, lacon.read(*self.files)))
        self.assertEqual(self.bytes_of("shrunk-py", "covariance.npz"), self.bytes_of("shrunk", "covariance.npz"))
        better = lacon.evaluate(found, self.X)["loglik"] > lacon.evaluate(self.model, self.X)["loglik"]
        self.assertTrue(np.all(better))
        with self.assertRaisesRegex(TypeError, "fitted LatentConnectivity"):
            lacon.shrink(found, self.X)

    def test_convert_as_the_command(self):
        data = lacon.read(*self.files)
        for to in ("csv", "tsv", "npy", "covariance", "hdf5"):
            command("convert", *self.files, "--to", to, "--out", f"{self.dir}/{to}")
            lacon.convert(data, f"{self.dir}/{to}-py", to)
            files = sorted(p.relative_to(f"{self.dir}/{to}") for p in pathlib.Path(self.dir, to).rglob("*.*"))
            self.assertGreaterEqual(len(files), 5)
            for file in files if to != "hdf5" else []:  # which keeps when it was made
                self.assertEqual(self.bytes_of(to + "-py", file), self.bytes_of(to, file))
        np.testing.assert_array_equal(lacon.read(self.dir + "/hdf5-py")[2], self.X[2])
        lacon.convert([np.full((3, 2), np.nan), np.eye(2)], self.dir + "/odd", "csv", classes=["a/b", "a:b"])
        self.assertEqual(sorted(p.name for p in pathlib.Path(self.dir, "odd").glob("*.csv")), ["a_b.csv", "a_b~2.csv"])
        with self.assertRaisesRegex(OSError, "force=True"):
            lacon.convert(data, self.dir + "/csv-py", "csv")

    def test_convert_a_model(self):
        at = pd.DataFrame({"name": [f"V{r + 1}" for r in range(20)], **{a: np.arange(20.0) for a in "xyz"}})
        at.to_csv(self.dir + "/at.csv", index=False)
        lacon.save(self.model, self.dir + "/whole")
        for to, file in (("jcon", "network.jcon"), ("brainnet", "modules.edge")):
            options = ["--coordinates", self.dir + "/at.csv", "--to", to]
            command("convert", self.dir + "/whole", *options, "--out", self.dir + "/" + to)
            lacon.convert(self.model, f"{self.dir}/{to}-py", to, coordinates=self.dir + "/at.csv")
            self.assertEqual(self.bytes_of(to + "-py", file), self.bytes_of(to, file))
        with self.assertRaisesRegex(ValueError, "image, brainnet, jcon"):
            lacon.convert(self.model, self.dir + "/none", "csv")
        with self.assertRaisesRegex(ValueError, "needs regions"):
            lacon.convert(self.model, self.dir + "/none", "image")
        with self.assertRaisesRegex(ValueError, "coordinates"):
            lacon.convert(self.model, self.dir + "/none", "jcon")
        self.assertFalse(os.path.exists(self.dir + "/none"))

    def test_experiment_as_the_command(self):
        small = {"reps": 2, "n_samples": 30, "n_features": 10, "n_modules": 2, "n_classes": 1}
        command("experiment", "fig2", "--reps", 2, "--samples", 30, "--variables", 10, "--modules", 2, "--classes", 1,
                "--methods", "lacon,kmeans", "--out", self.dir + "/fig2")
        found = lacon.experiment("fig2", self.dir + "/fig2-py", methods=["lacon", "kmeans"], **small)
        self.assertEqual(self.bytes_of("fig2-py", "fig2.tsv"), self.bytes_of("fig2", "fig2.tsv"))
        self.assertFalse(os.path.exists(self.dir + "/fig2-py.journal"))
        again = lacon.experiment("fig2", methods="lacon,kmeans", n_jobs=2, **small)
        np.testing.assert_array_equal(found.values["value"], again.values["value"])
        self.assertEqual((len(found.values), list(found.values["repetition"][:2])), (12, [1, 1]))
        given = lacon.experiment("table1", X=self.X, test=20, candidates=range(2, 4), methods=["lacon"])
        self.assertEqual(set(given.summary["method"]), {"lacon"})
        for wrong in ("fig9", "table1"):
            with self.assertRaises(ValueError):
                lacon.experiment(wrong)

    def test_places_from_an_atlas(self):
        data = pathlib.Path(__file__).resolve().parents[1] / "data"
        regions = lacon.read(data / "bold.nii.gz", atlas=data / "atlas.nii.gz").names
        X = [pd.DataFrame(x[:, :3], columns=regions) for x in self.X]
        m = lacon.LatentConnectivity(1, membership="all").fit(X)
        self.assertGreater(len(lacon.report(m, atlas=data / "atlas.nii.gz").html), len(lacon.report(m).html))
        with self.assertRaisesRegex(OSError, "nowhere.nii"):
            lacon.report(m, atlas="nowhere.nii")

    def test_looks(self):
        self.assertIn("3 modules of 20 variables", self.model._repr_html_())
        self.assertIn("3 modules of 20 variables", self.model._repr_mimebundle_()["text/html"])
        self.assertIn("LatentConnectivity", lacon.LatentConnectivity()._repr_html_())
        self.assertEqual(list(self.model.modules()["module"]), list(self.model.labels_))
        np.testing.assert_allclose(np.einsum("ijj->ij", self.model.correlations()), 1)

    def test_plots(self):
        from matplotlib.axes import Axes

        chosen = lacon.select(self.X, range(1, 5))
        test = lacon.edge_test(self.model, "g", {"g": list("ababa")}, n_perm=20)
        places = np.random.default_rng(0).normal(size=(20, 3))
        for ax in (lacon.plot.modules(self.model), lacon.plot.connectivity(self.model, label="class-002"),
                   lacon.plot.circle(self.model), lacon.plot.brain(self.model, places),
                   lacon.plot.brain(self.model, places, test=test), lacon.plot.choice(chosen), lacon.plot.forest(test)):
            self.assertIsInstance(ax, Axes)
            self.assertTrue(ax.has_data())

    def test_plots_are_whole(self):
        """All that is drawn lies within the figure, two modules and one class too; titles tell whose numbers it is."""
        one = lacon.LatentConnectivity(2, membership="all").fit(self.X[0])
        places = np.random.default_rng(0).normal(size=(20, 3))
        for m, title in ((self.model, "mean over classes"), (one, "")):
            for ax in (lacon.plot.modules(m), lacon.plot.circle(m, least=0), lacon.plot.brain(m, places, least=0)):
                ax.figure.canvas.draw()
                inside, whole = ax.get_tightbbox(ax.figure.canvas.get_renderer()), ax.figure.bbox
                self.assertTrue(whole.x0 <= inside.x0 and inside.x1 <= whole.x1 and whole.y0 <= inside.y0
                                and inside.y1 <= whole.y1, (ax, inside))
                self.assertEqual(ax.get_title(), title)
            self.assertEqual(len(ax.lines), m.k_ * (m.k_ - 1) // 2)
        shown = lacon.plot.modules(self.model).images[0].get_array()
        order = np.argsort(np.where(self.model.labels_ == 0, 9, self.model.labels_), kind="stable")
        S = np.mean([s / np.sqrt(np.outer(np.diag(s), np.diag(s))) for s in
                     (self.model.get_covariance(c, scaled=True) for c in self.model.class_names_)], 0)
        np.testing.assert_allclose(shown, S[np.ix_(order, order)])


if __name__ == "__main__":
    unittest.main()
