"""The JMLR benchmark protocol on two made-up tables, in NumPy, after the papers' description; no code is shared.

Writes benchmarks.json for independent.test.ts: for each cell the mean over runs and its standard error. Data and forests
are drawn anew for every alpha, as the authors did. Needs NumPy and SciPy; 3 minutes on one core:

    python3 benchmarks.py

Or on a table of yours (CSV with a header, numbers only, and a label), to set beside `xenolith reproduce
benchmarks-iforest --table cells.csv --label kind --nominal a,b`:

    python3 benchmarks.py cells.csv kind a,b
"""
import csv
import math
import sys
from pathlib import Path

import numpy as np

from algorithm1 import taus
from cells import means, to_json
from forest import forest_scores

RUNS = 100
TREES = 200  # 1000, as in the papers, on a table of yours
ALPHAS = [0.1, 0.2, 0.4]
OVER = [0.0, 0.008]
TARGETS = [0.02, 0.05, 0.10]
FOLDS = 10
LARGEST = 10000

# Whole-number features tie. In the second table aliens are scarce, so that n is cut, and classes are of unequal size.
TABLES = [
    {"name": "ties", "nominal": ["a", "b"], "classes": [
        {"name": "a", "rows": 900, "centre": [0, 0, 0, 0], "shift": 0},
        {"name": "b", "rows": 900, "centre": [3, 0, 0, 0], "shift": 2},
        {"name": "c", "rows": 500, "centre": [1.5, 4, 4, 0], "shift": 0}]},
    {"name": "scarce", "nominal": ["a", "b", "c"], "classes": [
        {"name": "a", "rows": 900, "centre": [0, 0, 0, 0, 0], "shift": 0},
        {"name": "b", "rows": 600, "centre": [2, 0, 0, 0, 0], "shift": 1},
        {"name": "c", "rows": 250, "centre": [0, 2.5, 0, 0, 0], "shift": 0},
        {"name": "d", "rows": 160, "centre": [4, 4, 4, 0, 0], "shift": 0},
        {"name": "e", "rows": 120, "centre": [0, 0, 4, 5, 0], "shift": 2}]},
]


def make(classes):
    """Rows and labels from a congruential generator, the same in every language."""
    state = 1

    def uniform():
        nonlocal state
        state = (1664525 * state + 1013904223) % 2**32
        return state / 2**32

    rows, labels = [], []
    for kind in classes:
        for _ in range(kind["rows"]):
            row = [centre + 3 * (uniform() + uniform() + uniform() - 1.5) for centre in kind["centre"]]
            row.append(math.floor(6 * uniform() * uniform()) + kind["shift"])
            row.append(math.floor(3 * uniform()))
            rows.append(row)
            labels.append(kind["name"])
    return np.array(rows), np.array(labels)


def per_class(nominal, labels, mixture, trees, rng):
    """The least score over class forests: own class out-of-bag for nominal rows, other classes in full."""
    own, other = np.full(len(nominal), np.inf), np.full(len(mixture), np.inf)
    for name in np.unique(labels):
        mine = labels == name
        bag, full = forest_scores(nominal[mine], np.concatenate([mixture, nominal[~mine]]), trees, rng)
        own[mine] = np.minimum(own[mine], bag)
        own[~mine] = np.minimum(own[~mine], full[len(mixture):])
        other = np.minimum(other, full[:len(mixture)])
    return own, other


def protocol(rows, labels, nominal, trees):
    """n, and outcomes by cell and run: recall and false alarm rate, plain and isotonised."""
    known = np.flatnonzero(np.isin(labels, nominal))
    alien = np.flatnonzero(~np.isin(labels, nominal))
    n = math.floor(len(known) / 1.9)
    if len(alien) < 0.4 * n:
        n = math.floor(len(alien) / 0.4)
    n = min(n, LARGEST)
    found = {}
    for run in range(RUNS):
        rng = np.random.default_rng([run, n])
        for alpha in ALPHAS:
            aliens = math.ceil(round(alpha * n, 6))
            drawn = rng.permutation(known)
            sample, rest = drawn[:n], drawn[n:2 * n - aliens]
            mixture = np.concatenate([rng.permutation(alien)[:aliens], rest])
            own, other = per_class(rows[sample], labels[sample], rows[mixture], trees, rng)
            fold = rng.permutation(np.arange(n) % FOLDS)
            for over in OVER:
                alarm = np.zeros((len(TARGETS), 2, n), bool)
                for k in range(FOLDS):
                    out = fold == k
                    tau = np.array(taus(own, other[~out], alpha + over, TARGETS))
                    alarm[:, :, out] = other[out] > tau[:, :, None]
                for q, by_variant in zip(TARGETS, alarm):
                    for variant, alarms in zip(["basic", "isotonic"], by_variant):
                        cell = found.setdefault((alpha, round(alpha + over, 9), q, variant), [])
                        cell.append((alarms[:aliens].mean(), alarms[aliens:].mean()))
        print(f"run {run + 1} of {RUNS}", file=sys.stderr)
    return n, found


COLUMNS = ["alpha", "alphaUsed", "q", "variant", "recall", "recallError", "falseAlarmRate", "falseAlarmRateError"]


def lines(found):
    return [[*cell, *means(values)] for cell, values in found.items()]


def read(path, label):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    features = [name for name in rows[0] if name != label]
    return np.array([[float(row[name]) for name in features] for row in rows]), np.array([row[label] for row in rows])


def main():
    if len(sys.argv) == 4:
        n, found = protocol(*read(sys.argv[1], sys.argv[2]), sys.argv[3].split(","), 1000)
        print(to_json({"runs": RUNS, "trees": 1000, "n": n, "columns": COLUMNS, "cells": lines(found)}))
        return
    results = []
    for table in TABLES:
        n, found = protocol(*make(table["classes"]), table["nominal"], TREES)
        results.append({**table, "n": n, "cells": lines(found)})
    text = to_json({"runs": RUNS, "trees": TREES, "columns": COLUMNS, "tables": results})
    Path(__file__).with_name("benchmarks.json").write_text(text + "\n")


main()
