"""A server for real users, as an operator sets it up: `latchkey serve` with TLS, and an owner of its console."""

import contextlib
import pathlib
import sqlite3
import ssl
import subprocess
import tempfile
import time
import urllib.request

import terminal_qr_code
from authenticator import Authenticator
from secure_proxy import certificate
from with_server import free_port, stop

PROJECT = "my-app"
# The project of the administrators, and the file with all projects.
CONSOLE, DATABASE = "latchkey-console", "latchkey.db"
START_SECONDS = 60


class Installation:
    """Runs until it is closed, in a directory of its own.

    `host` is the name by which browsers reach it; `pem` its certificate and key; `settings` are added to its
    configuration, and `files` lie beside it.
    """

    def __init__(self, program, host="localhost", domains=("localhost",), pem=None, settings="", files=None):
        self.program = str(pathlib.Path(program).resolve())
        self.directory = tempfile.TemporaryDirectory(prefix="latchkey-console-")
        self.path = pathlib.Path(self.directory.name)
        self.port = free_port()
        self.base = f"https://{host}:{self.port}"
        named = [argument for domain in domains for argument in ("--domain", domain)]
        self.command("project", "create", PROJECT, "--data", "data", *named)
        for name, text in (files or {}).items():
            self.write(name, text)
        self.write("tls.pem", (pem or certificate([host])).decode())
        self.write("latchkey.yaml", f"""
publicOrigin: {self.base}
listen:
  port: {self.port}
  tls:
    certificateFile: tls.pem
    keyFile: tls.pem
  timeouts:
    drain: 0s
    shutdown: 5s
data:
  directory: data
metrics:
  enabled: false
{settings}""")
        self.log = (self.path / "log").open("w")
        self.server = subprocess.Popen(
            [self.program, "serve", "--config", "latchkey.yaml"], cwd=self.path, stderr=self.log
        )
        self.wait_until_ready()

    def close(self):
        clean = stop(self.server)
        self.log.close()
        self.directory.cleanup()
        assert clean, "the server did not stop cleanly"

    def wait_until_ready(self):
        context = ssl._create_unverified_context()
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.server.poll() is None:
            try:
                with urllib.request.urlopen(f"https://127.0.0.1:{self.port}/readyz", timeout=5, context=context):
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError(f"the server did not start: {(self.path / 'log').read_text()}")

    def write(self, name, text):
        file = self.path / name
        file.write_text(text)
        file.chmod(0o600)

    def owner(self, address, password):
        """Makes an owner; the authenticator app that has the owner's key."""
        self.write("password", password)
        made = self.run(
            "console", "create-owner", address, "--password-file", "password", "--config", "latchkey.yaml"
        )
        key = made.stdout.strip()
        drawn = terminal_qr_code.read(made.stderr)
        assert drawn == key, f"the QR code holds {drawn}"
        return Authenticator(key)

    def age_proofs(self, seconds):
        """As if every administrator had signed in earlier: a server for real users has no clock to be advanced."""
        with contextlib.closing(sqlite3.connect(self.path / "data" / DATABASE)) as database, database:
            database.execute(
                "UPDATE accounts SET valid_since = valid_since - ? WHERE project = ?", (seconds * 1000, CONSOLE))
            database.execute(
                "UPDATE sessions SET authenticated_at = authenticated_at - ? WHERE project = ?",
                (seconds * 1000, CONSOLE))

    def command(self, *arguments):
        return self.run(*arguments).stdout

    def run(self, *arguments):
        return subprocess.run(
            [self.program, *arguments], cwd=self.path, check=True, capture_output=True, text=True,
            timeout=START_SECONDS,
        )
