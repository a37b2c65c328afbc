"""The YAML language server that editors run, spoken to over its standard streams."""

from __future__ import annotations

import json
import queue
import shutil
import subprocess
import threading
from pathlib import Path
from typing import IO, Any

from tests.conftest import need, skip_or_fail

VERSION = "1.18.0"
SETTINGS = {
    "yaml": {
        "validate": True,
        "completion": True,
        "hover": True,
        "schemaStore": {"enable": False},
        "schemas": {},
    }
}


def installed(folder: Path) -> str:
    """The server's program: the one that is there, else one fetched into the folder by npm."""
    found = shutil.which("yaml-language-server")
    if found:
        return found
    need("node")
    done = subprocess.run(
        [need("npm"), "install", "--no-audit", "--no-fund", "--silent", "--prefix", str(folder),
         f"yaml-language-server@{VERSION}"],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        skip_or_fail(f"npm cannot install yaml-language-server: {done.stderr[-200:]}")
    return str(folder / "node_modules" / ".bin" / "yaml-language-server")


class LanguageServer:
    """One server process; a request waits for its own answer."""

    def __init__(self, program: str, root: Path) -> None:
        self._process = subprocess.Popen(
            [program, "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin: IO[bytes] = self._process.stdin
        self._stdout: IO[bytes] = self._process.stdout
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._diagnostics: queue.Queue[dict[str, Any]] = queue.Queue()
        self._last = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": root.as_uri(),
                "capabilities": {
                    "workspace": {"configuration": True},
                    "textDocument": {
                        "completion": {"completionItem": {"documentationFormat": ["markdown"]}},
                        "hover": {"contentFormat": ["markdown"]},
                    },
                },
            },
        )
        self._notify("initialized", {})
        self._notify("workspace/didChangeConfiguration", {"settings": SETTINGS})

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._reader.join(timeout=10)
        self._stdin.close()
        self._stdout.close()

    def open(self, path: Path, text: str) -> list[dict[str, Any]]:
        """Open a document; what the server finds wrong with it."""
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": text}
        self._notify("textDocument/didOpen", {"textDocument": document})
        while True:
            found = self._diagnostics.get(timeout=60)
            if found["uri"] == path.as_uri():
                return list(found["diagnostics"])

    def at(self, method: str, path: Path, line: int, character: int) -> Any:
        """A request about a place, line and character from 0."""
        return self.request(
            method,
            {
                "textDocument": {"uri": path.as_uri()},
                "position": {"line": line, "character": character},
            },
        )

    def request(self, method: str, parameters: dict[str, Any]) -> Any:
        """Ask and wait for the answer."""
        self._last += 1
        self._send({"id": self._last, "method": method, "params": parameters})
        while True:
            answer = self._answers.get(timeout=60)
            if answer["id"] == self._last:
                return answer.get("result")

    def _notify(self, method: str, parameters: dict[str, Any]) -> None:
        self._send({"method": method, "params": parameters})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._stdin.flush()

    def _read(self) -> None:
        while True:
            length = 0
            while (line := self._stdout.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                return
            message = json.loads(self._stdout.read(length))
            if message.get("method") == "textDocument/publishDiagnostics":
                self._diagnostics.put(message["params"])
            elif "method" in message and "id" in message:
                self._send({"id": message["id"], "result": self._said(message)})
            elif "id" in message:
                self._answers.put(message)

    @staticmethod
    def _said(message: dict[str, Any]) -> Any:
        if message["method"] != "workspace/configuration":
            return None
        return [SETTINGS.get(item.get("section", ""), {}) for item in message["params"]["items"]]
