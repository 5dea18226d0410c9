"""Scoring on a standalone cluster of two one-core workers on loopback: Xenolith, scikit-learn in mapInPandas, linkedin/isolation-forest.

    python bench/spark/run.py --rows 1000000 4000000 --trees 100 --subsample 256 [--command detect] [--jar isolation-forest_3.5.0_2.12-3.0.5.jar]

Needs an environment with pyspark (3.5 for the jar), scikit-learn and this checkout's Python package, and a JDK. Every job, the plain command's too, reads the same
Parquet file and writes id and score to another; ``Spark alone`` hands the rows to Python, which gives id and a feature back, and computes nothing: what no scoring through
Python can undercut. Processor seconds are those of all processes that the job adds to a session of its own that has
already run small ones: what is beyond the session's start. Each job runs twice: the first time Java still compiles what it runs, which
takes the same time for any number of rows. Given several numbers of rows, what each further row costs is the difference between the most and the fewest, divided by
theirs; what is left is the start. With ``--command detect`` alarms are told too, and the batch is watched, as the command does. The peers are trained on the same nominal rows.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python" / "tests"), str(Path(__file__).parent)]

from cluster import standalone_cluster  # noqa: E402
from processes import Sampler  # noqa: E402

from xenolith_ocd.node import node_path  # noqa: E402
from xenolith_ocd.spark import Watch, XenolithModel  # noqa: E402

FEATURES = [f"f{j}" for j in range(9)]


def rows_of(count: int, seed: int) -> pd.DataFrame:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame(draw.normal(size=(count, len(FEATURES))), columns=FEATURES)
    frame[draw.random(count) < 0.1] += 3
    frame.insert(0, "id", np.arange(count))
    return frame


def command(*words: object) -> float:
    """Runs the command; its processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([node_path(), str(ROOT / "packages/cli/bin/xenolith.js"), *map(str, words), "--quiet"], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def handed_back(rows: Any) -> Any:
    """The columns that the others read, to Python, and two of them back."""

    def first_two(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for batch in batches:
            yield pyarrow.RecordBatch.from_arrays(batch.columns[:2], names=["id", "score"])

    return rows.mapInArrow(first_two, "id long, score double")


def sklearn_scorer(nominal: pd.DataFrame, trees: int, subsample: int) -> Callable[[Any], Any]:
    from sklearn.ensemble import IsolationForest

    forest = IsolationForest(n_estimators=trees, max_samples=subsample, random_state=1).fit(nominal[FEATURES].to_numpy())
    features = FEATURES

    def score(frames: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
        import pandas

        for frame in frames:
            yield pandas.DataFrame({"id": frame["id"], "score": -forest.score_samples(frame[features].to_numpy())})

    return lambda rows: rows.mapInPandas(score, "id long, score double")


def linkedin_scorer(spark: Any, nominal: Any, trees: int, subsample: int) -> Callable[[Any], Any]:
    from pyspark.ml.feature import VectorAssembler
    from pyspark.sql import DataFrame

    together = VectorAssembler(inputCols=FEATURES, outputCol="features")
    forest = spark._jvm.com.linkedin.relevance.isolationforest.IsolationForest()
    forest = forest.setNumEstimators(trees).setMaxSamples(float(subsample)).setBootstrap(False).setContamination(0.0)
    forest = forest.setFeaturesCol("features").setScoreCol("score").setPredictionCol("alarm").setRandomSeed(1)
    model = forest.fit(together.transform(nominal)._jdf)
    return lambda rows: DataFrame(model.transform(together.transform(rows)._jdf), spark).select("id", "score")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000_000])
    parser.add_argument("--trees", type=int, default=100)
    parser.add_argument("--subsample", type=int, default=256)
    parser.add_argument("--jar")
    parser.add_argument("--command", choices=["score", "detect"], default="score")
    parser.add_argument("--conf", action="append", default=[], help="a setting of Spark, NAME=VALUE")
    parser.add_argument("--alone", action="store_true", help="without the peers")
    parser.add_argument("--out")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        result = measure(asked, Path(name))
    print(json.dumps(result, indent=2))
    if asked.out is not None:
        Path(asked.out).write_text(json.dumps(result, indent=2) + "\n")


def measure(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    import pyspark
    import sklearn

    nominal = rows_of(5000, 1)
    nominal.to_parquet(folder / "nominal.parquet", index=False)
    rows_of(5000, 2).to_parquet(folder / "mixture.parquet", index=False)
    rows_of(2000, 4).to_parquet(folder / "few.parquet", index=False)
    model = folder / "model.xeno"
    files = ("--nominal", folder / "nominal.parquet", "--mixture", folder / "mixture.parquet", "--out", model)
    command("fit", *files, "--id", "id", "--alpha", 0.2, "--q", 0.1, "--trees", asked.trees, "--subsample", asked.subsample)
    plain_name = f"xenolith {asked.command} --workers 1"
    runs: dict[str, dict[int, Any]] = {}
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    with standalone_cluster(folder) as master:
        for count in sorted(asked.rows):
            rows_of(count, 3).to_parquet(folder / "rows.parquet", index=False, row_group_size=count // 8)
            runs.setdefault(plain_name, {})[count] = {"cpu": round(plainly(asked.command, model, folder), 1)}
            for name, job in jobs(asked, model).items():
                runs.setdefault(name, {})[count] = in_a_session(master, asked, job, nominal, folder, count)
                print(name, count, runs[name][count], file=sys.stderr)
    result: dict[str, Any] = {
        **{"features": len(FEATURES), "trees": asked.trees, "subsample": asked.subsample},
        **{"pyspark": pyspark.__version__, "scikit-learn": sklearn.__version__, "conf": asked.conf},
        "jobs": runs,
    }
    fewest, most = min(asked.rows), max(asked.rows)
    if fewest < most:
        slopes = {name: (each[most]["cpu"] - each[fewest]["cpu"]) / (most - fewest) for name, each in runs.items()}
        result["each further row, \u00b5s of CPU"] = {name: round(1e6 * slope, 2) for name, slope in slopes.items()}
        result["the rest, s of CPU"] = {name: round(runs[name][fewest]["cpu"] - slopes[name] * fewest, 1) for name in runs}
        result["a further row over plain"] = round(slopes["xenolith"] / slopes[plain_name] - 1, 3)
    return result


def plainly(words: str, model: Path, folder: Path) -> float:
    """Processor seconds of the plain command beyond its start."""
    few, rows = (
        command(words, "--model", model, "--input", folder / f"{name}.parquet", "--out", folder / f"{name}-plain.parquet", "--id", "id", "--workers", 1)
        for name in ("few", "rows")
    )
    return rows - few


#: Of a session and nominal rows, what scores a DataFrame.
Job = Callable[[Any, pd.DataFrame, Path], Callable[[Any], Any]]


def jobs(asked: argparse.Namespace, model: Path) -> dict[str, Job]:
    def ours(spark: Any, nominal: pd.DataFrame, folder: Path) -> Callable[[Any], Any]:
        opened = XenolithModel.load(model)
        if asked.command == "score":
            return lambda rows: opened.score(rows, id="id")
        return lambda rows: opened.transform(rows, id="id", watch=Watch())

    found: dict[str, Job] = {"Spark alone": lambda spark, nominal, folder: handed_back, "xenolith": ours}
    if not asked.alone:
        found["scikit-learn in mapInPandas"] = lambda spark, nominal, folder: sklearn_scorer(nominal, asked.trees, asked.subsample)
    if asked.jar is not None:
        found["linkedin/isolation-forest"] = lambda spark, nominal, folder: linkedin_scorer(
            spark, spark.read.parquet(str(folder / "nominal.parquet")), asked.trees, asked.subsample
        )
    return found


def in_a_session(master: str, asked: argparse.Namespace, job: Job, nominal: pd.DataFrame, folder: Path, count: int) -> dict[str, Any]:
    """A job in a session of its own."""
    settings = dict(each.split("=", 1) for each in asked.conf)
    spark = session_of(master, settings if asked.jar is None else {**settings, "spark.jars": asked.jar})
    sampler = Sampler(os.getpid())
    try:
        return run(spark, job(spark, nominal, folder), folder, sampler, count)
    finally:
        sampler.stop()
        spark.stop()


def session_of(master: str, settings: dict[str, str]) -> Any:
    """A session with a core of each worker."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).config("spark.cores.max", "2").config("spark.executor.memory", "900m")
    builder = builder.config("spark.ui.enabled", "false").config("spark.driver.bindAddress", "127.0.0.1")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def run(spark: Any, job: Callable[[Any], Any], folder: Path, sampler: Sampler, count: int) -> dict[str, Any]:
    """The job twice, after small ones: executors, workers and children are there, and the second time Java has compiled what it runs."""
    out = str(folder / "scored.parquet")
    few = spark.read.parquet(str(folder / "few.parquet")).repartition(4)
    for _ in range(2):
        job(few).write.mode("overwrite").parquet(out)
    first, then = (timed(spark, job, folder, sampler, count, out) for _ in range(2))
    return {**first, "again": then}


def timed(
    spark: Any, job: Callable[[Any], Any], folder: Path, sampler: Sampler, count: int, out: str
) -> dict[str, Any]:
    before, start = sampler.by_kind(), time.monotonic()
    job(spark.read.parquet(str(folder / "rows.parquet"))).write.mode("overwrite").parquet(out)
    wall = time.monotonic() - start
    spent = {kind: round(seconds - before.get(kind, 0.0), 1) for kind, seconds in sampler.by_kind().items()}
    assert spark.read.parquet(out).count() == count
    cpu = sum(spent.values())
    return {"cpu": round(cpu, 1), "wall": round(wall, 1), "by kind": spent, "rows per cpu second": round(count / cpu)}


if __name__ == "__main__":
    main()
