"""The fold of a row, by a hash of its numbers."""

import math
import struct

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
