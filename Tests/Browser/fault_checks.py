"""Faults that are chosen on the lab's page."""

from checks import Checks

# The error that the sample app shows, of a fault from each group; a correct server accepts the rest.
FAULTS = {
    "google.com": {
        "wrong-nonce": "MISSING_OR_INVALID_NONCE",
        "expired": "INVALID_IDP_RESPONSE",
        "wrong-signature": "INVALID_IDP_RESPONSE",
        "denied-consent": "USER_CANCELLED",
        "reused-code": "INVALID_IDP_RESPONSE",
        "http-500": "INVALID_IDP_RESPONSE",
    },
    "saml.lab": dict.fromkeys(
        (
            "wrong-audience", "wrong-issuer", "wrong-signature", "expired", "unsigned", "signature-moved",
            "sha1-signature", "wrong-recipient", "wrong-in-response-to", "comment-in-name-id", "transient-name-id",
            "encrypted", "doctype",
        ),
        "INVALID_IDP_RESPONSE",
    ),
    "github.com": {"denied-consent": "USER_CANCELLED", "broken-json": "INVALID_IDP_RESPONSE"},
    "twitter.com": {"denied-consent": "USER_CANCELLED", "other-oauth-token": "INVALID_IDP_RESPONSE"},
}


class FaultChecks(Checks):
    """A button for each fault that can happen here, and a sign-in that ends with it."""

    def check_fault_that_is_chosen_is_what_the_app_shows(self):
        for provider, faults in FAULTS.items():
            for fault, code in faults.items():
                self.choose(provider, fault)
                found = self.page.expect_error()
                assert found == code, f"{provider}, {fault}: {found}"
                assert self.browser.is_shown("#signed-out"), f"{provider}, {fault}"
        self.shoot("fault-shown")

    def check_fault_that_a_correct_server_accepts_signs_in(self):
        # Not where the server has just looked for the key of another fault: it does so once in a while.
        self.choose("oidc.lab", "rotated-key", person="katherine")
        self.page.expect("created")
        self.page.delete_account()

    def check_wrong_state_ends_at_the_handler(self):
        self.choose("google.com", "wrong-state")
        self.browser.shown("#handler-message")
        self.shoot("fault-wrong-state")

    def check_faults_are_those_of_the_provider(self):
        self.page.open()
        self.browser.click("#sign-in-github.com")
        self.open("http-500")
        assert self.browser.find("#fault-alg-none") is None, "GitHub has no ID tokens"
        assert self.browser.find("#fault-unsigned") is None, "GitHub has no SAML"
        self.page.open()
        self.browser.click("#sign-in-apple.com")
        self.open("alg-none")
        self.shoot("lab-faults")
        self.expect_accessible("header", "skip-link")

    def choose(self, provider, fault, person="ada"):
        self.page.open()
        self.browser.click(f"#sign-in-{provider}")
        self.open(fault)
        self.browser.driver.execute_script("document.getElementById('fault-person').value = arguments[0]", person)
        self.browser.click(f"#fault-{fault}")

    def open(self, fault):
        """Opens the part of the page, and the group in it, that has the fault's button."""
        self.browser.click("#faults > summary")
        self.browser.click(f".fault-group:has([value={fault}]) > summary")
        self.browser.shown(f"#fault-{fault}")
