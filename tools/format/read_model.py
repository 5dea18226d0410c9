"""Reads Xenolith model files and scores rows with them. Written from docs/model-format.md alone, to prove that the page
is enough; Python's standard library, nothing else.

    python3 tools/format/read_model.py FOLDER    NAME.xeno and NAME.json of each golden file: reads, scores, compares
"""

import json
import math
import struct
import sys
import zlib
from pathlib import Path

TYPES = {"u8": "B", "u16": "H", "u32": "I", "i32": "i", "f64": "d"}
MISSING, UNLISTED = -1, -2
INFINITY = math.inf


# The container


def split_signature(data):
    """The file itself, and its signature block if there is one."""
    block = data[-112:]
    if len(data) >= 116 and block[:16] == b"XENOSIGN" + struct.pack("<II", 1, 1):
        file = data[:-112]
        if struct.unpack("<I", file[-4:])[0] == zlib.crc32(file[:-4]):
            return file, block
    return data, None


def read_container(data):
    file, _ = split_signature(data)
    if file[:8] != b"XENOLITH":
        raise ValueError("not a model file")
    version, header_length = struct.unpack("<II", file[8:16])
    if version != 1:
        raise ValueError(f"format version {version}")
    if struct.unpack("<I", file[-4:])[0] != zlib.crc32(file[:-4]):
        raise ValueError("the checksum does not match")
    header = json.loads(file[16 : 16 + header_length].decode("utf-8"))
    at = padded(16 + header_length)
    sections = []
    for entry in header["sections"]:
        code = TYPES[entry["type"]]
        size = entry["length"] * struct.calcsize("<" + code)
        sections.append(struct.unpack(f"<{entry['length']}{code}", file[at : at + size]))
        at = padded(at + size)
    if at != len(file) - 4:
        raise ValueError("the sections do not fill the file")
    return put(header["content"], sections)


def padded(at):
    return (at + 7) // 8 * 8


def put(value, sections):
    if isinstance(value, list):
        return [put(item, sections) for item in value]
    if isinstance(value, dict):
        if list(value) == ["$"]:
            return sections[value["$"]]
        return {key: put(item, sections) for key, item in value.items()}
    return value


# Rows: one list of numbers each; NaN for a missing number, the index of a category, MISSING or UNLISTED


def align(columns, rows, features):
    places = [columns.index(feature["name"]) for feature in features]
    return [[number(row[place], feature) for place, feature in zip(places, features)] for row in rows]


def number(cell, feature):
    if feature["kind"] == "numeric":
        return math.nan if cell is None else float(cell)
    if cell is None:
        return MISSING
    return feature["categories"].index(cell) if cell in feature["categories"] else UNLISTED


def reference_rows(content):
    """The nominal rows that the file keeps, if any: where they stand, and their cells."""
    if "references" not in content:
        return None
    kept = content["references"]
    columns = [
        [cell(value, feature) for value in values] for values, feature in zip(kept["columns"], content["model"]["features"])
    ]
    return {"row": list(kept["row"]), "cells": [list(row) for row in zip(*columns)]}


def cell(value, feature):
    if feature["kind"] == "numeric":
        return None if math.isnan(value) else value
    return feature["categories"][value] if value >= 0 else None


def score(model, columns, rows):
    aligned = align(columns, rows, model["features"])
    scores = SCORERS[model["detector"]](model, columns, aligned, rows)
    if "rare" not in model:
        return scores
    return [own + rare_lift(model["rare"], row) for own, row in zip(scores, aligned)]


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


# given, softmax, per-class


def score_given(model, columns, aligned, rows):
    return [row[0] for row in aligned]


def score_softmax(model, columns, aligned, rows):
    return [softmax_of(row, model["input"], model["rule"]) for row in aligned]


def softmax_of(values, given, rule):
    top = max(values)
    if given == "probabilities":
        return 1 - top
    if rule == "max-logit":
        return -top
    others = list(values)
    others.remove(top)
    s = sum(math.exp(x - top) for x in others)
    return -(top + math.log(1 + s)) if rule == "energy" else s / (1 + s)


def score_per_class(model, columns, aligned, rows):
    return [min(scores) for scores in zip(*(score(one, columns, rows) for one in model["models"]))]


# iforest


def to_unit(x, unit):
    return math.floor(x / unit + 0.5) * unit


DEPTH_UNIT = 2.0**-20


def c(n):
    if n <= 1:
        return 0.0
    if n == 2:
        return 1.0
    return to_unit(2 * (math.log(n - 1) + 0.5772156649015329) - 2 * (n - 1) / n, DEPTH_UNIT)


class Node:
    __slots__ = ("feature", "low", "high", "split", "width", "goes_left", "left", "right", "size")


def read_forest(model):
    """Trees as nested nodes; an int is a leaf of so many rows."""
    forest, features = model["forest"], model["features"]
    leaves = iter(forest["leaves"])
    entry = 0
    nodes = []
    kinds = []
    for i, feature in enumerate(forest["feature"]):
        node = Node()
        node.feature = feature
        if features[feature]["kind"] == "numeric":
            values = forest["values"][feature]
            node.low, node.high = values[forest["low"][i]], values[forest["high"][i]]
            split = node.low + (node.high - node.low) * (forest["fraction"][i] / 65536)
            node.split = split if split < node.high else node.low
            node.width = max(1, forest["fraction"][i]) / 65536
            node.goes_left = None
        else:
            entries = forest["subsets"][entry : entry + forest["high"][i]]
            entry += forest["high"][i]
            node.goes_left = {e // 2: e % 2 == 1 for e in entries}
            node.width = sum(node.goes_left.values()) / len(entries)
        sides = (forest["shape"][i] & 3, forest["shape"][i] >> 2 & 3)
        kinds.append([next(leaves) if kind == 3 else kind for kind in sides])
        nodes.append(node)
    trees = []
    at = 0
    for count in forest["nodes"]:
        if count == 0:
            trees.append(model["subsample"])
            continue
        root, end = link(nodes, kinds, at)
        if end != at + count:
            raise ValueError("a tree does not end where it should")
        trees.append(root)
        at = end
    return trees


def link(nodes, kinds, at):
    """The node at this place with its children, and the place after them (recursion is as deep as the tree)."""
    node = nodes[at]
    after = at + 1
    children = []
    for kind in kinds[at]:
        if kind > 0:
            children.append(kind)
        else:
            child, after = link(nodes, kinds, after)
            children.append(child)
    node.left, node.right = children
    node.size = size_of(node.left) + size_of(node.right)
    return node, after


def size_of(child):
    return child if isinstance(child, int) else child.size


def side_of(node, x, range_check):
    """left, right, out or both"""
    if node.goes_left is not None:
        if x in node.goes_left:
            return "left" if node.goes_left[x] else "right"
        return "out" if range_check and x != MISSING else "both"
    if math.isnan(x):
        return "both"
    if range_check and (x < node.low or x > node.high):
        return "out"
    return "left" if x <= node.split else "right"


def depth_of(child, row, range_check):
    depth, done, weight = 0.0, 0.0, 1.0
    divided = False
    while not isinstance(child, int):
        side = side_of(child, row[child.feature], range_check)
        depth += 1
        if side == "out":
            break
        if side == "both":
            divided = True
            smaller, larger = child.left, child.right
            if 2 * size_of(smaller) > child.size:
                smaller, larger = larger, smaller
            share = weight * size_of(smaller) / child.size
            done += share * (depth + depth_of(smaller, row, range_check))
            weight -= share
            child = larger
        else:
            child = child.left if side == "left" else child.right
    else:
        depth += c(child)
    return to_unit(done + weight * depth, DEPTH_UNIT) if divided else depth


def score_iforest(model, columns, aligned, rows):
    trees = read_forest(model)
    means = [sum(depth_of(tree, row, model["rangeCheck"]) for tree in trees) / len(trees) for row in aligned]
    return [2.0 ** (-mean / c(model["subsample"])) for mean in means]


# loda

LOG_UNIT = 2.0**-24


def score_loda(model, columns, aligned, rows):
    return [loda_of(model, row) for row in aligned]


def loda_of(model, row):
    values = [encoded(x, *pair) for x, pair in zip(row, zip(model["features"], model["encodings"]))]
    logs = log_densities(model["projections"], values)
    if not logs:
        medians = [encoding["median"] for encoding in model["encodings"]]
        logs = log_densities(model["projections"], [m if math.isnan(x) else x for x, m in zip(values, medians)])
    return -sum(logs) / len(logs)


def encoded(x, feature, encoding):
    if feature["kind"] == "numeric":
        return x
    if x == MISSING:
        return math.nan
    return encoding["surprise"][-1 if x == UNLISTED else x]


def log_densities(projections, values):
    width = projections["width"]
    found, start = [], 0
    for p, bins in enumerate(projections["bins"]):
        histogram = projections["logDensity"][start : start + bins]
        start += bins
        x = 0.0
        for k in range(p * width, (p + 1) * width):
            x += projections["weight"][k] * values[projections["feature"][k]]
        if math.isnan(x):
            continue
        low, extent = projections["low"][p], projections["range"][p]
        if extent == 0:
            found.append(histogram[0] if x == low else to_unit(math.log(1e-9), LOG_UNIT))
        else:
            bin = math.ceil((x - low) / extent * bins) - 1
            found.append(histogram[min(max(bin, 0), bins - 1)])
    return found


# Coordinates: how knn and gmm turn rows into points, and what is new in a row


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


# knn


def score_knn(model, columns, aligned, rows):
    coordinates = Coordinates(model["coordinates"], model["features"])
    width, coded = len(coordinates.measured), len(coordinates.coded)
    references = [
        (model["values"][r * width : (r + 1) * width], model["codes"][r * coded : (r + 1) * coded])
        for r in range(model["rows"])
    ]
    scores = []
    for row in aligned:
        values, codes, base = coordinates.point(row)
        squares = []
        for other_values, other_codes in references:
            square = base
            for j, own, other in zip(coordinates.coded, codes, other_codes):
                if own != other:
                    square += coordinates.costs[j][own] + coordinates.costs[j][other]
            for x, y in zip(values, other_values):
                square += (x - y) * (x - y)
            squares.append(square)
        nearest = sorted(squares)[: model["neighbours"]]
        mean = sum(math.sqrt(square) for square in nearest) / model["neighbours"]
        scores.append(mean + coordinates.lift(row, model["lifts"]))
    return scores


# density-forest


def box_density(child, row, own=0.0):
    """The log density of a row from a node on, where the box of the node has the log density `own`"""
    done, weight, beyond = 0.0, 1.0, 0.0
    while not isinstance(child, int):
        x = row[child.feature]
        if child.goes_left is not None:
            side = {True: "left", False: "right"}.get(child.goes_left.get(x), "both" if x == MISSING else "out")
        else:
            side = "both" if math.isnan(x) else "left" if x <= child.split else "right"
            out = max(child.low - x, x - child.high)
            if out > 0:
                beyond += math.log(1 + min(out / (child.high - child.low), 1e6))
        if side == "out":
            own -= math.log(child.size + 1)
            break
        log = {
            "left": own + math.log(size_of(child.left) / child.size / child.width),
            "right": own + math.log(size_of(child.right) / child.size / (1 - child.width)),
        }
        if side == "both":
            smaller, side = ("left", "right") if 2 * size_of(child.left) <= child.size else ("right", "left")
            small = getattr(child, smaller)
            share = weight * size_of(small) / child.size
            done += share * (box_density(small, row, log[smaller]) - beyond)
            weight -= share
        own, child = log[side], getattr(child, side)
    return done + weight * (own - beyond)


def score_density_forest(model, columns, aligned, rows):
    coordinates = Coordinates(model["coordinates"], model["features"])
    trees = read_forest(model)
    return [
        coordinates.point(row)[2]
        + coordinates.lift(row, model["lifts"])
        - sum(to_unit(box_density(tree, row), DEPTH_UNIT) for tree in trees) / len(trees)
        for row in aligned
    ]


# fusion


def score_fusion(model, columns, aligned, rows):
    scores = [score(member, columns, rows) for member in model["members"]]
    return [
        sum(rank_surprisal(ranks, own[i]) for ranks, own in zip(model["ranks"], scores)) / len(scores)
        for i in range(len(rows))
    ]


def score_fused_contrast(model, columns, aligned, rows):
    members = [model["contrast"], *model["members"]]
    return score_fusion({"members": members, "ranks": model["ranks"]}, columns, aligned, rows)


def rank_surprisal(packed, x):
    n, knots, ranks = packed["count"], packed["knots"], packed["ranks"]
    unit = knots[-1] - knots[0] or 1.0
    if x <= knots[0]:
        rank = ranks[0] / (1 + (knots[0] - x) / unit)
    elif x >= knots[-1]:
        rank = n + 0.5 - (n + 0.5 - ranks[-1]) / (1 + (x - knots[-1]) / unit)
    else:
        k = max(i for i, knot in enumerate(knots) if knot <= x)
        rank = ranks[k] + (ranks[k + 1] - ranks[k]) * ((x - knots[k]) / (knots[k + 1] - knots[k]))
    return -math.log(1 - rank / (n + 1))


# gmm


def along_axes(axes, values):
    y = [x - centre for x, centre in zip(values, axes["centre"])]
    count = axes["count"]
    along = [sum(x * axes["directions"][j * count + a] for j, x in enumerate(y)) for a in range(count)]
    rest = sum(x * x for x in y) - sum(x * x for x in along)
    return along + [math.sqrt(rest) if rest > 0 else 0.0]


def score_gmm(model, columns, aligned, rows):
    coordinates = Coordinates(model["coordinates"], model["features"])
    counts = [len(coordinates.costs[j]) for j in coordinates.coded]
    scores = []
    for row in aligned:
        values, codes, base = coordinates.point(row)
        if len(coordinates.measured) > 50:
            values = along_axes(model["axes"], values)
        logs = [component_log(model, k, values, codes, counts) for k in range(model["components"])]
        top = max(logs)
        density = top + math.log(sum(math.exp(x - top) for x in logs))
        scores.append(base - density + coordinates.lift(row, model["lifts"]))
    return scores


def component_log(model, k, values, codes, counts):
    width = len(values)
    log = model["heights"][k]
    at = k * sum(counts)
    for code, count in zip(codes, counts):
        log += model["shares"][at + code]
        at += count
    difference = [x - model["means"][k * width + a] for a, x in enumerate(values)]
    at = k * width * (width + 1) // 2
    square = 0.0
    for a in range(width):
        z = sum(model["factors"][at + b] * difference[b] for b in range(a + 1))
        at += a + 1
        square += z * z
    return log - 0.5 * square


# contrast

WORD = 0xFFFFFFFF


def rotl(x, by):
    return (x << by | x >> (32 - by)) & WORD


def mix(h, w):
    k = rotl((w & WORD) * 0xCC9E2D51 & WORD, 15) * 0x1B873593 & WORD
    return (rotl(h ^ k, 13) * 5 + 0xE6546B64) & WORD


def finish(h):
    h ^= h >> 16
    h = h * 0x85EBCA6B & WORD
    h ^= h >> 13
    h = h * 0xC2B2AE35 & WORD
    return h ^ h >> 16


def fold_of(row, model):
    g = 0x811C9DC5
    for byte in b"fold":
        g = (g ^ byte) * 0x01000193 & WORD
    seed = model["seed"]
    h = mix(seed & WORD, seed // 2**32 ^ g)
    for x, feature in zip(row, model["features"]):
        if feature["kind"] == "categorical":
            h = mix(h, x)
        elif math.isnan(x):
            h = mix(mix(h, -1), -1)
        else:
            low, high = struct.unpack("<II", struct.pack("<d", x + 0.0))
            h = mix(mix(h, low), high)
    return finish(h) % model["folds"]


def read_shares(forest):
    """Trees as nested tuples (column, cut, left, right); a number is the share of a leaf."""
    columns, places = forest["column"], forest["place"]

    def subtree(at):
        if columns[at] == 0:
            return float(places[at]), at + 1
        column = columns[at] - 1
        left, after = subtree(at + 1)
        right, after = subtree(after)
        return (column, forest["cuts"][column][places[at]], left, right), after

    trees, at = [], 0
    for count in forest["nodes"]:
        tree, end = subtree(at)
        if end != at + count:
            raise ValueError("a tree does not end where it should")
        trees.append(tree)
        at = end
    return trees


def score_contrast(model, columns, aligned, rows):
    trees = read_shares(model["forest"])
    stacked = [score(one, columns, rows) for one in model["stack"]]
    scores = []
    for i, row in enumerate(aligned):
        places = iter(model["places"])
        values = []
        for x, feature in zip(row, model["features"]):
            if feature["kind"] == "numeric":
                values.append(-INFINITY if math.isnan(x) else x)
            else:
                place = next(places)
                values.append(-INFINITY if x == MISSING else place[-1 if x == UNLISTED else x])
        values += [own[i] for own in stacked]
        fold = fold_of(row, model)
        total = 0.0
        for tree in trees[fold * model["trees"] : (fold + 1) * model["trees"]]:
            while isinstance(tree, tuple):
                column, cut, left, right = tree
                tree = left if values[column] <= cut else right
            total += tree
        scores.append(total / (model["trees"] * 32768))
    return scores


SCORERS = {
    "given": score_given,
    "softmax": score_softmax,
    "per-class": score_per_class,
    "iforest": score_iforest,
    "loda": score_loda,
    "knn": score_knn,
    "gmm": score_gmm,
    "fusion": score_fusion,
    "fused-contrast": score_fused_contrast,
    "density-forest": score_density_forest,
    "contrast": score_contrast,
}


def check(folder):
    """Reads every golden file and compares what it says with what is expected; the number of files that differ."""
    wrong = 0
    names = sorted(path.stem for path in folder.glob("*.xeno"))
    for name in names:
        expected = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        content = read_container((folder / f"{name}.xeno").read_bytes())
        scores = score(content["model"], expected["columns"], expected["rows"])
        gap = max(abs(a - b) / max(1e-300, abs(b)) for a, b in zip(scores, expected["scores"]))
        same = gap <= 1e-12 and len(scores) == len(expected["scores"]) and content["certificate"] == expected["certificate"]
        same = same and reference_rows(content) == expected.get("references")
        wrong += not same
        if not same:
            print(f"DIFFERENT  {name}: {scores[:3]} for {expected['scores'][:3]}")
    print(f"{len(names) - wrong} of {len(names)} golden files read and scored as expected")
    return wrong


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    sys.exit(1 if check(Path(sys.argv[1])) else 0)
