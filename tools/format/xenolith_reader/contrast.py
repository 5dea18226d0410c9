"""contrast"""

import math

from .fold import fold_of
from .rows import MISSING, UNLISTED


def read_shares(forest):
    """Trees as nested tuples (column, cut, left, right); a number is the share of a leaf."""
    columns, places = forest["column"], forest["place"]

    def subtree(at):
        if columns[at] == 0:
            return float(places[at]), at + 1
        column = columns[at] - 1
        left, after = subtree(at + 1)
        right, after = subtree(after)
        return (column, forest["cuts"][column][places[at]], left, right), after

    trees, at = [], 0
    for count in forest["nodes"]:
        tree, end = subtree(at)
        if end != at + count:
            raise ValueError("a tree does not end where it should")
        trees.append(tree)
        at = end
    return trees


def score_contrast(model, aligned, nested):
    trees = read_shares(model["forest"])
    stacked = [nested(one) for one in model["stack"]]
    scores = []
    for i, row in enumerate(aligned):
        places = iter(model["places"])
        values = []
        for x, feature in zip(row, model["features"]):
            if feature["kind"] == "numeric":
                values.append(-math.inf if math.isnan(x) else x)
            else:
                place = next(places)
                values.append(-math.inf if x == MISSING else place[-1 if x == UNLISTED else x])
        values += [own[i] for own in stacked]
        fold = fold_of(row, model)
        total = 0.0
        for tree in trees[fold * model["trees"] : (fold + 1) * model["trees"]]:
            while isinstance(tree, tuple):
                column, cut, left, right = tree
                tree = left if values[column] <= cut else right
            total += tree
        scores.append(total / (model["trees"] * 32768))
    return scores
