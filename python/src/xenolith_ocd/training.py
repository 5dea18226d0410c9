"""Two tables and what is asked of them, as the Node program takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import pyarrow as pa

from .errors import XenolithError
from .tables import Buffers, Kind, encode, encode_words
from .terms import given

TERMS = (
    "alpha",
    "recall",
    "confidence",
    "method",
    "q",
    "looks",
    "aliens_at_most",
    "alpha_of_file",
    "separation",
    "rho",
)


class Training(Protocol):
    """Which columns are read as what, and which detector is trained on them."""

    detector: Any
    holdout: float | None
    options: Mapping[str, Any] | None
    features: Sequence[str] | None
    types: Mapping[str, Kind] | None
    label: str | None
    per_class: bool
    id: str | None
    seed: int


def training_request(asked: Training, nominal: pa.Table, mixture: pa.Table, buffers: Buffers) -> dict[str, Any]:
    """The fields of a request; the values of both tables are added to ``buffers``."""
    id, label, features = asked.id, asked.label, asked.features
    chosen = [name for name in nominal.column_names if name not in (id, label)] if features is None else features
    there = [name for name in chosen if name in nominal.column_names]
    clean = encode(nominal, "nominal", buffers, there, asked.types)
    kinds: dict[str, Kind] = {column["name"]: column["kind"] for column in clean}
    missing = next((name for name in there if name not in mixture.column_names), None)
    if missing is not None:
        raise XenolithError("missing-column", f'mixture has no column "{missing}", a feature of nominal')
    mixed = encode(mixture, "mixture", buffers, there, kinds)
    tables = {"nominal": _header(nominal, clean), "mixture": _header(mixture, mixed)}
    if asked.per_class and label is None:
        raise XenolithError("bad-option", "per_class needs label, the column of nominal categories")
    if asked.per_class and label is not None and label in nominal.column_names:
        tables["nominal"]["classes"] = encode_words(label, nominal.column(label), "nominal", buffers)
    if id is not None:
        if id not in mixture.column_names:
            raise XenolithError("missing-column", f'mixture has no column "{id}", named as id')
        tables["mixture"]["ids"] = encode_words(id, mixture.column(id), "mixture", buffers)
    reading = {
        "features": None if features is None else list(features),
        "label": label,
        "per_class": asked.per_class or None,
    }
    types = dict(asked.types or {})
    return {
        **tables,
        "roles": {**given({**reading, "id": id}), "types": types},
        "training": {"detector": asked.detector, **given(asked.options or {}), **given({"holdout": asked.holdout})},
        "terms": given({name: getattr(asked, name, None) for name in TERMS}),
        "reading": given({**reading, "types": [f"{name}={kind}" for name, kind in types.items()] or None}),
        "seed": asked.seed,
    }


def _header(table: pa.Table, columns: list[dict[str, Any]]) -> dict[str, Any]:
    return {"rows": table.num_rows, "names": table.column_names, "columns": columns}
