"""The papers' synthetic experiment with an isolation forest, in NumPy, after the papers' description; no code is shared.

Writes synthetic.json for independent.test.ts: for each cell the mean over runs and its standard error. Test rows are
drawn anew in every run, so that standard errors cover them. Needs NumPy and SciPy; 2 minutes on one core:

    python3 synthetic.py
"""
import sys
from pathlib import Path

import numpy as np

from algorithm1 import taus
from cells import means, to_json
from forest import forest_scores

RUNS = 100
TREES = 200
SIZES = [100, 500]
ALPHAS = [0.1, 0.2]
TARGETS = [0.05, 0.10]
TEST_ROWS = 4000


def nominal_rows(count, rng):
    return rng.standard_normal((count, 9))


def alien_rows(count, rng):
    """3 is added to 3 coordinates with probability .4, else to 4."""
    rows = rng.standard_normal((count, 9))
    for row in rows:
        row[rng.permutation(9)[:3 if rng.random() < 0.4 else 4]] += 3
    return rows


COLUMNS = ["n", "alpha", "alphaUsed", "q", "variant", "recall", "recallError", "falseAlarmRate", "falseAlarmRateError"]


def main():
    cells, oracles = [], []
    for n in SIZES:
        oracle, found = {}, {}
        for run in range(RUNS):
            rng = np.random.default_rng([run, n])
            mixtures = {}
            for alpha in ALPHAS:
                aliens = round(alpha * n)
                mixtures[alpha] = np.concatenate([alien_rows(aliens, rng), nominal_rows(n - aliens, rng)])
            parts = [*mixtures.values(), nominal_rows(TEST_ROWS, rng), alien_rows(TEST_ROWS, rng)]
            own, others = forest_scores(nominal_rows(n, rng), np.concatenate(parts), TREES, rng)
            *mixed, test, alien = np.split(others, np.cumsum([len(part) for part in parts])[:-1])
            for q in TARGETS:
                oracle.setdefault(q, []).append((test > np.quantile(alien, q)).mean())
            for alpha, mixture in zip(ALPHAS, mixed):
                for q, both in zip(TARGETS, taus(own, mixture, alpha, TARGETS)):
                    for variant, tau in zip(["basic", "isotonic"], both):
                        found.setdefault((alpha, q, variant), []).append(((alien > tau).mean(), (test > tau).mean()))
            print(f"n = {n}: run {run + 1} of {RUNS}", file=sys.stderr)
        cells += [[n, alpha, alpha, q, variant, *means(v)] for (alpha, q, variant), v in found.items()]
        oracles += [[n, q, *means(np.array(v)[:, None])] for q, v in oracle.items()]
    text = to_json({"runs": RUNS, "trees": TREES, "testRows": TEST_ROWS, "columns": COLUMNS, "cells": cells,
                    "oracles": oracles})
    Path(__file__).with_name("synthetic.json").write_text(text + "\n")


main()
