"""given and softmax: detectors that read scores, logits or probabilities from columns."""

import math


def score_given(model, aligned, nested):
    return [row[0] for row in aligned]


def score_softmax(model, aligned, nested):
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
