"""The example of pages that are made on the server, `Examples/cookie-session`, in a browser and by hand."""

import http.client
import pathlib
import ssl
import subprocess
import sys
import urllib.parse

from checks import Checks
from production.service import APP_HOST, PROJECT
from with_server import free_port

EXAMPLE = pathlib.Path(__file__).resolve().parents[3] / "Examples" / "cookie-session" / "server.py"
PERSON = {"email": "lise@example.org", "password": "a long one that nobody guesses"}
STOP_SECONDS = 20


class CookieSessionChecks(Checks):
    service = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        service, installation = self.service, self.service.installation
        self.browser = service.browser()
        self.port = free_port()
        self.origin = f"https://{APP_HOST}:{self.port}"
        installation.write("sdk.js", service.sdk)
        installation.write("token", service.administrator)
        # Browsers find the server by the name of its certificate; this machine's own programs by its address.
        local = f"https://localhost:{installation.port}"
        self.server = subprocess.Popen(
            [sys.executable, EXAMPLE, "--latchkey", service.base, "--api", local, "--project", PROJECT,
             "--api-key", service.key, "--admin-token-file", "token", "--origin", self.origin, "--sdk", "sdk.js",
             "--port", str(self.port), "--certificate", "tls.pem", "--ca-file", "tls.pem"],
            cwd=installation.path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.server.stdout.readline(), "the example did not start"
        service.call("POST", f"/v1/projects/{PROJECT}/accounts", PERSON)

    def close(self):
        self.browser.close()
        self.server.terminate()
        self.server.wait(STOP_SECONDS)

    def check_cookie_session_begins_lasts_and_ends(self):
        self.browser.go(self.origin + "/")
        self.sign_in("wrong")
        problem = self.browser.until(lambda: self.browser.text("#problem"), "a problem")
        assert problem == "auth/invalid-credential", problem
        self.sign_in(PERSON["password"])
        self.browser.until(lambda: self.browser.find("#name"), "the account")
        assert self.browser.text("#name") == PERSON["email"]
        cookies = {each["name"]: each for each in self.browser.driver.get_cookies()}
        session = cookies["__Host-session"]
        assert session["httpOnly"] and session["secure"] and session["sameSite"] == "Lax", session
        # The SDK keeps nothing, so that no script of the page finds a token.
        kept = self.browser.driver.execute_script("return [localStorage.length, sessionStorage.length, document.cookie]")
        assert kept == [0, 0, ""], kept
        self.browser.go(self.origin + "/")
        assert self.browser.text("#name") == PERSON["email"]
        self.browser.click("#sign-out")
        self.browser.shown("#sign-in")
        # The cookie of before is good no more, also where somebody kept it.
        status, headers, _ = self.ask("GET", "/", cookie=f"__Host-session={session['value']}")
        assert (status, headers["Location"]) == (303, "/sign-in")

    def check_forms_of_other_sites_and_bad_tokens_begin_no_session(self):
        _, headers, _ = self.ask("GET", "/sign-in")
        cookie = headers["Set-Cookie"].split(";")[0]
        csrf = cookie.partition("=")[2]
        signed_in = self.service.call(
            "POST", f"/v1/accounts:signInWithPassword?key={self.service.key}", {**PERSON, "returnSecureToken": True})
        good = {"idToken": signed_in["idToken"], "csrf": csrf}
        head, payload, signature = signed_in["idToken"].split(".")
        cases = {
            "no cookie": (403, good, "", self.origin),
            "another cookie": (403, good, "__Host-csrf=else", self.origin),
            "empty secrets": (403, {**good, "csrf": ""}, "__Host-csrf=", self.origin),
            "a secret of another's making": (403, {**good, "csrf": "a"}, "__Host-csrf=a", self.origin),
            "no secret in the form": (403, {"idToken": good["idToken"]}, cookie, self.origin),
            "another site": (403, good, cookie, "https://evil.example"),
            "no origin": (403, good, cookie, None),
            "no token": (401, {"csrf": csrf}, cookie, self.origin),
            "tampered": (401, {"csrf": csrf, "idToken": f"{head}.{payload[:-2]}AA.{signature}"}, cookie, self.origin),
            "good": (204, good, cookie, self.origin),
        }
        for name, (expected, form, sent, origin) in cases.items():
            status, headers, _ = self.ask("POST", "/session", form, sent, origin)
            assert status == expected, f"{name}: {status}"
            assert ("Set-Cookie" in headers) == (status == 204), name
        # An ID token is no session cookie.
        status, _, _ = self.ask("GET", "/", cookie=f"__Host-session={good['idToken']}")
        assert status == 303

    def sign_in(self, password):
        self.browser.fill('input[name="email"]', PERSON["email"])
        self.browser.fill('input[name="password"]', password)
        self.browser.click("#sign-in button")

    def ask(self, method, path, form=None, cookie="", origin=None):
        """Status, headers and body of the example's answer."""
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=30, context=ssl._create_unverified_context())
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        if origin:
            headers["Origin"] = origin
        connection.request(method, path, urllib.parse.urlencode(form) if form else None, headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body
