#!/usr/bin/env python3
"""Makes what others install of a program that is built: an archive, a Debian package, a list of what is in it, digests.

  Tools/dist PROGRAM --output DIRECTORY [--library LIBCRYPTO_MB] [--commit COMMIT] [--time SECONDS] [--maintainer NAME]

The symbols, PROGRAM.debug, get an archive of their own. The same program, commit and time make the same bytes. What stands in the directory already is replaced.
"""

import argparse
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import archive  # noqa: E402
import debian  # noqa: E402
import documents  # noqa: E402
import manuals  # noqa: E402
import materials  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

MAINTAINER = re.compile(r"^[^<>\n]+ <[^<>@\s]+@[^<>@\s]+>$")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout.strip()


def copy(source, target, mode=0o644):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copyfile(source, target)
    os.chmod(target, mode)


def write(text, target, mode=0o644):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(target, mode)


def lay_out(tree, program, library, bill):
    """Puts what is installed below PREFIX into a directory: bin, lib/latchkey, share."""
    copy(program, f"{tree}/bin/latchkey", 0o755)
    document = f"{tree}/share/doc/latchkey"
    if library:
        copy(library, f"{tree}/lib/latchkey/libcrypto_mb.so")
        copy(os.path.join(os.path.dirname(library), "LICENSE"), f"{document}/libcrypto_mb.LICENSE")
    write(bill, f"{document}/latchkey.cdx.json")
    write(materials.notices(), f"{document}/third-party.txt")
    for name, text in documents.documents().items():
        write(text, f"{document}/{name}")
    for name, text in manuals.pages(program).items():
        write(text, f"{tree}/share/man/man1/{name}")
    for shell, path in (("bash", "bash-completion/completions/latchkey"), ("zsh", "zsh/vendor-completions/_latchkey"),
                        ("fish", "fish/vendor_completions.d/latchkey.fish")):
        write(output(program, "--generate-completion-script", shell) + "\n", f"{tree}/share/{path}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--output", type=os.path.abspath, required=True)
    parser.add_argument("--library", type=os.path.abspath, help="libcrypto_mb.so; its LICENSE lies beside it")
    parser.add_argument("--commit", help="what the program was built from; HEAD unless told")
    parser.add_argument("--time", type=int, help="the time of every file, in seconds of Unix; the commit's unless told")
    parser.add_argument("--maintainer", default="", help="who looks after the Debian package: NAME <ADDRESS>")
    options = parser.parse_args()
    if options.maintainer and not MAINTAINER.match(options.maintainer):
        parser.error("a maintainer is NAME <ADDRESS>, as in: Ann Example <ann@example.com>")
    version = output(options.program, "--version").splitlines()[0]
    commit = options.commit or output("git", "rev-parse", "HEAD")
    moment = options.time or int(output("git", "show", "-s", "--format=%ct", commit))
    architecture = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]
    os.makedirs(options.output, exist_ok=True)
    name = f"latchkey-{version}-linux-{platform.machine()}"
    names = [f"{name}.tar.gz", f"latchkey_{version}_{architecture}.deb", f"{name}.cdx.json"]
    with tempfile.TemporaryDirectory() as scratch:
        bill = materials.bill(version, commit, moment, options.program, has_library=bool(options.library))
        write(bill, f"{options.output}/{names[2]}")
        tree = f"{scratch}/{name}"
        lay_out(tree, options.program, options.library, bill)
        copy(f"{ROOT}/deploy/latchkey.service", f"{tree}/lib/systemd/system/latchkey.service")
        copy(f"{ROOT}/Tools/dist/install", f"{tree}/install", 0o755)
        archive.pack(tree, f"{options.output}/{names[0]}", moment)
        package = f"{scratch}/package"
        lay_out(f"{package}/usr", options.program, options.library, bill)
        debian.build(package, f"{options.output}/{names[1]}", version, architecture, moment, options.maintainer)
        symbols = f"{options.program}.debug"
        if os.path.exists(symbols):
            names.append(f"{name}-debug.tar.gz")
            copy(symbols, f"{scratch}/{name}-debug/latchkey.debug")
            archive.pack(f"{scratch}/{name}-debug", f"{options.output}/{names[-1]}", moment)
    lines = []
    for file in names:
        with open(f"{options.output}/{file}", "rb") as opened:
            lines.append(f"{hashlib.file_digest(opened, 'sha256').hexdigest()}  {file}\n")
    write("".join(lines), f"{options.output}/SHA256SUMS")
    for file in names:
        print(f"{os.path.getsize(f'{options.output}/{file}') / 1e6:8.1f} MB  {os.path.relpath(options.output)}/{file}")


if __name__ == "__main__":
    main()
