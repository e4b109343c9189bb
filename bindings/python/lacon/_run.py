# SPDX-License-Identifier: BSD-3-Clause
"""How a call runs (threads, progress, seed) and options as the texts that the library's tables take."""
from __future__ import annotations

import numbers
import os
import sys
from typing import Any, Callable, Optional

import numpy as np

from . import _core

Progress = Callable[[str, int, int, float, float], object]
Run = tuple[int, Optional[Progress]]  # what every function of the extension takes first


def threads(n_jobs: Optional[int]) -> int:
    """As in joblib: None is 1, -1 all cores this process may use, -2 all but one."""
    if n_jobs is None:
        return 1
    if not isinstance(n_jobs, numbers.Integral) or isinstance(n_jobs, bool) or n_jobs == 0:
        raise ValueError(f"n_jobs = {n_jobs!r}: an integer other than 0, or None, is needed")
    if n_jobs > 0:
        return int(n_jobs)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores + 1 + int(n_jobs))


def _bar(phase: str, step: int, total: int, objective: float, left_s: float) -> None:
    end = "\n" if total and step >= total else ""
    sys.stderr.write(f"\r{phase} {step}" + (f" of {total}" if total else "") + "   " + end)


class _Tqdm:
    """Progress on a bar of tqdm, one for each phase."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm  # type: ignore[import-not-found, import-untyped]

        self.make: Any = tqdm
        self.bar: Any = None
        self.phase = ""

    def __call__(self, phase: str, step: int, total: int, objective: float, left_s: float) -> None:
        if phase != self.phase or self.bar is None:
            if self.bar is not None:
                self.bar.close()
            self.bar, self.phase = self.make(desc=phase, total=total or None), phase
        self.bar.n = step
        self.bar.refresh()


def run(n_jobs: Optional[int] = None, progress: Any = None) -> Run:
    """progress: a callable of (phase, step, total, objective,
    seconds left), True for a line on stderr, "tqdm" for a bar."""
    if progress is None or progress is False:
        return threads(n_jobs), None
    if progress is True:
        return threads(n_jobs), _bar
    if progress == "tqdm":
        return threads(n_jobs), _Tqdm()
    if not callable(progress):
        raise TypeError(f"progress must be a callable, True, 'tqdm' or None, not {type(progress).__name__}")
    return threads(n_jobs), progress


def seed(random_state: Any) -> int:
    """None is 1, as on the command line: results are the same from run to run unless one asks for others."""
    if random_state is None:
        return 1
    if isinstance(random_state, numbers.Integral) and not isinstance(random_state, bool):
        if random_state < 0:
            raise ValueError(f"random_state = {random_state}: it must not be negative")
        return int(random_state)
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31))
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    raise ValueError(f"random_state = {random_state!r}: an integer, a RandomState, a Generator or None is needed")


def texts(**options: Any) -> dict[str, str]:
    """Keywords as the options of a table: ``max_iter=5`` is ``{"max-iter": "5"}``; None is left out."""
    out = {}
    for name, value in options.items():
        if value is None:
            continue
        if isinstance(value, (bool, np.bool_)):
            value = "on" if value else "off"
        elif isinstance(value, numbers.Integral):
            value = int(value)
        elif isinstance(value, numbers.Real):
            value = repr(float(value))
        out[name.replace("_", "-")] = str(value)
    return out


def choice(enum: str, argument: str, value: Any) -> int:
    """The number of a word of an enum of the library."""
    words = _core.enum(enum)
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{argument} = {value!r}: it must be one of {', '.join(map(repr, words))}")
    return words[value]
