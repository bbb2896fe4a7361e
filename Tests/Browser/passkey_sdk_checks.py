"""The official web SDK with passkeys.js: what an app's developer has of passkeys."""

import pathlib

from app_server import AppServer
from checks import Checks
from console.seed import Project
from passkey_requests import PasskeyRequests
from virtual_authenticator import VirtualAuthenticator

FOLDER = pathlib.Path(__file__).parent / "passkey_app"
# What the page's module gives the SDK beyond what other apps of these checks use.
SDK = """
export { reauthenticateWithCredential } from "@firebase/auth/src/core/strategies/credential";
"""
CALL = """
    const [operation, argument, done] = arguments;
    const fail = ({ name, code, message }) => ({ name, code, message });
    app[operation](argument).then(done, (error) => done(fail(error)));
"""


class PasskeyApp:
    """The page, in the words of a test."""

    def __init__(self, browser, address):
        self.browser = browser
        self.address = address

    def open(self, forget=True):
        self.browser.go(self.address)
        self.browser.until(lambda: self.browser.find("html[data-ready]"), "the app to be ready")
        if forget:
            self.browser.forget()
            self.browser.forget_databases()
            self.open(forget=False)

    def do(self, operation, argument=None):
        return self.browser.driver.execute_async_script(CALL, operation, argument)


class PasskeySDKChecks(Checks):
    """The app connects to the development server as to the emulator."""

    email = "sdk-passkeys@example.com"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.server = AppServer(self.configuration(), folder=FOLDER, more=SDK)
        self.app = PasskeyApp(self.browser, f"http://localhost:{self.server.port}/")
        self._authenticator = None

    def configuration(self):
        return {
            "server": self.base,
            "options": {"apiKey": "any", "authDomain": "unused.example", "projectId": "any"},
            "emulator": self.base,
        }

    def close(self):
        if self._authenticator:
            self._authenticator.close()
        self.server.close()

    @property
    def authenticator(self):
        if self._authenticator is None:
            self._authenticator = VirtualAuthenticator(self.browser)
        return self._authenticator

    def expect_observed(self, *users):
        """Waits until the app's observer was told of these users; the SDK tells it in its own time."""
        self.browser.until(lambda: self.app.do("observed") == list(users), f"observers to be told of {users}")

    def check_sdk_has_passkeys(self):
        self.authenticator.forget()
        self.app.open()
        assert self.app.do("isSupported") == [True, True]
        assert self.app.do("enroll")["code"] == "auth/no-current-user"
        user = self.app.do("signUp", self.email)
        assert user["isCurrent"], user
        assert self.app.do("list") == []
        made = self.app.do("enroll")
        assert set(made) == {"credentialId"}, made
        [listed] = self.app.do("list")
        assert listed["credentialId"] == made["credentialId"] and listed["name"] == "A browser", listed
        assert self.app.do("user")["uid"] == user["uid"]
        assert self.app.do("enroll")["code"] == "auth/passkey-exists"

    def check_sdk_signs_in_with_a_passkey(self):
        self.app.open()
        user = self.app.do("signIn")
        assert user.get("email") == self.email and user["signInProvider"] == "passkey", user
        assert user["isCurrent"], user
        self.expect_observed(None, user["uid"])
        assert self.app.do("refresh") is True
        # As after every other sign-in, a later visit knows the user.
        self.app.open(forget=False)
        self.expect_observed(user["uid"])
        again = self.app.do("reauthenticate")
        assert again.get("operation") == "reauthenticate" and again["isCurrent"], again
        self.app.do("signOut")
        by_credential = self.app.do("credential")
        assert by_credential.get("operation") == "signIn" and by_credential["uid"] == user["uid"], by_credential
        self.app.do("signOut")
        assert self.app.do("signInCompat") == {"wrapped": user["uid"]}

    def check_sdk_waits_while_a_form_is_filled_in(self):
        requests = PasskeyRequests(self.browser)
        self.authenticator.let_wait()
        try:
            self.app.open()
            assert self.app.do("abortEarly") == {"name": "AbortError"} and requests.made() == []
            self.app.do("startWaiting")
            requests.wait_for_form()
            assert self.app.do("abortWaiting") == {"name": "AbortError"}
            self.app.do("startWaiting")
            requests.wait_for_form()
            self.authenticator.let_wait(False)
            # A button's request comes first, and the form goes on after it.
            user = self.app.do("signIn")
            assert user.get("email") == self.email, user
            waited = self.app.do("waitingEnd")
            assert waited.get("uid") == user["uid"] and waited["signInProvider"] == "passkey", waited
            form, button = (True, "AbortError"), (False, "answered")
            assert requests.made() == [form, form, button, (True, "answered")], requests.made()
        finally:
            self.authenticator.let_wait(False)
            requests.close()

    def check_sdk_removes_a_passkey(self):
        self.app.open()
        self.app.do("signIn")
        [listed] = self.app.do("list")
        assert self.app.do("remove", listed["credentialId"]) is None
        assert self.app.do("list") == []
        assert self.authenticator.passkeys() == [], "the browser was not told"
        self.app.do("signOut")

    def check_sdk_takes_a_security_key_as_a_second_factor(self):
        email = f"two-{self.email}"
        self.replace_authenticator(transport="usb")
        self.app.open()
        user = self.app.do("signUp", email)
        self.app.do("enroll")
        phone = {"mfaEnrollmentId": "phone", "phoneInfo": "+15551230004"}
        Project(self.base).server("accounts:update", {
            "localId": user["uid"], "emailVerified": True, "mfa": {"enrollments": [phone]}})
        # Now the key asks for no PIN: it only has to be touched.
        passkeys = self.authenticator.forget()
        self.replace_authenticator(transport="usb", hasUserVerification=False, isUserVerified=False)
        self.authenticator.remember(passkeys)
        claims = self.app.do("signInWithTwoFactors", email)
        assert claims.get("sub") == user["uid"], claims
        factors = claims["firebase"]
        assert (factors["sign_in_provider"], factors["sign_in_second_factor"]) == ("password", "passkey"), factors

    def replace_authenticator(self, **options):
        self.authenticator.close()
        self._authenticator = VirtualAuthenticator(self.browser, **options)
