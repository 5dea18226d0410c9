"""Scoring on a real standalone cluster: the bits of ``xenolith detect``, whatever the partitions, the batches and the accidents."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from cluster import missing, session
from conftest import mixed_table
from test_command import SMALL, fitted, quiet_fit

from xenolith_ocd import NodeError, OpenCategoryDetector, XenolithError

pytestmark = pytest.mark.filterwarnings("ignore:toPandas attempted Arrow optimization")

if (reason := missing()) is not None:
    print(reason, file=sys.stderr)
    pytest.skip(reason, allow_module_level=True)

from pyspark.sql import SparkSession

from xenolith_ocd.spark import XenolithModel, one_line

BATCH = "spark.sql.execution.arrow.maxRecordsPerBatch"


@pytest.fixture(scope="module")
def spark(master: str) -> Iterator[SparkSession]:
    made = session(master)
    yield made
    made.stop()


class Case:
    """Models of every detector, new rows, and what the command makes of them."""

    def __init__(self, folder: Path, tables: dict[str, Any], command: Any) -> None:
        self.folder, self.tables, self.command = folder, tables, command
        self.rows = mixed_table(20_000, 0.2, 5)
        self.csv = folder / "rows.csv"
        self.rows.to_csv(self.csv, index=False)
        self.detected: dict[tuple[str, int], pd.DataFrame] = {}

    def model(self, detector: str) -> Path:
        path = self.folder / f"{detector}.xeno"
        if not path.exists():
            fitted(self.tables, detector).save(path)
        return path

    def detect(self, detector: str, rows: int) -> pd.DataFrame:
        """What ``xenolith detect`` writes for the first rows."""
        if (detector, rows) not in self.detected:
            part, out = self.folder / "part.csv", self.folder / "out.csv"
            self.rows.head(rows).to_csv(part, index=False)
            self.command("detect", "--model", self.model(detector), "--input", part, "--out", out, "--explain", 2)
            read = pd.read_csv(out, float_precision="round_trip", keep_default_na=False, na_values={"explanation": [""]})
            self.detected[detector, rows] = read
        return self.detected[detector, rows]


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory, tables: dict[str, Any], command: Any) -> Case:
    return Case(tmp_path_factory.mktemp("case"), tables, command)


def frame_of(spark: SparkSession, rows: pd.DataFrame, partitions: int) -> Any:
    plain = rows.astype(object).where(rows.notna(), None)
    schema = "name string, x double, width double, count bigint, color string"
    return spark.createDataFrame(plain, schema).repartition(partitions)


def assert_same(found: pd.DataFrame, expected: pd.DataFrame) -> None:
    """Every id once, and every bit."""
    found = found.set_index("name")
    assert found.index.is_unique and set(found.index) == set(expected["name"])
    ordered = found.loc[expected["name"]]
    assert ordered["score"].to_numpy().tobytes() == expected["score"].to_numpy().tobytes()
    assert ordered["alarm"].tolist() == expected["alarm"].tolist()
    if "explanation" in ordered:
        ours, theirs = (frame["explanation"].fillna("").tolist() for frame in (ordered, expected))
        assert ours == theirs


@pytest.mark.parametrize("batch", [1, 599, 600, 16_385])
@pytest.mark.parametrize("partitions", [1, 2, 7])
def test_partitions_and_batches_change_no_bit(spark: SparkSession, case: Case, partitions: int, batch: int) -> None:
    spark.conf.set(BATCH, batch)
    count = 20_000 if batch > 600 else 700 if batch == 1 else 2000
    model = XenolithModel.load(case.model("iforest"))
    found = model.transform(frame_of(spark, case.rows.head(count), partitions), id="name").toPandas()
    assert_same(found, case.detect("iforest", count))


@pytest.mark.parametrize("detector", list(SMALL))
def test_every_detector_with_missing_values_new_categories_and_reasons(
    spark: SparkSession, case: Case, detector: str
) -> None:
    spark.conf.set(BATCH, 599)
    model = XenolithModel.load(case.model(detector))
    found = model.transform(frame_of(spark, case.rows.head(1300), 2), explain=2).toPandas()
    assert list(found.columns) == ["name", "x", "width", "count", "color", "score", "alarm", "explanation"]
    assert_same(found, case.detect(detector, 1300))


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


def test_what_only_a_task_can_find_is_one_line(spark: SparkSession, case: Case, tmp_path: Path) -> None:
    model = XenolithModel.load(case.model("iforest"))
    rows = case.rows.head(300).assign(x=lambda frame: frame["x"].where(frame.index != 250, np.inf))
    with pytest.raises(XenolithError, match='column "x", row .* Infinity.*within a batch') as caught, one_line():
        model.transform(frame_of(spark, rows, 2)).toPandas()
    assert caught.value.code == "infinite-value" and "\n" not in str(caught.value)
    # Scores of another program, one of which is missing.
    given = OpenCategoryDetector(0.45, 0.6, 0.9, detector="given", features=["x"])
    quiet_fit(given, case.tables["nominal"], case.tables["mixture"]).save(tmp_path / "given.xeno")
    broken = case.rows.head(300).assign(x=lambda frame: frame["x"].where(frame.index != 250, np.nan))
    with pytest.raises(XenolithError, match='column "x", row .* has no score') as caught, one_line():
        XenolithModel.load(tmp_path / "given.xeno").transform(frame_of(spark, broken, 2)).toPandas()
    assert caught.value.code == "bad-scores"


def test_a_node_child_or_an_executor_that_is_killed_costs_no_row(
    spark: SparkSession, case: Case, tmp_path: Path
) -> None:
    def slowly(batches: Iterator[Any]) -> Iterator[Any]:
        import time

        for batch in batches:
            time.sleep(0.05)
            yield batch

    spark.conf.set(BATCH, 50)
    model = XenolithModel.load(case.model("iforest"))
    expected = case.detect("iforest", 2000)
    for victim, found_by in (("node", "program/main.js"), ("executor", "CoarseGrainedExecutorBackend")):
        rows = frame_of(spark, case.rows.head(2000), 2)
        killer = Killer(found_by)
        found = model.transform(rows.mapInArrow(slowly, rows.schema), id="name")
        with killer:
            frame = found.toPandas()
        assert killer.killed, f"no {victim} was there to be killed"
        assert_same(frame, expected)


class Killer:
    """Ends one process of this cluster, after its command line, while a job is under way."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.killed: int | None = None

    def __enter__(self) -> None:
        import threading

        self.thread = threading.Thread(target=self._kill)
        self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.thread.join()

    def _kill(self) -> None:
        time.sleep(1.0)
        for _ in range(100):
            for pid in self._candidates():
                os.kill(pid, signal.SIGKILL)
                self.killed = pid
                return
            time.sleep(0.05)

    def _candidates(self) -> list[int]:
        """Processes that descend from this cluster's workers, this test's own Node not among them."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                if self.words in words and _has_ancestor(int(folder.name), "deploy.worker.Worker"):
                    found.append(int(folder.name))
            except (OSError, ValueError):
                continue
        return found


def _has_ancestor(pid: int, words: str) -> bool:
    while pid > 1:
        line = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
        if words in line and str(os.getpid()) in _ancestors(pid):
            return True
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return False


def _ancestors(pid: int) -> list[str]:
    found = []
    while pid > 1:
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        found.append(str(pid))
    return found


def test_an_executor_without_node_says_so(master: str, case: Case, spark: SparkSession) -> None:
    spark.stop()
    lame = session(master, **{"spark.executorEnv.XENOLITH_NODE": "/nowhere/node"})
    try:
        model = XenolithModel.load(case.model("iforest"))
        with pytest.raises(XenolithError, match="Node cannot be started: .*/nowhere/node") as caught, one_line():
            model.transform(frame_of(lame, case.rows.head(10), 1)).toPandas()
        assert caught.value.code == "not-installed"
    finally:
        lame.stop()


def test_a_crash_of_node_is_an_error_of_its_own_kind() -> None:
    from xenolith_ocd.spark.errors import TaskError, clear

    assert isinstance(clear(TaskError(NodeError("the Node program ended"))), NodeError)
    assert clear(ValueError("something else")) is None
