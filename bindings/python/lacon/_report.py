# SPDX-License-Identifier: BSD-3-Clause
"""The report of a model: one HTML page that holds its data, script and style."""
from __future__ import annotations

import base64
import os
import tempfile
from typing import Any, Optional, Union

from . import _core
from ._estimator import LatentConnectivity
from ._functions import _fitted, _handle, _like, participants, save
from ._results import Causal, EdgeTest, Selection, Stability
from ._run import run


class Report:
    """A page of HTML: shown in notebooks, saved by `save_as_html`."""

    def __init__(self, html: str) -> None:
        self.html = html

    def save_as_html(self, path: Union[str, "os.PathLike[str]"]) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        page = base64.b64encode(self.html.encode()).decode()
        return f'<iframe src="data:text/html;base64,{page}" width="100%" height="700" style="border:0"></iframe>'


def _from_atlas(model: LatentConnectivity, atlas: Any, labels: Any) -> dict:
    """Columns name, x, y, z: the middle of each region."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "places")
        _core.places(run(), path, model._model, os.fspath(atlas), None if labels is None else os.fspath(labels))
        with open(path + ".node", encoding="utf-8") as file:
            rows = [line.split() for line in file if line.strip() and not line.startswith("#")]
    return {"name": model._names, **{axis: [float(r[i]) for r in rows] for i, axis in enumerate("xyz")}}


def report(model: LatentConnectivity, X: Any = None, *, classes: Any = None, tests: Optional[EdgeTest] = None,
           selection: Optional[Selection] = None, stability: Optional[Stability] = None,
           causal: Optional[Causal] = None, coordinates: Any = None, atlas: Any = None, labels: Any = None,
           title: Optional[str] = None, in_space: bool = False, anonymise: bool = False) -> Report:
    """One page of a model and of what was asked of it.

    Parameters
    ----------
    model : LatentConnectivity
    X : optional
        The rows of the fit: how well the model fits them.
    tests, selection, stability, causal : optional
        Results to show beside the model.
    coordinates : DataFrame or dict, optional
        Columns name, x, y, z: where the variables lie.
    atlas : path, optional
        A label image (NIfTI) to take them from: variable i is label i, or as the table `labels` (index, name) says.
    in_space : bool
        With coordinates: a view that turns.
    anonymise : bool
        Classes are numbered, names of files left out.
    """
    how = run()
    people = id = places = None
    _fitted(model)
    if tests is not None:
        _handle(tests, EdgeTest)
        people, id = participants(tests._people[0], None if tests._people[1] == "lacon_class" else tests._people[1],
                                  model.class_names_, how)
    if coordinates is None and atlas is not None:
        coordinates = _from_atlas(model, atlas, labels)
    if coordinates is not None:
        places, _ = participants(coordinates, "name", [], how)
    data = None if X is None else _like(model, X, classes, how)
    with tempfile.TemporaryDirectory() as folder:
        inside, page = os.path.join(folder, "model"), os.path.join(folder, "report.html")
        save(model, inside, selection=selection, stability=stability, tests=tests, causal=causal)
        _core.report(how, page, inside, data, people, id, places, title or "Model", int(in_space), int(anonymise))
        with open(page, encoding="utf-8") as file:
            return Report(file.read())
