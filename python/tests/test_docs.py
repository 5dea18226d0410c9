"""The examples of the guide are run, one after the other, as a reader would."""

from __future__ import annotations

import doctest
import re
import warnings
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("page", ["python.md"])
def test_the_examples_of_a_page(page: str) -> None:
    text = (DOCS / page).read_text()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, object] = {}
    blocks = re.finditer(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for block in blocks:
            line = text[: block.start()].count("\n") + 1
            example = doctest.DocTestParser().get_doctest(block.group(1), names, page, page, line)
            runner.run(example, clear_globs=False)
            names = example.globs
    assert runner.summarize(verbose=False).attempted > 10
    assert runner.failures == 0
