"""Opens the databases of released versions with this one."""

import tempfile

from databases import Configuration, Fixture, PostgreSQL, run
from system import expect


def fixtures(bench):
    """A server brings each up to date when it starts. Their users sign in, and doctor and status find no fault."""
    versions = Fixture.versions()
    expect(bench.before in versions, "there is no database of", bench.before, "but of", versions)
    seen = []
    with tempfile.TemporaryDirectory() as scratch, PostgreSQL() as postgresql:
        program = bench.program(bench.package, f"{scratch}/new")
        for version in versions:
            for kind in ("sqlite", "postgresql"):
                fixture = Fixture(version, kind)
                place = f"{scratch}/{kind}-{version}"
                fixture.copy(place)
                database = "sqlite" if kind == "sqlite" else fixture.load(postgresql, f"fixture{len(seen)}")
                configuration = Configuration(f"{place}.yaml", place, database)
                seen.append(f"{version} {kind}: {open_fixture(program, fixture, configuration)}")
    return "; ".join(seen)


def open_fixture(program, fixture, configuration):
    def ask(*words, status=0):
        return run(program, *words, "--config", configuration.path, status=status)

    old = ask("status", status=69)
    ask("doctor")
    expect(ask("status", status=69) == old, "doctor changed the database of", old)
    with fixture.serving(program, configuration) as server:
        count = fixture.sign_in(server)
        for command in ("doctor", "status"):
            said = ask(command)
            expect("failed" not in said and "earlier version" not in said, said)
    verified = ask("audit", "verify")
    expect("are as they were written" in verified, verified)
    return f"{count} users signed in"


TRIALS = [fixtures]
