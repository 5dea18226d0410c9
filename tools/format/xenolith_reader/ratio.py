"""The log of the ratio of two densities, that of the mixture over that of the nominal rows."""

from .coordinates import Coordinates
from .fold import fold_of
from .gmm import along_axes, log_density


def score_ratio(model, aligned, nested):
    folds = {"seed": model["seed"], "folds": len(model["pairs"]), "features": model["features"]}
    return [log_ratio(model["pairs"][fold_of(row, folds)], model["features"], row) for row in aligned]


def log_ratio(pair, features, row):
    if pair is None:
        return 0.0
    coordinates = Coordinates(pair["coordinates"], features)
    counts = [len(coordinates.costs[j]) for j in coordinates.coded]
    values, codes, base = coordinates.point(row)
    if len(coordinates.measured) > 50:
        values = along_axes(pair["axes"], values)
    over, under = (log_density(pair[sample], values, codes, counts) for sample in ("mixture", "nominal"))
    return (base - under) - (base - over)
