#!/usr/bin/env python3
"""Tests how Examples/cookie-session meets failures, against `latchkey serve` over TLS and without a browser.

    python Tests/Backends/cookie_session.py .build/debug/latchkey

Prints a line for each check and `N passed, N failed` at the end; the exit code is 1 if one failed.
"""

import contextlib
import http.cookies
import pathlib
import ssl
import subprocess
import sys
import time
import traceback

import requests

import serving as servers
from wrong_servers import ANSWERS, HangingServer, WrongServer

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "Examples" / "cookie-session"
sys.path.insert(0, str(EXAMPLE))
from sessions import Refused, Sessions, Unavailable  # noqa: E402

APP = "https://app.example"
LIFETIME = 3600


class App:
    """The example, as it is started for users."""

    def __init__(self, serving, administrator, **options):
        self.port = servers.free_port()
        for name, content in (("admin-token", administrator), ("sdk.js", "")):
            pathlib.Path(serving.directory, name).write_text(content)
        options = {"latchkey": serving.origin, "project": servers.PROJECT, "api_key": serving.api_key, "origin": APP,
                   "admin_token_file": "admin-token", "sdk": "sdk.js", "port": self.port, "ca_file": serving.ca_file, **options}
        command = [sys.executable, EXAMPLE / "server.py"]
        for name, value in options.items():
            command += [f"--{name.replace('_', '-')}", str(value)]
        self.process = subprocess.Popen(
            command, cwd=serving.directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def __enter__(self):
        assert self.process.stdout.readline(), self.process.stderr.read()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(servers.STOP_SECONDS)

    def refusal(self):
        """The errors that it prints instead of starting."""
        try:
            _, said = self.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            self.__exit__()
            raise AssertionError("it started") from None
        return said

    def get(self, cookie):
        return requests.get(f"http://127.0.0.1:{self.port}/", headers={"Cookie": f"__Host-session={cookie}"},
                            allow_redirects=False, timeout=60)

    def post(self, path, **form):
        """Sends a form as the app's own page does."""
        page = requests.get(f"http://127.0.0.1:{self.port}/sign-in", timeout=60)
        csrf = http.cookies.SimpleCookie(page.headers["Set-Cookie"])["__Host-csrf"].value
        cookies = f"__Host-csrf={csrf}" + (f"; __Host-session={form.pop('cookie')}" if "cookie" in form else "")
        return requests.post(
            f"http://127.0.0.1:{self.port}{path}", data={**form, "csrf": csrf}, allow_redirects=False, timeout=60,
            headers={"Cookie": cookies, "Origin": APP})


class CookieSessionChecks:
    def __init__(self, serving):
        self.serving = serving
        self.administrator = serving.make_admin_token(servers.PROJECT)
        self.tls = ssl.create_default_context(cafile=serving.ca_file)
        self.sessions = self.make(serving.origin)
        self.user = serving.sign_up("good@example.com")
        self.cookie = self.sessions.begin(self.user["idToken"], LIFETIME)

    def make(self, server, administrator=None):
        return Sessions(server, servers.PROJECT, administrator or self.administrator, self.tls)

    def session_begins_names_its_user_and_ends(self):
        session = self.serving.sign_up("ends@example.com")
        cookie = self.sessions.begin(session["idToken"], LIFETIME)
        claims = self.sessions.user(cookie)
        assert claims["sub"] == session["localId"], claims
        self.sessions.end(claims)
        expect(Refused, lambda: self.sessions.user(cookie))

    def revoked_token_begins_no_session(self):
        session = self.serving.sign_up("revoked@example.com")
        self.serving.administer(
            self.administrator, "/accounts:update", {"localId": session["localId"], "password": "another " + servers.PASSWORD})
        expect(Refused, lambda: self.sessions.begin(session["idToken"], LIFETIME))

    def user_of_a_tenant_is_not_let_in_as_the_projects_user_of_the_same_id(self):
        tenants = f"{self.serving.origin}/identitytoolkit.googleapis.com/v2/projects/{servers.PROJECT}/tenants"
        bearer = {"Authorization": f"Bearer {self.administrator}"}
        tenant = self.serving.session.post(tenants, headers=bearer, timeout=30, json={
            "displayName": "team-one", "allowPasswordSignup": True}).json()["name"].rsplit("/", 1)[1]
        self.serving.administer(self.administrator, f"/tenants/{tenant}/accounts", {
            "localId": self.user["localId"], "email": "twin@example.com", "password": servers.PASSWORD})
        twin = self.serving.sign_in("twin@example.com", tenantId=tenant)
        assert twin["localId"] == self.user["localId"]
        expect(Refused, lambda: self.sessions.begin(twin["idToken"], LIFETIME))
        # A cookie that another program made of the tenant's token.
        made = self.serving.administer(
            self.administrator, ":createSessionCookie", {"idToken": twin["idToken"], "validDuration": str(LIFETIME)})
        expect(Refused, lambda: self.sessions.user(made["sessionCookie"]))

    def administrators_token_goes_nowhere_else(self):
        for status in (301, 302, 303, 307, 308):
            with WrongServer() as elsewhere, WrongServer(status, location=elsewhere.origin + "/") as redirecting:
                sessions = self.make(redirecting.origin)
                expect(Unavailable, lambda: sessions.ask("/accounts:lookup", {"localId": ["a"]}))
                expect(Unavailable, lambda: sessions.user(self.cookie))
                assert redirecting.requests and not elsewhere.requests, (status, elsewhere.requests)

    def plain_http_is_for_this_machine_alone(self):
        for option in ("latchkey", "api"):
            for address in ("http://auth.example.com", "http://127.0.0.1.example.com", "http://user@auth.example.com"):
                said = App(self.serving, self.administrator, **{option: address}).refusal()
                assert "https" in said and "Traceback" not in said, said

    def host_that_is_no_latchkey_says_nothing_about_a_session(self):
        for name, status, kind, body in ANSWERS:
            with WrongServer(status, kind, body) as wrong:
                for attempt in (lambda: self.make(wrong.origin).user(self.cookie),
                                lambda: self.make(wrong.origin).begin(self.user["idToken"], LIFETIME)):
                    expect(Unavailable, attempt, name)
                # Another host may have taken the server's place after its keys were fetched.
                moved = self.make(self.serving.origin)
                assert moved.user(self.cookie)
                moved.server = wrong.origin
                expect(Unavailable, lambda: moved.user(self.cookie), name)

    def wrong_administrators_token_signs_nobody_out(self):
        sessions = self.make(self.serving.origin, "wrong")
        expect(Unavailable, lambda: sessions.user(self.cookie))
        expect(Unavailable, lambda: sessions.begin(self.user["idToken"], LIFETIME))

    def latchkey_that_is_down_or_hangs_signs_nobody_out(self):
        signed_in = self.serving.sign_in("good@example.com")
        with App(self.serving, self.administrator) as app:
            assert app.get(self.cookie).status_code == 200
            bad = app.get(servers.tampered(self.cookie))
            assert bad.status_code == 303 and "Max-Age=0" in bad.headers["Set-Cookie"], bad.headers
            self.serving.stop()
            try:
                self.expect_503(app, signed_in)
                with HangingServer(self.serving.port):
                    began = time.monotonic()
                    assert app.get(self.cookie).status_code == 503
                    assert time.monotonic() - began < 15
            finally:
                self.serving.start()
            # The cookies that stayed are accepted again.
            deadline = time.monotonic() + 20
            while app.get(self.cookie).status_code != 200:
                assert time.monotonic() < deadline, "nobody is let in again"
                time.sleep(0.5)
        assert "Latchkey" in app.process.stderr.read(), "the log is silent"

    def certificate_that_is_not_trusted_signs_nobody_out(self):
        other = servers.Authority(self.serving.directory, "other")
        with App(self.serving, self.administrator, ca_file=other.ca_file) as app:
            self.expect_503(app, self.user)
        assert "certificate" in app.process.stderr.read()

    def expect_503(self, app, session):
        answers = {
            "a page": app.get(self.cookie),
            "a sign-in": app.post("/session", idToken=session["idToken"]),
            "a sign-out": app.post("/sign-out", cookie=self.cookie),
        }
        for name, answer in answers.items():
            assert answer.status_code == 503, f"{name}: {answer.status_code}"
            assert "Set-Cookie" not in answer.headers, f"{name}: {answer.headers}"

    ALL = [
        session_begins_names_its_user_and_ends, revoked_token_begins_no_session,
        user_of_a_tenant_is_not_let_in_as_the_projects_user_of_the_same_id, administrators_token_goes_nowhere_else,
        plain_http_is_for_this_machine_alone, host_that_is_no_latchkey_says_nothing_about_a_session,
        wrong_administrators_token_signs_nobody_out, latchkey_that_is_down_or_hangs_signs_nobody_out,
        certificate_that_is_not_trusted_signs_nobody_out,
    ]


def expect(error, call, name=""):
    try:
        made = call()
    except error:
        return
    raise AssertionError(f"{name}: {error.__name__} was expected, not {made!r}")


def main():
    results = []
    with contextlib.ExitStack() as closing:
        serving = closing.enter_context(servers.Serving(sys.argv[1], past=False))
        checks = CookieSessionChecks(serving)
        for check in checks.ALL:
            name = check.__name__.replace("_", " ")
            try:
                check(checks)
                print(f"ok      {name}", flush=True)
                results.append(True)
            except Exception as error:  # A failed check must not keep the others from running.
                print(f"FAILED  {name}", flush=True)
                traceback.print_exception(error, limit=-3)
                results.append(False)
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
