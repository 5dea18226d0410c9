"""gmm"""

import math

from .coordinates import Coordinates
from .elementary import exp, log, total


def along_axes(axes, values):
    y = [x - centre for x, centre in zip(values, axes["centre"])]
    count = axes["count"]
    along = [total(x * axes["directions"][j * count + a] for j, x in enumerate(y)) for a in range(count)]
    rest = total(x * x for x in y)
    for x in along:
        rest -= x * x
    return along + [math.sqrt(rest) if rest > 0 else 0.0]


def score_gmm(model, aligned, nested):
    coordinates = Coordinates(model["coordinates"], model["features"])
    counts = [len(coordinates.costs[j]) for j in coordinates.coded]
    scores = []
    for row in aligned:
        values, codes, base = coordinates.point(row)
        if len(coordinates.measured) > 50:
            values = along_axes(model["axes"], values)
        density = log_density(model, values, codes, counts)
        scores.append(base - density + coordinates.lift(row, model["lifts"]))
    return scores


def log_density(mixture, values, codes, counts):
    logs = [component_log(mixture, k, values, codes, counts) for k in range(mixture["components"])]
    top = max(logs)
    return top + log(total(exp(x - top) for x in logs))


def component_log(model, k, values, codes, counts):
    width = len(values)
    height = model["heights"][k]
    at = k * sum(counts)
    for code, count in zip(codes, counts):
        height += model["shares"][at + code]
        at += count
    difference = [x - model["means"][k * width + a] for a, x in enumerate(values)]
    at = k * width * (width + 1) // 2
    square = 0.0
    for a in range(width):
        z = total(model["factors"][at + b] * difference[b] for b in range(a + 1))
        at += a + 1
        square += z * z
    return height - 0.5 * square
