"""given and softmax: detectors that read scores, logits or probabilities from columns."""

from .elementary import exp, log, total


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
    s = total(exp(x - top) for x in others)
    return -(top + log(1 + s)) if rule == "energy" else s / (1 + s)
