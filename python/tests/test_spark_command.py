"""The command on a real standalone cluster: ``--engine spark`` answers, refuses and fails as on one machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from cluster import QUICK, missing
from conftest import ROOT, mixed_table
from models import same_model
from written import HEADER, write_cells

from xenolith_ocd.node import node_path

if (reason := missing()) is not None:
    print(reason, file=sys.stderr)
    pytest.skip(reason, allow_module_level=True)

from xenolith_ocd.spark.__main__ import run


@pytest.fixture(scope="module")
def submitted(master: str) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the command with ``--engine spark`` on the cluster of the tests."""
    environment = {
        **os.environ,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }

    def submit(*args: object, conf: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        words = [node_path(), str(ROOT / "packages/cli/bin/xenolith.js"), *map(str, args)]
        settings = (
            "spark.driver.bindAddress=127.0.0.1",
            "spark.executor.memory=512m",
            f"spark.driver.extraJavaOptions={QUICK}",
            f"spark.executor.extraJavaOptions={QUICK}",
            "spark.cores.max=2",
            "spark.sql.shuffle.partitions=2",
            "spark.task.maxFailures=2",
            "spark.ui.enabled=false",
            *conf,
        )
        engine = ["--engine", "spark", "--master", master, *(word for each in settings for word in ("--spark-conf", each))]
        return subprocess.run([*words, *engine], capture_output=True, text=True, env=environment)

    return submit


def test_a_threshold_is_refused(submitted: Any, scores: Any, command: Any) -> None:
    """Those that are certified have the bits of the command in ``test_spark_certificate``, without a submission of their own."""
    found = scores("tied")
    files = ["--nominal", found["nominal_csv"], "--mixture", found["mixture_csv"], "--id", "name", "--json"]
    hard = ["--alpha", 0.3, "--recall", 0.9999, "--confidence", 0.999]
    refused = submitted("threshold", *files, *hard)
    assert refused.returncode == 3
    assert json.loads(refused.stdout) == command("threshold", *files, *hard, status=3)
    assert "not-certifiable" in refused.stderr and len(refused.stderr.strip().splitlines()) == 1


def test_fit_and_detect_answer(submitted: Any, command: Any, tables: Any, tmp_path: Path) -> None:
    model, local = tmp_path / "model.xeno", tmp_path / "local.xeno"
    rows = ["--nominal", tables["nominal_csv"], "--mixture", tables["mixture_csv"], "--id", "name", "--json"]
    small = ["--alpha", 0.45, "--recall", 0.5, "--confidence", 0.8, "--trees", 20, "--train-rows", 150, "--keep-rows", 7]
    done = submitted("fit", *rows, *small, "--out", model)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == command("fit", *rows, *small, "--out", local)
    assert same_model(model, local)

    # Rows that void the promise and alarm, explained: all that detect can say, by one submission.
    mixed_table(500, 0.95, 9).to_csv(tmp_path / "odd.csv", index=False)
    asked = ["--model", model, "--input", tmp_path / "odd.csv", "--id", "name", "--json", "--only-alarms", "--explain", 2, "--fail-on-void"]
    out = tmp_path / "alarms.parquet"
    done = submitted("detect", *asked, "--out", out)
    assert done.returncode == 5, done.stderr
    words = [node_path(), str(ROOT / "packages/cli/bin/xenolith.js"), "detect", *map(str, asked), "--out", str(out.with_suffix(".csv"))]
    there = subprocess.run(words, capture_output=True, text=True)
    assert there.returncode == 5 and done.stderr == there.stderr
    assert {**json.loads(done.stdout), "out": None} == {**json.loads(there.stdout), "out": None}
    ours = pd.read_parquet(out).set_index("name")
    expected = pd.read_csv(out.with_suffix(".csv"), float_precision="round_trip").set_index("name")
    assert list(ours.columns) == list(expected.columns) and set(ours.index) == set(expected.index)
    ours = ours.loc[expected.index]
    assert ours["score"].to_numpy().tobytes() == expected["score"].to_numpy().tobytes()
    assert ours["explanation"].tolist() == expected["explanation"].tolist()
    assert ours["nearest_nominal"].tolist() == expected["nearest_nominal"].tolist()


def test_json_has_reasons_as_lists(spark: Any, case: Any, command: Any, tables: Any, tmp_path: Path) -> None:
    """What spark-submit would run, in the session of the tests."""
    asked = {"model": case.model("iforest"), "input": tables["new_csv"], "id": "name", "out": tmp_path / "ours.json"}
    answer = run({"command": "detect", **{name: str(value) for name, value in asked.items()}, "explain": 2}, tmp_path / "content", spark)
    assert "error" not in answer
    flags = [word for name, value in {**asked, "out": tmp_path / "theirs.json"}.items() for word in (f"--{name}", value)]
    command("detect", *flags, "--explain", 2)
    lines = [line for part in (tmp_path / "ours.json").glob("part-*") for line in part.read_text().splitlines()]
    theirs = json.loads((tmp_path / "theirs.json").read_text())
    assert sorted(map(json.loads, lines), key=lambda row: row["name"]) == sorted(theirs, key=lambda row: row["name"])
    assert any(isinstance(row["explanation"], list) for row in theirs)


def test_files_of_text_are_read_as_on_one_machine(spark: Any, command: Any, tmp_path: Path) -> None:
    """Cells of CSV: what spark-submit would run, in the session of the tests."""
    clean, new, today = (
        write_cells(tmp_path / f"{name}.csv", rows, aliens, seed)
        for name, rows, aliens, seed in (("clean", 900, 0.0, 1), ("new", 800, 0.4, 2), ("today", 300, 0.2, 3))
    )
    content, model = tmp_path / "cluster.xeno", tmp_path / "local.xeno"
    terms = {"alpha": 0.5, "recall": 0.5, "confidence": 0.9}
    training = {"trees": 30, "trainRows": 300}
    files = {"nominal": str(clean), "mixture": str(new), "id": "code"}
    done = run({"command": "fit", **files, "seed": 1, "trainRows": 300, "training": training, "terms": terms}, content, spark)
    assert "error" not in done
    flags = [word for name, value in {**files, **terms}.items() for word in (f"--{name}", value)]
    command("fit", *flags, "--train-rows", 300, "--trees", 30, "--out", model)
    assert same_model(content, model)
    ours, theirs = tmp_path / "ours.csv", tmp_path / "theirs.csv"
    asked = {"command": "detect", "model": str(model), "input": str(today), "id": "code", "out": str(ours), "explain": 2}
    assert "error" not in run(asked, content, spark)
    command("detect", "--model", model, "--input", today, "--id", "code", "--out", theirs, "--explain", 2)
    read: dict[str, Any] = {"dtype": {"code": str}, "float_precision": "round_trip"}
    found = pd.concat(pd.read_csv(part, **read) for part in ours.glob("part-*")).sort_values("code", ignore_index=True)
    pd.testing.assert_frame_equal(found, pd.read_csv(theirs, **read), check_exact=True)

    # A column of such cells as scores, and a row that is too long.
    scores = {"command": "threshold", **files, "column": "size", "seed": 1, "terms": {"alpha": 1, "q": 0.2}}
    assert run(scores, content, spark)["error"]["message"].startswith("nominal: the score is missing in")
    wide = tmp_path / "wide.csv"
    wide.write_text(f"{HEADER}\n00001,1,2,2024-01-01,blue,3,4\n")
    error = run({**asked, "input": str(wide), "out": str(tmp_path / "wide")}, content, spark)["error"]
    assert error["code"] == "bad-row" and "more or fewer fields than its header" in error["message"]


def test_an_executor_without_node_is_one_line(submitted: Any, case: Any, tables: Any, tmp_path: Path) -> None:
    asked = ["--model", case.model("iforest"), "--input", tables["new_csv"], "--id", "name", "--out", tmp_path / "out.parquet"]
    lame = submitted("detect", *asked, conf=("spark.executorEnv.XENOLITH_NODE=/nowhere/node",))
    assert (lame.returncode, lame.stdout) == (2, ""), lame.stderr
    assert "Node cannot be started: [Errno 2] No such file or directory: '/nowhere/node' [not-installed]" in lame.stderr
    assert len(lame.stderr.strip().splitlines()) == 1  # no traces of Java or Python


def test_mistakes_are_answered_with_their_code_and_line(spark: Any, case: Any, tables: Any, scores: Any, tmp_path: Path) -> None:
    """What spark-submit would run, in the session of the tests: the command prints the code and the line, and exits with 2."""
    new, found = tables["new"], scores("tied")
    broken = tmp_path / "broken.xeno"
    content = bytearray(case.model("iforest").read_bytes())
    content[len(content) // 2] ^= 1
    broken.write_bytes(content)
    new.drop(columns="x").to_parquet(tmp_path / "narrow.parquet")
    new.assign(x=new["x"].where(new.index != 7, np.nan)).to_parquet(tmp_path / "holed.parquet")
    new.head(0).to_parquet(tmp_path / "empty.parquet")
    (tmp_path / "there.parquet").mkdir()
    found["nominal"].to_parquet(tmp_path / "scores.parquet")
    found["mixture"].assign(score=found["mixture"]["score"].where(found["mixture"].index != 7, np.nan)).to_parquet(
        tmp_path / "lame.parquet"
    )

    def said(**asked: Any) -> tuple[str, str]:
        paths = {name: str(tmp_path / value) for name, value in asked.items() if name in ("input", "out", "nominal", "mixture")}
        error = run({"id": "name", **asked, **paths}, tmp_path / "content", spark)["error"]
        assert "\n" not in error["message"]
        return error["code"], error["message"]

    ours = {"command": "detect", "model": str(case.model("iforest")), "input": "holed.parquet", "out": "out.parquet"}
    for changes, code, words in (
        ({"model": f"file:{broken}"}, "bad-model", "broken.xeno: the model file cannot be used"),
        ({"model": f"file:{tmp_path}/none.xeno"}, "file-missing", "none.xeno"),
        ({"input": "narrow.parquet"}, "missing-column", 'the input has no column "x", a feature of the model'),
        ({"input": "nowhere.parquet"}, "file-missing", "nowhere.parquet: no such file"),
        ({"input": "empty.parquet"}, "empty-data", "empty.parquet has no rows"),
        ({"id": "nobody"}, "missing-column", 'the input has no column "nobody", named as id'),
        ({"model": str(case.model("given"))}, "bad-scores", "has no score"),
        ({"out": "there.parquet"}, "output-unwritable", "there.parquet cannot be written: it exists already"),
    ):
        found_code, line = said(**{**ours, **changes})
        assert (found_code, words in line) == (code, True), line
    asked = {"command": "threshold", "column": "score", "seed": 1, "nominal": "scores.parquet", "mixture": "lame.parquet"}
    code, line = said(**asked, terms={"alpha": 0.3, "recall": 0.8, "confidence": 0.9})
    assert (code, line) == ("bad-scores", "mixture: the score is missing in 1 of 2100 rows; expected a number in every row")


def test_the_driver_ends_with_the_command(tmp_path: Path) -> None:
    """Which may have been killed, and then could tell nobody, nor remove the folder of its request."""
    (folder := tmp_path / "asked").mkdir()
    (folder / "request.json").write_text("{}")
    command = subprocess.Popen(["sleep", "600"])
    script = "import sys, pathlib; from xenolith_ocd.spark.__main__ import _end_with; print('waits', flush=True); _end_with(int(sys.argv[1]), pathlib.Path(sys.argv[2]))"
    with subprocess.Popen([sys.executable, "-c", script, str(command.pid), str(folder)], stdout=subprocess.PIPE) as driver:
        try:
            assert driver.stdout is not None and driver.stdout.readline() == b"waits\n"
            assert driver.poll() is None and folder.exists()
        finally:
            command.kill()
            command.wait()
        assert driver.wait(timeout=60) == 1
    assert not folder.exists()


def test_an_id_must_be_given(command: Any, scores: Any) -> None:
    found = scores("tied")
    files = ["--nominal", found["nominal_csv"], "--mixture", found["mixture_csv"]]
    words = [node_path(), str(ROOT / "packages/cli/bin/xenolith.js"), "threshold", *map(str, files)]
    promise = ["--alpha", "0.3", "--recall", "0.8", "--confidence", "0.9", "--engine", "spark", "--master", "local[1]"]
    done = subprocess.run([*words, *promise], capture_output=True, text=True)
    assert done.returncode == 2
    assert "--engine spark needs --id, the column that names rows" in done.stderr
