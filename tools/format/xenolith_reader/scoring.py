"""Scores of rows, by the detector that the model names."""

from .columns import score_given, score_softmax
from .contrast import score_contrast
from .density_forest import score_density_forest
from .gmm import score_gmm
from .iforest import score_iforest
from .knn import score_knn
from .loda import score_loda
from .members import score_blend, score_fused_contrast, score_fusion, score_per_class
from .rare import rare_lift
from .ratio import score_ratio
from .rows import align

SCORERS = {
    "given": score_given,
    "softmax": score_softmax,
    "per-class": score_per_class,
    "iforest": score_iforest,
    "loda": score_loda,
    "knn": score_knn,
    "gmm": score_gmm,
    "fusion": score_fusion,
    "fused-contrast": score_fused_contrast,
    "blend": score_blend,
    "density-forest": score_density_forest,
    "contrast": score_contrast,
    "ratio": score_ratio,
}


def score(model, columns, rows):
    def nested(one):
        """The scores of the same rows by another model."""
        return score(one, columns, rows)

    aligned = align(columns, rows, model["features"])
    scores = SCORERS[model["detector"]](model, aligned, nested)
    if "rare" not in model:
        return scores
    return [own + rare_lift(model["rare"], row) for own, row in zip(scores, aligned)]
