"""What ``xenolith --engine spark`` submits: one request from a file, one answer into another."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any

from ..errors import NotCertifiable, XenolithError
from .errors import clear
from .files import format_of, read, write
from .fit import Asked, fit_asked
from .model import XenolithModel
from .threshold import threshold_answer
from .watch import Watch

def _say(text: str) -> None:
    print(f"xenolith: {text}", file=sys.stderr, flush=True)


def _fit(spark: Any, asked: dict[str, Any], content: Path) -> dict[str, Any]:
    training = {name: value for name, value in asked["training"].items() if name not in ("trainRows", "holdout")}
    terms = {_snake(name): value for name, value in asked["terms"].items()}
    known = Asked(
        id=asked["id"],
        train_rows=asked["trainRows"],
        detector=training.pop("detector", "iforest"),
        options=training,
        features=asked.get("features"),
        ignore=asked.get("ignore"),
        types=asked.get("types"),
        label=asked.get("label"),
        per_class=bool(asked.get("perClass")),
        keep_rows=asked.get("keepRows"),
        seed=asked["seed"],
        **terms,
    )
    nominal, mixture = read(spark, asked["nominal"]), read(spark, asked["mixture"])
    fit_asked(nominal, mixture, known, asked.get("workers"), None, _say).save(content)
    return {}


def _threshold(spark: Any, asked: dict[str, Any], _: Path) -> dict[str, Any]:
    nominal, mixture = read(spark, asked["nominal"]), read(spark, asked["mixture"])
    answer = threshold_answer(
        nominal, mixture, asked["id"], asked["column"], asked["terms"], asked["seed"], None, _say
    )
    return {name: answer[name] for name in ("certificate", "words", "passes", "parts")}


def _detect(spark: Any, asked: dict[str, Any], _: Path) -> dict[str, Any]:
    model = XenolithModel.load(asked["model"], spark)
    watch = Watch()
    explain, only = asked.get("explain"), bool(asked.get("onlyAlarms"))
    lists = "explanation" if explain is not None and format_of(asked["out"]) == "json" else None
    found = model.transform(
        read(spark, asked["input"], asked["id"]),
        id=asked["id"],
        explain=explain,
        explain_as="words" if lists is None else "json",
        only_alarms=only,
        watch=watch,
    )
    _say("scoring")
    write(found, asked["out"], lists)
    answer = watch.answer()
    return {name: answer[name] for name in ("batch", "condition")}


def _score(spark: Any, asked: dict[str, Any], _: Path) -> dict[str, Any]:
    from pyspark.sql import Observation
    from pyspark.sql import functions as f

    model = XenolithModel.load(asked["model"], spark)
    counted = Observation()
    found = model.score(read(spark, asked["input"], asked["id"]), id=asked["id"]).observe(counted, f.count(f.lit(1)).alias("rows"))
    _say("scoring")
    write(found, asked["out"])
    return {"rows": counted.get["rows"]}


_COMMANDS = {"fit": _fit, "threshold": _threshold, "detect": _detect, "score": _score}


def _snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: "_" + letter.group().lower(), name)


def _flags(message: str) -> str:
    """Names of arguments in messages as the command writes them."""
    return re.sub(r"\b(train_rows|per_class)\b", lambda name: "--" + name.group().replace("_", "-"), message)


def run(asked: dict[str, Any], content: Path, spark: Any = None) -> dict[str, Any]:
    """The result of a request: an answer or an error, and what should be said besides."""
    notes: list[str] = []
    result: dict[str, Any] = {"notes": notes}
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            if spark is None:
                from pyspark.sql import SparkSession

                spark = SparkSession.builder.getOrCreate()
            result["answer"] = _COMMANDS[asked["command"]](spark, asked, content)
        except XenolithError as error:
            certificate = error.certificate if isinstance(error, NotCertifiable) else None
            result["error"] = {"code": error.code, "message": _flags(str(error))}
            if certificate is not None:
                result["error"]["certificate"] = certificate
        except Exception as error:  # the command tells it in one line, with no page of traces
            found = clear(error) or error
            line = next((each for each in str(found).splitlines() if each.strip()), type(found).__name__)
            code = found.code if isinstance(found, XenolithError) else "internal"
            result["error"] = {"code": code, "message": line}
    notes += [str(each.message) for each in heard if each.category.__name__ == "XenolithWarning"]
    return result


def main() -> None:
    """The arguments: a file with the request, one for the result, one for the bytes of a model."""
    asked, result, content = map(Path, sys.argv[1:4])
    request = json.loads(asked.read_text())
    if (command := request.pop("process", None)) is not None:
        threading.Thread(target=_end_with, args=(command, asked.parent), daemon=True).start()
    result.write_text(json.dumps(run(request, content)))


def _end_with(process: int, folder: Path) -> None:
    """Ends this driver, and with it its job, when the command that waits for the answer in a folder is gone: it may have been killed."""
    while True:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            shutil.rmtree(folder, ignore_errors=True)  # which the command made and can no longer remove
            os._exit(1)
        except PermissionError:
            pass  # it runs, as somebody else
        time.sleep(1)


if __name__ == "__main__":
    main()
