"""The benchmark protocol on a made-up table, written from the papers' description alone, in NumPy.

Writes benchmarks.json: mean recall and false alarm rate over runs, with half-widths of 95 % intervals, for
independent.test.ts. Run: python3 benchmarks.py (a few minutes).
"""
import json
import math

import numpy as np

RUNS = 60
TREES = 1000
ALPHAS = [0.1, 0.2, 0.4]
OVER = [0.0, 0.008]
TARGETS = [0.02, 0.05, 0.10]


def table():
    """900 rows of classes a, b, c from a congruential generator; two features are whole numbers, so that rows tie."""
    state = 1

    def uniform():
        nonlocal state
        state = (1664525 * state + 1013904223) % 2**32
        return state / 2**32

    centre = [(0.0, 0.0), (3.0, 0.0), (1.5, 4.0)]
    rows, labels = [], []
    for i in range(900):
        k = i % 3
        x = centre[k][0] + 3 * (uniform() + uniform() + uniform() - 1.5)
        y = centre[k][1] + 3 * (uniform() + uniform() + uniform() - 1.5)
        z = math.floor(6 * uniform() * uniform()) + (2 if k == 1 else 0)
        w = math.floor(3 * uniform())
        rows.append((x, y, z, w))
        labels.append("abc"[k])
    return np.array(rows), np.array(labels)


def c(n):
    return 0.0 if n <= 1 else 2 * (math.log(n - 1) + 0.5772156649) - 2 * (n - 1) / n


def grow(rows, rng):
    low, high = rows.min(axis=0), rows.max(axis=0)
    varying = np.flatnonzero(high > low)
    if len(varying) == 0:
        return len(rows)
    j = rng.choice(varying)
    cut = rng.uniform(low[j], high[j])
    left = rows[:, j] < cut
    if left.all() or not left.any():
        left = rows[:, j] <= low[j]
    return (j, cut, low[j], high[j], grow(rows[left], rng), grow(rows[~left], rng))


def walk(node, rows, index, depth, out):
    """A path ends, one deeper, where the row leaves the node's training range; else at a leaf."""
    if len(index) == 0:
        return
    if not isinstance(node, tuple):
        out[index] = depth + c(node)
        return
    j, cut, low, high, left, right = node
    x = rows[index, j]
    outside = (x < low) | (x > high)
    out[index[outside]] = depth + 1
    walk(left, rows, index[~outside & (x < cut)], depth + 1, out)
    walk(right, rows, index[~outside & (x >= cut)], depth + 1, out)


def forest_scores(train, others, rng):
    """Out-of-bag scores of the training rows, and full scores of the others."""
    size = round(0.2 * len(train))
    sums, counts = np.zeros(len(train)), np.zeros(len(train))
    total = np.zeros(len(others))
    for _ in range(TREES):
        order = rng.permutation(len(train))
        tree = grow(train[order[:size]], rng)
        held = order[size:]
        depth = np.zeros(len(held))
        walk(tree, train[held], np.arange(len(held)), 0, depth)
        sums[held] += depth
        counts[held] += 1
        depth = np.zeros(len(others))
        walk(tree, others, np.arange(len(others)), 0, depth)
        total += depth
    return 2 ** (-sums / counts / c(size)), 2 ** (-total / TREES / c(size))


def per_class(nominal, labels, mixture, rng):
    own, other = np.full(len(nominal), np.inf), np.full(len(mixture), np.inf)
    for name in np.unique(labels):
        mine = labels == name
        oob, full = forest_scores(nominal[mine], np.concatenate([mixture, nominal[~mine]]), rng)
        own[mine] = np.minimum(own[mine], oob)
        own[~mine] = np.minimum(own[~mine], full[len(mixture):])
        other = np.minimum(other, full[:len(mixture)])
    return own, other


def tau(nominal, mixture, alpha, q):
    pooled = np.sort(np.concatenate([nominal, mixture]))
    f0 = np.searchsorted(np.sort(nominal), pooled, side="right") / len(nominal)
    fm = np.searchsorted(np.sort(mixture), pooled, side="right") / len(mixture)
    fits = np.flatnonzero((fm - (1 - alpha) * f0) / alpha <= q + 1e-12)
    return pooled[fits[-1]] if len(fits) else -np.inf


def main():
    rows, labels = table()
    known = np.isin(labels, ["a", "b"])
    n = int(known.sum() / 1.9)
    if (~known).sum() < math.floor(0.4 * n):
        n = int((~known).sum() / 0.4)
    found = {}
    for run in range(RUNS):
        rng = np.random.default_rng(run)
        for alpha in ALPHAS:
            aliens = math.ceil(n * alpha)
            drawn = rng.permutation(np.flatnonzero(known))
            sample, rest = drawn[:n], drawn[n:2 * n - aliens]
            mixture = np.concatenate([rng.permutation(np.flatnonzero(~known))[:aliens], rest])
            own, other = per_class(rows[sample], labels[sample], rows[mixture], rng)
            fold = rng.permutation(np.arange(n) % 10)
            for over in OVER:
                for q in TARGETS:
                    alarm = np.zeros(n, bool)
                    for k in range(10):
                        alarm[fold == k] = other[fold == k] > tau(own, other[fold != k], alpha + over, q)
                    found.setdefault((alpha, round(alpha + over, 9), q), []).append(
                        (alarm[:aliens].mean(), alarm[aliens:].mean()))
    out = []
    for (alpha, used, q), values in found.items():
        v = np.array(values)
        ci = 2.001 * v.std(axis=0, ddof=1) / math.sqrt(RUNS)  # Student's t, 59 degrees of freedom
        out.append({"alpha": alpha, "alphaUsed": used, "q": q,
                    "recall": [round(float(v[:, 0].mean()), 5), round(float(ci[0]), 5)],
                    "falseAlarmRate": [round(float(v[:, 1].mean()), 5), round(float(ci[1]), 5)]})
    json.dump({"n": n, "runs": RUNS, "cells": out}, open("benchmarks.json", "w"), indent=1)


main()
