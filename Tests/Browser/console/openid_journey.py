"""Members of a group at an OpenID provider administer one project of a server for real users."""

import time
from urllib.parse import urlsplit

from checks import Checks
from console.administrator import Administrator
from console.crawler import ROOT
from console.installation import PROJECT, Installation

OWNER, PASSWORD = "ann@example.com", "a long one that nobody guesses"
OTHER_PROJECT, GROUP = "other-app", "shop team"
# How the lab's OpenID provider knows the console; the same in every lab, and no secret.
CLIENT, SECRET = "latchkey-oidc-client", "oidc-lab-client-secret"


class OpenIDJourney(Checks):
    """The provider is the lab of the walk's server."""

    program = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.installation = Installation(self.program)
        self.authenticator = self.installation.owner(OWNER, PASSWORD)
        self.installation.command("project", "create", OTHER_PROJECT, "--data", "data")
        self.installation.write("client.key", SECRET)
        self.installation.command(
            "console", "openid", "set", "--issuer", f"{self.base}/lab/oidc", "--client-id", CLIENT, "--secret-file",
            "client.key", "--grant", "owner=nobody at all", "--private-provider", "--config", "latchkey.yaml")
        self.root = self.installation.base + ROOT
        self.console = Administrator(self.browser, self.installation.base, PROJECT)

    def close(self):
        self.installation.close()

    def check_an_owner_gives_a_group_a_role_on_the_page_of_the_provider(self):
        self.browser.go(f"{self.root}/openid")
        self.console.fill(email=OWNER, password=PASSWORD)
        self.console.press("#sign-in")
        self.console.fill(code=self.authenticator.code(int(time.time())))
        self.console.press("#sign-in")
        assert self.browser.text("#redirect-uri") == f"{self.root}/sign-in/openid/return"
        assert SECRET not in self.browser.driver.page_source
        self.console.expect_accessible()
        self.shoot("openid")
        self.console.fill(grants="editor@no-such-app=" + GROUP)
        self.console.press("#save")
        assert self.console.expect_problem()
        self.console.fill(grants=f"editor@{PROJECT}={GROUP}")
        self.console.press("#save")
        self.console.expect_notice()
        self.browser.click(".switcher-account summary")
        self.console.press("#sign-out")
        self.browser.shown("#sign-in-openid")
        self.console.expect_accessible()
        self.shoot("sign-in-openid")

    def check_somebody_without_a_group_is_refused(self):
        self.sign_in("others")
        assert "may not use this console" in self.console.expect_problem()
        self.console.expect_accessible()
        self.browser.go(self.root)
        self.browser.shown("#sign-in-form")

    def check_a_member_of_the_group_sees_one_project_alone(self):
        self.console.open("users")
        self.sign_in(GROUP)
        # The page that was asked for first.
        path = urlsplit(self.browser.driver.current_url).path
        assert path == f"{ROOT}/p/{PROJECT}/users", path
        self.browser.shown("#new-user")
        self.browser.go(self.root)
        projects = [each.text for each in self.browser.driver.find_elements("css selector", ".tile code")]
        assert projects == [PROJECT], projects
        assert not self.browser.find("#new-project")
        self.console.expect_accessible()
        # As if there were no such project.
        for path in (f"/p/{OTHER_PROJECT}", f"/p/{OTHER_PROJECT}/users", "/administrators", "/openid"):
            self.browser.go(self.root + path)
            assert self.console.expect_problem(), path
        self.console.expect_accessible()

    def check_a_member_ends_a_session_of_another_browser(self):
        # The browser forgets its session, which stays in use at the server.
        self.browser.go(f"{self.root}/sessions")
        self.browser.shown("main h1")
        self.browser.driver.delete_all_cookies()
        self.browser.go(f"{self.root}/sessions")
        self.sign_in(GROUP)
        assert len(self.console.rows(".table")) == 2
        assert "Chrome" in self.browser.text(".table tbody")
        self.console.expect_accessible()
        self.shoot("sessions")
        self.console.press(".table .button-danger")
        self.console.expect_notice()
        (own,) = self.console.rows(".table")
        assert "this session" in own and "OpenID" in own, own

    def check_a_member_who_leaves_the_group_is_out(self):
        self.browser.driver.delete_all_cookies()
        self.browser.go(f"{self.root}/sessions")
        self.sign_in("others")
        assert self.console.expect_problem()

    def sign_in(self, group):
        """By the provider's button, where Ada is in the group."""
        self.browser.click("#sign-in-openid")
        # A page of ours leads to the provider, which reads the groups from its address.
        self.browser.shown('button[name="person"][value="ada"]')
        self.browser.go(f"{self.browser.driver.current_url}&lab_groups={group.replace(' ', '%20')}")
        self.browser.click('button[name="person"][value="ada"]')
        self.browser.until(lambda: self.browser.driver.current_url.startswith(self.root), "the way back")
        self.browser.shown("main h1")
