"""loda"""

import math

from .elementary import log, total
from .forest import to_unit
from .rows import MISSING, UNLISTED

LOG_UNIT = 2.0**-24


def score_loda(model, aligned, nested):
    return [loda_of(model, row) for row in aligned]


def loda_of(model, row):
    values = [encoded(x, *pair) for x, pair in zip(row, zip(model["features"], model["encodings"]))]
    medians = [encoding["median"] for encoding in model["encodings"]]
    filled = [m if math.isnan(x) else x for x, m in zip(values, medians)]
    logs = log_densities(model["projections"], filled if model.get("filled") else values)
    if not logs:
        logs = log_densities(model["projections"], filled)
    return -total(logs) / len(logs)


def encoded(x, feature, encoding):
    if feature["kind"] == "numeric":
        return x
    if x == MISSING:
        return math.nan
    return encoding["surprise"][-1 if x == UNLISTED else x]


def log_densities(projections, values):
    width = projections["width"]
    found, start = [], 0
    for p, bins in enumerate(projections["bins"]):
        histogram = projections["logDensity"][start : start + bins]
        start += bins
        x = 0.0
        for k in range(p * width, (p + 1) * width):
            x += projections["weight"][k] * values[projections["feature"][k]]
        if math.isnan(x):
            continue
        low, extent = projections["low"][p], projections["range"][p]
        if extent == 0:
            found.append(histogram[0] if x == low else to_unit(log(1e-9), LOG_UNIT))
        else:
            bin = math.ceil((x - low) / extent * bins) - 1
            found.append(histogram[min(max(bin, 0), bins - 1)])
    return found
