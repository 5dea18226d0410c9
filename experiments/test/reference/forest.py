"""Isolation forests as the papers describe them, in NumPy: all trees of a forest grow level by level, and the rows that
they judge go down with them. Full depth, range check, out-of-bag scores. After the papers' description."""
import math

import numpy as np

PAIRS = 1_500_000  # tree and row, in one go


def c(n):
    """Mean depth of n rows in a random tree."""
    return 0.0 if n <= 1 else 2 * (math.log(n - 1) + 0.5772156649) - 2 * (n - 1) / n


def depths(train, picked, rows, asked, rng):
    """Depth of each row in each tree where `asked`; tree t is grown on the training rows picked[t]."""
    trees, size = picked.shape
    rest = np.array([c(n) for n in range(size + 1)])
    out = np.zeros(asked.shape)
    pair = np.flatnonzero(asked.ravel())
    row, node = pair % len(rows), pair // len(rows)
    grown, home = train[picked.ravel()], np.repeat(np.arange(trees), size)
    level = 0
    while len(home):
        start = np.flatnonzero(np.r_[True, home[1:] != home[:-1]])
        low, high = np.minimum.reduceat(grown, start), np.maximum.reduceat(grown, start)
        count = np.diff(np.r_[start, len(home)])
        varies = high > low
        leaf = ~varies.any(axis=1)
        nth = np.floor(rng.random(len(start)) * varies.sum(axis=1)) + 1
        feature = (varies.cumsum(axis=1) == nth[:, None]).argmax(axis=1)
        every = np.arange(len(start))
        low, high = low[every, feature], high[every, feature]
        cut = np.maximum(low + rng.random(len(start)) * (high - low), np.nextafter(low, high))

        ended = leaf[node]
        out.ravel()[pair[ended]] = level + rest[count[node[ended]]]
        pair, row, node = pair[~ended], row[~ended], node[~ended]
        x = rows[row, feature[node]]
        outside = (x < low[node]) | (x > high[node])
        out.ravel()[pair[outside]] = level + 1
        pair, row, node, x = pair[~outside], row[~outside], node[~outside], x[~outside]

        first = 2 * (np.cumsum(~leaf) - 1)  # the number of a node's left child in the next level
        node = first[node] + (x >= cut[node])
        grown, home = grown[~leaf[home]], home[~leaf[home]]
        home = first[home] + (grown[np.arange(len(home)), feature[home]] >= cut[home])
        order = np.argsort(home, kind="stable")
        grown, home = grown[order], home[order]
        level += 1
    return out


def forest_scores(train, others, trees, rng):
    """Out-of-bag scores of the training rows, and full scores of the others."""
    n, size = len(train), round(0.2 * len(train))
    rows = np.concatenate([train, others])
    total, judged = np.zeros(len(rows)), np.zeros(len(rows))
    step = max(1, PAIRS // len(rows))
    for first in range(0, trees, step):
        some = min(step, trees - first)
        picked = rng.permuted(np.tile(np.arange(n), (some, 1)), axis=1)[:, :size]
        asked = np.ones((some, len(rows)), bool)
        np.put_along_axis(asked, picked, False, axis=1)
        total += depths(train, picked, rows, asked, rng).sum(axis=0)
        judged += asked.sum(axis=0)
    scores = 2 ** (-total / judged / c(size))
    return scores[:n], scores[n:]
