"""Detectors that are made of others: per-class, fusion, fused-contrast, blend."""

from .elementary import log, total


def score_per_class(model, aligned, nested):
    return [min(scores) for scores in zip(*(nested(one) for one in model["models"]))]


def score_fusion(model, aligned, nested):
    scores = [nested(member) for member in model["members"]]
    return [
        total(rank_surprisal(ranks, own[i]) for ranks, own in zip(model["ranks"], scores)) / len(scores)
        for i in range(len(aligned))
    ]


def score_fused_contrast(model, aligned, nested):
    ratio = [model["ratio"]] if model.get("ratio") else []
    members = [model["contrast"], *ratio, *model["members"]]
    return score_fusion({"members": members, "ranks": model["ranks"]}, aligned, nested)


def score_blend(model, aligned, nested):
    scores = [nested(part) for part in model["parts"]]
    weights = model["weights"]
    return [
        total(
            weight * rank_surprisal(ranks, own[i]) for weight, ranks, own in zip(weights, model["ranks"], scores)
        )
        / total(weights)
        for i in range(len(aligned))
    ]


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
    return -log(1 - rank / (n + 1))
