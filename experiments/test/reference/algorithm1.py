"""The threshold of Algorithm 1, and the same rule on the isotonised alien CDF. After the papers' description."""
import numpy as np
from scipy.optimize import isotonic_regression


def taus(nominal, mixture, alpha, targets):
    """By target: the threshold of the plain and of the isotonised CDF. Decimals up to .0001 are compared exactly."""
    n0, nm = len(nominal), len(mixture)
    pooled = np.sort(np.concatenate([nominal, mixture]))
    below0 = np.searchsorted(np.sort(nominal), pooled, side="right")
    belowm = np.searchsorted(np.sort(mixture), pooled, side="right")
    share = round(10000 * alpha)
    # 10000 alpha n0 nm Fa, in whole numbers
    scaled = 10000 * belowm * n0 - (10000 - share) * below0 * nm
    monotone = isotonic_regression(scaled / (share * n0 * nm)).x.clip(0, 1)
    last = lambda fits: pooled[np.flatnonzero(fits)[-1]] if fits.any() else -np.inf
    return [(last(10000 * scaled <= round(10000 * q) * share * n0 * nm), last(monotone <= q + 1e-12)) for q in targets]
