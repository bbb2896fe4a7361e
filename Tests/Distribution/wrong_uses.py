"""Does what ought not to be done, and expects a sentence that says what to do."""

import os
import subprocess
import tempfile

from installing import LIBRARIES, as_service
from server import Server, free_port
from system import expect

KEPT = "/var/lib/latchkey"
# The processor that an ELF file is for.
MACHINE_OFFSET = 18


def another_architecture(bench):
    """Neither the package nor the archive of another processor changes anything."""
    with bench.system() as system, tempfile.TemporaryDirectory() as scratch:
        subprocess.run(["dpkg-deb", "-R", bench.package, f"{scratch}/tree"], check=True)
        control = f"{scratch}/tree/DEBIAN/control"
        text = open(control, encoding="utf-8").read().replace("Architecture: amd64", "Architecture: arm64")
        open(control, "w", encoding="utf-8").write(text)
        foreign = f"{scratch}/latchkey_{bench.version}_arm64.deb"
        subprocess.run(["dpkg-deb", "-Znone", "-b", f"{scratch}/tree", foreign], check=True, stdout=subprocess.DEVNULL)
        refused = system.run("dpkg", "-i", system.put(foreign), status=1)
        expect("does not match system" in refused, refused)
        system.run("tar", "-xzf", system.put(bench.archive), "-C", "/opt")
        folder = f"/opt/{os.path.basename(bench.archive).removesuffix('.tar.gz')}"
        with open(system.path(f"{folder}/bin/latchkey"), "r+b") as program:
            program.seek(MACHINE_OFFSET)
            program.write(b"\xb7\0")
        said = system.run(f"{folder}/install", status=1)
        expect("This archive is for aarch64" in said, said)
        expect(not os.path.exists(system.path("/usr/local/bin/latchkey")), "something was installed all the same")
        return said.strip()


def program_that_does_not_run(bench):
    """The archive's script runs the program before it writes anything."""
    with bench.system() as system:
        system.update()
        system.install(*LIBRARIES)
        system.run("tar", "-xzf", system.put(bench.archive), "-C", "/opt")
        folder = f"/opt/{os.path.basename(bench.archive).removesuffix('.tar.gz')}"
        os.truncate(system.path(f"{folder}/bin/latchkey"), 1_000_000)
        said = system.run(f"{folder}/install", status=1)
        expect("does not run on this machine" in said and "Nothing was installed" in said, said)
        expect(not os.path.exists(system.path("/usr/local/bin/latchkey")), "something was installed all the same")
        return said.strip().splitlines()[-1]


def no_space(bench):
    """With a full /var nothing is installed or upgraded; a server that meets it goes on when there is space again."""
    with bench.system() as system:
        system.update()
        system.install(*LIBRARIES)
        package = system.put(bench.package)
        inside = f"mount -t tmpfs -o size=8m tmpfs /var/lib/latchkey && dpkg -i {package}"
        os.makedirs(system.path(KEPT))
        refused = system.run("sh", "-c", inside, status=1)
        expect("less than 64 MB free" in refused and "nothing was changed" in refused, refused)
        expect(not os.path.exists(system.path("/usr/bin/latchkey")), "something was installed all the same")
        system.run("dpkg", "-i", package)
        return f"{next(line for line in refused.splitlines() if 'latchkey: ' in line)} | {full_disk(system)}"


def full_disk(system):
    """A disk of 24 MB is filled beside a running server, and emptied."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m,mode=700", "tmpfs", system.path(KEPT)], check=True)
    try:
        system.run("chown", "latchkey:latchkey", KEPT)
        as_service(system, "project", "create", "my-app", "--data", KEPT)
        text = as_service(system, "project", "show", "my-app", "--data", KEPT, "--format", "web")
        key = next(word for word in text.replace('"', " ").split() if word.startswith("AIza"))
        port = free_port()
        words = ["runuser", "-u", "latchkey", "--", "latchkey", "serve", "--config", "/etc/latchkey/latchkey.yaml",
                 "--set", f"listen.port={port}"]
        with Server(system.command(*words), port, key=key) as server:
            ann = server.ask("signUp", {"returnSecureToken": True})
            system.run("sh", "-c", f"cat /dev/zero > {KEPT}/filler", status=1)
            statuses = {server.post("signUp", {"returnSecureToken": True})[0] for _ in range(200)}
            expect(503 in statuses and statuses <= {200, 503}, "statuses", statuses)
            os.remove(system.path(f"{KEPT}/filler"))
            server.ask("signUp", {"returnSecureToken": True})
            expect(server.refresh(ann["refreshToken"])["user_id"] == ann["localId"], "another user")
        system.run("sh", "-c", f"cat /dev/zero > {KEPT}/filler", status=1)
        refused = as_service(system, *words[5:], status=74)
        os.remove(system.path(f"{KEPT}/filler"))
        verified = as_service(system, "audit", "verify", "--data", KEPT)
        expect("are as they were written" in verified, verified)
        return f"a full disk: 503, then 200 again; at a start: {refused.strip().splitlines()[-1][:200]}"
    finally:
        subprocess.run(["umount", system.path(KEPT)], check=True)


TRIALS = [another_architecture, program_that_does_not_run, no_space]
