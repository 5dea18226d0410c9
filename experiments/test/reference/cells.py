"""What the scripts write: lines of means over runs, each with its standard error."""
import json
import math

import numpy as np


def means(values):
    """Mean and standard error of each measure; a line of `values` for each run."""
    v = np.asarray(values)
    errors = v.std(axis=0, ddof=1) / math.sqrt(len(v))
    return [round(float(x), 6) for pair in zip(v.mean(axis=0), errors) for x in pair]


def to_json(value, indent="", key=""):
    """What fits into a line is one line."""
    line = key + json.dumps(value).replace("{", "{ ").replace("}", " }")
    if len(indent + line) < 120:
        return line
    deeper = indent + "  "
    named = isinstance(value, dict)
    pairs = [(f"{json.dumps(name)}: ", item) for name, item in value.items()] if named else [("", x) for x in value]
    inner = ",\n".join(deeper + to_json(item, deeper, name) for name, item in pairs)
    opening, closing = "{}" if named else "[]"
    return f"{key}{opening}\n{inner}\n{indent}{closing}"
