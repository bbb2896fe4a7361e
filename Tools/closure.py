"""What products and targets of the package are made of, and the cache that clones share, for the tools beside."""

import functools
import hashlib
import json
import os
import pathlib
import platform
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
SWIFT = os.environ.get("SWIFT", "swift")


def cache():
    """The directory of LATCHKEY_CACHE, or ~/.cache/latchkey. None if LATCHKEY_CACHE is empty."""
    named = os.environ.get("LATCHKEY_CACHE")
    if named is None:
        return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "latchkey"
    return ROOT / named if named else None


def files(*places):
    """The paths of the files below the places: those that git tracks, and new ones that it does not ignore. Without git, all."""
    if shutil.which("git"):
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *places],
                                cwd=ROOT, capture_output=True, text=True).stdout.split("\0")
        # In a folder that another repository ignores, git lists nothing.
        if "Package.swift" in listed:
            return sorted({name for name in listed if name and os.path.lexists(ROOT / name)})
    found = [path for place in places for path in [ROOT / place, *(ROOT / place).rglob("*")]]
    return sorted({str(path.relative_to(ROOT)) for path in found
                   if (path.is_file() or path.is_symlink()) and "__pycache__" not in path.parts})


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT).stdout


class Package:
    """The package as Package.swift describes it."""

    def __init__(self):
        description = json.loads(output(SWIFT, "package", "dump-package"))
        self.targets = {target["name"]: target for target in description["targets"]}
        self.products = {product["name"]: product["targets"] for product in description["products"]}

    def closure(self, *names):
        """The names of targets and of all targets of this package that they depend on."""
        waiting, found = list(names), set()
        while waiting:
            name = waiting.pop()
            if name in self.targets and name not in found:
                found.add(name)
                waiting += [dependency[next(iter(dependency))][0] for dependency in self.targets[name]["dependencies"]]
                waiting += [usage["plugin"][0] for usage in self.targets[name].get("pluginUsages") or []]
        return found

    def directory(self, name):
        target = self.targets[name]
        place = {"test": "Tests", "plugin": "Plugins"}.get(target["type"], "Sources")
        return pathlib.Path(target.get("path") or f"{place}/{name}")

    def files(self, *names):
        """The files of targets and of those that they depend on."""
        return [str(path.relative_to(ROOT)) for name in self.closure(*names)
                for path in (ROOT / self.directory(name)).rglob("*") if path.is_file() and "__pycache__" not in path.parts]


@functools.cache
def compiler():
    return output(SWIFT, "--version") + platform.machine().encode()


@functools.cache
def content(path):
    return hashlib.sha256((ROOT / path).read_bytes()).digest()


def digest(paths, *more):
    """A digest of files, by path and content, of the compiler, of the kind of machine, and of more texts."""
    parts = [compiler(), *(text.encode() for text in more)]
    for path in sorted(set(paths)):
        if (ROOT / path).is_file():
            parts += [path.encode(), content(path)]
    sha = hashlib.sha256()
    for part in parts:
        sha.update(len(part).to_bytes(8, "big") + part)
    return sha.hexdigest()
