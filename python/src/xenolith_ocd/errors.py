"""What can go wrong: one line each, with the stable code that the command and the service use too."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping
from types import FrameType
from typing import Any


class XenolithError(ValueError):
    """A mistake in the data or in what was asked for. ``code`` is stable; the text is one line.

    >>> from xenolith_ocd import plan, XenolithError
    >>> try:
    ...     plan(alpha=2, recall=0.9, confidence=0.95)
    ... except XenolithError as error:
    ...     print(error.code, "|", error)
    bad-alpha | alpha must be in (0, 1], got 2
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, str(self))


class NotCertifiable(XenolithError):
    """The data cannot carry what was asked for. ``certificate`` is what the command prints as JSON: why, and what they could carry, where that is known."""

    def __init__(self, code: str, message: str, certificate: Mapping[str, Any] | None = None) -> None:
        super().__init__(code, message)
        self.certificate = certificate

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, str(self), self.certificate)


class NodeError(RuntimeError):
    """The Node program ended or failed in a way that no input should bring about."""

    code = "internal"


class XenolithWarning(UserWarning):
    """Something that a person should know of the data or of the answer."""


def warn(text: str) -> None:
    """Warns at the line outside this package that called into it, however deep the call is."""
    frame: FrameType | None = sys._getframe(1)
    level = 2
    while frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == __package__:
        frame = frame.f_back
        level += 1
    warnings.warn(text, XenolithWarning, stacklevel=level)
