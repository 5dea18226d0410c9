"""A model file, opened: what is in it, and the scores and alarms that it gives."""

from __future__ import annotations

import os
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from .certificate import Certificate
from .errors import XenolithError
from .node import Node
from .tables import Buffers, encode
from .terms import whole_from_one


class Alarms(NamedTuple):
    """Scores of a table, who alarms, and why."""

    scores: np.ndarray[Any, Any]
    #: True where a row alarms.
    raised: np.ndarray[Any, Any]
    #: The rows that alarm, ascending from 0.
    rows: np.ndarray[Any, Any]
    #: For each of these its reasons, if they were asked for: as data, and in words.
    reasons: list[list[dict[str, Any]]]
    words: list[str]
    #: The nominal row that is most like each, from 1, among those that the model keeps; None where it keeps none.
    nearest: list[int] | None
    #: What the rows, taken for one batch, say about the promise, if that was asked for.
    batch: dict[str, Any] | None
    #: The counts for that, which add up, if those were asked for.
    tally: np.ndarray[Any, Any] | None


class Model:
    """The bytes of a model file. Node reads them when it is first asked, and again whenever it was started anew."""

    def __init__(self, content: bytes, what: str = "the model file") -> None:
        self.content = content
        self._what = what
        self._opened: tuple[Node, int, int] | None = None
        self._summary: dict[str, Any] | None = None

    @staticmethod
    def read(path: str | os.PathLike[str]) -> Model:
        """The model in a file, unopened."""
        try:
            return Model(Path(path).read_bytes(), os.fspath(path))
        except FileNotFoundError:
            raise XenolithError("file-missing", f"{os.fspath(path)} does not exist") from None
        except OSError as error:
            raise XenolithError("file-unreadable", f"{os.fspath(path)}: {error.strerror}") from None

    def __getstate__(self) -> dict[str, Any]:
        return {"content": self.content, "_what": self._what, "_opened": None, "_summary": self._summary}

    def summary(self, node: Node) -> dict[str, Any]:
        """What is in the file besides the detector itself."""
        if self._summary is None:
            self.handle(node)
        assert self._summary is not None
        return self._summary

    def certificate(self, node: Node) -> Certificate:
        summary = self.summary(node)
        return Certificate(summary["certificate"], summary["card"])

    def handle(self, node: Node) -> int:
        """The number by which Node knows the model."""
        if self._opened is not None:
            opened_by, generation, handle = self._opened
            if opened_by is node and node.is_same(generation):
                return handle
        try:
            header = node.ask("open", buffers=[self.content]).header
        except XenolithError as error:
            if error.code != "bad-model":
                raise
            raise XenolithError(error.code, f"{self._what}: {error}") from None
        self._summary = {name: header[name] for name in header if name not in ("event", "model")}
        self._opened = (node, node.generation, header["model"])
        weakref.finalize(self, node.drop, node.generation, header["model"]).atexit = False
        return int(header["model"])

    def score(self, node: Node, table: pa.Table) -> np.ndarray[Any, Any]:
        """The scores of a table's rows: higher is more alien."""
        fields, buffers = self._rows(node, table, "the input")
        return np.frombuffer(node.ask("score", fields, buffers).buffers[0], dtype=np.float64)

    def alarms(
        self, node: Node, table: pa.Table, explain: int | None = None, watch: bool = False, tally: bool = False
    ) -> Alarms:
        """Scores and alarms; with ``explain``, the features that make each alarm look most alien."""
        if explain is not None:
            whole_from_one("explain", explain)
        fields, buffers = self._rows(node, table, "the input")
        asked = {"watch": watch, "tally": tally, **({} if explain is None else {"explain": explain})}
        reply = node.ask("alarms", {**fields, **asked}, buffers)
        scores, raised, rows = reply.buffers
        return Alarms(
            np.frombuffer(scores, dtype=np.float64),
            np.frombuffer(raised, dtype=np.uint8).astype(bool),
            np.frombuffer(rows, dtype=np.int32),
            reply.header["reasons"],
            reply.header["words"],
            reply.header.get("nearest"),
            reply.header.get("batch"),
            np.array(reply.header["tally"], dtype=np.int64) if tally else None,
        )

    def reading(self, node: Node, tallies: Sequence[Sequence[int]]) -> dict[str, Any]:
        """What a batch says about the promise, by the counts of its pieces."""
        fields = {"model": self.handle(node), "tallies": [list(each) for each in tallies]}
        return node.ask("reading", fields).header

    def report(self, node: Node, made: str) -> bytes:
        """The report as HTML."""
        return bytes(node.ask("report", {"model": self.handle(node), "made": made}).buffers[0])

    def _rows(self, node: Node, table: pa.Table, what: str) -> tuple[dict[str, Any], Buffers]:
        handle = self.handle(node)
        features = self.summary(node)["features"]
        kinds = {feature["name"]: feature["kind"] for feature in features}
        categories = {feature["name"]: feature.get("categories", ()) for feature in features}
        there = set(table.column_names)
        buffers = Buffers()
        columns = encode(table, what, buffers, [name for name in kinds if name in there], kinds, categories)
        header = {"rows": table.num_rows, "names": table.column_names, "columns": columns}
        return {"model": handle, "table": header}, buffers
