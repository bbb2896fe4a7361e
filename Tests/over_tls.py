#!/usr/bin/env python3
"""Runs a client's tests against `latchkey serve` over TLS, and against servers that are wrong.

    .venv-tests/bin/python Tests/over_tls.py .build/debug/latchkey -- build/production_test --gtest_brief=1

The command has a home of its own and these variables:

    LATCHKEY_TEST_PRODUCTION      the server's address; its certificate is of an authority of its own
    LATCHKEY_TEST_PRODUCTION_KEY  a key of a project that lets users in by password
    LATCHKEY_TEST_CONFIGURATIONS  a directory of the files that the console has for apps: GoogleService-Info.plist, latchkey.json,
                                  google-services.json and google-services-desktop.json, as they were downloaded
    LATCHKEY_TEST_STRANGER        an address on this machine where another web server answers, with pages
    LATCHKEY_TEST_UNTRUSTED       an https address whose certificate nobody signed
    LATCHKEY_TEST_NOBODY          an address where nobody listens

To the command, and to nothing else, the authority is the one that the system trusts: it runs in a mount namespace with that
file in the place of the system's (Linux; needs user namespaces, or root). Exits as the command does, or with 1 if the server
without a good certificate was sent anything. On a machine that lets nobody mount nothing is run: it says so, and exits with 0.
"""

import http.server
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parent / "Backends")]

import console_client
import serving
import untrusted_server

SYSTEM_TRUST = "/etc/ssl/certs/ca-certificates.crt"
# Root needs no user namespace, which many machines forbid.
MOUNTS = ["unshare", "--mount"] + ([] if os.getuid() == 0 else ["--map-root-user"])
# $0 is the authority's file, $1 and what follows the command.
IN_ITS_PLACE = f'mount --bind "$0" {SYSTEM_TRUST} && exec "$@"'
CONTAIN = pathlib.Path(__file__).resolve().parents[1] / "Tools" / "contain"
COMMAND_SECONDS = 600


class Stranger(http.server.BaseHTTPRequestHandler):
    """A web server that is no Latchkey: every address has a page."""

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    def do_GET(self):
        body = b"<!doctype html><title>Welcome</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def can_mount():
    """True if a file can be put in another's place here."""
    with tempfile.NamedTemporaryFile() as file:
        return subprocess.run([*MOUNTS, "mount", "--bind", file.name, SYSTEM_TRUST], stderr=subprocess.DEVNULL).returncode == 0


def main():
    if "--" not in sys.argv[2:-1] or sys.argv.index("--") != 2:
        sys.exit("usage: over_tls.py BINARY -- COMMAND [ARGUMENT...]")
    if not shutil.which("unshare") or not os.path.exists(SYSTEM_TRUST):
        sys.exit("This needs unshare (util-linux) and ca-certificates.")
    if not can_mount():
        print("This machine lets nobody mount: the tests over TLS are left out.")
        return 0
    untrusted, untrusted_port = untrusted_server.serve()
    stranger = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    threading.Thread(target=stranger.serve_forever, daemon=True).start()
    with serving.Serving(sys.argv[1], past=False) as server, tempfile.TemporaryDirectory() as home:
        configurations = pathlib.Path(home, "configurations")
        configurations.mkdir()
        console_client.download_configurations(server, configurations)
        environment = {
            **{name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")},
            "HOME": home,
            "XDG_STATE_HOME": f"{home}/state",
            "LATCHKEY_TEST_PRODUCTION": server.origin,
            "LATCHKEY_TEST_PRODUCTION_KEY": server.api_key,
            "LATCHKEY_TEST_CONFIGURATIONS": str(configurations),
            "LATCHKEY_TEST_STRANGER": f"http://127.0.0.1:{stranger.server_port}",
            "LATCHKEY_TEST_UNTRUSTED": f"https://localhost:{untrusted_port}",
            "LATCHKEY_TEST_NOBODY": f"http://127.0.0.1:{serving.free_port()}",
        }
        code = subprocess.run(
            [CONTAIN, "--limit", str(COMMAND_SECONDS), *MOUNTS, "sh", "-c", IN_ITS_PLACE, server.ca_file, *sys.argv[3:]],
            env=environment).returncode
    stranger.shutdown()
    untrusted.close()
    if untrusted.requests:
        print(f"The server without a good certificate was sent {untrusted.requests}.", file=sys.stderr)
    return code or (1 if untrusted.requests else 0)


if __name__ == "__main__":
    sys.exit(main())
