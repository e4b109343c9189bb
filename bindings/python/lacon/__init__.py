# SPDX-License-Identifier: BSD-3-Clause
"""Modules shared by several classes of data, and the connectivity of each class between them.

>>> import lacon
>>> truth, X = lacon.simulate(n_classes=3, n_samples=200, n_features=12, n_modules=3, random_state=1)
>>> model = lacon.LatentConnectivity(n_modules=3, random_state=1).fit(X)
>>> model.connectivity_.shape
(3, 3, 3)

Names are imported when they are first used: ``import lacon`` costs little, and scikit-learn is loaded only with the
estimators.
"""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import ConvergenceWarning, LaconWarning

__version__: str = _core.version

_WHERE = {
    "_estimator": ["LatentConnectivity", "LatentConnectivityCV", "ConnectivityFeatures"],
    "_functions": ["baseline", "baseline_methods", "baselines", "causal", "check", "compare", "edge_test", "evaluate",
                   "load", "read", "save", "select", "shrink", "simulate", "stability"],
    "_export": ["convert", "experiment"],
    "_report": ["report", "Report"],
    "_results": ["Causal", "Covariances", "EdgeTest", "Experiment", "Selection", "Stability"],
    "_input": ["Data"],
}
_HOME = {name: home for home, names in _WHERE.items() for name in names}
__all__ = sorted(_HOME) + ["ConvergenceWarning", "LaconWarning", "plot"]

if TYPE_CHECKING:
    from . import plot
    from ._estimator import ConnectivityFeatures, LatentConnectivity, LatentConnectivityCV
    from ._export import convert, experiment
    from ._functions import (baseline, baseline_methods, baselines, causal, check, compare, edge_test, evaluate, load,
                             read, save, select, shrink, simulate, stability)
    from ._input import Data
    from ._report import Report, report
    from ._results import Causal, Covariances, EdgeTest, Experiment, Selection, Stability


def __getattr__(name: str) -> Any:
    if name == "plot":
        return importlib.import_module(".plot", __name__)
    if name not in _HOME:
        raise AttributeError(f"module 'lacon' has no attribute '{name}'")
    value = getattr(importlib.import_module("." + _HOME[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
