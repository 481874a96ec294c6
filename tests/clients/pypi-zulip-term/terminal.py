"""A program in a terminal of its own: keys go in, and what its screen shows can be read."""

import fcntl
import os
import pty
import struct
import subprocess
import termios
import threading
import time

import pyte

# High enough that nothing of what is said is below its edge.
COLUMNS, ROWS = 120, 80
# The program's threads get in each other's way when keys meet what is still arriving.
QUIET_SECONDS = 0.2


class Terminal:
    def __init__(self, command, cwd, env, errors) -> None:
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._lock = threading.Lock()
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=errors,  # else it is written across the screen
            cwd=cwd,
            env=env,
            start_new_session=True,
            # Its own terminal, so that ^C becomes a signal.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)
        self._ours = ours
        self._written_at = time.monotonic()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while True:
            try:
                output = os.read(self._ours, 65536)
            except OSError:  # the other end is closed: the program has ended
                return
            with self._lock:
                self._stream.feed(output)
                self._written_at = time.monotonic()

    def press(self, *keys: str) -> None:
        """Types each of these once nothing moves on the screen any more."""
        for key in keys:
            while (quiet := time.monotonic() - self._written_at) < QUIET_SECONDS:
                time.sleep(QUIET_SECONDS - quiet)
            os.write(self._ours, key.encode())
            # What comes right after is taken for one key with it: escape and a letter are one.
            time.sleep(QUIET_SECONDS)

    @property
    def screen(self) -> str:
        with self._lock:
            return "\n".join(line.rstrip() for line in self._screen.display)

    def shows(self, *texts: str, without=(), seconds: float = 15) -> str:
        """Waits until all these texts are on the screen and the others are not."""
        deadline = time.monotonic() + seconds
        while True:
            screen = self.screen
            missing = [text for text in texts if text not in screen]
            surplus = [text for text in without if text in screen]
            if not missing and not surplus:
                return screen
            assert self.process.poll() is None, f"the program has ended; its screen:\n{screen}"
            assert time.monotonic() < deadline, f"missing {missing}, not wanted {surplus}; the screen:\n{screen}"
            time.sleep(0.02)

    def ends(self, seconds: float = 10) -> None:
        self.process.wait(seconds)
