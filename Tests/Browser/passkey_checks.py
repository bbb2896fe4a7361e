"""Passkeys on the sample page, with Chromium's own authenticator."""

from urllib.parse import urlparse

from checks import Checks
from passkey_requests import PasskeyRequests
from sample_page import SamplePage
from virtual_authenticator import VirtualAuthenticator

EMAIL = "passkeys@example.com"
PASSWORD = "correct horse"


class PasskeyChecks(Checks):
    """A passkey is added, signs in by itself and as a form is filled in, and is removed."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # Browsers take no passkeys on an address of IP.
        self.page = SamplePage(self.browser, f"http://localhost:{urlparse(self.base).port}")
        self.requests = PasskeyRequests(self.browser)
        self._authenticator = None

    @property
    def authenticator(self):
        if self._authenticator is None:
            self._authenticator = VirtualAuthenticator(self.browser)
        return self._authenticator

    def close(self):
        self.requests.close()
        if self._authenticator:
            self._authenticator.close()

    def names(self):
        """What the page calls the user's passkeys."""
        script = "return [...document.querySelectorAll('#passkeys li[id] .provider-about')].map((it) => it.textContent)"
        return self.browser.driver.execute_script(script)

    def sign_out(self):
        """The form of the page waits for a passkey from then on, and is not to have it at once."""
        self.authenticator.let_wait()
        self.page.sign_out()

    def expect_passkey_user(self):
        assert self.browser.text("#account-email") == EMAIL
        assert self.page.claims()["firebase"]["sign_in_provider"] == "passkey"

    def check_passkey_needs_a_name_in_the_address(self):
        page = SamplePage(self.browser, self.base)
        page.open()
        assert not self.browser.is_shown("#passkey-sign-in")
        self.browser.click("#passkey-elsewhere a")
        self.page.ready()
        assert self.browser.driver.current_url.startswith(self.page.base), self.browser.driver.current_url

    def check_passkey_is_added_and_listed(self):
        self.authenticator.let_wait(False)
        self.page.open()
        self.page.password(EMAIL, PASSWORD, "#password-sign-up")
        self.page.expect("created")
        assert self.names() == []
        self.browser.fill("#passkey-name", "My laptop")
        self.browser.click("#passkey-add")
        self.page.expect("passkeyAdded")
        assert self.names() == ["My laptop"], self.names()
        assert self.page.claims()["firebase"]["sign_in_provider"] == "passkey"
        [passkey] = self.authenticator.passkeys()
        assert passkey["isResidentCredential"] and passkey["rpId"] == "localhost", passkey
        self.shoot("passkeys")
        self.expect_accessible()
        self.browser.click("#passkey-add")
        assert self.page.expect_error() == "PASSKEY_EXISTS"
        self.sign_out()

    def check_passkey_signs_in_without_a_name(self):
        self.page.open()
        self.requests.wait_for_form()
        self.authenticator.let_wait(False)
        before = self.authenticator.passkeys()[0]["signCount"]
        self.browser.click("#passkey-sign-in")
        self.page.expect("signedIn")
        # The form that waited made way for the button.
        assert self.requests.made()[:2] == [(True, "AbortError"), (False, "answered")], self.requests.made()
        self.expect_passkey_user()
        assert self.authenticator.passkeys()[0]["signCount"] > before
        self.sign_out()

    def check_passkey_signs_in_as_the_form_is_filled_in(self):
        self.page.open()
        self.requests.wait_for_form()
        self.browser.fill("#password-email", "pass")
        assert self.requests.made() == [(True, None)], self.requests.made()
        # The challenge grows old before the user takes the passkey.
        self.authenticator.let_wait(False)
        self.requests.replace_challenge()
        self.page.expect("signedIn")
        assert self.requests.made() == [(True, "AbortError"), (True, "answered")], self.requests.made()
        self.expect_passkey_user()
        self.sign_out()

    def check_passkey_is_removed_here_and_in_the_browser(self):
        self.page.open()
        self.requests.wait_for_form()
        self.authenticator.let_wait(False)
        self.browser.click("#passkey-sign-in")
        self.page.expect("signedIn")
        assert self.names() == ["My laptop"]
        self.browser.click("#passkeys li button")
        self.page.expect("passkeyRemoved")
        assert self.names() == []
        # Where the browser listens to it (signalUnknownCredential), the passkey is gone there, too.
        assert self.authenticator.passkeys() == [], "the browser was not told"
        self.page.sign_out()

    def check_passkey_that_is_unknown_is_refused(self):
        self.page.open()
        self.page.password(EMAIL, PASSWORD, "#password-sign-in")
        self.page.expect("signedIn")
        self.browser.click("#passkey-add")
        self.page.expect("passkeyAdded")
        [passkey] = self.authenticator.passkeys()
        self.browser.click("#passkeys li button")
        self.page.expect("passkeyRemoved")
        self.sign_out()
        self.requests.wait_for_form()
        self.authenticator.remember([passkey])
        self.authenticator.let_wait(False)
        self.browser.click("#passkey-sign-in")
        assert self.page.expect_error() == "PASSKEY_ENROLLMENT_NOT_FOUND"
        assert self.authenticator.passkeys() == [], "the browser goes on offering a passkey that nobody knows"
