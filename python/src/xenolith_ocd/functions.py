"""Questions that need no detector of one's own: a threshold for given scores, the data that a promise takes, the share of aliens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .certificate import Certificate
from .errors import XenolithError
from .node import Progress, shared_node
from .tables import Buffers, Kind, TableLike, to_arrow
from .terms import given, terms_of
from .training import training_request

if TYPE_CHECKING:
    from .detector import OpenCategoryDetector

Method = Literal["exact", "count", "dkw", "theorem1"]


def scores_of(scores: Iterable[float], what: str) -> np.ndarray[Any, Any]:
    """Scores as float64, one dimension, all finite."""
    try:
        values = np.ascontiguousarray(scores if hasattr(scores, "__array__") else list(scores), dtype=np.float64)
    except (TypeError, ValueError):
        raise XenolithError("bad-scores", f"{what} must be numbers, got {type(scores).__name__} that holds others") from None
    if values.ndim != 1:
        raise XenolithError("bad-scores", f"{what} must be one-dimensional, got {values.ndim} dimensions")
    return values


def threshold(
    nominal: Iterable[float],
    mixture: Iterable[float],
    *,
    alpha: float | Literal["auto"] | None = None,
    recall: float | None = None,
    confidence: float | None = None,
    method: Method | None = None,
    q: float | None = None,
    isotonic: bool | None = None,
    aliens_at_most: int | None = None,
    alpha_of_file: float | None = None,
    separation: float | None = None,
    rho: float | None = None,
    seed: int = 1,
) -> Certificate:
    """A threshold and its certificate, from the scores of your own detector (higher = more alien).

    ``nominal`` are scores of nominal rows that the detector was not trained on, ``mixture`` those of the mixture. Raises
    :class:`NotCertifiable` where these data cannot carry the promise.

    >>> import numpy as np
    >>> draw = np.random.default_rng(7)
    >>> nominal = draw.normal(size=5000)
    >>> mixture = np.concatenate([draw.normal(size=4000), draw.normal(4, 1, size=1000)])
    >>> certificate = threshold(nominal, mixture, alpha=0.2, recall=0.9, confidence=0.95)
    >>> certificate.certified, certificate.false_alarm_rate < 0.05
    (True, True)
    """
    terms = {
        "alpha": alpha,
        "recall": recall,
        "confidence": confidence,
        "method": method,
        "q": q,
        "isotonic": isotonic,
        "aliens_at_most": aliens_at_most,
        "alpha_of_file": alpha_of_file,
        "separation": separation,
        "rho": rho,
    }
    scores = [scores_of(nominal, "nominal"), scores_of(mixture, "mixture")]
    header = shared_node().ask("threshold", {"terms": terms_of(terms), "seed": seed}, scores).header
    return Certificate(header["certificate"], header["card"])


def plan(
    *,
    alpha: float | None = None,
    recall: float,
    confidence: float,
    model: OpenCategoryDetector | None = None,
    method: Literal["exact", "dkw", "theorem1"] = "exact",
    nominal: int | None = None,
    mixture: int | None = None,
    budget: int | None = None,
    mixture_cost: float | None = None,
    power: float | None = None,
    false_alarms: float | None = None,
    q: float | None = None,
) -> dict[str, Any]:
    """How much data a promise takes; or, from numbers of rows or a budget, what promise they can carry.

    With ``model``, a fitted detector, the plan is for its own curves, and its alpha if none is given.

    >>> answer = plan(alpha=0.1, recall=0.9, confidence=0.95)
    >>> answer["n0"], answer["nm"], answer["method"]
    (12730, 23108, 'exact')
    """
    asked = {
        "alpha": alpha,
        "recall": recall,
        "confidence": confidence,
        "method": method,
        "n0": nominal,
        "nm": mixture,
        "budget": budget,
        "mixture_cost": mixture_cost,
        "power": power,
        "false_alarm_rate": false_alarms,
        "q": q,
    }
    if alpha is None and model is None:
        raise XenolithError("bad-option", "give alpha, or a model that has one")
    if false_alarms is not None and model is not None:
        raise XenolithError("bad-option", "false_alarms does not go with model, whose own curves are used")
    node = shared_node()
    fields = {"asked": given(asked), **({} if model is None else {"model": model._fitted().handle(node)})}
    answer: dict[str, Any] = node.ask("plan", fields).header["plan"]
    return answer


@dataclass
class _Training:
    """How ``alpha`` makes scores of rows."""

    detector: str
    options: Mapping[str, Any] | None
    features: Sequence[str] | None
    ignore: Sequence[str] | None
    types: Mapping[str, Kind] | None
    label: str | None
    id: str | None
    seed: int
    holdout: float | None = None
    train_rows: int | None = None
    per_class: bool = False


def alpha(
    nominal: TableLike | Iterable[float],
    mixture: TableLike | Iterable[float],
    *,
    confidence: float = 0.95,
    alpha: float | None = None,
    quantile: float | None = None,
    t0: float | None = None,
    rho: float | None = None,
    estimators: Sequence[str] | None = None,
    bootstrap: int = 100,
    detector: str = "iforest",
    options: Mapping[str, Any] | None = None,
    features: Sequence[str] | None = None,
    ignore: Sequence[str] | None = None,
    types: Mapping[str, Kind] | None = None,
    label: str | None = None,
    id: str | None = None,
    seed: int = 1,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """What the data say about the share of aliens, as ``xenolith alpha --json`` does: bounds apart from estimates.

    ``nominal`` and ``mixture`` are tables, on which a detector is trained, or one-dimensional scores. Estimates promise nothing: the
    true share may be larger. Raises :class:`NotCertifiable` where a given ``alpha`` is refuted.

    >>> import numpy as np
    >>> draw = np.random.default_rng(3)
    >>> nominal = draw.normal(size=2000)
    >>> mixture = np.concatenate([draw.normal(size=1500), draw.normal(4, 1, size=500)])
    >>> answer = alpha(nominal, mixture, estimators=["storey"], bootstrap=0)
    >>> 0.15 < answer["lowerBound"] < 0.25
    True
    """
    question = {
        "confidence": confidence,
        "alpha": alpha,
        "quantile": quantile,
        "t0": t0,
        "rho": rho,
        "estimators": None if estimators is None else list(estimators),
        "bootstrap": bootstrap,
    }
    buffers = Buffers()
    fields: dict[str, Any] = {"seed": seed}
    if _are_scores(nominal):
        buffers.extend([scores_of(nominal, "nominal"), scores_of(mixture, "mixture")])
    else:
        training = _Training(detector, options, features, ignore, types, label, id, seed)
        tables = to_arrow(nominal, "nominal"), to_arrow(mixture, "mixture")
        fields = training_request(training, *tables, buffers)
    answer: dict[str, Any] = (
        shared_node().ask("alpha", {**fields, "question": given(question)}, buffers, progress).header["answer"]
    )
    return answer


def _are_scores(data: Any) -> bool:
    """One-dimensional numbers, rather than a table."""
    if hasattr(data, "ndim"):
        return bool(data.ndim == 1)
    return isinstance(data, (list, tuple, range)) and len(data) > 0 and np.ndim(data[0]) == 0
