"""density-forest"""

import math

from .coordinates import Coordinates
from .elementary import log, total
from .forest import DEPTH_UNIT, read_forest, size_of, to_unit
from .rows import MISSING


def box_density(child, row, own=0.0):
    """The log density of a row from a node on, where the box of the node has the log density `own`"""
    done, weight, beyond = 0.0, 1.0, 0.0
    while not isinstance(child, int):
        x = row[child.feature]
        if child.goes_left is not None:
            side = {True: "left", False: "right"}.get(child.goes_left.get(x), "both" if x == MISSING else "out")
        else:
            side = "both" if math.isnan(x) else "left" if x <= child.split else "right"
            out = max(child.low - x, x - child.high)
            if out > 0:
                beyond += log(1 + min(out / (child.high - child.low), 1e6))
        if side == "out":
            own -= log(child.size + 1)
            break
        sides = {
            "left": own + log(size_of(child.left) / child.size / child.width),
            "right": own + log(size_of(child.right) / child.size / (1 - child.width)),
        }
        if side == "both":
            smaller, side = ("left", "right") if 2 * size_of(child.left) <= child.size else ("right", "left")
            small = getattr(child, smaller)
            share = weight * size_of(small) / child.size
            done += share * (box_density(small, row, sides[smaller]) - beyond)
            weight -= share
        own, child = sides[side], getattr(child, side)
    return done + weight * (own - beyond)


def score_density_forest(model, aligned, nested):
    coordinates = Coordinates(model["coordinates"], model["features"])
    trees = read_forest(model)
    return [
        -(total(to_unit(box_density(tree, row), DEPTH_UNIT) for tree in trees) / len(trees))
        + coordinates.point(row)[2]
        + coordinates.lift(row, model["lifts"])
        for row in aligned
    ]
