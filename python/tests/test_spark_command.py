"""The command on a real standalone cluster: ``--engine spark`` answers, refuses and fails as on one machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from cluster import missing
from conftest import ROOT

from xenolith_ocd.node import node_path

if (reason := missing()) is not None:
    print(reason, file=sys.stderr)
    pytest.skip(reason, allow_module_level=True)


def test_the_command_submits_to_the_cluster(master: str, scores: Any, command: Any, tables: Any, tmp_path: Path) -> None:
    found = scores("tied")
    environment = {
        **os.environ,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }

    def submitted(*args: object) -> subprocess.CompletedProcess[str]:
        words = [node_path(), str(ROOT / "packages/cli/bin/xenolith.js"), *map(str, args)]
        conf = ["spark.driver.bindAddress=127.0.0.1", "spark.executor.memory=512m", "spark.sql.shuffle.partitions=2"]
        engine = ["--engine", "spark", "--master", master, *(word for each in conf for word in ("--spark-conf", each))]
        return subprocess.run([*words, *engine], capture_output=True, text=True, env=environment)

    files = ["--nominal", found["nominal_csv"], "--mixture", found["mixture_csv"], "--id", "name", "--json"]
    promise = ["--alpha", 0.3, "--recall", 0.8, "--confidence", 0.9]
    done = submitted("threshold", *files, *promise)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == command("threshold", *files, *promise)

    refused = submitted("threshold", *files, "--alpha", 0.3, "--recall", 0.9999, "--confidence", 0.999)
    assert refused.returncode == 3
    local = command("threshold", *files, "--alpha", 0.3, "--recall", 0.9999, "--confidence", 0.999, status=3)
    assert json.loads(refused.stdout) == local
    assert "not-certifiable" in refused.stderr and "Traceback" not in refused.stderr and "at org." not in refused.stderr

    model, out = tmp_path / "model.xeno", tmp_path / "alarms.parquet"
    rows = ["--nominal", tables["nominal_csv"], "--mixture", tables["mixture_csv"], "--id", "name"]
    small = ["--alpha", 0.45, "--recall", 0.5, "--confidence", 0.8, "--trees", 20, "--train-rows", 150]
    done = submitted("fit", *rows, *small, "--out", model, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == command("fit", *rows, *small, "--out", tmp_path / "local.xeno", "--json")

    asked = ["--model", model, "--input", tables["new_csv"], "--id", "name", "--json"]
    done = submitted("detect", *asked, "--out", out)
    assert done.returncode == 0, done.stderr
    local = command("detect", *asked, "--out", tmp_path / "alarms.csv")
    answer = json.loads(done.stdout)
    assert {name: answer[name] for name in ("rows", "alarms", "alarmRate")} == {
        name: local[name] for name in ("rows", "alarms", "alarmRate")
    }
    ours = pd.read_parquet(out).set_index("name")
    theirs = pd.read_csv(tmp_path / "alarms.csv", float_precision="round_trip").set_index("name")
    assert ours.loc[theirs.index, "score"].to_numpy().tobytes() == theirs["score"].to_numpy().tobytes()

    missing_file = submitted("threshold", "--nominal", "nowhere.csv", *files[2:], *promise)
    assert missing_file.returncode == 2 and "nowhere.csv: no such file [file-missing]" in missing_file.stderr


def test_an_id_must_be_given(command: Any, scores: Any) -> None:
    found = scores("tied")
    files = ["--nominal", found["nominal_csv"], "--mixture", found["mixture_csv"]]
    words = [node_path(), str(ROOT / "packages/cli/bin/xenolith.js"), "threshold", *map(str, files)]
    promise = ["--alpha", "0.3", "--recall", "0.8", "--confidence", "0.9", "--engine", "spark", "--master", "local[1]"]
    done = subprocess.run([*words, *promise], capture_output=True, text=True)
    assert done.returncode == 2
    assert "--engine spark needs --id, the column that names rows" in done.stderr
