"""What is sent: the parts of a replay, each to a server of its own on a copy of the same installation."""

import json
import pathlib
import random
import shutil
import sys
import time
import traceback

import accounts
import administration
import console
import database
import federation
import pages
import recorder
import servers
import sinks
import standstill
import unsealing

CONFORMANCE = pathlib.Path(__file__).resolve().parents[2] / "Conformance"
sys.path.insert(0, str(CONFORMANCE))

import fuzz  # noqa: E402
import run  # noqa: E402

# Requests of a part: so few that a server is gone before its minute's sweep.
RANDOM_REQUESTS = 100


class Part:
    def __init__(self, name, send, production=False):
        self.name, self.send, self.is_production = name, send, production


# ------------------------------------------------------------ scenarios

class SteppedTime:
    """The module time, as the runner of scenarios uses it."""

    def __init__(self, still):
        self.time, self.sleep = still.time, still.advance


class ScenarioRunner(run.Runner):
    def __init__(self, client):
        self.base, self.project, self.key = client.base, servers.PROJECT, "conformance"
        self.target = run.FunctionTarget("127.0.0.1")
        self.session = client
        client.add_port("function", self.target.server_port)
        heard = 0

        def calls():
            nonlocal heard
            heard = min(heard, len(self.target.calls))
            new = self.target.calls[heard:]
            heard = len(self.target.calls)
            return [f"{name} {json.dumps(body)}" for name, body in new]

        client.calls = calls


def scenarios(file):
    def send(client, context):
        runner = ScenarioRunner(client)
        run.time = SteppedTime(client.standstill)
        for scenario in json.loads(file.read_text(encoding="utf-8")):
            run.random = random.Random(scenario["name"])
            client.label = f"{scenario['area']}: {scenario['name']}"
            failure = runner.run(scenario)
            client.note(client.label, body=f"failed: {failure}" if failure else "passed")
        runner.target.shutdown()
    return send


# ------------------------------------------------------------ random requests

class Fuzzer(fuzz.Fuzzer):
    """One that always asks the same, whatever tokens look like."""

    def __init__(self, client, seed):
        super().__init__(client.base, servers.PROJECT, seed)
        self.client = client
        self.sessions.value = client

    def prepare(self):
        post = fuzz.requests.post
        fuzz.requests.post = self.client.post
        try:
            super().prepare()
        finally:
            fuzz.requests.post = post

    @staticmethod
    def mangle(rng, text):
        """Breaks a text in a way that nobody takes for another text of the same meaning."""
        if not text:
            return text
        at = rng.randrange(len(text))
        return rng.choice([text[:at // 2], text[:at] + "." + text[at + 1:], text[:at] + " " + text[at + 1:],
                           text + text[:at]])


def random_requests(seed):
    def send(client, context):
        fuzzer = Fuzzer(client, seed)
        fuzzer.prepare()
        for number in range(RANDOM_REQUESTS):
            fuzzer.send(number)
    return send


# ------------------------------------------------------------ all of them

def generated(module, seed, steps=None):
    return lambda client, context: module.send(client, context, random.Random(f"{module.__name__}/{seed}"))


def everything(rounds):
    """All parts.

    - Parameter rounds: how often each generator is used, each time with another seed.
    """
    parts = [Part(f"scenarios/{file.stem}", scenarios(file)) for file in sorted((CONFORMANCE / "scenarios").glob("*.json"))]
    for module in (accounts, federation, administration, pages, console):
        for number in range(rounds * module.ROUNDS):
            parts.append(Part(f"{module.__name__}/{number}", generated(module, number)))
    for number in range(rounds * 12):
        parts.append(Part(f"random/{number}", random_requests(number)))
    for number in range(rounds * 2):
        parts.append(Part(f"production/{number}", generated(accounts, f"production/{number}"), production=True))
    return parts


# ------------------------------------------------------------ one of them

def play(part, program, installations, library, seed=0):
    """The trace of a part: the steps of a program's answers."""
    with servers.scratch_folder() as folder:
        still = standstill.Standstill(folder / "standstill", seed)
        environment = still.environment(library)
        kind = "serve" if part.is_production else "dev"
        data, log = folder / kind, folder / "log"
        shutil.copytree(installations / kind, data)
        context = json.loads((installations / "secrets.json").read_text())
        ports = {}
        if part.is_production:
            mail_server, gateway = sinks.MailServer(), sinks.Gateway()
            ports |= {"smtp": mail_server.port, "gateway": gateway.port}
            server = servers.production(program, data, environment, log, mail_server.port, gateway.port)
        else:
            server = servers.development(program, data, environment, log)
        server.wait()
        rows = database.Database(data / "latchkey.db")
        unsealer = unsealing.Unsealer(data, rows.connection)
        inbox = recorder.ProductionInbox(mail_server, gateway, rows) if part.is_production \
            else recorder.DevelopmentInbox(log)
        client = recorder.Recorder(server.base, still, rows, unsealer, inbox, {"port": server.port, **ports})
        rows.begin(unsealer, client.plain)
        client.note("schema", body="\n".join(rows.schema()))
        client.note("the installation", rows=rows.everything())
        try:
            part.send(client, context)
        except Exception:
            # What stops one program stops the other, or is a difference.
            client.note("the part itself", body=traceback.format_exc(limit=-2))
        finally:
            ended = server.stop()
        end = "well" if ended == 0 else f"{ended}; its log ends with {client.plain(log.read_text(errors='replace')[-2_000:])}"
        client.note("the server's end", body=end)
        client.note("the database at the end", rows=rows.everything())
        return client.steps


def play_named(arguments):
    """The same for a part by its name, with how long it took."""
    name, rounds, side, program, installations, library, seed = arguments
    part = next(part for part in everything(rounds) if part.name == name)
    started = time.monotonic()
    return name, side, play(part, program, installations, library, seed), time.monotonic() - started
