#!/usr/bin/env python3
"""Runs a command against a development server of its own.

    python3 Tests/with_server.py .build/debug/latchkey --project example -- python walk.py {base}

Starts `BINARY dev` on a free port with a data directory of its own, unsigned credentials accepted, and the
options that follow BINARY; waits until it answers; runs the command with every `{base}` replaced by the
server's address, `{data}` by its data directory, and `{secure}` by an address that the server knows as its own
and that the command may put a TLS proxy on; stops the server. The exit code is the command's, or 1 when the
server does not start or does not stop cleanly.

The command and all that it starts end after COMMAND_SECONDS at the latest (Tools/contain), and with this program; so
does the server.
"""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

START_SECONDS = 60
STOP_SECONDS = 20
# Several times what the longest takes beside much else on the machine.
COMMAND_SECONDS = 2400
CONTAIN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tools", "contain")
PR_SET_PDEATHSIG = 1


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_until_ready(server, base):
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            return False
        try:
            with urllib.request.urlopen(f"{base}/readyz", timeout=5) as answer:
                if answer.status == 200:
                    return True
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.05)
    return False


def stop(server):
    server.send_signal(signal.SIGTERM)
    try:
        return server.wait(STOP_SECONDS) == 0
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
        return False


def end_with_parent():
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def main():
    # Leaves through the blocks that stop the server.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if "--" not in sys.argv[2:-1]:
        sys.exit("usage: with_server.py BINARY [OPTION...] -- COMMAND [ARGUMENT...]")
    end = sys.argv.index("--")
    with tempfile.TemporaryDirectory(prefix="latchkey-test-") as data:
        return run(sys.argv[1], sys.argv[2:end], sys.argv[end + 1:], data)


def run(binary, options, command, data):
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    secure = f"https://app.localhost:{free_port()}"
    own = ["--port", str(port), "--data", data, "--origin", secure, "--accept-unsigned-credentials"]
    server = subprocess.Popen(
        [binary, "dev", *own, *options], stdout=subprocess.DEVNULL, preexec_fn=end_with_parent)
    try:
        if not wait_until_ready(server, base):
            print("The server did not start.", file=sys.stderr)
            return 1
        values = {"{base}": base, "{data}": data, "{secure}": secure}
        for name, value in values.items():
            command = [argument.replace(name, value) for argument in command]
        code = subprocess.run([CONTAIN, "--limit", str(COMMAND_SECONDS), *command]).returncode
    finally:
        clean = server.poll() is None and stop(server)
    if not clean:
        print("The server did not stop cleanly.", file=sys.stderr)
    return code or (0 if clean else 1)


if __name__ == "__main__":
    sys.exit(main())
