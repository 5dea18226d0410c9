"""A model fitted on a cluster: trained on drawn rows, certified on all others where they live."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from ..errors import XenolithError
from ..node import Node
from ..tables import Buffers, Kind
from ..terms import given
from ..training import training_request
from .errors import one_line
from .executor import marked
from .files import quoted, written_in
from .model import XenolithModel
from .scores import ClusterScores, DataFrame, check_id, kept, refuse_twins, row_hash


@dataclass
class Asked:
    """What a fit is asked with, as a request takes it."""

    id: str | None
    train_rows: int
    alpha: float | None = None
    recall: float | None = None
    confidence: float | None = None
    method: str | None = None
    q: float | None = None
    aliens_at_most: int | None = None
    alpha_of_file: float | None = None
    separation: float | None = None
    rho: float | None = None
    looks: int | None = None
    keep_rows: int | None = None
    detector: str = "iforest"
    options: Mapping[str, Any] | None = None
    features: Sequence[str] | None = None
    ignore: Sequence[str] | None = None
    types: Mapping[str, Kind] | None = None
    label: str | None = None
    per_class: bool = False
    seed: int = 1
    holdout: None = None


def fit(
    nominal: DataFrame,
    mixture: DataFrame,
    *,
    id: str | None = None,
    train_rows: int = 100_000,
    detector: str = "iforest",
    options: Mapping[str, Any] | None = None,
    features: Sequence[str] | None = None,
    ignore: Sequence[str] | None = None,
    types: Mapping[str, Kind] | None = None,
    label: str | None = None,
    per_class: bool = False,
    alpha: float | None = None,
    recall: float | None = None,
    confidence: float | None = None,
    method: str | None = None,
    q: float | None = None,
    aliens_at_most: int | None = None,
    alpha_of_file: float | None = None,
    separation: float | None = None,
    rho: float | None = None,
    looks: int | None = None,
    keep_rows: int | None = None,
    seed: int = 1,
    workers: int | None = None,
    work: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> XenolithModel:
    """Trains a detector on ``train_rows`` nominal rows and certifies it on all others and on the mixture.

    The rows that train are those with the smallest hashes of seed and ``id``, so that they do not depend on partitions: ``xenolith fit
    --train-rows`` draws the same ones, and gives the same model. They are brought to the driver, as are as many rows of the mixture for the
    report; all other rows are scored where they are. Raises :class:`NotCertifiable` where the data cannot carry the promise.

    >>> from xenolith_ocd.spark import fit
    >>> model = fit(nominal, mixture, id="name", alpha=0.1, recall=0.9, confidence=0.95)  # doctest: +SKIP
    >>> model.save("model.xeno")  # doctest: +SKIP
    """
    asked = Asked(
        id=id,
        train_rows=train_rows,
        detector=detector,
        options=options,
        features=features,
        ignore=ignore,
        types=types,
        label=label,
        per_class=per_class,
        alpha=alpha,
        recall=recall,
        confidence=confidence,
        method=method,
        q=q,
        aliens_at_most=aliens_at_most,
        alpha_of_file=alpha_of_file,
        separation=separation,
        rho=rho,
        looks=looks,
        keep_rows=keep_rows,
        seed=seed,
    )
    return fit_asked(nominal, mixture, asked, workers, work, progress)


def fit_asked(
    nominal: DataFrame,
    mixture: DataFrame,
    asked: Any,
    workers: int | None = None,
    work: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> XenolithModel:
    """The same, for terms that are together."""
    say = progress or (lambda _: None)
    id = check_id(nominal, asked.id, "nominal")
    check_id(mixture, asked.id, "mixture")
    say("counting the rows")
    with one_line():
        rows = {"nominal": nominal.count(), "mixture": mixture.count()}
    if not 1 <= asked.train_rows < rows["nominal"]:
        most = rows["nominal"] - 1
        raise XenolithError(
            "bad-option",
            f"train_rows must be a whole number from 1 to {most}, fewer than the {rows['nominal']} nominal rows: "
            f"the others certify; got {asked.train_rows}",
        )
    say("drawing the rows that train")
    drawn = {
        what: _drawn(frame, id, asked.seed, asked.train_rows)
        for what, frame in (("nominal", nominal), ("mixture", mixture))
    }
    buffers = Buffers()
    fields = training_request(asked, drawn["nominal"][0], drawn["mixture"][0], buffers)
    held: list[Any] = []
    scores: list[ClusterScores] = []

    def answers(header: dict[str, Any], sent: list[bytearray]) -> tuple[dict[str, Any], Sequence[Any]]:
        if header["question"] == "pass":
            return {}, scores[0].answer(header["ranges"])
        say("scoring")
        model = XenolithModel(bytes(sent[0]))
        others = nominal.where(row_hash(id, asked.seed) > drawn["nominal"][1])
        parts = [_scored(model, frame, id, k) for k, frame in enumerate((others, mixture))]
        keeping = kept(parts[0].unionByName(parts[1]), work)
        held.append(keeping)
        scores.append(ClusterScores(keeping.__enter__(), asked.seed, progress))
        return {"overviews": scores[0].overviews()}, scores[0].ordered()

    node = Node(workers)
    try:
        asking = {**fields, "rows": rows, "trainRows": asked.train_rows, **given({"keep_rows": asked.keep_rows})}
        reply = node.ask("fit-drawn", asking, buffers, answers=answers)
    finally:
        node.stop()
        for keeping in held:
            keeping.__exit__(None, None, None)
    return XenolithModel(bytes(reply.buffers[0]))


def _drawn(rows: DataFrame, id: str, seed: int, count: int) -> tuple[pa.Table, str]:
    """The rows with the smallest hashes as a table, in that order, and the last of these hashes."""
    from pyspark.sql.pandas.types import to_arrow_type

    hashed = rows.withColumn("__xenolith_hash", row_hash(id, seed))
    with one_line():
        found = hashed.orderBy("__xenolith_hash", quoted(id)).limit(count).collect()
    hashes = [row["__xenolith_hash"] for row in found]
    if None in hashes:
        raise XenolithError("bad-row", "a row has no id: rows that are drawn need one")
    refuse_twins([str(row[id]) for row in found])
    fields = rows.schema.fields
    columns = [pa.array([row[j] for row in found], type=to_arrow_type(field.dataType)) for j, field in enumerate(fields)]
    return marked(pa.table(columns, names=rows.columns), written_in(rows)), hashes[-1]


def _scored(model: XenolithModel, rows: DataFrame, id: str, sample: int) -> DataFrame:
    from pyspark.sql import functions as f

    scored = model.score(rows, id=id)
    return scored.select(f.lit(sample).alias("sample"), f.col(quoted(id)).cast("string").alias("id"), "score")
