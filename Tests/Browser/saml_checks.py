"""Signing in with a SAML identity provider: on the sample page, and with the official web SDK."""

import json
import urllib.parse
import urllib.request

from app_server import AppServer
from checks import Checks
from sdk_app import SDKApp

PROVIDER = "saml.lab"


class SAMLChecks(Checks):
    """The lab's identity provider posts its responses to the handler, which hands them to the app."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        configuration = {
            "gapi": f"{self.base}/__/auth/gapi.js",
            "options": {"apiKey": "any", "authDomain": "unused.example", "projectId": "any"},
            "emulator": self.base,
        }
        self.server = AppServer(configuration, host="0.0.0.0")
        self.app = SDKApp(self.browser, f"http://127.0.0.1:{self.server.port}/")
        with urllib.request.urlopen(f"{self.base}/__/firebase/init.json", timeout=10) as answer:
            self.project = json.load(answer)["projectId"]

    def close(self):
        self.server.close()

    def ways(self, app=None):
        app = app or self.app
        return (("Popup", app.in_popup), ("Redirect", app.by_redirect))

    def check_saml_tells_the_app_what_the_assertion_says(self):
        self.page.open()
        self.page.choose(f"#sign-in-{PROVIDER}", "ada")
        self.page.expect("created")
        account = self.page.account()
        assert account["name"] == "Ada Lovelace" and account["linked"] == [PROVIDER], account
        claims = self.page.claims()
        assert claims["email"] == "ada@example.com" and claims["email_verified"] is True, claims
        assert claims["firebase"]["sign_in_provider"] == PROVIDER, claims
        assert claims["firebase"]["identities"][PROVIDER] == ["ada@example.com"], claims
        attributes = claims["firebase"]["sign_in_attributes"]
        assert attributes["surname"] == "Lovelace" and "groups" not in attributes, attributes
        assert claims["groups"] == ["analysts", "engineers"], claims
        assert json.loads(self.browser.text("#raw-user-info"))["uid"], "the assertion's attributes are missing"
        self.shoot("signed-in-saml")
        self.page.delete_account()

    def check_saml_is_linked_unlinked_and_reauthenticates_on_the_sample_page(self):
        self.page.open()
        self.page.choose("#sign-in-apple.com", "katherine")
        self.page.expect("created")
        uid = self.page.account()["uid"]
        self.page.choose(f"#link-{PROVIDER}", "katherine")
        self.page.expect("linked")
        assert self.page.account()["linked"] == ["apple.com", PROVIDER]
        token = self.browser.text("#token-raw")
        self.advance_clock(2)
        self.page.choose(f"#reauthenticate-{PROVIDER}", "katherine")
        self.page.expect("reauthenticated")
        assert self.page.account()["uid"] == uid and self.browser.text("#token-raw") != token
        self.page.choose(f"#reauthenticate-{PROVIDER}", "siobhan")
        assert self.page.expect_error() == "USER_MISMATCH"
        self.browser.click(f"#unlink-{PROVIDER}")
        self.page.expect("unlinked")
        assert self.page.account()["linked"] == ["apple.com"]
        self.page.delete_account()

    def check_saml_assertion_is_used_once(self):
        self.page.open()
        self.page.choose(f"#sign-in-{PROVIDER}", "katherine")
        self.page.expect("created")
        self.page.delete_account()
        self.order_fault(PROVIDER, fault="replayed")
        self.page.choose(f"#sign-in-{PROVIDER}", "katherine")
        assert self.page.expect_error() == "MISSING_OR_INVALID_NONCE"
        assert self.browser.is_shown("#signed-out")

    def check_saml_response_that_is_too_large_ends_at_the_handler(self):
        self.order_fault(PROVIDER, fault="huge")
        self.page.open()
        self.page.choose(f"#sign-in-{PROVIDER}", "ada")
        self.browser.until(lambda: "too large" in self.browser.text("body"), "the message")

    def check_saml_by_the_official_sdk_links_and_reauthenticates(self):
        for way, go in self.ways():
            self.app.open()
            go(f"signInWith{way}", "apple.com", self.app.choose("ada"))
            uid = self.app.user()["uid"]
            result = go(f"linkWith{way}", PROVIDER, self.app.choose("ada"))
            assert result.get("operation") == "link" and result["provider"] == PROVIDER, f"{way}: {result}"
            user = self.app.user()
            assert user["uid"] == uid and user["linked"] == ["apple.com", PROVIDER], user
            self.advance_clock(2)
            result = go(f"reauthenticateWith{way}", PROVIDER, self.app.choose("ada"))
            assert result.get("operation") == "reauthenticate", f"{way}: {result}"
            again = self.app.user()
            assert again["uid"] == uid and again["claims"]["auth_time"] > user["claims"]["auth_time"], again
            result = go(f"reauthenticateWith{way}", PROVIDER, self.app.choose("siobhan"))
            assert result.get("code") == "auth/user-mismatch", f"{way}: {result}"
            self.app.delete_user()

    def check_saml_credential_of_a_conflict_signs_in_by_the_official_sdk(self):
        for way, go in self.ways():
            self.app.open()
            go(f"signInWith{way}", PROVIDER, self.app.choose("katherine"))
            owner = self.app.user()["uid"]
            self.app.do("signOut")
            go(f"signInWith{way}", "apple.com", self.app.choose("siobhan"))
            result = go(f"linkWith{way}", PROVIDER, self.app.choose("katherine"))
            assert result.get("code") == "auth/credential-already-in-use", f"{way}: {result}"
            self.app.delete_user()
            result = self.app.do("signInWithLastCredential")
            assert result.get("operation") == "signIn" and self.app.user()["uid"] == owner, f"{way}: {result}"
            self.app.delete_user()

    def check_saml_fault_is_the_error_of_the_official_sdk(self):
        for way, go in self.ways():
            for fault in ("wrong-audience", "unsigned", "signature-moved"):
                self.order_fault(PROVIDER, fault=fault)
                self.app.open()
                result = go(f"signInWith{way}", PROVIDER, self.app.choose("ada"))
                assert result.get("code") == "auth/invalid-credential", f"{way}, {fault}: {result}"
                assert self.app.user() is None

    def check_saml_of_a_tenant_signs_in_the_tenants_user(self):
        tenant = self.administer("POST", "tenants", {"displayName": "a-company"})["name"].rsplit("/", 1)[1]
        config = self.administer("GET", f"inboundSamlConfigs/{PROVIDER}")
        path = f"tenants/{tenant}/inboundSamlConfigs?inboundSamlConfigId={PROVIDER}"
        self.administer("POST", path, {**config, "name": ""})
        app = SDKApp(self.browser, f"{self.app.address}?tenant={tenant}")
        try:
            for way, go in self.ways(app):
                app.open()
                result = go(f"signInWith{way}", PROVIDER, app.choose("katherine"))
                assert result.get("operation") == "signIn" and result["isNew"], f"{way}: {result}"
                assert app.user()["claims"]["firebase"]["tenant"] == tenant, app.user()
                app.delete_user()
        finally:
            self.administer("DELETE", f"tenants/{tenant}")

    def check_saml_sign_in_that_begins_at_the_provider_needs_a_page_of_the_project(self):
        service = f"{self.base}/__/auth/saml/{PROVIDER}/acs?project={self.project}"
        query = urllib.parse.urlencode({"audience": self.project, "acs": service})
        begin = f"{self.base}/lab/saml/start?{query}"
        self.browser.go(begin)
        self.browser.click('button[name="person"][value="katherine"]')
        self.browser.until(lambda: "cannot go on" in self.browser.text("body"), "the refusal")
        self.set_page(self.app.address)
        try:
            self.app.open()
            self.browser.go(begin)
            self.browser.click('button[name="person"][value="katherine"]')
            self.browser.until(lambda: "pendingToken=" in self.browser.driver.current_url, "the project's page")
            self.app.ready()
            assert self.app.user() is None, "nobody may be signed in before the app asks for it"
            result = self.app.do("signInFromAddress")
            assert result.get("operation") == "signIn", result
            assert self.app.user()["signInProvider"] == PROVIDER
            self.app.do("signOut")
            result = self.app.do("signInFromAddress")
            assert result.get("code"), "the pending credential was taken twice"
            self.app.open()
            self.app.in_popup("signInWithPopup", PROVIDER, self.app.choose("katherine"))
            self.app.delete_user()
        finally:
            self.set_page("")

    def set_page(self, address):
        path = f"inboundSamlConfigs/{PROVIDER}?updateMask=idpInitiatedContinueUri"
        self.administer("PATCH", path, {"idpInitiatedContinueUri": address})

    def administer(self, method, path, message=None):
        """A request of the project's administrator to the REST API."""
        request = urllib.request.Request(
            f"{self.base}/v2/projects/{self.project}/{path}",
            method=method,
            data=None if message is None else json.dumps(message).encode(),
            headers={"Content-Type": "application/json", "Authorization": "Bearer owner"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
