"""Second factors on the sample page."""

import qr_code
from authenticator import Authenticator
from checks import Checks

EMAIL = "factors@example.com"
PASSWORD = "correct horse"
NUMBER = "+15551230003"


class SecondFactorChecks(Checks):
    """A text message and an authenticator app are enrolled, asked for and removed."""

    def check_second_factor_needs_a_verified_address(self):
        self.page.open()
        self.page.password(EMAIL, PASSWORD, "#password-sign-up")
        self.page.expect("created")
        assert self.browser.is_shown("#second-factors-hint")
        self.browser.click("#enrol-totp-part summary")
        self.browser.click("#enrol-totp-start")
        assert self.page.expect_error() == "UNVERIFIED_EMAIL"
        self.browser.click("#verify-email")
        self.page.expect("verificationSent")
        self.browser.go(self.inbox.newest(EMAIL)["link"])
        self.page.ready()
        self.browser.until(lambda: self.browser.text("#account-email-verified") == "verified", "the address verified")
        assert not self.browser.is_shown("#second-factors-hint")
        self.page.sign_out()

    def check_second_factor_by_text_message(self):
        self.sign_in()
        self.page.expect("signedIn")
        self.browser.click("#enrol-phone-part summary")
        self.page.phone("enrol-phone", NUMBER, self.inbox)
        self.page.expect("enrolled")
        assert self.page.factors() == ["phone"]
        assert self.page.claims()["firebase"]["sign_in_second_factor"] == "phone"
        self.shoot("second-factors")
        self.page.sign_out()
        self.sign_in()
        self.page.expect_challenge()
        assert self.browser.is_shown("#signed-out"), "somebody is signed in by one factor"
        code = self.sent_code()
        self.page.code("challenge", "000000" if code != "000000" else "000001")
        assert self.page.expect_error() == "INVALID_CODE"
        self.shoot("challenge")
        self.expect_accessible()
        self.page.code("challenge", code)
        self.page.expect("signedIn")
        assert self.page.claims()["firebase"]["sign_in_second_factor"] == "phone"
        self.page.sign_out()

    def check_second_factor_by_authenticator_app(self):
        self.sign_in()
        self.page.expect_challenge()
        self.page.code("challenge", self.sent_code())
        self.page.expect("signedIn")
        self.browser.click("#enrol-totp-part summary")
        self.browser.click("#enrol-totp-start")
        secret = self.browser.text("#enrol-totp-secret")
        image = self.browser.shown(".qr-code")
        size = int(image.get_dom_attribute("viewBox").split()[2])
        app = Authenticator(qr_code.read_path(size, self.browser.find(".qr-code path").get_attribute("d")))
        assert app.secret == secret and app.label.endswith(EMAIL), app.label
        self.shoot("enrol-totp")
        self.expect_accessible()
        self.page.code("enrol-totp", app.wrong_code(self.now()))
        assert self.page.expect_error() == "INVALID_CODE"
        self.page.code("enrol-totp", app.code(self.now()))
        self.page.expect("enrolled")
        assert sorted(self.page.factors()) == ["phone", "totp"]
        assert not self.browser.is_shown("#enrol-totp-secret"), "the secret still shows"
        self.page.sign_out()

        self.advance_clock(60)
        self.sign_in()
        self.page.expect_challenge()
        self.browser.click("#challenge-factors button:last-child")
        self.page.code("challenge", app.code(self.now()))
        self.page.expect("signedIn")
        assert self.page.claims()["firebase"]["sign_in_second_factor"] == "totp"

    def check_second_factors_are_removed(self):
        for left in (["totp"], []):
            self.browser.click("#second-factors li:has(button) button")
            self.page.expect("unenrolled")
            assert self.page.factors() == left, self.page.factors()
        self.page.sign_out()
        self.sign_in()
        self.page.expect("signedIn")
        self.page.delete_account()

    def sent_code(self):
        """The code that the sign-in's second step has sent."""
        self.browser.click("#challenge-factors button")
        self.browser.shown("#challenge-code")
        return self.inbox.newest(NUMBER)["code"]

    def sign_in(self):
        self.page.open()
        self.page.password(EMAIL, PASSWORD, "#password-sign-in")
