"""What went wrong on an executor, in one line instead of a page of traces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import NodeError, XenolithError

_MARK = re.compile(r"xenolith \[([a-z-]+)\] ([^\n]*)")

#: What Spark says of files, in our words.
_OF_SPARK = {
    "Malformed records are detected": "a row of a CSV file has more or fewer fields than its header "
    "(line breaks within quotes cannot be read on a cluster)",
    "CSV header does not conform": "CSV files of one folder have different headers",
    "Number of column in CSV header is not equal": "CSV files of one folder have different headers",
}


class TaskError(RuntimeError):
    """Raised on executors: carries the code and the line through whatever Spark wraps around it."""

    def __init__(self, error: XenolithError | NodeError) -> None:
        # Rows have no numbers on a cluster.
        where = " (rows are counted within a batch)" if re.search(r"\brow \d", str(error)) else ""
        super().__init__(f"xenolith [{error.code}] {error}{where}")


def clear(error: BaseException) -> XenolithError | NodeError | None:
    """The error that was raised on an executor, found in what Spark made of it; None where it was none of ours.

    >>> clear(RuntimeError("Job aborted ... TaskError: xenolith [bad-type] column x holds text\\n at java.base/..."))
    XenolithError('column x holds text')
    """
    text = str(error)
    found = _MARK.search(text)
    if found is None:
        return next((XenolithError("bad-row", line) for mark, line in _OF_SPARK.items() if mark in text), None)
    code, message = found[1], re.sub(r" SQLSTATE: \w+$", "", found[2])
    return NodeError(message) if code == NodeError.code else XenolithError(code, message)


@contextmanager
def one_line() -> Iterator[None]:
    """Turns what a Spark action raises into the one line behind it.

    >>> with one_line():  # doctest: +SKIP
    ...     model.transform(rows).write.parquet("alarms")
    """
    try:
        yield
    except Exception as error:
        found = clear(error)
        if found is None:
            raise
        raise found from None
