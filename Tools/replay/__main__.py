"""Sends the same requests to the program of another commit and to this one, and finds what differs.

    python3 Tools/replay .build/debug/latchkey                    # against the parent commit
    python3 Tools/replay .build/debug/latchkey --base v1.2        # against another
    python3 Tools/replay NEW --base-program OLD                   # two programs that are there
    python3 Tools/replay NEW --base-program OLD --only '^accounts/3'

Each part (parts.py) is sent to a server of its own of each program, on a copy of one installation, one request after the
other; the clock stands still and is moved with each request, and randomness is drawn from the request's number
(standstill.c). Compared are status, headers, bodies, what changed in every table of the database, audit records with
their chain, mails and text messages, and calls of blocking functions. What is sealed or signed is opened first
(unsealing.py). Random values may differ if they differ everywhere in the same way (compare.py); --strict wants them
equal.

The exit code is 0 if nothing differs, or nothing but what the file of --exceptions names (exceptions.py), and all of that.
"""

import argparse
import collections
import gzip
import json
import multiprocessing
import os
import pathlib
import re
import sys
import time

import compare
import exceptions
import parts
import programs
import servers
import standstill

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHOWN = 40
# Seconds. What has expired is deleted once a minute.
LONGEST = 55


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the program of this commit")
    parser.add_argument("--base", help="the commit to compare with (default: the parent)")
    parser.add_argument("--base-program", type=pathlib.Path, help="its program, instead of building it")
    parser.add_argument("--exceptions", type=pathlib.Path, help="a file that names the differences that are meant")
    parser.add_argument("--only", metavar="REGEX", help="only parts whose names match")
    parser.add_argument("--rounds", type=int, default=1, help="how often each generator is used (default: 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="servers at once (default: the processors)")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / ".build-replay", help="for what is kept")
    parser.add_argument("--seed", type=int, default=0, help="of this program's randomness; the other's is 0")
    parser.add_argument("--keep", action="store_true",
                        help="the program was built of this commit just now: keep it for the next comparison")
    parser.add_argument("--strict", action="store_true", help="random values have to be equal, too")
    parser.add_argument("--traces", type=pathlib.Path, help="write both traces of every part into this folder")
    return parser.parse_args()


def write_trace(folder, part, side, steps):
    folder.mkdir(parents=True, exist_ok=True)
    with gzip.open(folder / f"{part.replace('/', '-')}.{side}.json.gz", "wt") as file:
        json.dump(steps, file, indent=1)


def replay(chosen, base_program, program, chosen_options, report):
    library = standstill.build(chosen_options.folder)
    with servers.scratch_folder() as folder:
        still = standstill.Standstill(folder / "standstill")
        servers.make_installations(base_program, folder, still.environment(library))
        sides = ((0, base_program, 0), (1, program, chosen_options.seed))
        work = [(part.name, chosen_options.rounds, side, program_of_side, folder, library, seed)
                for part in chosen for side, program_of_side, seed in sides]
        traces = collections.defaultdict(dict)
        # Each part has a process of its own: it changes the time of the whole process.
        with multiprocessing.get_context("spawn").Pool(chosen_options.jobs, maxtasksperchild=1) as pool:
            for name, side, trace, took in pool.imap_unordered(parts.play_named, work):
                traces[name][side] = trace
                if took > LONGEST:
                    print(f"{name} took {took:.0f} s: a sweep may have come between", file=sys.stderr)
                if len(traces[name]) == 2:
                    base, this = (traces[name][side] for side in (0, 1))
                    del traces[name]
                    if chosen_options.traces:
                        write_trace(chosen_options.traces, name, "base", base)
                        write_trace(chosen_options.traces, name, "this", this)
                    report.add(name, base, this)


class Report:
    def __init__(self, excuses, strict):
        self.excuses, self.strict = excuses, strict
        self.requests, self.found, self.excused = 0, [], collections.Counter()
        self.others = collections.Counter()
        self.statuses = collections.Counter()

    def add(self, name, base, this):
        self.requests += sum(1 for step in base if step["request"])
        self.statuses.update(str(step["status"]) for step in base if step["request"])
        differences, others = compare.differences(name, base, this, self.strict)
        self.others += others
        for difference in differences:
            excuse = self.excuses.excuse(difference)
            if excuse:
                self.excused[excuse] += 1
                continue
            self.found.append(difference)
            if len(self.found) <= SHOWN:
                print(difference, flush=True)

    def end(self, took):
        if len(self.found) > SHOWN:
            print(f"… and {len(self.found) - SHOWN} more")
        for name, count in sorted(self.excused.items()):
            print(f"excused, {name}: {count}")
        unused = self.excuses.unused()
        for name in unused:
            print(f"excuses nothing: {name}")
        if self.others:
            print(f"{sum(self.others.values())} random values are others, first seen in "
                  + ", ".join(f"{name} ({count})" for name, count in self.others.most_common(5)))
        print(f"{self.requests} requests ("
              + ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))
              + f") to each program in {took:.0f} s: {len(self.found)} differences")
        return 1 if self.found or unused else 0


def main():
    chosen_options = options()
    chosen_options.folder = chosen_options.folder.resolve()
    program = chosen_options.program.resolve()
    chosen = [part for part in parts.everything(chosen_options.rounds)
              if not chosen_options.only or re.search(chosen_options.only, part.name)]
    if not chosen:
        sys.exit(f"No part has a name that matches {chosen_options.only}.")
    excuses = exceptions.Exceptions(chosen_options.exceptions)
    store = programs.Programs(ROOT, chosen_options.folder)
    base_program = chosen_options.base_program
    if base_program is None:
        base = programs.git(ROOT, "rev-parse", f"{chosen_options.base}^{{commit}}") if chosen_options.base \
            else programs.parent(ROOT)
        print(f"Comparing with {programs.git(ROOT, 'log', '-1', '--format=%h %s', base)}", flush=True)
        base_program = store.build(base)
        if chosen_options.keep and not programs.is_changed(ROOT):
            store.keep(programs.git(ROOT, "rev-parse", "HEAD"), program)
    report, started = Report(excuses, chosen_options.strict), time.monotonic()
    replay(chosen, base_program.resolve(), program, chosen_options, report)
    sys.exit(report.end(time.monotonic() - started))


if __name__ == "__main__":
    main()
