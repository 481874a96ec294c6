"""A real Stoa server: the command as people use it, a data directory of its own, a free port on loopback."""

import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
STOA = ROOT / "packages" / "server" / "bin" / "stoa"
READY_SECONDS = 20
END_SECONDS = 20


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class StoaServer:
    def __init__(self, directory: Path) -> None:
        self.data = directory / "data"
        self.log = directory / "server.log"
        self.port = free_port()
        self.site = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.starts = 0

    def run(self, *arguments: str) -> str:
        """Runs a stoa command to its end on this server's data, and answers what it printed."""
        done = subprocess.run(
            [STOA, *arguments, "--data", self.data],
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, f"stoa {' '.join(arguments)} ended with {done.returncode}: {done.stderr}"
        return done.stdout

    def start(self) -> None:
        assert self.process is None
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [STOA, "serve", "--data", self.data, "--port", str(self.port), "--rate-limits", "off"],
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.starts += 1
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            if self._healthy():
                return
            time.sleep(0.02)
        raise AssertionError(f"the server did not become ready:\n{self.log.read_text()}")

    def end(self, how: signal.Signals) -> int:
        """Sends the signal and waits for the process to be gone; answers its exit code."""
        process, self.process = self.process, None
        assert process is not None
        process.send_signal(how)
        try:
            return process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"the server did not end within {END_SECONDS} s of {how.name}") from None

    def _healthy(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.site}/health", timeout=1) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False


def _environment() -> dict:
    """Nobody's settings for a server or for a client reach either."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("STOA_", "ZULIP_"))}
