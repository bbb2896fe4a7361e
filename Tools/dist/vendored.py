"""Names what lies inside of Swift packages and of Swift's runtime under terms of its own, and finds these terms."""

import os
import re
import shutil

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHECKOUTS = os.path.join(ROOT, ".build", "release", "scratch", "checkouts")
LICENSES = os.path.join(ROOT, "Tools", "dist", "licenses")
# By the package's address: name, licence (SPDX), where the sources are, and where the terms are if not at the heads of these.
INSIDE = {
    "https://github.com/apple/swift-certificates": [
        ("musl", "MIT", "Sources/X509/X509BaseTypes/TimeCalculations.swift", None)],
    "https://github.com/apple/swift-crypto": [
        ("BoringSSL", "Apache-2.0 AND ISC", "Sources/CCryptoBoringSSL", None),
        ("Fiat-Crypto", "Apache-2.0", "Sources/CCryptoBoringSSL/third_party/fiat", "Fiat-Crypto.txt"),
        ("XKCP", "CC0-1.0 AND Brian-Gladman-3-Clause", "Sources/CXKCP", None)],
    "https://github.com/apple/swift-nio": [
        ("cpp_magic.h", "MIT", "Sources/CNIOAtomics/src/cpp_magic.h", "cpp_magic.txt"),
        ("llhttp", "MIT", "Sources/CNIOLLHTTP", "Sources/CNIOLLHTTP/LICENSE"),
        ("sha1.c of FreeBSD", "BSD-3-Clause", "Sources/CNIOSHA1", None)],
    "https://github.com/apple/swift-nio-extras": [("zlib", "Zlib", "Sources/CNIOExtrasZlib", None)],
    "https://github.com/apple/swift-nio-http2": [
        ("gRPC Swift", "Apache-2.0", "Sources/NIOHTTP2", None),
        ("nghttp2", "MIT", "Sources/NIOHPACK/HuffmanTables.swift", None)],
    "https://github.com/apple/swift-nio-ssl": [
        ("BoringSSL", "Apache-2.0 AND ISC", "Sources/CNIOBoringSSL", None),
        ("Fiat-Crypto", "Apache-2.0", "Sources/CNIOBoringSSL/third_party/fiat", "Fiat-Crypto.txt")],
    "https://github.com/jpsim/Yams": [("LibYAML", "MIT", "Sources/CYaml", "LibYAML.txt")],
}
# What Swift's static runtime has inside. The version of ICU is that of the data in lib_FoundationICU.a.
RUNTIME = [("ICU", "Unicode-3.0 AND ICU AND BSD-3-Clause AND BSD-2-Clause", "ICU.txt")]
SOURCES = (".c", ".cc", ".cpp", ".h", ".S", ".inc", ".swift")
COMMENT = re.compile(r"/\*.*?\*/|(?:^[ \t]*//[^\n]*\n)+", re.DOTALL | re.MULTILINE)
TERMS = re.compile(r"copyright|licen[cs]e|permission|public domain|redistribution", re.IGNORECASE)
OWNER = re.compile(r"^copyright\b.*?(?:\(c\)|©|\d{4}).*$", re.IGNORECASE)
# Who the packages are of. Their own terms are in the LICENSE and the NOTICE of each.
OWN = re.compile(
    r"Apple Inc|project authors|Swift(?:NIO|Crypto| Server)|Vapor|Qutheory|Gwendal|JP Simard|Hummingbird|Adam Fowler|Nikolai|"
    r"AsyncHTTPClient|swift-server|Fabian Fett|Amazon|Yams\.", re.IGNORECASE)


def texts(address):
    """Name of a part to its terms, of the parts of a package."""
    folder = os.path.join(CHECKOUTS, address.rsplit("/", 1)[1])
    return {name: terms(folder, place, text) for name, _, place, text in INSIDE.get(address, [])}


def runtime_texts():
    swift = shutil.which(os.environ.get("SWIFT", "swift"))
    own = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(swift))), "share", "swift", "LICENSE.txt")
    found = {name: read(os.path.join(LICENSES, text)) for name, _, text in RUNTIME}
    return {"Swift's standard library, Foundation and Dispatch": read(own)} | found


def terms(folder, place, text):
    if text:
        beside = os.path.join(folder, text)
        return read(beside if os.path.exists(beside) else os.path.join(LICENSES, text))
    owners, rest = set(), {}
    for path in files(os.path.join(folder, place)):
        for comment in heads(path):
            lines = [line.strip() for line in comment]
            owners |= {line for line in lines if OWNER.match(line)}
            body = "\n".join(line for line in lines if not OWNER.match(line)).strip()
            if body:
                rest.setdefault(" ".join(body.split()), body)
    return "\n".join(sorted(owners)) + "\n\n" + "\n\n".join(rest[key] for key in sorted(rest))


def heads(path):
    """The comments at a file's beginning that speak of terms, as lines without the marks of comments."""
    for match in COMMENT.finditer(read(path)[:12_000]):
        if not TERMS.search(match[0]):
            continue
        lines = [re.sub(r"^\s*(?:/\*+|\*+/|//+|\*)?\s?|\s*\*/\s*$", "", line) for line in match[0].splitlines()]
        if any(OWNER.match(line.strip()) or re.search("hereby|permitted|waived|as-is", line) for line in lines):
            yield lines


def unlisted():
    """Files of packages that name an owner who is not the package's, and lie in no part above."""
    for name in sorted(os.listdir(CHECKOUTS)):
        listed = [place for address, parts in INSIDE.items() if address.endswith(f"/{name}") for _, _, place, _ in parts]
        folder = os.path.join(CHECKOUTS, name)
        for path in files(os.path.join(folder, "Sources")):
            inside = os.path.relpath(path, folder)
            if any(inside == place or inside.startswith(place + "/") for place in listed):
                continue
            for lines in heads(path):
                for line in lines:
                    if OWNER.match(line.strip()) and not OWN.search(line):
                        yield name, inside, line.strip()


def files(place):
    if os.path.isfile(place):
        return [place]
    return sorted(os.path.join(folder, name) for folder, _, names in os.walk(place) for name in names if name.endswith(SOURCES))


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read().strip()
