"""Every type of column is read as the command reads it."""

from __future__ import annotations

import datetime
import decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from test_command import quiet_fit
from written import write_cells

from xenolith_ocd import OpenCategoryDetector, XenolithError
from xenolith_ocd.tables import WRITTEN, Buffers, encode, to_arrow

ROWS = 300


def typed_table(seed: int, shift: int) -> pa.Table:
    draw = np.random.default_rng(seed)
    some = lambda: draw.random(ROWS) < 0.1  # noqa: E731
    whole = draw.integers(0, 1000, ROWS)
    day = datetime.date(2020, 1, 1)
    return pa.table(
        {
            "double": pa.array(draw.normal(size=ROWS) + shift, mask=some()),
            "float": pa.array(draw.normal(size=ROWS).astype(np.float32), mask=some()),
            "byte": pa.array(draw.integers(-100, 100, ROWS), pa.int8(), mask=some()),
            "unsigned": pa.array(draw.integers(0, 2**32 - 1, ROWS), pa.uint32()),
            "long": pa.array([2**53 + int(k) * 12_345_679 for k in whole], pa.int64(), mask=some()),
            "decimal": pa.array([decimal.Decimal(int(k)) / 1000 for k in whole], pa.decimal128(12, 3), mask=some()),
            "flag": pa.array(draw.random(ROWS) < 0.4, mask=some()),
            "word": pa.array(draw.choice(["", "a", "ä", "\U0001f600", "\uffff"], ROWS), mask=some()),
            "large": pa.array(draw.choice(["p", "q"], ROWS), pa.large_string()),
            "sort": pa.array(draw.choice(["x", "y", "z"], ROWS), mask=some()).dictionary_encode(),
            "date": pa.array([day + datetime.timedelta(days=int(k)) for k in whole], pa.date32(), mask=some()),
            "moment": pa.array(whole * 1_234_567_890 + 5, pa.timestamp("us")),
            "instant": pa.array(whole * 1_234_567, pa.timestamp("ms", tz="UTC"), mask=some()),
            "nothing": pa.nulls(ROWS, pa.float64()),
        }
    )


def test_arrow_types_give_the_certificate_and_scores_of_a_parquet_file(command: Any, tmp_path: Path) -> None:
    tables = {name: typed_table(seed, shift) for name, seed, shift in (("nominal", 1, 0), ("mixture", 2, 4), ("new", 3, 2))}
    for name, table in tables.items():
        pq.write_table(table, tmp_path / f"{name}.parquet")
    ours = quiet_fit(
        OpenCategoryDetector(alpha=1, recall=0.5, confidence=0.8, options={"trees": 40}),
        tables["nominal"],
        tables["mixture"],
    )
    model, out = tmp_path / "model.xeno", tmp_path / "out.csv"
    files = ("--nominal", tmp_path / "nominal.parquet", "--mixture", tmp_path / "mixture.parquet", "--out", model)
    terms = ("--alpha", 1, "--recall", 0.5, "--confidence", 0.8, "--trees", 40)
    assert dict(ours.certificate_) == command("fit", *files, *terms, "--json")
    command("score", "--model", model, "--input", tmp_path / "new.parquet", "--out", out)
    theirs = pd.read_csv(out, float_precision="round_trip")["score"].to_numpy()
    assert ours.score_samples(tables["new"]).tobytes() == theirs.tobytes()
    for other in (tables["new"].to_pandas(), pl.from_arrow(tables["new"])):
        assert ours.score_samples(other).tobytes() == theirs.tobytes()


def read(table: Any, **more: Any) -> tuple[list[dict[str, Any]], Buffers]:
    arrow, buffers = to_arrow(table, "rows"), Buffers()
    return encode(arrow, "rows", buffers, arrow.column_names, **more), buffers


def test_numbers_are_not_copied_on_their_way() -> None:
    values = np.arange(12.0).reshape(2, 6)
    frame = pd.DataFrame({"a": values[0], "b": values[1]}, copy=False)
    header, buffers = read(frame)
    assert [column["kind"] for column in header] == ["numeric", "numeric"]
    assert np.shares_memory(buffers[0], frame["a"].to_numpy())
    arrow = pa.table({"a": pa.array(values[0])})
    assert np.shares_memory(read(arrow)[1][0], arrow.column("a").chunk(0).to_numpy())


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (pd.Series([3, 1, 2]), ["3", "1", "2"]),
        (pd.Series([3.0, None, 2.0]), ["3", None, "2"]),
        (pd.Series(["b", None, ""]), ["b", None, ""]),
        (pd.Series([7, 7, 9], dtype="category"), ["7", "7", "9"]),
        (pd.cut(pd.Series([0.5, 2.5]), [0, 1, 3]), ["(0, 1]", "(1, 3]"]),
        (pd.Series([True, False, None], dtype="boolean"), ["true", "false", None]),
        (pd.Series([3, None, 2], dtype="Int64"), ["3", None, "2"]),
    ],
)
def test_categories_are_words(values: pd.Series, words: list[str | None]) -> None:
    [column], [codes] = read(pd.DataFrame({"a": values}), kinds={"a": "categorical"})
    assert column["kind"] == "categorical"
    assert [None if code < 0 else column["words"][code] for code in codes] == words


def test_truth_is_written_as_the_model_knows_it() -> None:
    table = pd.DataFrame({"a": [True, False]})
    [column], [codes] = read(table, kinds={"a": "categorical"}, categories={"a": ["False", "True"]})
    assert [column["words"][code] for code in codes] == ["True", "False"]


@pytest.mark.parametrize(
    ("table", "code", "words"),
    [
        (pd.DataFrame({"a": [[1], [2]]}), "bad-type", "list<"),
        (pd.DataFrame({"a": [1, "x"]}), "bad-type", 'rows: column "a" cannot be read as one type'),
        (pd.DataFrame({"a": [10**30, 1]}), "bad-type", 'rows: column "a" cannot be read as one type'),
        ({"a": [1.0], "b": [1, "x"]}, "bad-type", 'rows: column "b" cannot be read as one type'),
        ({"a": 1.0}, "bad-type", 'rows: column "a" cannot be read as one type'),
        (np.zeros(3), "bad-argument", "Reshape your data"),
        ("rows.csv", "bad-argument", "got str"),
        (pd.Series([1.0]), "bad-argument", "got Series"),
        (pl.Series([1.0]), "bad-argument", "got Series"),
        (pl.LazyFrame({"a": [1.0]}), "bad-argument", "a LazyFrame: collect() it first"),
        ([[1.0], [1.0, 2.0]], "bad-argument", "inhomogeneous"),
        (np.zeros((2, 2, 2)), "bad-argument", "got 3 dimensions"),
        ([{"a": 1.0}], "bad-argument", "a list of records: make a table of them"),
        (pd.DataFrame({"a": pd.period_range("2024", periods=2, freq="D")}), "bad-type", "period"),
        (pa.table([[1.0], [2.0]], names=["a", "a"]), "bad-argument", 'two columns named "a"'),
    ],
)
def test_what_is_no_table_of_numbers_and_words_is_refused_in_a_line(table: Any, code: str, words: str) -> None:
    with pytest.raises(XenolithError) as caught:
        read(table)
    assert caught.value.code == code
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_numbers_beside_text_in_a_list_of_rows_stay_numbers() -> None:
    table = to_arrow([[1.5, "a", 3], [None, "7", 4]], "rows")
    assert table.to_pydict() == {"column0": [1.5, None], "column1": ["a", "7"], "column2": [3, 4]}
    assert to_arrow([["1", "2"]], "rows").to_pydict() == {"column0": ["1"], "column1": ["2"]}


def test_numbers_are_numbers_however_pandas_and_numpy_hold_them() -> None:
    plain = np.array([0.0, 2.0, 5.0, 0.0])
    for held in (
        plain.astype(np.float16),
        plain.astype(">f8"),
        plain.astype(np.uint8),
        pd.array(plain, dtype="Float32"),
        pd.array([0, 2, 5, 0], dtype="Int64"),
        pd.array([0, 2, 5, 0], dtype="int32[pyarrow]"),
        pd.arrays.SparseArray(plain),
        pd.Series(plain, dtype=object),
        pd.to_timedelta(plain, unit="s"),
        pd.Timestamp(0) + pd.to_timedelta(plain, unit="s"),
    ):
        _, [values] = read(pd.DataFrame({"a": held}))
        np.testing.assert_array_equal(values, plain)
    _, [first, second] = read(np.asfortranarray(np.stack([plain, -plain], axis=1).astype(object))[::-1])
    np.testing.assert_array_equal([first, second], [plain[::-1], -plain[::-1]])


def test_columns_of_a_mapping_are_read_as_those_of_pandas() -> None:
    plain = [0.0, 2.0, None, 5.0]
    for held in (plain, tuple(plain), [0.0, 2.0, pd.NA, 5.0], pd.array(plain, dtype="Int64"), np.array(plain, np.float64), pl.Series(plain), pa.chunked_array([plain[:1], plain[1:]])):
        _, [values] = read({"a": held})
        np.testing.assert_array_equal(values, [0, 2, np.nan, 5])
    [column], [codes] = read({"a": [True, None, False, pd.NA]})
    assert (column["words"], codes.tolist()) == (["true", "false"], [0, -1, 1, -1])


def test_text_that_is_said_to_be_numbers_is_read_as_such() -> None:
    _, [values] = read(pd.DataFrame({"a": ["1.5", None, "-2e3"]}), kinds={"a": "numeric"})
    np.testing.assert_array_equal(values, [1.5, np.nan, -2000])
    with pytest.raises(XenolithError, match='column "a" holds text'):
        read(pd.DataFrame({"a": ["one"]}), kinds={"a": "numeric"})


def test_cells_of_a_file_of_text_are_read_as_the_command_reads_them(command: Any, tmp_path: Path) -> None:
    paths = [write_cells(tmp_path / f"{name}.csv", 400, aliens, seed) for seed, (name, aliens) in enumerate((("clean", 0), ("new", 0.4)))]

    def cells(path: Path, marked: bool) -> pa.Table:
        frame = pd.read_csv(path, dtype=str, keep_default_na=False)
        fields = [pa.field(name, pa.string(), metadata={WRITTEN: "text"} if marked else None) for name in frame.columns]
        table = pa.Table.from_pandas(frame, schema=pa.schema(fields), preserve_index=False)
        return pa.concat_tables([table.slice(0, 150), table.slice(150)])  # cells that do not begin where their bytes do

    terms = {"alpha": 0.5, "recall": 0.5, "confidence": 0.9}
    made = OpenCategoryDetector(**terms, id="code", options={"trees": 30}, types={"zip": "categorical"})
    quiet_fit(made, *(cells(path, True) for path in paths))
    files = ("--nominal", paths[0], "--mixture", paths[1], "--out", tmp_path / "model.xeno", "--id", "code")
    flags = [part for name, value in terms.items() for part in (f"--{name}", value)]
    theirs = command("fit", *files, *flags, "--trees", 30, "--types", "zip=categorical", "--json")
    assert dict(made.certificate_) == theirs
    assert made._fitted().summary(made._node())["features"][0] == {"name": "x", "kind": "numeric"}
    command("detect", "--model", tmp_path / "model.xeno", "--input", paths[1], "--out", tmp_path / "out.csv", "--id", "code")
    detected = pd.read_csv(tmp_path / "out.csv", float_precision="round_trip")
    assert made.score_samples(cells(paths[1], True)).tobytes() == detected["score"].to_numpy().tobytes()
    # Text of a file that declares it as text stays text.
    with pytest.raises(XenolithError, match='column "x" holds text; the model knows it as numbers'):
        made.score_samples(cells(paths[1], False))
    # Cells that are no numbers are named.
    broken = paths[1].read_text().replace("\n00007,", "\n00007,oops", 1)
    (tmp_path / "broken.csv").write_text(broken)
    with pytest.raises(XenolithError, match='the input, row 8, column "x": "oops.* is not a number'):
        made.score_samples(cells(tmp_path / "broken.csv", True))
