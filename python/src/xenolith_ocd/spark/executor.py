"""What runs on an executor: one Node child for each Python worker, kept from task to task."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from ..errors import NodeError, XenolithError
from ..model import Model
from ..node import shared_node
from .errors import TaskError

Batches = Iterator[Any]

#: Models that this Python worker has met. A worker rarely meets more than one, and each may be large.
_MOST_MODELS = 4
_models: dict[str, Model] = {}


class Scorer:
    """Scores batches of Arrow records; Spark sends it to executors, bytes of the model and all."""

    def __init__(self, content: bytes, keep: list[str], columns: dict[str, str], explain: int | None) -> None:
        self.content = content
        self.digest = hashlib.sha256(content).hexdigest()
        #: Columns of the input that stay.
        self.keep = keep
        #: What is added: ``score``, ``alarm``, ``explanation``, by the names that these are to have.
        self.columns = columns
        self.explain = explain

    def __call__(self, batches: Batches) -> Batches:
        model = _opened(self.digest, self.content)
        node = shared_node(1)
        for batch in batches:
            table = pa.Table.from_batches([batch])
            try:
                added = self._added(lambda: model.alarms(node, table, self.explain), lambda: model.score(node, table))
            except (XenolithError, NodeError) as error:
                raise TaskError(error) from None
            arrays = [batch.column(batch.schema.get_field_index(name)) for name in self.keep]
            yield pa.RecordBatch.from_arrays([*arrays, *added.values()], names=[*self.keep, *added])

    def _added(self, alarms: Callable[[], Any], score: Callable[[], Any]) -> dict[str, Any]:
        names = self.columns
        if "alarm" not in names:
            return {names["score"]: pa.array(score())}
        found = alarms()
        added = {names["score"]: pa.array(found.scores), names["alarm"]: pa.array(found.raised)}
        if "explanation" in names:
            words = np.full(len(found.scores), None, dtype=object)
            words[found.rows] = found.words
            added[names["explanation"]] = pa.array(words, type=pa.string())
        return added


def _opened(digest: str, content: bytes) -> Model:
    if digest not in _models:
        while len(_models) >= _MOST_MODELS:
            del _models[next(iter(_models))]
        _models[digest] = Model(content)
    return _models[digest]
