"""The same bits as the command, on the same rows."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from xenolith_ocd import NotCertifiable, OpenCategoryDetector, XenolithWarning

SMALL: dict[str, dict[str, Any]] = {
    "iforest": {"trees": 60},
    "loda": {"projections": 60},
    "knn": {},
    "gmm": {},
    "density-forest": {"trees": 60},
    "fusion": {},
    "contrast": {},
    "ratio": {},
    "fused-contrast": {},
    "blend": {},
}
TERMS = {"alpha": 0.45, "recall": 0.6, "confidence": 0.9}


def quiet_fit(made: OpenCategoryDetector, nominal: Any, mixture: Any) -> OpenCategoryDetector:
    """Fits without a word about aliens out of range, which are meant to be there."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", XenolithWarning)
        return made.fit(nominal, mixture)


def fitted(tables: dict[str, Any], detector: str = "iforest", **more: Any) -> OpenCategoryDetector:
    made = OpenCategoryDetector(**{**TERMS, **more}, detector=detector, options=SMALL[detector], id="name")
    return quiet_fit(made, tables["nominal"], tables["mixture"])


@pytest.mark.parametrize("detector", list(SMALL))
def test_scores_certificate_and_alarms_are_those_of_the_command(
    detector: str, tables: dict[str, Any], command: Any, tmp_path: Path
) -> None:
    ours = fitted(tables, detector)
    model, out = tmp_path / "model.xeno", tmp_path / "out.csv"
    flags = [part for name, value in SMALL[detector].items() for part in (f"--{name}", value)]
    files = ("--nominal", tables["nominal_csv"], "--mixture", tables["mixture_csv"], "--out", model, "--id", "name")
    terms = [part for name, value in TERMS.items() for part in (f"--{name}", value)]
    theirs = command("fit", *files, *terms, "--detector", detector, *flags, "--json")
    assert dict(ours.certificate_) == theirs
    command("detect", "--model", model, "--input", tables["new_csv"], "--out", out, "--explain", 3)
    detected = pd.read_csv(out, float_precision="round_trip")
    assert ours.score_samples(tables["new"]).tobytes() == detected["score"].to_numpy().tobytes()
    assert ours.predict(tables["new"]).tolist() == detected["alarm"].tolist()
    explained = detected[detected["alarm"]]
    assert ours.alarms(tables["new"])["explanation"].tolist() == explained["explanation"].tolist()
    # Both ways round: a model of either is read by the other.
    again = OpenCategoryDetector.load(model)
    assert again.score_samples(tables["new"]).tobytes() == ours.score_samples(tables["new"]).tobytes()
    ours.save(tmp_path / "ours.xeno")
    inspected, expected = (command("inspect", "--model", path, "--json") for path in (tmp_path / "ours.xeno", model))
    assert [each.pop("data")[0]["rows"] for each in (inspected, expected)] == [600, 600]
    assert inspected == expected


def test_every_kind_of_table_gives_the_same_scores(tables: dict[str, Any]) -> None:
    ours = fitted(tables)
    expected = ours.score_samples(tables["new"])
    arrow = pa.Table.from_pandas(tables["new"], preserve_index=False)
    chunked = pa.concat_tables([arrow.slice(0, 7), arrow.slice(7, 100), arrow.slice(107)])
    categories = tables["new"].assign(color=tables["new"]["color"].astype("category"))
    for table in (arrow, chunked, pl.from_arrow(arrow), categories, dict(tables["new"]), arrow.to_batches()[0]):
        assert ours.score_samples(table).tobytes() == expected.tobytes()


def test_a_refusal_says_what_the_data_could_carry(tables: dict[str, Any]) -> None:
    with pytest.raises(NotCertifiable) as caught:
        fitted(tables, recall=0.999)
    assert caught.value.code == "not-certifiable"
    assert caught.value.certificate is not None and caught.value.certificate["certified"] is False
    assert "\n" not in str(caught.value)


def test_numpy_columns_have_the_names_of_a_file_without_a_header() -> None:
    draw = np.random.default_rng(4)
    clean, new = draw.normal(size=(300, 3)), draw.normal(size=(300, 3)) + 6 * (draw.random((300, 1)) < 0.5)
    ours = OpenCategoryDetector(alpha=0.6, recall=0.6, confidence=0.9, options={"trees": 30})
    quiet_fit(ours, clean, new)
    assert ours.feature_names_in_.tolist() == ["column0", "column1", "column2"]
    assert ours.n_features_in_ == 3


@pytest.mark.parametrize("more", [{"train_rows": 250}, {"holdout": 0.4}, {"pilot": 0.1}, {"looks": 2}])
def test_ways_to_train_and_to_look(more: dict[str, Any], tables: dict[str, Any], command: Any, tmp_path: Path) -> None:
    files = ("--nominal", tables["nominal_csv"], "--mixture", tables["mixture_csv"], "--out", tmp_path / "model.xeno")
    terms = ("--alpha", 0.45, "--recall", 0.5, "--confidence", 0.9, "--id", "name", "--trees", 60)
    flags = [part for name, value in more.items() for part in (f"--{name.replace('_', '-')}", value)]
    try:
        ours = dict(fitted(tables, recall=0.5, **more).certificate_)
    except NotCertifiable as refusal:
        assert refusal.certificate == command("fit", *files, *terms, *flags, "--json", status=3)
    else:
        assert ours == command("fit", *files, *terms, *flags, "--json")


def test_an_audit_stands_in_for_alpha(tables: dict[str, Any], command: Any, tmp_path: Path) -> None:
    mixture = tables["mixture"].set_axis(tables["mixture"]["name"])
    sample = mixture.sample(120, random_state=1)
    verdicts = (sample["color"] == "violet").where(sample["color"].notna(), None)
    made = OpenCategoryDetector(recall=0.5, confidence=0.9, id="name", options=SMALL["iforest"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", XenolithWarning)
        made.fit(tables["nominal"], mixture, audit=verdicts)
    rows = mixture.index.get_indexer(verdicts.index) + 1
    said = verdicts.map({True: "alien", False: "nominal", None: "unsure"})
    pd.DataFrame({"row": rows, "verdict": said.to_numpy()}).to_csv(tmp_path / "audit.csv", index=False)
    files = ("--nominal", tables["nominal_csv"], "--mixture", tables["mixture_csv"], "--out", tmp_path / "model.xeno")
    flags = ("--recall", 0.5, "--confidence", 0.9, "--id", "name", "--trees", 60, "--audit", tmp_path / "audit.csv")
    assert dict(made.certificate_) == command("fit", *files, *flags, "--json")
    assert made.certificate_.method == "audit"
