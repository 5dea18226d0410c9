"""Ends processes of a cluster while they are at work."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

NODE = "program/main.js"
EXECUTOR = "CoarseGrainedExecutorBackend"


class Killer:
    """Ends one process of this cluster by its command line: a Node child when it computes, an executor at once."""

    def __init__(self, words: str, seconds: float = 300) -> None:
        self.words = words
        self.killed: int | None = None
        self._seconds = seconds
        self._ends = 0.0
        self._seen: dict[int, tuple[float, int]] = {}
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Lies in wait, once."""
        if self._thread is None:
            self._ends = time.monotonic() + self._seconds
            self._thread = threading.Thread(target=self._kill)
            self._thread.start()

    def wait(self) -> None:
        """Until the deed is done, or the time for it is over."""
        if self._thread is not None:
            self._thread.join()

    def __enter__(self) -> Killer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends = 0.0
        self.wait()

    def _kill(self) -> None:
        while self.killed is None and (time.monotonic() < self._ends):
            for pid in self._candidates():
                if self.words == NODE and not self._computes(pid):
                    continue
                os.kill(pid, signal.SIGKILL)
                self.killed = pid
                return
            time.sleep(0.01)

    def _computes(self, pid: int) -> bool:
        """Whether a process took processor time within the last second: it is in the middle of something. An idle Node takes none, and one
        that computes may get little where the machine is busy."""
        try:
            now, ticks = time.monotonic(), sum(map(int, _fields(pid)[11:13]))
        except OSError:
            return False
        since, before = self._seen.setdefault(pid, (now, ticks))
        if now - since > 1:
            self._seen[pid] = (now, ticks)
        return ticks - before >= 2

    def _candidates(self) -> list[int]:
        """Processes that descend from this test's workers; its own Node is not among them."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if self.words in _words(int(folder.name)) and _is_of_a_worker(int(folder.name)):
                    found.append(int(folder.name))
            except (OSError, ValueError):
                continue
        return found


def _words(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")


def _fields(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _is_of_a_worker(pid: int) -> bool:
    of_worker = False
    while pid > 1:
        of_worker = of_worker or "deploy.worker.Worker" in _words(pid)
        pid = int(_fields(pid)[1])
        if pid == os.getpid():
            return of_worker
    return False
