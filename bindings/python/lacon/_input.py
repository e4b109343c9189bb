# SPDX-License-Identifier: BSD-3-Clause
"""Whatever users hand over as X, as classes of rows that the library can look at: arrays are not copied where their
rows are contiguous float64 or float32."""
from __future__ import annotations

import numbers
from typing import Any, NamedTuple, Optional, Sequence

import numpy as np

from . import _core
from ._errors import warn
from ._run import Run, choice


class Classes(NamedTuple):
    """Classes of observations (rows of all have the same columns), or covariances with their numbers of rows."""

    arrays: list  # of two-dimensional float arrays
    names: Optional[list]  # of columns
    labels: Optional[list]  # of classes
    counts: Optional[list]  # not None: the arrays are covariances of so many rows
    single: bool  # X was one table: what is made of it is one table too
    index: Any  # of a DataFrame

    def handle(self, run: Run, missing: str = "refuse") -> Any:
        mode = choice("lacon_missing", "missing", missing)
        return _core.data_new(run, list(self.arrays), self.counts, self.names, self.labels, mode)


class Data:
    """Classes read from files: an X for every function and estimator.

    Attributes
    ----------
    names : list of str
        Variables.
    labels : list of str
        Classes.
    arrays : list of ndarray
        Rows (or the covariance) of each class.
    counts : list of int or None
        Where the classes are covariances: of how many rows.
    """

    def __init__(self, arrays: list, names: list, labels: list, counts: Optional[list] = None,
                 sources: Optional[list] = None) -> None:
        self.arrays, self.names, self.labels, self.counts, self.sources = arrays, names, labels, counts, sources

    def __len__(self) -> int:
        return len(self.arrays)

    def __getitem__(self, at: Any) -> np.ndarray:
        return self.arrays[self.labels.index(at) if isinstance(at, str) else at]

    def __repr__(self) -> str:
        rows = sum(self.counts or [len(a) for a in self.arrays])
        return f"<lacon.Data: {len(self.arrays)} classes, {rows} rows, {len(self.names)} variables>"


def is_frame(X: Any) -> bool:
    return hasattr(X, "columns") and hasattr(X, "to_numpy") and hasattr(X, "index")


def _is_sparse(X: Any) -> bool:
    return hasattr(X, "toarray") and hasattr(X, "nnz")


def _names(frame: Any) -> Optional[list]:
    """Columns that are all text; None where they are numbers, TypeError where they are mixed."""
    columns = list(frame.columns)
    text = [isinstance(c, str) for c in columns]
    if all(text) and columns:
        return columns
    if any(text):
        raise TypeError("Feature names are only supported if all input features have string names, but your input has "
                        "columns of several types: X.columns = X.columns.astype(str) makes them text.")
    return None


def _numbers(X: Any, what: str) -> np.ndarray:
    """An array of float64 or float32; what is said names the value that is no number."""
    try:
        a = X.to_numpy() if is_frame(X) else _unmasked(X)
    except ValueError:
        raise ValueError(f"{what} is ragged: its rows differ in length") from None
    if a.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: {what} has type {a.dtype}")
    if a.dtype in (np.float64, np.float32):
        return _readable(a)
    if a.dtype.kind in "US" and a.ndim < 2:
        raise ValueError(f"{what} is text, where numbers are needed: files are read by lacon.read(PATH), "
                         "and what it returns is fitted")
    if a.dtype.kind in "USVMm":
        raise ValueError(f"{what} holds values of type {a.dtype}, where numbers are needed: leave columns of text out, "
                         "or name the one of classes (classes=)")
    if a.dtype.kind == "O":
        return _from_objects(a, X, what)
    return a.astype(np.float64)


def _unmasked(X: Any) -> np.ndarray:
    """Masked values are missing ones."""
    if not isinstance(X, np.ma.MaskedArray):
        return np.asarray(X)
    return np.ma.filled(X if X.dtype.kind == "f" else X.astype(np.float64), np.nan)


def _readable(a: np.ndarray) -> np.ndarray:
    """As it is, where the library can walk it: native bytes, aligned, strides of whole numbers (columns of records
    have others)."""
    if not a.dtype.isnative:
        return a.astype(a.dtype.newbyteorder("="))
    return a if a.flags.aligned and all(s % a.itemsize == 0 for s in a.strides) else a.copy()


def _from_objects(a: np.ndarray, X: Any, what: str) -> np.ndarray:
    if a.ndim == 1 and any(isinstance(v, (list, tuple, np.ndarray)) for v in a):  # what NumPy before 1.24 makes of it
        raise ValueError(f"{what} is ragged: its rows differ in length")
    absent = np.asarray(np.frompyfunc(lambda v: v is None or str(v) == "<NA>", 1, 1)(a), bool)  # pandas has two words
    try:
        return np.where(absent, np.nan, a).astype(np.float64)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{what}{_first_text(a, X)}: {error}") from None


def _first_text(a: np.ndarray, X: Any) -> str:
    """Where the first value is that is no number: " (row 3, column 'site')"."""
    for at in list(np.ndindex(a.shape)) if a.ndim else []:
        try:
            float(a[at])
        except (TypeError, ValueError):
            column = repr(X.columns[at[1]]) if is_frame(X) and len(at) > 1 else at[-1]
            return f" (row {at[0]}, column {column})"
    return ""


def _refuse_words(X: Any, what: str) -> None:
    """Columns of a frame that are no numbers, all at once."""
    words = []
    for name, column in zip(list(X.columns), (X.iloc[:, j] for j in range(X.shape[1]))) if hasattr(X, "iloc") else ():
        kind = getattr(column.dtype, "kind", "")
        known = column.dropna() if kind in "OUS" and hasattr(column, "dropna") else []
        if kind in "Mm" or any(isinstance(v, str) for v in known):
            words.append(name)
    if words:
        raise ValueError(f"{what}: column{'s' if len(words) > 1 else ''} {', '.join(map(repr, words[:12]))}"
                         f"{', ...' if len(words) > 12 else ''} hold{'' if len(words) > 1 else 's'} words or dates, "
                         f"where numbers are needed: leave out (X.drop(columns={words[:12]!r})), or name the one of "
                         "classes (classes=)")


def _table(X: Any, what: str, least: int) -> np.ndarray:
    """One class: two-dimensional, at least `least` rows and one column."""
    if is_frame(X):
        _refuse_words(X, what)
    if _is_sparse(X):
        raise TypeError(f"{what} is a sparse matrix, but dense data is required: use X.toarray()")
    a = _numbers(X, what)
    if a.ndim != 2:
        raise ValueError(f"Expected 2D array, got {a.ndim}D array instead: {what} has shape {a.shape}. Reshape your "
                         "data using X.reshape(-1, 1) if it has one variable, or X.reshape(1, -1) if it is one row.")
    n, p = a.shape
    if p == 0:
        raise ValueError(f"Found array with 0 feature(s) (shape={a.shape}) while a minimum of 1 is required.")
    if n == 0:
        raise ValueError(f"Found array with 0 sample(s) (shape={a.shape}) while a minimum of {least} is required.")
    if n < least:
        raise ValueError(f"{what} has n_samples = {n}, while a minimum of {least} is required: one row says nothing "
                         "of how variables go together")
    return a


def _is_list(X: Any) -> bool:
    """A list of tables, not a table as a list of lists."""
    if not isinstance(X, (list, tuple)):
        return False
    return len(X) == 0 or all(getattr(x, "ndim", None) == 2 or is_frame(x) for x in X) or any(
        getattr(x, "ndim", 0) == 2 for x in X)


def _is_missing(label: Any) -> bool:
    """None, NaN, an empty text, and what pandas has for them."""
    return label is None or type(label).__name__ in ("NAType", "NaTType") or label == "" or label != label


def _refuse_other_index(X: Any, of: Any) -> None:
    """pandas would go by the labels of the index, NumPy by the places: where these differ we cannot know."""
    if not is_frame(X) or not hasattr(of, "index") or not hasattr(of, "reindex") or len(of) != len(X):
        return
    if not of.index.equals(X.index) and of.index.isin(X.index).any():
        raise ValueError("classes has the labels of X's index in other places: line it up (classes=classes.reindex("
                         "X.index)), or have its order taken (classes=classes.to_numpy())")


def _split(X: Any, classes: Any, least: int) -> Classes:
    """One table by the classes of its rows: the name of a column, or one label for each row."""
    if isinstance(classes, str):
        if not is_frame(X) or classes not in list(X.columns):
            raise ValueError(f"classes = {classes!r}: X has no column of that name")
        if list(X.columns).count(classes) > 1:
            raise ValueError(f"classes = {classes!r}: X has two columns of that name")
        of, X = X[classes], X.drop(columns=classes)
    else:
        of = classes
        _refuse_other_index(X, of)
    of = np.asarray(of)
    names = _names(X) if is_frame(X) else None
    a = _table(X, "X", least)
    if of.shape != (len(a),):
        raise ValueError(f"classes has shape {of.shape}, X has {len(a)} rows: one class for each row is needed")
    first: dict = {}
    for i, v in enumerate(of.tolist()):
        if not _is_missing(v):
            first.setdefault(v, []).append(i)
    left = len(a) - sum(map(len, first.values()))
    if left == len(a):
        raise ValueError("classes: none of the rows has a class")
    if left > 0:
        warn(0, [f"{left} of {len(a)} rows have no class and are left out"])
    for label, rows in first.items():
        if len(rows) < least:
            raise ValueError(f"class {label!r} has one row, n_samples = {len(rows)}: a minimum of {least} is required; "
                             "leave it out, or join it with another")
    return Classes([a[rows] for rows in first.values()], names, [str(v) for v in first], None, False, None)


def _joined(tables: list, labels: list) -> tuple[list, list]:
    """Tables of the same label below each other, each centred by its own means (runs of one subject)."""
    joined: dict = {}
    for a, label in zip(tables, labels):
        joined.setdefault(label, []).append(a)
    return [g[0] if len(g) == 1 else np.vstack([a - a.mean(0) for a in g]) for g in joined.values()], list(joined)


def _many(X: Sequence, labels: Optional[list], least: int, join: str) -> Classes:
    if len(X) == 0:
        raise ValueError("X is an empty list: there is no class, 0 sample(s)")
    tables = [_table(x, f"X[{i}]", least) for i, x in enumerate(X)]
    names = [_names(x) if is_frame(x) else None for x in X]
    p = tables[0].shape[1]
    for i, a in enumerate(tables):
        if a.shape[1] != p:
            raise ValueError(f"X[{i}] has {a.shape[1]} columns, X[0] has {p}: classes have the same variables "
                             "in the same order; numbers of rows may differ")
        if names[0] and names[i] and names[i] != names[0]:
            if set(names[i] or []) != set(names[0] or []):
                raise ValueError(f"X[{i}] has other column names than X[0]")
            tables[i] = _table(X[i][names[0]], f"X[{i}]", least)
    if labels is not None and len(labels) != len(tables):
        raise ValueError(f"classes has {len(labels)} names, X is a list of {len(tables)} arrays")
    if labels is not None and join == "label":
        tables, labels = _joined(tables, labels)
    return Classes(tables, names[0], labels, None, False, None)


def _covariances(X: Any, n_obs: Any, labels: Optional[list]) -> Classes:
    many = _many(list(X) if not is_frame(X) and np.ndim(X[0]) == 2 else [X], labels, 1, "none")
    tables = many.arrays
    counts = [int(n_obs)] * len(tables) if isinstance(n_obs, numbers.Integral) else [int(n) for n in n_obs]
    if len(counts) != len(tables):
        raise ValueError(f"n_obs has {len(counts)} numbers, there are {len(tables)} covariances")
    return many._replace(counts=counts)


def collect(X: Any, classes: Any = None, n_obs: Any = None, join: str = "none", least: int = 2) -> Classes:
    """X as classes: a table, a frame, a list, a dict of label: table, a three-dimensional array, `Data`, or with
    n_obs covariances."""
    if join not in ("none", "label"):
        raise ValueError(f"join = {join!r}: it must be 'none' or 'label'")
    if isinstance(X, Data):
        given = X.names != [f"V{r + 1}" for r in range(len(X.names))]  # else the library made them up
        return Classes(X.arrays, X.names if given else None, list(X.labels), X.counts, False, None)
    if isinstance(X, dict) and not _is_sparse(X):
        classes, X = [str(k) for k in X], list(X.values())
    listed = _is_list(X) or getattr(X, "ndim", 0) == 3
    labels = [str(c) for c in classes] if classes is not None and listed else None
    if n_obs is not None:
        return _covariances(X, n_obs, [str(c) for c in classes] if classes is not None else None)
    if listed:
        return _many(X, labels, least, join)
    if classes is not None:
        return _split(X, classes, least)
    a = _table(X, "X", least)
    if is_frame(X):
        return Classes([a], _names(X), None, None, True, X.index)
    return Classes([a], None, None, None, True, None)
