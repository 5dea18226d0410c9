"""Processor time of everything that descends from some processes, by kind, whether it still runs or not."""

from __future__ import annotations

import os
import threading
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
KINDS = (("program/main.js", "node"), ("pyspark.daemon", "python"), ("pyspark/daemon", "python"), ("java", "java"))


class Sampler:
    """Looks five times a second: a process that ends loses at most so much."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._seen: dict[int, tuple[str, float]] = {}
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def by_kind(self) -> dict[str, float]:
        """Seconds so far."""
        self._look()
        total: dict[str, float] = {}
        for kind, seconds in list(self._seen.values()):
            total[kind] = total.get(kind, 0.0) + seconds
        return total

    def stop(self) -> None:
        self._ends.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ends.wait(0.2):
            self._look()

    def _look(self) -> None:
        parents: dict[int, int] = {}
        seconds: dict[int, float] = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            pid = int(folder.name)
            parents[pid] = int(fields[1])
            seconds[pid] = (int(fields[11]) + int(fields[12])) / TICK
        for pid in seconds:
            if pid != self._root and self._descends(pid, parents):
                kind = self._seen[pid][0] if pid in self._seen and self._seen[pid][0] != "other" else _kind(pid)
                self._seen[pid] = (kind, seconds[pid])

    def _descends(self, pid: int, parents: dict[int, int]) -> bool:
        if pid in self._seen:  # a child whose parent has gone is still ours
            return True
        while pid in parents:
            pid = parents[pid]
            if pid == self._root:
                return True
        return False


def _kind(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return "other"
    return next((kind for mark, kind in KINDS if mark in words), "python" if "python" in words else "other")
