"""Goes from the version before to this one, and half the way back."""

import os
import re
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from databases import Configuration, Fixture, PostgreSQL, run
from installing import as_service
from server import App, Server, free_port
from system import expect, until

CONFIGURATION = "/etc/latchkey/latchkey.yaml"
PASSWORD = "a long one that nobody guesses"


def upgrade(bench):
    """The configuration stays, the database is copied and then brought up to date; the version before refuses it by name."""
    with bench.system() as system:
        system.update()
        system.install(system.put(bench.previous))
        text = open(system.path(CONFIGURATION), encoding="utf-8").read()
        own = text.replace("https://auth.example.com", "https://accounts.example.net", 1)
        with open(system.path(CONFIGURATION), "w", encoding="utf-8") as file:
            file.write(own)
        as_service(system, "project", "create", "my-app", "--data", "/var/lib/latchkey")
        key = key_of(system)
        with serving(system, key) as server:
            ann = server.ask("signUp", {"email": "ann@example.com", "password": PASSWORD, "returnSecureToken": True})
            # Beside the running server, as an administrator does it.
            said = system.install(system.put(bench.package))
        copy_of(bench, said)
        expect(open(system.path(CONFIGURATION), encoding="utf-8").read() == own, "the configuration was changed")
        expect(system.run("latchkey", "--version").startswith(bench.version), "the program is the old one")
        with serving(system, key) as server:
            again = server.ask("signInWithPassword", {
                "email": "ann@example.com", "password": PASSWORD, "returnSecureToken": True})
            expect(again["localId"] == ann["localId"], again)
            server.refresh(ann["refreshToken"])
        verified = as_service(system, "audit", "verify", "--config", CONFIGURATION)
        expect("are as they were written" in verified, verified)
        return f"{bench.before} to {bench.version}: {downgrade(bench, system, key, ann)}"


def copy_of(bench, said):
    """The copy that the package says it made."""
    found = re.search(rf"was copied to (/\S+/before-{re.escape(bench.version)}-\d{{8}}T\d{{6}}Z\.db)", said)
    expect(found, "No copy was named:", said)
    return found[1]


def copies(bench, system):
    """The copies of before this version, oldest first."""
    return sorted(system.run("sh", "-c", f"ls /var/lib/latchkey/before-{bench.version}-*.db").split())


def copies_of_packages(bench):
    """Every installation over a database copies it, or says why it does not; few of the copies are kept."""
    with bench.system() as system:
        system.update()
        system.install(system.put(bench.previous))
        as_service(system, "project", "create", "my-app", "--data", "/var/lib/latchkey")
        package = system.put(bench.package)
        first = copy_of(bench, system.install(package))
        for _ in range(6):
            said = system.run("dpkg", "-i", package)
            copy_of(bench, said)
        expect("was deleted: the newest 5 are kept" in said, said)
        expect(len(copies(bench, system)) == 6 and copies(bench, system)[0] == first, copies(bench, system))
        for removal in ("--remove", "--purge"):
            system.run("dpkg", removal, "latchkey")
            copy_of(bench, system.run("dpkg", "-i", package))
        write(system, "publicOrigin: https://auth.example.com\nnonsense: 1\n")
        said = system.run("dpkg", "-i", package)
        copy_of(bench, said)
        expect("config check" in said and "has mistakes" in said, said)
        said = system.run("dpkg", "-i", package, environment=["LATCHKEY_BACKUP=no"])
        expect("LATCHKEY_BACKUP=no asks" in said and "was copied" not in said, said)
        write(system, "publicOrigin: https://auth.example.com\ndata:\n  database: postgresql://latchkey@db.example.com/latchkey\n")
        said = system.run("dpkg", "-i", package)
        expect("pg_dump" in said and "was copied" not in said, said)
        return "seven upgrades leave six copies; removed or purged before, and with a faulty configuration, it is copied, too"


def write(system, configuration):
    with open(system.path(CONFIGURATION), "w", encoding="utf-8") as file:
        file.write(configuration)


def server_does_not_start(bench):
    """The package stays installed, and names the commands that say why its server did not start."""
    with bench.system() as system:
        system.update()
        system.install(system.put(bench.package))
        os.makedirs(system.path("/run/systemd/system"))
        write_program(system, "/usr/local/bin/systemctl", 'case $1 in try-restart) exit 1 ;; esac')
        said = system.run("dpkg", "-i", f"/tmp/{os.path.basename(bench.package)}")
        expect("its server did not start" in said and "journalctl -u latchkey" in said, said)
        status = system.run("dpkg-query", "-W", "-f", "${Status}", "latchkey")
        expect(status == "install ok installed", status)
        return "the package is installed, and names systemctl status, journalctl and latchkey doctor"


def write_program(system, path, script):
    with open(system.path(path), "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\n{script}\n")
    os.chmod(system.path(path), 0o755)


def key_of(system):
    text = as_service(system, "project", "show", "my-app", "--config", CONFIGURATION, "--format", "web")
    return next(word for word in text.replace('"', " ").split() if word.startswith("AIza"))


def serving(system, key):
    port = free_port()
    return Server(system.command("runuser", "-u", "latchkey", "--", "latchkey", "serve", "--config", CONFIGURATION,
                                 "--set", f"listen.port={port}", "--set", "metrics.enabled=false"), port, key=key)


def downgrade(bench, system, key, ann):
    """The version before says what is to be done, and does as it is told with the copy."""
    system.install("--allow-downgrades", f"/tmp/{os.path.basename(bench.previous)}", environment=["LATCHKEY_BACKUP=no"])
    refused = as_service(system, "serve", "--config", CONFIGURATION, status=74)
    expect("newer version" in refused, refused)
    as_service(system, "restore", "--config", CONFIGURATION, "--replace", copies(bench, system)[0])
    with serving(system, key) as server:
        again = server.ask("signInWithPassword", {
            "email": "ann@example.com", "password": PASSWORD, "returnSecureToken": True})
        expect(again["localId"] == ann["localId"], again)
    words = " ".join(line.split("cause")[-1] for line in refused.splitlines() if "newer version" in line)
    return f"configuration and user are there; back again: {words.strip()[:160]}"


def rolling(bench):
    """Two nodes on one PostgreSQL change the version one after the other, with a step of the schema between."""
    with tempfile.TemporaryDirectory() as scratch:
        old = bench.program(bench.previous, f"{scratch}/old")
        new = bench.program(bench.package, f"{scratch}/new")
        with PostgreSQL() as postgresql:
            database = postgresql.address()
            subprocess.run([old, "project", "create", "my-app", "--data", f"{scratch}/data", "--database", database],
                           check=True, capture_output=True)
            text = subprocess.run([old, "project", "show", "my-app", "--data", f"{scratch}/data", "--database", database,
                                   "--format", "web"], check=True, capture_output=True, text=True).stdout
            key = next(word for word in text.replace('"', " ").split() if word.startswith("AIza"))
            return roll(old, new, postgresql, Configuration(f"{scratch}/latchkey.yaml", f"{scratch}/data", database), key)


def roll(old, new, postgresql, configuration, key):
    def node(program, port):
        return Server([program, "serve", "--config", configuration.path, "--set", f"listen.port={port}"], port, key=key)

    ports = [free_port(), free_port()]
    nodes = [node(old, port) for port in ports]
    proxy = Proxy(ports)
    for server in nodes:
        server.wait()
    clients = [Client(proxy, key) for _ in range(4)]
    before = last_step(postgresql)
    for index, port in enumerate(ports):
        time.sleep(2)
        expect(nodes[index].stop() == 0, "a node did not stop well")
        nodes[index] = node(new, port)
        nodes[index].wait()
    time.sleep(2)
    for client in clients:
        client.end()
    proxy.end()
    for server in nodes:
        expect(server.stop() == 0, "a node did not stop well")
    lost = [fault for client in clients for fault in client.lost]
    expect(not lost, len(lost), "requests were lost:", lost[:3])
    after = last_step(postgresql)
    expect(after != before, "there was no step of the schema between the versions")
    return f"{sum(client.answers for client in clients)} answers, none lost, from \"{before}\" to \"{after}\""


def last_step(postgresql, name="postgres"):
    """The newest step of the schema that was taken."""
    return postgresql.ask("SELECT max(name) FROM schema_migrations", name)


class Proxy:
    """Knows which nodes say that they are ready, as a load balancer does."""

    def __init__(self, ports):
        self.ports, self.ready, self.ended = ports, list(ports), False
        self.thread = threading.Thread(target=self.look)
        self.thread.start()

    def look(self):
        while not self.ended:
            self.ready = [port for port in self.ports if self.answers(port)]
            time.sleep(0.1)

    @staticmethod
    def answers(port):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2) as answer:
                return answer.status == 200
        except OSError:
            return False

    def end(self):
        self.ended = True
        self.thread.join()


class Client:
    """Signs up, looks up and refreshes for as long as it is let."""

    def __init__(self, proxy, key):
        self.proxy, self.key = proxy, key
        self.answers, self.lost, self.ended = 0, [], False
        # A network may make a hundred accounts an hour.
        self.sign_ups = 20
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def node(self):
        while not self.proxy.ready:
            time.sleep(0.01)
        port = self.proxy.ready[self.answers % len(self.proxy.ready)]
        return App(port, self.key)

    def run(self):
        account = None
        while not self.ended:
            try:
                if account is None or (self.answers % 50 == 0 and self.sign_ups > 0):
                    self.sign_ups -= 1
                    account = self.node().ask("signUp", {"returnSecureToken": True})
                elif self.answers % 25 == 0:
                    self.node().refresh(account["refreshToken"])
                else:
                    self.node().ask("lookup", {"idToken": account["idToken"]})
                self.answers += 1
            except Exception as error:  # Whatever it is, an app would have met it.
                self.lost.append(f"{error!r} {error.read() if isinstance(error, urllib.error.HTTPError) else ''}")
            time.sleep(0.005)

    def end(self):
        self.ended = True
        self.thread.join()


def killed_migration(bench):
    """A program that is killed while it brings a database up to date leaves one that it, or the version before, opens."""
    kills = 25
    with tempfile.TemporaryDirectory() as scratch:
        old = bench.program(bench.previous, f"{scratch}/old")
        new = bench.program(bench.package, f"{scratch}/new")
        fixture = Fixture(bench.before, "sqlite")
        fixture.copy(f"{scratch}/whole")
        begun = time.monotonic()
        run(new, "project", "list", "--data", f"{scratch}/whole")
        longest = time.monotonic() - begun
        old_opened = 0
        for kill in range(kills):
            data = f"{scratch}/data-{kill}"
            fixture.copy(data)
            process = subprocess.Popen([new, "project", "list", "--data", data], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            time.sleep(longest * 1.25 * kill / kills)
            process.kill()
            process.wait()
            again = subprocess.run([old, "project", "list", "--data", data], capture_output=True, text=True)
            old_opened += again.returncode == 0
            expect(again.returncode == 0 or "newer version" in again.stderr, again.stderr)
            opened = subprocess.run([new, "project", "list", "--data", data], capture_output=True, text=True)
            expect(opened.returncode == 0 and "other-fixture" in opened.stdout, opened.stderr)
            verified = subprocess.run([new, "audit", "verify", "--data", data], capture_output=True, text=True)
            expect(verified.returncode == 0, verified.stdout, verified.stderr)
        expect(0 < old_opened < kills, "all kills came at one side of the step:", old_opened)
        return f"{kills} kills, {old_opened} before the step was kept and {kills - old_opened} after; every database opened"


def killed_migration_on_postgresql(bench):
    """A program that is killed at any change of the schema leaves the database as it was."""
    with tempfile.TemporaryDirectory() as scratch, PostgreSQL() as postgresql:
        old = bench.program(bench.previous, f"{scratch}/old")
        new = bench.program(bench.package, f"{scratch}/new")
        fixture = Fixture(bench.before, "postgresql")
        fixture.copy(f"{scratch}/data")

        def listing(name):
            return ["project", "list", "--data", f"{scratch}/data", "--database", postgresql.address(name)]

        fixture.load(postgresql, "kept")
        postgresql.watch("kept")
        postgresql.make("whole", "kept")
        run(new, *listing("whole"))
        changes = postgresql.changes("whole")
        expect(changes > 1, "the schema did not change")
        for change in range(1, changes + 1):
            name = f"killed{change}"
            address = postgresql.make(name, "kept")
            postgresql.hold(name, change)
            before = postgresql.dump(name)
            process = subprocess.Popen([new, *listing(name)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            until(lambda: postgresql.is_holding(name), f"change {change} of the schema")
            process.kill()
            process.wait()
            until(lambda: not postgresql.is_used(name), "the end of the transaction")
            expect(postgresql.dump(name) == before, "kill", change, "left a change")
            expect("other-fixture" in run(old, *listing(name)), "the version before does not find its projects")
            expect("other-fixture" in run(new, *listing(name)), "this version does not find its projects")
            run(new, "audit", "verify", *listing(name)[2:])
            expect(last_step(postgresql, name) == last_step(postgresql, "whole"), "a step is missing after kill", change)
        configuration = Configuration(f"{scratch}/latchkey.yaml", f"{scratch}/data", address)
        with fixture.serving(new, configuration) as server:
            users = fixture.sign_in(server)
        return f"{changes} kills, one at each change of the schema: nothing was changed, and then {users} users signed in"


TRIALS = [upgrade, copies_of_packages, server_does_not_start, rolling, killed_migration, killed_migration_on_postgresql]
