"""Installs on machines that have nothing, signs somebody in, and purges."""

import glob
import os
import re
import subprocess
import time

import getting_started
from server import Server, free_port
from system import expect

# From the command that installs to the README's last answer. Downloads of a slow network are not counted out.
LONGEST_START = 60

LIBRARIES = ["ca-certificates", "libsqlite3-0", "libssl3", "libargon2-1", "libcrypt1", "libcurl4", "libpq5", "libqrencode4",
             "libxml2", "zlib1g", "libstdc++6"]


def first_sign_in(system, program):
    """Starts a development server and signs people in; how many seconds it took."""
    begun = time.monotonic()
    port = free_port()
    with Server(system.command(program, "dev", "--port", str(port), "--data", "/tmp/users"), port) as server:
        server.ask("signUp", {"email": "eve@example.com", "password": "correct horse", "returnSecureToken": True})
        lab = system.run(program, "lab", "token", "github.com", "--name", "Grace Hopper", "--email", "grace@example.net",
                         "--server", server.base).strip()
        grace = server.ask("signInWithIdp", {
            "postBody": f"providerId=github.com&access_token={lab}", "requestUri": "http://localhost",
            "returnSecureToken": True})
        expect(grace.get("displayName") == "Grace Hopper", "signed in as", grace)
        return time.monotonic() - begun


def archive_without_toolchain(bench):
    """The archive's own script says what is missing, and installs where it is there."""
    with bench.system() as system:
        inside = system.put(bench.archive)
        system.run("tar", "-xzf", inside, "-C", "/opt")
        folder = f"/opt/{os.path.basename(bench.archive).removesuffix('.tar.gz')}"
        refused = system.run(f"{folder}/install", status=1)
        expect("apt install" in refused and "libsqlite3.so.0" in refused, refused)
        expect(not os.path.exists(system.path("/usr/local/bin/latchkey")), "something was installed all the same")
        system.update()
        system.install(*LIBRARIES)
        own_prefix(system, folder)
        said = system.run(f"{folder}/install")
        expect(f"{bench.version} is installed" in said and "latchkey dev" in said, said)
        linked = system.run("ldd", "/usr/local/bin/latchkey")
        expect("swift" not in linked.lower() and "not found" not in linked, linked)
        version = system.run("/usr/local/bin/latchkey", "--version")
        expect(re.match(rf"{re.escape(bench.version)}\ncommit: \S+.*\nsigner: \w+\n", version), version)
        seconds = first_sign_in(system, "/usr/local/bin/latchkey")
        size = os.path.getsize(system.path("/usr/local/bin/latchkey")) / 1e6
        return f"{' | '.join(version.split(chr(10)))} {size:.0f} MB, no Swift library; signed in after {seconds:.1f} s"


def own_prefix(system, folder):
    """From a folder of another name, into a directory of the user's choice."""
    help_text = system.run(f"{folder}/install", "--help")
    expect("USAGE: install [PREFIX]" in help_text, help_text)
    os.rename(system.path(folder), system.path("/opt/renamed"))
    said = system.run("/opt/renamed/install", "/opt/own")
    os.rename(system.path("/opt/renamed"), system.path(folder))
    expect("systemctl link /opt/own/lib/systemd/system/latchkey.service" in said, said)
    unit = system.run("cat", "/opt/own/lib/systemd/system/latchkey.service")
    expect("ExecStart=/opt/own/bin/latchkey serve" in unit and "/usr/local" not in unit, unit)


def package(bench):
    """One command installs, the next starts a server, and the README's calls sign people in."""
    with bench.system() as system:
        system.update()
        inside = system.put(bench.package)
        begun = time.monotonic()
        said = system.install(inside)
        installed = time.monotonic() - begun
        expect("latchkey dev" in said and "publicOrigin" in said, said)
        system.install("curl")
        seconds = getting_started.sign_in(system)
        expect(installed + seconds < LONGEST_START, "It took", installed, "s to install and", seconds, "s to sign in.")
        checked = system.run("dpkg", "--verify", "latchkey")
        expect(checked.strip() == "", "changed since it was installed:", checked)
        owner = system.run("stat", "-c", "%U:%G %a", "/var/lib/latchkey", "/etc/latchkey", "/etc/latchkey/latchkey.yaml")
        expect(owner.split("\n")[:3] == ["latchkey:latchkey 700", "root:latchkey 750", "root:latchkey 640"], owner)
        service(system)
        documents(system)
        return (f"installed in {installed:.1f} s with what it downloaded, the README's sign-ins {seconds:.1f} s later; "
                f"{os.path.getsize(bench.package) / 1e6:.0f} MB packed")


def service(system):
    """The configuration of the package, with its address said, and the steps that it names."""
    mistaken = system.run("latchkey", "config", "check", "--config", "/etc/latchkey/latchkey.yaml", status=78)
    expect("latchkey project create" in mistaken, mistaken)
    as_service(system, "project", "create", "my-app", "--data", "/var/lib/latchkey")
    said = as_service(system, "config", "check", "--config", "/etc/latchkey/latchkey.yaml")
    expect("mistake" not in said, said)
    unit = system.run("cat", "/lib/systemd/system/latchkey.service")
    expect("ExecStart=/usr/bin/latchkey serve --config /etc/latchkey/latchkey.yaml" in unit, unit)
    expect("/usr/local" not in unit, unit)
    port = free_port()
    with Server(system.command("runuser", "-u", "latchkey", "--", "latchkey", "serve", "--config",
                               "/etc/latchkey/latchkey.yaml", "--set", f"listen.port={port}"), port):
        pass


def as_service(system, *words, **options):
    return system.run("runuser", "-u", "latchkey", "--", "latchkey", *words, **options)


def documents(system):
    pages = system.run("find", "/usr/share/man/man1", "-name", "latchkey*.1.gz").split()
    expect(len(pages) > 15, "manual pages:", pages)
    for page in pages:
        warnings = subprocess.run(["man", "--warnings", "-l", system.path(page)], capture_output=True, text=True)
        expect(warnings.returncode == 0 and not warnings.stderr, page, warnings.stderr)
        expect("\nOPTIONS\n" in warnings.stdout, page, "has no options")
    for script in ("bash-completion/completions/latchkey", "zsh/vendor-completions/_latchkey",
                   "fish/vendor_completions.d/latchkey.fish"):
        expect(os.path.getsize(system.path(f"/usr/share/{script}")) > 1000, script)
    system.run("bash", "-n", "/usr/share/bash-completion/completions/latchkey")
    for document in ("copyright", "latchkey.cdx.json", "third-party.txt", "README.md", "operating.md"):
        expect(os.path.exists(system.path(f"/usr/share/doc/latchkey/{document}")), document, "is missing")
    for document in glob.glob(system.path("/usr/share/doc/latchkey/*.md")):
        with open(document, encoding="utf-8") as file:
            links = re.findall(r"\]\(([\w./-]+\.md)[#)]", file.read())
        for link in links:
            expect(os.path.exists(f"{os.path.dirname(document)}/{link}"), document, "leads to", link)
    with open(system.path("/usr/share/doc/latchkey/copyright"), encoding="utf-8") as file:
        text = file.read()
    expect(text.startswith("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"), text[:200])
    named = re.findall(r"^License: (.+)$", text, re.MULTILINE)
    alone = {name for name in named if " and " not in name}
    wanted = {name for names in named for name in names.split(" and ")}
    expect(wanted == alone, "licences without a text:", wanted - alone)


def purge(bench):
    """Nothing of the package stays, and every account does."""
    with bench.system() as system:
        system.update()
        system.install(system.put(bench.package))
        as_service(system, "project", "create", "my-app", "--data", "/var/lib/latchkey")
        removed = system.run("apt-get", "purge", "-y", "-q", "latchkey")
        expect("accounts in /var/lib/latchkey were left" in removed, removed)
        for gone in ("/usr/bin/latchkey", "/etc/latchkey", "/lib/systemd/system/latchkey.service", "/usr/lib/latchkey",
                     "/usr/share/doc/latchkey", "/usr/share/man/man1/latchkey.1.gz"):
            expect(not os.path.exists(system.path(gone)), gone, "is still there")
        expect(os.path.exists(system.path("/var/lib/latchkey/latchkey.db")), "the accounts are gone")
        # Installed again, it goes on with them; without any, nothing at all is left.
        system.install("/tmp/" + os.path.basename(bench.package))
        projects = as_service(system, "project", "list", "--data", "/var/lib/latchkey")
        expect("my-app" in projects, projects)
        system.run("sh", "-c", "rm -rf /var/lib/latchkey/*")
        system.run("apt-get", "purge", "-y", "-q", "latchkey")
        left = system.run("sh", "-c", "ls -d /var/lib/latchkey; getent passwd latchkey", status=None)
        expect("No such file" in left and "nologin" not in left, left)
        return "the accounts stay and are named; without accounts nothing stays, nor does the user"


TRIALS = [archive_without_toolchain, package, purge]
