#!/usr/bin/env python3
"""A mail server for tests: aiosmtpd, with a certificate of a CA that it makes for itself.

    server.py DIRECTORY [--port PORT] [--security starttls|tls|none] [--no-auth] [--host-name NAME] [--noops]

Writes ca.pem and the server's key to DIRECTORY (once: a second server there uses the same), then one line of JSON
to the output when it listens, one for every message that it took over, and with --noops one for every NOOP. Ends when its
input does. NOOP is refused as soon as DIRECTORY/no-noop exists.

What a recipient's local part says is done to it: "refuse-550", "later-451" for as long as DIRECTORY/up is missing,
"content-554" after the message, "rcpt-554-5.7.1" and "data-552" what their numbers say, with an enhanced status or
without, to the recipient or after the message, "drop" ends the connection after the message without an answer,
"slow" is taken over once DIRECTORY/up is there.
"""

import argparse
import asyncio
import base64
import datetime
import ipaddress
import json
import pathlib
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult, Envelope
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

USER, PASSWORD = "latchkey", "let me mail"


def certificate(subject, key, issuer, issuer_key, names=(), is_ca=False):
    now = datetime.datetime.now(datetime.timezone.utc)
    name = lambda text: x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])
    builder = (
        x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer))
        .public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1)).not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=is_ca, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), critical=False))
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(list(names)), critical=False)
    return builder.sign(issuer_key, hashes.SHA256())


def prepare(directory, host_name):
    """The paths of the server's certificate and key."""
    paths = directory / f"{host_name}.pem", directory / f"{host_name}.key"
    if not paths[0].exists():
        ca_key = ec.generate_private_key(ec.SECP256R1())
        ca = certificate("Test CA", ca_key, "Test CA", ca_key, is_ca=True)
        (directory / "ca.pem").write_bytes(ca.public_bytes(serialization.Encoding.PEM))
        key = ec.generate_private_key(ec.SECP256R1())
        names = [x509.DNSName(host_name)]
        if host_name == "localhost":
            names.append(x509.IPAddress(ipaddress.ip_address("127.0.0.1")))
        leaf = certificate(host_name, key, "Test CA", ca_key, names)
        paths[1].write_bytes(key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        paths[0].write_bytes(leaf.public_bytes(serialization.Encoding.PEM))
    return paths


def say(**what):
    print(json.dumps(what), flush=True)


def demanded(local, phase):
    """The reply that a local part such as "rcpt-554-5.7.1" asks for; none for another."""
    words = local.split("-")
    return " ".join(words[1:] + ["no"]) if words[0] == phase and len(words) > 1 else None


class Handler:
    def __init__(self, directory, tells_noops):
        self.directory, self.tells_noops = directory, tells_noops

    async def handle_RCPT(self, server, session, envelope: Envelope, address, options):
        local = address.split("@")[0]
        if local == "refuse-550":
            return f"550 5.1.1 <{address}> is not here"
        if local == "later-451" and not (self.directory / "up").exists():
            return "451 4.7.1 come back later"
        if reply := demanded(local, "rcpt"):
            return reply
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_NOOP(self, server, session, envelope: Envelope, argument):
        if self.tells_noops:
            say(noop=True, tls=session.ssl is not None, user=session.auth_data)
        return "502 5.5.1 no" if (self.directory / "no-noop").exists() else "250 2.0.0 OK"

    async def handle_DATA(self, server, session, envelope: Envelope):
        local = envelope.rcpt_tos[0].split("@")[0]
        while local == "slow" and not (self.directory / "up").exists():
            await asyncio.sleep(0.05)
        if local == "content-554":
            return "554 5.6.0 not this"
        if reply := demanded(local, "data"):
            return reply
        say(sender=envelope.mail_from, recipients=envelope.rcpt_tos, tls=session.ssl is not None,
            user=session.auth_data, helo=session.host_name,
            content=base64.b64encode(envelope.original_content).decode())
        if local == "drop":
            server.transport.abort()
        return "250 2.0.0 taken over"


def authenticate(server, session, envelope, mechanism, data):
    good = mechanism in ("LOGIN", "PLAIN") and (data.login, data.password) == (USER.encode(), PASSWORD.encode())
    return AuthResult(success=good, auth_data=USER if good else None, handled=False)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--security", choices=["starttls", "tls", "none"], default="starttls")
    parser.add_argument("--no-auth", action="store_true")
    parser.add_argument("--host-name", default="localhost")
    parser.add_argument("--noops", action="store_true")
    options = parser.parse_args()
    certificate_path, key_path = prepare(options.directory, options.host_name)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate_path, key_path)
    has_starttls = options.security == "starttls"

    def protocol():
        return SMTP(
            Handler(options.directory, options.noops), hostname="mail.test", enable_SMTPUTF8=True,
            tls_context=context if has_starttls else None, require_starttls=has_starttls,
            authenticator=authenticate, auth_required=not options.no_auth,
            auth_require_tls=has_starttls, timeout=30)

    server = await asyncio.get_running_loop().create_server(
        protocol, "127.0.0.1", options.port, ssl=context if options.security == "tls" else None)
    say(port=server.sockets[0].getsockname()[1])
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
