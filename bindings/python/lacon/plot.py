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

    return plt.subplots(**{"layout": "constrained", **keywords})[1]


UP, DOWN = "firebrick", "royalblue"  # of lines: above and below zero


def _colours(k: int) -> Any:
    import matplotlib.pyplot as plt

    return plt.get_cmap("tab10" if k <= 10 else "tab20")(np.arange(max(k, 1)) % (10 if k <= 10 else 20))


def _numbers(ax: Any, places: np.ndarray, colours: Any) -> None:
    """The number of each module at its place, legible on its colour."""
    for j, (x, y) in enumerate(places):
        dark = np.dot(colours[j][:3], (0.299, 0.587, 0.114)) < 0.55  # luma of the colour
        ax.annotate(str(j + 1), (x, y), ha="center", va="center", zorder=5, color="white" if dark else "black")


def _legend(ax: Any, entries: list) -> None:
    """A legend below the axes; entries are (text, keywords of a line)."""
    from matplotlib.lines import Line2D

    ax.legend(handles=[Line2D([], [], label=text, **how) for text, how in entries], loc="upper center",
              bbox_to_anchor=(0.5, 0.0 if not ax.axison else -0.12), ncol=len(entries), frameon=False)


def _of(model: Any, label: Optional[str]) -> str:
    """Whose numbers these are, for a title."""
    return label if label is not None else "" if model.n_classes_ == 1 else "mean over classes"


def _correlations(model: Any, label: Optional[str]) -> np.ndarray:
    """Of a class, or the mean over classes."""
    R = model.correlations()
    return R.mean(0) if label is None else R[model._class(label)]


def _variables(model: Any, label: Optional[str]) -> np.ndarray:
    """Correlations of the variables by the model, of a class or the mean over classes."""
    names = model.class_names_ if label is None else [label]
    total = np.zeros((len(model.labels_), len(model.labels_)))
    for name in names:
        S = model.get_covariance(name, scaled=True)
        d = np.sqrt(np.diag(S))
        total += S / np.outer(d, d)
    return total / len(names)


def modules(model: Any, matrix: Any = None, *, label: Optional[str] = None, ax: Any = None) -> Any:
    """A matrix of the variables, ordered by module, with frames round modules; unassigned variables come last.

    matrix : array of shape (p, p); when None the correlations by the model, of class `label` or the mean over classes
    """
    p = len(model.labels_)
    if matrix is not None and np.shape(matrix) != (p, p):
        raise ValueError(f"matrix has shape {np.shape(matrix)}: ({p}, {p}) is needed")
    ax = _axes(ax)
    shown = np.asarray(_variables(model, label) if matrix is None else matrix, float)
    of = np.where(model.labels_ == 0, model.k_ + 1, model.labels_)
    order = np.argsort(of, kind="stable")
    largest = max(1.0, float(np.nanmax(np.abs(shown))))
    image = ax.imshow(shown[np.ix_(order, order)], vmin=-largest, vmax=largest, cmap="RdBu_r", interpolation="nearest")
    size = np.bincount(of, minlength=model.k_ + 2)[1:]
    start = np.concatenate(([0], np.cumsum(size)[:-1]))
    for j in range(model.k_):
        ax.add_patch(_frame(start[j] - 0.5, size[j], _colours(model.k_)[j]))
    at, names = start + size / 2 - 0.5, [str(j + 1) for j in range(model.k_)] + ["none"]
    room = size > p / 40  # for its name beside it
    ax.set_yticks(at[room], [n for n, fits in zip(names, room) if fits])
    ax.set_xticks([])
    ax.tick_params(length=0)
    ax.set_xlabel("variables by module")
    ax.set_ylabel("module")
    ax.set_title("" if matrix is not None else _of(model, label))
    ax.figure.colorbar(image, ax=ax, label="correlation" if matrix is None else "")
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
    ax.set_ylabel("module")
    ax.set_title(_of(model, label))
    ax.figure.colorbar(image, ax=ax, label="correlation")
    return ax


def circle(model: Any, *, label: Optional[str] = None, least: float = 0.1, ax: Any = None) -> Any:
    """Modules on a circle, as large as they have variables, with a line for each correlation of at least `least`."""
    ax = _axes(ax)
    R, k = _correlations(model, label), model.k_
    angle = np.pi / 2 - 2 * np.pi * np.arange(k) / max(k, 1)  # the first on top, then clockwise
    places = np.column_stack([np.cos(angle), np.sin(angle)])
    for a, b, weight in _lines(model, None, label, least, 0):
        ax.plot(*places[[a, b]].T, color=UP if weight > 0 else DOWN, lw=6 * abs(weight), alpha=0.6, zorder=1)
    size = np.array([(model.labels_ == j + 1).sum() for j in range(k)])
    ax.scatter(*places.T, s=250 + 1500 * size / max(1, size.max()), c=_colours(k)[:k], edgecolors="black", zorder=2)
    _numbers(ax, places, _colours(k))
    ax.set_aspect("equal")
    ax.set_xlim(-1.3, 1.3)
    ax.set_ylim(-1.3, 1.3)
    ax.axis("off")
    ax.set_title(_of(model, label))
    strongest = max([abs(w) for *_, w in _lines(model, None, label, least, 0)], default=0.0)
    _legend(ax, [("correlation > 0", {"color": UP, "lw": 3}), ("< 0", {"color": DOWN, "lw": 3}),
                 (f"widest: {strongest:.2f}", {"color": "none"})])
    return ax


def brain(model: Any, coordinates: Any, *, test: Any = None, label: Optional[str] = None, least: float = 0.1,
          level: float = 0.05, ax: Any = None) -> Any:
    """Variables where they lie, seen from above, coloured by module; modules at the middle of their variables, joined
    by their correlations, or with `test` by the edges whose family-wise p is at most `level`.

    coordinates : array of shape (p, 3), or a frame with the columns x, y, z in the order of the variables: millimetres,
    x from left to right, y from back to front
    """
    xyz = np.asarray(coordinates[["x", "y", "z"]] if hasattr(coordinates, "columns") else coordinates, float)
    if xyz.shape != (len(model.labels_), 3):
        raise ValueError(f"coordinates have shape {xyz.shape}: ({len(model.labels_)}, 3) is needed")
    ax = _axes(ax, figsize=(6, 6.5))
    colours, lines = _colours(model.k_), _lines(model, test, label, least, level)
    ax.scatter(*xyz[model.labels_ == 0, :2].T, s=12, c="lightgrey")
    middle = np.array([xyz[model.labels_ == j + 1].mean(0) for j in range(model.k_)]).reshape(-1, 3)
    for j in range(model.k_):
        ax.scatter(*xyz[model.labels_ == j + 1, :2].T, s=20, color=colours[j])
    strongest = max([abs(w) for *_, w in lines], default=0.0)
    for a, b, weight in lines:
        ax.plot(middle[[a, b], 0], middle[[a, b], 1], color=UP if weight > 0 else DOWN,
                lw=1 + 5 * abs(weight) / strongest if strongest > 0 else 1, alpha=0.6)
    ax.scatter(middle[:, 0], middle[:, 1], s=260, c=colours[:model.k_], edgecolors="black", zorder=3)
    _numbers(ax, middle[:, :2], colours)
    ax.set_aspect("equal")
    ax.set_xlabel("x, mm (left to right)")
    ax.set_ylabel("y, mm (back to front)")
    ax.set_title(_of(model, label) if test is None else f"{test.effect}, p (family-wise) at most {level:g}")
    _legend(ax, [("correlation > 0" if test is None else "effect > 0", {"color": UP, "lw": 3}),
                 ("< 0", {"color": DOWN, "lw": 3}), (f"widest: {strongest:.2f}", {"color": "none"})])
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
    """Held-out likelihood and evidence against the number of modules, with what was chosen and what the other
    criterion would take."""
    ax = _axes(ax)
    selection = getattr(selection, "selection_", selection)
    k, loglik, se, evidence = selection._curve[:, [0, 1, 2, 7]].T
    heldout = np.isfinite(loglik).any()
    if heldout:
        ax.errorbar(k, loglik, yerr=se, marker="o", capsize=3, label="held out, with standard error")
    else:
        ax.plot(k, evidence, marker="o", label="evidence")
    ax.axvline(selection.chosen, color=UP, ls="--", label=f"chosen: {selection.chosen}")
    for name, other in (("held-out rows", selection.by_heldout), ("evidence", selection.by_evidence)):
        if other > 0 and other != selection.chosen:
            ax.axvline(other, color="grey", ls=":", label=f"by {name}: {other}")
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel("modules")
    ax.set_ylabel("held-out log-likelihood per row" if heldout else "log evidence")
    ax.legend()
    return ax


def forest(test: Any, *, level: float = 0.05, ax: Any = None) -> Any:
    """Effect and interval of every edge; those whose family-wise p is at most `level` in red."""
    e = {n: np.asarray(test.edges[n]) for n in ("module_a", "module_b", "effect", "ci_low", "ci_high", "p_fwe")}
    n = len(e["effect"])
    ax = _axes(ax, figsize=(6, 1.6 + 0.25 * n))
    for i in range(n):
        colour = UP if e["p_fwe"][i] <= level else "grey"
        ax.plot([e["ci_low"][i], e["ci_high"][i]], [i, i], color=colour)
        ax.plot(e["effect"][i], i, "o", color=colour)
    ax.axvline(0, color="black", lw=0.8)
    ax.set_yticks(range(n), [f"{a}-{b}" for a, b in zip(e["module_a"], e["module_b"])])
    ax.set_ylim(n - 0.5, -0.5)
    ax.set_xlabel(f"{test.effect}, with interval")
    ax.set_ylabel("modules")
    ax.set_title(f"red: p (family-wise) at most {level:g}", fontsize="medium")
    return ax
