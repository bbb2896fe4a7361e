"""An administrator looks after passkeys: their domain, and those of a user."""

from urllib.parse import urlparse

from checks import Checks
from console.administrator import Administrator
from console.seed import Project
from sample_page import SamplePage
from virtual_authenticator import VirtualAuthenticator

EMAIL = "keyholder@example.com"
NAME = "A key <b>with</b> a name"


class PasskeyJourney(Checks):
    """A user of the sample page adds a passkey; the rest happens in the console."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.console = Administrator(self.browser, self.base, Project(self.base).id)
        self.page = SamplePage(self.browser, f"http://localhost:{urlparse(self.base).port}")
        self.uid = None

    def finding(self, kind):
        """What the test says of something, and what it holds of it."""
        found = self.browser.shown(f'#passkey-findings [data-finding="{kind}"]')
        return found.get_attribute("data-outcome"), " ".join(found.text.split())

    def check_a_users_passkey_is_listed(self):
        authenticator = VirtualAuthenticator(self.browser)
        try:
            self.page.open()
            self.page.password(EMAIL, "correct horse", "#password-sign-up")
            self.page.expect("created")
            self.browser.fill("#passkey-name", NAME)
            self.browser.click("#passkey-add")
            self.page.expect("passkeyAdded")
            self.uid = self.page.account()["uid"]
        finally:
            # Where there is a passkey, the sample page signs in again by itself.
            authenticator.close()
        self.page.sign_out()
        self.console.open(f"users/id-{self.uid}")
        listed = self.browser.text("#passkeys")
        assert NAME in listed and "UTC" in listed and "Never" in listed, listed
        assert "Passkey added" in self.browser.text("#events"), self.browser.text("#events")
        self.console.expect_accessible()

    def check_passkey_settings_are_tested_in_words(self):
        self.console.open("methods/passkeys")
        self.console.expect_accessible()
        self.console.fill(origins="http://localhost:3000\nhttps://shop.example", rpId="localhost")
        self.console.press("#settings-form .button-primary")
        self.console.expect_notice()
        self.console.press("#test-passkeys")
        assert self.finding("ownSite") == ("passed", "Fine http://localhost:3000 is a site of the domain."), (
            self.finding("ownSite")
        )
        outcome, text = self.finding("relatedSiteElsewhere")
        assert outcome == "noted" and "https://shop.example belongs to another domain" in text, text
        self.console.expect_accessible()
        self.console.open("methods/passkeys")
        self.console.fill(rpId="https://shop.example")
        self.console.press("#settings-form .button-primary")
        assert "not valid" in self.console.expect_problem()

    def check_another_domain_is_asked_for_once_more(self):
        self.console.open("methods/passkeys")
        self.console.fill(rpId="shop.example")
        self.console.press("#settings-form .button-primary")
        question = self.browser.text("main")
        assert "1 passkeys will not work with this RP ID. The current RP ID is localhost." in question, question
        self.console.expect_accessible()
        self.console.press("#confirm")
        self.console.expect_notice()
        self.console.press("#test-passkeys")
        outcome, text = self.finding("stranded")
        assert outcome == "failed" and "1 passkeys were created for a domain other than" in text, text

    def check_settings_that_are_emptied_are_the_servers_again(self):
        self.console.open("methods/passkeys")
        self.console.fill(rpId="localhost", origins="http://localhost:3000")
        self.console.press("#settings-form .button-primary")
        self.console.expect_notice()
        self.console.open("methods/passkeys")
        self.console.fill(rpId="", origins="")
        self.console.press("#settings-form .button-primary")
        # The server's own domain is the same, so that no passkey is stranded.
        self.console.expect_notice()
        assert "the server’s default settings" in self.browser.text("main")

    def check_a_users_passkey_is_removed(self):
        self.console.open(f"users/id-{self.uid}")
        self.console.press("#passkeys a")
        assert NAME in self.browser.text("main h1")
        self.console.expect_accessible()
        self.console.press("#confirm")
        self.console.expect_notice()
        assert "The user has no passkeys." in self.browser.text("#passkeys")
