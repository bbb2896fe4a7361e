"""A program in a terminal, as a person has it before them."""

import os
import pty
import re
import select
import subprocess
import time

SECONDS = 30
COLORS = re.compile(r"\x1b\[[0-9;]*m")


class Terminal:
    """Runs a program, waits for what it says, and types."""

    def __init__(self, command, environment, directory):
        self.command = command
        self.master, terminal = pty.openpty()
        self.process = subprocess.Popen(
            command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment, cwd=directory,
            start_new_session=True,
        )
        os.close(terminal)
        self.bytes = b""
        self.seen = 0

    @property
    def text(self):
        """All that it has written, and what was typed."""
        return self.bytes.decode(errors="replace").replace("\r\n", "\n")

    def expect(self, words):
        """Waits until it has said this, after what was waited for before."""
        deadline = time.monotonic() + SECONDS
        while words not in self.text[self.seen :]:
            if not self._read(deadline):
                raise AssertionError(f"{self.command} did not say {words!r} but:\n{self.text}")
        self.seen += self.text[self.seen :].index(words) + len(words)

    def type(self, line):
        os.write(self.master, f"{line}\n".encode())

    def end_of_input(self):
        os.write(self.master, b"\x04")

    def finish(self, status=0):
        """Waits for the end; all that it wrote."""
        deadline = time.monotonic() + SECONDS
        while self._read(deadline):
            pass
        actual = self.process.wait(max(0.1, deadline - time.monotonic()))
        os.close(self.master)
        assert actual == status, f"{self.command} ended with {actual}, not {status}:\n{self.text}"
        return self.text

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _read(self, deadline):
        """False at the end."""
        if not select.select([self.master], [], [], max(0, deadline - time.monotonic()))[0]:
            raise AssertionError(f"{self.command} went on for too long:\n{self.text}")
        try:
            part = os.read(self.master, 65536)
        except OSError:  # What Linux says when the program has closed its side.
            return False
        self.bytes += part
        return bool(part)
