"""Scoring on a real standalone cluster: the bits of ``xenolith detect``, whatever the partitions, the batches and the accidents."""

from __future__ import annotations

import sys
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from cluster import missing
from conftest import mixed_table
from spark_case import DETECTORS, Case, assert_same, frame_of
from test_command import SMALL

from xenolith_ocd import OpenCategoryDetector, XenolithError

pytestmark = pytest.mark.filterwarnings("ignore:toPandas attempted Arrow optimization")

if (reason := missing()) is not None:
    print(reason, file=sys.stderr)
    pytest.skip(reason, allow_module_level=True)

from pyspark.sql import SparkSession
from pyspark.sql import functions as f

from xenolith_ocd.spark import Watch, XenolithModel, executor, one_line

BATCH = "spark.sql.execution.arrow.maxRecordsPerBatch"


@pytest.mark.parametrize("batch", [1, 599, 600, 16_385])
@pytest.mark.parametrize("partitions", [1, 2, 7])
def test_every_detector_has_the_bits_of_detect(spark: SparkSession, case: Case, partitions: int, batch: int) -> None:
    """Missing values and new categories among the rows; all detectors in one job."""
    spark.conf.set(BATCH, batch)
    count = 17_000 if (partitions, batch) == (1, 16_385) else 1300
    rows = frame_of(spark, case.rows.head(count), partitions)
    parts = [
        XenolithModel.load(case.model(name)).transform(rows, id="name").withColumn("model", f.lit(name))
        for name in DETECTORS
    ]
    found = reduce(lambda one, other: one.unionByName(other), parts).toPandas()
    assert set(found["model"]) == set(DETECTORS)
    for name, ours in found.groupby("model"):
        assert_same(ours, case.detect(str(name), count))


def test_reasons_are_those_of_detect(spark: SparkSession, case: Case) -> None:
    spark.conf.set(BATCH, 599)
    rows = frame_of(spark, case.rows.head(1300), 2)
    for name in SMALL:
        found = XenolithModel.load(case.model(name)).transform(rows, explain=2).toPandas()
        added = ["score", "alarm", "explanation", "nearest_nominal"]
        assert list(found.columns) == ["name", "x", "width", "count", "color", *added]
        assert_same(found, case.detect(name, 1300, explain=True))


@pytest.mark.parametrize("block", [1, 600, 700])
def test_blocks_change_no_bit(case: Case, monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    """Without a cluster: batches of many sizes, put together to blocks of many sizes, some of them empty."""
    monkeypatch.setattr(executor, "_BLOCK_ROWS", block)
    rows = pa.RecordBatch.from_pandas(case.rows.head(1300), preserve_index=False)
    sizes = [0, 1, 599, 0, 600, 99, 1]
    starts = np.cumsum([0, *sizes])
    names = {"score": "score", "alarm": "alarm", "tally": "tally"}
    scorer = executor.Scorer(case.model("iforest").read_bytes(), ["name"], names, None)
    batches = list(scorer(iter([rows.slice(start, size) for start, size in zip(starts, sizes)])))
    found = pa.Table.from_batches(batches).to_pandas()
    assert_same(found, case.detect("iforest", 1300))
    # The counts stand in the last row of all.
    assert found["tally"].notna().tolist() == [False] * 1299 + [True]
    assert found["tally"].iloc[-1][:2].tolist() == [1300, int(found["alarm"].sum())]


def test_a_batch_is_watched_as_detect_does(spark: SparkSession, case: Case) -> None:
    model = XenolithModel.load(case.model("iforest"))
    local = OpenCategoryDetector.load(case.model("iforest"))
    odd = mixed_table(1500, 0.9, 8)
    odd.loc[odd.index % 3 == 0, "width"] = 7.0
    for rows, state in ((case.rows.head(1500), "valid"), (odd, "void")):
        watch = Watch()
        frame = frame_of(spark, rows, 5)
        found = model.transform(frame, id="name", only_alarms=True, watch=watch).toPandas()
        assert list(found.columns) == ["name", "score", "alarm"]
        assert watch.reading() == local.watch(rows)
        assert (watch.reading()["state"], watch.reading()["rows"]) == (state, 1500)
        with pytest.raises(XenolithError, match="for one transform"):
            model.transform(frame, watch=watch)
    with pytest.raises(XenolithError, match="nothing was watched"):
        Watch().reading()


def test_a_model_wherever_spark_can_read(spark: SparkSession, case: Case) -> None:
    model = XenolithModel.load(f"file:{case.model('iforest')}", spark)
    assert model.certificate.certified and model.id == "name"
    scored = model.score(frame_of(spark, case.rows.head(50), 1), id="name", score_column="strangeness").toPandas()
    assert list(scored.columns) == ["name", "strangeness"]
    alarms = model.transform(frame_of(spark, case.rows.head(50), 1), only_alarms=True).toPandas()
    assert alarms["alarm"].all() and len(alarms) == case.detect("iforest", 50)["alarm"].sum() > 0


def test_mistakes_are_told_before_a_task_is_started(spark: SparkSession, case: Case, tmp_path: Path) -> None:
    model = XenolithModel.load(case.model("iforest"))
    rows = frame_of(spark, case.rows.head(10), 1)

    def refused(code: str, words: str, work: Any) -> None:
        with pytest.raises(XenolithError, match=words) as caught:
            work()
        assert caught.value.code == code and "\n" not in str(caught.value)

    refused("missing-column", 'no column "x", a feature', lambda: model.transform(rows.drop("x")))
    refused("missing-column", 'no column "nobody", named as id', lambda: model.transform(rows, id="nobody"))
    refused("bad-type", 'column "x" holds text', lambda: model.transform(rows.withColumn("x", rows["color"])))
    refused("bad-type", "array<double>", lambda: model.transform(rows.selectExpr("array(x) x", "width", "count", "color")))
    refused("bad-option", 'a column "score" already', lambda: model.transform(rows.withColumn("score", rows["x"])))
    broken = tmp_path / "broken.xeno"
    content = bytearray(case.model("iforest").read_bytes())
    content[len(content) // 2] ^= 1
    broken.write_bytes(content)
    refused("bad-model", "broken.xeno", lambda: XenolithModel.load(broken))
    refused("file-missing", "does not exist", lambda: XenolithModel.load(tmp_path / "nowhere.xeno"))


def test_what_only_a_task_can_find_is_one_line(spark: SparkSession, case: Case) -> None:
    model = XenolithModel.load(case.model("iforest"))
    rows = case.rows.head(300).assign(x=lambda frame: frame["x"].where(frame.index != 250, np.inf))
    with pytest.raises(XenolithError, match='column "x", row .* Infinity.*within a batch') as caught, one_line():
        model.transform(frame_of(spark, rows, 2)).toPandas()
    assert caught.value.code == "infinite-value" and "\n" not in str(caught.value)
    # Scores of another program, one of which is missing.
    broken = case.rows.head(300).assign(x=lambda frame: frame["x"].where(frame.index != 250, np.nan))
    with pytest.raises(XenolithError, match='column "x", row .* has no score') as caught, one_line():
        XenolithModel.load(case.model("given")).transform(frame_of(spark, broken, 2)).toPandas()
    assert caught.value.code == "bad-scores"
