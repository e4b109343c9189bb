# SPDX-License-Identifier: BSD-3-Clause
"""How a fitted model looks in a notebook: its sizes, its modules, the mean correlations between them."""
from __future__ import annotations

from html import escape
from typing import Any

import numpy as np

SHOWN = 12  # modules, and variables of a module: more would not be read


def _colour(r: float) -> str:
    """Red for positive, blue for negative correlations."""
    weak = int(255 - 155 * min(1.0, abs(r)))
    return f"rgb(255,{weak},{weak})" if r >= 0 else f"rgb({weak},{weak},255)"


def _modules(m: Any) -> str:
    rows = ""
    for j in range(min(m.k_, SHOWN)):
        inside = np.flatnonzero(m.labels_ == j + 1)
        best = inside[np.argsort(-m.loadings_[inside, j])][:SHOWN]
        names = ", ".join(escape(str(m._names[r])) for r in best) + (", ..." if len(inside) > SHOWN else "")
        rows += f"<tr><td>{j + 1}</td><td>{len(inside)}</td><td style='text-align:left'>{names}</td></tr>"
    return f"<table><tr><th>module</th><th>variables</th><th>heaviest first</th></tr>{rows}</table>"


def _mean(m: Any) -> str:
    R = m.correlations().mean(0)[:SHOWN, :SHOWN]
    head = "".join(f"<th>{j + 1}</th>" for j in range(len(R)))
    rows = "".join(f"<tr><th>{i + 1}</th>" + "".join(f"<td style='background:{_colour(r)};color:#000'>{r:.2f}</td>"
                                                    for r in row) + "</tr>" for i, row in enumerate(R))
    return f"<table><tr><th></th>{head}</tr>{rows}</table>"


def model_html(m: Any) -> str:
    head = (f"<b>{type(m).__name__}</b>: {m.k_} modules of {len(m.labels_)} variables "
            f"({int((m.labels_ == 0).sum())} unassigned), {m.n_classes_} classes, {int(m.n_rows_.sum())} rows")
    return f"<div>{head}{_modules(m)}mean correlation of the modules{_mean(m)}</div>"
