"""Certificates and models made on a real standalone cluster: the bits of the command on one machine, promised or refused."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from cluster import missing
from conftest import mixed_table
from models import same_model
from spark_case import frame_of

from xenolith_ocd import NotCertifiable, XenolithError, XenolithWarning
from xenolith_ocd.spark.counts import Counter

if (reason := missing()) is not None:
    print(reason, file=sys.stderr)
    pytest.skip(reason, allow_module_level=True)

from xenolith_ocd.spark import fit, threshold


LAWS = ["continuous", "tied", "all equal", "negative", "zeros of both signs"]
PROMISE = {"recall": 0.8, "confidence": 0.9}
TERMS: dict[str, dict[str, Any]] = {
    "exact": {"alpha": 0.3, **PROMISE},
    "exact, refused": {"alpha": 0.3, "recall": 0.999, "confidence": 0.99},
    "refuted": {"alpha": 0.01, **PROMISE},
    "separation": {"separation": 0.5, **PROMISE},
    "count": {"aliens_at_most": 700, **PROMISE},
    "count, by share": {"alpha_of_file": 0.33, **PROMISE},
    "dkw": {"alpha": 0.3, "recall": 0.5, "confidence": 0.9, "method": "dkw"},
    "dkw, refused": {"alpha": 0.3, "recall": 0.99, "confidence": 0.99, "method": "dkw"},
    "theorem1": {"alpha": 0.3, "recall": 0.4, "confidence": 0.8, "method": "theorem1"},
    "algorithm 1": {"alpha": 0.3, "q": 0.05},
}
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("terms", list(TERMS))
def test_thresholds_have_the_bits_of_the_command(spark: Any, scores: Any, command: Any, law: str, terms: str) -> None:
    found = scores(law)
    frames = [spark.createDataFrame(found[name]).repartition(2) for name in ("nominal", "mixture")]
    flags = [word for name, value in TERMS[terms].items() for word in (f"--{name.replace('_', '-')}", value)]
    files = ["--nominal", found["nominal_csv"], "--mixture", found["mixture_csv"], "--json"]
    if "recall" in TERMS[terms] and TERMS[terms].get("method") not in ("dkw", "theorem1"):
        files += ["--id", "name"]  # which breaks ties; the others do not
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
    with pytest.raises(XenolithError, match='column "name", named as id, holds double; expected text or whole numbers'):
        threshold(nominal.selectExpr("score AS name", "score"), mixture, id="name", **terms)
    broken = mixture.selectExpr("name", "CASE WHEN name = 'm7' THEN double('NaN') ELSE score END AS score")
    with pytest.raises(XenolithError, match="mixture: the score is no finite number in 1 of 2100 rows"):
        threshold(nominal, broken, id="name", **terms)
    twins = mixture.selectExpr("'one' AS name", "score")
    with pytest.raises(XenolithError, match='"one" stands for two rows'):
        threshold(nominal, twins, id="name", **terms)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("rows")
    made: dict[str, Any] = {"folder": folder}
    for name, count, aliens, seed in (("nominal", 1500, 0.0, 21), ("mixture", 1400, 0.4, 22)):
        made[name] = mixed_table(count, aliens, seed)
        made[f"{name}_csv"] = folder / f"{name}.csv"
        made[name].to_csv(made[f"{name}_csv"], index=False)
    return made


FIT = {"alpha": 0.45, "recall": 0.6, "confidence": 0.9}


@pytest.mark.parametrize(("detector", "options"), [("iforest", {"trees": 30}), ("loda", {"projections": 30})])
def test_fits_are_those_of_the_command(spark: Any, rows: Any, command: Any, detector: str, options: Any) -> None:
    local, cluster = rows["folder"] / f"{detector}.xeno", rows["folder"] / f"{detector}-spark.xeno"
    flags = [word for name, value in {**FIT, **options}.items() for word in (f"--{name}", value)]
    files = ["--nominal", rows["nominal_csv"], "--mixture", rows["mixture_csv"], "--out", local]
    command("fit", *files, "--id", "name", "--train-rows", 300, "--detector", detector, *flags)
    frames = [frame_of(spark, rows[name], parts) for name, parts in (("nominal", 3), ("mixture", 2))]
    with pytest.warns(XenolithWarning, match="drawn by a hash"):
        model = fit(*frames, id="name", train_rows=300, detector=detector, options=options, **FIT)
    assert model.certificate.certified and model.certificate["nominalScores"] == "held-out"
    model.save(cluster)
    assert same_model(local, cluster)


def test_a_fit_that_no_data_carry_is_refused(spark: Any, rows: Any) -> None:
    frames = [frame_of(spark, rows[name], 2) for name in ("nominal", "mixture")]
    terms = {**FIT, "recall": 0.9999, "confidence": 0.999}
    with pytest.warns(XenolithWarning), pytest.raises(NotCertifiable) as refused:
        fit(*frames, id="name", train_rows=300, options={"trees": 10}, **terms)
    assert refused.value.code == "not-certifiable"
    with pytest.raises(XenolithError, match="train_rows must be a whole number from 1 to 1499"):
        fit(*frames, id="name", train_rows=1500, **FIT)


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
