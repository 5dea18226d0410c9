"""Scores of both samples on a cluster, as the program asks for them: an overview, the rows that break ties, passes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..errors import XenolithError
from .counts import SCHEMA, Counter
from .errors import one_line
from .files import quoted

DataFrame = Any
NAMES = ("nominal", "mixture")
#: So many rows, by the order of their hashes, are looked at for the bits that break ties.
TIE_ROWS = 4096


def check_id(rows: DataFrame, id: str | None, what: str) -> str:
    """The column that names rows, which has to be given: rows of a cluster have no numbers."""
    if id is None:
        raise XenolithError("bad-option", "give id, the column that names rows: on a cluster rows have no numbers")
    if id not in rows.columns:
        raise XenolithError("missing-column", f'{what} has no column "{id}", named as id')
    kind = rows.schema[id].dataType.typeName()
    if kind in ("float", "double", "timestamp"):  # written in more than one way
        raise XenolithError("bad-type", f'{what}: column "{id}", named as id, holds {kind}; expected text or whole numbers')
    return id


def row_hash(id: str, seed: int) -> Any:
    """The hash by which rows are drawn: SHA-256 of "seed:id", in hexadecimal."""
    from pyspark.sql import functions as f

    return f.sha2(f.concat(f.lit(f"{seed}:"), f.col(quoted(id)).cast("string")).cast("binary"), 256)


def refuse_twins(ids: list[str]) -> None:
    """Refuses names, in the order of their hashes, of which two are one."""
    twin = next((a for a, b in zip(ids, ids[1:]) if a == b), None)
    if twin is not None:
        raise XenolithError(
            "bad-row", f'the id "{twin}" stands for two rows: rows are drawn by their ids, which must differ'
        )


class ClusterScores:
    """Rows of ``sample`` (0 nominal, 1 mixture), ``id`` and ``score``."""

    def __init__(self, rows: DataFrame, seed: int, progress: Callable[[str], None] | None = None) -> None:
        self.rows = rows
        self.seed = seed
        self.progress = progress or (lambda _: None)
        #: How much came back: passes, and parts of all of them.
        self.passes = 0
        self.parts = 0

    def overviews(self) -> dict[str, Any]:
        """How many scores there are, the least and the largest; refused where one is none."""
        from pyspark.sql import functions as f

        self.progress("looking at the scores")
        bad = f.isnan("score") | f.col("score").isin(float("inf"), float("-inf"))
        nameless = f.col("id").isNull() | (f.col("id") == "")
        with one_line():
            found = {
                row["sample"]: row
                for row in self.rows.groupBy("sample")
                .agg(
                    f.count(f.lit(1)).alias("count"),
                    f.count(f.when(f.col("score").isNull(), 1)).alias("missing"),
                    f.count(f.when(bad, 1)).alias("bad"),
                    f.count(f.when(nameless, 1)).alias("nameless"),
                    f.min("score").alias("least"),
                    f.max("score").alias("largest"),
                )
                .collect()
            }
        return {name: _overview(name, found.get(k)) for k, name in enumerate(NAMES)}

    def ordered(self) -> list[Any]:
        """The scores of the rows that break ties, of each sample in the order of their hashes."""
        from pyspark.sql import functions as f

        hashed = self.rows.select("sample", row_hash("id", self.seed).alias("hash"), "id", "score")
        first = [hashed.where(f.col("sample") == k).orderBy("hash", "id").limit(TIE_ROWS) for k in range(len(NAMES))]
        with one_line():
            rows = sorted(first[0].unionByName(first[1]).collect())
        scores = []
        for k in range(len(NAMES)):
            ours = [row for row in rows if row["sample"] == k]
            refuse_twins([row["id"] for row in ours])
            scores.append(np.array([row["score"] for row in ours], dtype=np.float64))
        return scores

    def answer(self, ranges: list[dict[str, Any]]) -> list[Any]:
        """One pass over all scores: for each sample the parts found, five doubles each."""
        from pyspark.sql import functions as f

        self.passes += 1
        self.progress(f"looking through the scores, pass {self.passes}")
        counted = self.rows.select("sample", "score").mapInArrow(Counter(ranges), SCHEMA)
        whole = counted.groupBy("sample", "range", "part").agg(
            f.sum("count").alias("count"), f.min("least").alias("least"), f.max("largest").alias("largest")
        )
        with one_line():
            rows = whole.collect()
        self.parts += len(rows)
        collected = [each["parts"] == 0 for each in ranges]
        answer = []
        for k in range(len(NAMES)):
            parts = [
                (r["range"], 0 if collected[r["range"]] else r["part"], r["count"], r["least"], r["largest"])
                for r in rows
                if r["sample"] == k
            ]
            answer.append(np.array(parts, dtype=np.float64).reshape(-1))
        return answer


def _overview(name: str, row: Any) -> dict[str, Any]:
    if row is None:
        raise XenolithError("empty-data", f"there are no {name} scores")
    if row["missing"] > 0:
        what = f"the score is missing in {row['missing']} of {row['count']} rows; expected a number in every row"
        raise XenolithError("bad-scores", f"{name}: {what}")
    if row["bad"] > 0:
        what = f"the score is no finite number in {row['bad']} of {row['count']} rows; expected one in every row"
        raise XenolithError("bad-scores", f"{name}: {what}")
    if row["nameless"] > 0:
        raise XenolithError("bad-row", f"{name}: {row['nameless']} of {row['count']} rows have no id")
    return {"count": row["count"], "least": row["least"], "largest": row["largest"]}


@contextmanager
def kept(rows: DataFrame, work: str | None) -> Any:
    """The rows so that they are made once: cached, or written to ``work`` where caches are not to be had."""
    if work is None:
        cached = rows.persist()
        try:
            yield cached
        finally:
            cached.unpersist()
        return
    with one_line():
        rows.write.mode("overwrite").parquet(work)
    yield rows.sparkSession.read.parquet(work)
