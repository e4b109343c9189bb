# SPDX-License-Identifier: BSD-3-Clause
"""The report of a model: one HTML page that holds its data, script and style."""
from __future__ import annotations

import base64
import os
import tempfile
from typing import Any, Mapping, Optional, Union

import numpy as np

from . import _core
from ._estimator import LatentConnectivity
from ._functions import _fitted, _handle, _like, participants, save
from ._input import is_frame
from ._results import Causal, EdgeTest, Selection, Stability
from ._run import Run, run


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


def _from_array(model: LatentConnectivity, xyz: np.ndarray) -> dict:
    if xyz.shape != (len(model._names), 3):
        raise ValueError(f"coordinates have shape {xyz.shape}: ({len(model._names)}, 3) is needed")
    return {"name": model._names, **{axis: xyz[:, i].tolist() for i, axis in enumerate("xyz")}}


def _named(what: Any, k: int) -> Any:
    """Names of modules, in their order, as the columns module and name; a table is left as it is."""
    if what is None or is_frame(what) or isinstance(what, Mapping):
        return what
    if isinstance(what, str) or len(what) != k:
        raise ValueError(f"module_names = {what!r}: {k} names are needed, or a table with the columns module and name")
    return {"module": list(range(1, k + 1)), "name": list(what)}


def report(model: LatentConnectivity, X: Any = None, *, classes: Any = None, tests: Optional[EdgeTest] = None,
           selection: Optional[Selection] = None, stability: Optional[Stability] = None,
           causal: Optional[Causal] = None, coordinates: Any = None, atlas: Any = None, atlas_labels: Any = None,
           labels: Any = None, module_names: Any = None, title: Optional[str] = None,
           command: Optional[str] = "lacon.report in Python", in_space: bool = False,
           anonymise: bool = False) -> Report:
    """One page of a model and of what was asked of it.

    Parameters
    ----------
    model : LatentConnectivity
    X : optional
        The rows of the fit: how well the model fits them.
    tests, selection, stability, causal : optional
        Results to show beside the model.
    coordinates : DataFrame, dict or ndarray of shape (p, 3), optional
        Columns name, x, y, z: where the variables lie; an array has them in order.
    atlas : path, optional
        A label image (NIfTI) to take them from: variable i is label i, or as the table `atlas_labels` (index, name)
        says.
    labels : DataFrame or dict, optional
        What to call the variables: a column with their names as they were fitted, a column name or label, and maybe
        group (network, lobe), from which names of modules are proposed.
    module_names : sequence of str, DataFrame or dict, optional
        What to call the modules: names in their order, or the columns module (1 .. k) and name.
    title : str, optional
    command : str, optional
        What made the page, told at its foot.
    in_space : bool
        With coordinates: a view that turns.
    anonymise : bool
        Classes are numbered, names of files left out.
    """
    how = run()
    _fitted(model)
    people, id = _people(tests, model, how)
    if coordinates is None and atlas is not None:
        coordinates = _from_atlas(model, atlas, atlas_labels)
    elif isinstance(coordinates, np.ndarray):
        coordinates = _from_array(model, coordinates)
    tables = [None if t is None else participants(t, "name", [], how)[0]
              for t in (coordinates, labels, _named(module_names, model.k_))]
    data = None if X is None else _like(model, X, classes, how)
    with tempfile.TemporaryDirectory() as folder:
        inside, page = os.path.join(folder, "model"), os.path.join(folder, "report.html")
        save(model, inside, selection=selection, stability=stability, tests=tests, causal=causal)
        _core.report(how, page, inside, data, (people, *tables), [id, title or "Model", command], int(in_space),
                     int(anonymise))
        with open(page, encoding="utf-8") as file:
            return Report(file.read())


def _people(tests: Optional[EdgeTest], model: LatentConnectivity, how: Run) -> tuple[Any, Optional[str]]:
    """The table that a test was made with, and its column of class names."""
    if tests is None:
        return None, None
    _handle(tests, EdgeTest)
    table, id = tests._people
    return participants(table, None if id == "lacon_class" else id, model.class_names_, how)
