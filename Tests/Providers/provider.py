"""An OpenID or SAML provider that somebody else wrote, running for a test."""

import datetime
import os
import pathlib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa

START_SECONDS = 60
PASSWORD = "correct horse battery staple"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def key_pair():
    """A new RSA key, private and public, in PEM."""
    key = rsa.generate_private_key(65537, 2048)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return private.decode(), public.decode()


def self_signed(private):
    """A certificate of a private key, in PEM."""
    key = serialization.load_pem_private_key(private.encode(), None)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "An identity provider under test")])
    now = datetime.datetime.now(datetime.timezone.utc)
    day = datetime.timedelta(days=1)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now - day, now + day)
    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM).decode()


def fetched(address):
    with urllib.request.urlopen(address, timeout=30) as answer:
        return answer.read()


class Provider:
    """What every provider tells: its issuer, the client that is registered with it, and how one signs in."""

    name = ""
    #: The flows that it has: a code, or an ID token by way of the browser.
    flows = ("code", "idToken")
    #: The kind of its id at Latchkey.
    kind = "oidc"
    client_id = "latchkey"
    client_secret = "a-client-secret-for-this-test"
    #: The settings of Latchkey's provider beside issuer, client and flow.
    settings = {}

    def __init__(self, directory, redirect_uri):
        self.directory = directory
        self.redirect_uri = redirect_uri
        self.port = free_port()
        self.processes = []

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def issuer(self):
        return self.origin

    @property
    def ready_path(self):
        return "/.well-known/openid-configuration"

    @staticmethod
    def missing():
        """What this machine lacks for it; None where there is nothing."""
        return None

    def start(self):
        """Starts the provider with its user and its client."""
        raise NotImplementedError

    def sign_in(self, browser):
        """Does what the user does on the provider's pages, from whatever page it shows first."""
        raise NotImplementedError

    def check(self, claims):
        """Looks at what else an ID token says of the user."""

    def run(self, *command, **more):
        """Runs a program until the test ends. Its output is in a file."""
        with open(self.directory / "output.txt", "ab") as output:
            self.processes.append(subprocess.Popen(command, stdout=output, stderr=output, **more))

    def run_site(self, site, **more):
        """Runs a Python file of this folder, which learns its user and its client from the environment."""
        environment = {
            "SITE_PASSWORD": PASSWORD,
            "SITE_CLIENT": self.client_id,
            "SITE_SECRET": self.client_secret,
            "SITE_REDIRECT_URI": self.redirect_uri,
        }
        path = pathlib.Path(__file__).with_name(site)
        self.run(sys.executable, str(path), str(self.port), env=os.environ | environment | more)

    def wait_until_ready(self):
        address = self.issuer.rstrip("/") + self.ready_path
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if any(process.poll() is not None for process in self.processes):
                break
            try:
                with urllib.request.urlopen(address, timeout=5) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.05)
        raise RuntimeError(f"{self.name} did not start:\n{(self.directory / 'output.txt').read_text()[-2000:]}")

    def stop(self):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
