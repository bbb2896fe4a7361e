"""The example program, in a home of its own, whose browser is the test's."""

import os
import pathlib
import subprocess
import tempfile

from terminal import Terminal

# Leaves the address where the test finds it; whole, or not at all.
XDG_OPEN = '#!/bin/sh\nprintf %s "$1" >"$OPENED.new" && mv "$OPENED.new" "$OPENED"\n'


class SignInCLI:
    def __init__(self, program, base, browser):
        self.program = str(pathlib.Path(program).resolve())
        self.base = base
        self.browser = browser
        self.home = tempfile.TemporaryDirectory(prefix="latchkey-cli-")
        home = pathlib.Path(self.home.name)
        tools = home / "bin"
        tools.mkdir()
        (tools / "xdg-open").write_text(XDG_OPEN)
        (tools / "xdg-open").chmod(0o755)
        self.opened = home / "opened"
        self.state = home / "state"
        self.environment = {
            "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(home), "XDG_STATE_HOME": str(self.state),
            "OPENED": str(self.opened), "TERM": "xterm-256color", "LANG": "C.UTF-8",
        }
        for name in ("LD_LIBRARY_PATH", "TSAN_OPTIONS"):
            if name in os.environ:
                self.environment[name] = os.environ[name]
        self.terminals = []

    def close(self):
        for terminal in self.terminals:
            terminal.kill()
        self.home.cleanup()

    def start(self, *arguments):
        """In a terminal, against the server."""
        command = [self.program, *arguments, "--server", self.base]
        terminal = Terminal(command, self.environment, self.home.name)
        self.terminals.append(terminal)
        return terminal

    def run(self, *arguments, status=0, server=True, input=""):
        """To its end, its input and output being files; what it wrote to the output and for people."""
        command = [self.program, *arguments, *(["--server", self.base] if server else [])]
        result = subprocess.run(
            command, env=self.environment, cwd=self.home.name, timeout=60, text=True, capture_output=True,
            input=input,
        )
        assert result.returncode == status, f"{command} ended with {result.returncode}: {result.stderr}"
        return result.stdout, result.stderr

    def sign_in(self, person, *arguments):
        """Begins a sign-in and does the browser's part of it, which is `person`'s, or a refusal for None."""
        self.opened.unlink(missing_ok=True)
        terminal = self.start("sign-in", *arguments)
        self.browser.until(self.opened.exists, "the program to open the browser")
        self.browser.go(self.opened.read_text())
        self.browser.click("#deny" if person is None else f'button[name="person"][value="{person}"]')
        return terminal
