"""Builds a Debian package of what is laid out already."""

import gzip
import hashlib
import os
import shutil
import subprocess

import terms

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPTS = os.path.join(ROOT, "Tools", "dist", "debian")
CONFIGURATION = "etc/latchkey/latchkey.yaml"
# What the program asks of the machine besides libraries: users are made with the first, certificates trusted by the second.
OTHERS = ["passwd", "ca-certificates"]

# The field is required. Whoever makes packages for others names themselves: make dist MAINTAINER='NAME <ADDRESS>'.
UNSET = "The maker of this package gave no name <unset@packager.invalid>"


def build(tree, path, version, architecture, moment, maintainer):
    """Adds to `tree`, which has /usr, what a Debian system wants, and packs it."""
    with open(f"{ROOT}/deploy/latchkey.service", encoding="utf-8") as file:
        unit = file.read().replace("/usr/local/bin/", "/usr/bin/")
    lines = unit.splitlines(keepends=True)
    # The package has done what the head says.
    unit = "".join(lines[next(index for index, line in enumerate(lines) if line.startswith("[")):])
    put(unit, f"{tree}/lib/systemd/system/latchkey.service")
    with open(f"{ROOT}/docs/latchkey.example.yaml", encoding="utf-8") as file:
        put(file.read(), f"{tree}/{CONFIGURATION}", 0o640)
    document = f"{tree}/usr/share/doc/latchkey"
    os.remove(f"{document}/LICENSE")
    put(terms.machine_readable(os.path.exists(f"{tree}/usr/lib/latchkey/libcrypto_mb.so")), f"{document}/copyright")
    for folder, pattern in ((f"{tree}/usr/share/man/man1", ".1"), (document, "CHANGELOG.md")):
        for name in sorted(os.listdir(folder)):
            if name.endswith(pattern):
                press(f"{folder}/{name}", moment)
    if os.path.exists(f"{document}/CHANGELOG.md.gz"):
        os.rename(f"{document}/CHANGELOG.md.gz", f"{document}/changelog.gz")
    # Debian has these two under names of its own.
    for name in sorted(os.listdir(document)):
        if name.endswith(".md"):
            with open(f"{document}/{name}", encoding="utf-8") as file:
                text = file.read()
            put(text.replace("](CHANGELOG.md", "](changelog.gz").replace("](LICENSE", "](copyright"), f"{document}/{name}")
    control(tree, version, architecture, maintainer or UNSET)
    digests(tree)
    for folder, folders, files in os.walk(tree):
        for name in folders + files:
            os.utime(f"{folder}/{name}", (moment, moment))
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, path], check=True, stdout=subprocess.DEVNULL,
                   env=os.environ | {"SOURCE_DATE_EPOCH": str(moment)})


def put(text, path, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def press(path, moment):
    with open(path, "rb") as file:
        data = file.read()
    with open(f"{path}.gz", "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=moment) as packed:
        packed.write(data)
    os.remove(path)


def control(tree, version, architecture, maintainer):
    kilobytes = sum(-(-os.path.getsize(f"{folder}/{name}") // 1024) for folder, _, files in os.walk(tree) for name in files)
    depends = ", ".join(libraries(f"{tree}/usr/bin/latchkey") + OTHERS)
    put(f"""\
Package: latchkey
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kilobytes}
Depends: {depends}
Section: net
Priority: optional
Description: Firebase Authentication that you run yourself
 Latchkey speaks the REST protocol of Google's Identity Toolkit and Secure
 Token services, so that the official Firebase SDKs sign users in with it. It
 checks credentials of Apple, Facebook, GitHub, Google and OpenID Connect
 providers, signs ID tokens with its own keys, and keeps its accounts in SQLite
 or PostgreSQL.
""", f"{tree}/DEBIAN/control")
    put(f"/{CONFIGURATION}\n", f"{tree}/DEBIAN/conffiles")
    functions = read(f"{SCRIPTS}/functions")
    for name in ("preinst", "postinst", "prerm", "postrm"):
        text = read(f"{SCRIPTS}/{name}").replace("@FUNCTIONS@\n", functions)
        text = text.replace("@VERSION@", version).replace("@KILOBYTES@", str(kilobytes))
        put(text, f"{tree}/DEBIAN/{name}", 0o755)


def digests(tree):
    """What `dpkg --verify` compares with, of all but the configuration."""
    lines = []
    for folder, _, files in sorted(os.walk(tree)):
        for name in sorted(files):
            path = os.path.relpath(f"{folder}/{name}", tree)
            if not path.startswith(("DEBIAN/", "etc/")):
                with open(f"{tree}/{path}", "rb") as file:
                    lines.append(f"{hashlib.file_digest(file, 'md5').hexdigest()}  {path}\n")
    put("".join(lines), f"{tree}/DEBIAN/md5sums")


def libraries(program):
    """The packages that have the program's shared libraries, each with the oldest version that will do."""
    scratch = f"{program}.shlibdeps"
    os.makedirs(f"{scratch}/debian")
    try:
        put("Source: latchkey\n", f"{scratch}/debian/control")
        text = subprocess.run(["dpkg-shlibdeps", "-O", program], check=True, capture_output=True, text=True, cwd=scratch).stdout
    finally:
        shutil.rmtree(scratch)
    return text.strip().removeprefix("shlibs:Depends=").split(", ")
