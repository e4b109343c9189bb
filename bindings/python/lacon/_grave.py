# SPDX-License-Identifier: BSD-3-Clause
"""What makes a fit mean something else than was meant, as warnings before it: the same that ``lacon fit`` says."""
from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._errors import warn
from ._input import Classes
from ._run import Run

MANY, FEW = 50, 5  # so many rows that tell as much as fewer than so few are a walk


def _who(labels: list, at: list) -> str:
    shown = ", ".join(str(labels[c]) for c in at[:12]) + (", ..." if len(at) > 12 else "")
    return f"class {shown}" if len(at) == 1 else f"{len(at)} classes ({shown}), the first"


def _copies(inside: Classes, labels: list) -> list[str]:
    """Classes with the very numbers of another."""
    seen: dict = {}
    said = []
    for c, a in enumerate(inside.arrays):
        same = seen.setdefault((a.shape, a[0].tobytes(), a[-1].tobytes()), [])
        twin = next((o for o in same if np.array_equal(a, inside.arrays[o], equal_nan=True)), None)
        if twin is not None:
            said.append(f"class {labels[c]}: its values are those of class {labels[twin]}: leave one out")
        same.append(c)
    return said[:3] + ([f"{len(said) - 3} more classes have the values of another"] if len(said) > 3 else [])


def warn_before(how: Run, data: Any, inside: Classes) -> None:
    """Of data that are not scaled yet."""
    if inside.counts is not None:
        return
    about = _core.data_about(data)
    labels, names = about["labels"], about["names"]
    each = [_core.data_describe(how, data, c, 1) for c in range(len(labels))]
    said = _copies(inside, labels)
    square = [c for c, s in enumerate(each) if s["symmetric"]]
    codes = [c for c, s in enumerate(each) if s["codes"] >= 2]
    counts = [c for c, s in enumerate(each) if s["counter_at"] >= 0]
    if square:
        said.append(f"{_who(labels, square)}: row i is the same as column i: a covariance or a correlation, and no "
                    "observations? Say of how many observations (n_obs)")
    turned = [c for c, s in enumerate(each) if s["turned"] and inside.names is None]
    if turned:
        said.append(f"{_who(labels, turned)}: each column is like the next one, as moments of a series are: are rows "
                    "the variables? Turn the array (X.T)")
    if codes:
        s = each[codes[0]]
        said.append(f"{_who(labels, codes)}: {s['code']:g} occurs {s['codes']} times, far from all other values, first "
                    f"in '{names[s['code_at']]}': if it means missing make it NaN (missing=\"marginal\")")
    if counts:
        said.append(f"{_who(labels, counts)}: '{names[each[counts[0]]['counter_at']]}' counts the rows and is no "
                    "variable: leave it out")
    warn(0, said)


def _is_walk(a: Any) -> bool:
    """Each row is close to the one before; a drift leaves rows that differ from the next."""
    x = np.asarray(a, dtype=np.float64)
    x = x - np.nanmean(x, axis=0)
    return bool(np.nansum(x[1:] * x[:-1]) > 0.9 * np.nansum(x * x))


def warn_after(inside: Classes, labels: list, effective: Any) -> None:
    """Of what a fit found out about the rows."""
    walks = [c for c, a in enumerate(inside.arrays)
             if inside.counts is None and len(a) >= MANY and effective[c] < FEW and _is_walk(a)]
    if walks:
        c = walks[0]
        warn(0, [f"{_who(labels, walks)}: hardly a row tells more than the one before ({len(inside.arrays[c])} tell as "
                 f"much as {effective[c]:.0f}): levels, such as prices? Take their changes from row to row (returns)"])
