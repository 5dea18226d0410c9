"""False alarms of PyOD's and scikit-learn's detectors on the rows that run.mjs drew: one line of JSON.

peers.py TABLE.csv < {"training": [rows], "nominal": [rows], "aliens": [rows], "recalls": [0.95]}
"""

import json
import sys
import warnings

import numpy as np
import pandas as pd
from pyod.models.copod import COPOD
from pyod.models.ecod import ECOD
from pyod.models.hbos import HBOS
from pyod.models.iforest import IForest
from pyod.models.knn import KNN
from pyod.models.lof import LOF
from pyod.models.ocsvm import OCSVM
from pyod.models.pca import PCA
from sklearn.mixture import GaussianMixture

warnings.filterwarnings("ignore")


class Mixture:
    """scikit-learn's Gaussian mixture, ten components."""

    def fit(self, rows):
        self.model = GaussianMixture(min(10, 1 + len(rows) // 50), reg_covar=1e-3, random_state=0).fit(rows)

    def decision_function(self, rows):
        return -self.model.score_samples(rows)


DETECTORS = {
    "IForest": lambda: IForest(n_estimators=300, random_state=0),
    "LOF": lambda: LOF(),
    "kNN": lambda: KNN(method="mean"),
    "OCSVM": lambda: OCSVM(),
    "ECOD": lambda: ECOD(),
    "COPOD": lambda: COPOD(),
    "HBOS": lambda: HBOS(),
    "PCA": lambda: PCA(),
    "GMM": Mixture,
}


def numbers(table: pd.DataFrame, training: list[int]) -> np.ndarray:
    """Categories as a column each, gaps at the mean of the training rows."""
    wide = pd.get_dummies(table, dtype=float)
    return wide.fillna(wide.iloc[training].mean()).fillna(0).to_numpy()


def main() -> None:
    drawn = json.load(sys.stdin)
    table = pd.read_csv(sys.argv[1], low_memory=False).drop(columns="category")
    raw = numbers(table, drawn["training"])
    unit = raw[drawn["training"]].std(0)
    scaled = (raw - raw[drawn["training"]].mean(0)) / np.where(unit > 0, unit, 1)
    rates = {}
    for name, make in DETECTORS.items():
        for scaling, rows in (("standardised", scaled), ("raw", raw)):
            try:
                model = make()
                model.fit(rows[drawn["training"]])
                nominal, aliens = (model.decision_function(rows[drawn[kind]]) for kind in ("nominal", "aliens"))
            except (ValueError, np.linalg.LinAlgError):
                continue
            if not (np.isfinite(nominal).all() and np.isfinite(aliens).all()):
                continue
            missed = [np.sort(aliens)[int((1 - recall) * len(aliens) + 1e-9)] for recall in drawn["recalls"]]
            rates[f"{name} {scaling}"] = [float((nominal >= tau).mean()) for tau in missed]
    print(json.dumps(rates))


main()
