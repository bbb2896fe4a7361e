"""Accounts without a provider."""

from checks import Checks


class OwnAccountChecks(Checks):
    """Passwords, guests and the session that both have."""

    def check_password(self):
        self.page.open()
        self.page.password("newcomer@example.com", "short", "#password-sign-up")
        assert self.page.expect_error() == "WEAK_PASSWORD"
        self.page.password("newcomer@example.com", "correct horse", "#password-sign-up")
        self.page.expect("created")
        assert self.page.account()["linked"] == ["password"]
        self.page.sign_out()
        self.page.password("newcomer@example.com", "wrong horse", "#password-sign-in")
        assert self.page.expect_error() in ("INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD")
        self.page.password("newcomer@example.com", "correct horse", "#password-sign-in")
        self.page.expect("signedIn")
        self.browser.click("#reauthenticate-password")
        self.browser.fill("#reauth-password", "correct horse")
        self.browser.click("#reauth-confirm")
        self.page.expect("reauthenticated")
        self.page.delete_account()

    def check_guest_becomes_a_password_account(self):
        self.page.open()
        self.browser.click("#sign-in-anonymous")
        self.page.expect("created")
        account = self.page.account()
        assert account["linked"] == [], account
        assert self.page.claims()["firebase"]["sign_in_provider"] == "anonymous"
        self.shoot("guest")
        self.browser.click("#link-password-part summary")
        self.browser.fill("#link-email", "guest@example.com")
        self.browser.fill("#link-password", "correct horse")
        self.browser.click("#link-password-submit")
        self.page.expect("linked")
        upgraded = self.page.account()
        assert upgraded["uid"] == account["uid"] and upgraded["linked"] == ["password"], upgraded
        self.page.delete_account()

    def check_session_survives_a_reload_and_a_refresh(self):
        self.page.open()
        self.browser.click("#sign-in-anonymous")
        self.page.expect("created")
        uid = self.page.account()["uid"]
        self.page.open(forget=False)
        assert self.page.account()["uid"] == uid
        self.browser.click("#token-refresh")
        self.page.expect("refreshed")
        assert self.page.claims()["sub"] == uid
        self.page.delete_account()
        self.page.open(forget=False)
        assert self.browser.is_shown("#signed-out")
