"""Reads golden model files by what docs/model-format.md says, to prove that the page is enough to give every score to the last bit.

    python3 tools/format/read_model.py FOLDER    NAME.xeno and NAME.json of each golden file: reads, scores, compares
"""

import json
import sys
from pathlib import Path

from xenolith_reader.container import read_container
from xenolith_reader.rows import reference_rows
from xenolith_reader.scoring import score


def check(folder):
    """Reads every golden file and compares what it says with what is expected; the number of files that differ."""
    wrong = 0
    names = sorted(path.stem for path in folder.glob("*.xeno"))
    for name in names:
        expected = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        content = read_container((folder / f"{name}.xeno").read_bytes())
        scores = score(content["model"], expected["columns"], expected["rows"])
        same = scores == [float(x) for x in expected["scores"]] and content["certificate"] == expected["certificate"]
        same = same and reference_rows(content) == expected.get("references")
        wrong += not same
        if not same:
            print(f"DIFFERENT  {name}: {scores[:3]} for {expected['scores'][:3]}")
    print(f"{len(names) - wrong} of {len(names)} golden files read and scored as expected")
    return wrong


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    sys.exit(1 if check(Path(sys.argv[1])) else 0)
