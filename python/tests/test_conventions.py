"""What scikit-learn, pickles and notebooks expect of an estimator."""

from __future__ import annotations

import json
import pickle
import re
import warnings
from pathlib import Path
from typing import Any, get_args

import joblib
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from models import same_model
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator
from sklearn.utils.validation import check_is_fitted
from test_command import fitted, quiet_fit

from xenolith_ocd import OpenCategoryDetector, XenolithError, XenolithWarning
from xenolith_ocd.detector import Detector
from xenolith_ocd.functions import Method
from xenolith_ocd.node import shared_node


class OnOneTable(OpenCategoryDetector):
    """scikit-learn's checks call ``fit(X)`` or ``fit(X, y)``: here X is both samples, and Algorithm 1 alone is asked for."""

    def fit(self, X: Any, y: Any = None) -> OpenCategoryDetector:
        return super().fit(X, X)


OWN_WORDS = "refused, in the words of the command instead of scikit-learn's"


def test_the_estimator_checks_pass() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(
            OnOneTable(alpha=0.5, q=0.05, options={"trees": 5}),
            expected_failed_checks={
                "check_estimators_empty_data_messages": OWN_WORDS,
                "check_fit2d_1sample": OWN_WORDS,
            },
        )
    found = {status: {each["check_name"] for each in results if each["status"] == status} for status in ("xfail", "failed", "skipped")}
    assert found["xfail"] == {"check_estimators_empty_data_messages", "check_fit2d_1sample"}
    assert not found["failed"] and found["skipped"] <= {"check_array_api_input"}  # which older releases do not have


def test_params_are_kept_as_they_were_given_and_cloned() -> None:
    options = {"trees": 10}
    made = OpenCategoryDetector(0.1, 0.9, 0.95, options=options, types={"a": "numeric"})
    assert made.get_params()["options"] is options
    again = clone(made).set_params(recall=0.8)
    assert (again.alpha, again.recall, again.options) == (0.1, 0.8, options)
    assert repr(made) == "OpenCategoryDetector(alpha=0.1, recall=0.9, confidence=0.95, options={'trees': 10}, types={'a': 'numeric'})"
    with pytest.raises(ValueError, match="Invalid parameter 'contamination'"):
        made.set_params(contamination=0.1)
    for method in ("score_samples", "predict", "alarms", "explain"):
        with pytest.raises(NotFittedError):
            getattr(made, method)([[1.0]])
    with pytest.raises(NotFittedError):
        made.save("nowhere.xeno")


def test_a_fitted_detector_survives_a_pickle_and_a_file(tables: dict[str, Any], tmp_path: Path) -> None:
    made = fitted(tables)
    scores = made.score_samples(tables["new"])
    for again in (pickle.loads(pickle.dumps(made)), saved(made, tmp_path / "model.xeno")):
        check_is_fitted(again)
        assert again.score_samples(tables["new"]).tobytes() == scores.tobytes()
        assert dict(again.certificate_) == dict(made.certificate_)


def test_joblib_and_processes_keep_the_bits(tables: dict[str, Any], tmp_path: Path) -> None:
    made = fitted(tables)
    scores = made.score_samples(tables["new"]).tobytes()
    joblib.dump(made, tmp_path / "detector.joblib")
    assert joblib.load(tmp_path / "detector.joblib").score_samples(tables["new"]).tobytes() == scores
    there = joblib.Parallel(2)(joblib.delayed(made.score_samples)(tables["new"]) for _ in range(2))
    assert [each.tobytes() for each in there] == [scores, scores]


def test_a_pipeline_predicts_and_never_transforms_one_sample_alone(tables: dict[str, Any]) -> None:
    clean, mixed, new = (tables[name][["x", "count"]] for name in ("nominal", "mixture", "new"))
    prepare = StandardScaler().set_output(transform="pandas").fit(clean)
    made = OpenCategoryDetector(0.45, 0.6, 0.9, options={"trees": 20})
    with pytest.raises(XenolithError, match="a Pipeline transforms the nominal rows alone") as caught:
        make_pipeline(prepare, made).fit(clean, mixed)
    assert caught.value.code == "bad-argument"
    quiet_fit(made, prepare.transform(clean), prepare.transform(mixed))
    both = make_pipeline(prepare, made)
    expected = made.score_samples(prepare.transform(new))
    assert both.score_samples(new).tobytes() == expected.tobytes()
    assert both.predict(new).tolist() == made.predict(prepare.transform(new)).tolist()
    # Alone in a pipeline, nothing stands between the tables and the detector.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", XenolithWarning)
        alone = make_pipeline(clone(made)).fit(clean, mixed)
    assert alone.predict(new).any()


def test_a_certificate_is_not_chosen_by_its_own_data(tables: dict[str, Any]) -> None:
    """Both tables have as many rows: scikit-learn would cut the mixture as if its rows were targets."""
    clean, mixed = (tables[name][["x", "count"]] for name in ("nominal", "mixture"))
    made = OpenCategoryDetector(0.45, 0.6, 0.9, options={"trees": 20})
    scoring = lambda detector, X, y=None: 1.0  # noqa: E731
    with pytest.raises(XenolithError, match="would cut the mixture by the rows of the nominal table") as caught:
        cross_val_score(made, clean, mixed, scoring=scoring, error_score="raise")
    assert caught.value.code == "bad-argument" and "\n" not in str(caught.value)
    search = GridSearchCV(made, {"seed": [1, 2]}, scoring=scoring)
    with pytest.raises(ValueError, match="would cut the mixture"):
        search.fit(clean, mixed)


def test_rows_are_kept_or_not(tables: dict[str, Any], command: Any, tmp_path: Path) -> None:
    files = ("--nominal", tables["nominal_csv"], "--mixture", tables["mixture_csv"], "--out", tmp_path / "model.xeno")
    command("fit", *files, "--alpha", 0.45, "--recall", 0.6, "--confidence", 0.9, "--id", "name", "--trees", 60, "--keep-rows", 0)
    fitted(tables, keep_rows=0).save(tmp_path / "ours.xeno")
    assert same_model(tmp_path / "ours.xeno", tmp_path / "model.xeno")
    assert saved(fitted(tables, keep_rows=0), tmp_path / "again.xeno").keep_rows == 0


def saved(made: OpenCategoryDetector, path: Path) -> OpenCategoryDetector:
    made.save(path)
    return OpenCategoryDetector.load(path)


def test_a_loaded_detector_knows_what_it_was_asked(tables: dict[str, Any], tmp_path: Path) -> None:
    again = saved(fitted(tables, "loda"), tmp_path / "model.xeno")
    shown = {name: again.get_params()[name] for name in ("alpha", "recall", "confidence", "detector", "options", "id", "seed")}
    assert shown == {
        "alpha": 0.45,
        "recall": 0.6,
        "confidence": 0.9,
        "detector": "loda",
        "options": {"projections": 60},
        "id": "name",
        "seed": 1,
    }


def test_alarms_keep_the_index_and_their_reasons(tables: dict[str, Any]) -> None:
    made = fitted(tables)
    rows = tables["new"].set_index("name", drop=False)
    alarms = made.alarms(rows, explain=2)
    assert alarms.index.tolist() == rows.index[made.predict(rows)].tolist()
    assert alarms["explanation"].str.len().min() > 0
    reasons = made.explain(rows, explain=2)
    assert set(reasons["row"]) == set(alarms.index) and reasons["row"].value_counts().max() == 2
    first = reasons.iloc[0]
    assert first["feature"] in made.feature_names_in_
    assert str(first["feature"]) in alarms.loc[first["row"], "explanation"]


def test_a_notebook_shows_the_certificate(tables: dict[str, Any], tmp_path: Path) -> None:
    made = fitted(tables)
    shown = made._repr_html_()
    assert "OpenCategoryDetector(" in shown and "60" in shown and "It rests on" in shown
    assert "<script" not in shown and "--" not in shown  # arguments are those of Python
    assert OpenCategoryDetector(alpha=0.1)._repr_html_() == "<pre>OpenCategoryDetector(alpha=0.1)</pre>"
    made.report(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text().startswith("<!doctype html>")
    with pytest.raises(XenolithError, match="No such file or directory") as caught:
        made.report(tmp_path / "nowhere" / "report.html")
    assert caught.value.code == "output-unwritable"


def test_the_report_is_that_of_the_command(
    tables: dict[str, Any], command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    made = fitted(tables)
    made.save(tmp_path / "model.xeno")
    made.report(tmp_path / "ours.html")
    command("report", "--model", tmp_path / "model.xeno", "--out", tmp_path / "theirs.html")
    assert (tmp_path / "ours.html").read_text() == (tmp_path / "theirs.html").read_text()


def test_columns_without_names_are_the_features_in_their_order(tables: dict[str, Any]) -> None:
    made = fitted(tables, features=["x", "count"])
    rows = tables["new"][["x", "count"]]
    with pytest.warns(XenolithWarning, match="taken for x, count"):
        scores = made.score_samples(rows.to_numpy())
    assert scores.tobytes() == made.score_samples(rows).tobytes()
    with pytest.raises(XenolithError, match="X has 1 features, but OpenCategoryDetector is expecting 2"):
        made.predict(rows.to_numpy()[:, :1])


@pytest.mark.parametrize(
    ("params", "code", "words"),
    [
        ({"alpha": 2}, "bad-alpha", "alpha must be in (0, 1], got 2"),
        ({"alpha": None}, "bad-option", "give alpha, or for a promise aliens_at_most"),
        ({"detector": "magic"}, "bad-option", 'there is no detector "magic"; expected one of auto, iforest'),
        ({"options": {"tree": 3}}, "bad-option", "detector iforest has the options trees, subsample, range_check, rare_values; got tree"),
        ({"features": ["x", "z"]}, "missing-column", '"z"'),
        ({"id": "nobody"}, "missing-column", 'mixture has no column "nobody"'),
        ({"per_class": True}, "bad-option", "per_class needs label"),
        ({"workers": 0}, "bad-option", "workers must be a whole number of at least 1, got 0"),
        ({"types": {"x": "number"}}, "bad-option", 'expected "numeric" or "categorical" for column "x", got \'number\''),
        ({"types": {"z": "numeric"}}, "missing-column", 'nominal has no column "z", named by types'),
        ({"features": "x"}, "bad-option", "features must be a list of names, got 'x'"),
        ({"alpha": float("nan")}, "bad-option", "alpha must be a number, got nan"),
        ({"options": {"trees": float("inf")}}, "bad-option", "no number, text or list"),
        ({"options": {"trees": "60"}}, "bad-option", "trees must be a number, got '60'"),
        ({"options": "trees=3"}, "bad-option", "options must be a mapping of names, got 'trees=3'"),
        ({"types": ["x"]}, "bad-option", "types must be a mapping of names"),
        ({"options": {"trees": {3}}}, "bad-option", "no number, text or list"),
        ({"alpha": "0.45"}, "bad-option", "alpha must be a number, got '0.45'"),
        ({"seed": -1}, "bad-option", "seed must be a whole number of at least 0"),
        ({"label": "shade"}, "missing-column", '"shade"'),
    ],
)
def test_mistakes_are_one_line_with_their_code(tables: dict[str, Any], params: dict[str, Any], code: str, words: str) -> None:
    asked = {"alpha": 0.45, "recall": 0.6, "confidence": 0.9, "id": "name", "options": {"trees": 5}, **params}
    with pytest.raises(XenolithError) as caught:
        OpenCategoryDetector(**asked).fit(tables["nominal"], tables["mixture"])
    assert caught.value.code == code
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_an_audit_by_an_index_that_names_two_rows_is_refused(tables: dict[str, Any]) -> None:
    twice = tables["mixture"].set_index(pd.Index([*range(599), 0]))
    made = OpenCategoryDetector(recall=0.6, confidence=0.9, id="name", options={"trees": 5})
    with pytest.raises(XenolithError, match="where some have the same") as caught:
        made.fit(tables["nominal"], twice, audit=pd.Series({0: True, 1: False}))
    assert caught.value.code == "bad-row"


def test_a_detector_for_each_category_as_the_command_has_it(
    tables: dict[str, Any], command: Any, tmp_path: Path
) -> None:
    nominal = tables["nominal"].assign(species=np.where(tables["nominal"]["count"] > 4, "many", "few"))
    nominal.to_csv(tmp_path / "nominal.csv", index=False)
    made = OpenCategoryDetector(0.45, 0.6, 0.9, id="name", label="species", per_class=True, options={"trees": 20})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", XenolithWarning)
        made.fit(nominal, tables["mixture"])
    files = ("--nominal", tmp_path / "nominal.csv", "--mixture", tables["mixture_csv"], "--out", tmp_path / "model.xeno")
    flags = ("--id", "name", "--label", "species", "--per-class", "--trees", 20)
    theirs = command("fit", *files, "--alpha", 0.45, "--recall", 0.6, "--confidence", 0.9, *flags, "--json")
    assert dict(made.certificate_) == theirs


def test_notes_are_warnings_and_progress_is_heard(tables: dict[str, Any]) -> None:
    heard: list[tuple[str, int, int]] = []
    made = OpenCategoryDetector(
        0.45, 0.6, 0.9, id="name", options={"trees": 50}, progress=lambda *step: heard.append(step)
    )
    with pytest.warns(XenolithWarning, match="outside the range") as told:
        made.fit(tables["nominal"], tables["mixture"])
    assert {each.filename for each in told} == {__file__}  # the caller's line, not one of ours
    assert any("training" in label for label, _, _ in heard)
    assert all(0 <= done <= total for _, done, total in heard)


def test_every_detector_is_known_by_name() -> None:
    header = shared_node().ask("hello").header
    assert set(get_args(Detector)) == {"auto", *header["detectors"]}


def test_every_method_is_known_by_name() -> None:
    # Scores alone have no labels for an audit, and Algorithm 1 is asked for by q.
    schema = json.loads((ROOT / "packages/cli/schemas/threshold.schema.json").read_text())
    named = set(schema["properties"]["method"]["enum"])
    assert set(get_args(Method)) == named - {"audit", "algorithm1", "algorithm1-isotonic"}


def test_an_empty_table_has_no_scores(tables: dict[str, Any]) -> None:
    made = fitted(tables)
    empty = tables["new"].head(0)
    assert made.score_samples(empty).shape == (0,) and made.predict(empty).dtype == bool
    assert isinstance(made.alarms(empty), pd.DataFrame) and len(made.alarms(empty)) == 0
    assert made.watch(empty)["words"] == ["a batch without rows says nothing about the promise."]


def test_numbers_of_numpy_are_numbers(tables: dict[str, Any]) -> None:
    made = fitted(tables, seed=np.int64(3), alpha=np.float64(0.45))
    assert made.score_samples(tables["new"]).tobytes() == fitted(tables, seed=3).score_samples(tables["new"]).tobytes()
    for explain in (0, -1, 1.5, "3", True):
        with pytest.raises(XenolithError, match="explain must be a whole number of at least 1"):
            made.alarms(tables["new"], explain=explain)  # type: ignore[arg-type]


def test_what_node_can_be_asked_is_asked() -> None:
    table = (ROOT / "packages/bridge/src/requests/table.ts").read_text()
    rows = re.findall(r"^  '?([a-z-]+)'?(?:,|:)", table[table.index("requests:") :], re.MULTILINE)
    sources = "".join(path.read_text() for path in (ROOT / "python/src").rglob("*.py"))
    asked = {name for name in rows if f'"{name}"' in sources}
    assert len(rows) > 10
    # `hello` is for tests: this file asks it for the names of detectors.
    assert asked == set(rows) - {"hello"}


def test_the_commands_that_are_submitted_to_a_cluster_are_those_that_it_knows() -> None:
    entry = (ROOT / "python/src/xenolith_ocd/spark/__main__.py").read_text()
    known = re.findall(r'"([a-z-]+)": _', re.search(r"^_COMMANDS = .*?}", entry, re.MULTILINE | re.DOTALL)[0])
    source = (ROOT / "packages/cli/src/spark/submit.ts").read_text()
    submitted = re.findall(r"'([a-z-]+)'", re.search(r"type SparkCommand =[^;]*?\n\n", source)[0])
    assert len(known) > 3 and set(known) == set(submitted)


def test_every_call_for_spark_is_on_its_page() -> None:
    calls = re.search(r"__all__ = \[(.*?)\]", (ROOT / "python/src/xenolith_ocd/spark/__init__.py").read_text(), re.DOTALL)[1]
    page = (ROOT / "docs/spark.md").read_text()
    assert [name for name in re.findall(r'"(\w+)"', calls) if name not in page] == []
