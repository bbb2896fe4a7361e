"""Members of a group at an OpenID provider administer one project of a server for real users."""

import time
from urllib.parse import urlsplit

from checks import Checks
from console.administrator import Administrator
from console.crawler import ROOT
from console.installation import PROJECT, Installation

OWNER, PASSWORD = "ann@example.com", "a long one that nobody guesses"
OTHER_PROJECT, GROUP, MEMBER = "other-app", "shop team", "ada@example.com"
COOKIE = "__Host-latchkey-console"
# For how long a proof counts, and a one-time password.
PROOF_SECONDS, CODE_SECONDS = 5 * 60, 30
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
        self.session = None
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
        (self.session,) = [each for each in self.browser.driver.get_cookies() if each["name"] == COOKIE]
        self.forget()
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
        self.forget("/sessions")
        self.sign_in(GROUP)
        assert len(self.console.rows(".table")) == 2
        assert "Chrome" in self.browser.text(".table tbody")
        self.console.expect_accessible()
        self.shoot("sessions")
        self.console.press(".table .button-danger")
        self.console.expect_notice()
        (own,) = self.console.rows(".table")
        assert "this session" in own and "OpenID" in own, own

    def check_an_owner_sees_what_the_group_decides(self):
        self.be_the_owner("/administrators")
        (row,) = [each for each in self.console.rows(".table") if each.startswith(MEMBER)]
        assert "by OpenID group" in row and f"{PROJECT}: Editor" in row, row
        assert "no group has a role" in self.browser.text("main"), "the log does not say why somebody was refused"
        self.console.expect_accessible()
        self.shoot("administrators-openid")
        self.console.press(f'a[href$="/roles"][aria-label$="{MEMBER}"]')
        for control in (".table select", ".table button"):
            assert not self.browser.find(control).is_enabled(), f"{control} offers to change a group's role by hand"
        assert not self.browser.find("#add-role-form")
        self.console.expect_accessible()
        self.shoot("administrator-roles")
        self.browser.go(f"{self.root}/administrators")
        self.console.press(f'a[href$="/sessions"][aria-label$="{MEMBER}"]')
        assert len(self.console.rows(".table")) == 1
        self.console.press("#end-others")
        self.console.expect_notice()
        self.console.expect_accessible()
        assert not self.browser.find("#end-others")

    def check_an_owner_proves_once_more_who_they_are(self):
        self.installation.age_proofs(PROOF_SECONDS)
        self.be_the_owner("/openid")
        self.console.fill(grants=f"owner={GROUP}")
        self.console.press("#save")
        assert "Nothing was changed" in self.console.expect_notice()
        self.console.expect_accessible()
        self.shoot("proof")
        # The code of the next half minute, because one of this was used.
        self.prove("another one that nobody guesses")
        assert self.console.expect_problem()
        self.console.expect_accessible()
        self.prove(PASSWORD)
        self.console.expect_notice()
        assert urlsplit(self.browser.driver.current_url).path == f"{ROOT}/openid", self.browser.driver.current_url
        grants = self.browser.find('[name="grants"]').get_attribute("value")
        assert grants == f"editor@{PROJECT}={GROUP}", grants
        self.console.press("#save")
        self.console.expect_notice()

    def check_a_member_who_leaves_the_group_is_out(self):
        self.forget("/sessions")
        self.sign_in(GROUP)
        self.console.rows(".table")
        self.forget("/sessions")
        self.sign_in("others")
        assert self.console.expect_problem()
        self.be_the_owner("/administrators")
        assert not [each for each in self.console.rows(".table") if each.startswith(MEMBER)]

    def be_the_owner(self, path):
        """In the session in which the provider was set up."""
        self.forget()
        self.browser.driver.add_cookie({name: value for name, value in self.session.items() if name != "domain"})
        self.browser.go(self.root + path)
        self.browser.shown("main h1")

    def prove(self, password):
        self.console.fill(password=password, code=self.authenticator.code(int(time.time()) + CODE_SECONDS))
        self.console.press("#prove")
        (self.session,) = [each for each in self.browser.driver.get_cookies() if each["name"] == COOKIE]

    def forget(self, path=""):
        """As in another browser: the sessions stay in use at the server."""
        self.browser.go(self.root)
        self.browser.driver.delete_all_cookies()
        self.browser.go(self.root + path)

    def sign_in(self, group):
        """By the provider's button, where Ada is in the group."""
        self.browser.click("#sign-in-openid")
        # A page of ours leads to the provider, which reads the groups from its address.
        self.browser.shown('button[name="person"][value="ada"]')
        self.browser.go(f"{self.browser.driver.current_url}&lab_groups={group.replace(' ', '%20')}")
        self.browser.click('button[name="person"][value="ada"]')
        self.browser.until(lambda: self.browser.driver.current_url.startswith(self.root), "the way back")
        self.browser.shown("main h1")
