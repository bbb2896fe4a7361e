"""The official web SDK in production: every way to sign in, in an app that begins with the snippet that is told."""

import time

from urllib.parse import quote

from authenticator import Authenticator
from checks import Checks
from console.administrator import Administrator
from console.installation import PROJECT
from production import older_sdk
from production.production_app import ProductionApp, requested_hosts

PASSWORD = "a long one that nobody guesses"
NUMBER, LINKED_NUMBER, FACTOR_NUMBER = "+15555550123", "+15555550124", "+15555550125"


class SignInChecks(Checks):
    """Unless it says otherwise the app is of the server's site. Cookies of third parties are blocked."""

    service = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.lab = self.base.removeprefix("http://")
        self.browser = self.service.browser()
        self.app = ProductionApp(self.browser, self.service.app + "/")

    def close(self):
        self.browser.close()

    def check_console_and_command_line_tell_apps_to_begin_with_the_same_lines(self):
        authenticator = self.service.installation.owner("owner@example.org", PASSWORD)
        console = Administrator(self.browser, self.service.base, PROJECT)
        self.browser.go(f"{console.base}/settings/apps/{quote(self.service.app_id)}")
        console.fill(email="owner@example.org", password=PASSWORD)
        console.press("#sign-in")
        console.fill(code=authenticator.code(int(time.time())))
        console.press("#sign-in")
        assert self.browser.text("#snippet") == self.service.snippet.strip(), self.browser.text("#snippet")

    def check_app_begins_with_the_snippet_and_is_in_no_emulator_mode(self):
        assert f'from "{self.service.base}/__/latchkey/' in self.service.snippet, self.service.snippet
        self.app.open()
        assert self.browser.find(".firebase-emulator-warning") is None
        assert not [each for each in self.browser.messages() if "mulator" in each["message"]]

    def check_password_lasts_over_a_reload_and_refreshes_its_tokens(self):
        self.app.open()
        self.app.succeed("createUser", email="mary@example.org", password=PASSWORD)
        self.app.reload()
        self.app.expect_user(email="mary@example.org", linked=["password"])
        self.app.succeed("refresh")
        self.app.succeed("signOut")
        self.app.fail("auth/invalid-credential", "signInWithEmail", email="mary@example.org", password="wrong")
        self.app.succeed("signInWithEmail", email="mary@example.org", password=PASSWORD)
        self.app.expect_user(email="mary@example.org", signInProvider="password")

    def check_sign_out_in_one_tab_reaches_the_other(self):
        self.app.open()
        self.app.succeed("signInAnonymously")
        driver = self.browser.driver
        home = driver.current_window_handle
        driver.switch_to.new_window("tab")
        self.app.reload()
        self.app.expect_user(signInProvider="anonymous")
        self.app.succeed("signOut")
        driver.close()
        driver.switch_to.window(home)
        self.browser.until(lambda: self.app.user() is None, "the sign-out of the other tab")

    def check_mailed_link_signs_in(self):
        self.app.open()
        self.app.succeed("sendLink", email="joan@example.org", url=self.app.address)
        self.browser.go(self.service.mailbox.link("joan@example.org"))
        self.browser.until(lambda: self.browser.driver.current_url.startswith(self.app.address), "the app")
        self.app.ready()
        self.app.succeed("signInWithLink", email="joan@example.org")
        self.app.expect_user(email="joan@example.org", signInProvider="password")

    def check_phone_number_signs_in_without_a_captcha_of_google(self):
        self.app.open()
        self.app.succeed("sendCode", number=NUMBER)
        self.app.fail("auth/invalid-verification-code", "confirmCode", code="000000")
        self.app.succeed("confirmCode", code=self.service.gateway.code(NUMBER))
        self.app.expect_user(phone=NUMBER, signInProvider="phone")

    def check_anonymous_user_gets_a_password_and_stays_who_they_are(self):
        self.app.open()
        self.app.succeed("signInAnonymously")
        uid = self.app.user()["uid"]
        self.app.succeed("linkWithEmail", email="edith@example.org", password=PASSWORD)
        self.app.expect_user(uid=uid, linked=["password"])

    def check_custom_token_signs_in_with_its_claims(self):
        self.app.open()
        self.app.succeed("signInWithCustomToken", token=self.service.custom_token("barbara", role="editor"))
        user = self.app.expect_user(uid="barbara", signInProvider="custom")
        assert user["claims"]["role"] == "editor"

    def check_popups_sign_in_link_and_reauthenticate(self):
        self.app.open()
        self.sign_in_by_popups()

    def check_redirects_sign_in_and_link(self):
        self.app.open()
        self.sign_in_by_redirects()

    def check_apple_facebook_and_saml_sign_in_by_popup(self):
        self.app.open()
        for provider, person in (("apple.com", "katherine"), ("facebook.com", "katherine"), ("saml.lab", "ada")):
            self.expect("signIn", self.app.in_popup("signInWithPopup", provider, self.app.choose(person)))
            self.app.expect_user(linked=[provider], signInProvider=provider)
            self.app.succeed("deleteUser")

    def check_every_other_provider_signs_in_by_popup(self):
        self.app.open()
        for provider in ("linkedin.com", "microsoft.com", "oauth.lab", "oidc.line", "twitter.com", "yahoo.com"):
            self.expect("signIn", self.app.in_popup("signInWithPopup", provider, self.app.choose("katherine")))
            self.app.expect_user(linked=[provider], signInProvider=provider)
            self.app.succeed("deleteUser")

    def check_redirect_reauthenticates(self):
        self.app.open()
        self.expect("signIn", self.app.by_redirect("signInWithRedirect", "github.com", self.app.choose("grace")))
        self.expect("reauthenticate", self.app.by_redirect(
            "reauthenticateWithRedirect", "github.com", self.app.choose("grace")))
        self.app.expect_user(linked=["github.com"])
        self.app.succeed("deleteUser")

    def check_phone_number_is_linked(self):
        self.app.open()
        self.app.succeed("createUser", email="annie@example.org", password=PASSWORD)
        uid = self.app.user()["uid"]
        self.app.succeed("sendLinkingCode", number=LINKED_NUMBER)
        self.app.succeed("confirmCode", code=self.service.gateway.code(LINKED_NUMBER))
        self.app.expect_user(uid=uid, phone=LINKED_NUMBER, linked=["password", "phone"])

    def check_text_message_is_a_second_factor(self):
        self.app.open()
        person = {"email": "hertha@example.org", "password": PASSWORD}
        self.create_with_verified_address(person)
        self.app.succeed("startSMS", number=FACTOR_NUMBER)
        self.app.succeed("enrolSMS", code=self.service.gateway.code(FACTOR_NUMBER))
        self.app.succeed("signOut")
        self.app.fail("auth/multi-factor-auth-required", "signInWithEmail", **person)
        assert self.app.user() is None
        self.app.succeed("startSMSChallenge")
        code = self.service.gateway.code(FACTOR_NUMBER)
        self.app.fail("auth/invalid-verification-code", "resolveSMS", code="000000" if code != "000000" else "000001")
        self.app.succeed("resolveSMS", code=code)
        user = self.app.expect_user(email=person["email"])
        assert user["claims"]["firebase"]["sign_in_second_factor"] == "phone"

    def check_authenticator_app_is_enrolled_and_asked_for(self):
        self.app.open()
        person = {"email": "rosa@example.org", "password": PASSWORD}
        self.create_with_verified_address(person)
        secret = self.app.succeed("startTOTP")["secret"]
        authenticator = Authenticator(f"otpauth://totp/app?secret={secret}&issuer=app")
        now = int(time.time())
        # A code is good once: the second is the next one, which the project's settings let in early.
        self.app.succeed("enrolTOTP", code=authenticator.code(now))
        self.app.succeed("signOut")
        self.app.fail("auth/multi-factor-auth-required", "signInWithEmail", **person)
        assert self.app.user() is None
        self.app.succeed("resolveTOTP", code=authenticator.code(now + authenticator.period))
        user = self.app.expect_user(email="rosa@example.org")
        assert user["claims"]["firebase"]["sign_in_second_factor"] == "totp"

    def check_app_of_another_site_signs_in_by_popup(self):
        other = ProductionApp(self.browser, self.service.other_app + "/")
        self.app, own = other, self.app
        try:
            self.app.open()
            self.expect("signIn", self.app.in_popup("signInWithPopup", "google.com", self.app.choose("ada")))
            self.app.succeed("deleteUser")
            assert self.third_party_cookie() == "", "cookies of third parties are not blocked"
        finally:
            self.app = own

    def check_app_of_another_site_signs_in_by_redirect_through_its_own_host(self):
        self.app, own = ProductionApp(self.browser, self.service.other_app + "/own/"), self.app
        try:
            self.app.open()
            self.sign_in_by_redirects()
        finally:
            self.app = own

    def check_sdk_of_an_earlier_major_version_signs_in_by_popup(self):
        self.app, own = ProductionApp(self.browser, self.service.app + "/older/"), self.app
        try:
            self.app.open()
            version = self.browser.driver.execute_async_script(
                "import('firebase/auth').then(({ getAuth }) => getAuth().config.sdkClientVersion).then(arguments[0])")
            assert f"/{older_sdk.VERSION}/" in version, version
            self.expect("signIn", self.app.in_popup("signInWithPopup", "google.com", self.app.choose("ada")))
            self.app.succeed("refresh")
            self.app.reload()
            self.app.expect_user(signInProvider="google.com")
            self.app.succeed("deleteUser")
        finally:
            self.app = own

    def check_no_request_left_for_another_host(self):
        service = self.service
        own = {each.removeprefix("https://") for each in (service.base, service.app, service.other_app)}
        hosts = requested_hosts(self.browser)
        assert own < hosts, f"the log is short: {hosts}"
        # The lab plays the providers, where people are led.
        assert hosts <= own | {self.lab}, hosts - own - {self.lab}

    def create_with_verified_address(self, person):
        """Second factors need one."""
        self.app.succeed("createUser", **person)
        self.service.call(
            "POST", f"/v1/projects/{PROJECT}/accounts:update", {"localId": self.app.user()["uid"], "emailVerified": True})
        self.app.succeed("refresh")

    def sign_in_by_popups(self):
        in_popup, choose = self.app.in_popup, self.app.choose
        self.expect("signIn", in_popup("signInWithPopup", "google.com", choose("ada")))
        self.expect("link", in_popup("linkWithPopup", "github.com", choose("ada")))
        self.expect("reauthenticate", in_popup("reauthenticateWithPopup", "github.com", choose("ada")))
        self.app.expect_user(linked=["github.com", "google.com"], signInProvider="github.com")
        self.app.succeed("deleteUser")
        self.expect("signIn", in_popup("signInWithPopup", "oidc.lab", choose("ada")))
        self.app.succeed("deleteUser")
        denied = in_popup("signInWithPopup", "google.com", self.app.deny)
        assert denied.get("code") == "auth/user-cancelled", denied

    def sign_in_by_redirects(self):
        by_redirect, choose = self.app.by_redirect, self.app.choose
        self.expect("signIn", by_redirect("signInWithRedirect", "github.com", choose("grace")))
        self.expect("link", by_redirect("linkWithRedirect", "oidc.lab", choose("grace")))
        self.app.expect_user(linked=["github.com", "oidc.lab"])
        self.app.succeed("deleteUser")

    def expect(self, operation, result):
        assert result.get("operation") == operation, result

    def third_party_cookie(self):
        """What a frame of the server can keep as a cookie inside the app's page."""
        driver = self.browser.driver
        driver.switch_to.frame(driver.find_element("css selector", "iframe"))
        try:
            return driver.execute_script("document.cookie = 'a=b; SameSite=None; Secure'; return document.cookie")
        finally:
            driver.switch_to.default_content()
