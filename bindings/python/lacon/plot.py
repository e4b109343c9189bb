# SPDX-License-Identifier: BSD-3-Clause
"""Plots with matplotlib; each draws on `ax` (a new one when None) and returns it."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

__all__ = ["modules", "connectivity", "circle", "brain", "choice", "forest"]


def _axes(ax: Any, **keywords: Any) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(**keywords)[1]


def _colours(k: int) -> Any:
    import matplotlib.pyplot as plt

    return plt.get_cmap("tab20")(np.arange(max(k, 1)) % 20)


def _correlations(model: Any, label: Optional[str]) -> np.ndarray:
    """Of a class, or the mean over classes."""
    R = model.correlations()
    return R.mean(0) if label is None else R[model.class_names_.index(label)]


def modules(model: Any, matrix: Any = None, *, label: Optional[str] = None, ax: Any = None) -> Any:
    """A matrix of the variables (the model's correlations when None), ordered by module, with frames round modules."""
    ax = _axes(ax)
    if matrix is None:
        S = model.get_covariance(label if label is not None else model.class_names_[0], scaled=True)
        d = np.sqrt(np.diag(S))
        matrix = S / np.outer(d, d)
    of = np.where(model.labels_ == 0, model.k_ + 1, model.labels_)
    order = np.argsort(of, kind="stable")
    image = ax.imshow(np.asarray(matrix)[np.ix_(order, order)], vmin=-1, vmax=1, cmap="RdBu_r", interpolation="nearest")
    start = 0
    for j in range(model.k_):
        size = int((of == j + 1).sum())
        ax.add_patch(_frame(start - 0.5, size, _colours(model.k_)[j]))
        start += size
    ax.set_xlabel("variables by module")
    ax.figure.colorbar(image, ax=ax, label="correlation")
    return ax


def _frame(corner: float, size: int, colour: Any) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((corner, corner), size, size, fill=False, edgecolor=colour, linewidth=2)


def connectivity(model: Any, *, label: Optional[str] = None, ax: Any = None) -> Any:
    """Correlations of the modules of a class, or their mean over classes."""
    ax = _axes(ax)
    R = _correlations(model, label)
    image = ax.imshow(R, vmin=-1, vmax=1, cmap="RdBu_r")
    ticks = np.arange(model.k_)
    ax.set_xticks(ticks, [str(t + 1) for t in ticks])
    ax.set_yticks(ticks, [str(t + 1) for t in ticks])
    ax.set_xlabel("module")
    ax.set_title("mean over classes" if label is None else label)
    ax.figure.colorbar(image, ax=ax, label="correlation")
    return ax


def circle(model: Any, *, label: Optional[str] = None, least: float = 0.1, ax: Any = None) -> Any:
    """Modules on a circle, as large as they have variables, with a line for each correlation above `least`."""
    ax = _axes(ax)
    R, k = _correlations(model, label), model.k_
    angle = 2 * np.pi * np.arange(k) / max(k, 1)
    x, y = np.cos(angle), np.sin(angle)
    for a in range(k):
        for b in range(a):
            if abs(R[a, b]) >= least:
                ax.plot(x[[a, b]], y[[a, b]], color="firebrick" if R[a, b] > 0 else "royalblue", lw=5 * abs(R[a, b]),
                        alpha=0.6, zorder=1)
    size = np.array([(model.labels_ == j + 1).sum() for j in range(k)])
    ax.scatter(x, y, s=60 + 20 * size, c=_colours(k)[:k], edgecolors="black", zorder=2)
    for j in range(k):
        ax.annotate(str(j + 1), (x[j], y[j]), ha="center", va="center", zorder=3)
    ax.set_aspect("equal")
    ax.margins(0.2)
    ax.axis("off")
    return ax


def brain(model: Any, coordinates: Any, *, test: Any = None, label: Optional[str] = None, least: float = 0.1,
          level: float = 0.05, ax: Any = None) -> Any:
    """Variables where they lie, seen from above, coloured by module; modules at the middle of their variables, joined
    by their correlations, or with `test` by the edges whose family-wise p is at most `level`.

    coordinates : array of shape (p, 3), or a frame with the columns x, y, z in the order of the variables
    """
    ax = _axes(ax)
    xyz = np.asarray(coordinates[["x", "y", "z"]] if hasattr(coordinates, "columns") else coordinates, float)
    if xyz.shape != (len(model.labels_), 3):
        raise ValueError(f"coordinates have shape {xyz.shape}: ({len(model.labels_)}, 3) is needed")
    colours = _colours(model.k_)
    ax.scatter(*xyz[model.labels_ == 0, :2].T, s=12, c="lightgrey")
    middle = np.array([xyz[model.labels_ == j + 1].mean(0) for j in range(model.k_)]).reshape(-1, 3)
    for j in range(model.k_):
        ax.scatter(*xyz[model.labels_ == j + 1, :2].T, s=20, color=colours[j])
    for a, b, weight in _lines(model, test, label, least, level):
        ax.plot(middle[[a, b], 0], middle[[a, b], 1], color="firebrick" if weight > 0 else "royalblue",
                lw=1 + 4 * min(1.0, abs(weight)), alpha=0.7)
    ax.scatter(middle[:, 0], middle[:, 1], s=140, c=colours[:model.k_], edgecolors="black", zorder=3)
    ax.set_aspect("equal")
    ax.set_xlabel("x")
    ax.set_ylabel("y")
    return ax


def _lines(model: Any, test: Any, label: Optional[str], least: float, level: float) -> list:
    """(module, module, weight), modules from 0."""
    if test is None:
        R = _correlations(model, label)
        return [(a, b, R[a, b]) for a in range(model.k_) for b in range(a) if abs(R[a, b]) >= least]
    e = test.significant(level)
    rows = zip(np.asarray(e["module_a"]), np.asarray(e["module_b"]), np.asarray(e["effect"]))
    return [(int(a) - 1, int(b) - 1, float(w)) for a, b, w in rows if a != b]


def choice(selection: Any, *, ax: Any = None) -> Any:
    """Held-out likelihood against the number of modules, with standard errors and the choice."""
    ax = _axes(ax)
    selection = getattr(selection, "selection_", selection)
    curve = selection._curve
    ax.errorbar(curve[:, 0], curve[:, 1], yerr=curve[:, 2], marker="o", capsize=3)
    ax.axvline(selection.chosen, color="firebrick", ls="--", label=f"chosen: {selection.chosen}")
    ax.set_xlabel("modules")
    ax.set_ylabel("held-out log-likelihood per row")
    ax.legend()
    return ax


def forest(test: Any, *, level: float = 0.05, ax: Any = None) -> Any:
    """Effect and interval of every edge; those whose family-wise p is at most `level` in red."""
    e = {n: np.asarray(test.edges[n]) for n in ("module_a", "module_b", "effect", "ci_low", "ci_high", "p_fwe")}
    n = len(e["effect"])
    ax = _axes(ax, figsize=(6, 1 + 0.25 * n))
    for i in range(n):
        colour = "firebrick" if e["p_fwe"][i] <= level else "grey"
        ax.plot([e["ci_low"][i], e["ci_high"][i]], [i, i], color=colour)
        ax.plot(e["effect"][i], i, "o", color=colour)
    ax.axvline(0, color="black", lw=0.8)
    ax.set_yticks(range(n), [f"{a}-{b}" for a, b in zip(e["module_a"], e["module_b"])])
    ax.invert_yaxis()
    ax.set_xlabel(test.effect)
    ax.set_ylabel("modules")
    return ax
