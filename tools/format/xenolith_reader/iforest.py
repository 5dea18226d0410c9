"""iforest"""

from .elementary import exp2, log, total
from .forest import DEPTH_UNIT, read_forest, side_of, size_of, to_unit


def c(n):
    if n <= 1:
        return 0.0
    if n == 2:
        return 1.0
    return to_unit(2 * (log(n - 1) + 0.5772156649015329) - (2 * (n - 1)) / n, DEPTH_UNIT)


def depth_of(child, row, range_check):
    depth, done, weight = 0.0, 0.0, 1.0
    divided = False
    while not isinstance(child, int):
        side = side_of(child, row[child.feature], range_check)
        depth += 1
        if side == "out":
            break
        if side == "both":
            divided = True
            smaller, larger = child.left, child.right
            if 2 * size_of(smaller) > child.size:
                smaller, larger = larger, smaller
            share = weight * size_of(smaller) / child.size
            done += share * (depth + depth_of(smaller, row, range_check))
            weight -= share
            child = larger
        else:
            child = child.left if side == "left" else child.right
    else:
        depth += c(child)
    return to_unit(done + weight * depth, DEPTH_UNIT) if divided else depth


def score_iforest(model, aligned, nested):
    trees = read_forest(model)
    means = [total(depth_of(tree, row, model["rangeCheck"]) for tree in trees) / len(trees) for row in aligned]
    return [exp2(-mean / c(model["subsample"])) for mean in means]
