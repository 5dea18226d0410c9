"""The promise that comes with a threshold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class Certificate(Mapping[str, Any]):
    """A certificate: the fields of the command's JSON as a mapping, the chief ones as attributes, HTML in a notebook.

    >>> from xenolith_ocd import threshold
    >>> certificate = threshold(range(2000), range(1800, 3800), alpha=1, recall=0.9, confidence=0.95)
    >>> certificate.certified, certificate.recall, certificate["nm"]
    (True, 0.9, 2000)
    """

    def __init__(self, fields: Mapping[str, Any], card: str = "") -> None:
        self._fields = dict(fields)
        self._card = card

    def __getitem__(self, field: str) -> Any:
        return self._fields[field]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __repr__(self) -> str:
        shown = ("certified", "recall", "confidence", "tau", "false_alarm_rate", "alpha", "method")
        return f"Certificate({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def _repr_html_(self) -> str:
        return self._card

    @property
    def certified(self) -> bool:
        """Whether the promise stands; otherwise it rests on an estimate, or there is none."""
        return bool(self["certified"])

    @property
    def tau(self) -> float:
        """The threshold: rows that score higher alarm. Minus infinity where every row does."""
        return float("-inf") if self["tau"] is None else float(self["tau"])

    @property
    def recall(self) -> float | None:
        """The promised share of aliens that alarm."""
        return self._number("recall")

    @property
    def confidence(self) -> float | None:
        """The confidence of the promise, 1 - delta."""
        return self._number("confidence")

    @property
    def alpha(self) -> float:
        """The share of aliens in the mixture, or the bound on it, that the promise rests on."""
        return float(self["alpha"])

    @property
    def method(self) -> str:
        """How the promise is proved."""
        return str(self["method"])

    @property
    def false_alarm_rate(self) -> float:
        """The estimated share of nominal rows that alarm."""
        return float(self["falseAlarmRate"])

    @property
    def false_alarm_rate_upper(self) -> float | None:
        """A bound on it, at the confidence of the certificate."""
        return self._number("falseAlarmRateUpper")

    @property
    def alarm_rate(self) -> float:
        """The share of the mixture that alarms."""
        return float(self["alarmRate"])

    @property
    def assumptions(self) -> list[str]:
        """What the promise rests on, in sentences."""
        return list(self["assumptions"])

    def _number(self, field: str) -> float | None:
        value = self._fields.get(field)
        return None if value is None else float(value)
