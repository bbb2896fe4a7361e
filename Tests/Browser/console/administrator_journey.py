"""Administrators get into the console of a server for real users, and stay out of it."""

import time
from urllib.parse import urlsplit

import qr_code
from authenticator import Authenticator
from checks import Checks
from console.administrator import Administrator
from console.crawler import ROOT
from console.installation import PROJECT, Installation

OWNER, VIEWER = "ann@example.com", "ben@example.com"
PASSWORD = "a long one that nobody guesses"


class AdministratorJourney(Checks):
    """Password, one-time password, invitation, roles."""

    program = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.installation = Installation(self.program)
        self.authenticator = self.installation.owner(OWNER, PASSWORD)
        self.base = self.installation.base
        self.console = Administrator(self.browser, self.base, PROJECT)
        self.invitation = None

    def close(self):
        self.installation.close()

    def check_nobody_sees_a_page_without_signing_in(self):
        for path in ("", "/administrators", f"/p/{PROJECT}/users"):
            self.browser.go(f"{self.base}{ROOT}{path}")
            self.browser.shown("#sign-in-form")
        self.console.expect_accessible()
        self.shoot("sign-in")

    def check_an_owner_needs_password_and_one_time_password(self):
        self.sign_in(OWNER, "another one that nobody guesses")
        assert self.console.expect_problem()
        self.console.expect_accessible()
        self.sign_in(OWNER, PASSWORD)
        self.browser.shown("#code-form")
        self.console.expect_accessible()
        self.console.fill(code=self.authenticator.wrong_code(int(time.time())))
        self.console.press("#sign-in")
        assert self.console.expect_problem()
        self.console.expect_accessible()
        self.console.fill(code=self.authenticator.code(int(time.time())))
        self.console.press("#sign-in")
        # The page that was asked for first.
        assert urlsplit(self.browser.driver.current_url).path.endswith("/users"), self.browser.driver.current_url
        (cookie,) = [each for each in self.browser.driver.get_cookies() if each["name"] == "__Host-latchkey-console"]
        assert cookie["secure"] and cookie["httpOnly"], cookie

    def check_an_owner_invites_a_viewer(self):
        self.browser.click(".switcher-account summary")
        self.console.press('a[href$="/administrators"]')
        self.console.expect_accessible()
        self.shoot("administrators")
        self.console.fill(email=VIEWER)
        self.browser.click('#add-role option[value="viewer"]')
        self.console.press("#add")
        self.console.expect_accessible()
        self.invitation = self.browser.text("#invitation-link")
        self.sign_out()

    def check_a_viewer_accepts_and_changes_nothing(self):
        self.browser.go(self.invitation)
        self.console.expect_accessible()
        self.console.fill(password=PASSWORD, again=PASSWORD)
        self.console.press("#accept")
        self.console.expect_notice()
        self.sign_in(VIEWER, PASSWORD)
        self.console.expect_accessible()
        size, path = self.browser.driver.execute_script(
            "const image = document.getElementById('qr-code');"
            "return [image.viewBox.baseVal.width, image.querySelector('path').getAttribute('d')]"
        )
        authenticator = Authenticator(qr_code.read_path(int(size), path))
        assert authenticator.secret == self.browser.text("#secret").replace(" ", "")
        assert VIEWER in authenticator.label, authenticator.label
        self.console.fill(code=authenticator.code(int(time.time())))
        self.console.press("#enroll")
        self.console.expect_notice()
        self.console.open("users")
        assert not self.browser.find("#new-user"), "a viewer is offered to add a user"
        self.console.expect_accessible()
        assert not self.browser.find('a[href$="/administrators"]'), "a viewer is offered to invite"
        self.sign_out()
        self.console.open("users")
        self.browser.shown("#sign-in-form")

    def sign_in(self, address, password):
        self.console.fill(email=address, password=password)
        self.console.press("#sign-in")

    def sign_out(self):
        self.browser.click(".switcher-account summary")
        self.console.press("#sign-out")
        self.browser.shown("#sign-in-form")
