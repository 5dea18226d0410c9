"""Rare values: what they add to a score."""

import math

from .rows import MISSING


def rare_lift(rare, row):
    """The largest lift of a row's rare values."""
    lift, at = 0.0, 0
    for feature, common, count in zip(rare["feature"], rare["common"], rare["counts"]):
        known = dict(zip(rare["values"][at : at + count], rare["lifts"][at : at + count]))
        at += count
        x = row[feature]
        missing = x == MISSING if isinstance(x, int) else math.isnan(x)
        if x != common and not missing:
            lift = max(lift, known.get(x, rare["unseen"]))
    return lift
