"""The recipes of Examples/backends: how each is started, and what it can."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import requests

import serving as servers

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECIPES = ROOT / "Examples" / "backends"
START_SECONDS = 60
# Stands for the status of a connection that was closed without an answer.
DROPPED = 0
NOBODY = "00000000000000000000"


class Recipe:
    """A back end of the examples: how it is started, and what it can."""

    name = ""
    packages = ()
    # True if it can ask the server about revocation, and if it can tell a bad token from a server that is away.
    asks = True
    tells_outages = True
    # True if it follows a redirect of the keys' address, which sends nothing secret.
    follows_redirects = False
    refuses_plain_http = True

    def __init__(self, directory):
        self.directory = pathlib.Path(directory)

    def missing(self):
        """The names of what is not installed; empty if it can run."""
        return [package for package in self.packages if subprocess.run(
            ["dpkg", "-s", package], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode]

    def prepare(self):
        pass

    def command(self, port, environment):
        raise NotImplementedError

    def path(self, uid):
        return "/"

    def beside(self, environment):
        """Recipes that run beside it: (recipe, port, environment)."""
        return []


class Node(Recipe):
    name = "Node, jose"
    packages = ("node-jose",)

    def missing(self):
        # Debian's own Node finds Debian's modules by itself, others are told where they are.
        return super().missing() or ([] if shutil.which("node") else ["nodejs"])

    def command(self, port, environment):
        environment["NODE_PATH"] = "/usr/share/nodejs"
        if "LATCHKEY_CA_FILE" in environment:
            environment["NODE_EXTRA_CA_CERTS"] = environment["LATCHKEY_CA_FILE"]
        return ["node", RECIPES / "node" / "server.cjs"]


class Go(Recipe):
    name = "Go, golang-jwt"
    packages = ("golang-go", "golang-github-golang-jwt-jwt-dev")

    def prepare(self):
        cache = os.path.join(tempfile.gettempdir(), "latchkey-go-cache")
        subprocess.run(
            ["go", "build", "-o", self.directory / "backend", RECIPES / "go" / "main.go"], check=True,
            env={**os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": cache})

    def command(self, port, environment):
        if "LATCHKEY_CA_FILE" in environment:
            environment["SSL_CERT_FILE"] = environment["LATCHKEY_CA_FILE"]
        return [self.directory / "backend"]


class Java(Recipe):
    name = "Java, the JDK alone"

    def missing(self):
        version = subprocess.run(["java", "--version"], capture_output=True, text=True).stdout if shutil.which("javac") else ""
        found = re.match(r"\w+ (\d+)", version)
        return [] if found and int(found.group(1)) >= 17 else ["openjdk-17-jdk-headless"]

    def prepare(self):
        subprocess.run(["javac", "-Xlint:all,-serial", "-Werror", "-d", self.directory, RECIPES / "java" / "BackEnd.java"], check=True)

    def command(self, port, environment):
        options = []
        if "LATCHKEY_CA_FILE" in environment:
            store = self.directory / "ca.p12"
            if not store.exists():
                subprocess.run(
                    ["keytool", "-importcert", "-noprompt", "-alias", "ca", "-file", environment["LATCHKEY_CA_FILE"],
                     "-keystore", store, "-storetype", "PKCS12", "-storepass", "changeit"], check=True, capture_output=True)
            options = [f"-Djavax.net.ssl.trustStore={store}", "-Djavax.net.ssl.trustStorePassword=changeit"]
        return ["java", "-XX:TieredStopAtLevel=1", *options, "-cp", self.directory, "BackEnd"]


class Python(Recipe):
    name = "Python, PyJWT"
    program = "back_end.py"

    def command(self, port, environment):
        return [sys.executable, RECIPES / "python" / self.program]


class GoogleAuth(Python):
    name = "Python, google-auth"
    program = "with_google_auth.py"


class Swift(Recipe):
    name = "Swift, LatchkeyHummingbird"
    asks = False
    program = ROOT / ".build" / "debug" / "NotesServer"
    own_mounts = ("unshare", "--mount")
    authorities = "/etc/ssl/certs/ca-certificates.crt"

    def missing(self):
        if not self.program.exists():
            return ["the product NotesServer"]
        can = pathlib.Path(self.authorities).exists() and shutil.which("unshare") and not subprocess.run(
            [*self.own_mounts, "true"], stderr=subprocess.DEVNULL).returncode
        return [] if can else ["the test's authority"]

    def command(self, port, environment):
        command = [self.program, "--server", environment["LATCHKEY_SERVER"], "--project", environment["LATCHKEY_PROJECT"],
                   "--port", str(port)]
        if "LATCHKEY_CA_FILE" not in environment:
            return command
        # Foundation trusts the machine's authorities alone. The program gets a machine of its own, in this one respect.
        return [*self.own_mounts, "sh", "-c", f"mount --bind \"$0\" {self.authorities} && exec \"$@\"",
                environment["LATCHKEY_CA_FILE"], *command]

    def path(self, uid):
        return f"/notes/{uid}"


class Nginx(Recipe):
    name = "nginx, auth_request"
    packages = ("nginx",)

    def beside(self, environment):
        self.check, self.application = servers.free_port(), servers.free_port()
        plain = {"PORT": str(self.application)}
        return [(Python(self.directory), self.check, environment), (Application(self.directory), self.application, plain)]

    def command(self, port, environment):
        text = (RECIPES / "nginx" / "nginx.conf").read_text()
        for before, after in (("127.0.0.1:8080", f"127.0.0.1:{port}"), ("127.0.0.1:8081", f"127.0.0.1:{self.check}"),
                              ("127.0.0.1:8082", f"127.0.0.1:{self.application}")):
            assert before in text
            text = text.replace(before, after)
        place = self.directory / f"nginx-{port}"
        place.mkdir()
        (place / "nginx.conf").write_text(text)
        return ["/usr/sbin/nginx", "-p", place, "-c", "nginx.conf"]

    def path(self, uid):
        return "/app/"


class Application(Recipe):
    """The application behind nginx, which greets the user of the header."""

    def command(self, port, environment):
        script = """
import http.server, os
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        assert "Authorization" not in self.headers
        body = f"Hello, {self.headers['X-User']}\\n".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass
http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
"""
        return [sys.executable, "-c", script]


class Apache(Recipe):
    name = "Apache, mod_auth_openidc"
    packages = ("apache2", "libapache2-mod-auth-openidc")
    asks = False
    tells_outages = False
    follows_redirects = True
    refuses_plain_http = False

    def command(self, port, environment):
        text = (RECIPES / "apache" / "httpd.conf").read_text()
        text = text.replace("127.0.0.1:8080", f"127.0.0.1:{port}")
        if "LATCHKEY_CA_FILE" in environment:
            text = text.replace("# OIDCCABundlePath /etc/ssl/ca.pem", f"OIDCCABundlePath {environment['LATCHKEY_CA_FILE']}")
        place = self.directory / f"apache-{port}"
        place.mkdir()
        place.chmod(0o777)  # It gives up root's rights.
        (place / "httpd.conf").write_text(text)
        (place / "index.html").write_text("Hello\n")
        environment.update(
            LATCHKEY_ISSUER=f"https://securetoken.google.com/{environment['LATCHKEY_PROJECT']}",
            LATCHKEY_DOCUMENTS=str(place))
        return ["/usr/sbin/apache2", "-d", place, "-f", "httpd.conf", "-D", "FOREGROUND"]

    def path(self, uid):
        return "/index.html"


ALL = [Python, GoogleAuth, Node, Go, Java, Swift, Nginx, Apache]


class Running:
    """A recipe that has started."""

    def __init__(self, recipe, environment, closing, log):
        self.recipe = recipe
        for other, port, own in recipe.beside(environment):
            closing.enter_context(started(other, port, dict(own), log))
        self.port = servers.free_port()
        self.session = closing.enter_context(requests.Session())
        self.session.trust_env = False
        closing.enter_context(started(recipe, self.port, dict(environment), log))

    def get(self, token, uid=NOBODY):
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        # An application that believes a header must not be given it by the client.
        try:
            answer = self.session.get(f"http://127.0.0.1:{self.port}{self.recipe.path(uid)}", timeout=30,
                                      headers={**headers, "X-User": "somebody-else"}, allow_redirects=False)
        except requests.exceptions.ConnectionError as error:
            return DROPPED, str(error)
        return answer.status_code, answer.text


@contextlib.contextmanager
def started(recipe, port, environment, log):
    names = ("PATH", "HOME", "LANG", "LD_LIBRARY_PATH", "TMPDIR")
    environment = {**{name: os.environ[name] for name in names if name in os.environ}, **environment, "PORT": str(port)}
    command = [str(part) for part in recipe.command(port, environment)]
    process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            with contextlib.suppress(requests.exceptions.ConnectionError):
                requests.get(f"http://127.0.0.1:{port}/", timeout=30)
                break
            if process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError("it did not start")
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
