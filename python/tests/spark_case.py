"""Models of every detector, new rows, and what the command makes of them: what the tests on a cluster compare with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
from conftest import mixed_table
from test_command import SMALL, TERMS, quiet_fit

from xenolith_ocd import OpenCategoryDetector

#: How each model is made, beside the terms. Those of scores that others made have no promise worth asking for.
MODELS: dict[str, dict[str, Any]] = {
    **{name: {**TERMS, "detector": name, "options": options} for name, options in SMALL.items()},
    "per class": {**TERMS, "detector": "iforest", "options": {"trees": 60}, "label": "species", "per_class": True},
    "softmax": {"alpha": 0.5, "q": 0.5, "detector": "softmax", "features": ["x", "count"]},
    "given": {**TERMS, "detector": "given", "features": ["x"]},
    "slow": {**TERMS, "detector": "iforest", "options": {"trees": 6000}},
}
#: A model that keeps Node at work for a while, to be killed at it, is none of the others.
DETECTORS = [name for name in MODELS if name != "slow"]


class Case:
    """Makes models and files when they are first asked for."""

    def __init__(self, folder: Path, tables: dict[str, Any], command: Any) -> None:
        self.folder, self.command = folder, command
        few = tables["nominal"]["count"] > 4
        self.nominal = tables["nominal"].assign(species=few.map({True: "many", False: "few"}))
        self.mixture = tables["mixture"]
        self.rows = mixed_table(20_000, 0.2, 5)
        self.detected: dict[tuple[str, int, bool], pd.DataFrame] = {}

    def model(self, name: str) -> Path:
        path = self.folder / f"{name}.xeno"
        if not path.exists():
            labelled = "label" in MODELS[name]
            nominal = self.nominal if labelled else self.nominal.drop(columns="species")
            quiet_fit(OpenCategoryDetector(**MODELS[name], id="name"), nominal, self.mixture).save(path)
        return path

    def detect(self, name: str, rows: int, explain: bool = False) -> pd.DataFrame:
        """What ``xenolith detect`` writes for the first rows."""
        if (name, rows, explain) not in self.detected:
            part, out = self.folder / f"{rows}.csv", self.folder / "out.csv"
            if not part.exists():
                self.rows.head(rows).to_csv(part, index=False)
            why = ("--explain", 2) if explain else ()
            self.command("detect", "--model", self.model(name), "--input", part, "--out", out, "--id", "name", *why)
            read = pd.read_csv(out, float_precision="round_trip", keep_default_na=False, na_values={"explanation": [""], "nearest_nominal": [""]})
            self.detected[name, rows, explain] = read
        return self.detected[name, rows, explain]


def frame_of(spark: Any, rows: pd.DataFrame, partitions: int) -> Any:
    """Rows of ``mixed_table`` as a DataFrame of Spark."""
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
        ours, theirs = (frame["nearest_nominal"].fillna(0).tolist() for frame in (ordered, expected))
        assert ours == theirs and any(ours)
