"""An administrator sets providers up, and tries them out before anybody else does."""

from checks import Checks
from console.administrator import Administrator
from console.seed import Project

# How the lab's GitHub and Apple know the app; the same in every lab, and no secret.
GITHUB = {"clientID": "Iv1.latchkeylab00001", "clientSecret": "github-lab-client-secret"}
APPLE_KEY = """-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpZbw7g1hhPJ/TWff
0DvoyxFqA8nBTCOq2tw8sX9ZuemhRANCAASOK+bjmEuuMolMmg5lJPaqSPJKc15V
/R3MFPqMbqTAYvHpOrWlYMBQYJ9P9zO6sWtLDLNVmYA978r7WEQl4FtJ
-----END PRIVATE KEY-----
"""
APPLE = {
    "clientID": "com.example.latchkey.web", "audiences": "com.example.latchkey", "teamID": "LATCHKEY01",
    "keyID": "LABKEY0001", "privateKey": APPLE_KEY,
}


class ProviderConsole(Checks):
    """What every journey with a provider does."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.console = Administrator(self.browser, self.base, Project(self.base).id)

    def state_of(self, provider):
        """Whether the list of methods says that it is on."""
        self.console.open("methods")
        row = self.browser.find(f'[data-method="{provider}"] .badge')
        return "badge-success" in row.get_attribute("class")

    def try_out(self, provider):
        """Signs Ada in at the provider's page for a test; the outcome of each check, by its name."""
        self.console.open(f"methods/providers/{provider}")
        self.console.press("#test-provider")
        self.console.press("#run-check")
        assert self.browser.find("#checks [data-check]"), "nothing was looked at without a sign-in"
        self.browser.click("#run-test")
        # A page of ours leads to the provider, with a script or without.
        self.browser.click('button[name="person"][value="ada"]')
        self.browser.until(lambda: "result=" in self.browser.driver.current_url, "the way back")
        rows = self.browser.driver.find_elements("css selector", "#checks [data-check]")
        return {row.get_attribute("data-check"): row.get_attribute("data-outcome") for row in rows}


class ProviderJourney(ProviderConsole):
    """GitHub and Apple, from switched off to a sign-in of the sample app."""

    def check_a_provider_that_is_switched_off_lets_nobody_in(self):
        for provider in ("github.com", "apple.com"):
            self.console.open(f"methods/providers/{provider}")
            self.console.fill(enabled=False)
            self.console.press("#save-provider")
            self.console.expect_notice()
            assert not self.state_of(provider), f"{provider} is still on"
            self.page.open()
            self.browser.shown("#sign-in-google.com")
            assert not self.browser.is_shown(f"#sign-in-{provider}"), f"the sample app still offers {provider}"

    def check_the_test_of_a_provider_with_a_wrong_secret_says_so(self):
        self.console.open("methods/providers/github.com")
        self.console.fill(enabled=True, clientID=GITHUB["clientID"], clientSecret="another secret")
        self.console.press("#save-provider")
        self.console.expect_notice()
        outcomes = self.try_out("github.com")
        assert "failed" in outcomes.values(), outcomes
        self.console.expect_accessible()

    def check_github_is_set_up_and_its_test_passes(self):
        self.set_up("github.com", GITHUB)
        assert "ada@example.com" in self.browser.text("#person")

    def check_revoking_access_is_turned_on_and_off(self):
        for is_on in (True, False):
            self.console.open("methods/providers/github.com")
            self.console.fill(revokeOnDeletion=is_on)
            self.console.press("#save-provider")
            self.console.expect_notice()
            self.console.expect_accessible()
            self.console.open("methods/providers/github.com")
            assert self.browser.shown('input[name="revokeOnDeletion"]').is_selected() == is_on

    def check_apple_is_set_up_and_its_test_passes(self):
        self.set_up("apple.com", APPLE)

    def check_the_sample_app_signs_in_with_both(self):
        for provider in ("github.com", "apple.com"):
            self.page.open()
            self.page.choose(f"#sign-in-{provider}", "katherine")
            self.page.expect("created")
            self.page.delete_account()

    def set_up(self, provider, settings):
        self.console.open(f"methods/providers/{provider}")
        self.console.fill(enabled=True, **settings)
        self.console.press("#save-provider")
        self.console.expect_notice()
        self.console.expect_accessible()
        assert self.state_of(provider), f"{provider} is still off"
        outcomes = self.try_out(provider)
        assert outcomes and "failed" not in outcomes.values(), outcomes
        self.console.expect_accessible()
        self.shoot(f"test-{provider}")
