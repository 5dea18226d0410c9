"""Rows as lists of numbers: NaN for a missing number, the index of a category, MISSING or UNLISTED."""

import math

MISSING, UNLISTED = -1, -2


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
