"""A server for real users, `latchkey serve` over TLS, with two projects, their administrators and their users.

    with Serving(binary) as serving:
        requests.get(serving.origin + "/readyz", verify=serving.ca_file)
"""

import base64
import contextlib
import datetime
import hashlib
import hmac
import ipaddress
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import jwt
import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

PROJECT, OTHER_PROJECT = "example", "another"
PASSWORD = "correct horse battery"
START_SECONDS, STOP_SECONDS = 60, 20
# By how much the first start is set back: ID tokens live an hour.
PAST_SECONDS = 7_260


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Authority:
    """An authority that the machine does not know, and the certificate of a host that it issued."""

    def __init__(self, directory, name):
        self.ca_file = os.path.join(directory, f"{name}-ca.pem")
        self.certificate_file = os.path.join(directory, f"{name}.pem")
        self.key_file = os.path.join(directory, f"{name}-key.pem")
        ca_key, ca = self._issue("Test authority", None, None)
        key, certificate = self._issue("127.0.0.1", ca_key, ca)
        self._write(self.ca_file, ca.public_bytes(serialization.Encoding.PEM))
        self._write(self.certificate_file, certificate.public_bytes(serialization.Encoding.PEM))
        self._write(self.key_file, key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))

    @staticmethod
    def _issue(name, ca_key, ca):
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        now = datetime.datetime.now(datetime.timezone.utc)
        builder = (x509.CertificateBuilder().subject_name(subject).issuer_name(ca.subject if ca else subject)
                   .public_key(key.public_key()).serial_number(x509.random_serial_number())
                   .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
                   .add_extension(x509.BasicConstraints(ca=ca is None, path_length=None), critical=True))
        if ca is not None:
            names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return key, builder.sign(ca_key or key, hashes.SHA256())

    @staticmethod
    def _write(path, content):
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(content)


class Serving:
    """Everything is in `tokens` and `directory` when it has started."""

    def __init__(self, binary, past=True):
        self.binary = os.path.abspath(binary)
        self.has_past = past and shutil.which("faketime") is not None
        self._closing = contextlib.ExitStack()
        self.server = None

    def __enter__(self):
        try:
            self._make()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.stop()
        self._closing.close()

    # ------------------------------------------------------------ the server

    def _make(self):
        self.directory = self._closing.enter_context(tempfile.TemporaryDirectory(prefix="latchkey-serving-"))
        self.data = os.path.join(self.directory, "data")
        self.authority = Authority(self.directory, "server")
        self.ca_file = self.authority.ca_file
        self.port = free_port()
        self.origin = f"https://127.0.0.1:{self.port}"
        self.config = os.path.join(self.directory, "latchkey.yaml")
        with open(os.open(self.config, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(f"""publicOrigin: {self.origin}
listen:
  address: 127.0.0.1
  port: {self.port}
  tls:
    certificateFile: {self.authority.certificate_file}
    keyFile: {self.authority.key_file}
data:
  directory: {self.data}
metrics:
  port: {free_port()}
""")
        self.session = requests.Session()
        self.session.verify = self.ca_file
        self.session.trust_env = False
        self._closing.callback(self.session.close)

        past = ["faketime", "-f", f"-{PAST_SECONDS}s"] if self.has_past else []
        made = {}
        for project in (PROJECT, OTHER_PROJECT):
            output = self.latchkey("project", "create", project, before=past)
            made[project] = re.search(r"AIza\w{35}|AIza\S{35}", output).group()
        self.api_key, self.other_api_key = made[PROJECT], made[OTHER_PROJECT]
        self.service_account = self.make_service_account(PROJECT)
        self.expired = None
        if self.has_past:
            self.start(past)
            self.expired = self.sign_up("expired@example.com")["idToken"]
            self.stop()
        self.start()

    def latchkey(self, *arguments, before=()):
        done = subprocess.run(
            [*before, self.binary, *arguments, "--data", self.data], capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise RuntimeError(f"latchkey {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def make_service_account(self, project, name="backend", server=None):
        path = os.path.join(self.directory, f"{project}-{name}.json")
        self.latchkey("project", "service-account", "create", project, name, "--output", path,
                      "--server", server or self.origin)
        return path

    def make_admin_token(self, project, name="script"):
        return self.latchkey("project", "admin-token", "create", project, name).strip().splitlines()[-1]

    def start(self, before=()):
        log = self._closing.enter_context(open(os.path.join(self.directory, "server.log"), "ab"))
        self.server = subprocess.Popen(
            [*before, self.binary, "serve", "--config", self.config], stdout=log, stderr=log)
        self.is_wrapped = bool(before)
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                if self.session.get(self.origin + "/readyz", timeout=5).status_code == 200:
                    return
            except requests.exceptions.ConnectionError:
                pass
            if self.server.poll() is not None or time.monotonic() > deadline:
                with open(log.name) as text:
                    sys.exit(f"The server did not start:\n{text.read()[-4000:]}")
            time.sleep(0.05)

    def stop(self):
        if self.server is None:
            return
        if self.is_wrapped:
            # The program that changes the time waits for the server and passes no signals on; an end in peace takes as long
            # as it sets the clock back.
            with open(f"/proc/{self.server.pid}/task/{self.server.pid}/children") as children:
                for child in children.read().split():
                    os.kill(int(child), signal.SIGKILL)
        else:
            self.server.send_signal(signal.SIGTERM)
        try:
            self.server.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()
        self.server = None

    # ------------------------------------------------------------ the protocol

    def call(self, method, body, key=None, path="accounts:"):
        answer = self.session.post(
            f"{self.origin}/identitytoolkit.googleapis.com/v1/{path}{method}", params={"key": key or self.api_key},
            json=body, timeout=60)
        if answer.status_code != 200:
            raise RuntimeError(f"{method} answered {answer.status_code}: {answer.text[:300]}")
        return answer.json()

    def sign_up(self, email, key=None, **more):
        return self.call("signUp", {"email": email, "password": PASSWORD, "returnSecureToken": True, **more}, key)

    def sign_in(self, email, key=None, **more):
        return self.call(
            "signInWithPassword", {"email": email, "password": PASSWORD, "returnSecureToken": True, **more}, key)

    def administer(self, bearer, method, body, project=PROJECT):
        answer = self.session.post(
            f"{self.origin}/identitytoolkit.googleapis.com/v1/projects/{project}{method}", json=body, timeout=60,
            headers={"Authorization": f"Bearer {bearer}"})
        if answer.status_code != 200:
            raise RuntimeError(f"{method} answered {answer.status_code}: {answer.text[:300]}")
        return answer.json()


# ---------------------------------------------------------------- tokens that nobody may take

def _segment(value):
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def parts(token):
    """Header and claims."""
    return [json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))) for part in token.split(".")[:2]]


def tampered(token):
    """The same token for another user, under the old signature."""
    header, claims = parts(token)
    claims["sub"] = claims["user_id"] = "somebody-else"
    return f"{token.split('.')[0]}.{_segment(claims)}.{token.split('.')[2]}"


def unsigned(token):
    header, claims = parts(token)
    return f"{_segment({'alg': 'none', 'typ': 'JWT'})}.{_segment(claims)}."


def _hmac(token, secret):
    header, claims = parts(token)
    text = f"{_segment({'alg': 'HS256', 'typ': 'JWT', 'kid': header['kid']})}.{_segment(claims)}"
    return f"{text}.{_segment(hmac.new(secret, text.encode(), hashlib.sha256).digest())}"


def forgeries_of_key_id(token, key_id):
    """The same token under another key id."""
    header, _ = parts(token)
    return ".".join([_segment({**header, "kid": key_id}), *token.split(".")[1:]])


def forgeries(serving, token):
    """Tokens by their fault. All are made of a good one."""
    header, claims = parts(token)
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    jwk = next(one for one in serving.session.get(serving.origin + "/.well-known/jwks.json", timeout=30).json()["keys"]
               if one["kid"] == header["kid"])
    public = jwt.PyJWK(jwk).key
    pem = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    certificate = serving.session.get(serving.origin + "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
                                      timeout=30).json()[header["kid"]]
    own = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key()))

    def signed(**head):
        return jwt.encode(claims, key, algorithm="RS256", headers={**header, **head})

    return {
        "tampered": tampered(token),
        "without a signature (alg none)": unsigned(token),
        "none with the old signature": unsigned(token) + token.split(".")[2],
        "HS256 with the public key as PEM": _hmac(token, pem),
        "HS256 with the public key as PEM, no line break": _hmac(token, pem.strip()),
        "HS256 with the certificate": _hmac(token, certificate.encode()),
        "HS256 with the modulus": _hmac(token, base64.urlsafe_b64decode(jwk["n"] + "==")),
        "of another key under a known kid": signed(),
        "of an unknown kid": signed(kid="0" * 40),
        "of a key in its own header": signed(jwk=own),
        "with an empty signature": token.rsplit(".", 1)[0] + ".",
        "not a token": "not-a-token",
    }
