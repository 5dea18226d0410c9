"""What went wrong on an executor, in one line instead of a page of traces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import NodeError, XenolithError

_MARK = re.compile(r"xenolith \[([a-z-]+)\] ([^\n]*)")


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
    found = _MARK.search(str(error))
    if found is None:
        return None
    code, message = found.groups()
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
