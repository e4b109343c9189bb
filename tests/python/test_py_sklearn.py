# SPDX-License-Identifier: BSD-3-Clause
"""scikit-learn's own checks, and its tools around the estimators; and life without it."""
import os
import pickle
import subprocess
import sys
import unittest
import warnings

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import TransformerMixin, clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

import lacon
from common import world


class Sklearn(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.truth, cls.X = world()
        warnings.simplefilter("ignore")

    def test_check_estimator(self):
        check_estimator(lacon.LatentConnectivity())
        check_estimator(lacon.LatentConnectivityCV())

    def test_pipeline_and_grid(self):
        search = GridSearchCV(make_pipeline(StandardScaler(), lacon.LatentConnectivity()),
                              {"latentconnectivity__n_modules": [1, 3]}, cv=3)
        rng = np.random.default_rng(0)
        x = rng.normal(size=(200, 3))[:, np.arange(12) % 3] + rng.normal(size=(200, 12))  # three modules
        self.assertEqual(search.fit(x).best_params_, {"latentconnectivity__n_modules": 3})

    def test_subjects_left_out(self):
        scores = [cross_val_score(lacon.LatentConnectivity(k), self.X, cv=5).mean() for k in (1, 3)]
        self.assertGreater(scores[1], scores[0])

    def test_clone_and_pickle(self):
        m = lacon.LatentConnectivity(3, noise="variable").fit(self.X)
        self.assertEqual(clone(m).get_params(), m.get_params())
        self.assertFalse(hasattr(clone(m), "loadings_"))
        back = pickle.loads(pickle.dumps(m))
        np.testing.assert_array_equal(back.score_classes(self.X), m.score_classes(self.X))
        with self.assertRaisesRegex(AttributeError, "lacon.stability"):
            back.stability_

    def test_four_processes(self):
        models = Parallel(n_jobs=4)(delayed(lacon.LatentConnectivity(k).fit)(self.X) for k in (1, 2, 3, 4))
        self.assertEqual([m.loadings_.shape[1] for m in models][:3], [1, 2, 3])
        np.testing.assert_array_equal(models[2].loadings_, lacon.LatentConnectivity(3).fit(self.X).loadings_)

    @unittest.skipUnless(hasattr(TransformerMixin, "set_output"), "scikit-learn has set_output since 1.2")
    def test_set_output(self):
        frame = lacon.LatentConnectivity(3, membership="all").set_output(transform="pandas").fit_transform(self.X[0])
        self.assertEqual(list(frame.columns), ["module1", "module2", "module3"])

    def test_features(self):
        F = lacon.ConnectivityFeatures(3).fit(self.X)
        self.assertEqual(F.transform(self.X).shape, (5, 3))
        self.assertEqual(list(F.get_feature_names_out()), ["module1-module2", "module1-module3", "module2-module3"])

    def test_without_sklearn(self):
        code = ("import sys; sys.modules['sklearn'] = None\n"
                "import lacon; t, X = lacon.simulate(3, 80, 12, 2, random_state=1)\n"
                "m = lacon.LatentConnectivity(2).fit(X); import pickle\n"
                "assert (pickle.loads(pickle.dumps(m)).loadings_ == m.loadings_).all()\n"
                "assert m.set_params(n_modules=3).get_params()['n_modules'] == 3\n"
                "assert m.fit_transform(X[0]).shape == (80, m.k_) and 'n_modules=3' in repr(m)\n")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_import_is_light(self):
        code = "import lacon, sys; assert not {'sklearn', 'pandas', 'matplotlib', 'scipy'} & set(sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code], env=os.environ).returncode, 0)


if __name__ == "__main__":
    unittest.main()
