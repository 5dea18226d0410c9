"""What a user would write without xenolith: read two CSV files, fit scikit-learn's forest on the nominal rows, score the mixture, write it
with alarms above a quantile of the nominal scores (no promise). Words: nominal.csv mixture.csv out.csv."""
import sys

import pandas as pd
from sklearn.ensemble import IsolationForest

nominal, mixture = pd.read_csv(sys.argv[1]), pd.read_csv(sys.argv[2])
forest = IsolationForest(n_estimators=1000, max_samples=min(4000, len(nominal) // 5), random_state=1).fit(nominal)
limit = pd.Series(-forest.score_samples(nominal)).quantile(0.95)
mixture["score"] = -forest.score_samples(mixture)
mixture["alarm"] = mixture["score"] > limit
mixture.to_csv(sys.argv[3], index=False)
