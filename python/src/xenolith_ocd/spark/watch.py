"""Whether a batch that a cluster scores contradicts what the promise rests on."""

from __future__ import annotations

from typing import Any

from ..errors import XenolithError
from ..model import Model
from ..node import shared_node

DataFrame = Any

#: The column that brings the counts of each partition to the driver; it is never written.
TALLY = "__xenolith_tally"


class Watch:
    """Watches the rows of one ``transform`` as ``xenolith detect`` watches its input, in the same pass.

    The rows are one batch. When they have been written or collected, :meth:`reading` tells what they say about the promise:

    >>> from xenolith_ocd.spark import Watch
    >>> watch = Watch()
    >>> model.transform(rows, id="name", watch=watch).write.parquet("alarms")  # doctest: +SKIP
    >>> watch.reading()["state"]  # doctest: +SKIP
    'valid'
    """

    def __init__(self) -> None:
        self._observed: Any = None
        self._model: Model | None = None

    def over(self, rows: DataFrame, model: Model) -> DataFrame:
        """The rows without the column of counts, which are taken note of as the rows go by."""
        from pyspark.sql import Observation
        from pyspark.sql import functions as f

        if self._model is not None:
            raise XenolithError("bad-argument", "a Watch is for one transform: take another")
        self._model, self._observed = model, Observation()
        return rows.observe(self._observed, f.collect_list(TALLY).alias("tallies")).drop(TALLY)

    def answer(self) -> dict[str, Any]:
        """The reading, and on what the promise itself is conditional, if on anything."""
        if self._model is None:
            raise XenolithError("not-ready", "nothing was watched: give this Watch to transform, and write what that gives")
        return self._model.reading(shared_node(1), self._observed.get["tallies"])

    def reading(self) -> dict[str, Any]:
        """``state`` is ``valid``, ``at-risk``, ``void`` or ``unwatched`` (both with ``because``), ``notes`` are differences from the data of the fit that no
        test judges; ``rows`` and ``alarms`` are their numbers. Waits for the rows to be written or collected, once."""
        batch: dict[str, Any] = self.answer()["batch"]
        return batch
