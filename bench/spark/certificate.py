"""The certificate of many scores on a standalone cluster of two one-core workers on loopback, beside one machine: the same bits, and at what cost.

    python bench/spark/certificate.py --rows 10000000 [--fit] [--alone] [--out certificate.json]

Makes as many nominal rows as rows of the mixture, a tenth of them alien, in Parquet files with ids. ``threshold`` is asked with the terms of several methods, with ``--fit``
also ``fit --train-rows``, here and on Spark; the answers have to be the same. Processor seconds are those of all processes; on Spark, what comes beyond the start of a
session that has already answered for few rows. Bytes shuffled are those that Spark's event log tells. ``--alone`` leaves out the one machine.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from run import ROOT, command, session_of

sys.path[:0] = [str(ROOT / "python" / "tests")]

from cluster import standalone_cluster  # noqa: E402
from models import same_model  # noqa: E402
from processes import Sampler  # noqa: E402

from xenolith_ocd import XenolithWarning  # noqa: E402
from xenolith_ocd.spark import fit  # noqa: E402
from xenolith_ocd.spark.threshold import threshold_answer  # noqa: E402

FILES = ("nominal", "mixture")
PIECE = 1_000_000
TERMS: dict[str, dict[str, Any]] = {
    "exact": {"alpha": 0.11, "recall": 0.9, "confidence": 0.95},
    "count": {"aliensAtMost": None, "recall": 0.9, "confidence": 0.95},
}
FIT = {"alpha": 0.11, "recall": 0.9, "confidence": 0.95}
TRAIN_ROWS, TREES = 20_000, 10


def write(path: Path, sample: int, count: int, columns: int) -> None:
    """Rows with ids: one column of scores, or several features."""
    names = ["score"] if columns == 1 else [f"f{j}" for j in range(columns)]
    schema = pa.schema([("id", pa.int64()), *((name, pa.float64()) for name in names)])
    draw = np.random.default_rng(sample + 1)
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, count, PIECE):
            size = min(PIECE, count - start)
            values = draw.normal(size=(columns, size))
            if sample == 1:
                values += 4 * (draw.random(size) < 0.1)
            writer.write_table(pa.table([pa.array(np.arange(start, start + size)), *map(pa.array, values)], schema=schema))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--methods", nargs="*", choices=list(TERMS), default=list(TERMS))
    parser.add_argument("--out")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as name:
        result = measure(asked, Path(name))
    print(json.dumps(result, indent=2))
    if asked.out is not None:
        Path(asked.out).write_text(json.dumps(result, indent=2) + "\n")


def measure(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    import pyspark

    result: dict[str, Any] = {"rows": [asked.rows, asked.rows], "pyspark": pyspark.__version__, "threshold": {}}
    for size, count in (("few", 5000), ("rows", asked.rows)):
        for sample, name in enumerate(FILES):
            write(folder / f"{size}-{name}.parquet", sample, count, 1)
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    with standalone_cluster(folder) as master:
        (log := folder / "events").mkdir()
        settings = {"spark.eventLog.enabled": "true", "spark.eventLog.dir": log.as_uri(), "spark.eventLog.compress": "false", "spark.eventLog.rolling.enabled": "false"}
        spark = session_of(master, settings)
        sampler = Sampler(os.getpid())
        try:
            for method in asked.methods:
                terms = {name: asked.rows // 10 + 3000 if value is None else value for name, value in TERMS[method].items()}

                def here() -> dict[str, Any]:
                    flags = [word for name, value in terms.items() for word in (_flag(name), value)]
                    files = [word for name in FILES for word in (f"--{name}", folder / f"rows-{name}.parquet")]
                    return answered("threshold", *files, "--column", "score", "--id", "id", "--json", *flags)

                def there(size: str) -> dict[str, Any]:
                    frames = [spark.read.parquet(str(folder / f"{size}-{name}.parquet")) for name in FILES]
                    return threshold_answer(*frames, "id", "score", terms, 1)

                small = {**terms, **({"aliensAtMost": 600} if "aliensAtMost" in terms else {}), "recall": 0.5}
                threshold_answer(*(spark.read.parquet(str(folder / f"few-{name}.parquet")) for name in FILES), "id", "score", small, 1)
                ours, cost = measured(sampler, log, lambda: there("rows"))
                cost |= {"passes": ours["passes"], "parts": ours["parts"], "parts of the scores": round(ours["parts"] / 2 / asked.rows, 6)}
                result["threshold"][method] = {"tau": ours["certificate"].get("tau"), "Spark": cost}
                if not asked.alone:
                    theirs, alone = timed(here)
                    assert json.loads(json.dumps(ours["certificate"])) == theirs, "other bits"
                    result["threshold"][method] |= {"one machine": {"cpu": alone}, "same bits": True}
                print(json.dumps(result["threshold"][method]), file=sys.stderr, flush=True)
            if asked.fit:
                result["fit"] = fitted(asked, folder, spark, sampler, log)
        finally:
            sampler.stop()
            spark.stop()
    return result


def fitted(asked: argparse.Namespace, folder: Path, spark: Any, sampler: Sampler, log: Path) -> dict[str, Any]:
    for sample, name in enumerate(FILES):
        (folder / f"rows-{name}.parquet").unlink()
        write(folder / f"{name}.parquet", sample, asked.rows, 3)

    train = min(TRAIN_ROWS, asked.rows // 10)

    def there() -> None:
        frames = [spark.read.parquet(str(folder / f"{name}.parquet")) for name in FILES]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", XenolithWarning)
            fit(*frames, id="id", train_rows=train, options={"trees": TREES}, **FIT).save(folder / "cluster.xeno")

    _, cost = measured(sampler, log, there)
    found: dict[str, Any] = {"trees": TREES, "train rows": train, "Spark": cost}
    if asked.alone:
        return found
    files = [word for name in FILES for word in (f"--{name}", folder / f"{name}.parquet")]
    flags = [word for name, value in {**FIT, "train-rows": train, "trees": TREES}.items() for word in (f"--{name}", value)]
    found["one machine"] = {"cpu": round(command("fit", *files, "--id", "id", *flags, "--out", folder / "local.xeno"), 1)}
    assert same_model(folder / "local.xeno", folder / "cluster.xeno"), "another model"
    return {**found, "same bits": True}


def measured(sampler: Sampler, log: Path, work: Callable[[], Any]) -> tuple[Any, dict[str, Any]]:
    """What the work gives, and what it cost."""
    before, written = sampler.by_kind(), shuffled(log)
    answer = work()
    spent = {kind: round(seconds - before.get(kind, 0.0), 1) for kind, seconds in sampler.by_kind().items()}
    return answer, {"cpu": round(sum(spent.values()), 1), "by kind": spent, "shuffled, bytes": shuffled(log) - written}


def shuffled(log: Path) -> int:
    """Bytes written for shuffles so far, as Spark's event log tells."""
    total = 0
    for path in log.iterdir():
        for line in path.read_text().splitlines():
            if '"SparkListenerTaskEnd"' in line:
                metrics = json.loads(line).get("Task Metrics") or {}
                total += metrics.get("Shuffle Write Metrics", {}).get("Shuffle Bytes Written", 0)
    return total


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return answer, round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1)


def answered(*words: object) -> dict[str, Any]:
    """Runs the command; its JSON, that of a refusal too."""
    import subprocess

    from xenolith_ocd.node import node_path

    done = subprocess.run([node_path(), str(ROOT / "packages/cli/bin/xenolith.js"), *map(str, words)], capture_output=True, text=True)
    assert done.returncode in (0, 3), done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _flag(name: str) -> str:
    return "--" + "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)


if __name__ == "__main__":
    main()
