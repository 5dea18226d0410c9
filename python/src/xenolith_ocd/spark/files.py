"""Files and folders of rows that Spark reads and writes for the command."""

from __future__ import annotations

import json
import re
from typing import Any

from ..errors import XenolithError
from ..tables import WRITTEN
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


def read(spark: Any, path: str, id: str | None = None) -> DataFrame:
    """The rows at a path that Spark understands. Cells of CSV, and strings of JSON, are left as they stand and marked: of what kind a column is
    depends on all of them, and is judged by the code that reads files everywhere else. With ``id``, ids that are all whole numbers are that."""
    kind = format_of(path)
    reader = spark.read.format(kind)
    if kind == "csv":
        # A row of another width than the header's is an error, never cut or filled up.
        reader = reader.option("header", True).option("sep", _separator(path)).option("escape", '"')
        reader = reader.option("mode", "FAILFAST").option("columnPruning", False).option("enforceSchema", False)
    try:
        with one_line():
            rows = reader.load(path)
            empty = not rows.take(1)
    except Exception as error:
        if "PATH_NOT_FOUND" in str(error) or "does not exist" in str(error):
            raise XenolithError("file-missing", f"{path}: no such file") from None
        raise
    if empty:
        raise XenolithError("empty-data", f"{path} has no rows")
    if kind in ("csv", "json"):
        rows = _marked(rows, "text" if kind == "csv" else "string")
    return _numbered(rows, id) if kind == "csv" and id in rows.columns else rows


def _marked(rows: DataFrame, how: str) -> DataFrame:
    from pyspark.sql import functions as f

    return rows.select(
        [
            f.col(quoted(field.name)).alias(field.name, metadata={WRITTEN: how}) if field.dataType.typeName() == "string" else quoted(field.name)
            for field in rows.schema.fields
        ]
    )


def _numbered(rows: DataFrame, id: str | None) -> DataFrame:
    """The rows with ids that are numbers, if each is written as one."""
    from pyspark.sql import functions as f

    name = quoted(str(id))
    plain = f.col(name).rlike(r"^(0|-?[1-9][0-9]{0,14})$")
    with one_line():
        numbers = rows.agg(f.min(f.coalesce(plain, f.lit(False)))).collect()[0][0]
    return rows.withColumn(str(id), f.col(name).cast("long")) if numbers else rows


def written_in(rows: DataFrame) -> dict[str, str]:
    """The columns whose cells are as they stand in a file, and how."""
    return {field.name: field.metadata[WRITTEN] for field in rows.schema.fields if field.metadata and WRITTEN in field.metadata}


_NUMBER = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$"
_NO_NUMBER = ("", "na", "n/a", "nan", "-nan", "+nan", "null", "none", "?")


def number_of(rows: DataFrame, name: str, what: str) -> Any:
    """The numbers in a column of written cells, null where they are missing."""
    from pyspark.sql import functions as f

    cell = f.trim(f.col(quoted(name)))
    told = f.concat(f.lit(f'xenolith [bad-row] {what}: column "{name}" holds "'), cell, f.lit('", which is not a number'))
    infinite = f.lower(cell).rlike("^[+-]?inf(inity)?$")
    return (
        f.when(cell.rlike(_NUMBER), f.when(cell.rlike(_NUMBER), cell).cast("double"))
        .when(cell.isNull() | f.lower(cell).isin(*_NO_NUMBER), f.lit(None))
        .when(infinite, f.lit(float("inf")))
        .otherwise(f.raise_error(told))
    )


def write(rows: DataFrame, path: str, lists: str | None = None) -> None:
    """Writes the rows as a folder, which must not be there yet. ``lists`` is a column that holds JSON, to be part of the lines as it is."""
    kind = format_of(path)
    writer = (rows if lists is None else _lines(rows, lists)).write.format(kind if lists is None else "text")
    if kind == "csv":
        writer = writer.option("header", True).option("sep", _separator(path)).option("escape", '"')
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
        column = f.col(quoted(name))
        if name == lists:
            return f.concat(f.lit(json.dumps(name) + ":"), f.coalesce(column, f.lit("null")))
        alone = f.to_json(f.struct(column), {"ignoreNullFields": "false"})
        return f.regexp_extract(alone, r"(?s)^\{(.*)\}$", 1)

    return rows.select(f.concat(f.lit("{"), f.concat_ws(",", *map(field, rows.columns)), f.lit("}")).alias("value"))


def quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _separator(path: str) -> str:
    return "\t" if re.search(r"\.tsv(\.|$)", path, re.IGNORECASE) else ","
