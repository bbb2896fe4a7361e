#!/usr/bin/env python3
"""Writes the reference documents from what they describe, or checks that they are current.

    python3 Tools/reference check                                       # settings, errors, metrics: from the sources
    python3 Tools/reference check --program .build/debug/latchkey       # also commands: from the program
    python3 Tools/reference write --program .build/debug/latchkey
"""

import argparse
import difflib
import os
import pathlib
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import commands  # noqa: E402
import errors  # noqa: E402
import metrics  # noqa: E402
import settings  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "docs/reference"
NOTE = "<!-- Written by Tools/reference. Change what it describes, and run: make reference -->\n\n"


def main():
    parser = argparse.ArgumentParser(
        prog="reference", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("check", "write"))
    parser.add_argument("--program", type=os.path.abspath)
    options = parser.parse_args()
    texts = {
        "configuration.md": settings.document(ROOT),
        "errors.md": errors.document(ROOT),
        "metrics.md": metrics.document(ROOT),
    }
    faults = []
    if options.program:
        texts["cli.md"] = commands.document(options.program)
        faults += settings.differences(ROOT, options.program)
    for name, text in texts.items():
        path = FOLDER / name
        text = NOTE + text
        stored = path.read_text(encoding="utf-8") if path.exists() else ""
        if options.action == "write":
            path.write_text(text, encoding="utf-8")
        elif stored != text:
            changes = difflib.unified_diff(stored.splitlines(), text.splitlines(), "stored", "current", n=0, lineterm="")
            faults.append(f"docs/reference/{name} is not current. Run: make reference\n" + "\n".join(list(changes)[:20]))
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults and options.action == "check":
        print(f"The reference is current: {', '.join(sorted(texts))}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
