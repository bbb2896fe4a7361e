"""Does what ought not to be done, and expects a sentence that says what to do."""

import os
import sqlite3
import subprocess
import tempfile
from contextlib import closing, contextmanager

from installing import LIBRARIES, as_service
from server import Server, free_port
from system import expect
from upgrading import PASSWORD, key_of, serving, write_program

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
    with disk(system, 24):
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


@contextmanager
def disk(system, megabytes):
    """A disk of its own for the data directory of an installed package."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tmpfs", system.path(KEPT)], check=True)
    try:
        system.run("chown", "latchkey:latchkey", KEPT)
        yield
    finally:
        subprocess.run(["umount", system.path(KEPT)], check=True)


def no_space_for_copy(bench):
    """An upgrade that has no room to copy the database changes nothing, and goes on as it says."""
    with bench.system() as system:
        system.update()
        system.install(system.put(bench.previous))
        # More than the package needs for itself, and less than two copies of the database.
        with disk(system, 160):
            as_service(system, "project", "create", "my-app", "--data", KEPT)
            key = key_of(system)
            with grown(system.path(f"{KEPT}/latchkey.db"), 60):
                refused_copy(bench, system, "free that a copy of the database takes")
            with serving(system, key) as server:
                ann = server.ask("signUp", {"email": "ann@example.com", "password": PASSWORD, "returnSecureToken": True})
                refused = refused_copy(bench, system, "free that a copy of the database takes")
                server.refresh(ann["refreshToken"])
            failed = copy_fails(bench, system)
            sign_in(system, key, ann)
            as_service(system, "backup", "--data", KEPT, "/tmp/before-upgrade.db")
            said = system.run("dpkg", "-i", system.put(bench.package), environment=["LATCHKEY_BACKUP=no"])
            expect("LATCHKEY_BACKUP=no asks" in said, said)
            expect(system.run("latchkey", "--version").startswith(bench.version), "the program is the old one")
            sign_in(system, key, ann)
            verified = as_service(system, "audit", "verify", "--data", KEPT)
            expect("are as they were written" in verified, verified)
        return f"{refused} | a disk that fills meanwhile: {failed} | copied elsewhere, it was installed"


@contextmanager
def grown(database, megabytes):
    """A database with a large table, which is in its log alone until the block ends."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("CREATE TABLE filler (content BLOB)")
        connection.execute("INSERT INTO filler VALUES (zeroblob(?))", [megabytes * 1_000_000])
        connection.commit()
        yield


def refused_copy(bench, system, reason):
    """The sentence by which the package refuses to be installed; the version before and its files stay."""
    refused = system.run("dpkg", "-i", system.put(bench.package), status=1)
    expect(reason in refused and "LATCHKEY_BACKUP=no" in refused and "nothing was changed" in refused, refused)
    status = system.run("dpkg-query", "-W", "-f", "${Status} ${Version}", "latchkey")
    expect(status.startswith(f"install ok installed {bench.before}"), status)
    expect(system.run("latchkey", "--version").startswith(bench.before), "the program is the new one")
    left = [name for name in os.listdir(system.path(KEPT)) if name.startswith("before-")]
    expect(not left, "of the copy, these were left:", left)
    return next(line for line in refused.splitlines() if line.startswith("latchkey: ") and "nothing was changed" in line)


def copy_fails(bench, system):
    """There is room when the package looks, and none when it copies."""
    write_program(system, "/usr/local/bin/df", 'echo; echo "tmpfs 9999999 0 9999999 0% /"')
    filler = system.path(f"{KEPT}/filler")
    with open(filler, "wb") as file:
        os.posix_fallocate(file.fileno(), 0, 70_000_000)
    refused = refused_copy(bench, system, "disk is full")
    os.remove(filler)
    os.remove(system.path("/usr/local/bin/df"))
    return refused


def sign_in(system, key, user):
    with serving(system, key) as server:
        answer = server.ask("signInWithPassword", {
            "email": "ann@example.com", "password": PASSWORD, "returnSecureToken": True})
        expect(answer["localId"] == user["localId"], answer)


TRIALS = [another_architecture, program_that_does_not_run, no_space, no_space_for_copy]
