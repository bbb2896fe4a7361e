#!/usr/bin/env python3
"""Runs the shell blocks of a document as they are written, one after the other in one shell, and fails with the
first command that does.

    Tests/run_document.py docs/operating.md .build/debug/latchkey

Every block that begins with ```sh counts. The program is on the PATH as latchkey, and the directory is a new one.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile


def main() -> int:
    document, program = sys.argv[1], os.path.abspath(sys.argv[2])
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
        status = subprocess.run(["bash", "-c", script], cwd=work, env=environment, timeout=300).returncode
        print(f"{document}: {len(blocks)} blocks ran" if status == 0 else f"{document}: failed with {status}")
        return status
    finally:
        shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
