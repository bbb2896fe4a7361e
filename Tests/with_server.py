#!/usr/bin/env python3
"""Runs a command against a development server of its own.

    python3 Tests/with_server.py .build/debug/latchkey -- python walk.py {base}

Starts `BINARY dev` on a free port, ephemeral, with unsigned credentials accepted; waits until it answers;
runs the command with every `{base}` replaced by the server's address, and `{secure}` by one that the server
knows as its own and that the command may put a TLS proxy on; stops the server. The exit code is the command's,
or 1 when the server does not start or does not stop cleanly.
"""

import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

START_SECONDS = 60
STOP_SECONDS = 20


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


def main():
    if len(sys.argv) < 4 or sys.argv[2] != "--":
        sys.exit("usage: with_server.py BINARY -- COMMAND [ARGUMENT...]")
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    secure = f"https://app.localhost:{free_port()}"
    options = ["--port", str(port), "--origin", secure, "--ephemeral", "--accept-unsigned-credentials"]
    server = subprocess.Popen([sys.argv[1], "dev", *options], stdout=subprocess.DEVNULL)
    try:
        if not wait_until_ready(server, base):
            print("The server did not start.", file=sys.stderr)
            return 1
        command = [each.replace("{base}", base).replace("{secure}", secure) for each in sys.argv[3:]]
        code = subprocess.run(command).returncode
    finally:
        clean = server.poll() is None and stop(server)
    if not clean:
        print("The server did not stop cleanly.", file=sys.stderr)
    return code or (0 if clean else 1)


if __name__ == "__main__":
    sys.exit(main())
