"""Starts the program with the very configurations of the manifests.

Variables of the environment name what differs on this machine: ports, the database, and the paths of the secrets.
"""

import contextlib
import http.client
import json
import os
import pathlib
import pwd
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

from manifests import COMPOSE, DEPLOY, KUBERNETES, ROOT, generated, kustomizations, load, objects

sys.path.insert(0, str(ROOT / "Tests"))
from with_server import end_with_parent, free_port  # noqa: E402

PATIENCE = 30
# Warnings that the configurations explain.
EXPECTED_WARNINGS = {"mail.smtp.host", "data.database", "metrics.address"}


def check(program, findings):
    programs = subprocess.run([ROOT / "Tests/private-postgresql", "--programs"], capture_output=True, text=True, check=False)
    if programs.returncode:
        findings.expect(False, "PostgreSQL is installed")
        return
    with tempfile.TemporaryDirectory(prefix="latchkey-deploy-") as name:
        directory = pathlib.Path(name)
        secrets = make_secrets(directory, findings)
        with postgresql(pathlib.Path(programs.stdout.strip()), directory, secrets) as port:
            check_kubernetes(program, directory, secrets, port, findings)
            check_compose(program, directory, secrets, port, findings)


def make_secrets(directory, findings):
    """Runs compose/make-secrets, twice: the second run has to leave everything as it is."""
    copy = directory / "compose"
    copy.mkdir()
    shutil.copy(DEPLOY / "compose/make-secrets", copy)
    secrets = copy / "secrets"
    if os.geteuid() == 0:
        contents = []
        for _ in range(2):
            subprocess.run([copy / "make-secrets"], check=True, capture_output=True)
            contents.append({path.name: path.read_bytes() for path in secrets.iterdir()})
        findings.equal(contents[0], contents[1], "secrets after a second run of make-secrets")
        findings.equal(set(contents[0]), set(load(COMPOSE)["secrets"]), "secrets that make-secrets makes")
    else:
        secrets.mkdir()
        for name, encoding in {"master.key": "-base64", "database-password": "-hex", "postgres-password": "-hex"}.items():
            made = subprocess.run(["openssl", "rand", encoding, "32"], check=True, capture_output=True)
            (secrets / name).write_bytes(made.stdout)
            (secrets / name).chmod(0o400)
        findings.note("This is not run as root: make-secrets was not run.")
    # For the overlays, whose secrets are others.
    (secrets / "smtp-password").write_text("secret\n", encoding="utf-8")
    (secrets / "smtp-password").chmod(0o400)
    return secrets


@contextlib.contextmanager
def postgresql(programs, directory, secrets):
    """A PostgreSQL that is made like that of compose.yaml. Yields its port."""
    service = load(COMPOSE)["services"]["postgres"]
    data = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-deploy-postgresql-"))
    password = data / "password"
    shutil.copy(secrets / "postgres-password", password)
    account = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
    if account:
        for path in (data, password):
            os.chown(path, account.pw_uid, account.pw_gid)
    port = free_port()

    def run(*command):
        user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if account else {}
        subprocess.run(command, check=True, cwd=data, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **user)

    try:
        arguments = service["environment"]["POSTGRES_INITDB_ARGS"].split()
        run(programs / "initdb", "-D", data / "data", "-U", "postgres", f"--pwfile={password}", "--no-sync", *arguments)
        options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={data}"
        run(programs / "pg_ctl", "-w", "-D", data / "data", "-l", data / "log", "-o", options, "start")
        statements = (DEPLOY / "compose/create-database.sql").read_text(encoding="utf-8")
        sql = directory / "create-database.sql"
        sql.write_text(statements.replace("/run/secrets", str(secrets)), encoding="utf-8")
        environment = {**os.environ, "PGPASSWORD": (secrets / "postgres-password").read_text(encoding="utf-8").strip()}
        subprocess.run(
            [programs / "psql", "-q", "--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(port), "-U", "postgres",
             "-f", sql], check=True, env=environment)
        yield port
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            run(programs / "pg_ctl", "-D", data / "data", "-m", "immediate", "stop")
        shutil.rmtree(data)


class Node:
    """A server with a configuration of the manifests."""

    def __init__(self, program, configuration, secrets, database, name):
        self.program, self.configuration, self.name = program, configuration, name
        self.port, self.watched = free_port(), free_port()
        self.log = secrets.parent / f"{name}.log"
        self.process = None
        self.environment = {
            "PATH": os.environ["PATH"],
            "LATCHKEY_DATA_DATABASE": database,
            "LATCHKEY_DATA_DATABASE_PASSWORD_FILE": str(secrets / "database-password"),
            "LATCHKEY_MASTER_KEY_FILE": str(secrets / "master.key"),
            "LATCHKEY_LISTEN_ADDRESS": "127.0.0.1", "LATCHKEY_LISTEN_PORT": str(self.port),
            "LATCHKEY_METRICS_ADDRESS": "127.0.0.1", "LATCHKEY_METRICS_PORT": str(self.watched),
            "LATCHKEY_PROXY_TRUSTED": "127.0.0.1",
        }
        if "passwordFile: /run/secrets/latchkey/smtp-password" in configuration.read_text(encoding="utf-8"):
            self.environment["LATCHKEY_MAIL_SMTP_PASSWORD_FILE"] = str(secrets / "smtp-password")

    def run(self, *arguments, **environment):
        command = [self.program, *arguments, "--config", self.configuration]
        return subprocess.run(
            command, env={**self.environment, **environment}, capture_output=True, text=True, timeout=60, check=False)

    def start(self):
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [self.program, "serve", "--config", self.configuration], env=self.environment, stdout=log, stderr=log,
                preexec_fn=end_with_parent)
        return wait(lambda: self.ask("/readyz")[0] == 200)

    def ask(self, path, port=None):
        return ask("127.0.0.1", port or self.watched, path)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)

    def exit_code(self):
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def ask(host, port, path, headers=None):
    """Status and body, or (0, reason) without an answer."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except (OSError, http.client.HTTPException) as error:
        return 0, str(error)
    finally:
        connection.close()


def wait(condition):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.1)
    return False


def check_configuration(node, findings):
    """`config check` finds no mistake, and warns of nothing but what the files explain."""
    outcome = node.run("config", "check", LATCHKEY_LISTEN_ADDRESS="0.0.0.0")
    warnings = set(re.findall(r"^warning: ([\w.]+):", outcome.stdout + outcome.stderr, re.MULTILINE))
    # An empty database ends with 74: the configuration was read, and found good.
    if not findings.expect(outcome.returncode in (0, 74), f"{node.name}: config check finds no mistake"):
        print(outcome.stdout + outcome.stderr)
    findings.expect(warnings <= EXPECTED_WARNINGS, f"{node.name}: config check does not warn of {sorted(warnings - EXPECTED_WARNINGS)}")


def check_kubernetes(program, directory, secrets, port, findings):
    """The Job's command makes the first project, and each configuration's server answers the probes."""
    database = f"postgresql://latchkey@127.0.0.1:{port}/latchkey"
    job = objects(KUBERNETES / "overlays/first-project")["Job", "latchkey-first-project"]
    arguments = job["spec"]["template"]["spec"]["containers"][0]["args"]
    for index, kustomization in enumerate(kustomizations()):
        name = str(kustomization.relative_to(KUBERNETES))
        configuration = generated(kustomization, "configMapGenerator")["latchkey.yaml"]
        node = Node(program, configuration, secrets, database, name.replace("/", "-"))
        check_configuration(node, findings)
        if index == 0:
            outcome = node.run("serve")
            findings.equal(outcome.returncode, 74, f"{name}: exit code of a server on an empty database")
            outcome = node.run(*arguments[:arguments.index("--config")])
            if not findings.equal(outcome.returncode, 0, "exit code of the Job's command"):
                print(outcome.stdout + outcome.stderr)
                return
            findings.expect("API key" in outcome.stdout, "the Job prints the API key")
        if configuration.parent != kustomization:
            continue
        if not findings.expect(node.start(), f"{name}: the server starts"):
            print(node.log.read_text(encoding="utf-8"))
            continue
        container = objects(kustomization)["Deployment", "latchkey"]["spec"]["template"]["spec"]["containers"][0]
        ports = {"http": node.port, "metrics": node.watched}
        probes = {probe: container[probe]["httpGet"] for probe in ("startupProbe", "livenessProbe", "readinessProbe")}
        for probe, get in probes.items():
            findings.equal(node.ask(get["path"], ports[get["port"]])[0], 200, f"{name}: {probe}, {get['path']}")
        findings.equal(node.ask("/metrics")[0], 200, f"{name}: /metrics")
        findings.equal(node.ask("/metrics", node.port)[0], 404, f"{name}: /metrics, where clients ask")
        # The mail server of the example is nobody's.
        outcome = node.run("doctor")
        faults = [line for line in outcome.stdout.splitlines() if line.startswith("failed") and "mail" not in line.split()[1]]
        findings.equal(faults, [], f"{name}: faults that latchkey doctor finds")
        node.stop()
        readiness, liveness = probes["readinessProbe"]["path"], probes["livenessProbe"]["path"]
        findings.expect(wait(lambda: node.ask(readiness)[0] == 503), f"{name}: {readiness} says no while the server stops")
        findings.equal(node.ask(liveness)[0], 200, f"{name}: {liveness} while the server stops")
        findings.equal(node.ask("/readyz", node.port)[0], 503, f"{name}: the server still answers clients while it drains")
        node.process.kill()
        node.process.wait()
        findings.note(f"ok: {name}: started, probed, told to stop")


def check_compose(program, directory, secrets, port, findings):
    """Two nodes of compose.yaml on the database, the health check, and Caddy in front."""
    compose = load(COMPOSE)
    database = f"postgresql://latchkey@127.0.0.1:{port}/latchkey"
    configuration = DEPLOY / compose["configs"]["latchkey.yaml"]["file"]
    names = [name for name, service in compose["services"].items() if service["image"] == "latchkey"]
    nodes = [Node(program, configuration, secrets, database, name) for name in names]
    check_configuration(nodes[0], findings)
    try:
        for node in nodes:
            if not findings.expect(node.start(), f"{node.name} starts"):
                print(node.log.read_text(encoding="utf-8"))
                return
            test = compose["services"][node.name]["healthcheck"]["test"]
            asked = node.run(*test[2:test.index("--config")])
            findings.equal(asked.returncode, 0, f"{node.name}: exit code of the health check")
        findings.note("ok: two nodes on one PostgreSQL, and their health checks")
        if shutil.which("caddy"):
            check_proxy(directory, nodes, findings)
        else:
            findings.note("Caddy is not installed: the proxy was not tried.")
            nodes[0].stop()
        findings.equal(nodes[0].exit_code(), 0, f"{nodes[0].name}: exit code after SIGTERM")
        asked = nodes[0].run("doctor", "--server-only")
        findings.equal(asked.returncode, 70, f"{nodes[0].name}: exit code of the health check without a server")
    finally:
        for node in nodes:
            if node.process and node.process.poll() is None:
                node.process.kill()
                node.process.wait()


def check_proxy(directory, nodes, findings):
    """The Caddyfile with a certificate of its own, and ports of this machine."""
    text = (DEPLOY / "compose/Caddyfile").read_text(encoding="utf-8")
    port = free_port()
    host = re.search(r"^(\S+) \{$", text, re.MULTILINE)[1]
    for node in nodes:
        text = text.replace(f"{node.name}:8080", f"127.0.0.1:{node.port}")
    text = text.replace(f"{host} {{", f"{host}:{port} {{\n\ttls internal")
    options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
    caddyfile = directory / "Caddyfile"
    caddyfile.write_text(options + text, encoding="utf-8")
    environment = {"PATH": os.environ["PATH"], "HOME": str(directory), "XDG_DATA_HOME": str(directory), "XDG_CONFIG_HOME": str(directory)}
    log = directory / "caddy.log"
    with log.open("wb") as output:
        caddy = subprocess.Popen(
            ["caddy", "run", "--config", caddyfile, "--adapter", "caddyfile"], env=environment, stdout=output, stderr=output,
            preexec_fn=end_with_parent)
    try:
        client = TLSClient(host, port)
        if not findings.expect(wait(lambda: client.ask("/readyz")[0] == 200), "Caddy answers"):
            print(log.read_text(encoding="utf-8"))
            return
        # A client that claims another address, and a request id.
        for _ in range(4):
            status, headers = client.ask("/.well-known/none", {"X-Forwarded-For": "203.0.113.5", "X-Request-Id": "forged"})
            findings.equal(status, 404, "status of an unknown path through Caddy")
            findings.expect(headers.get("X-Request-Id") not in (None, "forged"), "Caddy chooses the request's id")
        requests = [line for node in nodes for line in lines(node.log) if line.get("route") == "none"]
        findings.equal({line.get("client") for line in requests}, {client.source}, "the client's address in the log")
        # One node stops. Nobody notices.
        nodes[0].stop()
        statuses, deadline = [], time.monotonic() + PATIENCE
        while nodes[0].process.poll() is None and time.monotonic() < deadline:
            statuses.append(client.ask("/healthz")[0])
        statuses += [client.ask("/healthz")[0] for _ in range(10)]
        findings.equal(set(statuses), {200}, "statuses of requests while a node stops")
        findings.note(f"ok: Caddy in front of both, {len(statuses)} requests while one of them stopped")
    finally:
        caddy.terminate()
        caddy.wait(PATIENCE)


def lines(log):
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if line.startswith("{")]


class TLSClient:
    """Asks by the public name, from an address of its own."""

    source = "127.0.0.9"

    def __init__(self, host, port):
        self.host, self.port = host, port
        self.context = ssl.create_default_context()
        self.context.check_hostname = False
        self.context.verify_mode = ssl.CERT_NONE

    def ask(self, path, headers=None):
        connection = http.client.HTTPSConnection(self.host, self.port, timeout=10, context=self.context)
        try:
            plain = socket.create_connection(("127.0.0.1", self.port), timeout=10, source_address=(self.source, 0))
            connection.sock = self.context.wrap_socket(plain, server_hostname=self.host)
            connection.request("GET", path, headers=headers or {})
            answer = connection.getresponse()
            answer.read()
            return answer.status, dict(answer.getheaders())
        except (OSError, http.client.HTTPException):
            return 0, {}
        finally:
            connection.close()
