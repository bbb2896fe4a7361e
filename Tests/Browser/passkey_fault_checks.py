"""Authenticators that lie or were copied, and passkeys that cannot be removed now, on the sample page."""

from urllib.parse import urlparse

from checks import Checks
from passkey_config import PasskeyConfig
from passkey_requests import PasskeyRequests
from sample_page import SamplePage
from virtual_authenticator import VirtualAuthenticator

PASSWORD = "correct horse"
# Flags and signatures as Chromium's authenticator gets them wrong when it is told to.
LIES = ("isBogusSignature", "isBadUV", "isBadUP")


class PasskeyFaultChecks(Checks):
    """Each check has a user and an authenticator of its own."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # Browsers take no passkeys on an address of IP.
        self.page = SamplePage(self.browser, f"http://localhost:{urlparse(self.base).port}")
        self.requests = PasskeyRequests(self.browser)
        self.authenticator = None

    def close(self):
        self.requests.close()
        if self.authenticator:
            self.authenticator.close()

    def begin(self, email, **options):
        """Gives a new user a passkey on a new authenticator, and signs them out."""
        self.add_passkey(lambda: self.page.password(email, PASSWORD, "#password-sign-up"), **options)
        self.sign_out()

    def add_passkey(self, sign_up, **options):
        if self.authenticator:
            self.authenticator.close()
        self.authenticator = VirtualAuthenticator(self.browser, **options)
        self.page.open()
        sign_up()
        self.page.expect("created")
        self.browser.click("#passkey-add")
        self.page.expect("passkeyAdded")

    def sign_out(self):
        # The form that waits is not to be answered.
        self.authenticator.let_wait()
        self.page.sign_out()

    def press(self):
        """Asks for the passkey by the button, on a page that was just opened."""
        self.authenticator.let_wait()
        self.page.open()
        self.requests.wait_for_form()
        self.authenticator.let_wait(False)
        self.browser.click("#passkey-sign-in")

    def expect_signed_in(self):
        self.press()
        self.page.expect("signedIn")
        self.sign_out()

    def expect_refused(self):
        self.press()
        code = self.page.expect_error()
        assert code == "INVALID_AUTHENTICATOR_RESPONSE", code

    def check_passkey_whose_counter_goes_back_is_refused(self):
        self.begin("copied@example.com")
        for _ in range(2):
            self.expect_signed_in()
        self.authenticator.count_from(0)
        self.expect_refused()
        config = PasskeyConfig(self.base)
        config.change(refusesCopies=False)
        try:
            self.authenticator.count_from(0)
            self.expect_signed_in()
        finally:
            config.forget()
        self.authenticator.count_from(100)
        self.expect_signed_in()

    def check_passkey_of_an_authenticator_that_lies_is_refused(self):
        self.begin("lying@example.com")
        for lie in LIES:
            self.authenticator.lie(**{lie: True})
            self.expect_refused()
        self.authenticator.lie()
        self.expect_signed_in()

    def check_passkey_that_syncs_signs_in(self):
        self.begin("synced@example.com", defaultBackupEligibility=True, defaultBackupState=True)
        [passkey] = self.authenticator.passkeys()
        assert passkey["backupEligibility"] and passkey["backupState"], passkey
        self.expect_signed_in()
        self.authenticator.change(passkey, backupState=False)
        self.expect_signed_in()
        # Whether it can sync is settled when it is made.
        self.authenticator.change(passkey, backupEligibility=False)
        self.expect_refused()

    def check_passkey_that_is_the_last_way_in_stays(self):
        self.add_passkey(lambda: self.browser.click("#sign-in-anonymous"))
        self.browser.click("#passkeys li button")
        code = self.page.expect_error()
        assert code == "OPERATION_NOT_ALLOWED", code
        self.browser.shown("#passkeys li[id]")
        self.sign_out()
        self.expect_signed_in()

    def check_passkey_is_removed_after_a_recent_sign_in(self):
        self.add_passkey(lambda: self.page.password("recent@example.com", PASSWORD, "#password-sign-up"))
        self.advance_clock(301)
        self.browser.click("#passkeys li button")
        assert self.page.expect_conflict() == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
        assert len(self.authenticator.passkeys()) == 1
        self.browser.click("#recent-sign-in-password")
        self.browser.fill("#reauth-password", PASSWORD)
        self.browser.click("#reauth-confirm")
        self.browser.until(lambda: not self.browser.is_shown("#conflict"), "the answer to be taken")
        self.page.expect("reauthenticated")
        self.browser.click("#passkeys li button")
        self.page.expect("passkeyRemoved")
        assert self.authenticator.passkeys() == [], "the browser was not told"
        self.page.sign_out()
        self.order("DELETE", "emulator/v1/clock", {})
