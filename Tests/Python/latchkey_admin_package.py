"""Runs the package latchkey_admin (clients/python) against `latchkey serve` over TLS.

    python latchkey_admin_package.py .build/debug/latchkey

What the official Admin SDK can do is done by an app that has a name and a service account, and by the default app with an
administrator's token. Then everything that has to be refused is tried. Every connection to another address than this
machine's is refused and noted. Prints a line for each check and `N passed, N failed` at the end; the exit code is 1 if one
failed.
"""

import contextlib
import json
import os
import pathlib
import re
import sys
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("clients/python/src", "Tests/Backends", "Tests")]

import firebase_admin  # noqa: E402
import google.auth.transport.requests  # noqa: E402
from firebase_admin import auth, exceptions, messaging, tenant_mgt  # noqa: E402

import latchkey_admin  # noqa: E402
import serving as servers  # noqa: E402
from console_client import ConsoleClient  # noqa: E402
from admin_sdk import Checks, Client, expect_error, run, unique  # noqa: E402
from latchkey_admin.tokens import KeySet  # noqa: E402
from wrong_servers import ANSWERS, HangingServer, WrongServer  # noqa: E402

EMULATOR = "FIREBASE_AUTH_EMULATOR_HOST"
foreign = []


def watch(event, arguments):
    """Notes and refuses everything that leaves this machine."""
    if event == "socket.getaddrinfo":
        host = arguments[0]
    elif event == "socket.connect":
        host = arguments[1][0] if isinstance(arguments[1], tuple) else None
    else:
        return
    host = host.decode() if isinstance(host, bytes) else host
    if host not in (None, "127.0.0.1", "localhost", "::1"):
        foreign.append(host)
        raise OSError(f"{host} is not this machine")


@contextlib.contextmanager
def app(*arguments, **options):
    made = latchkey_admin.initialize_app(*arguments, name=unique("app"), **options)
    try:
        yield made
    finally:
        firebase_admin.delete_app(made)


def refused(error, words, call):
    """A refusal of a kind, which says why in words."""
    try:
        call()
    except error as thrown:
        missing = [word for word in words if word not in str(thrown)]
        assert not missing, f"{missing} not in: {thrown}"
        return
    raise AssertionError(f"{error.__name__} was expected")


class ProductionChecks(Checks):
    # All of them together would make a wrong password cost more than `latchkey serve` lets it.
    hash_formats = ("HMAC_SHA256", "SCRYPT", "BCRYPT")


class Refusals:
    def __init__(self, serving, named):
        self.serving = serving
        self.app = named
        self.origin, self.ca_file = serving.origin, serving.ca_file
        self.file = serving.service_account

    def make(self, server=None, **options):
        options.setdefault("ca_file", self.ca_file)
        if "admin_token" not in options:
            options.setdefault("service_account", self.file)
        return app(server or self.origin, **options)

    def configuration(self, words, server=None, **options):
        def call():
            with self.make(server, **options):
                pass
        refused(latchkey_admin.ConfigurationError, words, call)

    def plain_http_to_another_host(self):
        self.configuration(["not https", "tokens"], "http://auth.example.com")
        self.configuration(["not https"], "http://127.0.0.1.example.com")

    def an_address_that_is_none(self):
        for address in ("auth.example.com", "ftp://a", "https://", "https://a:b@127.0.0.1", "https://a/?b", "https://a:x"):
            self.configuration(["address"], address)

    def a_service_account_of_another_server(self):
        other = "https://auth.example.com"
        path = self.serving.make_service_account(servers.PROJECT, "elsewhere", server=other)
        self.configuration([other, "Nothing was sent"], service_account=path)
        document = json.loads(pathlib.Path(self.file).read_text())
        document["token_uri"] = "https://oauth2.googleapis.com/token"
        self.configuration(["oauth2.googleapis.com"], service_account=document)
        document["token_uri"] = f"{self.origin}@evil.example/token"
        self.configuration(["evil.example"], service_account=document)

    def a_file_that_is_none(self):
        self.configuration(["cannot be read"], service_account="/nonexistent")
        self.configuration(["service_account"], service_account={"type": "authorized_user"})
        self.configuration(["private_key"], service_account={
            "type": "service_account", "client_email": "a", "project_id": "b", "token_uri": self.origin + "/token"})

    def another_project_than_the_files(self):
        self.configuration([servers.PROJECT, servers.OTHER_PROJECT], project=servers.OTHER_PROJECT)

    def two_credentials_or_none(self):
        self.configuration(["one of"], admin_token="a", service_account=self.file)
        self.configuration(["one of"], service_account=None)
        self.configuration(["project"], admin_token="a")
        self.configuration(["empty"], admin_token=" ", project="a")

    def a_key_that_the_server_does_not_know(self):
        path = self.serving.make_service_account(servers.PROJECT, "deleted")
        email = json.loads(pathlib.Path(path).read_text())["client_email"]
        self.serving.latchkey("project", "service-account", "delete", servers.PROJECT, email)
        with self.make(service_account=path) as stranger:
            refused(latchkey_admin.CredentialRefusedError, [email, "another server's"],
                    lambda: auth.list_users(app=stranger))

    def a_wrong_administrators_token(self):
        with self.make(admin_token="wrong", project=servers.PROJECT) as stranger:
            refused(latchkey_admin.CredentialRefusedError, ["administrator's token"],
                    lambda: auth.list_users(app=stranger))

    def an_administrator_of_another_project(self):
        token = self.serving.make_admin_token(servers.OTHER_PROJECT, "other")
        with self.make(admin_token=token, project=servers.PROJECT) as stranger:
            expect_error(exceptions.FirebaseError, lambda: auth.list_users(app=stranger))

    def a_certificate_that_is_not_trusted(self):
        other = servers.Authority(self.serving.directory, "other")
        for ca_file in (None, other.ca_file):
            with self.make(ca_file=ca_file) as careful:
                refused(latchkey_admin.UntrustedCertificateError, ["cannot be trusted", "ca_file", "Nothing was sent"],
                        lambda: auth.list_users(app=careful))
                refused(auth.CertificateFetchError, ["cannot be trusted"],
                        lambda: auth.verify_id_token(self.token(), app=careful))
            with self.make(ca_file=ca_file, admin_token="a", project="b") as careful:
                refused(latchkey_admin.UntrustedCertificateError, ["cannot be trusted"],
                        lambda: auth.list_users(app=careful))
        self.configuration(["CA file"], ca_file="/nonexistent")

    def a_server_that_is_down(self):
        address = f"https://127.0.0.1:{servers.free_port()}"
        document = json.loads(pathlib.Path(self.file).read_text())
        document["token_uri"] = address + "/token"
        with self.make(address, service_account=document) as waiting:
            refused(latchkey_admin.ServerUnreachableError, [address, "does not answer"],
                    lambda: auth.list_users(app=waiting))
            refused(auth.CertificateFetchError, ["does not answer"],
                    lambda: auth.verify_id_token(self.token(), app=waiting))

    def a_server_that_is_none(self):
        with self.make(self.origin + "/elsewhere", admin_token="a", project="b") as lost:
            expect_error(auth.CertificateFetchError, lambda: auth.verify_id_token(self.token(), app=lost))
            expect_error(exceptions.FirebaseError, lambda: auth.list_users(app=lost))

    def custom_tokens_without_a_key(self):
        with self.make(admin_token="a", project="b") as keyless:
            refused(ValueError, ["service_account"], lambda: auth.create_custom_token("a", app=keyless))

    def a_credential_is_given_to_no_other_host(self):
        session = google.auth.transport.requests.AuthorizedSession(self.app.credential.get_credential())
        for url in ("https://fcm.googleapis.com/v1/a", self.origin + "0/a", self.origin + "@example.com/a"):
            refused(latchkey_admin.ConfigurationError, ["is not sent to"], lambda: session.get(url))
        refused(latchkey_admin.ConfigurationError, ["fcm.googleapis.com"],
                lambda: messaging.send(messaging.Message(topic="a"), app=self.app))

    def forged_tokens(self):
        token = self.token()
        assert auth.verify_id_token(token, app=self.app)["uid"]
        cookie = auth.create_session_cookie(token, 300_000 // 1000, app=self.app)
        credential = self.app.credential.get_credential()
        bad = servers.forgeries(self.serving, token)
        bad["of another project"] = self.serving.sign_up(f"{unique()}@example.com", self.serving.other_api_key)["idToken"]
        bad["a session cookie"] = cookie
        bad["a custom token"] = auth.create_custom_token("a", app=self.app).decode()
        bad["an access token"] = credential.token
        for name, text in bad.items():
            try:
                auth.verify_id_token(text, app=self.app)
            except auth.InvalidIdTokenError:
                continue
            raise AssertionError(f"a token was taken: {name}")
        for name, text in {**servers.forgeries(self.serving, cookie), "an ID token": token}.items():
            try:
                auth.verify_session_cookie(text, app=self.app)
            except auth.InvalidSessionCookieError:
                continue
            raise AssertionError(f"a cookie was taken: {name}")
        if self.serving.expired:
            refused(auth.ExpiredIdTokenError, ["expired"], lambda: auth.verify_id_token(self.serving.expired, app=self.app))

    def unsigned_tokens_whatever_the_environment_says(self):
        token = self.token()
        os.environ[EMULATOR] = self.origin.removeprefix("https://")
        try:
            expect_error(auth.InvalidIdTokenError, lambda: auth.verify_id_token(servers.unsigned(token), app=self.app))
            assert auth.verify_id_token(token, app=self.app)["uid"]
            assert auth.create_custom_token("a", app=self.app).count(b".") == 2
            with self.make() as made:
                expect_error(auth.InvalidIdTokenError, lambda: auth.verify_id_token(servers.unsigned(token), app=made))
                assert auth.list_users(max_results=1, app=made).users
            # An app for the emulator is still one.
            emulated = firebase_admin.initialize_app(
                latchkey_admin_free_credential(), {"projectId": servers.PROJECT}, name=unique("emulated"))
            assert auth.verify_id_token(servers.unsigned(token), app=emulated)["uid"]
            firebase_admin.delete_app(emulated)
        finally:
            del os.environ[EMULATOR]

    def made_up_key_ids_cost_few_requests(self):
        token, fetches = self.token(), []
        known = KeySet._fetch  # pylint: disable=protected-access
        KeySet._fetch = lambda keys: (fetches.append(1), known(keys))
        try:
            with self.make() as made:
                for _ in range(20):
                    expect_error(auth.InvalidIdTokenError, lambda: auth.verify_id_token(
                        servers.forgeries_of_key_id(token, unique()), app=made))
                assert auth.verify_id_token(token, app=made)["uid"]
        finally:
            KeySet._fetch = known
        assert len(fetches) == 1, f"{len(fetches)} fetches"

    def made_up_key_ids_keep_nobody_waiting_while_the_server_hangs(self):
        token = self.token()
        with self.make(timeout=2) as made:
            assert auth.verify_id_token(token, app=made)["uid"]
            keys = auth._get_client(made)._token_verifier._keys  # pylint: disable=protected-access
            # As if the last fetch were longer ago than the pause.
            keys._tried_at -= KeySet.FETCH_SECONDS  # pylint: disable=protected-access
            self.serving.stop()
            try:
                with HangingServer(self.serving.port):
                    began = time.monotonic()
                    senders = [threading.Thread(target=lambda: expect_error(
                        auth.CertificateFetchError, lambda: auth.verify_id_token(
                            servers.forgeries_of_key_id(token, unique()), app=made))) for _ in range(6)]
                    for sender in senders:
                        sender.start()
                    assert auth.verify_id_token(token, app=made)["uid"]
                    assert time.monotonic() - began < 1, "a good token waited"
                    for sender in senders:
                        sender.join()
                    assert time.monotonic() - began < 4, "made-up key ids waited, one for the other"
            finally:
                self.serving.start()

    def hosts_that_are_no_latchkey(self):
        token = self.token()
        for _, status, kind, body in ANSWERS:
            with WrongServer(status, kind, body) as wrong, app(
                    wrong.origin, admin_token="a", project=servers.PROJECT) as lost:
                refused(auth.CertificateFetchError, [wrong.origin], lambda: auth.verify_id_token(token, app=lost))

    def snippet_of_the_console_checks_tokens_as_it_is_pasted(self):
        console = ConsoleClient(self.serving)
        email = json.loads(pathlib.Path(self.file).read_text())["client_email"]
        snippet = console.snippet(f"settings/service-accounts/{urllib.parse.quote(email)}")
        name = re.search(r'service_account="([^"]+)"', snippet).group(1)
        place = os.getcwd()
        os.chdir(self.serving.directory)
        try:
            pathlib.Path(name).write_text(pathlib.Path(self.file).read_text())
            # The machine does not know the test's authority, and the default app is another test's.
            for_test = snippet.replace("service_account=", f'name="pasted", ca_file={self.ca_file!r}, service_account=').replace(
                "check_revoked=True", 'check_revoked=True, app=firebase_admin.get_app("pasted")')
            program = {"firebase_admin": firebase_admin}
            exec(compile(for_test, "snippet", "exec"), program)  # pylint: disable=exec-used
        finally:
            os.chdir(place)
        session = self.serving.sign_up(f"{unique()}@example.com")
        assert program["claims_of"](session["idToken"])["uid"] == session["localId"]
        expect_error(auth.InvalidIdTokenError, lambda: program["claims_of"](servers.tampered(session["idToken"])))

    def another_issuer_is_taken_where_it_is_named(self):
        own = f"{self.origin}/{servers.PROJECT}"
        before = self.token()
        self.serving.latchkey("project", "set", servers.PROJECT, "--issuer", own, "--issuer-grace", "1h")
        try:
            deadline = time.monotonic() + 30
            while servers.parts(after := self.token())[1]["iss"] != own:
                assert time.monotonic() < deadline, "the server does not notice the change"
            refused(auth.InvalidIdTokenError, [own], lambda: auth.verify_id_token(after, app=self.app))
            official = f"https://securetoken.google.com/{servers.PROJECT}"
            with self.make(issuers=[own, official]) as both:
                for token in (before, after):
                    assert auth.verify_id_token(token, check_revoked=True, app=both)["uid"]
            with self.make(issuers=[own]) as new:
                expect_error(auth.InvalidIdTokenError, lambda: auth.verify_id_token(before, app=new))
            document = self.serving.session.get(own + "/.well-known/openid-configuration", timeout=30).json()
            assert document["issuer"] == own and document["jwks_uri"] == self.origin + "/.well-known/jwks.json", document
        finally:
            self.serving.latchkey("project", "set", servers.PROJECT, "--issuer", "default")

    def token(self):
        return self.serving.sign_up(f"{unique()}@example.com")["idToken"]

    ALL = [
        plain_http_to_another_host, an_address_that_is_none, a_service_account_of_another_server, a_file_that_is_none,
        another_project_than_the_files, two_credentials_or_none, a_key_that_the_server_does_not_know,
        a_wrong_administrators_token, an_administrator_of_another_project, a_certificate_that_is_not_trusted,
        a_server_that_is_down, a_server_that_is_none, custom_tokens_without_a_key, a_credential_is_given_to_no_other_host,
        forged_tokens, unsigned_tokens_whatever_the_environment_says, made_up_key_ids_cost_few_requests,
        made_up_key_ids_keep_nobody_waiting_while_the_server_hangs, hosts_that_are_no_latchkey,
        snippet_of_the_console_checks_tokens_as_it_is_pasted, another_issuer_is_taken_where_it_is_named,
    ]


def latchkey_admin_free_credential():
    """A credential of another app, which has nothing to do with Latchkey."""
    import google.oauth2.credentials
    return google.oauth2.credentials.Credentials("owner")


def nothing_left_this_machine():
    assert not foreign, f"connections to {sorted(set(foreign))}"


def main():
    os.environ.pop(EMULATOR, None)
    results = []
    with servers.Serving(sys.argv[1]) as serving:
        serving.latchkey("project", "set", servers.PROJECT, "--email-link")
        sys.addaudithook(watch)
        client = Client(serving.origin, serving.session, serving.api_key)

        def run_all(label, checks, skipped=()):
            for check in checks.ALL:
                if check.__name__ not in skipped:
                    results.append(run(label, check.__name__.replace("_", " "), lambda: check(checks)))

        named = latchkey_admin.initialize_app(
            serving.origin, service_account=serving.service_account, ca_file=serving.ca_file, name="named")
        run_all("service account", ProductionChecks(serving.origin, named, client))
        latchkey_admin.initialize_app(
            serving.origin, admin_token=serving.make_admin_token(servers.PROJECT), project=servers.PROJECT,
            ca_file=serving.ca_file)
        # These sign custom tokens.
        keyless = ("custom_tokens_sign_in", "tenants_are_managed_and_hold_users")
        run_all("administrator's token, default app", ProductionChecks(serving.origin, None, client), keyless)
        results.append(run("", "nothing left this machine", nothing_left_this_machine))
        run_all("refused or kept apart", Refusals(serving, named))
        assert tenant_mgt.list_tenants(app=named) is not None
        results.append(run("", "nothing left this machine", nothing_left_this_machine))
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
