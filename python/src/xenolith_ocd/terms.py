"""Names as Python writes them, and as the rest of Xenolith does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any

from .errors import XenolithError


def camel(name: str) -> str:
    """
    >>> camel("aliens_at_most")
    'aliensAtMost'
    """
    return re.sub(r"_([a-z0-9])", lambda match: match.group(1).upper(), name)


def snake(name: str) -> str:
    """
    >>> snake("aliensAtMost")
    'aliens_at_most'
    """
    return re.sub(r"[A-Z]", lambda match: f"_{match.group().lower()}", name)


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are not None, named as the rest of Xenolith names them.

    >>> given({"alpha": 0.1, "alpha_of_file": None})
    {'alpha': 0.1}
    """
    return {camel(name): plain(value) for name, value in fields.items() if value is not None}


def terms_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """What is asked of a promise, each a number but for the method's name and ``alpha="auto"``.

    >>> terms_of({"alpha": "10 %"})
    Traceback (most recent call last):
    ...
    xenolith_ocd.errors.XenolithError: alpha must be a number, got '10 %'
    """
    for name, value in fields.items():
        if value is None or name == "method" or (name == "alpha" and value == "auto"):
            continue
        if not isinstance(value, Real) or value != value or (isinstance(value, bool) and name != "isotonic"):
            raise XenolithError("bad-option", f"{name} must be a number, got {value!r}")
    return given(fields)


def plain(value: Any) -> Any:
    """A value that JSON can write: NumPy's numbers are Python's."""
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        return value.item()
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    return value


def plain_number(value: Any) -> Any:
    """For JSON: NumPy's numbers as Python's; anything else is refused."""
    found = plain(value)
    if type(found) not in (bool, int, float, str):
        raise TypeError(f"{value!r} is of type {type(value).__name__}")
    return found


def whole_from_one(name: str, value: Any) -> None:
    """
    >>> whole_from_one("explain", 0)
    Traceback (most recent call last):
    ...
    xenolith_ocd.errors.XenolithError: explain must be a whole number of at least 1, got 0
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < 1:
        raise XenolithError("bad-option", f"{name} must be a whole number of at least 1, got {value!r}")


def names_of(what: str, names: Any) -> None:
    """Refuses one text where names are listed: its letters are not meant.

    >>> names_of("features", "age")
    Traceback (most recent call last):
    ...
    xenolith_ocd.errors.XenolithError: features must be a list of names, got 'age'
    """
    if isinstance(names, str):
        raise XenolithError("bad-option", f"{what} must be a list of names, got {names!r}")
