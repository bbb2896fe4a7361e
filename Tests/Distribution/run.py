#!/usr/bin/env python3
"""Tries what `make dist` made as an operator does: in bare systems, beside and over the version before.

  Tests/Distribution/run.py --dist DIRECTORY --previous DIRECTORY [--kept DIRECTORY] [--only NAME]

Needs root, mmdebstrap, PostgreSQL, and what Tests/requirements-dist.txt lists. Prints a line a trial, with what was seen; ends with 1 when one failed.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import time
import traceback

import bill
import fixtures
import installing
import upgrading
import wrong_uses
from system import Failure, System, expect

TRIALS = bill.TRIALS + installing.TRIALS + fixtures.TRIALS + upgrading.TRIALS + wrong_uses.TRIALS


class Bench:
    """What is tried: files of this version and of the one before, and where bare systems are kept."""

    def __init__(self, dist, previous, kept):
        self.kept = kept
        self.archive = only(f"{dist}/latchkey-*[0-9].tar.gz")
        self.package = only(f"{dist}/latchkey_*.deb")
        self.bill = only(f"{dist}/latchkey-*.cdx.json")
        self.previous = only(f"{previous}/latchkey_*.deb")
        self.version = re.search(r"latchkey_(.+)_", self.package).group(1)
        self.before = re.search(r"latchkey_(.+)_", self.previous).group(1)

    def system(self):
        return System(self.kept)

    def program(self, package, directory):
        """The program of a package, unpacked on this machine."""
        subprocess.run(["dpkg-deb", "-x", package, directory], check=True)
        return os.path.join(directory, "usr/bin/latchkey")


def only(pattern):
    found = glob.glob(pattern)
    expect(len(found) == 1, "There is to be one file", pattern, "and there are", len(found))
    return os.path.abspath(found[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dist", required=True)
    parser.add_argument("--previous", required=True)
    parser.add_argument("--kept", default=".build-dist")
    parser.add_argument("--only", help="the trial of this name alone")
    options = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("Systems of their own are made by root alone.")
    bench = Bench(options.dist, options.previous, os.path.abspath(options.kept))
    chosen = [trial for trial in TRIALS if options.only in (None, trial.__name__)]
    expect(chosen, "There is no trial of that name; there are", ", ".join(trial.__name__ for trial in TRIALS))
    failed = 0
    for trial in chosen:
        begun = time.monotonic()
        try:
            seen = trial(bench)
            print(f"ok      {trial.__name__}: {seen} ({time.monotonic() - begun:.0f} s)", flush=True)
        except Failure as failure:
            failed += 1
            print(f"FAILED  {trial.__name__}: {failure}", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED  {trial.__name__}: {traceback.format_exc()}", flush=True)
    print(f"{len(chosen) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
