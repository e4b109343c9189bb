# SPDX-License-Identifier: BSD-3-Clause
"""The story of a clinical study: arrays as a masker of nilearn gives them, modules, a group test, a brain, and a
classifier of the groups with nested cross-validation. Patients differ in one edge, which must be found."""
import tempfile
import unittest

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from lacon import ConnectivityFeatures, LatentConnectivity, edge_test, plot, report


def scans(seed=0, subjects=24, regions=30, modules=3):
    """Time by region, lengths differ. Modules 0 and 1 go together in controls and not in patients."""
    rng = np.random.default_rng(seed)
    of = np.arange(regions) % modules
    pheno = pd.DataFrame({"dx": ["patient", "control"] * (subjects // 2), "age": rng.uniform(18, 40, subjects).round(1),
                          "sex": rng.choice(["f", "m"], subjects), "mean_fd": rng.uniform(0.05, 0.3, subjects)})
    X = []
    for dx in pheno["dx"]:
        R = np.eye(modules)
        R[0, 1] = R[1, 0] = 0.7 if dx == "control" else rng.uniform(-0.1, 0.1)
        z = rng.multivariate_normal(np.zeros(modules), R, size=rng.integers(100, 160))
        X.append((z[:, of] + 0.8 * rng.normal(size=(len(z), regions))).astype(np.float32))
    return X, pheno, rng.normal(size=(regions, 3)), of


class Story(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.X, cls.pheno, cls.places, cls.of = scans()

    def test_ten_lines(self):
        X, pheno = self.X, self.pheno
        m = LatentConnectivity(k=range(2, 7), cv="time", n_starts=20, random_state=1, n_jobs=2).fit(X)
        self.assertEqual((m.k_, m.labels_.shape, m.stability_.shape), (3, (30,), (30,)))
        self.assertGreater(m.stability_.min(), 0.9)
        for j in range(3):  # the planted modules
            self.assertEqual(len(set(m.labels_[self.of == j])), 1)
        Z = m.transform(X)
        self.assertEqual([z.shape for z in Z], [(len(x), 3) for x in X])
        G = m.connectivity_
        r = edge_test(G, "dx + age + sex + mean_fd", data=pheno, contrast="dx", n_perm=1000, random_state=1)
        found = r.significant()
        planted = sorted(m.labels_[[0, 1]])
        self.assertEqual(found[["module_a", "module_b"]].values.tolist(), [planted])
        places = pd.DataFrame(self.places, columns=list("xyz")).assign(name=[f"V{i + 1}" for i in range(30)])
        self.assertEqual(len(plot.brain(m, places, test=r).lines), 1)
        with tempfile.NamedTemporaryFile(suffix=".html") as file:
            report(m, tests=r, coordinates=places).save_as_html(file.name)
            self.assertIn("control minus patient", open(file.name, encoding="utf-8").read())

    def test_groups_from_connectivity(self):
        pipe = make_pipeline(ConnectivityFeatures(random_state=1), StandardScaler(), LogisticRegression())
        inner = GridSearchCV(pipe, {"connectivityfeatures__n_modules": [2, 3]}, cv=StratifiedKFold(3))
        outer = cross_val_score(inner, self.X, self.pheno["dx"].to_numpy(), cv=StratifiedKFold(4))
        self.assertGreater(outer.mean(), 0.85)


if __name__ == "__main__":
    unittest.main()
