"""The whole path for pandas and scikit-learn users: fit, score, alarm, explain, report."""

from __future__ import annotations

import datetime
import inspect
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .certificate import Certificate
from .errors import XenolithError, warn
from .model import Model
from .node import Node, Progress, shared_node
from .tables import Buffers, Kind, TableLike, is_unnamed, to_arrow
from .terms import given, snake
from .training import audit_labels, training_request

if TYPE_CHECKING:
    import pandas as pd

Detector = Literal[
    "auto",
    "iforest",
    "loda",
    "knn",
    "gmm",
    "density-forest",
    "fusion",
    "contrast",
    "ratio",
    "fused-contrast",
    "blend",
    "softmax",
    "given",
]


class OpenCategoryDetector:
    """Trains a detector on nominal rows and certifies an alarm threshold with a mixture.

    Scores are higher where a row is more alien, as everywhere in Xenolith, and the same numbers, to the bit, as those of
    the command on the same rows.

    >>> import numpy as np
    >>> draw = np.random.default_rng(1)
    >>> clean = draw.normal(size=(1000, 2))
    >>> new = np.concatenate([draw.normal(size=(750, 2)), draw.normal(5, 1, size=(250, 2))])
    >>> detector = OpenCategoryDetector(alpha=0.25, recall=0.8, confidence=0.9, options={"trees": 50}).fit(clean, new)
    >>> detector.certificate_.certified
    True
    >>> bool(detector.predict(new)[750:].mean() >= 0.8)
    True

    Parameters are those of ``xenolith fit``: without ``detector`` one is chosen from the data (``auto``), or, with ``options`` or ``train_rows``, an isolation forest is trained; ``options`` are the detector's own (``{"trees": 500}``), ``types`` says which columns are
    ``numeric`` or ``categorical`` where their values leave doubt, ``label`` names nominal categories and ``id`` rows; neither
    is a feature, nor are the columns that ``ignore`` lists. ``keep_rows`` is how many nominal rows the model keeps to show beside alarms (default 1000; 0 keeps none).
    ``progress(label, done, total)`` is called while work of some length is under way.
    """

    certificate_: Certificate
    feature_names_in_: np.ndarray[Any, Any]
    n_features_in_: int

    def __init__(
        self,
        alpha: float | Literal["auto"] | None = None,
        recall: float | None = None,
        confidence: float | None = None,
        detector: Detector | None = None,
        *,
        method: str | None = None,
        q: float | None = None,
        aliens_at_most: int | None = None,
        alpha_of_file: float | None = None,
        separation: float | None = None,
        rho: float | None = None,
        holdout: float | None = None,
        train_rows: int | None = None,
        pilot: float | None = None,
        looks: int | None = None,
        keep_rows: int | None = None,
        options: Mapping[str, Any] | None = None,
        features: Sequence[str] | None = None,
        ignore: Sequence[str] | None = None,
        types: Mapping[str, Kind] | None = None,
        label: str | None = None,
        per_class: bool = False,
        id: str | None = None,
        seed: int = 1,
        workers: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.alpha = alpha
        self.recall = recall
        self.confidence = confidence
        self.detector = detector
        self.method = method
        self.q = q
        self.aliens_at_most = aliens_at_most
        self.alpha_of_file = alpha_of_file
        self.separation = separation
        self.rho = rho
        self.holdout = holdout
        self.train_rows = train_rows
        self.pilot = pilot
        self.looks = looks
        self.keep_rows = keep_rows
        self.options = options
        self.features = features
        self.ignore = ignore
        self.types = types
        self.label = label
        self.per_class = per_class
        self.id = id
        self.seed = seed
        self.workers = workers
        self.progress = progress

    def fit(self, nominal: TableLike, mixture: TableLike, audit: Any = None) -> OpenCategoryDetector:
        """Trains on ``nominal`` and certifies with ``mixture``. Raises :class:`NotCertifiable` where the promise cannot be kept.

        ``audit`` are verdicts on a random sample of the mixture, a mapping of rows (from 0) or a pandas Series with the mixture's index:
        ``alien`` (or True), ``nominal`` (or False), ``unsure``. ``alpha`` may then be left out.
        """
        _refuse_scikit_learn(sys._getframe(1))
        buffers = Buffers()
        fields = {
            **training_request(self, to_arrow(nominal, "nominal"), to_arrow(mixture, "mixture"), buffers),
            **given({"pilot": self.pilot, "keep_rows": self.keep_rows, "audit": None if audit is None else audit_labels(audit, mixture)}),
        }
        reply = self._node().ask("fit", fields, buffers, self.progress)
        self._take(Model(bytes(reply.buffers[0])))
        return self

    def score_samples(self, rows: TableLike) -> np.ndarray[Any, Any]:
        """The scores of new rows: higher is more alien."""
        return self._fitted().score(self._node(), self._rows(rows))

    def predict(self, rows: TableLike) -> np.ndarray[Any, Any]:
        """Which rows alarm, as booleans: ``rows[detector.predict(rows)]`` are the alarms."""
        return self._fitted().alarms(self._node(), self._rows(rows)).raised

    def alarms(self, rows: TableLike, explain: int = 3) -> pd.DataFrame:
        """The rows that alarm: their scores, and the ``explain`` features that make each look most alien, in words.

        The index is that of ``rows``, or counts from 0. The rows are taken for one batch: where they contradict what the promise
        rests on, a warning says so (see :meth:`watch`).
        """
        pd = _pandas()
        found = self._fitted().alarms(self._node(), self._rows(rows), explain, watch=True)
        assert found.batch is not None
        for words in found.batch["words"] if found.batch["rows"] > 0 else ():
            warn(words)
        index = rows.index[found.rows] if isinstance(rows, pd.DataFrame) else pd.Index(found.rows)
        return pd.DataFrame({"score": found.scores[found.rows], "explanation": found.words}, index=index)

    def explain(self, rows: TableLike, explain: int = 3) -> pd.DataFrame:
        """The reasons of each alarm, one a line: the feature, its value, what it adds to the score, where it lies among nominal values."""
        pd = _pandas()
        found = self._fitted().alarms(self._node(), self._rows(rows), explain)
        index = rows.index if isinstance(rows, pd.DataFrame) else range(len(found.scores))
        lines = [{"row": index[row], **why} for row, each in zip(found.rows, found.reasons) for why in each]
        return pd.DataFrame(lines, columns=["row", "feature", "value", "gain", "position", "share"])

    def watch(self, rows: TableLike) -> dict[str, Any]:
        """What a batch says about the promise: ``state`` is ``valid``, ``at-risk``, ``void`` or ``unwatched`` (both with ``because``),
        ``notes`` are differences from the data of the fit that no test judges, ``falseAlarms`` says how many alarms may be of ordinary rows."""
        batch = self._fitted().alarms(self._node(), self._rows(rows), watch=True).batch
        assert batch is not None
        return batch

    def report(self, path: str | os.PathLike[str]) -> None:
        """Writes the certificate and its evidence as one HTML file that needs no network."""
        _write(path, self._fitted().report(self._node(), _today()))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model file, which the command and the service read too."""
        _write(path, self._fitted().content)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> OpenCategoryDetector:
        """The detector in a model file, whoever wrote it."""
        model = Model.read(path)
        summary = model.summary(shared_node())
        loaded = cls(**_recorded(summary), seed=summary["seed"], id=summary["id"])
        loaded._take(model)
        return loaded

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters, by name."""
        return {name: getattr(self, name) for name in _parameters(type(self))}

    def set_params(self, **params: Any) -> OpenCategoryDetector:
        """Sets parameters by name; what was fitted stays until the next fit."""
        known = _parameters(type(self))
        for name, value in params.items():
            if name not in known:
                raise ValueError(f"Invalid parameter {name!r} for estimator {type(self).__name__}. Valid parameters are: {known}.")
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import InputTags, Tags, TargetTags

        return Tags(
            estimator_type=None,
            target_tags=TargetTags(required=False),
            input_tags=InputTags(string=True, categorical=True, allow_nan=True),
        )

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_model")

    def __repr__(self) -> str:
        defaults = inspect.signature(type(self).__init__).parameters
        said = {name: value for name, value in self.get_params().items() if value is not defaults[name].default}
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in said.items())})"

    def _repr_html_(self) -> str:
        from html import escape

        words = f"<pre>{escape(repr(self))}</pre>"
        return words + self.certificate_._repr_html_() if self.__sklearn_is_fitted__() else words

    def _take(self, model: Model) -> None:
        summary = model.summary(self._node())
        self._model = model
        self.certificate_ = model.certificate(self._node())
        self.feature_names_in_ = np.array([feature["name"] for feature in summary["features"]], dtype=object)
        self.n_features_in_ = len(self.feature_names_in_)

    def _rows(self, rows: TableLike) -> Any:
        """New rows as a table; columns without names are the features, in their order."""
        table = to_arrow(rows, "the input")
        self._fitted()
        features = list(self.feature_names_in_)
        if not is_unnamed(rows) or table.column_names == features:
            return table
        if table.num_columns != len(features):
            expecting = f"is expecting {len(features)} features as input"
            raise XenolithError("bad-row", f"X has {table.num_columns} features, but {type(self).__name__} {expecting}")
        warn(f"X has no names: its columns are taken for {', '.join(features)}")
        return table.rename_columns(features)

    def _node(self) -> Node:
        return shared_node(self.workers)

    def _fitted(self) -> Model:
        if not self.__sklearn_is_fitted__():
            raise _not_fitted(f"This {type(self).__name__} instance is not fitted yet. Call 'fit' first.")
        return self._model


def _refuse_scikit_learn(caller: FrameType) -> None:
    """What scikit-learn's own tools would make of two tables is a promise about nothing: they take the mixture for the targets of the nominal rows."""
    module = str(caller.f_globals.get("__name__"))
    if module.startswith("sklearn.model_selection."):
        what = "a search or cross-validation would cut the mixture by the rows of the nominal table, and choose a certificate by its own data"
        raise XenolithError("bad-argument", f"{what}: choose on a pilot, with pilot or with rows of your own, and fit once")
    pipeline = caller.f_locals.get("self") if module == "sklearn.pipeline" else None
    if len(getattr(pipeline, "steps", ())) > 1:
        what = "a Pipeline transforms the nominal rows alone, never the mixture"
        raise XenolithError("bad-argument", f"{what}: transform both tables first, and fit the detector on what comes of them")


def _parameters(cls: type) -> list[str]:
    return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]  # type: ignore[misc]


def _recorded(summary: dict[str, Any]) -> dict[str, Any]:
    """The parameters that a model file records; what is no parameter of ours is an option of the detector."""
    settings = {snake(name): value for name, value in (summary["settings"] or {}).items()}
    known = {name: settings.pop(name) for name in _parameters(OpenCategoryDetector) if name in settings}
    if "types" in known:
        known["types"] = dict(each.rsplit("=", 1) for each in known["types"])
    return {**known, "options": settings or None}


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise XenolithError("not-installed", "the answer is a pandas table: pip install pandas") from None
    return pandas


def _not_fitted(message: str) -> Exception:
    try:
        from sklearn.exceptions import NotFittedError
    except ImportError:
        return XenolithError("not-ready", message)
    error: Exception = NotFittedError(message)
    return error


def _today() -> str:
    """The day of a report; SOURCE_DATE_EPOCH, where it is set, makes reports repeatable to the byte."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    utc = datetime.timezone.utc
    day = datetime.datetime.fromtimestamp(int(epoch), utc) if epoch.isdigit() else datetime.datetime.now(utc)
    return f"{day.day} {day.strftime('%B %Y')}"


def _write(path: str | os.PathLike[str], content: bytes) -> None:
    """Whole or not at all: under another name first."""
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content)
        os.replace(temporary, target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise XenolithError("output-unwritable", f"{target}: {error.strerror}") from None
