"""Two tables and what is asked of them, as the Node program takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import pyarrow as pa

from .errors import XenolithError
from .tables import Buffers, Kind, TableLike, encode, encode_words
from .terms import given, names_of, plain, terms_of

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
    train_rows: int | None
    options: Mapping[str, Any] | None
    features: Sequence[str] | None
    ignore: Sequence[str] | None
    types: Mapping[str, Kind] | None
    label: str | None
    per_class: bool
    id: str | None
    seed: int


def training_request(asked: Training, nominal: pa.Table, mixture: pa.Table, buffers: Buffers) -> dict[str, Any]:
    """The fields of a request; the values of both tables are added to ``buffers``."""
    id, label, features = asked.id, asked.label, asked.features
    names_of("features", features)
    names_of("ignore", asked.ignore)
    _check_mapping("types", asked.types)
    _check_mapping("options", asked.options)
    for name, value in (asked.options or {}).items():
        if isinstance(value, str) and _is_number(value):
            raise XenolithError("bad-option", f"{name} must be a number, got {value!r}")
    for name, kind in (asked.types or {}).items():
        if name not in nominal.column_names:
            raise XenolithError("missing-column", f'nominal has no column "{name}", named by types')
        if kind not in ("numeric", "categorical"):
            raise XenolithError("bad-option", f'types: expected "numeric" or "categorical" for column "{name}", got {kind!r}')
    apart = (id, label, *(asked.ignore or ()))
    chosen = [name for name in nominal.column_names if name not in apart] if features is None else features
    there = [name for name in chosen if name in nominal.column_names]
    clean = encode(nominal, "nominal", buffers, there, asked.types)
    # Of what kind written cells are is seen by Node.
    found = {column["name"]: column.get("as") if column["kind"] == "written" else column["kind"] for column in clean}
    kinds: dict[str, Kind] = {name: kind for name, kind in found.items() if kind is not None}
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
        if asked.train_rows is not None:  # which rows are drawn is told by their ids
            if id not in nominal.column_names:
                raise XenolithError("missing-column", f'nominal has no column "{id}", named as id')
            tables["nominal"]["ids"] = encode_words(id, nominal.column(id), "nominal", buffers)
    reading = {
        "features": None if features is None else list(features),
        "ignore": None if asked.ignore is None else list(asked.ignore),
        "label": label,
        "per_class": asked.per_class or None,
    }
    types = dict(asked.types or {})
    own = {"holdout": asked.holdout, "train_rows": asked.train_rows}
    return {
        **tables,
        "roles": {**given({**reading, "id": id}), "types": types},
        "training": {**given({"detector": asked.detector}), **given(asked.options or {}), **given(own)},
        "terms": terms_of({name: getattr(asked, name, None) for name in TERMS}),
        "reading": given({**reading, "types": [f"{name}={kind}" for name, kind in types.items()] or None}),
        "seed": asked.seed,
    }


def _check_mapping(name: str, value: Any) -> None:
    if value is not None and not isinstance(value, Mapping):
        raise XenolithError("bad-option", f"{name} must be a mapping of names, got {value!r}")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _header(table: pa.Table, columns: list[dict[str, Any]]) -> dict[str, Any]:
    return {"rows": table.num_rows, "names": table.column_names, "columns": columns}


VERDICTS = {True: "alien", False: "nominal", None: "unsure", "": "unsure"}


def audit_labels(audit: Any, mixture: TableLike) -> dict[str, Any]:
    """What a person said of a random sample of the mixture: rows from 0, and verdicts. A row without a verdict is unsure, which is safe.

    >>> audit_labels({4: "alien", 7: False, 9: None}, None)
    {'rows': [4, 7, 9], 'verdicts': ['alien', 'nominal', 'unsure']}
    """
    index = getattr(mixture, "index", None) if hasattr(audit, "index") else None
    if index is not None and not index.is_unique:
        raise XenolithError("bad-row", "the audit names rows by the mixture's index, where some have the same: reset_index() the mixture")
    rows: list[int] = []
    verdicts: list[str] = []
    for key, said in audit.items():
        row = key if index is None else int(index.get_indexer([key])[0])
        if not isinstance(row, (int, np.integer)) or row < 0:
            raise XenolithError("bad-row", f"the audit names the row {key!r}, which the mixture does not have")
        said = None if isinstance(said, float) and np.isnan(said) else plain(said)
        verdict = VERDICTS.get(said, said)
        if verdict not in ("nominal", "alien", "unsure"):
            raise XenolithError("bad-row", f"{said!r} is not a verdict; expected nominal, alien or unsure")
        rows.append(int(row))
        verdicts.append(verdict)
    return {"rows": rows, "verdicts": verdicts}
