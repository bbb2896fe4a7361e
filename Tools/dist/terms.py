"""Writes Debian's machine-readable copyright file (https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/)."""

import re

import materials
import vendored

HEAD = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Latchkey
Comment: The program is linked with Swift packages and with Swift's runtime. Their
 notices are in third-party.txt, and latchkey.cdx.json lists them with versions.

Files: *
Copyright: the authors of Latchkey
License: Apache-2.0
"""
APACHE = """\
License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.
"""
LIBRARY = """\
Files: usr/lib/latchkey/libcrypto_mb.so
Copyright: Intel Corporation
License: Apache-2.0
"""


def machine_readable(has_library):
    """The text: who owns what is packed, and every licence of it once."""
    texts = {text: names for text, names in materials.texts().items() if not all("NOTICE" in name for name in names)}
    licences = {text: short(text, names) for text, names in texts.items()}
    owners = sorted({owner for text in texts for line in text.splitlines() if (owner := owner_of(line))})
    used = " and ".join(dict.fromkeys(licences.values()))
    program = f"Files: usr/bin/latchkey\nCopyright: the authors of Latchkey\n{indented(owners)}License: {used}\n"
    stanzas = [f"License: {name}\n{indented(text.splitlines())}" for text, name in licences.items() if name != "Apache-2.0"]
    return "\n".join([HEAD, *([LIBRARY] if has_library else []), program, APACHE, *stanzas])


def short(text, names):
    """What Debian calls the licence, or a name of our own for terms that are one part's alone."""
    flat = " ".join(text.split())
    if "Apache License Version 2.0" in flat:
        return "Apache-2.0-with-Swift-exception" if "Runtime Library Exception" in flat else "Apache-2.0"
    part = re.sub(r" \d.*$", "", names[0])
    return "terms-of-" + re.sub(r"[^A-Za-z0-9.]+", "-", part).strip("-")


def owner_of(line):
    line = line.strip()
    found = vendored.OWNER.match(line) and "[yyyy]" not in line and "{" not in line
    return re.sub(r"^copyright:?\s*(?:\(c\)|©)?\s*", "", line, flags=re.IGNORECASE) if found else None


def indented(lines):
    return "".join(f" {line.rstrip()}\n" if line.strip() else " .\n" for line in lines)
