"""Certificates and models made on a real standalone cluster: the bits of the command on one machine, promised or refused."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from cluster import missing, session
from conftest import ROOT, mixed_table

from xenolith_ocd import NotCertifiable, XenolithError, XenolithWarning
from xenolith_ocd.node import node_path
from xenolith_ocd.spark.counts import Counter

if (reason := missing()) is not None:
    print(reason, file=sys.stderr)
    pytest.skip(reason, allow_module_level=True)

from xenolith_ocd.spark import fit, threshold


@pytest.fixture(scope="module")
def spark(master: str) -> Iterator[Any]:
    made = session(master)
    yield made
    made.stop()


def draw(law: str, rows: int, aliens: float, seed: int) -> np.ndarray[Any, Any]:
    random = np.random.default_rng(seed)
    alien = random.random(rows) < aliens
    plain = random.normal(size=rows)
    if law == "all equal":
        return np.full(rows, 0.5)
    if law == "negative":
        return -np.abs(plain) - np.where(alien, 0, 3)
    if law == "tied":
        return np.round(3 * (plain + 4 * alien)) / 3
    if law == "zeros of both signs":
        zero = random.random(rows) < 0.3
        return np.where(zero, np.where(random.random(rows) < 0.5, -0.0, 0.0), plain + 3 * alien)
    return plain + 4 * alien


LAWS = ["continuous", "tied", "all equal", "negative", "zeros of both signs"]
PROMISE = {"recall": 0.8, "confidence": 0.9}
TERMS: dict[str, dict[str, Any]] = {
    "exact": {"alpha": 0.3, **PROMISE},
    "exact, refused": {"alpha": 0.3, "recall": 0.999, "confidence": 0.99},
    "refuted": {"alpha": 0.01, **PROMISE},
    "separation": {"separation": 0.5, **PROMISE},
    "count": {"aliens_at_most": 700, **PROMISE},
    "dkw": {"alpha": 0.3, "recall": 0.5, "confidence": 0.9, "method": "dkw"},
    "theorem1": {"alpha": 0.3, "recall": 0.4, "confidence": 0.8, "method": "theorem1"},
    "algorithm 1": {"alpha": 0.3, "q": 0.05},
}
CASES = [(law, "exact") for law in LAWS] + [("continuous", name) for name in TERMS if name != "exact"]
CASES += [("tied", "count"), ("tied", "dkw"), ("all equal", "algorithm 1"), ("negative", "theorem1")]


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Frames of scores with names, and the files that the command reads."""
    folder = tmp_path_factory.mktemp("scores")
    made: dict[str, Any] = {}

    def of(law: str) -> Any:
        if law not in made:
            frames = {}
            for k, (name, rows, aliens) in enumerate((("nominal", 1700, 0.0), ("mixture", 2100, 0.3))):
                values = draw(law, rows, aliens, 10 + k)
                frames[name] = pd.DataFrame({"name": [f"{name[0]}{i}" for i in range(rows)], "score": values})
                frames[f"{name}_csv"] = folder / f"{law}-{name}.csv"
                frames[name].to_csv(frames[f"{name}_csv"], index=False)
            made[law] = frames
        return made[law]

    return of


@pytest.mark.parametrize(("law", "terms"), CASES)
def test_thresholds_have_the_bits_of_the_command(spark: Any, scores: Any, command: Any, law: str, terms: str) -> None:
    found = scores(law)
    frames = [spark.createDataFrame(found[name]).repartition(2) for name in ("nominal", "mixture")]
    flags = [word for name, value in TERMS[terms].items() for word in (f"--{name.replace('_', '-')}", value)]
    files = ["--nominal", found["nominal_csv"], "--mixture", found["mixture_csv"], "--id", "name", "--json"]
    try:
        ours = dict(threshold(*frames, id="name", **TERMS[terms]))
        theirs = command("threshold", *files, *flags)
    except NotCertifiable as refused:
        answer = command("threshold", *files, *flags, status=3)
        ours, theirs = dict(refused.certificate or {}), answer or {}
    assert json.loads(json.dumps(ours)) == theirs


def test_what_is_refused_before_and_by_the_rows(spark: Any, scores: Any) -> None:
    found = scores("continuous")
    nominal, mixture = (spark.createDataFrame(found[name]) for name in ("nominal", "mixture"))
    terms = TERMS["exact"]
    with pytest.raises(XenolithError, match="give id"):
        threshold(nominal, mixture, **terms)
    with pytest.raises(XenolithError, match='no column "other"'):
        threshold(nominal, mixture, id="name", column="other", **terms)
    with pytest.raises(XenolithError, match="holds string; expected numbers"):
        threshold(nominal, mixture, id="name", column="name", **terms)
    broken = mixture.selectExpr("name", "CASE WHEN name = 'm7' THEN double('NaN') ELSE score END AS score")
    with pytest.raises(XenolithError, match="mixture: the score is no finite number in 1 of 2100 rows"):
        threshold(nominal, broken, id="name", **terms)
    twins = mixture.selectExpr("'one' AS name", "score")
    with pytest.raises(XenolithError, match='"one" stands for two rows'):
        threshold(nominal, twins, id="name", **terms)


def same_model(one: Path, other: Path) -> bool:
    """Whether two models are the same to the byte, but for the names and sums of the files that they come from."""
    script = f"""
      import {{ readFileSync }} from 'node:fs'
      import {{ decodeModelFile, encodeModelFile }} from '{(ROOT / "packages/core/dist/index.js").as_uri()}'
      const bytes = (path) => Buffer.from(encodeModelFile({{ ...decodeModelFile(new Uint8Array(readFileSync(path))), data: [] }}))
      console.log(bytes(process.argv[1]).equals(bytes(process.argv[2])))
    """
    done = subprocess.run(
        [node_path(), "--input-type=module", "-e", script, str(one), str(other)], capture_output=True, text=True, check=True
    )
    return done.stdout.strip() == "true"


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("rows")
    made: dict[str, Any] = {"folder": folder}
    for name, count, aliens, seed in (("nominal", 1500, 0.0, 21), ("mixture", 1400, 0.4, 22)):
        made[name] = mixed_table(count, aliens, seed)
        made[f"{name}_csv"] = folder / f"{name}.csv"
        made[name].to_csv(made[f"{name}_csv"], index=False)
    return made


def on_cluster(spark: Any, frame: pd.DataFrame, partitions: int) -> Any:
    plain = frame.astype(object).where(frame.notna(), None)
    schema = "name string, x double, width double, count bigint, color string"
    return spark.createDataFrame(plain, schema).repartition(partitions)


FIT = {"alpha": 0.45, "recall": 0.6, "confidence": 0.9}


@pytest.mark.parametrize(("detector", "options"), [("iforest", {"trees": 30}), ("loda", {"projections": 30})])
def test_fits_are_those_of_the_command(spark: Any, rows: Any, command: Any, detector: str, options: Any) -> None:
    local, cluster = rows["folder"] / f"{detector}.xeno", rows["folder"] / f"{detector}-spark.xeno"
    flags = [word for name, value in {**FIT, **options}.items() for word in (f"--{name}", value)]
    files = ["--nominal", rows["nominal_csv"], "--mixture", rows["mixture_csv"], "--out", local]
    command("fit", *files, "--id", "name", "--train-rows", 300, "--detector", detector, *flags)
    frames = [on_cluster(spark, rows[name], parts) for name, parts in (("nominal", 3), ("mixture", 2))]
    with pytest.warns(XenolithWarning, match="drawn by a hash"):
        model = fit(*frames, id="name", train_rows=300, detector=detector, options=options, **FIT)
    assert model.certificate.certified and model.certificate["nominalScores"] == "held-out"
    model.save(cluster)
    assert same_model(local, cluster)


def test_a_fit_that_no_data_carry_is_refused(spark: Any, rows: Any) -> None:
    frames = [on_cluster(spark, rows[name], 2) for name in ("nominal", "mixture")]
    terms = {**FIT, "recall": 0.9999, "confidence": 0.999}
    with pytest.warns(XenolithWarning), pytest.raises(NotCertifiable) as refused:
        fit(*frames, id="name", train_rows=300, options={"trees": 10}, **terms)
    assert refused.value.code == "not-certifiable"
    with pytest.raises(XenolithError, match="train_rows must be a whole number from 1 to 1499"):
        fit(*frames, id="name", train_rows=1500, **FIT)


def test_the_command_submits_to_the_cluster(master: str, rows: Any, scores: Any, command: Any) -> None:
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

    refused = submitted("threshold", *files, "--alpha", 0.3, "--recall", 0.999, "--confidence", 0.99)
    assert refused.returncode == 3
    local = command("threshold", *files, "--alpha", 0.3, "--recall", 0.999, "--confidence", 0.99, status=3)
    assert json.loads(refused.stdout) == local
    assert "not-certifiable" in refused.stderr and "Traceback" not in refused.stderr and "at org." not in refused.stderr

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


def test_counts_of_any_division_add_up() -> None:
    draw_ = np.random.default_rng(3)
    values = np.concatenate([draw_.normal(size=500), [0.0, -0.0, 1e-300, -1e300, 5e-324, 0.25, 0.25]])
    low, high = float(values.min()), float(values.max())
    for parts in (16, 1000, 0):
        counter = Counter([{"low": low, "high": high, "parts": parts}])
        _, _, part, count, least, largest = counter.count(np.zeros(len(values), dtype=np.int32), values)
        assert count.sum() == len(values)
        assert (least <= largest).all() and (np.diff(part) > 0).all()
        assert (least[1:] > largest[:-1]).all()
        assert parts == 0 or len(part) > 1
        assert parts != 0 or len(part) == len(np.unique(values))
    assert math.isfinite(low)
