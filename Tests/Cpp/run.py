#!/usr/bin/env python3
"""Runs a test program of the C++ SDK against a running development server.

    Tests/with_server.py .build/debug/latchkey --project example -- \\
        .venv-tests/bin/python Tests/Cpp/run.py {base} build/behaviour_test --gtest_filter='Future*'

The program gets a home of its own with a configuration file in it, the server's address in LATCHKEY_TEST_SERVER, and an `xdg-open` that
hands the pages the SDK opens to a person at a headless Chromium (Tests/Browser/person.py). By
LATCHKEY_TEST_BROWSER it tells what that person is to do next, and asks what they saw:

    POST /next {"person": "ada"} | {"deny": true} | {"away": true}
    GET  /seen                    what was seen at the page that was opened last
    GET  /count                   how many pages were opened

`--wrap COMMAND` runs the program by another, such as valgrind. Exits as the program does.
"""

import argparse
import http.server
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
PERSON = ROOT / "Tests/Browser/person.py"
XDG_OPEN = """#!/bin/sh
unset LD_PRELOAD ASAN_OPTIONS
exec %s -c 'import sys, urllib.request
urllib.request.urlopen(sys.argv[1] + "/open", data=sys.argv[2].encode())' "$LATCHKEY_TEST_BROWSER" "$1"
"""


class Person:
    """Does in the browser what the program told them to, one page after the other."""

    def __init__(self):
        self.process = None
        self.next = {"person": "ada"}
        self.opened = 0
        self.changed = threading.Condition()
        self.visiting = threading.Lock()
        self.seen = {}
        self.waiting = 0

    def open(self, url):
        with self.changed:
            order = dict(self.next)
            self.opened += 1
            self.waiting += 1
        threading.Thread(target=self.visit, args=(url, order), daemon=True).start()

    def visit(self, url, order):
        with self.visiting:
            seen = {} if order.pop("away", False) else self.look({**order, "url": url})
        with self.changed:
            self.seen = {**seen, "opened": url}
            if "error" in seen:
                print(f"The person at the browser: {seen['error']}", file=sys.stderr)
            self.waiting -= 1
            self.changed.notify_all()

    def look(self, order):
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, str(PERSON)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return json.loads(line) if line else {"error": "the browser ended"}

    def last_sight(self):
        with self.changed:
            if not self.changed.wait_for(lambda: self.waiting == 0, timeout=60):
                return {"error": "the person has not come back"}
            return self.seen

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait(30)


class Handler(http.server.BaseHTTPRequestHandler):
    person = None

    def do_GET(self):
        self.answer(self.person.last_sight() if self.path == "/seen" else {"opened": self.person.opened})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == "/open":
            self.person.open(body)
        else:
            self.person.next = json.loads(body)
        self.answer({})

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("base", help="the server's address, such as http://127.0.0.1:9099")
    parser.add_argument("--wrap", default="", help="a command to run the program by")
    parser.add_argument("program", help="the test program")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="its arguments")
    options = parser.parse_args()

    Handler.person = Person()
    service = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="latchkey-cpp-") as home:
        tools = pathlib.Path(home, "bin")
        tools.mkdir()
        (tools / "xdg-open").write_text(XDG_OPEN % shlex.quote(sys.executable))
        (tools / "xdg-open").chmod(0o755)
        configuration = {
            "apiKey": "guide-key", "projectId": "example", "appId": "1:1234567890:cpp:0123456789abcdef",
            "emulatorHost": options.base.removeprefix("http://"),
        }
        pathlib.Path(home, "latchkey.json").write_text(json.dumps(configuration))
        environment = {
            **os.environ,
            "PATH": f"{tools}:{os.environ['PATH']}",
            "HOME": home,
            "XDG_STATE_HOME": f"{home}/state",
            "LATCHKEY_TEST_SERVER": options.base,
            "LATCHKEY_TEST_BROWSER": f"http://127.0.0.1:{service.server_port}",
        }
        program = str(pathlib.Path(options.program).resolve())
        command = [*shlex.split(options.wrap), program, *options.arguments]
        try:
            status = subprocess.run(command, env=environment, cwd=home).returncode
        finally:
            Handler.person.close()
            service.shutdown()
    if status < 0:
        print(f"{program} was ended by signal {-status}.", file=sys.stderr)
    return 1 if status < 0 else status


if __name__ == "__main__":
    sys.exit(main())
