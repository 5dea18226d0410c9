"""A standalone Spark cluster on loopback: a master and two workers, ended by their process ids."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

MASTER = "org.apache.spark.deploy.master.Master"
WORKER = "org.apache.spark.deploy.worker.Worker"
#: Java that ends soon is not compiled twice, which takes more time than the tests.
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def missing() -> str | None:
    """Why no cluster can be started here, if none can."""
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        return "no JDK on this machine: the tests on Spark were not run"
    try:
        import pyspark  # noqa: F401
    except ImportError:
        return "pyspark is not installed: the tests on Spark were not run"
    return None


@contextmanager
def standalone_cluster(folder: Path, workers: int = 2) -> Iterator[str]:
    """Starts a cluster and gives its URL. Each worker offers two cores."""
    import pyspark

    home = Path(pyspark.__file__).parent
    port = _free_port()
    url = f"spark://127.0.0.1:{port}"
    environment = {
        **os.environ,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_HOME": str(home),
        "SPARK_WORKER_DIR": str(folder / "work"),
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_DAEMON_JAVA_OPTS": QUICK,
    }
    processes: list[subprocess.Popen[bytes]] = []

    def start(name: str, *args: str) -> Path:
        log = folder / f"{name}.log"
        words = [str(home / "bin" / "spark-class"), *args, "--host", "127.0.0.1", "--webui-port", "0"]
        with log.open("wb") as stream:
            processes.append(subprocess.Popen(words, env=environment, stdout=stream, stderr=stream, preexec_fn=_end_with_parent))
        return log

    try:
        _wait_for(start("master", MASTER, "--port", str(port)), r"New state: ALIVE|elected leader")
        for k in range(workers):
            log = start(f"worker{k}", WORKER, url, "--cores", "2", "--memory", "2g", "--port", "0")
            _wait_for(log, r"Successfully registered with master")
        yield url
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def session(master: str, **more: str) -> Any:
    """A session of that cluster that says nothing."""
    from pyspark.sql import SparkSession

    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    # One core of each worker is left for what the tests submit beside this session.
    builder = SparkSession.builder.master(master).appName("xenolith tests").config("spark.cores.max", "2")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.memory": "512m",
        "spark.driver.extraJavaOptions": QUICK,
        "spark.executor.extraJavaOptions": QUICK,
        "spark.sql.shuffle.partitions": "2",
        **more,
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    return made


def _end_with_parent() -> None:
    """Has Linux end this process when the tests end, even where these could not end it themselves: when they hang, or are killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG, which survives exec


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(log: Path, words: str, seconds: float = 300) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if re.search(words, log.read_text(errors="replace")):
            return
        time.sleep(0.2)
    raise TimeoutError(f"{log.name} did not say {words!r}: {log.read_text(errors='replace')[-2000:]}")
