"""A PostgreSQL for a trial, and the databases of earlier versions that Tests/Fixtures keeps."""

import glob
import json
import os
import shutil
import subprocess

from server import Server, free_port
from system import expect

FIXTURES = "Tests/Fixtures"
# Their passwords alone open nothing.
REFUSED = {"disabled", "factor"}

# Sequences are not rolled back.
WATCH = """
CREATE SCHEMA watch;
CREATE SEQUENCE watch.changes;
CREATE TABLE watch.held (change bigint NOT NULL);
CREATE FUNCTION watch.look() RETURNS event_trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF nextval('watch.changes') = (SELECT change FROM watch.held) THEN PERFORM pg_sleep(1); END IF;
  END $$;
CREATE EVENT TRIGGER watch ON ddl_command_start EXECUTE FUNCTION watch.look();
"""


class PostgreSQL:
    """A PostgreSQL of its own, reached by a socket. Use it in a `with` block."""

    def __enter__(self):
        self.process = subprocess.Popen(["Tests/private-postgresql"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.directory = self.process.stdout.readline().strip()
        expect(self.directory, "PostgreSQL did not start")
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def address(self, name="postgres"):
        return f"postgresql://latchkey@/{name}?host={self.directory}"

    def ask(self, statement, name="postgres"):
        """The rows that a statement gives, as one text."""
        return run("psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-c", statement, self.address(name)).strip()

    def make(self, name, template="template1"):
        """Makes a database; its address."""
        self.ask(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.address(name)

    def dump(self, name):
        """All that is in a database but for the schema `watch`, as text."""
        text = run("pg_dump", "--exclude-schema=watch", self.address(name))
        # A word of chance, which differs in every dump.
        return [line for line in text.splitlines() if not line.startswith(("\\restrict", "\\unrestrict"))]

    def watch(self, name):
        """Counts the changes of the schema from now on, also those that are not committed."""
        self.ask(WATCH, name)

    def changes(self, name):
        return int(self.ask("SELECT last_value FROM watch.changes", name))

    def hold(self, name, change):
        """Lets a change of the schema, of which 1 is the first, take a second longer."""
        self.ask(f"INSERT INTO watch.held VALUES ({change})", name)

    def is_holding(self, name):
        return "PgSleep" in self.ask(f"SELECT wait_event FROM pg_stat_activity WHERE datname = '{name}'")

    def is_used(self, name):
        return self.ask(f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'") != "0"


class Fixture:
    """An installation that an earlier version made, and what its users know."""

    def __init__(self, version, kind):
        self.version, self.kind = version, kind
        self.directory = f"{FIXTURES}/{version}/{kind}"
        with open(f"{self.directory}/facts.json", encoding="utf-8") as file:
            self.facts = json.load(file)

    @staticmethod
    def versions():
        return sorted(path.split("/")[-2] for path in glob.glob(f"{FIXTURES}/*/sqlite"))

    def copy(self, data):
        """Makes a data directory of it."""
        shutil.copytree(self.directory, data)
        subprocess.run(["chmod", "-R", "go=", data], check=True)

    def load(self, postgresql, name):
        """Makes a database of it; its address."""
        address = postgresql.make(name)
        run("psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-f", f"{self.directory}/database.sql", address)
        return address

    def sign_in(self, server):
        """Everybody signs in with a password, and one goes on with a refresh token; how many they are."""
        people = {name: facts for name, facts in self.facts["passwords"].items() if name not in REFUSED}
        for name, facts in people.items():
            answer = server.ask("signInWithPassword", {
                "email": facts["email"], "password": facts["password"], "returnSecureToken": True})
            expect(answer["localId"] == facts["localId"], name, "signed in as", answer)
        answer = server.refresh(self.facts["refreshToken"])
        expect(answer["user_id"] == self.facts["passwords"]["ann"]["localId"], "refreshed the token of", answer)
        return len(people)

    def serving(self, program, configuration):
        """A server for real users."""
        return Server([program, "serve", "--config", configuration.path], configuration.port, key=self.facts["keys"]["fixture"])


class Configuration:
    """A file for `latchkey serve` on a data directory, and the port that it names."""

    def __init__(self, path, data, database="sqlite"):
        self.path, self.port = path, free_port()
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"publicOrigin: https://auth.example.com\ndata:\n  directory: {data}\n  database: {database}\n"
                       f"metrics:\n  enabled: false\nlisten:\n  port: {self.port}\n  timeouts:\n    drain: 1s\n")
        os.chmod(path, 0o600)


def run(*words, status=0):
    """What a command on this machine prints, both ways."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True)
    expect(done.returncode == status, " ".join(words), "ended with", done.returncode, "and not", f"{status}:", done.stdout[-2000:])
    return done.stdout
