# SPDX-License-Identifier: BSD-3-Clause
"""The commands of the command line as functions."""
from __future__ import annotations

import os
from typing import Any, Iterable, Mapping, Optional, Union

import numpy as np

from . import _core
from ._estimator import LatentConnectivity
from ._input import Data, collect, is_frame
from ._results import Causal, Covariances, EdgeTest, Result, Selection, Stability, table
from ._run import Run, choice, run, seed, texts

Path = Union[str, "os.PathLike[str]"]


# ---- data ----

def read(*paths: Path, n_jobs: Optional[int] = None, progress: Any = None, clean: Optional[Mapping] = None,
         **options: Any) -> Data:
    """Tables and images of every format that the library knows (docs/formats.md), each file a class.

    Parameters
    ----------
    *paths : str or path
        Files, and folders of them.
    clean : dict, optional
        confounds, confound_columns, detrend, censor, censor_column, censor_above.
    **options
        transpose, precision, class_column (or classes, as fit calls it), columns, ignore, names, variable, atlas,
        keep_missing, covariance (or n_obs), bids, task, select, pool, min_minutes, step_s, align_labels, missing,
        max_bytes, isolate, exclude, rename_duplicates, class_table, na, reduce, reduce_above.

    Returns
    -------
    Data
    """
    how = run(n_jobs, progress)
    for name, of_fit in (("class_column", "classes"), ("covariance", "n_obs")):  # what is said of a table calls them so
        if of_fit in options:
            options.setdefault(name, options.pop(of_fit))
    if options.get("missing") not in (None, "refuse"):
        options["keep_missing"] = True
    handle = _core.data_read(how, [os.fspath(p) for p in paths], texts(**options))
    if clean:
        _core.data_clean(how, handle, texts(**clean))
    about = _core.data_about(handle)
    arrays = [_core.data_matrix(handle, c) for c in range(len(about["labels"]))]
    counts = [row[0] for row in about["classes"]] if all(row[5] for row in about["classes"]) else None
    return Data(arrays, about["names"], about["labels"], counts, [row[4] for row in about["classes"]])


def simulate(n_classes: int = 1, n_samples: int = 100, n_features: int = 20, n_modules: int = 2, *, noise: float = 1.0,
             random_state: Any = None) -> tuple[LatentConnectivity, list]:
    """A random model and rows drawn from it, as ``lacon simulate`` draws them.

    Returns
    -------
    truth : LatentConnectivity
        With the true loadings_, connectivity_ and noise_.
    X : list of ndarray of shape (n_samples, n_features)
    """
    how, number = run(), seed(random_state)
    model = _core.model_random(how, int(n_features), int(n_modules), int(n_classes), float(noise), number)
    X = [_core.model_simulate(how, model, c, int(n_samples), number) for c in range(int(n_classes))]
    return _model(model, n_modules=int(n_modules), random_state=random_state), X


def check(X: Any, *, classes: Any = None, n_obs: Any = None, n_jobs: Optional[int] = None) -> Any:
    """What the values of each class look like, before anything is fitted.

    Returns
    -------
    DataFrame (or dict of columns)
        One row for each class: rows, effective, missing, constant, twins, spike, lag1, drifts, common, likeness
        (correlation of its correlations with those of the others). ``attrs["against"]`` has the variables that run
        against those they go with (``flip=True``).
    """
    how = run(n_jobs)
    inside = collect(X, classes, n_obs)
    data = inside.handle(how, "marginal" if n_obs is None else "refuse")
    about = _core.data_about(data)
    each = [_core.data_describe(how, data, c, 0) for c in range(len(about["labels"]))]
    like, sign = _core.data_compare(how, data)
    columns: dict = {"class": about["labels"], "rows": [row[0] for row in about["classes"]]}
    for name in ("effective", "missing", "constant", "twins", "spike", "codes", "lag1", "drifts", "common", "wide"):
        columns[name] = [s[name] for s in each]
    out = table({**columns, "likeness": like})
    against = [about["names"][r] for r in np.flatnonzero(sign < 0)]
    if hasattr(out, "attrs"):
        out.attrs["against"] = against
    else:
        out["against"] = np.asarray(against, dtype=object)
    return out


# ---- models ----

def _model(handle: Any, **params: Any) -> LatentConnectivity:
    """An estimator around a model of the library."""
    m = LatentConnectivity(**params)
    m._take(handle)
    m.n_features_in_ = len(m.labels_)
    if m._names != [f"V{r + 1}" for r in range(len(m._names))]:
        m.feature_names_in_ = np.asarray(m._names, dtype=object)
    m._data = None
    return m


def load(folder: Path) -> LatentConnectivity:
    """The model of a folder that ``lacon fit``, `save` or the R package wrote."""
    import json

    m = _model(_core.load(run(), os.fspath(folder)))
    m.n_modules = m.k_
    m.scale = _scale_of(m)
    try:
        with open(os.path.join(os.fspath(folder), "model.json"), encoding="utf-8") as file:
            told = json.load(file)
    except (OSError, ValueError):
        return m
    m.n_iter_ = int(told.get("iterations") or 0)
    for name in ("evidence", "nll"):
        if isinstance(told.get(name), (int, float)):
            setattr(m, name + "_", float(told[name]))
    return m


def _scale_of(m: LatentConnectivity) -> str:
    seen = m.scales_ > 0
    if np.any(m.scales_[seen] != 1):
        return "z"
    return "center" if np.any(m.means_[seen] != 0) else "none"


def _fitted(model: Any, what: str = "model") -> LatentConnectivity:
    """The model; words where it is something else or not fitted."""
    if not isinstance(model, LatentConnectivity):
        raise TypeError(f"{what} is of type {type(model).__name__}: a fitted LatentConnectivity is needed")
    model._check_fitted()
    return model


def _handle(result: Any, kind: type[Result]) -> Any:
    if result is None:
        return None
    if not isinstance(result, kind):
        name = kind.__name__
        raise TypeError(f"{name.lower()} is of type {type(result).__name__}: a lacon.{name} is needed")
    return result._handle


def save(model: LatentConnectivity, folder: Path, *, force: bool = False, selection: Optional[Selection] = None,
         stability: Optional[Stability] = None, tests: Optional[EdgeTest] = None,
         causal: Optional[Causal] = None, shrunk: Optional[Covariances] = None) -> None:
    """A model folder as ``lacon fit`` writes it, with what stands beside the model; complete or absent."""
    _fitted(model)
    selection = getattr(model, "selection_", None) if selection is None else selection
    others = [_handle(selection, Selection), _handle(stability, Stability), _handle(tests, EdgeTest),
              _handle(causal, Causal), _handle(shrunk, Covariances)]
    _core.save(run(), os.fspath(folder), int(force), model._model, *others)


def evaluate(model: Any, X: Any, *, classes: Any = None) -> Any:
    """Mean log-likelihood per row of each class: rows that were not fitted, of classes that were.

    `model` is a fitted LatentConnectivity or `Covariances`. Without `classes` those of X are the model's, in order.
    """
    names = model.class_names if isinstance(model, Covariances) else _fitted(model).class_names_
    inside = collect(X, classes) if isinstance(model, Covariances) else model._collect_like(X, classes)
    labels = inside.labels if inside.labels is not None else names
    if len(labels) != len(inside.arrays) or any(c not in names for c in labels):
        raise ValueError(f"X has {len(inside.arrays)} classes, the model {len(names)}: name those of X (classes=) as "
                         "the model does; LatentConnectivity.score takes new ones")
    if isinstance(model, Covariances):
        values = _evaluate_covariances(model, inside._replace(labels=list(labels)))
    else:
        values = model._score_each(inside._replace(labels=list(labels)))
    return table({"class": list(labels), "n": [len(a) for a in inside.arrays], "loglik": values})


def _evaluate_covariances(model: Covariances, inside: Any) -> np.ndarray:
    how = run()
    at = [model.class_names.index(c) for c in inside.labels]
    data = inside.handle(how)
    _core.data_standardise(how, data, 0, np.ascontiguousarray(model.means[at]), np.ascontiguousarray(model.scales[at]))
    return _core.covariance_evaluate(how, model._handle, data, at)


def shrink(model: LatentConnectivity, X: Any, *, classes: Any = None, n_folds: int = 5,
           n_jobs: Optional[int] = None, progress: Any = None) -> Covariances:
    """The covariance of each class as a mix of its sample covariance, its module model and the mean over classes.

    The weights are the same for all classes, by the likelihood of blocks of rows left out in turn (``lacon fit
    --shrink``). X is what the model was fitted to; `evaluate` and `save` take the result.
    """
    how = run(n_jobs, progress)
    found, about, a, b = _core.shrink(how, _fitted(model)._model, _like(model, X, classes, how), int(n_folds))
    return Covariances(found, about, {"sample": 1 - a, "modules": a * (1 - b), "mean": a * b})


def compare(a: LatentConnectivity, b: LatentConnectivity) -> dict:
    """How much two models agree: adjusted Rand index, which module of `b` is which of `a` (from 1, 0 none), the
    errors of `b` where `a` is the truth."""
    w_error, w_mse, g_mse, ari, match = _core.model_score(run(), _fitted(a, "a")._model, _fitted(b, "b")._model)
    return {"ari": ari, "match": np.where(match < b.k_, match + 1, 0), "w_error": w_error, "w_mse": w_mse,
            "g_mse": g_mse}


# ---- questions ----

def _scaled(X: Any, classes: Any, n_obs: Any, scale: str, missing: str, how: Run) -> Any:
    data = collect(X, classes, n_obs).handle(how, missing)
    _core.data_standardise(how, data, choice("lacon_scale", "scale", scale), None, None)
    return data


def _like(model: LatentConnectivity, X: Any, classes: Any, how: Run) -> Any:
    """X as the model was fitted to it: scaled by its own moments, with the signs of the model."""
    inside = _fitted(model)._collect_like(X, classes)
    if inside.labels is None and len(inside.arrays) == model.n_classes_:
        inside = inside._replace(labels=list(model.class_names_))
    return model._scaled(how, inside, None)


def select(X: Any, n_modules: Iterable[int] = range(1, 11), *, classes: Any = None, cv: str = "time:5",
           by: str = "heldout", rule: str = "one-se", repeats: int = 1, scale: str = "z", missing: str = "refuse",
           random_state: Any = None, n_jobs: Optional[int] = None, progress: Any = None, **fit: Any) -> Selection:
    """How many modules: held-out likelihood and evidence along a range of k. `fit`: options of the fit (noise, ..)."""
    how, wanted = run(n_jobs, progress), list(n_modules)
    data = _scaled(X, classes, None, scale, missing, how)
    ask = texts(k_low=min(wanted), k_high=max(wanted), rule=rule, by=by, repeats=repeats)
    cv = cv if ":" in cv else cv + ":5"
    (found, about), _ = _core.select(how, data, ask, cv, texts(seed=seed(random_state), **fit), 0)
    return Selection(found, about)


def stability(model: LatentConnectivity, X: Any, *, classes: Any = None, over: str = "rows", n_resamples: int = 200,
              block: int = 0, confidence: float = 0.95, random_state: Any = None, n_jobs: Optional[int] = None,
              progress: Any = None) -> Stability:
    """How sure the modules and the edges are: the fit repeated on resampled data. X is what the model was fitted to."""
    how = run(n_jobs, progress)
    data = _like(model, X, classes, how)
    options = texts(over=over, resamples=n_resamples, block=block, confidence=confidence)
    fit = texts(noise=model.noise, membership=model.membership, level=model.level, rows=model.rows,
                seed=seed(random_state))
    return Stability(*_core.stability(how, model._model, data, options, fit))


def edge_test(model: Any, formula: str, data: Any, *, contrast: Optional[str] = None, id: Optional[str] = None,
              measure: str = "fisherz", tail: str = "two", n_perm: int = 10000, blocks: Optional[str] = None,
              exchange: str = "within", absent: str = "fail", confidence: float = 0.95, threshold: float = 0.0,
              variance: str = "auto", random_state: Any = None, n_jobs: Optional[int] = None,
              progress: Any = None) -> EdgeTest:
    """Permutation tests of every edge between groups, or along a variable, with nuisance variables.

    Parameters
    ----------
    model : LatentConnectivity or ndarray of shape (n_classes, k, k)
        Whose connectivity is tested.
    formula : str
        "group + age + fd".
    data : DataFrame or dict of columns
        A row for each class, with their names in column `id`, else in a column or an index that has them all, else in
        their order.
    contrast : str, optional
        "group", "group=A-B", "age"; the first term when None.
    variance : str, default="auto"
        Which classes share a variance: those of a group of the model ("auto"), all ("equal"), or those alike in this
        column.

    Returns
    -------
    EdgeTest
    """
    how = run(n_jobs, progress)
    m = model if isinstance(model, LatentConnectivity) else _of_connectivity(np.asarray(model, float))
    people, id = participants(data, id, m.class_names_, how)
    options = texts(id=id, formula=formula, contrast=contrast, measure=measure, tail=tail, permutations=n_perm,
                    seed=seed(random_state), blocks=blocks, exchange=exchange, absent=absent, confidence=confidence,
                    threshold=threshold, variance=variance)
    found, about = _core.test(how, m._model, people, options)
    return EdgeTest(found, about, (data, id))


def _of_connectivity(G: np.ndarray) -> LatentConnectivity:
    """A model whose variables are the modules themselves: all that a test asks for is G."""
    if G.ndim != 3 or G.shape[1] != G.shape[2]:
        raise ValueError(f"connectivity has shape {G.shape}: (n_classes, k, k) is needed")
    n, k = G.shape[:2]
    W, v = np.eye(k), np.ones(n)
    return _model(_core.model_new(run(), k, k, n, W, np.ascontiguousarray(G), v, None, None, None))


def participants(data: Any, id: Optional[str], labels: list, how: Run) -> tuple[Any, str]:
    """A table of people for the library, and its column of class names (added where there is none)."""
    if not is_frame(data) and not isinstance(data, Mapping):
        raise TypeError(f"the table is of type {type(data).__name__}: a DataFrame or a dict of columns is needed")
    names = [str(c) for c in (data.columns if is_frame(data) else data)]
    columns = [list(data[c]) for c in (data.columns if is_frame(data) else data)]
    if len(set(names)) < len(names):
        raise ValueError("data has two columns of the same name")
    rows = len(columns[0]) if columns else 0
    if any(len(c) != rows for c in columns):
        raise ValueError("data: columns differ in length")
    id = _named_by(names, columns, labels) if id is None else id
    if id is None:
        own = [str(v) for v in data.index] if is_frame(data) else []
        if not _have(own, labels):
            if rows != len(labels):
                raise ValueError(f"data has {rows} rows, there are {len(labels)} classes: one row for each, or the "
                                 "column of their names (id=)")
            own = list(labels)
        id = "lacon_class"
        names, columns = [id] + names, [own] + columns
    cells = [_cell(column[i]) for i in range(rows) for column in columns]
    return _core.participants(how, names, cells), id


def _have(cells: list, labels: list) -> bool:
    return len(labels) > 0 and set(labels) <= set(cells)


def _named_by(names: list, columns: list, labels: list) -> Optional[str]:
    """The column that has the names of all classes, or BIDS's where each name begins so: rows need not be in their
    order then."""
    for name, column in zip(names, columns):
        cells = [str(v) for v in column]
        begins = tuple(c for cell in cells for c in (cell, "sub-" + cell) if cell)
        if _have(cells, labels) or name == "participant_id" and all(label.startswith(begins) for label in labels):
            return name
    return None


def _cell(value: Any) -> Optional[str]:
    """The text of a value; None for what is missing. Categories, booleans and words stay words."""
    if value is None or value != value or str(value) == "<NA>":
        return None
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    return str(value)


def causal(model: Optional[LatentConnectivity], X: Any, *, classes: Any = None, method: str = "likelihood",
           n_boot: int = 100, rules: Iterable = (), tiers: Optional[Mapping[int, int]] = None,
           scale: str = "center", random_state: Any = None, n_jobs: Optional[int] = None, progress: Any = None,
           **options: Any) -> Causal:
    """Which module drives which, class by class (docs/causal.md has the assumptions).

    Parameters
    ----------
    model : LatentConnectivity or None
        Its modules; None takes every variable for a module.
    rules : iterable of (from, to, rule)
        Modules from 1; "required", "forbidden" or "before".
    tiers : dict of module: tier, optional
        Lower tiers come before higher ones.
    **options
        noise_correction, common_order, prune, block, level, effects, lags (earlier rows that have effects as well:
        a number or "auto").
    """
    how, number = run(n_jobs, progress), seed(random_state)
    data = _scaled(X, classes, None, scale, "refuse", how) if model is None else _like(model, X, classes, how)
    handle = None if model is None else _core.model_transform(how, model._model, data)
    said = [(int(a) - 1, int(b) - 1, choice("lacon_rule", "rule", r)) for a, b, r in rules]
    ranks = [(int(m) - 1, int(t)) for m, t in (tiers or {}).items()]
    if options.get("lags") == "auto":
        options["lags"] = -1
    ask = texts(method=method, boot=n_boot, seed=number, **options)
    return Causal(*_core.causal(how, handle, data, ask, texts(seed=number), said, ranks))


def baseline_methods() -> Any:
    """Names of the methods of `baseline`, what they answer with, and what they are."""
    rows = _core.baselines()
    return table({"method": [r[0] for r in rows], "modules": [bool(r[1]) for r in rows],
                  "needs_n_modules": [bool(r[2]) for r in rows], "help": [r[3] for r in rows]})


def baseline(method: str, X: Any, n_modules: Optional[int] = None, *, classes: Any = None, n_obs: Any = None,
             scale: str = "z", missing: str = "refuse", random_state: Any = None, n_jobs: Optional[int] = None,
             progress: Any = None, **options: Any) -> Union[LatentConnectivity, Covariances]:
    """Another method on the same data: a model of its modules, or covariances (`baseline_methods`)."""
    how = run(n_jobs, progress)
    data = _scaled(X, classes, n_obs, scale, missing, how)
    handle, about = _core.baseline(how, method, data, texts(k=n_modules, seed=seed(random_state), **options))
    return _model(handle, n_modules=n_modules or 2) if about is None else Covariances(handle, about)


def baselines(X: Any, n_modules: int, methods: Optional[Iterable[str]] = None, **keywords: Any) -> dict:
    """`baseline` for several methods: {method: result}. Without `methods` those that answer with modules."""
    known = [r[0] for r in _core.baselines() if r[1]]
    return {m: baseline(m, X, n_modules, **keywords) for m in (known if methods is None else methods)}
