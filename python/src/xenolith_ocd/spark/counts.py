"""Counts of scores by ranges, where the scores are: what the certificate is made from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

Array = np.ndarray[Any, Any]

#: What a pass answers with. Of a range that is collected, ``part`` is the score itself, as ordered bits.
SCHEMA = "sample int, range int, part bigint, count bigint, least double, largest double"
_ARROW = pa.schema(
    [
        ("sample", pa.int32()),
        ("range", pa.int32()),
        ("part", pa.int64()),
        ("count", pa.int64()),
        ("least", pa.float64()),
        ("largest", pa.float64()),
    ]
)
#: So many partial counts are held before they are put together.
_MOST_PARTIAL = 1 << 19


class Counter:
    """Counts the scores of a partition as a pass asks; Spark sends it to executors.

    Rows have two columns, ``sample`` (0 nominal, 1 mixture) and ``score``. A range is divided evenly in the score and evenly in the order of
    doubles: a part is what has one place in both, numbered by their sum. The answers do not depend on how a range is divided.
    """

    def __init__(self, ranges: list[dict[str, Any]]) -> None:
        self.low = np.array([each["low"] for each in ranges], dtype=np.float64)
        self.high = np.array([each["high"] for each in ranges], dtype=np.float64)
        self.parts = np.array([each["parts"] for each in ranges], dtype=np.int64)

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        held: list[list[Array]] = []
        size = 0
        for batch in batches:
            columns = dict(zip(batch.schema.names, batch.columns))
            sample = columns["sample"].to_numpy(zero_copy_only=False)
            score = columns["score"].to_numpy(zero_copy_only=False)
            held.append(self.count(sample, score))
            size += len(held[-1][0])
            if size > _MOST_PARTIAL:
                held = [_together(held)]
                size = len(held[0][0])
        if held:
            found = _together(held)
            yield pa.RecordBatch.from_arrays([pa.array(each) for each in found], schema=_ARROW)

    def count(self, sample: Array, score: Array) -> list[Array]:
        """The counts of one batch: one array for each field."""
        score = score + 0.0  # -0 is 0
        place = np.searchsorted(self.low, score, side="right") - 1
        inside = (place >= 0) & (score <= self.high[np.maximum(place, 0)])
        sample, score, place = sample[inside], score[inside], place[inside]
        key = ordered_bits(score)
        parts = self.parts[place]
        low, high = ordered_bits(self.low), ordered_bits(self.high)
        places = self.parts // 2
        last = places[place] - 1
        per_key = places / (_between(low, high) + 1)
        by_key = np.floor(_between(low[place], key) * per_key[place]).astype(np.int64)
        with np.errstate(divide="ignore", over="ignore"):
            per_half = places / (self.high / 2 - self.low / 2)
        per_half = np.where(np.isfinite(per_half), per_half, 0)
        evenly = np.floor((score / 2 - self.low[place] / 2) * per_half[place]).astype(np.int64)
        part = np.minimum(by_key, last) + np.minimum(evenly, last)
        part = np.where(parts == 0, key, part)
        ones = np.ones(len(score), dtype=np.int64)
        fields = [sample.astype(np.int32), place.astype(np.int32), part, ones, score, score]
        return _together([fields])


def ordered_bits(score: Array) -> Array:
    """The bits of a double as a whole number that rises with it.

    >>> ordered_bits(np.array([-1.0, -0.0, 1.0])).tolist() == sorted(ordered_bits(np.array([-1.0, -0.0, 1.0])).tolist())
    True
    """
    bits = np.ascontiguousarray(score, dtype=np.float64).view(np.int64)
    return bits ^ ((bits >> 63) & np.int64(0x7FFFFFFFFFFFFFFF))


def _between(low: Array, high: Array) -> Array:
    """How many doubles lie between, rounded; never less for a larger one."""
    with np.errstate(over="ignore"):
        return (high.view(np.uint64) - low.view(np.uint64)).astype(np.float64)


def _together(held: list[list[Array]]) -> list[Array]:
    """Counts of the same part added up, with the least and the largest score of all."""
    sample, place, part, count, least, largest = (np.concatenate(each) for each in zip(*held))
    if len(sample) == 0:
        return [sample, place, part, count, least, largest]
    order = np.lexsort((part, place, sample))
    sample, place, part = sample[order], place[order], part[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (sample[1:] != sample[:-1]) | (place[1:] != place[:-1]) | (part[1:] != part[:-1])
    at = np.flatnonzero(new)
    return [
        sample[at],
        place[at],
        part[at],
        np.add.reduceat(count[order], at),
        np.minimum.reduceat(least[order], at),
        np.maximum.reduceat(largest[order], at),
    ]
