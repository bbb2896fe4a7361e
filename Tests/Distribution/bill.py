"""Holds the list of materials to CycloneDX's schema, and to what the program is made of."""

import json
import os
import tarfile

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from license_expression import get_spdx_licensing

from system import expect

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def bill_of_materials(bench):
    """It is valid, and names every package with its version and licence."""
    with open(bench.bill, encoding="utf-8") as file:
        text = file.read()
    bill = json.loads(text)
    faults = JsonStrictValidator(SchemaVersion.from_version(bill["specVersion"])).validate_str(text, all_errors=True)
    expect(not faults, *(str(fault) for fault in faults or ()))

    parts = bill["components"]
    names = [part["bom-ref"] for part in [bill["metadata"]["component"], *with_inner(parts)]]
    expect(len(names) == len(set(names)), "Two parts have one bom-ref:", names)
    for link in bill["dependencies"]:
        unknown = {link["ref"], *link["dependsOn"]} - set(names)
        expect(not unknown, "Nothing is called", unknown)

    licensing = get_spdx_licensing()
    for part in with_inner(parts):
        for licence in part.get("licenses", []):
            terms = licence.get("expression") or licence["license"]["id"]
            errors = licensing.validate(terms).errors
            expect(not errors, part["name"], errors)
    described = {(part["purl"], part["licenses"][0].get("expression")) for part in parts
                 if part.get("purl", "").startswith("pkg:swift/")}
    expect(described == pinned(), "The list has", described ^ pinned(), "too much or too little")
    with tarfile.open(bench.archive) as archive:
        path = next(name for name in archive.getnames() if name.endswith("/share/doc/latchkey/third-party.txt"))
        notices = archive.extractfile(path).read().decode()
    without = [inner["name"] for part in parts for inner in part.get("components", []) if f"\n{inner['name']}, in " not in notices]
    expect(not without, "third-party.txt has no terms of", without)
    return f"CycloneDX {bill['specVersion']}, {len(names)} parts, {len(described)} of them Swift packages with their licences"


def with_inner(parts):
    return [inner for part in parts for inner in (part, *part.get("components", []))]


def pinned():
    with open(os.path.join(ROOT, "Tools", "dependencies.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    return {(f"pkg:swift/{address.removeprefix('https://')}@{version}", licence) for address, version, licence in rows}


TRIALS = [bill_of_materials]
