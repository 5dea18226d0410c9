"""Coordinates: how knn, gmm and density-forest turn rows into points, and what is new in a row."""

import math

from .rows import MISSING, UNLISTED


class Coordinates:
    def __init__(self, packed, features):
        self.features = features
        self.scales = []
        at = k = 0
        self.costs = []
        cost_at = 0
        for feature in features:
            numeric = feature["kind"] == "numeric"
            count = 3 if numeric else len(feature["categories"]) + 2
            self.costs.append(packed["costs"][cost_at : cost_at + count])
            cost_at += count
            if not numeric:
                self.scales.append(None)
                continue
            end = at + packed["knotCounts"][k]
            names = ("low", "unit", "centre", "constant")
            scale = {name: packed[name][k] for name in names}
            scale["knots"], scale["scores"] = packed["knots"][at:end], packed["scores"][at:end]
            self.scales.append(scale)
            at, k = end, k + 1
        occurred = [[code for code, cost in enumerate(own) if cost < own[-1]] for own in self.costs]
        self.coded = [j for j, codes in enumerate(occurred) if len(codes) > 1]
        self.common = {j: codes[0] for j, codes in enumerate(occurred) if len(codes) == 1}
        self.measured = [
            j for j, s in enumerate(self.scales) if s and (packed["scaling"] == "raw" or not s["constant"])
        ]

    def code(self, j, x):
        if self.scales[j]:
            if math.isnan(x):
                return 1
            return 2 if self.scales[j]["constant"] and x != self.scales[j]["low"] else 0
        categories = len(self.features[j]["categories"])
        return {MISSING: categories, UNLISTED: categories + 1}.get(x, x)

    def point(self, row):
        values = [coordinate(self.scales[j], row[j]) for j in self.measured]
        codes = [self.code(j, row[j]) for j in self.coded]
        base = 0.0
        for j, common in self.common.items():
            code = self.code(j, row[j])
            if code != common:
                base += self.costs[j][code] + self.costs[j][common]
        return values, codes, base

    def lift(self, row, lifts):
        most = 0.0
        for j, x in enumerate(row):
            code = self.code(j, x)
            if self.costs[j][code] < self.costs[j][-1]:
                continue
            if self.scales[j]:
                own = lifts[0] if code == 2 else lifts[1]
            else:
                own = lifts[1] if x == MISSING else lifts[2 + j]
            most = max(most, own)
        return most


def coordinate(scale, x):
    if math.isnan(x):
        return scale["centre"]
    knots, scores, unit = scale["knots"], scale["scores"], scale["unit"]
    if not knots:
        z = (x - scale["low"]) / unit
    elif x <= knots[0]:
        z = scores[0] - (knots[0] - x) / unit
    elif x >= knots[-1]:
        z = scores[-1] + (x - knots[-1]) / unit
    else:
        k = max(i for i, knot in enumerate(knots) if knot <= x)
        z = scores[k] + (scores[k + 1] - scores[k]) * ((x - knots[k]) / (knots[k + 1] - knots[k]))
    return min(max(z, -1e6), 1e6)
