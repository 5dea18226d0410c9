"""knn"""

import math

from .coordinates import Coordinates
from .elementary import total


def score_knn(model, aligned, nested):
    coordinates = Coordinates(model["coordinates"], model["features"])
    width, coded = len(coordinates.measured), len(coordinates.coded)
    references = [
        (model["values"][r * width : (r + 1) * width], model["codes"][r * coded : (r + 1) * coded])
        for r in range(model["rows"])
    ]
    scores = []
    for row in aligned:
        values, codes, base = coordinates.point(row)
        squares = []
        for other_values, other_codes in references:
            square = base
            for j, own, other in zip(coordinates.coded, codes, other_codes):
                if own != other:
                    square += coordinates.costs[j][own] + coordinates.costs[j][other]
            for x, y in zip(values, other_values):
                square += (x - y) * (x - y)
            squares.append(square)
        nearest = sorted(squares)[: model["neighbours"]]
        mean = total(math.sqrt(square) for square in nearest) / model["neighbours"]
        scores.append(mean + coordinates.lift(row, model["lifts"]))
    return scores
