"""The other contenders. Reads a task (JSON) from the command line, prints its measurements (JSON)."""
import json
import pickle
import resource
import sys
import time

import numpy as np

task = json.loads(sys.argv[1])
peer = task["peer"]
threads = task.get("threads", 1)
trees = task.get("trees", 1000)
width = task.get("width", 1)


def load(path, rows=None):
    values = np.fromfile(path, dtype=np.float64).reshape(-1, width)
    return values[:rows] if rows else values


nominal = load(task["nominal"], task.get("rows")) if "nominal" in task else None
test = load(task["test"], task.get("testRows")) if "test" in task else None
subsample = round(0.2 * len(nominal)) if nominal is not None else 0


def measure(work, repeat=None):
    cpu, wall = [], []
    for _ in range(repeat or task.get("repeat", 3)):
        before, start = time.process_time(), time.perf_counter()
        work()
        wall.append(time.perf_counter() - start)
        cpu.append(time.process_time() - before)
    return {"cpu": cpu, "wall": wall}


def latency(score):
    times = []
    one_by_one = task.get("oneByOne", 300)
    for i in range(one_by_one):
        start = time.perf_counter()
        score(test[i : i + 1])
        times.append(1000 * (time.perf_counter() - start))
    return {"latency": times[one_by_one // 5 :: 8]}


def peak_mb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Isotree:
    """C++ and OpenMP. No out-of-bag scores: the training rows are scored by all trees."""

    def __init__(self):
        from isotree import IsolationForest

        self.model = IsolationForest(
            ntrees=trees, sample_size=subsample, max_depth=None, ndim=1, nthreads=threads, random_seed=1,
            penalize_range=task.get("rangeCheck", True), missing_action="fail",
        )

    def fit(self):
        self.model.fit(nominal)

    def score(self, rows):
        return self.model.predict(rows)

    fit_oob_score = score


class Sklearn:
    """Depth is capped at ceil(log2(subsample)); no full depth, no out-of-bag, no range check."""

    def __init__(self):
        from sklearn.ensemble import IsolationForest

        self.model = IsolationForest(n_estimators=trees, max_samples=subsample, random_state=1, n_jobs=threads)

    def fit(self):
        self.model.fit(nominal)

    def score(self, rows):
        return self.model.score_samples(rows)

    fit_oob_score = score


class Coniferest:
    """Rust core. Depth is capped at log2(subsample), or (fullDepth) not at all; no out-of-bag, no range check."""

    def __init__(self):
        from coniferest.isoforest import IsolationForest

        depth = len(nominal) if task.get("fullDepth") else None
        self.model = IsolationForest(n_trees=trees, n_subsamples=subsample, max_depth=depth, n_jobs=threads, random_seed=1)

    def fit(self):
        self.model.fit(nominal)

    def score(self, rows):
        return self.model.score_samples(rows)

    fit_oob_score = score


class Neighbours:
    """Mean distance to the five nearest rows by scikit-learn, brute force or k-d tree."""

    def __init__(self):
        from sklearn.neighbors import NearestNeighbors

        self.model = NearestNeighbors(n_neighbors=5, algorithm=task["algorithm"], n_jobs=threads)

    def fit(self):
        self.model.fit(nominal)

    def score(self, rows):
        return self.model.kneighbors(rows)[0].mean(axis=1)


class HandGrown:
    """scikit-learn's extra-random trees, grown by hand to full depth with out-of-bag masks: the real workload, no range check."""

    def fit(self):
        from sklearn.tree import ExtraTreeRegressor

        random = np.random.default_rng(1)
        self.trees, self.outside = [], []
        for t in range(trees):
            order = random.permutation(len(nominal))
            tree = ExtraTreeRegressor(max_features=1, random_state=t)
            tree.fit(nominal[order[:subsample]], random.uniform(size=subsample))
            depth = np.asarray(tree.tree_.compute_node_depths() if hasattr(tree.tree_, "compute_node_depths") else node_depths(tree.tree_))
            self.trees.append((tree.tree_, depth))
            self.outside.append(order[subsample:])

    def score(self, rows):
        rows = rows.astype(np.float32)
        total = np.zeros(len(rows))
        for tree, depth in self.trees:
            total += depth[tree.apply(rows)]
        return total / trees

    def fit_oob_score(self, rows):
        rows = rows.astype(np.float32)
        total, count = np.zeros(len(rows)), np.zeros(len(rows))
        for (tree, depth), outside in zip(self.trees, self.outside):
            total[outside] += depth[tree.apply(rows[outside])]
            count[outside] += 1
        return total / count


def node_depths(tree):
    depths = np.zeros(tree.node_count)
    for node in range(tree.node_count):
        for child in (tree.children_left[node], tree.children_right[node]):
            if child >= 0:
                depths[child] = depths[node] + 1
    return depths


class PyodForest(Sklearn):
    """Wraps scikit-learn's forest."""

    def __init__(self):
        from pyod.models.iforest import IForest

        self.model = IForest(n_estimators=trees, max_samples=subsample, random_state=1, n_jobs=threads)

    def score(self, rows):
        return self.model.decision_function(rows)

    fit_oob_score = score


class PyodLoda:
    """No out-of-bag; a fixed number of bins, or (bins = auto) one chosen for each projection."""

    def __init__(self):
        from pyod.models.loda import LODA

        self.model = LODA(n_bins=task.get("bins", 10), n_random_cuts=trees)

    def fit(self):
        self.model.fit(nominal)

    def score(self, rows):
        return self.model.decision_function(rows)


def numpy_threshold(alpha=0.1, q=0.05):
    """Algorithm 1: the largest score at which the alien CDF is admissible."""
    nominal_sorted, mixture_sorted = np.sort(nominal[:, 0]), np.sort(test[:, 0])
    grid = np.concatenate([nominal_sorted, mixture_sorted])
    grid.sort()
    f0 = np.searchsorted(nominal_sorted, grid, side="right") / len(nominal_sorted)
    fm = np.searchsorted(mixture_sorted, grid, side="right") / len(mixture_sorted)
    fa = (fm - (1 - alpha) * f0) / alpha
    admissible = np.nonzero(fa <= q)[0]
    return grid[admissible[-1]] if len(admissible) else None


def run():
    work = task["work"]
    if work == "threshold":
        return measure(numpy_threshold)
    contender = {
        "isotree": Isotree, "sklearn": Sklearn, "coniferest": Coniferest, "neighbours": Neighbours, "hand-grown": HandGrown, "pyod-forest": PyodForest, "pyod-loda": PyodLoda,
    }[peer]()
    if work in ("fit", "loda-fit"):
        return measure(contender.fit)
    if work == "fit-oob":
        few = task.get("fewRows")
        fit = measure(contender.fit)
        score = measure(lambda: contender.fit_oob_score(nominal[:few] if few else nominal))
        factor = len(nominal) / few if few else 1
        return {kind: [f + factor * s for f, s in zip(fit[kind], score[kind])] for kind in ("cpu", "wall")}
    contender.fit()
    if work in ("score", "loda-score"):
        few = task.get("fewRows")
        part = test[:few] if few else test
        times = measure(lambda: contender.score(part))
        factor = len(test) / len(part)
        return {kind: [factor * x for x in values] for kind, values in times.items()}
    if work in ("one-row", "loda-one-row"):
        return latency(contender.score)
    if work == "memory":
        contender.score(test[: task.get("fewRows")])
        peak = peak_mb()
        return {"modelBytes": len(pickle.dumps(contender.model)), "peak": peak}
    raise ValueError(work)


result = run()
result.setdefault("peak", peak_mb())
print(json.dumps(result))
