"""Passkeys over TLS, with the official web SDK: of one domain, on its own site, on one of another domain, and on none that
the domain does not name (WebAuthn Level 3 section 5.11)."""

import http.client
import json
import ssl

from checks import Checks
from passkey_requests import PasskeyRequests
from production.production_app import ProductionApp
from production.service import PASSKEY_DOMAIN, SERVER_HOST
from virtual_authenticator import VirtualAuthenticator

PASSWORD = "a long one that nobody guesses"
OWN, OTHER = "chien@example.org", "shirley@example.org"


class PasskeyChecks(Checks):
    """The domain of the passkeys is the parent of the server's and of the app's host. The server answers there, on port 443,
    which other sites may use them."""

    service = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.browser = self.service.browser()
        self.authenticator = VirtualAuthenticator(self.browser)
        self.app = ProductionApp(self.browser, self.service.app + "/")
        self.other = ProductionApp(self.browser, self.service.other_app + "/")
        self.strange = ProductionApp(self.browser, self.service.strange_app + "/")

    def close(self):
        self.browser.close()

    def check_server_names_the_sites_on_the_domain_of_the_passkeys_alone(self):
        status, kind, body = self.ask(PASSKEY_DOMAIN)
        assert (status, kind) == (200, "application/json"), (status, kind, body)
        assert json.loads(body) == {"origins": [self.service.app, self.service.other_app]}, body
        assert self.ask(SERVER_HOST)[0] == 404

    def check_passkey_is_added_and_signs_in(self):
        self.app.open()
        self.app.succeed("createUser", email=OWN, password=PASSWORD)
        self.app.succeed("addPasskey", name="A laptop")
        self.app.fail("auth/passkey-exists", "addPasskey", name="A laptop")
        [passkey] = self.authenticator.passkeys()
        assert passkey["rpId"] == PASSKEY_DOMAIN, passkey
        self.app.succeed("signOut")
        self.app.succeed("signInWithPasskey")
        self.app.expect_user(email=OWN, signInProvider="passkey")
        self.app.reload()
        self.app.expect_user(email=OWN, signInProvider="passkey")

    def check_passkey_signs_in_as_a_form_is_filled_in(self):
        requests = PasskeyRequests(self.browser)
        self.authenticator.let_wait()
        self.app.open()
        self.app.press("waitForPasskey")
        requests.wait_for_form()
        assert self.app.outcome() is None and self.app.user() is None
        self.authenticator.let_wait(False)
        requests.replace_challenge()
        assert "code" not in self.app.result(), self.app.result()
        self.app.expect_user(email=OWN, signInProvider="passkey")
        assert requests.made() == [(True, "AbortError"), (True, "answered")], requests.made()
        requests.close()

    def check_site_of_another_domain_has_the_same_passkeys(self):
        self.other.open()
        self.other.succeed("signInWithPasskey")
        self.other.expect_user(email=OWN, signInProvider="passkey")

    def check_site_of_another_domain_adds_a_passkey(self):
        own = self.authenticator.forget()
        self.other.open()
        self.other.succeed("createUser", email=OTHER, password=PASSWORD)
        self.other.succeed("addPasskey", name="A shop")
        [passkey] = self.authenticator.passkeys()
        assert passkey["rpId"] == PASSKEY_DOMAIN, passkey
        self.app.open()
        self.app.succeed("signInWithPasskey")
        self.app.expect_user(email=OTHER, signInProvider="passkey")
        self.authenticator.forget()
        self.authenticator.remember(own)

    def check_site_that_is_not_named_has_no_passkeys(self):
        self.strange.open()
        refused = self.strange.do("signInWithPasskey")
        assert refused.get("name") == "SecurityError", refused
        self.strange.succeed("createUser", email="stranger@example.org", password=PASSWORD)
        refused = self.strange.do("addPasskey", name="A trap")
        assert refused.get("name") == "SecurityError", refused
        assert len(self.authenticator.passkeys()) == 1

    def check_passkey_is_removed_here_and_in_the_browser(self):
        self.app.open()
        self.app.succeed("signInWithPasskey")
        self.app.succeed("removePasskeys")
        assert self.authenticator.passkeys() == [], "the browser was not told"
        self.app.expect_user(email=OWN, linked=["password"])

    def ask(self, host):
        """Status, content type and body of the document of related origins, as a host has it."""
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.service.installation.port, timeout=30, context=ssl._create_unverified_context())
        connection.request("GET", "/.well-known/webauthn", headers={"Host": host})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers["Content-Type"], body
