"""Runs a Latchkey, and asks it things as apps do."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from system import Failure

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from with_server import free_port  # noqa: E402

START_SECONDS = 30


class App:
    """Asks the server at a port."""

    def __init__(self, port, key):
        self.port, self.key = port, key
        self.base = f"http://127.0.0.1:{port}"

    def post(self, operation, fields, key=None):
        """The status and the answer."""
        path = operation if operation.startswith("/") else f"/v1/accounts:{operation}"
        request = urllib.request.Request(
            f"{self.base}{path}?key={key or self.key}", json.dumps(fields).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"{}")

    def ask(self, operation, fields, key=None):
        status, answer = self.post(operation, fields, key)
        if status != 200:
            raise Failure(f"{operation}: {status} {answer}")
        return answer

    def refresh(self, token):
        form = urllib.parse.urlencode({"grant_type": "refresh_token", "refresh_token": token}).encode()
        with urllib.request.urlopen(f"{self.base}/v1/token?key={self.key}", form, timeout=30) as answer:
            return json.loads(answer.read())


class Server(App):
    """A running server. Use it in a `with` block: it is told to stop at the end, and has to end well."""

    def __init__(self, command, port, log=subprocess.DEVNULL, key="any"):
        super().__init__(port, key)
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def __enter__(self):
        try:
            self.wait()
        except Failure:
            self.kill()
            raise
        return self

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            status = self.stop()
            if kind is None and status != 0:
                raise Failure(f"The server ended with {status}.")

    def wait(self):
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Failure(f"The server ended with {self.process.returncode} when it started.")
            try:
                with urllib.request.urlopen(f"{self.base}/readyz", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.02)
        raise Failure("The server does not answer.")

    def stop(self):
        # What runs in a process namespace is the last of its line.
        target = self.process.pid
        while children := children_of(target):
            target = children[-1]
        os.kill(target, signal.SIGTERM)
        return self.process.wait(60)

    def kill(self):
        self.process.kill()
        self.process.wait()


def children_of(process):
    try:
        with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
            return [int(number) for number in file.read().split()]
    except FileNotFoundError:
        return []
