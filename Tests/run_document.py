#!/usr/bin/env python3
"""Runs the shell blocks of documents as they are written, and fails with the first command that does.

    Tests/run_document.py .build/debug/latchkey docs/operating.md
    Tests/run_document.py --dev .build/debug/latchkey docs/getting-started.md docs/guides/*.md

Every block that begins with ```sh counts. The blocks of a document run one after the other in one shell, in a new directory,
with the program on the PATH as latchkey. With --dev a development server runs in that directory. The commands reach it at a
free port instead of 9099.
"""
import argparse
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

import with_server

DEVELOPMENT = "http://127.0.0.1:9099"


@contextlib.contextmanager
def development_server(program, work):
    """Yields the address of a development server that keeps its data in the directory."""
    port = with_server.free_port()
    address = f"http://127.0.0.1:{port}"
    with open(os.path.join(work, "..", "dev.log"), "w+", encoding="utf-8") as log:
        server = subprocess.Popen([program, "dev", "--port", str(port)], cwd=work, stdout=log, stderr=log,
                                  preexec_fn=with_server.end_with_parent)
        try:
            if not with_server.wait_until_ready(server, address):
                log.seek(0)
                raise SystemExit(f"latchkey dev did not start: {log.read()}")
            yield address
        finally:
            with_server.stop(server)


def run(document, program, dev):
    with open(document, encoding="utf-8") as file:
        blocks = re.findall(r"^```sh\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)
    if not blocks:
        print(f"{document} has no block to run", file=sys.stderr)
        return 1
    directory = tempfile.mkdtemp(prefix="latchkey-document-")
    try:
        os.makedirs(os.path.join(directory, "bin"))
        os.symlink(program, os.path.join(directory, "bin", "latchkey"))
        work = os.path.join(directory, "work")
        os.makedirs(work)
        # What was begun in the background ends with the shell.
        script = "set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT\n"
        for number, block in enumerate(blocks, 1):
            script += f"echo '== block {number}' >&2\n{block}\n"
        environment = {**os.environ, "PATH": os.path.join(directory, "bin") + ":" + os.environ["PATH"]}
        with development_server(program, work) if dev else contextlib.nullcontext(DEVELOPMENT) as address:
            command = ["bash", "-c", script.replace(DEVELOPMENT, address)]
            status = subprocess.run(command, cwd=work, env=environment, timeout=300).returncode
        print(f"\n{document}: {len(blocks)} blocks ran" if status == 0 else f"\n{document}: failed with {status}")
        return status
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dev", action="store_true", help="run a development server")
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("documents", nargs="+")
    options = parser.parse_args()
    for document in options.documents:
        if status := run(document, options.program, options.dev):
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
