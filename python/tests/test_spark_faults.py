"""Executors and Node children killed at their work, on a real standalone cluster: the same bits, and each id once."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cluster import missing
from conftest import mixed_table
from killer import EXECUTOR, NODE, Killer
from models import same_model
from spark_case import Case, assert_same, frame_of

from xenolith_ocd import NodeError, XenolithWarning
from xenolith_ocd.spark.errors import TaskError, clear

if (reason := missing()) is not None:
    print(reason, file=sys.stderr)
    pytest.skip(reason, allow_module_level=True)

from xenolith_ocd.spark import XenolithModel, fit, threshold

BATCH = "spark.sql.execution.arrow.maxRecordsPerBatch"


def slowed(rows: Any) -> Any:
    """The rows, handed on slowly, so that there is time to kill in."""

    # A function of a module is sent to executors by its name, and they do not have the tests; one inside another is sent whole.
    def slowly(batches: Iterator[Any]) -> Iterator[Any]:
        import time

        for batch in batches:
            time.sleep(0.05)
            yield batch

    return rows.mapInArrow(slowly, rows.schema)


@pytest.mark.parametrize("victim", [NODE, EXECUTOR])
def test_scoring_goes_on(spark: Any, case: Case, victim: str) -> None:
    spark.conf.set(BATCH, 500)
    rows = frame_of(spark, case.rows, 2)
    found = XenolithModel.load(case.model("slow")).transform(slowed(rows), id="name")
    with Killer(victim) as killer:
        frame = found.toPandas()
    assert killer.killed is not None
    assert_same(frame, case.detect("slow", 20_000))


def when(words: str, killer: Killer) -> Callable[[str], None]:
    """Lets the killer loose when a step begins."""
    return lambda step: killer.start() if step.startswith(words) else None


@pytest.mark.parametrize("step", ["looking at the scores", "looking through the scores, pass 1"])
def test_a_threshold_goes_on(spark: Any, scores: Any, command: Any, step: str) -> None:
    spark.conf.set(BATCH, 100)
    found = scores("continuous")
    frames = [slowed(on(spark, found[name])) for name in ("nominal", "mixture")]
    terms = {"alpha": 0.3, "recall": 0.8, "confidence": 0.9}
    killer = Killer(EXECUTOR)
    ours = threshold(*frames, id="name", **terms, progress=when(step, killer))
    killer.wait()
    assert killer.killed is not None
    flags = [word for name, value in terms.items() for word in (f"--{name}", value)]
    files = ["--nominal", found["nominal_csv"], "--mixture", found["mixture_csv"], "--id", "name", "--json"]
    assert json.loads(json.dumps(dict(ours))) == command("threshold", *files, *flags)


def on(spark: Any, frame: Any) -> Any:
    return spark.createDataFrame(frame).repartition(2)


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory, command: Any) -> dict[str, Any]:
    """Rows that take a while to score, and the model that the command makes of them."""
    folder = tmp_path_factory.mktemp("fitted")
    made: dict[str, Any] = {"nominal": mixed_table(20_000, 0.0, 31), "mixture": mixed_table(8000, 0.4, 32)}
    made["model"] = folder / "local.xeno"
    files = []
    for name in ("nominal", "mixture"):
        made[name].to_csv(folder / f"{name}.csv", index=False)
        files += [f"--{name}", folder / f"{name}.csv"]
    terms = ["--alpha", 0.45, "--recall", 0.6, "--confidence", 0.9, "--trees", 4000, "--train-rows", 300]
    command("fit", *files, "--id", "name", *terms, "--out", made["model"])
    return made


@pytest.mark.parametrize(
    ("victim", "step"),
    [
        (NODE, "looking at the scores"),  # they are made as they are looked at
        (EXECUTOR, "looking at the scores"),
        (EXECUTOR, "looking through the scores, pass 1"),
    ],
)
def test_a_fit_goes_on(spark: Any, fitted: dict[str, Any], tmp_path: Path, victim: str, step: str) -> None:
    spark.conf.set(BATCH, 10_000)
    frames = [frame_of(spark, fitted[name], 2) for name in ("nominal", "mixture")]
    terms = {"alpha": 0.45, "recall": 0.6, "confidence": 0.9, "options": {"trees": 4000}, "train_rows": 300}
    killer = Killer(victim)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", XenolithWarning)
        fit(*frames, id="name", **terms, progress=when(step, killer)).save(tmp_path / "cluster.xeno")
    killer.wait()
    assert killer.killed is not None
    assert same_model(fitted["model"], tmp_path / "cluster.xeno")


def test_a_crash_of_node_is_an_error_of_its_own_kind() -> None:
    assert isinstance(clear(TaskError(NodeError("the Node program ended"))), NodeError)
    assert clear(ValueError("something else")) is None
