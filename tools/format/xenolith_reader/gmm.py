"""gmm"""

import math

from .coordinates import Coordinates


def along_axes(axes, values):
    y = [x - centre for x, centre in zip(values, axes["centre"])]
    count = axes["count"]
    along = [sum(x * axes["directions"][j * count + a] for j, x in enumerate(y)) for a in range(count)]
    rest = sum(x * x for x in y) - sum(x * x for x in along)
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
    return top + math.log(sum(math.exp(x - top) for x in logs))


def component_log(model, k, values, codes, counts):
    width = len(values)
    log = model["heights"][k]
    at = k * sum(counts)
    for code, count in zip(codes, counts):
        log += model["shares"][at + code]
        at += count
    difference = [x - model["means"][k * width + a] for a, x in enumerate(values)]
    at = k * width * (width + 1) // 2
    square = 0.0
    for a in range(width):
        z = sum(model["factors"][at + b] * difference[b] for b in range(a + 1))
        at += a + 1
        square += z * z
    return log - 0.5 * square
