"""Signing in with each provider, and several providers on one account."""

import json

from checks import Checks

FEDERATED = {
    "apple.com": "katherine",
    "facebook.com": "katherine",
    "github.com": "katherine",
    "google.com": "grace",
    "linkedin.com": "katherine",
    "microsoft.com": "katherine",
    "oauth.lab": "katherine",
    "oidc.lab": "katherine",
    "oidc.line": "katherine",
    "saml.lab": "katherine",
    "twitter.com": "katherine",
    "yahoo.com": "katherine",
}


class ProviderChecks(Checks):
    """Each provider signs a new person in, and the same person again."""

    def sign_in_with(self, provider):
        person = FEDERATED[provider]
        self.page.open()
        self.page.choose(f"#sign-in-{provider}", person)
        self.page.expect("created")
        account = self.page.account()
        assert account["linked"] == [provider], account
        claims = self.page.claims()
        assert claims["firebase"]["sign_in_provider"] == provider, claims
        assert provider in claims["firebase"]["identities"], claims
        assert claims["sub"] == account["uid"] == claims["user_id"], claims
        assert self.page.header()["alg"] == "RS256"
        assert json.loads(self.browser.text("#raw-user-info")), "the provider's profile is empty"
        self.shoot(f"signed-in-{provider}")

        uid = account["uid"]
        self.page.sign_out()
        self.page.choose(f"#sign-in-{provider}", person)
        self.page.expect("signedIn")
        assert self.page.account()["uid"] == uid, "the second sign-in is another user"
        self.page.delete_account()

    def check_apple(self):
        self.sign_in_with("apple.com")

    def check_facebook(self):
        self.sign_in_with("facebook.com")

    def check_github(self):
        self.sign_in_with("github.com")

    def check_google(self):
        self.sign_in_with("google.com")

    def check_line(self):
        self.sign_in_with("oidc.line")

    def check_linkedin(self):
        self.sign_in_with("linkedin.com")

    def check_microsoft(self):
        self.sign_in_with("microsoft.com")

    def check_yahoo(self):
        self.sign_in_with("yahoo.com")

    def check_oauth(self):
        self.sign_in_with("oauth.lab")

    def check_openid(self):
        self.sign_in_with("oidc.lab")

    def check_saml(self):
        self.sign_in_with("saml.lab")

    def check_twitter(self):
        self.sign_in_with("twitter.com")

    def native_sign_in(self, provider):
        self.page.open()
        self.page.use_native(provider, "katherine")
        self.page.expect("created")
        assert self.page.account()["linked"] == [provider]
        assert self.page.claims()["firebase"]["sign_in_provider"] == provider
        uid = self.page.account()["uid"]
        self.page.sign_out()
        self.page.choose(f"#sign-in-{provider}", "katherine")
        self.page.expect("signedIn")
        assert self.page.account()["uid"] == uid, "the web and the native credential name different users"
        self.page.delete_account()

    def check_facebook_limited_login(self):
        self.native_sign_in("facebook.com")

    def check_apple_native(self):
        self.native_sign_in("apple.com")

    def check_denial_is_said_and_makes_no_account(self):
        for provider in FEDERATED:
            self.page.open()
            self.browser.click(f"#sign-in-{provider}")
            self.browser.click("#deny")
            code = self.page.expect_error()
            assert code == "USER_CANCELLED", f"{provider}: {code}"
            assert self.browser.is_shown("#signed-out")
        self.shoot("denied")


class LinkingChecks(Checks):
    """Providers are linked, conflicts resolved and people recognised."""

    def check_second_provider_is_linked_and_unlinked(self):
        self.page.open()
        self.page.choose("#sign-in-apple.com", "ada")
        self.page.expect("created")
        uid = self.page.account()["uid"]
        self.page.choose("#link-github.com", "ada")
        self.page.expect("linked")
        account = self.page.account()
        assert account["linked"] == ["apple.com", "github.com"] and account["uid"] == uid, account
        assert set(self.page.claims()["firebase"]["identities"]) >= {"apple.com", "github.com"}
        self.shoot("linked")
        self.browser.click("#unlink-github.com")
        self.page.expect("unlinked")
        assert self.page.account()["linked"] == ["apple.com"]
        self.page.delete_account()

    def check_link_of_another_users_provider_is_resolved_with_the_credential(self):
        self.page.open()
        self.page.choose("#sign-in-facebook.com", "katherine")
        self.page.expect("created")
        owner = self.page.account()["uid"]
        self.page.sign_out()
        self.page.choose("#sign-in-github.com", "siobhan")
        self.page.expect("created")
        other = self.page.account()["uid"]
        self.page.choose("#link-facebook.com", "katherine")
        assert self.page.expect_conflict() == "FEDERATED_USER_ID_ALREADY_LINKED"
        assert self.page.account()["uid"] == other, "the conflict changed the user"
        self.shoot("conflict-linked-elsewhere")
        self.browser.click("#conflict-use-credential")
        self.page.expect("signedIn")
        assert self.page.account()["uid"] == owner
        self.page.delete_account()
        self.page.choose("#sign-in-github.com", "siobhan")
        self.page.expect("signedIn")
        self.page.delete_account()

    def check_link_of_an_address_in_use_is_resolved_with_the_credential(self):
        self.page.open()
        self.page.choose("#sign-in-github.com", "ada")
        self.page.expect("created")
        owner = self.page.account()["uid"]
        self.page.sign_out()
        self.page.choose("#sign-in-github.com", "siobhan")
        self.page.expect("created")
        self.page.choose("#link-apple.com", "ada")
        assert self.page.expect_conflict() == "EMAIL_EXISTS"
        # Apple proves the address, so the returned credential merges into the account that has it.
        self.browser.click("#conflict-use-credential")
        self.page.expect("signedIn")
        account = self.page.account()
        assert account["uid"] == owner and "apple.com" in account["linked"], account
        self.page.delete_account()
        self.page.choose("#sign-in-github.com", "siobhan")
        self.page.expect("signedIn")
        self.page.delete_account()

    def check_unproved_address_signs_in_the_old_way_then_links(self):
        self.page.open()
        self.page.choose("#sign-in-apple.com", "ada")
        self.page.expect("created")
        uid = self.page.account()["uid"]
        self.page.sign_out()
        self.page.choose("#sign-in-facebook.com", "ada")
        assert self.page.expect_conflict() == "NEED_CONFIRMATION"
        assert "Apple" in self.browser.text("#conflict-owners")
        assert self.browser.is_shown("#signed-out"), "the unproved address signed somebody in"
        self.shoot("conflict-need-confirmation")
        self.page.choose("#conflict-sign-in-apple.com", "ada")
        self.page.expect("linked")
        account = self.page.account()
        assert account["uid"] == uid and account["linked"] == ["apple.com", "facebook.com"], account
        self.page.delete_account()

    def check_unproved_address_of_a_password_account_signs_in_then_links(self):
        self.page.open()
        self.page.password("ada@example.com", "correct horse", "#password-sign-up")
        self.page.expect("created")
        self.page.sign_out()
        self.page.choose("#sign-in-facebook.com", "ada")
        assert self.page.expect_conflict() == "NEED_CONFIRMATION"
        self.browser.click("#conflict-sign-in-password")
        self.page.password("ada@example.com", "correct horse", "#password-sign-in")
        self.page.expect("linked")
        assert self.page.account()["linked"] == ["facebook.com", "password"]
        self.page.delete_account()

    def check_reauthentication_knows_the_person(self):
        self.page.open()
        self.page.choose("#sign-in-apple.com", "katherine")
        self.page.expect("created")
        self.page.sign_out()
        self.page.choose("#sign-in-apple.com", "hedy")
        self.page.expect("created")
        uid, token = self.page.account()["uid"], self.browser.text("#token-raw")
        self.advance_clock(2)
        self.page.choose("#reauthenticate-apple.com", "hedy")
        self.page.expect("reauthenticated")
        assert self.page.account()["uid"] == uid
        assert self.browser.text("#token-raw") != token, "reauthentication brought no new token"
        token = self.browser.text("#token-raw")
        # Katherine has an account, Siobhán has none.
        for stranger in ("katherine", "siobhan"):
            self.page.choose("#reauthenticate-apple.com", stranger)
            assert self.page.expect_error() == "USER_MISMATCH"
            assert self.page.account()["uid"] == uid
            assert self.browser.text("#token-raw") == token, "another person's sign-in was taken"
        self.shoot("reauthentication-mismatch")
        self.page.delete_account()
        self.page.choose("#sign-in-apple.com", "katherine")
        self.page.expect("signedIn")
        self.page.delete_account()
        self.page.choose("#sign-in-apple.com", "siobhan")
        self.page.expect("created")
        self.page.delete_account()
