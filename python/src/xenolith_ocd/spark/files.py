"""Files and folders of rows that Spark reads and writes for the command."""

from __future__ import annotations

import json
import re
from typing import Any

from ..errors import XenolithError
from .errors import one_line

DataFrame = Any
_EXTENSION = re.compile(r"\.(csv|tsv|json|ndjson|jsonl|orc|parquet)(\.(gz|zst|bz2))?$", re.IGNORECASE)


def format_of(path: str) -> str:
    """How Spark reads or writes a path, by its extension; folders without one are Parquet.

    >>> format_of("s3a://lake/new.tsv.gz"), format_of("alarms.ndjson"), format_of("s3a://lake/today")
    ('csv', 'json', 'parquet')
    """
    found = _EXTENSION.search(path.rstrip("/*"))
    kind = "parquet" if found is None else found.group(1).lower()
    return {"tsv": "csv", "ndjson": "json", "jsonl": "json"}.get(kind, kind)


def read(spark: Any, path: str) -> DataFrame:
    """The rows at a path that Spark understands."""
    reader = spark.read.format(format_of(path))
    if format_of(path) == "csv":
        reader = reader.option("header", True).option("inferSchema", True).option("sep", _separator(path))
    try:
        rows = reader.load(path)
    except Exception as error:
        if "PATH_NOT_FOUND" in str(error) or "does not exist" in str(error):
            raise XenolithError("file-missing", f"{path}: no such file") from None
        raise
    if not rows.take(1):
        raise XenolithError("empty-data", f"{path} has no rows")
    return rows


def write(rows: DataFrame, path: str, lists: str | None = None) -> None:
    """Writes the rows as a folder, which must not be there yet. ``lists`` is a column that holds JSON, to be part of the lines as it is."""
    kind = format_of(path)
    writer = (rows if lists is None else _lines(rows, lists)).write.format(kind if lists is None else "text")
    if kind == "csv":
        writer = writer.option("header", True).option("sep", _separator(path))
    try:
        with one_line():
            writer.save(path)
    except Exception as error:
        if "PATH_ALREADY_EXISTS" in str(error) or "already exists" in str(error):
            raise XenolithError("output-unwritable", f"{path} cannot be written: it exists already") from None
        raise


def _lines(rows: DataFrame, lists: str) -> DataFrame:
    """Rows as lines of JSON. Spark's own writer has one type for each column; what is in these lists has several."""
    from pyspark.sql import functions as f

    def field(name: str) -> Any:
        column = f.col("`" + name.replace("`", "``") + "`")
        if name == lists:
            return f.concat(f.lit(json.dumps(name) + ":"), f.coalesce(column, f.lit("null")))
        alone = f.to_json(f.struct(column), {"ignoreNullFields": "false"})
        return f.regexp_extract(alone, r"(?s)^\{(.*)\}$", 1)

    return rows.select(f.concat(f.lit("{"), f.concat_ws(",", *map(field, rows.columns)), f.lit("}")).alias("value"))


def _separator(path: str) -> str:
    return "\t" if re.search(r"\.tsv(\.|$)", path, re.IGNORECASE) else ","
