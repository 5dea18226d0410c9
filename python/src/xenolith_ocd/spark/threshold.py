"""A threshold and its certificate for scores that live on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..certificate import Certificate
from ..errors import XenolithError
from ..functions import Method
from ..node import Node
from ..terms import terms_of
from .files import number_of, quoted, written_in
from .scores import ClusterScores, DataFrame, check_id, kept


def threshold(
    nominal: DataFrame,
    mixture: DataFrame,
    *,
    id: str | None = None,
    column: str = "score",
    alpha: float | None = None,
    recall: float | None = None,
    confidence: float | None = None,
    method: Method | None = None,
    q: float | None = None,
    aliens_at_most: int | None = None,
    alpha_of_file: float | None = None,
    separation: float | None = None,
    rho: float | None = None,
    looks: int | None = None,
    seed: int = 1,
    work: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> Certificate:
    """A threshold and its certificate from DataFrames of scores, with the bits of ``xenolith threshold --id`` on the same rows.

    ``nominal`` and ``mixture`` have a column of scores and one that names rows (``id``). The scores stay where they are: a few passes
    count them by ranges, and the driver sees some ten thousand numbers, however many rows there are. ``work`` is a folder that Spark can
    write, where the scores are kept from pass to pass on clusters that do not cache.

    >>> from xenolith_ocd.spark import threshold
    >>> certificate = threshold(nominal, mixture, id="name", alpha=0.1, recall=0.9, confidence=0.95)  # doctest: +SKIP
    >>> certificate.tau  # doctest: +SKIP
    """
    terms = {
        "alpha": alpha,
        "recall": recall,
        "confidence": confidence,
        "method": method,
        "q": q,
        "aliens_at_most": aliens_at_most,
        "alpha_of_file": alpha_of_file,
        "separation": separation,
        "rho": rho,
        "looks": looks,
    }
    answer = threshold_answer(nominal, mixture, id, column, terms_of(terms), seed, work, progress)
    return Certificate(answer["certificate"], answer["card"])


def threshold_answer(
    nominal: DataFrame,
    mixture: DataFrame,
    id: str | None,
    column: str,
    terms: dict[str, Any],
    seed: int,
    work: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """What the program answers: certificate, card and words."""
    parts = [_scores(rows, what, id, column, k) for k, (rows, what) in enumerate(((nominal, "nominal"), (mixture, "mixture")))]
    with kept(parts[0].unionByName(parts[1]), work) as rows:
        scores = ClusterScores(rows, seed, progress)
        fields = {"terms": terms, "seed": seed, "overviews": scores.overviews()}
        node = Node(1)
        try:
            reply = node.ask(
                "threshold-elsewhere",
                fields,
                scores.ordered(),
                answers=lambda header, _: ({}, scores.answer(header["ranges"])),
            )
        finally:
            node.stop()
    return {**reply.header, "passes": scores.passes, "parts": scores.parts}


def _scores(rows: DataFrame, what: str, id: str | None, column: str, sample: int) -> DataFrame:
    from pyspark.sql import functions as f
    from pyspark.sql.types import NumericType

    name = check_id(rows, id, what)
    if column not in rows.columns:
        raise XenolithError("missing-column", f'{what} has no column "{column}"')
    kind = rows.schema[column].dataType
    score = f.col(quoted(column)).cast("double")
    if written_in(rows).get(column) == "text":
        score = number_of(rows, column, what)
    elif not isinstance(kind, NumericType):
        raise XenolithError("bad-type", f'{what}: column "{column}" holds {kind.simpleString()}; expected numbers')
    return rows.select(
        f.lit(sample).alias("sample"),
        f.col(quoted(name)).cast("string").alias("id"),
        score.alias("score"),
    )
