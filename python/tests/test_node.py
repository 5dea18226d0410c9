"""The child process: lost, found again, and never a stale answer."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from test_command import TERMS, fitted, quiet_fit

import xenolith_ocd.node as node_module
from xenolith_ocd import NodeError, OpenCategoryDetector, XenolithError, plan
from xenolith_ocd.model import Model
from xenolith_ocd.node import Node, node_path, shared_node

ASKED = {"asked": {"alpha": 0.1, "recall": 0.9, "confidence": 0.95}}


def test_a_child_that_was_killed_is_started_again(tables: dict[str, Any]) -> None:
    made = fitted(tables)
    scores = made.score_samples(tables["new"])
    os.kill(shared_node().pid, signal.SIGKILL)
    time.sleep(0.2)
    assert made.score_samples(tables["new"]).tobytes() == scores.tobytes()


def test_a_child_that_dies_at_work_is_an_error_and_the_next_request_is_answered() -> None:
    node = Node()
    try:
        pid = node.pid
        os.kill(pid, signal.SIGSTOP)  # so that it is at work for as long as we like
        threading.Timer(0.2, os.kill, (pid, signal.SIGKILL)).start()
        with pytest.raises(NodeError, match="ended while it was at work .signal 9"):
            node.ask("plan", ASKED)
        assert node.ask("plan", ASKED).header["plan"]["n0"] > 0
    finally:
        node.stop()


def test_a_model_that_nobody_has_any_more_is_let_go_of(tables: dict[str, Any]) -> None:
    content = fitted(tables)._model.content
    node = Node()
    try:
        kept, dropped = Model(content), Model(content)
        handles = kept.handle(node), dropped.handle(node)
        del dropped
        gc.collect()
        day = {"made": "2020-01-01"}
        assert node.ask("report", {"model": handles[0], **day}).buffers
        with pytest.raises(XenolithError, match=f"no model {handles[1]} is open"):
            node.ask("report", {"model": handles[1], **day})
    finally:
        node.stop()


def test_an_answer_that_is_taken_slowly_is_whole(tables: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe holds 64 kB; while it is full, Node has to wait with the rest."""
    read = node_module._read

    def slowly(stream: Any, length: int) -> bytearray:
        if length > 1 << 17:
            time.sleep(0.3)
        return read(stream, length)

    monkeypatch.setattr(node_module, "_read", slowly)
    made = OpenCategoryDetector(**TERMS, id="name", options={"trees": 500}, workers=2)
    quiet_fit(made, tables["nominal"], tables["mixture"])
    assert len(made._model.content) > 1 << 17
    assert made.score_samples(tables["new"]).shape == (400,)


def test_an_interrupted_request_leaves_nothing_behind() -> None:
    node = Node()
    try:
        first = node.pid
        rows = [[float(i % 7), float(i)] for i in range(400)]

        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        from xenolith_ocd.tables import Buffers, encode, to_arrow

        buffers = Buffers()
        table = to_arrow(rows, "rows")
        columns = encode(table, "rows", buffers, table.column_names)
        header = {"rows": 400, "names": table.column_names, "columns": columns}
        fields = {
            **{"nominal": header, "mixture": header, "roles": {}, "training": {"detector": "iforest", "trees": 500}},
            **{"terms": {"alpha": 0.5, "q": 0.05}, "reading": {}, "seed": 1},
        }
        with pytest.warns(UserWarning), pytest.raises(KeyboardInterrupt):
            node.ask("fit", fields, buffers, interrupt)
        assert node.ask("plan", ASKED).header["plan"]["n0"] > 0
        assert node.pid != first
    finally:
        node.stop()


def in_a_fork(queue: Any) -> None:
    queue.put((shared_node().pid, plan(alpha=0.1, recall=0.9, confidence=0.95)["n0"]))


def test_a_fork_has_a_child_of_its_own() -> None:
    ours, n0 = shared_node().pid, plan(alpha=0.1, recall=0.9, confidence=0.95)["n0"]
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=in_a_fork, args=(queue,))
    process.start()
    theirs, found = queue.get(timeout=300)
    process.join()
    assert theirs != ours and found == n0
    assert plan(alpha=0.1, recall=0.9, confidence=0.95)["n0"] == n0
    assert shared_node().pid == ours


def test_threads_share_it_in_turns() -> None:
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda: found.append(plan(alpha=0.1, recall=0.9, confidence=0.95)["n0"])) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1


def test_it_ends_with_python() -> None:
    words = "from xenolith_ocd.node import shared_node; print(shared_node().pid)"
    pid = int(subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True).stdout)
    deadline = time.monotonic() + 300
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()


def test_a_node_that_is_not_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XENOLITH_NODE", "/nowhere/node")
    with pytest.raises(XenolithError, match="Node cannot be started: .*/nowhere/node") as caught:
        Node().ask("hello")
    assert caught.value.code == "not-installed"
    monkeypatch.delenv("XENOLITH_NODE")
    assert Path(node_path()).is_file()
