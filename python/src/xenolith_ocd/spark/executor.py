"""What runs on an executor: one Node child for each Python worker, kept from task to task."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from ..errors import NodeError, XenolithError
from ..model import Alarms, Model
from ..node import Node, shared_node
from ..tables import WRITTEN
from .errors import TaskError

Batches = Iterator[Any]
Array = np.ndarray[Any, Any]

#: Models that this Python worker has met. A worker rarely meets more than one, and each may be large.
_MOST_MODELS = 4
_models: dict[str, Model] = {}
#: Rows go to Node in blocks of at least so many, or so many bytes, whatever the size of Arrow's batches.
_BLOCK_ROWS = 1 << 15
_BLOCK_BYTES = 1 << 26


class Scorer:
    """Scores batches of Arrow records; Spark sends it to executors, bytes of the model and all."""

    def __init__(
        self, content: bytes, keep: list[str], columns: dict[str, str], explain: int | None, written: Mapping[str, str] | None = None
    ) -> None:
        self.content = content
        self.digest = hashlib.sha256(content).hexdigest()
        #: Columns of the input that stay.
        self.keep = keep
        #: What is added, by the names that these are to have: ``score``, ``alarm``, ``explanation`` (or ``reasons``, as
        #: JSON), ``nearest``, and ``tally``, the counts by which a batch is watched, in the last row of a partition.
        self.columns = columns
        self.explain = explain
        #: Columns whose cells are as they stand in a file, and how.
        self.written = dict(written or {})

    def __call__(self, batches: Batches) -> Batches:
        model = _opened(self.digest, self.content)
        node = shared_node(1)
        tally: Array | None = None
        last: Any = None
        for block in _gathered(batches):
            block = marked(block, self.written)
            try:
                scored, more = self._scored(model, node, block)
            except (XenolithError, NodeError) as error:
                raise TaskError(error) from None
            if more is None:
                yield scored
                continue
            tally = more if tally is None else tally + more
            if last is not None:
                yield self._told(last, None)
            last = scored
        if last is not None:
            yield self._told(last, tally)

    def _scored(self, model: Model, node: Node, block: pa.Table) -> tuple[Any, Array | None]:
        """The rows with what is added but the tally, and the tally of this block."""
        arrays = [_whole(block.column(name)) for name in self.keep]
        if "alarm" not in self.columns:
            added, tally = {self.columns["score"]: pa.array(model.score(node, block))}, None
        else:
            found = model.alarms(node, block, self.explain, tally="tally" in self.columns)
            added, tally = self._added(found), found.tally
        return pa.RecordBatch.from_arrays([*arrays, *added.values()], names=[*self.keep, *added]), tally

    def _added(self, found: Alarms) -> dict[str, Any]:
        names = self.columns
        added = {names["score"]: pa.array(found.scores), names["alarm"]: pa.array(found.raised)}
        if "explanation" in names:
            added[names["explanation"]] = _of_alarms(found, found.words, pa.string())
        if "reasons" in names:
            added[names["reasons"]] = _of_alarms(found, [json.dumps(each) for each in found.reasons], pa.string())
        if "nearest" in names:
            added[names["nearest"]] = _of_alarms(found, found.nearest or [], pa.int64())
        return added

    def _told(self, batch: Any, tally: Array | None) -> Any:
        """The rows with the column of the tally, which all but the last leave empty."""
        kind = pa.list_(pa.int64())
        if tally is None:
            column = pa.nulls(batch.num_rows, kind)
        else:
            column = pa.concat_arrays([pa.nulls(batch.num_rows - 1, kind), pa.array([tally], type=kind)])
        names = [*batch.schema.names, self.columns["tally"]]
        return pa.RecordBatch.from_arrays([*batch.columns, column], names=names)


def _gathered(batches: Batches) -> Iterator[pa.Table]:
    """Batches put together: a model goes through the processor's caches once for each block, so that larger ones are cheaper."""
    held: list[Any] = []
    rows = size = 0
    for batch in batches:
        if batch.num_rows == 0:
            continue
        held.append(batch)
        rows, size = rows + batch.num_rows, size + batch.nbytes
        if rows >= _BLOCK_ROWS or size >= _BLOCK_BYTES:
            yield pa.Table.from_batches(held)
            held, rows, size = [], 0, 0
    if held:
        yield pa.Table.from_batches(held)


def marked(table: pa.Table, written: Mapping[str, str]) -> pa.Table:
    """The table, of which the named columns hold cells as they stand in a file."""
    if not written:
        return table
    fields = [field.with_metadata({WRITTEN: written[field.name]}) if field.name in written else field for field in table.schema]
    return pa.table(table.columns, schema=pa.schema(fields))


def _of_alarms(found: Alarms, cells: Sequence[Any], kind: Any) -> Any:
    """A column that only alarms have cells in."""
    column = np.full(len(found.scores), None, dtype=object)
    column[found.rows] = cells
    return pa.array(column, type=kind)


def _whole(column: Any) -> Any:
    """A column of a table as one array."""
    return column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks)


def _opened(digest: str, content: bytes) -> Model:
    if digest not in _models:
        while len(_models) >= _MOST_MODELS:
            del _models[next(iter(_models))]
        _models[digest] = Model(content)
    return _models[digest]
