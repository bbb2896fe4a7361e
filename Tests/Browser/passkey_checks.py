"""Passkeys on the sample page, with Chromium's own authenticator."""

from urllib.parse import urlparse

from checks import Checks
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
        self._authenticator = None

    @property
    def authenticator(self):
        if self._authenticator is None:
            self._authenticator = VirtualAuthenticator(self.browser)
        return self._authenticator

    def close(self):
        if self._authenticator:
            self._authenticator.close()

    def names(self):
        """What the page calls the user's passkeys."""
        script = "return [...document.querySelectorAll('#passkeys li[id] .provider-about')].map((it) => it.textContent)"
        return self.browser.driver.execute_script(script)

    def sign_out(self):
        """The form of the page waits for a passkey from then on, which it is not to have at once."""
        self.authenticator.verify_user(False)
        self.page.sign_out()

    def check_passkey_needs_a_name_in_the_address(self):
        page = SamplePage(self.browser, self.base)
        page.open()
        assert not self.browser.is_shown("#passkey-sign-in")
        self.browser.click("#passkey-elsewhere a")
        self.page.ready()
        assert self.browser.driver.current_url.startswith(self.page.base), self.browser.driver.current_url

    def check_passkey_is_added_and_listed(self):
        self.authenticator.verify_user(True)
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
        assert passkey.is_resident_credential and passkey.rp_id == "localhost"
        self.shoot("passkeys")
        self.expect_accessible()
        self.browser.click("#passkey-add")
        assert self.page.expect_error() == "PASSKEY_EXISTS"
        self.sign_out()

    def check_passkey_signs_in_without_a_name(self):
        # The form of the page waits for one, too: it makes way.
        self.authenticator.verify_user(False)
        self.page.open()
        self.authenticator.verify_user(True)
        before = self.authenticator.passkeys()[0].sign_count
        self.browser.click("#passkey-sign-in")
        self.page.expect("signedIn")
        assert self.browser.text("#account-email") == EMAIL
        assert self.page.claims()["firebase"]["sign_in_provider"] == "passkey"
        assert self.authenticator.passkeys()[0].sign_count > before
        self.sign_out()

    def check_passkey_is_removed_here_and_in_the_browser(self):
        self.authenticator.verify_user(True)
        self.page.open(forget=False)
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
        self.authenticator.remember([passkey])
        self.authenticator.verify_user(True)
        self.browser.click("#passkey-sign-in")
        assert self.page.expect_error() == "PASSKEY_ENROLLMENT_NOT_FOUND"
        assert self.authenticator.passkeys() == [], "the browser goes on offering a passkey that nobody knows"
