"""An administrator adds a SAML provider by its metadata, tries it out, and changes the key of its signed requests."""

import pathlib
import tempfile
import urllib.request

from console.provider_journey import ProviderConsole

PROVIDER = "saml.company"


class SAMLJourney(ProviderConsole):
    """The lab's identity provider once more, from nothing to a sign-in of the sample app."""

    def check_saml_metadata_is_read_from_a_file(self):
        with urllib.request.urlopen(f"{self.base}/lab/saml/metadata", timeout=10) as answer:
            metadata = answer.read()
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "metadata.xml"
            file.write_bytes(metadata)
            self.console.open("methods/new/saml")
            self.console.expect_accessible()
            self.browser.find("#metadata-file").send_keys(str(file))
            self.console.press("#metadata-form button.button")
        field = self.browser.find('#create-form [name="idpEntityID"]')
        assert field.get_attribute("value") == f"{self.base}/lab/saml/metadata", field.get_attribute("value")
        self.console.expect_accessible()

    def check_saml_provider_is_added_by_the_address_of_its_metadata(self):
        self.console.open("methods/new/saml")
        self.console.fill(address=f"{self.base}/lab/saml/metadata")
        self.console.press("#metadata-form button.button")
        self.console.fill(id="company", displayName="The company", spEntityID="latchkey-console-walk",
                          nameAttribute="displayName", groupsAttribute="groups", enabled=True)
        self.console.press("#create-form button.button-primary")
        self.console.expect_notice()
        self.console.expect_accessible()
        self.shoot("provider-saml")
        assert self.browser.text("#saml-entity-id") == "latchkey-console-walk"

    def check_saml_test_passes_and_a_fault_is_named(self):
        outcomes = self.try_out(PROVIDER)
        assert outcomes and set(outcomes.values()) == {"passed"}, outcomes
        assert "ada@example.com" in self.browser.text("#person")
        self.console.expect_accessible()
        self.shoot("test-saml")
        self.order_fault(PROVIDER, fault="wrong-audience")
        outcomes = self.try_out(PROVIDER)
        assert outcomes["audience"] == "failed" and outcomes["signature"] == "passed", outcomes

    def check_saml_key_of_signed_requests_is_changed(self):
        self.console.open(f"methods/providers/{PROVIDER}")
        self.console.fill(signRequest=True)
        self.console.press("#save-provider")
        self.console.expect_notice()
        self.console.press("#prepare-key-form button")
        self.console.expect_notice()
        self.console.press("#change-key-form button")
        self.console.expect_notice()
        self.console.expect_accessible()
        outcomes = self.try_out(PROVIDER)
        assert set(outcomes.values()) == {"passed"}, outcomes

    def check_saml_that_accepts_sha1_says_so(self):
        self.console.open(f"methods/providers/{PROVIDER}")
        self.console.fill(allowSHA1=True)
        self.console.press("#save-provider")
        assert "SHA-1" in self.browser.text(".notice-warning")
        self.order_fault(PROVIDER, fault="sha1-signature")
        assert set(self.try_out(PROVIDER).values()) == {"passed"}
        self.console.open(f"methods/providers/{PROVIDER}")
        self.console.fill(allowSHA1=False)
        self.console.press("#save-provider")
        self.console.expect_notice()

    def check_the_sample_app_signs_in_with_the_company(self):
        self.page.open()
        self.page.choose(f"#sign-in-{PROVIDER}", "katherine")
        self.page.expect("created")
        self.page.delete_account()
