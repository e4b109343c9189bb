# SPDX-License-Identifier: BSD-3-Clause
"""What the functions return: arrays and texts, tables as DataFrames where pandas is there."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np


def table(columns: dict) -> Any:
    """A DataFrame where pandas is installed, else the dict of columns."""
    try:
        import pandas
    except ImportError:
        return {name: np.asarray(values) for name, values in columns.items()}
    return pandas.DataFrame(columns)


class Result:
    """Parts as attributes. The library's own object goes along (for save and report) but not into pickles."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    def __getstate__(self) -> dict:
        return {**self.__dict__, "_handle": None}


class Selection(Result):
    """How many modules.

    Attributes
    ----------
    chosen, best, one_se, by_heldout, by_evidence : int
        The choice; the largest held-out likelihood; the smallest within a standard error of it; what either would take.
    folds : ndarray of shape (n_folds, n_k)
        Held-out log-likelihood per row.
    null_models : dict
        The same of models without modules.
    caution : str or None
    """

    COLUMNS = ("k", "loglik", "se", "behind", "behind_se", "votes", "agreement", "evidence", "modules")

    def __init__(self, handle: Any, about: dict) -> None:
        super().__init__(handle)
        self.chosen: int = about["chosen"]
        self.best: int = about["best"]
        self.one_se: int = about["one_se"]
        self.by_heldout: int = about["by_heldout"]
        self.by_evidence: int = about["by_evidence"]
        self.noise_gain: float = about["noise_gain"]
        self.caution: Optional[str] = about["caution"]
        self.folds: np.ndarray = about["folds"]
        self.null_models: dict = about["null_models"]
        self._curve: np.ndarray = about["curve"]

    def curve(self) -> Any:
        """One row for each k."""
        whole = ("k", "votes", "modules")
        return table({n: self._curve[:, i].astype(int) if n in whole else self._curve[:, i]
                      for i, n in enumerate(self.COLUMNS)})

    def __repr__(self) -> str:
        return f"<lacon.Selection: k = {self.chosen} of {int(self._curve[0, 0])} to {int(self._curve[-1, 0])}>"


class Stability(Result):
    """How sure the modules are.

    Attributes
    ----------
    stability : ndarray of shape (p,)
        Share of the resamples that have the variable in its module.
    share : ndarray of shape (p, k + 1)
        In module 0 (unassigned), 1, ...
    coassignment : ndarray of shape (p, p)
    agreement : ndarray of shape (n_resamples,)
        Adjusted Rand index with the model.
    intervals : ndarray of shape (n_classes, k, k, 6) or None
        Covariance, low, high, correlation, low, high of every edge.
    """

    def __init__(self, handle: Any, about: dict) -> None:
        super().__init__(handle)
        self.labels: np.ndarray = about["module"]
        self.stability: np.ndarray = about["stability"]
        self.share: np.ndarray = about["share"]
        self.coassignment: np.ndarray = about["coassignment"]
        self.agreement: np.ndarray = about["agreement"]
        self.intervals: Optional[np.ndarray] = about["intervals"]
        self.names: list = about["names"]
        self.class_names: list = about["labels"]

    def modules(self) -> Any:
        return table({"variable": self.names, "module": self.labels, "stability": self.stability})

    def __repr__(self) -> str:
        return f"<lacon.Stability: {len(self.agreement)} resamples, mean agreement {self.agreement.mean():.2f}>"


class EdgeTest(Result):
    """Who differs, edge by edge.

    Attributes
    ----------
    edges : DataFrame
        module_a, module_b, effect, ci_low, ci_high, size, statistic, p, p_fwe, q_fdr, p_bonferroni, component,
        p_component, df (of statistic and interval), scaled (what permutations are compared by).
    effect : str
        What the effect is: "patient minus control".
    groups : dict
    n_permutations : int
    omnibus_p : float
        One test of all edges together.
    warnings : list of str
    """

    COLUMNS = ("module_a", "module_b", "effect", "ci_low", "ci_high", "size", "statistic", "p", "p_fwe", "q_fdr",
               "p_bonferroni", "component", "p_component", "df", "scaled")

    def __init__(self, handle: Any, about: dict, people: tuple) -> None:
        super().__init__(handle)
        e = about["edges"]
        whole = ("module_a", "module_b", "component")
        self.edges = table({n: e[:, i].astype(int) if n in whole else e[:, i] for i, n in enumerate(self.COLUMNS)})
        self.effect: str = about["effect_text"]
        self.groups: dict = about["groups"]
        self.n_classes: int = about["classes"]
        self.n_permutations: int = about["permutations"]
        self.exhaustive: bool = about["exhaustive"]
        self.omnibus_p: float = about["omnibus_p"]
        self.critical: float = about["critical"]
        self.dropped: list = about["dropped"]
        self.warnings: list = about["warnings"]
        self._people = people  # the table, and its column of class names: for the report

    def significant(self, level: float = 0.05) -> Any:
        """Edges whose family-wise p is at most `level`."""
        keep = np.asarray(self.edges["p_fwe"]) <= level
        return self.edges[keep] if hasattr(self.edges, "loc") else {n: v[keep] for n, v in self.edges.items()}

    def _repr_html_(self) -> str:
        head = f"<p>{self.effect}: {self.n_permutations} permutations, all edges together p = {self.omnibus_p:.3g}</p>"
        return head + (self.edges._repr_html_() if hasattr(self.edges, "_repr_html_") else "")

    def __repr__(self) -> str:
        return (f"<lacon.EdgeTest: {self.effect}, {len(np.asarray(self.edges['p']))} edges, "
                f"{int((np.asarray(self.edges['p_fwe']) <= 0.05).sum())} with p_fwe <= 0.05>")


class Causal(Result):
    """What drives what.

    Attributes
    ----------
    B, total : ndarray of shape (n_classes, k, k)
        Direct and total effects, [to, from].
    order : ndarray of shape (n_classes, k)
        First cause first, modules from 0.
    A : ndarray of shape (n_classes, lags, k, k) or None
        Effects of the rows before, [lag - 1, to, from]; None without `lags`.
    trust : list of dict
        For each class: frequency, precedence, low, high, independence, skewness, ...
    """

    def __init__(self, handle: Any, about: tuple) -> None:
        super().__init__(handle)
        self.names, classes = about
        self.class_names = [c[0] for c in classes]
        self.B = np.array([c[1] for c in classes])
        self.total = np.array([c[2] for c in classes])
        self.order = np.array([c[3] for c in classes])
        self.trust = [c[4] for c in classes]
        self.A = None if not classes or classes[0][5] is None else np.array([c[5] for c in classes])

    def arrows(self, label: Optional[str] = None) -> Any:
        """The arrows of a class (the first): from, to, weight, frequency."""
        c = 0 if label is None else self.class_names.index(label)
        to, source = np.nonzero(self.B[c])
        often = self.trust[c]["frequency"] if self.trust[c] else None
        return table({"from": [self.names[j] for j in source], "to": [self.names[i] for i in to],
                      "weight": self.B[c][to, source],
                      "frequency": np.full(len(to), np.nan) if often is None else often[to, source]})

    def __repr__(self) -> str:
        return f"<lacon.Causal: {len(self.names)} modules, {len(self.class_names)} classes>"


class Covariances(Result):
    """One covariance for each class, of the scaled rows, by a method without modules.

    Attributes
    ----------
    covariances : ndarray of shape (n_classes, p, p)
    parameters : ndarray of shape (n_classes,)
        What the method chose (shrinkage, penalty); NaN where it chooses nothing.
    means, scales : ndarray of shape (n_classes, p)
    weights : dict or None
        Of `shrink`: what the sample covariance ("sample"), the modules ("modules") and the mean over classes ("mean")
        count.
    """

    def __init__(self, handle: Any, about: tuple, weights: Optional[dict] = None) -> None:
        super().__init__(handle)
        self.weights = weights
        classes, self.means, self.scales = about
        self.class_names = [c[0] for c in classes]
        self.covariances = np.array([c[1] for c in classes])
        self.parameters = np.array([c[2] for c in classes])


class Experiment:
    """The tables of an experiment.

    Attributes
    ----------
    summary : DataFrame
        Count, failures, mean, standard deviation, interval and median of each cell, method and measure.
    values : DataFrame
        A row for each cell, method, repetition and measure.
    """

    def __init__(self, name: str, summary: Any, values: Any) -> None:
        self.name, self.summary, self.values = name, summary, values

    def __repr__(self) -> str:
        return f"<lacon.Experiment: {self.name}, {len(next(iter(dict(self.values).values())))} values>"
