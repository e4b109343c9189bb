# SPDX-License-Identifier: BSD-3-Clause
"""The library's failures and warnings in Python's words. Called by the extension (native/py_call.c)."""
from __future__ import annotations

import re
import warnings


class LaconWarning(UserWarning):
    """Something about the data or the result that should be known."""


class ConvergenceWarning(LaconWarning):
    """The iteration reached its limit: the result is the best found."""


MARK = "\x1e"  # before the name of an option: lacon_ctx_marked
NOT_CONVERGED = 10

# Options whose keyword has another name in Python.
KEYWORDS = {
    "k": "n_modules", "seed": "random_state", "starts": "n_starts", "threads": "n_jobs", "class-column": "classes",
    "resamples": "n_resamples", "permutations": "n_perm", "covariance": "n_obs", "k-low": "n_modules",
    "k-high": "n_modules", "boot": "n_boot",
}
# lacon_status: which exception it is. What is not here is a RuntimeError.
KINDS: dict[int, type[Exception]] = {
    -10: MemoryError, -20: ValueError, -30: ValueError, -40: ValueError, -50: ValueError, -60: OSError,
    -100: NotImplementedError,
}


def keyword(option: str) -> str:
    return KEYWORDS.get(option, option.replace("-", "_"))


def _argument(option: str, value: str) -> str:
    if option == "flip" and value == "auto":
        return "flip=True"
    if option == "ignore":
        return f"X without column {value!r}"
    if value in ("on", "off"):
        return f"{keyword(option)}={value == 'on'}"
    number = re.fullmatch(r"[-+.\d]+(e[-+]?\d+)?", value)
    return f"{keyword(option)}={value}" if number else f'{keyword(option)}="{value}"'


def reword(marked: str, remedies: list[tuple[str, str]]) -> str:
    """``\\x1emissing marginal`` becomes ``missing="marginal"``."""
    parts = marked.split(MARK)
    text = parts[0]
    of_file = re.match(r".+:\d+: ", text) is not None  # a line of one: there is no X yet
    for i, part in enumerate(parts[1:]):
        found = re.match(r"[a-z-]+[a-z]|[a-z]", part)
        if not found:
            text += part
            continue
        option, rest = found.group(), part[found.end():]
        value = remedies[i][1] if i < len(remedies) else ""
        columns = re.match(r" ([\w,]+)(\.\.\.)?", rest)
        if option == "ignore" and of_file and columns:
            text += f'ignore="{columns.group(1).rstrip(",")}"' + rest[columns.end():]
            continue
        if value and rest.startswith(" " + value):
            text += _argument(option, value) + rest[1 + len(value):]
        elif value and rest.startswith(f" '{value}'"):
            text += _argument(option, value) + rest[3 + len(value):]
        elif option in ("force", "flip") and not value:
            text += option + "=True" + rest
        else:
            text += keyword(option) + rest
    return _not_a_number(_unknown(_first_option(text))).replace("lacon transform MODEL pool", "project")


def _first_option(text: str) -> str:
    """Sentences about the value of an option begin with its name: ``max-iter: '2.5' is not a whole number``."""
    said = r"([a-z][a-z-]*): (?=('[^']*'|\S+) is (outside|not a whole number|not a number|not one of))"
    found = re.match(said, text)
    return keyword(found.group(1)) + text[found.end(1):] if found else text


def _unknown(text: str) -> str:
    """Options by their keywords: ``there is no read option 'class'; there are class-column, ...``."""
    found = re.fullmatch(r"there is no \S+ option '.*'; there are (.*)", text)
    return text[:found.start(1)] + found.group(1).replace("-", "_") if found else text


def _not_a_number(text: str) -> str:
    """NaN by its name here, and what an array with some can be fitted by."""
    if "is not a number" not in text or "which is not a number" in text:  # the latter: a word
        return text
    return text.replace("is not a number", "is NaN") + ', or say what becomes of it (missing="marginal")'


def failure(status: int, marked: str, remedies: list[tuple[str, str]]) -> Exception:
    """The exception of a failed call; ``status`` and ``remedies`` (keyword, value) are its attributes."""
    error = KINDS.get(status, RuntimeError)(reword(marked, remedies))
    error.status = status  # type: ignore[attr-defined]
    error.remedies = [(keyword(o), v) for o, v in remedies]  # type: ignore[attr-defined]
    return error


def warn(status: int, messages: list[str]) -> None:
    """Warnings of a call that succeeded, at the line of the user's code."""
    for message in messages:
        warnings.warn(_unflag(message.replace(MARK, "")), LaconWarning, stacklevel=_user_level())
    if status == NOT_CONVERGED:
        warnings.warn("not converged: the result is the best found; raise max_iter or tol", ConvergenceWarning,
                      stacklevel=_user_level())


def _unflag(text: str) -> str:
    """Some warnings name flags of the command line or files of a model folder."""
    def argument(found: re.Match) -> str:
        option, value = found.group(1), found.group(2)
        return keyword(option) if value is None else _argument(option, value)

    text = text.replace(" (flip TABLE); flip auto guesses", " (a minus before the column); flip=True guesses")
    text = text.replace(" (flip TABLE)", "")
    return re.sub(r"--([a-z][a-z-]*)(?: (auto|\d+))?", argument, text.replace(" (column kept of classes.tsv)", ""))


def _user_level() -> int:
    """How many frames up the first one outside this package is."""
    import sys

    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("lacon."):
        level, frame = level + 1, frame.f_back
    return level
