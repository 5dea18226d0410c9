from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from cluster import session, standalone_cluster

from xenolith_ocd.node import node_path

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def command() -> Callable[..., Any]:
    """Runs the command of this checkout; its JSON comes back."""

    def run(*args: object, status: int = 0) -> Any:
        words = [node_path(), str(ROOT / "packages/cli/bin/xenolith.js"), *map(str, args)]
        done = subprocess.run(words, capture_output=True, text=True)
        assert done.returncode == status, done.stderr
        return json.loads(done.stdout) if done.stdout.startswith("{") else done.stdout

    return run


def mixed_table(rows: int, aliens: float, seed: int) -> pd.DataFrame:
    """Numbers, whole numbers, words and missing values of each; a share of the rows is alien."""
    draw = np.random.default_rng(seed)
    alien = draw.random(rows) < aliens
    frame = pd.DataFrame(
        {
            "name": [f"r{seed}-{i}" for i in range(rows)],
            "x": draw.normal(size=rows) + 5 * alien,
            "width": draw.normal(size=rows) * 1e-3,
            "count": draw.poisson(4 + 20 * alien).astype(np.int64),
            "color": np.where(alien, "violet", draw.choice(["red", "green", "blue"], rows)),
        }
    )
    frame.loc[draw.random(rows) < 0.05, "width"] = np.nan
    frame.loc[draw.random(rows) < 0.05, "color"] = None
    return frame


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Nominal, mixture and new rows, as frames and as CSV files."""
    folder = tmp_path_factory.mktemp("tables")
    found: dict[str, Any] = {"folder": folder}
    for name, rows, aliens, seed in (("nominal", 600, 0.0, 1), ("mixture", 600, 0.4, 2), ("new", 400, 0.2, 3)):
        found[name] = mixed_table(rows, aliens, seed)
        found[f"{name}_csv"] = folder / f"{name}.csv"
        found[name].to_csv(found[f"{name}_csv"], index=False)
    return found


@pytest.fixture(scope="session")
def master(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a standalone cluster of two workers, one for all tests."""
    with standalone_cluster(tmp_path_factory.mktemp("cluster")) as url:
        yield url


@pytest.fixture(scope="session")
def spark(master: str) -> Iterator[Any]:
    """A session of that cluster, one for all tests: each start costs seconds."""
    made = session(master)
    yield made
    made.stop()


@pytest.fixture(scope="session")
def case(tmp_path_factory: pytest.TempPathFactory, tables: dict[str, Any], command: Callable[..., Any]) -> Any:
    from spark_case import Case

    return Case(tmp_path_factory.mktemp("case"), tables, command)


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


@pytest.fixture(scope="session")
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
