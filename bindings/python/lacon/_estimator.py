# SPDX-License-Identifier: BSD-3-Clause
"""The estimators: thin, with scikit-learn's habits. All numbers come from liblacon."""
from __future__ import annotations

import html
import numbers
import warnings
from typing import Any, Optional

import numpy as np

from . import _core
from ._base import BaseEstimator, NotFittedError, TransformerMixin
from ._errors import warn
from ._grave import warn_after, warn_before
from ._input import Classes, collect
from ._results import Selection, Stability
from ._run import Run, choice, run, seed, texts


class LatentConnectivity(TransformerMixin, BaseEstimator):
    """Modules shared by all classes, and the connectivity of each class between them.

    The centred and scaled rows of class i are normal with covariance ``W G_i W' + v_i I``, where W is non-negative
    with orthonormal columns: every variable belongs to one module at most.

    Parameters
    ----------
    n_modules : int or sequence of int, default=2
        Number of modules. Of several (``range(2, 21)``) the best is chosen, see `cv`, `by` and `rule`.
    scale : {"z", "center", "none"}, default="z"
        How each class is scaled before the fit.
    objective : {"ml", "sm"}, default="ml"
        Maximum likelihood, or score matching as published.
    noise : {"isotropic", "variable"}, default="isotropic"
        One noise variance for each class, or also one factor for each variable.
    membership : {"test", "all"}, default="test"
        Variables that do not earn their place are unassigned (label 0), or all are placed.
    level : float, default=0.05
        Share of variables of pure noise that the test may place.
    join : {"none", "label"}, default="none"
        Arrays of a list that have the same name in `classes` are an error, or are centred one by one and joined (runs
        of one subject).
    pool : bool, default=False
        Also estimate the connectivity of each class with what the other classes lead to expect of it
        (`pooled_connectivity_`); needs two classes.
    weights : {"samples", "equal"}, default="samples"
        Classes count by their rows, or equally.
    rows : {"series", "independent"}, default="series"
        Rows follow each other, so that evidence counts effective rows, or all are independent.
    missing : {"refuse", "marginal", "pairwise", "drop"}, default="refuse"
        What becomes of NaN.
    flip : bool, default=False
        Find signs for variables that run against their module (reversed items).
    solver : {"mm", "alm", "ml-dense"}, default="mm"
        Way to the optimum.
    n_starts : int, default=0
        Starts of the search; 0 takes as many as are needed for them to agree.
    tol : float, default=0.0
        Nats per variable an iteration must gain to go on; 0 chooses.
    max_iter : int, default=2000
        Iterations of each start.
    init : LatentConnectivity, ndarray of shape (n_features, k) or None, default=None
        Start only at the modules of this fitted model, or at these loadings (``loadings_`` of one; unlike a model they
        survive ``clone``).
    cv : str, default="time:5"
        With several `n_modules`: what is left out in turn, "time:5,gap=4" (blocks of rows), "rows:10", "subject:5".
    by : {"heldout", "evidence"}, default="heldout"
        With several `n_modules`: what decides.
    rule : {"one-se", "max"}, default="one-se"
        With `by="heldout"`: the smallest within a standard error of the best, or the best.
    random_state : int, RandomState, Generator or None, default=None
        Seed. None is 1, as on the command line.
    n_jobs : int or None, default=None
        Threads; -1 takes all cores. The result does not depend on it.
    progress : callable, True, "tqdm" or None, default=None
        Called as ``progress(phase, step, total, objective, seconds_left)``.
    k : int, sequence of int or None, default=None
        Another name of `n_modules`, which it overrules.

    Attributes
    ----------
    labels_ : ndarray of shape (n_features_in_,)
        Module of each variable, 1 .. k_, by decreasing size; 0 is unassigned.
    loadings_ : ndarray of shape (n_features_in_, k_)
        W.
    connectivity_ : ndarray of shape (n_classes_, k_, k_)
        G of each class.
    pooled_connectivity_ : ndarray of shape (n_classes_, k_, k_)
        With `pool`: G of each class under a population estimated from all classes (posterior means).
    pooled_low_, pooled_high_ : ndarray of shape (n_classes_, k_, k_)
        95 % intervals of it.
    pool_rows_ : float
        The population counts as so many rows of a class.
    noise_ : ndarray of shape (n_classes_,)
        v of each class.
    k_ : int
        Modules found; fewer than asked for when some lost all their variables.
    evidence_ : float
        Log evidence of the fit, comparable between different numbers of modules.
    membership_evidence_ : ndarray of shape (n_features_in_,)
        Nats that each variable's place gains.
    effective_rows_, n_rows_, loglik_ : ndarray of shape (n_classes_,)
        Of each class: independent rows that would tell as much; rows; training log-likelihood per row.
    noise_factors_ : ndarray of shape (n_features_in_,)
        Relative noise variances, ones unless ``noise="variable"``.
    means_, scales_ : ndarray of shape (n_classes_, n_features_in_)
        What the rows were centred and scaled by.
    signs_ : ndarray of shape (n_features_in_,)
        -1 for variables that were turned round.
    class_names_ : list of str
    n_classes_ : int
    n_iter_ : int
        Iterations of all starts.
    converged_ : bool
    selection_ : Selection
        With several `n_modules`: the curve behind the choice.
    stability_ : ndarray of shape (n_features_in_,)
        Share of 200 bootstrap fits that have the variable in its module, computed when it is first asked for.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Where X was a DataFrame with names.

    Examples
    --------
    >>> import lacon
    >>> truth, X = lacon.simulate(n_classes=4, n_samples=150, n_features=20, n_modules=3, random_state=2)
    >>> model = lacon.LatentConnectivity(n_modules=3, random_state=1).fit(X)
    >>> model.labels_.shape, model.connectivity_.shape
    ((20,), (4, 3, 3))
    >>> [z.shape for z in model.transform(X)]
    [(150, 3), (150, 3), (150, 3), (150, 3)]
    """

    def __init__(self, n_modules: Any = 2, *, scale: str = "z", objective: str = "ml",
                 noise: str = "isotropic", membership: str = "test", level: float = 0.05, join: str = "none",
                 pool: bool = False, weights: str = "samples", rows: str = "series", missing: str = "refuse",
                 flip: bool = False, solver: str = "mm", n_starts: int = 0, tol: float = 0.0, max_iter: int = 2000,
                 init: Any = None, cv: str = "time:5", by: str = "heldout", rule: str = "one-se",
                 random_state: Any = None, n_jobs: Optional[int] = None, progress: Any = None, k: Any = None) -> None:
        self.n_modules = n_modules
        self.scale = scale
        self.objective = objective
        self.noise = noise
        self.membership = membership
        self.level = level
        self.join = join
        self.pool = pool
        self.weights = weights
        self.rows = rows
        self.missing = missing
        self.flip = flip
        self.solver = solver
        self.n_starts = n_starts
        self.tol = tol
        self.max_iter = max_iter
        self.init = init
        self.cv = cv
        self.by = by
        self.rule = rule
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.progress = progress
        self.k = k

    # ---- fit ----

    def fit(self, X: Any, y: Any = None, *, classes: Any = None, n_obs: Any = None) -> "LatentConnectivity":
        """Estimate modules and connectivity.

        Parameters
        ----------
        X : array, DataFrame, list of arrays, dict of arrays, 3-D array or Data
            One table is one class; of a list each array is a class (rows may differ in number). float64 and float32
            arrays are taken as they are.
        y : ignored
        classes : str or sequence, optional
            For one table: the column of classes, or the class of each row. For a list: the name of each array.
        n_obs : int or sequence of int, optional
            X are covariances (1/n) of so many rows.

        Returns
        -------
        self
        """
        inside = collect(X, classes, n_obs, self.join)
        p = inside.arrays[0].shape[1]
        wanted = self._wanted(p)
        how = run(self.n_jobs, self.progress)
        data = inside.handle(how, self.missing)
        warn_before(how, data, inside)
        _core.data_standardise(how, data, choice("lacon_scale", "scale", self.scale), None, None)
        options = self._fit_options()
        model = self._choose(how, data, wanted, options) if isinstance(wanted, tuple) else None
        if model is None:
            k = self.selection_.chosen if isinstance(wanted, tuple) else wanted
            model = _core.fit(how, data, {**options, "k": str(k)}, self._start(how), bool(self.flip))
        if self.pool:
            _core.model_pool(how, model, None)
        self._remember(inside)
        self._take(model)
        self._data = data
        told = self.info_.get("warnings", [])
        warn_after(inside, self.class_names_, self.effective_rows_)
        warn(0, [w for w in told if not w.startswith("not converged")])  # a ConvergenceWarning said that
        return self

    def fit_transform(self, X: Any, y: Any = None, *, classes: Any = None) -> Any:
        """`fit`, then `transform` of the same."""
        return self.fit(X, y, classes=classes).transform(X, classes=classes)

    def _start(self, how: Run) -> Any:
        """The model to start from, or None."""
        if self.init is None:
            return None
        if isinstance(self.init, LatentConnectivity):
            self.init._check_fitted()
            return self.init._model
        W = np.ascontiguousarray(self.init, dtype=np.float64)
        if W.ndim != 2:
            raise ValueError(f"init has shape {W.shape}: loadings of shape (n_features, k) are needed")
        p, k = W.shape
        return _core.model_new(how, p, k, 1, W, np.eye(k)[None], np.ones(1), None, None, None)

    def _choose(self, how: Run, data: Any, wanted: tuple, options: dict) -> Any:
        """selection_ for a range of k; the model too where signs were found with it."""
        low, high = wanted
        ask = texts(k_low=low, k_high=high, rule=self.rule, by=self.by)
        cv = self.cv if ":" in self.cv else self.cv + ":5"
        (found, about), model = _core.select(how, data, ask, cv, options, bool(self.flip))
        self.selection_ = Selection(found, about)
        return model

    def _wanted(self, p: int) -> Any:
        """k, or (lowest, highest)."""
        asked = self.n_modules if self.k is None else self.k
        if isinstance(asked, numbers.Integral) and not isinstance(asked, bool):
            low = high = int(asked)
        elif isinstance(asked, (range, list, tuple, np.ndarray)) and len(asked) > 0:
            low, high = int(min(asked)), int(max(asked))
            if len(asked) != high - low + 1:
                raise ValueError(f"n_modules = {asked!r}: a range without gaps is needed")
        else:
            raise ValueError(f"n_modules = {asked!r}: an integer, or a range of them, is needed")
        if low < 1:
            raise ValueError(f"n_modules = {low}: at least 1 is needed")
        if high > p:
            raise ValueError(f"n_modules = {high}, but there are n_features = {p}: at most one module per variable")
        return low if isinstance(asked, numbers.Integral) else (low, high)

    def _fit_options(self) -> dict:
        return texts(objective=self.objective, solver=self.solver, membership=self.membership, level=self.level,
                     noise=self.noise, weights=self.weights, starts=self.n_starts, tol=self.tol, max_iter=self.max_iter,
                     seed=seed(self.random_state), rows=self.rows)

    def _remember(self, inside: Classes) -> None:
        self.n_features_in_ = inside.arrays[0].shape[1]
        if inside.names is not None:
            self.feature_names_in_ = np.asarray(inside.names, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _take(self, model: Any) -> None:
        """Fitted attributes from a model of the library."""
        about = _core.model_about(model)
        self._model = model
        self.loadings_, self.connectivity_, self.noise_ = about["W"], about["G"], about["v"]
        self.labels_ = about["module"]
        self.k_ = self.loadings_.shape[1]
        self.membership_evidence_ = about["evidence"]
        self.effective_rows_, self.n_rows_ = about["effective"], about["rows"].astype(np.int64)
        self.loglik_, self.noise_factors_ = about["loglik"], about["psi"]
        self.means_, self.scales_ = about["mean"], about["scale"]
        p = len(self.labels_)
        self.signs_ = np.ones(p, np.int8) if about["sign"] is None else about["sign"]
        self._signed = about["sign"] is not None
        self.class_names_, self.n_classes_ = about["labels"], len(about["labels"])
        self._names = about["names"]
        for name in ("pooled_connectivity_", "pool_rows_", "pooled_low_", "pooled_high_"):  # of a fit before this one
            self.__dict__.pop(name, None)
        if about["pooled"] is not None:
            of = about["pooled"]
            self.pooled_connectivity_, self.pool_rows_ = of["G"], of["rows"]
            self.pooled_low_, self.pooled_high_ = of["low"], of["high"]
        self._tell(about["info"] or {})
        self._stability: Optional[Stability] = None

    def _tell(self, info: dict) -> None:
        self.info_ = info
        self.evidence_ = info.get("evidence", float("nan"))
        self.n_iter_ = int(info.get("iterations", 0))
        self.converged_ = info.get("stop", 0) == 0
        self.nll_ = info.get("nll", float("nan"))
        self.start_agreement_ = info.get("start_agreement", np.zeros(0))

    @property
    def stability_(self) -> np.ndarray:
        return self._bootstrap().stability

    def _bootstrap(self) -> Stability:
        self._check_fitted()
        if self._stability is None:
            if getattr(self, "_data", None) is None:
                raise AttributeError("stability_ needs the data, which this model (loaded or unpickled) does not have: "
                                     "lacon.stability(model, X)")
            how = run(self.n_jobs, self.progress)
            self._stability = Stability(*_core.stability(how, self._model, self._data, {}, self._fit_options()))
        return self._stability

    # ---- use ----

    def _check_fitted(self) -> None:
        if not hasattr(self, "_model"):
            raise NotFittedError(f"This {type(self).__name__} instance is not fitted yet. Call 'fit' with appropriate "
                                 "arguments before using this estimator.")

    def _collect_like(self, X: Any, classes: Any = None) -> Classes:
        """X with the columns of the fit."""
        self._check_fitted()
        inside = collect(X, classes, None, self.join, least=1)
        self._check_names(inside)
        p = inside.arrays[0].shape[1]
        if p != self.n_features_in_:
            raise ValueError(f"X has {p} features, but {type(self).__name__} is expecting {self.n_features_in_} "
                             "features as input")
        return inside

    def _check_names(self, inside: Classes) -> None:
        fitted = getattr(self, "feature_names_in_", None)
        who = type(self).__name__
        if fitted is None and inside.names is not None:
            warnings.warn(f"X has feature names, but {who} was fitted without feature names", stacklevel=4)
        elif fitted is not None and inside.names is None:
            warnings.warn(f"X does not have valid feature names, but {who} was fitted with feature names", stacklevel=4)
        elif fitted is not None and list(fitted) != inside.names:
            raise ValueError(_other_names(list(fitted), inside.names or []))

    def _known(self, inside: Classes) -> Optional[list]:
        """Class of the model for each class of X; None: classes that are new to it."""
        if self.n_classes_ == 1 and inside.single:
            return [0]
        if inside.labels is None:
            return None
        unknown = [c for c in inside.labels if c not in self.class_names_]
        if len(unknown) == len(inside.labels):
            return None
        if unknown:
            raise ValueError(f"class {unknown[0]!r} was not fitted, but others of X were: known and new classes "
                             "cannot be mixed")
        return [self.class_names_.index(c) for c in inside.labels]

    def _scaled(self, how: Run, inside: Classes, known: Optional[list]) -> Any:
        """A handle of X, scaled as the class was at the fit, or a new class by its own moments."""
        data = inside.handle(how, self.missing)
        if known is None:
            _core.data_standardise(how, data, choice("lacon_scale", "scale", self.scale), None, None)
        else:
            mean, scale = np.ascontiguousarray(self.means_[known]), np.ascontiguousarray(self.scales_[known])
            _core.data_standardise(how, data, 0, mean, scale)
        if self._signed:
            _core.data_flip(how, data, self.signs_)
        return data

    def _model_of(self, how: Run, data: Any, known: Optional[list]) -> tuple[Any, list]:
        """A model and its class for each class of the data: new ones get G and v of their own, modules held fixed."""
        if known is not None:
            return self._model, known
        model = _core.model_transform(how, self._model, data)
        return model, list(range(len(_core.data_about(data)["labels"])))

    def transform(self, X: Any, *, classes: Any = None) -> Any:
        """Latent variables of the modules (posterior means).

        One table under a model of one class uses what was fitted. Otherwise each class of X is new unless `classes`
        gives it the name of a fitted one: it is scaled by its own moments, and its G and v are estimated with the
        modules held fixed; for the rows of the fit that gives what the fit has.

        Returns
        -------
        Z : ndarray of shape (n_rows, k_), or a list of them where X has several classes
        """
        inside = self._collect_like(X, classes)
        alone = [len(a) == 1 for a in inside.arrays]  # the library wants two rows of a class
        inside = inside._replace(arrays=[np.repeat(a, 2, axis=0) if one else a for a, one in zip(inside.arrays, alone)])
        known, how = self._known(inside), run(self.n_jobs)
        if known is None and any(alone):
            raise ValueError("a new class of one row, n_samples = 1: its connectivity cannot be estimated")
        data = self._scaled(how, inside, known)
        model, of = self._model_of(how, data, known)
        Z = [_core.model_latent(how, model, of[c], data, c) for c in range(len(inside.arrays))]
        Z = [z[:1] if one else z for z, one in zip(Z, alone)]
        return Z[0] if inside.single else Z

    def inverse_transform(self, Z: Any, *, label: Optional[str] = None) -> Any:
        """Rows that have these latent variables and no noise, in the units of the data."""
        self._check_fitted()
        if isinstance(Z, list) and Z and getattr(Z[0], "ndim", 0) == 2:
            names = self.class_names_ if len(Z) == self.n_classes_ else [None] * len(Z)
            return [self.inverse_transform(z, label=name) for z, name in zip(Z, names)]
        c = self._class(label)
        Z = np.asarray(Z, float)
        if Z.ndim != 2 or Z.shape[1] != self.k_:
            raise ValueError(f"Z has shape {Z.shape}: (n, {self.k_}) is needed")
        X = (Z @ self.loadings_.T) * np.sqrt(self.noise_factors_) * self.signs_
        return X * self.scales_[c] + self.means_[c]

    def _class(self, label: Optional[str]) -> int:
        self._check_fitted()
        if label is None and self.n_classes_ == 1:
            return 0
        if label not in self.class_names_:
            raise ValueError(f"label = {label!r}: it must be one of {self.class_names_[:5]}"
                             f"{' ...' if self.n_classes_ > 5 else ''}")
        return self.class_names_.index(label)

    def score_classes(self, X: Any, *, classes: Any = None) -> np.ndarray:
        """Mean log-likelihood per row of each class of X, see `score`."""
        return self._score_each(self._collect_like(X, classes))

    def _score_each(self, inside: Classes) -> np.ndarray:
        known, how = self._known(inside), run(self.n_jobs)
        if known is not None:
            twice = [np.repeat(a, 2, axis=0) if len(a) == 1 else a for a in inside.arrays]
            data = self._scaled(how, inside._replace(arrays=twice), known)
            return _core.model_evaluate(how, self._model, data, known, 0)
        return self._score_new(how, inside)

    def _score_new(self, how: Run, inside: Classes) -> np.ndarray:
        """Moments, G and v of a class from its first half, likelihood of the second."""
        half = [len(a) // 2 for a in inside.arrays]
        if min(half) < 2:
            raise ValueError("a new class has fewer than 4 rows, half of which are to be learnt from")
        first = inside._replace(arrays=[a[:h] for a, h in zip(inside.arrays, half)])
        second = inside._replace(arrays=[a[h:] for a, h in zip(inside.arrays, half)])
        model = _core.model_transform(how, self._model, self._scaled(how, first, None))
        about = _core.model_about(model)
        data = second.handle(how, self.missing)
        _core.data_standardise(how, data, 0, about["mean"], about["scale"])
        if self._signed:
            _core.data_flip(how, data, self.signs_)
        return _core.model_evaluate(how, model, data, None, 0)

    def score(self, X: Any, y: Any = None, *, classes: Any = None) -> float:
        """Mean log-likelihood per row (of scaled rows), each class counting the same.

        Rows of fitted classes (one table under a model of one class, or `classes` with their names) are held against
        what was fitted. A new class has its moments, G and v estimated from the first half of its rows, and the
        likelihood is that of the second: so ``cross_val_score`` over a list of subjects is honest.
        """
        return float(np.mean(self.score_classes(X, classes=classes)))

    def project(self, X: Any, *, classes: Any = None) -> "LatentConnectivity":
        """A model of new classes: modules held fixed, connectivity and noise estimated anew.

        Where this one is pooled the new one is too, by the population of this one.
        """
        inside = self._collect_like(X, classes)
        how = run(self.n_jobs)
        other = type(self)(**self.get_params(deep=False))
        other._remember(inside)
        model = _core.model_transform(how, self._model, self._scaled(how, inside, None))
        if hasattr(self, "pooled_connectivity_"):
            _core.model_pool(how, model, self._model)
        other._take(model)
        return other

    def get_covariance(self, label: Optional[str] = None, *, scaled: bool = False) -> np.ndarray:
        """Covariance of a class in the units of the data, or of the scaled rows."""
        c = self._class(label)
        S = _core.model_covariance(run(self.n_jobs), self._model, c, 0)
        return S if scaled else S * np.outer(self.signs_ * self.scales_[c], self.signs_ * self.scales_[c])

    def get_precision(self, label: Optional[str] = None, *, scaled: bool = False) -> np.ndarray:
        """Inverse of `get_covariance`."""
        c = self._class(label)
        P = _core.model_covariance(run(self.n_jobs), self._model, c, 1)
        return P if scaled else P / np.outer(self.signs_ * self.scales_[c], self.signs_ * self.scales_[c])

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """module1, module2, ..."""
        self._check_fitted()
        if input_features is not None:
            self._check_features(input_features)
        return np.asarray([f"module{j + 1}" for j in range(self.k_)], dtype=object)

    def _check_features(self, names: Any) -> None:
        fitted = getattr(self, "feature_names_in_", None)
        if fitted is not None and not np.array_equal(fitted, np.asarray(names, dtype=object)):
            raise ValueError("input_features is not equal to feature_names_in_")
        if len(names) != self.n_features_in_:
            raise ValueError("input_features should have length equal to number of features "
                             f"({self.n_features_in_}), got {len(names)}")

    @property
    def _n_features_out(self) -> int:
        return self.k_

    # ---- tables and looks ----

    def modules(self) -> Any:
        """Variable, module, weight and evidence: a DataFrame where pandas is there, else a dict of columns."""
        from ._results import table

        self._check_fitted()
        return table({"variable": self._names, "module": self.labels_, "weight": self.loadings_.sum(1),
                      "evidence": self.membership_evidence_})

    def correlations(self) -> np.ndarray:
        """`connectivity_` scaled to ones in the diagonal, of shape (n_classes_, k_, k_)."""
        self._check_fitted()
        d = np.sqrt(np.einsum("ijj->ij", self.connectivity_))
        with np.errstate(invalid="ignore", divide="ignore"):
            R = self.connectivity_ / (d[:, :, None] * d[:, None, :])
        return np.where(np.isfinite(R), R, 0.0)

    def _repr_html_(self) -> str:
        if not hasattr(self, "_model"):
            return f"<pre>{html.escape(repr(self))}</pre>"
        from ._html import model_html

        return model_html(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict:
        """Notebooks ask for this first; scikit-learn's would show parameters only."""
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    # ---- pickles ----

    def __getstate__(self) -> dict:
        parent = getattr(super(), "__getstate__", None)  # scikit-learn's adds its version; object's is in 3.11
        state = dict(parent() if parent is not None else self.__dict__)
        state.pop("_data", None)
        if "_model" in state:
            state["_model"] = _core.to_bytes((1, None), state["_model"])
        state["_stability"] = None
        return state

    def __setstate__(self, state: dict) -> None:
        state = dict(state)
        if isinstance(state.get("_model"), bytes):
            state["_model"] = _core.from_bytes((1, None), state["_model"])
        parent = getattr(super(), "__setstate__", None)
        if parent is not None:
            parent(state)
        else:
            self.__dict__.update(state)


def _other_names(fitted: list, given: list) -> str:
    """scikit-learn's words."""
    def some(names: list) -> str:
        return "".join(f"- {n}\n" for n in names[:5]) + ("- ...\n" if len(names) > 5 else "")

    text = "The feature names should match those that were passed during fit.\n"
    unseen, gone = sorted(set(given) - set(fitted)), sorted(set(fitted) - set(given))
    if unseen:
        text += "Feature names unseen at fit time:\n" + some(unseen)
    if gone:
        text += "Feature names seen at fit time, yet now missing:\n" + some(gone)
    if not unseen and not gone:
        text += "Feature names must be in the same order as they were in fit.\n"
    return text


class LatentConnectivityCV(LatentConnectivity):
    """LatentConnectivity that chooses the number of modules, by held-out likelihood or by evidence.

    All parameters of `LatentConnectivity`; `n_modules` is None (1 to 10, or to the number of variables) or a range.

    Attributes
    ----------
    k_ : int
        The choice, less modules that lost all variables.
    selection_ : Selection
        Curve, folds, what each rule would choose.

    Examples
    --------
    >>> import lacon
    >>> truth, X = lacon.simulate(n_classes=4, n_samples=200, n_features=20, n_modules=3, random_state=2)
    >>> lacon.LatentConnectivityCV(range(1, 6), random_state=1).fit(X).k_
    3
    """

    def __init__(self, n_modules: Any = None, *, scale: str = "z", objective: str = "ml",
                 noise: str = "isotropic", membership: str = "test", level: float = 0.05, join: str = "none",
                 pool: bool = False, weights: str = "samples", rows: str = "series", missing: str = "refuse",
                 flip: bool = False, solver: str = "mm", n_starts: int = 0, tol: float = 0.0, max_iter: int = 2000,
                 init: Any = None, cv: str = "time:5", by: str = "heldout", rule: str = "one-se",
                 random_state: Any = None, n_jobs: Optional[int] = None, progress: Any = None, k: Any = None) -> None:
        super().__init__(n_modules, scale=scale, objective=objective, noise=noise, membership=membership, level=level,
                         join=join, pool=pool, weights=weights, rows=rows, missing=missing, flip=flip, solver=solver,
                         n_starts=n_starts, tol=tol, max_iter=max_iter, init=init, cv=cv, by=by, rule=rule,
                         random_state=random_state, n_jobs=n_jobs, progress=progress, k=k)

    def _wanted(self, p: int) -> Any:
        if self.n_modules is None and self.k is None:
            return 1, min(10, p)
        wanted = super()._wanted(p)
        return wanted if isinstance(wanted, tuple) else (wanted, wanted)


class ConnectivityFeatures(LatentConnectivity):
    """The connectivity of each class as a row of features: for classifiers of subjects.

    `fit` finds the modules of the training subjects; `transform` gives every array of a list a row: Fisher's z of the
    correlations of two modules, estimated with the modules held fixed. Parameters as `LatentConnectivity`.

    Examples
    --------
    >>> import lacon
    >>> truth, X = lacon.simulate(n_classes=6, n_samples=100, n_features=20, n_modules=3, random_state=2)
    >>> lacon.ConnectivityFeatures(n_modules=3, random_state=1).fit_transform(X).shape
    (6, 3)
    """

    def transform(self, X: Any, *, classes: Any = None) -> np.ndarray:
        R = self.project(X, classes=classes).correlations()
        a, b = np.tril_indices(self.k_, -1)
        return np.arctanh(np.clip(R[:, a, b], -0.999999, 0.999999))  # a rank-deficient G has correlations of 1

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        self._check_fitted()
        a, b = np.tril_indices(self.k_, -1)
        return np.asarray([f"module{j + 1}-module{i + 1}" for i, j in zip(a, b)], dtype=object)

    def _more_tags(self) -> dict:
        return {"X_types": ["3darray"], "no_validation": True}

    def __sklearn_tags__(self) -> Any:
        """The same for scikit-learn 1.6 and later."""
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.two_d_array, tags.input_tags.three_d_array, tags.no_validation = False, True, True
        return tags
