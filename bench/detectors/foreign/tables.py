"""Tables that scikit-learn brings along, images and texts as CSV files, the category of a row in its last column:
python bench/detectors/foreign/tables.py FOLDER [CIFAR [WHEEL]], where CIFAR is test_batch.bin.gz of CIFAR-10, and WHEEL all-MiniLM-L6-v2 (minilm.py).

Texts are descriptions of Debian packages (apt-cache dumpavail), one for each, by section. `packages` has words weighted by TF-IDF, then 100 dimensions by a
truncated singular value decomposition, both learned from all texts, without their categories; `sentences` has sentence embeddings of some of them. Images are CIFAR-10's test images, on 50 principal axes.
Where XENOLITH_DATA names the folder of the tables: two classes of Covertype, as in the ODDS benchmark (all rows of class 4, every twentieth of class 2).
"""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer

FOLDER = Path(sys.argv[1])
SECTIONS = ["science", "math", "graphics", "games", "net", "sound"]
DIMENSIONS = 100
AXES = 50
EMBEDDED = 800


def write(name: str, rows: np.ndarray, category: list[str]) -> None:
    table = pd.DataFrame(rows, columns=[f"x{i}" for i in range(rows.shape[1])])
    table["category"] = category
    table.to_csv(FOLDER / f"{name}.csv", index=False, float_format="%.6g")


def texts() -> tuple[list[str], list[str]]:
    listed = subprocess.run(["apt-cache", "dumpavail"], capture_output=True, text=True, check=True).stdout
    found: dict[str, tuple[str, str]] = {}
    for package in listed.split("\n\n"):
        fields: dict[str, str] = {}
        name = ""
        for line in package.split("\n"):
            if line.startswith(" "):
                fields[name] += " " + line.strip()
            elif ":" in line:
                name, _, value = line.partition(":")
                fields[name] = value.strip()
        description = fields.get("Description", "") or fields.get("Description-en", "")
        if fields.get("Section") in SECTIONS:
            found.setdefault(description, (fields["Package"], fields["Section"]))
    ordered = sorted((name, section, text) for text, (name, section) in found.items())
    return [text for *_, text in ordered], [section for _, section, _ in ordered]


def main() -> None:
    digits = load_digits()
    write("digits", digits.data, [str(digit) for digit in digits.target])
    cancer = load_breast_cancer()
    write("breast_cancer", cancer.data, [str(cancer.target_names[kind]) for kind in cancer.target])
    cover = Path(os.environ.get("XENOLITH_DATA", "")) / "covertype_odds2v4.csv.gz"
    if cover.is_file():
        rows = pd.read_csv(cover)
        some = rows[(rows["label"] == 4) | (rows.index % 20 == 0)]
        some.rename(columns={"label": "category"}).to_csv(FOLDER / "cover.csv", index=False)
    words, sections = texts()
    weights = TfidfVectorizer(sublinear_tf=True, min_df=3, stop_words="english").fit_transform(words)
    write("packages", TruncatedSVD(DIMENSIONS, random_state=0).fit_transform(weights), sections)
    print(len(words), "texts")
    if len(sys.argv) > 3:
        from minilm import MiniLM

        own = [np.flatnonzero(np.array(sections) == section) for section in SECTIONS]
        some = [i for rows in own for i in rows[:: max(1, len(rows) // EMBEDDED)][:EMBEDDED]]
        write("sentences", MiniLM(sys.argv[3]).encode([words[i] for i in some]), [sections[i] for i in some])
    if len(sys.argv) > 2:
        images = np.frombuffer(gzip.open(sys.argv[2]).read(), np.uint8).reshape(-1, 3073)
        axes = PCA(AXES, random_state=0).fit_transform(images[:, 1:] / 255)
        write("cifar10", axes, [str(kind) for kind in images[:, 0]])


main()
