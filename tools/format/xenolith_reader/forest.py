"""The trees of iforest and density-forest."""

import math

from .rows import MISSING

DEPTH_UNIT = 2.0**-20


def to_unit(x, unit):
    return math.floor(x / unit + 0.5) * unit


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
