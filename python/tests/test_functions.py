"""threshold, plan and alpha answer as the command does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from test_command import SMALL, fitted

from xenolith_ocd import NotCertifiable, XenolithError, alpha, plan, threshold

DRAW = np.random.default_rng(11)
CONTINUOUS = DRAW.normal(size=900), np.concatenate([DRAW.normal(size=600), DRAW.normal(4, 1, 300)])
SAMPLES = {
    "continuous": CONTINUOUS,
    "tied": tuple(np.round(each) for each in CONTINUOUS),
    "negative": tuple(each - 100 for each in CONTINUOUS),
}


@pytest.fixture(params=list(SAMPLES))
def scores(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    nominal, mixture = SAMPLES[request.param]
    files = []
    for name, values in (("nominal", nominal), ("mixture", mixture)):
        path = tmp_path / f"{name}.csv"
        pd.DataFrame({"score": values}).to_csv(path, index=False)
        files += [f"--{name}", path]
    return nominal, mixture, files


@pytest.mark.parametrize(
    "terms",
    [
        {"alpha": 0.4, "recall": 0.7, "confidence": 0.9},
        {"alpha": 0.4, "recall": 0.5, "confidence": 0.9, "method": "dkw"},
        {"aliens_at_most": 320, "recall": 0.7, "confidence": 0.9},
        {"alpha": 0.4, "q": 0.05, "isotonic": True},
        {"alpha": 0.4, "recall": 0.9999, "confidence": 0.999},
        {"alpha": 0.001, "recall": 0.7, "confidence": 0.9},
    ],
)
def test_threshold(terms: dict[str, Any], scores: Any, command: Any) -> None:
    nominal, mixture, files = scores
    flags = []
    for name, value in terms.items():
        flags += [f"--{name.replace('_', '-')}"] + ([] if value is True else [value])
    try:
        ours = dict(threshold(nominal, pd.Series(mixture), **terms))
    except NotCertifiable as refusal:
        assert dict(refusal.certificate or {}) == command("threshold", *files, *flags, "--json", status=3)
    else:
        assert ours == command("threshold", *files, *flags, "--json")


def test_scores_must_be_numbers_in_one_dimension() -> None:
    for bad in ([[1.0, 2.0]], [1.0, float("nan")], ["one", "two"], [None]):
        with pytest.raises(XenolithError) as caught:
            threshold(bad, [1.0, 2.0], alpha=0.5, recall=0.5, confidence=0.9)
        assert caught.value.code == "bad-scores"


def test_terms_must_be_numbers() -> None:
    for terms in ({"alpha": "0.5"}, {"recall": True}, {"confidence": [0.9]}):
        with pytest.raises(XenolithError, match=f"{next(iter(terms))} must be a number, got ") as caught:
            threshold([1.0], [2.0], **{"alpha": 0.5, "recall": 0.5, "confidence": 0.9, **terms})
        assert caught.value.code == "bad-option"


def test_plan(command: Any) -> None:
    assert plan(alpha=0.1, recall=0.9, confidence=0.95) == command(
        "plan", "--alpha", 0.1, "--recall", 0.9, "--confidence", 0.95, "--json"
    )
    assert plan(alpha=0.2, recall=0.8, confidence=0.9, method="dkw", nominal=500, mixture=800) == command(
        *("plan", "--alpha", 0.2, "--recall", 0.8, "--confidence", 0.9),
        *("--method", "dkw", "--nominal", 500, "--mixture", 800, "--json"),
    )


def test_plan_for_a_fitted_detector(tables: dict[str, Any], command: Any, tmp_path: Path) -> None:
    made = fitted(tables)
    made.save(tmp_path / "model.xeno")
    theirs = command("plan", "--model", tmp_path / "model.xeno", "--recall", 0.7, "--confidence", 0.9, "--json")
    assert plan(model=made, recall=0.7, confidence=0.9) == theirs
    with pytest.raises(XenolithError, match="give alpha, or a model"):
        plan(recall=0.7, confidence=0.9)


def untimed(answer: dict[str, Any]) -> dict[str, Any]:
    for estimate in answer["estimates"]:
        estimate.pop("seconds", None)
    return answer


def test_alpha_from_scores_and_from_rows(scores: Any, tables: dict[str, Any], command: Any) -> None:
    nominal, mixture, files = scores
    flags = ("--estimators", "storey,bbe", "--bootstrap", 5, "--quantile", 0.3, "--json")
    asked: dict[str, Any] = {"estimators": ["storey", "bbe"], "bootstrap": 5, "quantile": 0.3}
    theirs = command("alpha", *files, "--column", "score", *flags)
    assert untimed(alpha(nominal, mixture, **asked)) == untimed(theirs)


def test_alpha_from_rows(tables: dict[str, Any], command: Any) -> None:
    files = ("--nominal", tables["nominal_csv"], "--mixture", tables["mixture_csv"], "--id", "name", "--trees", 60)
    theirs = command("alpha", *files, "--estimators", "storey,c-ps", "--bootstrap", 0, "--json")
    ours = alpha(
        *(tables["nominal"], tables["mixture"]), id="name", options=SMALL["iforest"], estimators=["storey", "c-ps"], bootstrap=0
    )
    assert untimed(ours) == untimed(theirs)


def test_an_alpha_that_the_data_refute(tables: dict[str, Any]) -> None:
    with pytest.raises(NotCertifiable) as caught:
        alpha(*CONTINUOUS, alpha=0.01, estimators=["bbe"], bootstrap=0)
    assert caught.value.code == "alpha-refuted"
    with pytest.raises(XenolithError, match="give quantile or t0, not both"):
        alpha(*CONTINUOUS, quantile=0.2, t0=1)
    with pytest.raises(XenolithError, match='no estimator "guess"'):
        alpha(*CONTINUOUS, estimators=["guess"])
