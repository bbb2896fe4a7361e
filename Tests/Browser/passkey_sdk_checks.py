"""The official web SDK with passkeys.js: what an app's developer has of passkeys."""

import pathlib

from app_server import AppServer
from checks import Checks
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
        assert self.app.do("observed") == [None, user["uid"]], "observers were not told"
        assert self.app.do("refresh") is True
        # As after every other sign-in, a later visit knows the user.
        self.app.open(forget=False)
        assert self.app.do("observed") == [user["uid"]]
        again = self.app.do("reauthenticate")
        assert again.get("operation") == "reauthenticate" and again["isCurrent"], again
        self.app.do("signOut")
        by_credential = self.app.do("credential")
        assert by_credential.get("operation") == "signIn" and by_credential["uid"] == user["uid"], by_credential
        self.app.do("signOut")
        assert self.app.do("signInCompat") == {"wrapped": user["uid"]}

    def check_sdk_removes_a_passkey(self):
        self.app.open()
        self.app.do("signIn")
        [listed] = self.app.do("list")
        assert self.app.do("remove", listed["credentialId"]) is None
        assert self.app.do("list") == []
        assert self.authenticator.passkeys() == [], "the browser was not told"
        self.app.do("signOut")
