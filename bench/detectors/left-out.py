"""Scores of detectors that Xenolith does not have, on the splits that left-out.mjs wrote: one line of JSON each.

left-out.py FOLDER: a file of doubles, row by row, for each of training, nominal and aliens, with their shapes in shapes.json.
"""

import json
import sys
from pathlib import Path

import numpy as np
from sklearn.neighbors import LocalOutlierFactor

SUBSAMPLE = 256


def lof(neighbours, standardised):
    def fit(training):
        centre, unit = training.mean(0), training.std(0)
        unit[unit == 0] = 1
        scale = (lambda rows: (rows - centre) / unit) if standardised else (lambda rows: rows)
        model = LocalOutlierFactor(n_neighbors=neighbours, novelty=True).fit(scale(training))
        return lambda rows: -model.score_samples(scale(rows))

    return fit


def forest(trees, tries, deepest):
    """Splits by hyperplanes. One try: a random normal vector and a random point of the box (extended isolation forest). Several: of that many directions of two features the
    split with the largest gain in standard deviation (after SCiForest)."""

    def fit(training):
        centre, unit = training.mean(0), training.std(0)
        unit[unit == 0] = 1
        random = np.random.default_rng(1)
        rows = (training - centre) / unit
        size = min(SUBSAMPLE, len(rows))
        grown = [grow(rows[random.choice(len(rows), size, replace=False)], 0, tries, deepest, random) for _ in range(trees)]
        average = c(size)

        def score(test):
            test = (test - centre) / unit
            depth = np.zeros(len(test))
            for tree in grown:
                descend(tree, test, np.arange(len(test)), depth)
            return 2 ** (-depth / trees / average)

        return score

    return fit


def c(n):
    return 0 if n <= 1 else 1 if n == 2 else 2 * (np.log(n - 1) + np.euler_gamma) - 2 * (n - 1) / n


def grow(rows, depth, tries, deepest, random):
    if depth == deepest or len(rows) <= 1 or (rows == rows[0]).all():
        return depth + c(len(rows))
    direction, cut = random_plane(rows, random) if tries == 1 else best_plane(rows, tries, random)
    left = rows @ direction <= cut
    if left.all() or not left.any():
        return depth + c(len(rows))
    sides = [grow(rows[side], depth + 1, tries, deepest, random) for side in (left, ~left)]
    return direction, cut, *sides


def random_plane(rows, random):
    direction = random.normal(size=rows.shape[1])
    return direction, direction @ random.uniform(rows.min(0), rows.max(0))


def best_plane(rows, tries, random):
    best = (-np.inf, None, None)
    for _ in range(tries):
        direction = np.zeros(rows.shape[1])
        pair = random.choice(rows.shape[1], min(2, rows.shape[1]), replace=False)
        direction[pair] = random.normal(size=len(pair))
        along = np.sort(rows @ direction)
        n = len(along)
        k = np.arange(1, n)
        sums, squares = np.cumsum(along)[:-1], np.cumsum(along**2)[:-1]
        left = np.sqrt(np.maximum(0, squares / k - (sums / k) ** 2))
        right = np.sqrt(np.maximum(0, (np.sum(along**2) - squares) / (n - k) - ((np.sum(along) - sums) / (n - k)) ** 2))
        spread = along.std() or 1
        gain = (spread - (left + right) / 2) / spread
        i = int(np.argmax(gain))
        if gain[i] > best[0]:
            best = (gain[i], direction, (along[i] + along[i + 1]) / 2)
    return best[1], best[2]


def descend(tree, test, at, depth):
    if not isinstance(tree, tuple):
        depth[at] += tree
        return
    direction, cut, left, right = tree
    goes_left = test[at] @ direction <= cut
    if goes_left.any():
        descend(left, test, at[goes_left], depth)
    if not goes_left.all():
        descend(right, test, at[~goes_left], depth)


DETECTORS = {
    "LOF 20, standardised": lof(20, True),
    "LOF 50, standardised": lof(50, True),
    "LOF 20, raw": lof(20, False),
    "LOF 50, raw": lof(50, False),
    "extended isolation forest": forest(100, 1, deepest=8),
    "SCiForest-like": forest(100, 10, deepest=SUBSAMPLE),
}


def main(folder):
    shapes = json.loads((folder / "shapes.json").read_text())
    rows = {name: np.fromfile(folder / f"{name}.f64").reshape(shape) for name, shape in shapes.items()}
    for name, fit in DETECTORS.items():
        score = fit(rows["training"])
        scores = {sample: score(rows[sample]).tolist() for sample in ("nominal", "aliens")}
        print(json.dumps({"name": name, **scores}), flush=True)


main(Path(sys.argv[1]))
