"""The clock and the randomness of the programs that are compared."""

import mmap
import pathlib
import struct
import subprocess
import tempfile

SOURCE = pathlib.Path(__file__).with_name("standstill.c")
# Monday, 2026-03-02T08:00:00Z. In the past, so that whatever waits for a moment by this clock waits for nothing.
BEGINNING = 1_772_438_400_000
# Two requests are never at the same moment, so that what is ordered by its age has one order.
STEP = 7


def build(folder):
    """Compiles the library into a folder, unless it is there, and returns its path."""
    library = folder / "standstill.so"
    if not library.exists() or library.stat().st_mtime < SOURCE.stat().st_mtime:
        folder.mkdir(parents=True, exist_ok=True)
        # Somebody else may be doing the same.
        with tempfile.NamedTemporaryFile(dir=folder, suffix=".so", delete=False) as draft:
            subprocess.run(["gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o",
                            draft.name, str(SOURCE), "-ldl"], check=True)
        pathlib.Path(draft.name).rename(library)
    return library


class Standstill:
    """The state that a preloaded program reads."""

    def __init__(self, path, seed=0):
        self.path = path
        path.write_bytes(bytes(4096))
        with path.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 4096)
        self.milliseconds = BEGINNING
        self.requests = 0
        self.seed = seed
        self._write()

    def environment(self, library):
        return {"LD_PRELOAD": str(library), "STANDSTILL": str(self.path), "SWIFT_DETERMINISTIC_HASHING": "1"}

    def next_request(self):
        self.requests += 1
        self.milliseconds += STEP
        self._write()

    def advance(self, seconds):
        self.milliseconds += round(seconds * 1000)
        self._write()

    def time(self):
        return self.milliseconds / 1000

    def _write(self):
        struct.pack_into("<qQQQ", self.memory, 0, self.milliseconds * 1_000_000, self.requests, 0, self.seed)
