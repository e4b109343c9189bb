# SPDX-License-Identifier: BSD-3-Clause
"""Data and models as files of other programs, and the paper's experiments."""
from __future__ import annotations

import contextlib
import csv
import os
import tempfile
from typing import Any, Iterable, Iterator, Optional, Sequence, Union

from . import _core
from ._estimator import LatentConnectivity
from ._functions import Path, _fitted
from ._input import collect
from ._results import Experiment, table
from ._run import Run, choice, run, seed

OF_A_MODEL = {"image": {"image": "modules_dseg.nii.gz"}, "brainnet": {"regions": "regions", "modules": "modules"},
              "jcon": {"jcon": "network.jcon"}}


@contextlib.contextmanager
def _folder(how: Run, folder: Path, force: bool) -> Iterator[str]:
    """Where to write; in its place when all is written, gone when something was raised."""
    handle, inside = _core.folder_begin(how, os.fspath(folder), int(force))
    yield inside
    _core.folder_end(how, handle)


def convert(what: Any, folder: Path, to: str, *, classes: Any = None, regions: Optional[Path] = None,
            labels: Optional[Path] = None, coordinates: Optional[Path] = None, step_s: float = 0.0,
            force: bool = False) -> None:
    """Data or a model as files that other programs read, into a folder that appears complete or not at all.

    Parameters
    ----------
    what : X, or LatentConnectivity
        Anything that `fit` takes (NaN is kept), or a fitted model.
    folder : path
    to : str
        Of data a file for each class: "csv", "tsv", "1D", "npy", "npz", "mat", "hdf5", "ptseries", "nii" (needs
        `regions`) or "covariance". Of a model "image" (its modules on the grid of `regions`), "brainnet" or "jcon".
    regions : path, optional
        Label image that has the variables as regions.
    labels : path, optional
        Table (index, name) of which variable is which label; else names that are labels, or the order.
    coordinates : path, optional
        Table (name, x, y, z) of where variables lie; else the middle of regions.
    step_s : float
        Seconds between rows, where files keep it.
    force : bool
        Replace the folder.
    """
    of_model = isinstance(what, LatentConnectivity)
    known = list(OF_A_MODEL) if of_model else [*_core.enum("lacon_file"), "covariance"]
    if to not in known:
        raise ValueError(f"to = {to!r}: {'a model' if of_model else 'data'} can become {', '.join(known)}")
    if to in ("nii", "image") and regions is None:
        raise ValueError(f"to = {to!r} needs regions: the label image that has the variables as regions")
    how = run()
    paths = [None if p is None else os.fspath(p) for p in (regions, labels, coordinates)]
    where = (*paths, float(step_s))
    if of_model:
        handle = _fitted(what)._model
        with _folder(how, folder, force) as inside:
            for part, file in OF_A_MODEL[to].items():
                _core.model_write(how, handle, part, os.path.join(inside, file), where)
        return
    data = collect(what, classes).handle(how, "marginal")
    with _folder(how, folder, force) as inside:
        _write_classes(how, data, to, inside, where)


def _write_classes(how: Run, data: Any, to: str, inside: str, where: tuple) -> None:
    """A file for each class; covariances in a folder of their own, with the table of class and n that reads them."""
    about, file = _core.data_about(data), _core.enum("lacon_file").get(to, -1)
    names = _file_names(about["labels"])
    if file < 0:
        with open(os.path.join(inside, "observations.tsv"), "w", encoding="utf-8") as table_of:
            table_of.write("class\tn\n" + "".join(f"{n}\t{row[0]}\n" for n, row in zip(names, about["classes"])))
        inside = os.path.join(inside, "covariance")
        os.mkdir(inside)
    for c, name in enumerate(names):
        _core.data_write(how, data, c, file, os.path.join(inside, name + (_core.file_end(file) or ".tsv")), where)


def _file_names(labels: Sequence[str]) -> list[str]:
    """As the command line has them: what no file system takes becomes _, twins get ~2, ~3, .."""
    names: list[str] = []
    for label in labels:
        name = "".join("_" if c in '/\\:*?"<>|' or c < " " or c == "\x7f" else c for c in label)
        name = name.encode()[:200].decode(errors="ignore") or "_"
        names.append("_" + name[1:] if name[0] == "." else name)
    twins = [names[:i].count(n) for i, n in enumerate(names)]
    return [n + (f"~{t + 1}" if t else "") for n, t in zip(names, twins)]


def _listed(values: Union[None, str, int, Iterable]) -> Optional[str]:
    """50, [50, 100] and "50,100" as the library reads lists."""
    if values is None or isinstance(values, str):
        return values
    return ",".join(str(v) for v in values) if isinstance(values, Iterable) else str(values)


def _read_table(path: str) -> Any:
    """A table of the library: numbers where a column has nothing else."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return table({name: _as_numbers([r[name] for r in rows]) for name in (rows[0] if rows else ())})


def _as_numbers(cells: list) -> list:
    if not any(cells):
        return cells
    if all(c.lstrip("-").isdigit() for c in cells):
        return [int(c) for c in cells]
    try:
        return [float(c or "nan") for c in cells]
    except ValueError:
        return cells


def experiment(name: str, folder: Optional[Path] = None, *, X: Any = None, classes: Any = None, reps: int = 0,
               methods: Union[None, str, Iterable[str]] = None, n_classes: Any = None, n_samples: Any = None,
               n_features: Any = None, n_modules: int = 5, noise: float = 1.0, limit_s: float = 10.0, train: int = 0,
               test: int = 0, candidates: Iterable[int] = range(2, 11), scale: str = "z", missing: str = "refuse",
               restart: bool = False, force: bool = False, random_state: Any = None, n_jobs: Optional[int] = None,
               progress: Any = None) -> Experiment:
    """One of the paper's experiments: every method on simulated or given data, repeated, as ``lacon experiment``.

    Parameters
    ----------
    name : str
        "fig2", "fig3", "ari", "runtime", or with X "table1".
    folder : path, optional
        Where tables and the figure (SVG, PNG) go. What is finished is kept in ``folder.journal``: a call that was
        interrupted goes on from there.
    X, classes : optional
        The rows of table1.
    reps : int
        Repetitions; 0 is the experiment's own number.
    methods : str or sequence, optional
        Only these.
    n_classes, n_samples, n_features : int or sequence of int, optional
        Sizes of the simulated data, in place of the paper's.
    n_modules, noise : int, float
        Of the simulated data.
    limit_s : float
        runtime: seconds that a method may take.
    train, test : int
        table1: first and last rows of each class; 0 is all but the other.
    candidates : range
        table1: numbers of modules to choose from.
    restart : bool
        Begin anew although there is a journal.

    Returns
    -------
    Experiment
        With the tables `summary` and `values`.
    """
    how, ks = run(n_jobs, progress), list(candidates)
    if not ks:
        raise ValueError("candidates is empty: numbers of modules to choose from are needed")
    data = None if X is None else collect(X, classes).handle(how, missing)
    lists: list = [_listed(methods), _listed(n_classes), _listed(n_samples), _listed(n_features)]
    counts = [reps, seed(random_state), n_modules, train, test, choice("lacon_scale", "scale", scale), min(ks), max(ks),
              int(restart)]
    rest = ([int(c) for c in counts], float(noise), float(limit_s))
    with tempfile.TemporaryDirectory() as scratch:
        to = os.path.join(scratch, "out") if folder is None else os.fspath(folder)
        if folder is not None:  # first the work, then the results from the journal: what is killed in between goes on
            lists.append(to.rstrip("/") + ".journal")
            _core.folder_begin(how, to, int(force))  # a place that cannot be written is told before the work
            _core.experiment(how, name, None, data, lists, *rest)
            rest[0][-1] = 0
        with _folder(how, to, force) as inside:
            _core.experiment(how, name, inside, data, [*lists, None][:5], *rest)
        if folder is not None:
            os.unlink(lists[-1])
        return Experiment(name, *(_read_table(f"{to}/{name}{end}.tsv") for end in ("-summary", "")))
