#!/usr/bin/env python3
"""Compiles the SDK for Apple's systems, on Linux, against declarations of what it uses of their frameworks.

  Tests/Apple/run.py BUILD_DIRECTORY [--only SYSTEM] [--jobs NUMBER]

BUILD_DIRECTORY is SwiftPM's, of `make build`: swift-crypto's module comes from there. Everything else is compiled here, for each
system of Package.swift in turn: the declarations (Stubs), the SDK's modules, and what an app's developer writes with them
(Apps, and the code of the guides and tutorials in Tests/Guides). Nothing is linked and nothing runs. A warning counts as an error.

A compiler for Linux answers `os(iOS)` and `canImport(Darwin)` with no. So copies are compiled in which these questions, and no
other line, ask for a flag of the same meaning. Lines keep their numbers.

What this does not see: Foundation, Swift's own library and swift-crypto are Linux's, so that neither what they lack on Apple's
systems nor what they have there alone, from which version on it is there (@available) and Objective-C's selectors are checked.
FoundationForApple, Security and the files in Shims declare the differences that the SDK meets.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SYSTEMS = ["macOS", "iOS", "tvOS", "watchOS", "visionOS"]
DIRECTIVE = re.compile(r"^\s*#(?:if|elseif)\b")
# Frameworks are asked for as they are; these are the system itself.
QUESTION = re.compile(r"\bos\((\w+)\)|\bcanImport\((Darwin|Glibc|Musl|FoundationNetworking|FoundationXML|ObjectiveC)\)")


class Module:
    """One to compile: where its files are, files to compile into it, and for which systems."""

    def __init__(self, name, path, shims=(), swift5=False, systems=None):
        self.name, self.path, self.shims = name, path, shims
        self.swift5, self.systems = swift5, systems or SYSTEMS


FOUNDATION = ["Foundation.swift"]
UIKIT = [system for system in SYSTEMS if system != "macOS"]
GUIDES = ["iOS", "visionOS"]
# Compiled once: they ask for no system.
COMMON = [
    Module("IdentityWire", "Sources/IdentityWire"),
]
# In the order of who imports whom.
MODULES = [
    Module("Security", "Tests/Apple/Stubs/Security"),
    Module("FoundationForApple", "Tests/Apple/Stubs/FoundationForApple"),
    Module("SecureRandom", "Sources/SecureRandom"),
    # In the place of Apple's.
    Module("CryptoKit", "Sources/CryptoKit", FOUNDATION),
    Module("AppKit", "Tests/Apple/Stubs/AppKit", systems=["macOS"]),
    Module("UIKit", "Tests/Apple/Stubs/UIKit", systems=UIKIT),
    Module("Combine", "Tests/Apple/Stubs/Combine"),
    Module("GameKit", "Tests/Apple/Stubs/GameKit"),
    Module("SwiftUI", "Tests/Apple/Stubs/SwiftUI"),
    Module("AuthenticationServices", "Tests/Apple/Stubs/AuthenticationServices"),
    Module("HTTPExchange", "Sources/HTTPExchange", FOUNDATION),
    Module("LatchkeyAuth", "Sources/LatchkeyAuth", FOUNDATION + ["Darwin.swift"]),
    Module("LatchkeyAuthABI", "Sources/LatchkeyAuthABI", FOUNDATION),
    Module("FirebaseAuth", "Sources/FirebaseAuth", FOUNDATION),
    Module("FirebaseCore", "Sources/FirebaseCore", FOUNDATION),
    Module("FirebaseFirestore", "Sources/FirebaseFirestore", FOUNDATION),
    Module("JSONWebKeys", "Sources/JSONWebKeys", FOUNDATION),
    Module("LatchkeyVerifier", "Sources/LatchkeyVerifier", FOUNDATION),
    Module("Apps", "Tests/Apple/Apps"),
    Module("FBSDKLoginKit", "Tests/Guides/Stubs/FBSDKLoginKit", systems=GUIDES),
    Module("GuideStage", "Tests/Guides/Stage", systems=GUIDES),
    Module("GuideSnippets", "Tests/Guides/Snippets", systems=GUIDES),
    Module("GuideSnippetsSwift5", "Tests/Guides/SnippetsSwift5", swift5=True, systems=GUIDES),
    Module("Tutorials", "Tests/Guides/Tutorials", FOUNDATION, systems=GUIDES),
]
# Of the build: modules in Swift, and folders with headers and module maps.
BUILT = ["Crypto", "CryptoExtras", "CryptoBoringWrapper", "SwiftASN1"]
C_MODULES = ["CLatchkeyAuth", "CLatchkeyVersion"]


def answered(text, system):
    """The text, its questions for the system being answered."""
    flags = {"Darwin", "ObjectiveC", f"os_{system}"}

    def answer(found):
        name = f"os_{found[1]}" if found[1] else found[2]
        return "true" if name in flags else "false"

    lines = text.split("\n")
    return "\n".join(QUESTION.sub(answer, line) if DIRECTIVE.match(line) else line for line in lines)


class Compilation:
    """The modules of one system, in a directory of their own. Without a system the questions stay as they are."""

    def __init__(self, options, scratch, system=None, found=()):
        self.options, self.scratch, self.system = options, scratch / (system or "common"), system
        self.modules = self.scratch / "modules"
        self.modules.mkdir(parents=True)
        self.found = [self.modules, *found]
        self.cache = scratch / "cache"

    def copy(self, source):
        """A copy of a source, at the same place below a directory of the system's."""
        target = self.scratch / source.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8")
        target.write_text(answered(text, self.system) if self.system else text, encoding="utf-8")
        return target

    def compile(self, module):
        """What the compiler says; nothing if all is well."""
        # What a documentation catalogue shows is of other modules.
        sources = [path for path in sorted((ROOT / module.path).rglob("*.swift")) if ".docc/" not in str(path)]
        sources += [HERE / "Shims" / name for name in module.shims]
        files = [self.copy(source) for source in sources]
        command = [
            self.options.swiftc, "-emit-module", "-whole-module-optimization", "-Onone", "-module-name", module.name,
            "-emit-module-path", self.modules / f"{module.name}.swiftmodule", "-package-name", "latchkey",
            "-swift-version", "5" if module.swift5 else "6", "-warnings-as-errors", "-parse-as-library",
            "-module-cache-path", self.cache,
        ]
        for directory in self.found:
            command += ["-I", directory]
        for name in C_MODULES:
            headers = ROOT / "Sources" / name / "include"
            command += ["-Xcc", f"-fmodule-map-file={self.options.build / f'{name}.build' / 'module.modulemap'}"]
            command += ["-Xcc", "-I", "-Xcc", headers]
        done = subprocess.run([str(word) for word in command + files], cwd=ROOT, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        return done.stdout.replace(f"{self.scratch}/", "") if done.returncode != 0 else ""

    def run(self, modules):
        """Compiles modules in turn, up to the first that fails. The lines to print, and whether all compiled."""
        begun = time.monotonic()
        for module in modules:
            if said := self.compile(module):
                return f"{said}\nFAILED  {self.scratch.name}: {module.name} does not compile", False
        return f"ok      {self.scratch.name}: {len(modules)} modules ({time.monotonic() - begun:.0f} s)", True


def built(options, scratch):
    """A directory with the modules of the build that are needed. Those of others would stand in for the declarations."""
    directory = scratch / "built"
    directory.mkdir()
    for name in BUILT:
        for path in (options.build / "Modules").glob(f"{name}.swift*"):
            (directory / path.name).symlink_to(path)
    return directory


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--only", choices=SYSTEMS)
    parser.add_argument("--jobs", type=int, default=2, help="how many systems are compiled for at once")
    options = parser.parse_args()
    swift = pathlib.Path(shutil.which(os.environ.get("SWIFT", "swift")) or "swift")
    beside = swift.with_name("swiftc")
    options.swiftc = beside if beside.exists() else "swiftc"
    systems = [options.only] if options.only else SYSTEMS
    with tempfile.TemporaryDirectory() as temporary:
        scratch = pathlib.Path(temporary).resolve()
        found = [built(options, scratch)]
        common = Compilation(options, scratch, found=found)
        said, ok = common.run(COMMON)
        print(said, flush=True)
        if not ok:
            sys.exit(1)

        def compiled(system):
            compilation = Compilation(options, scratch, system, [common.modules, *found])
            return compilation.run([module for module in MODULES if system in module.systems])

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            outcomes = []
            for said, ok in pool.map(compiled, systems):
                print(said, flush=True)
                outcomes.append(ok)
    sys.exit(0 if all(outcomes) else 1)


if __name__ == "__main__":
    main()
