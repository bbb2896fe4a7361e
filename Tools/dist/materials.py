"""Writes the bill of materials of a release, in CycloneDX's JSON (https://cyclonedx.org/docs/1.5/json/)."""

import datetime
import json
import os
import re
import subprocess
import uuid

import vendored

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def bill(version, commit, moment, program, has_library):
    """The text: Latchkey, the Swift packages of Tools/dependencies.tsv, Swift's runtime, crypto_mb where it is packed, and
    the system's libraries that the program asks for."""
    parts = [package(*row) for row in packages()] + [runtime()]
    if has_library:
        parts.append(crypto_mb())
    parts += [library(name) for name in needed(program)]
    latchkey = {"type": "application", "bom-ref": f"latchkey@{version}", "name": "latchkey", "version": version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
                "properties": [{"name": "latchkey:commit", "value": commit}]}
    document = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'latchkey:{version}:{commit}')}",
        "metadata": {"timestamp": datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).isoformat(),
                     "component": latchkey},
        "components": parts,
        "dependencies": [{"ref": latchkey["bom-ref"], "dependsOn": [part["bom-ref"] for part in parts]}],
    }
    return json.dumps(document, indent=2) + "\n"


def packages():
    with open(os.path.join(ROOT, "Tools", "dependencies.tsv"), encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]


def notices():
    """The licences and notices, which ask to be passed on with the program."""
    rule = "=" * 78
    return "".join("\n".join([rule, *names, rule, "", text, "", ""]) for text, names in texts().items())


def texts():
    """Text to names: the licences and notices of every package, of what it has inside, and of Swift's runtime."""
    unlisted = sorted(vendored.unlisted())
    if unlisted:
        lines = "\n".join(": ".join(place) for place in unlisted)
        raise SystemExit(f"Tools/dist/vendored.py names no terms for these parts of packages:\n{lines}")
    found = {}
    for address, version, _ in packages():
        name = address.rsplit("/", 1)[1]
        folder = os.path.join(vendored.CHECKOUTS, name)
        for file in sorted(os.listdir(folder)):
            if file.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE")) and os.path.isfile(f"{folder}/{file}"):
                found.setdefault(vendored.read(f"{folder}/{file}"), []).append(f"{name} {version}: {file}")
        for part, text in vendored.texts(address).items():
            found.setdefault(text, []).append(f"{part}, in {name} {version}")
    for part, text in vendored.runtime_texts().items():
        found.setdefault(text, []).append(f"{part}, in the program")
    return found


def package(address, version, licence):
    place = address.removeprefix("https://")
    purl = f"pkg:swift/{place}@{version}"
    part = {"type": "library", "bom-ref": purl, "name": place.rsplit("/", 1)[1], "version": version, "purl": purl,
            "licenses": [{"expression": licence}],
            "externalReferences": [{"type": "vcs", "url": address}]}
    inside = [inner(purl, name, terms) for name, terms, _, _ in vendored.INSIDE.get(address, [])]
    return part | ({"components": inside} if inside else {})


def inner(reference, name, terms):
    return {"type": "library", "bom-ref": f"{reference}#{name}", "name": name, "licenses": [{"expression": terms}]}


def runtime():
    text = subprocess.run([os.environ.get("SWIFT", "swift"), "--version"], capture_output=True, text=True).stdout
    found = re.search(r"Swift version ([\d.]+)", text)
    version = found.group(1) if found else "unknown"
    return {"type": "framework", "bom-ref": f"swift@{version}", "version": version,
            "name": "Swift's standard library, Foundation and Dispatch",
            "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}],
            "components": [inner(f"swift@{version}", name, terms) for name, terms, _ in vendored.RUNTIME]}


def crypto_mb():
    with open(os.path.join(ROOT, "Tools", "crypto-mb.txt"), encoding="utf-8") as file:
        name, version = re.search(r"^(\S+)==(\S+)", file.read(), re.MULTILINE).groups()
    purl = f"pkg:pypi/{name}@{version}"
    return {"type": "library", "bom-ref": purl, "name": "libcrypto_mb.so", "version": version, "purl": purl,
            "licenses": [{"license": {"id": "Apache-2.0"}}]}


def needed(program):
    text = subprocess.run(["readelf", "-d", program], check=True, capture_output=True, text=True).stdout
    return re.findall(r"\(NEEDED\).*\[(.+)\]", text)


def library(name):
    return {"type": "library", "bom-ref": f"system:{name}", "name": name, "scope": "required",
            "description": "The system's; no part of the package."}
