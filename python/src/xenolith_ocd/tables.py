"""Tables of pandas, NumPy, Arrow and polars as the columns that a study reads: numbers, or codes and their words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .errors import XenolithError

Kind = Literal["numeric", "categorical"]
#: Metadata of a field whose cells are as they stand in a file: ``text``, or ``string`` for strings of JSON. Node reads them as the command does.
WRITTEN = "xenolith"
#: Anything with columns: a pandas, polars or Arrow table, a two-dimensional NumPy array, a mapping of columns.
TableLike = Any


class Buffers(list[Any]):
    """Buffers on their way to Node; headers name them by their places."""

    def put(self, array: np.ndarray[Any, Any]) -> int:
        self.append(np.ascontiguousarray(array))
        return len(self) - 1


def to_arrow(data: TableLike, what: str) -> pa.Table:
    """The data as an Arrow table, without copies where the memory allows it. Columns without names are column0, column1, ...

    >>> to_arrow([[1.0, 2.0], [3.0, 4.0]], "rows").column_names
    ['column0', 'column1']
    """
    try:
        table = _table(data)
    except XenolithError as error:
        raise XenolithError(error.code, f"{what}: {error}") from error.__cause__
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
        raise XenolithError("bad-type", f"{what}: {str(error).splitlines()[0]}") from error
    if table is None:
        expected = "a table (pandas, polars, Arrow or two-dimensional)"
        raise XenolithError("bad-argument", f"{what} must be {expected}, got {_described(data)}")
    names = table.column_names
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise XenolithError("bad-argument", f'{what} has two columns named "{twice}"')
    return table


def is_unnamed(data: TableLike) -> bool:
    """Whether the columns are known by their order alone."""
    return isinstance(data, (np.ndarray, list, tuple))


def _is_sparse(data: TableLike) -> bool:
    return type(data).__module__.startswith("scipy.sparse")


def _described(data: TableLike) -> str:
    if _is_sparse(data):
        return "a sparse matrix, which is not supported: give it as an array"
    if type(data).__name__ == "LazyFrame":
        return "a LazyFrame: collect() it first"
    if isinstance(data, list) and len(data) > 0 and isinstance(data[0], Mapping):
        return "a list of records: make a table of them, such as pandas.DataFrame(records)"
    dimensions = np.ndim(data) if is_unnamed(data) else 2
    if is_unnamed(data) and np.asarray(data).dtype.kind == "c":
        return "complex numbers: Complex data not supported"
    if dimensions == 1:
        return "one dimension. Reshape your data: .reshape(-1, 1) for one column, .reshape(1, -1) for one row"
    return f"{dimensions} dimensions" if dimensions > 2 else type(data).__name__


def _table(data: TableLike) -> pa.Table | None:
    if _is_sparse(data) or type(data).__name__ == "Series":  # one column can be had as Arrow too
        return None
    if isinstance(data, pa.Table):
        return data
    if isinstance(data, pa.RecordBatch):
        return pa.Table.from_batches([data])
    if _is_pandas(data):
        return _from_pandas(data)
    if hasattr(data, "__arrow_c_stream__"):
        return pa.table(data)
    if hasattr(data, "to_arrow"):
        return data.to_arrow()
    if isinstance(data, Mapping):
        return _of_columns({str(name): values for name, values in data.items()}.items(), _from_values)
    array = _array(data)
    if array.ndim != 2 or array.dtype.kind not in "biufOUS":
        return None
    columns = [pa.array(_native(np.ascontiguousarray(array[:, j]))) for j in range(array.shape[1])]
    return pa.table(columns, names=[f"column{j}" for j in range(array.shape[1])])


def _array(data: TableLike) -> np.ndarray[Any, Any]:
    try:
        array = np.asarray(data)
    except ValueError as error:  # rows of different lengths, say
        raise XenolithError("bad-argument", str(error).splitlines()[0]) from error
    # NumPy turns numbers that stand beside text into text.
    return np.asarray(data, dtype=object) if array.dtype.kind in "US" and not isinstance(data, np.ndarray) else array


def _is_pandas(data: TableLike) -> bool:
    return type(data).__module__.partition(".")[0] == "pandas" and hasattr(data, "columns")


def _from_pandas(frame: Any) -> pa.Table:
    return _of_columns(((str(name), frame.iloc[:, j]) for j, name in enumerate(frame.columns)), _from_series)


def _of_columns(columns: Iterable[tuple[str, Any]], read: Callable[[Any], Any]) -> pa.Table:
    """A table of named columns, each read by itself: what cannot be read is named."""
    names, arrays = [], []
    for name, values in columns:
        try:
            arrays.append(read(values))
        except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError, TypeError, ValueError) as error:
            why = str(error).splitlines()[0]
            raise XenolithError("bad-type", f'column "{name}" cannot be read as one type ({why})') from error
        names.append(name)
    return pa.table(arrays, names=names)


def _from_values(values: Any) -> Any:
    """A list, say; whatever pandas takes for missing is."""
    return values if isinstance(values, (pa.Array, pa.ChunkedArray)) else pa.array(values, from_pandas=True)


def _from_series(series: Any) -> Any:
    if hasattr(series.dtype, "fill_value"):  # a sparse column
        series = series.sparse.to_dense()
    if hasattr(series.dtype, "categories") and series.dtype.categories.dtype.kind == "O":  # intervals and whatever else is written as text
        series = series.cat.rename_categories([str(each) for each in series.dtype.categories])
    values = series.to_numpy() if isinstance(series.dtype, np.dtype) else None
    if values is not None and values.dtype.kind in "iuf":
        return pa.array(_native(values))  # NaN stays NaN, and nothing is copied
    return pa.Array.from_pandas(series)


def _native(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same numbers in the order of bytes that this machine has."""
    return values.astype(values.dtype.newbyteorder("="), copy=False)


def is_number(kind: pa.DataType) -> bool:
    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind))


def is_moment(kind: pa.DataType) -> bool:
    return bool(pa.types.is_date(kind) or pa.types.is_timestamp(kind) or pa.types.is_duration(kind))


def is_text(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        return True
    return bool(
        pa.types.is_string(kind)
        or pa.types.is_large_string(kind)
        or getattr(pa.types, "is_string_view", lambda _: False)(kind)
        or pa.types.is_boolean(kind)
        or pa.types.is_time(kind)
    )


def encode(
    table: pa.Table,
    what: str,
    buffers: Buffers,
    names: Iterable[str],
    kinds: Mapping[str, Kind] | None = None,
    categories: Mapping[str, Sequence[str]] | None = None,
) -> list[dict[str, Any]]:
    """Headers of the named columns; their buffers are added to ``buffers``. ``kinds`` are those that are known beforehand.

    ``categories`` are those of a model, which may have learned ``True`` for what is ``true`` here. Without a model, text that is
    known to be numbers is read as such; a model's feature must be what the model knows it as.
    """
    known = kinds or {}
    headers = []
    for name in names:
        written = (table.schema.field(name).metadata or {}).get(WRITTEN.encode())
        if written is None:
            headers.append(_column(name, table.column(name), what, buffers, known.get(name), categories))
        else:
            headers.append(_cells(name, table.column(name), buffers, written == b"string", known.get(name)))
    return headers


def _cells(name: str, column: Any, buffers: Buffers, strings: bool, kind: Kind | None) -> dict[str, Any]:
    """Cells as they are written: their bytes, and where each begins."""
    texts = pc.fill_null(column.cast(pa.string()), "")
    whole = texts.chunk(0) if texts.num_chunks == 1 else pa.concat_arrays(texts.chunks) if texts.num_chunks else pa.array([], pa.string())
    _, starts, data = whole.buffers()
    offsets = np.zeros(1, np.int32)
    if starts is not None and len(whole) > 0:
        offsets = np.frombuffer(starts, np.int32)[whole.offset : whole.offset + len(whole) + 1]
    header = {"name": name, "kind": "written", "offsets": buffers.put(offsets), "data": buffers.put(np.frombuffer(data or b"", np.uint8))}
    return {**header, **({"strings": True} if strings else {}), **({} if kind is None else {"as": kind})}


def encode_words(name: str, column: Any, what: str, buffers: Buffers) -> dict[str, Any]:
    """The header of a column that is text whatever its type: ids, labels."""
    return _words(name, column, what, buffers, None)


def _column(
    name: str,
    column: Any,
    what: str,
    buffers: Buffers,
    kind: Kind | None,
    categories: Mapping[str, Sequence[str]] | None,
) -> dict[str, Any]:
    found = column.type
    if not (is_number(found) or is_moment(found) or is_text(found) or pa.types.is_null(found)):
        holds = f"holds values of type {found}"
        raise XenolithError("bad-type", f'{what}: column "{name}" {holds}; expected numbers, text, booleans or dates')
    truth = None if categories is None else categories.get(name)
    if kind == "categorical" and (is_text(found) or pa.types.is_null(found) or _is_whole(column)):
        return _words(name, column, what, buffers, truth)
    if is_text(found) and (kind != "numeric" or categories is not None):
        return _words(name, column, what, buffers, truth)
    header = {"name": name, "kind": "numeric", "values": buffers.put(_numbers(name, column, what))}
    # What was a date, as opposed to a duration, is one for the notes on the data too.
    return {**header, "temporal": True} if pa.types.is_date(found) or pa.types.is_timestamp(found) else header


def _is_whole(column: Any) -> bool:
    """Whether numbers can be words: whole ones, as integers with missing values often arrive as floating point."""
    if pa.types.is_integer(column.type):
        return True
    if not pa.types.is_floating(column.type):
        return False
    present = pc.drop_null(pc.if_else(pc.is_nan(column), pa.scalar(None, column.type), column))
    return bool(pc.all(pc.equal(present, pc.floor(present))).as_py() in (True, None))


def _numbers(name: str, column: Any, what: str) -> np.ndarray[Any, Any]:
    """Float64, NaN for a missing value; moments are seconds since 1970 (UTC)."""
    found = column.type
    divide = 1.0
    if pa.types.is_date(found):
        column = column.cast(pa.timestamp("us"))
        found = column.type
    if pa.types.is_timestamp(found) or pa.types.is_duration(found):
        unit = pa.timestamp("us", tz=found.tz) if pa.types.is_timestamp(found) else pa.duration("us")
        column = column.cast(unit, safe=False).cast(pa.int64())
        divide = 1e6
    elif pa.types.is_decimal(found) or is_text(found):
        # By way of text, which rounds once.
        column = column.cast(pa.string())
    if pa.types.is_null(found):
        return np.full(len(column), np.nan)
    try:
        column = column.cast(pa.float64(), safe=False)
    except pa.ArrowInvalid as error:
        raise XenolithError("bad-type", f'{what}: column "{name}" holds text; expected numbers') from error
    if column.null_count > 0:
        column = pc.fill_null(column, np.nan)
    values: np.ndarray[Any, Any] = column.to_numpy()
    return values if divide == 1.0 else values / divide


def _words(name: str, column: Any, what: str, buffers: Buffers, truth: Sequence[str] | None) -> dict[str, Any]:
    """Codes and words; a missing value has the code -1."""
    found = column.type
    if pa.types.is_boolean(found):
        no, yes = truth_words(truth)
        column = pc.if_else(column, yes, no)
    elif pa.types.is_floating(found) and _is_whole(column):
        missing = pc.is_nan(column)
        column = pc.if_else(missing, pa.scalar(None, pa.int64()), pc.if_else(missing, 0, column).cast(pa.int64()))
    if not pa.types.is_dictionary(column.type):
        column = (column if is_plain_text(column.type) else column.cast(pa.string())).dictionary_encode()
    elif not is_plain_text(column.type.value_type):
        chunks = [_in_words(chunk) for chunk in column.chunks]
        column = pa.chunked_array(chunks, type=pa.dictionary(column.type.index_type, pa.string()))
    whole = column.unify_dictionaries().combine_chunks()
    array = whole if isinstance(whole, pa.DictionaryArray) else whole.chunk(0)
    words = [word or "" for word in array.dictionary.to_pylist()]
    codes = pc.fill_null(array.indices.cast(pa.int32()), -1).to_numpy(zero_copy_only=False)
    return {"name": name, "kind": "categorical", "codes": buffers.put(codes.astype(np.int32, copy=False)), "words": words}


def _in_words(array: Any) -> Any:
    """A dictionary of numbers, say, as one of words."""
    return pa.DictionaryArray.from_arrays(array.indices, array.dictionary.cast(pa.string()))


def is_plain_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def truth_words(categories: Sequence[str] | None) -> tuple[str, str]:
    """The words for false and true: those that a model knows, however they are written, else ``false`` and ``true``."""
    known = {word.lower(): word for word in categories or ()}
    return known.get("false", "false"), known.get("true", "true")
