#!/usr/bin/env python3
"""Makes an installation with one of everything that a database may hold, for the builds that come after this one.

    python3 Tests/Fixtures/make_installation.py .build/debug/latchkey Tests/Fixtures/NAME

NAME says which build made it: the version of a release, or a month before there were any. A fixture that stands is never made again: it is what servers of
that time have. The directory gets

    sqlite/       the database, its master key, and facts.json: passwords, tokens and codes that a test presents
    postgresql/   the same accounts in PostgreSQL, as pg_dump writes them; left out where there is none

Nothing in it is secret: the accounts are nobody's.
"""

import base64
import hashlib
import hmac
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from with_server import free_port, stop, wait_until_ready  # noqa: E402

PROJECT = "fixture"
OTHER = "other-fixture"
COMPOSED, DECOMPOSED = "jos\u00e9@example.com", "jose\u0301@example.com"


class Maker:
    def __init__(self, program, base, place):
        self.program, self.base, self.place = program, base, place
        self.facts = {"project": PROJECT, "other": OTHER, "passwords": {}}

    def request(self, method, path, body=None, owner=False):
        headers = {"Content-Type": "application/json"}
        if owner:
            headers["Authorization"] = "Bearer owner"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read() or b"{}")

    def call(self, operation, body, owner=False):
        path = f"projects/{PROJECT}/accounts{operation}" if owner else f"accounts{operation}"
        path = f"/identitytoolkit.googleapis.com/v1/{path}" + ("" if owner else "?key=fixture")
        return self.request("POST", path, body, owner)

    def second_factor(self, step, body):
        return self.request(
            "POST", f"/identitytoolkit.googleapis.com/v2/accounts/{step}?key=fixture", body)

    def command(self, *arguments, text=""):
        process = subprocess.run(
            [self.program, *arguments, *self.place], input=text, capture_output=True, text=True)
        if process.returncode != 0:
            sys.exit(f"{arguments}: {process.stderr}")
        return process.stdout

    def user(self, name, email, password, **fields):
        answer = self.call("", {"email": email, "password": password, **fields}, owner=True)
        self.facts["passwords"][name] = {"email": email, "password": password, "localId": answer["localId"]}
        return answer["localId"]

    def sign_in(self, name):
        known = self.facts["passwords"][name]
        return self.call(
            ":signInWithPassword",
            {"email": known["email"], "password": known["password"], "returnSecureToken": True})

    def make(self):
        self.users()
        self.imported()
        self.waiting()
        self.tenant()
        self.other()
        self.facts["madeAt"] = int(time.time())
        return self.facts

    def users(self):
        self.user("ann", "ann@example.com", "the words of ann", emailVerified=True, displayName="Ann")
        self.facts["refreshToken"] = self.sign_in("ann")["refreshToken"]
        self.user("composed", COMPOSED, "the words of one", emailVerified=True)
        self.another_spelling()
        self.user("disabled", "frank@example.com", "the words of frank", disabled=True)
        claims = self.user("claims", "gina@example.com", "the words of gina", emailVerified=True)
        self.call(":update", {"localId": claims, "customAttributes": '{"role": "editor"}'}, owner=True)
        token = json.dumps({"sub": "google-1", "email": "bob@gmail.com", "email_verified": True, "name": "Bob"})
        linked = self.call(":signInWithIdp", {
            "requestUri": "http://localhost", "returnSecureToken": True,
            "postBody": "providerId=google.com&id_token=" + urllib.request.quote(token)})
        self.facts["google"] = {"rawId": "google-1", "localId": linked["localId"]}
        number = "+15555550100"
        sent = self.call(":sendVerificationCode", {"phoneNumber": number})
        codes = self.request("GET", f"/emulator/v1/projects/{PROJECT}/verificationCodes")["verificationCodes"]
        phone = self.call(":signInWithPhoneNumber", {
            "sessionInfo": sent["sessionInfo"],
            "code": [c["code"] for c in codes if c["phoneNumber"] == number][-1]})
        self.facts["phone"] = {"phoneNumber": number, "localId": phone["localId"]}
        self.facts["anonymous"] = self.call(":signUp", {"returnSecureToken": True})["refreshToken"]
        self.one_time_password()

    def another_spelling(self):
        """What builds could make before addresses were normalised."""
        try:
            self.user("decomposed", DECOMPOSED, "the words of the other")
        except urllib.error.HTTPError as error:
            if b"EMAIL_EXISTS" not in error.read():
                raise

    def one_time_password(self):
        self.user("factor", "dave@example.com", "the words of dave", emailVerified=True)
        token = self.sign_in("factor")["idToken"]
        started = self.second_factor(
            "mfaEnrollment:start", {"idToken": token, "totpEnrollmentInfo": {}})["totpSessionInfo"]
        seed = started["sharedSecretKey"]
        self.second_factor("mfaEnrollment:finalize", {
            "idToken": token, "displayName": "authenticator",
            "totpVerificationInfo": {
                "sessionInfo": started["sessionInfo"], "verificationCode": one_time_password(seed)}})
        self.facts["seed"] = seed

    def imported(self):
        salt, password = b"salt", "the words of "
        schemes = {
            "hmac": ({"hashAlgorithm": "HMAC_SHA256", "signerKey": encode(b"key of a hash"),
                      "passwordHashOrder": "PASSWORD_AND_SALT"},
                     lambda text: hmac.new(b"key of a hash", text + salt, hashlib.sha256).digest()),
            "pbkdf2": ({"hashAlgorithm": "PBKDF2_SHA256", "rounds": 1000},
                       lambda text: hashlib.pbkdf2_hmac("sha256", text, salt, 1000)),
            "standard-scrypt": ({"hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1024, "parallelization": 1,
                                 "blockSize": 8, "dkLen": 64},
                                lambda text: hashlib.scrypt(text, salt=salt, n=1024, r=8, p=1, dklen=64)),
        }
        for name, (parameters, function) in schemes.items():
            text = password + name
            uid, email = f"imported-{name}", f"{name}@example.com"
            answer = self.call(":batchCreate", {**parameters, "users": [{
                "localId": uid, "email": email, "emailVerified": True, "salt": encode(salt),
                "passwordHash": encode(function(text.encode()))}]}, owner=True)
            if answer.get("error"):
                sys.exit(f"{name}: {answer}")
            self.facts["passwords"][uid] = {"email": email, "password": text, "localId": uid}

    def waiting(self):
        """Codes that nobody has used yet."""
        self.user("reset", "reset@example.com", "the words before", emailVerified=True)
        self.user("verify", "verify@example.com", "the words of one more")
        for kind, email in (("PASSWORD_RESET", "reset@example.com"), ("VERIFY_EMAIL", "verify@example.com")):
            answer = self.call(
                ":sendOobCode", {"requestType": kind, "email": email, "returnOobLink": True}, owner=True)
            self.facts[kind] = answer["oobCode"]
        self.user("recover", "before@example.com", "the words that stay", emailVerified=True)
        token = self.sign_in("recover")["idToken"]
        self.call(":update", {"idToken": token, "email": "after@example.com"})
        codes = self.request("GET", f"/emulator/v1/projects/{PROJECT}/oobCodes")["oobCodes"]
        self.facts["RECOVER_EMAIL"] = [c["oobCode"] for c in codes if c["requestType"] == "RECOVER_EMAIL"][-1]
        self.facts["passwords"]["recover"]["email"] = "after@example.com"

    def tenant(self):
        tenant = self.request(
            "POST", f"/identitytoolkit.googleapis.com/v2/projects/{PROJECT}/tenants",
            {"displayName": "tenant", "allowPasswordSignup": True}, owner=True)["name"].split("/")[-1]
        answer = self.request(
            "POST", f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/tenants/{tenant}/accounts",
            {"email": "ann@example.com", "password": "the words of a tenant"}, owner=True)
        self.facts["tenant"] = {"id": tenant, "localId": answer["localId"], "password": "the words of a tenant"}

    def other(self):
        """A project of a server for real users, by the command line."""
        self.command("project", "create", OTHER, "--domain", "app.example.com")
        self.command("project", "set", OTHER, "--refresh-tokens", "rotating", "--session-idle", "30d", "--email-link")
        self.command(
            "provider", "set", OTHER, "github.com", "--client-id", "Iv1.fixture", "--client-secret-file", "-",
            text="the secret of a provider")
        token = self.command("project", "admin-token", "create", OTHER, "fixture")
        self.facts["adminToken"] = token.split()[-1]
        self.facts["keys"] = {
            project: json.loads(self.command("project", "show", project, "--format", "json"))["apiKeys"][0]
            for project in (PROJECT, OTHER)}


def encode(data):
    return base64.urlsafe_b64encode(data).decode()


def one_time_password(seed):
    """RFC 6238, as authenticator apps do it."""
    key = base64.b32decode(seed + "=" * (-len(seed) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    place = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[place:place + 4])[0] & 0x7fffffff) % 1_000_000:06}"


def with_server(program, data, database, body):
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    place = ["--data", data] + (["--database", database] if database else [])
    server = subprocess.Popen(
        [program, "dev", "--port", str(port), "--project", PROJECT, "--accept-unsigned-credentials", *place],
        stdout=subprocess.DEVNULL)
    try:
        if not wait_until_ready(server, base):
            sys.exit("The server did not start.")
        return body(Maker(program, base, place))
    finally:
        if not stop(server):
            sys.exit("The server did not stop cleanly.")


def write(directory, facts):
    with open(os.path.join(directory, "facts.json"), "w", encoding="ascii") as file:
        json.dump(facts, file, indent=1, sort_keys=True)
        file.write("\n")


def keep(source, directory, *names):
    for name in names:
        shutil.copyfile(os.path.join(source, name), os.path.join(directory, name))


def sqlite(program, directory):
    os.makedirs(directory)
    with tempfile.TemporaryDirectory() as data:
        write(directory, with_server(program, data, None, Maker.make))
        keep(data, directory, "latchkey.db", "master.key")


def postgresql(program, directory):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "private-postgresql")
    found = subprocess.run([script, "--programs"], capture_output=True, text=True)
    if found.returncode != 0:
        return
    os.makedirs(directory)
    process = subprocess.Popen([script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    address = f"postgresql://latchkey@/postgres?host={process.stdout.readline().strip()}"
    try:
        with tempfile.TemporaryDirectory() as data:
            write(directory, with_server(program, data, address, Maker.make))
            keep(data, directory, "master.key")
        with open(os.path.join(directory, "database.sql"), "wb") as file:
            dump = os.path.join(found.stdout.strip(), "pg_dump")
            subprocess.run([dump, "--no-owner", "--inserts", address], check=True, stdout=file)
    finally:
        process.stdin.close()
        process.wait()


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, directory = os.path.abspath(sys.argv[1]), sys.argv[2]
    sqlite(program, os.path.join(directory, "sqlite"))
    postgresql(program, os.path.join(directory, "postgresql"))


if __name__ == "__main__":
    main()
