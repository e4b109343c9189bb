# SPDX-License-Identifier: BSD-3-Clause
"""scikit-learn's base classes where it is installed, and as much of them as the estimators need where it is not."""
from __future__ import annotations

import inspect
from typing import Any

try:
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.exceptions import NotFittedError

    HAVE_SKLEARN = True
except ImportError:
    HAVE_SKLEARN = False

    class NotFittedError(ValueError, AttributeError):  # type: ignore[no-redef]
        """The estimator is used before fit."""

    class BaseEstimator:  # type: ignore[no-redef]
        """get_params and set_params from the arguments of __init__."""

        def get_params(self, deep: bool = True) -> dict:
            names = [n for n in inspect.signature(type(self).__init__).parameters if n != "self"]
            return {n: getattr(self, n) for n in sorted(names)}

        def set_params(self, **params: Any) -> Any:
            known = self.get_params()
            for name, value in params.items():
                if name not in known:
                    raise ValueError(f"Invalid parameter {name!r} for estimator {type(self).__name__}")
                setattr(self, name, value)
            return self

        def __repr__(self) -> str:
            defaults = {n: p.default for n, p in inspect.signature(type(self).__init__).parameters.items()}
            said = [f"{n}={v!r}" for n, v in self.get_params().items() if v is not defaults[n] and v != defaults[n]]
            return f"{type(self).__name__}({', '.join(said)})"

    class TransformerMixin:  # type: ignore[no-redef]
        """fit_transform; set_output needs scikit-learn."""

        def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> Any:
            return self.fit(X, y, **fit_params).transform(X)  # type: ignore[attr-defined]
