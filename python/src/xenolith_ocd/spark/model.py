"""A model on Spark."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa

from ..certificate import Certificate
from ..errors import XenolithError
from ..model import Model
from ..node import shared_node
from ..tables import is_moment, is_number, is_text
from ..terms import whole_from_one
from .executor import Scorer, marked
from .files import quoted, written_in
from .watch import TALLY, Watch

DataFrame = Any  # pyspark.sql.DataFrame, of either kind: classic or Connect


class XenolithModel:
    """A model file that scores Spark DataFrames, with the bits of ``xenolith detect`` on the same rows.

    >>> from xenolith_ocd.spark import XenolithModel
    >>> model = XenolithModel.load("model.xeno")  # doctest: +SKIP
    >>> model.transform(rows).where("alarm").write.parquet("alarms")  # doctest: +SKIP
    """

    def __init__(self, content: bytes, what: str = "the model file") -> None:
        self._model = Model(content, what)
        self._summary = self._model.summary(shared_node(1))

    @staticmethod
    def load(path: str | os.PathLike[str], spark: Any = None) -> XenolithModel:
        """The model at a path: a file of the driver, or with ``spark`` any place that Spark can read, such as ``hdfs:`` or ``s3a:``."""
        name = os.fspath(path)
        if spark is None or not re.match(r"[a-z][a-z0-9+.-]+:", name):
            return XenolithModel(Model.read(path).content, name)
        try:
            rows = spark.read.format("binaryFile").load(name).select("content").take(1)
        except Exception as error:
            if "PATH_NOT_FOUND" not in str(error) and "does not exist" not in str(error):
                raise
            rows = []
        if not rows:
            raise XenolithError("file-missing", f"{name} does not exist")
        return XenolithModel(bytes(rows[0][0]), name)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model file, which every part of Xenolith reads."""
        Path(path).write_bytes(self._model.content)

    @property
    def certificate(self) -> Certificate:
        """What the alarms of this model promise."""
        return Certificate(self._summary["certificate"], self._summary["card"])

    @property
    def features(self) -> list[str]:
        """The columns that the model reads."""
        return [feature["name"] for feature in self._summary["features"]]

    @property
    def id(self) -> str | None:
        """The column that names rows, if one was given when the model was made."""
        name: str | None = self._summary["id"]
        return name

    def transform(
        self,
        rows: DataFrame,
        *,
        id: str | None = None,
        explain: int | None = None,
        explain_as: Literal["words", "json"] = "words",
        only_alarms: bool = False,
        watch: Watch | None = None,
        score_column: str = "score",
        alarm_column: str = "alarm",
        explanation_column: str = "explanation",
        nearest_column: str = "nearest_nominal",
    ) -> DataFrame:
        """The rows with their scores and alarms; with ``explain``, also the features that make each alarm look most alien, and, where
        the model keeps nominal rows, the number of the one that is most like it. Explanations are sentences, or the lists of
        ``xenolith detect --out alarms.json`` as JSON.

        All columns stay; with ``id``, only that one does, as in what ``xenolith detect`` writes. Rows have no numbers on a
        cluster: an id is the only way to find them again. ``watch`` learns, when the rows are written or collected, whether they
        contradict what the promise rests on.
        """
        if explain_as not in ("words", "json"):
            raise XenolithError("bad-option", f"explain_as must be \"words\" or \"json\", got {explain_as!r}")
        names = {"score": score_column, "alarm": alarm_column}
        if explain is not None:
            whole_from_one("explain", explain)
            names["explanation" if explain_as == "words" else "reasons"] = explanation_column
            if self._summary["keepsRows"]:
                names["nearest"] = nearest_column
        if watch is None:
            found = self._mapped(rows, id, names, explain)
        else:
            found = watch.over(self._mapped(rows, id, {**names, "tally": TALLY}, explain), self._model)
        return found.where(found[alarm_column]) if only_alarms else found

    def score(self, rows: DataFrame, *, id: str | None = None, score_column: str = "score") -> DataFrame:
        """The rows with their scores alone: higher is more alien."""
        return self._mapped(rows, id, {"score": score_column}, None)

    def _mapped(self, rows: DataFrame, id: str | None, names: dict[str, str], explain: int | None) -> DataFrame:
        from pyspark.sql.types import ArrayType, BooleanType, DoubleType, LongType, StringType, StructField, StructType

        self._check(rows, id)
        keep = rows.columns if id is None else [id]
        taken = next((name for name in names.values() if name in keep), None)
        if taken is not None:
            raise XenolithError("bad-option", f'the input has a column "{taken}" already: choose another name for ours, or give id')
        # Only what is read or kept is sent through the pipe.
        needed = [name for name in rows.columns if name in set(keep) | set(self.features)]
        types = {
            "score": DoubleType(),
            "alarm": BooleanType(),
            "explanation": StringType(),
            "reasons": StringType(),
            "nearest": LongType(),
            "tally": ArrayType(LongType()),
        }
        fields = [StructField(name, rows.schema[name].dataType) for name in keep]
        schema = StructType([*fields, *(StructField(names[what], types[what]) for what in names)])
        scorer = Scorer(self._model.content, list(keep), names, explain, written_in(rows))
        return rows.select([quoted(name) for name in needed]).mapInArrow(scorer, schema)

    def _check(self, rows: DataFrame, id: str | None) -> None:
        """Refuses, before a task is started, what every task would refuse."""
        twice = next((name for name in rows.columns if rows.columns.count(name) > 1), None)
        if twice is not None:
            raise XenolithError("bad-argument", f'the input has two columns named "{twice}"')
        if id is not None and id not in rows.columns:
            raise XenolithError("missing-column", f'the input has no column "{id}", named as id')
        from pyspark.sql.pandas.types import to_arrow_type

        empty = {}
        for field in rows.schema.fields:
            if field.name not in self.features:
                continue
            try:
                kind = to_arrow_type(field.dataType)
            except Exception:  # a type that Spark itself cannot hand over
                kind = pa.list_(pa.null())
            if not (is_number(kind) or is_moment(kind) or is_text(kind) or pa.types.is_null(kind)):
                what = f'column "{field.name}" holds {field.dataType.simpleString()}'
                raise XenolithError("bad-type", f"the input: {what}; expected numbers, text, booleans or dates")
            empty[field.name] = pa.array([], type=kind)
        self._model.score(shared_node(1), marked(pa.table(empty), written_in(rows)))
