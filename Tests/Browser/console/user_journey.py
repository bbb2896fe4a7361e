"""An administrator looks after users: one who came by the sample app, and some of the administrator's own."""

import glob
import json
import tempfile

from checks import Checks
from console.administrator import Administrator
from console.seed import Project

# Of the lab, with a name that has to be escaped well.
PERSON, MAIL, NAME = "siobhan", "siobhan+lab@example.net", "Siobhán O'Brien-Łukasiewicz"


class UserJourney(Checks):
    """From a sign-in to the audit log."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.console = Administrator(self.browser, self.base, Project(self.base).id)
        self.uid = None

    def check_who_signs_in_by_the_sample_app_is_found_by_search(self):
        self.page.open()
        self.page.choose("#sign-in-github.com", PERSON)
        self.page.expect("created")
        self.uid = self.page.account()["uid"]
        self.page.sign_out()
        for text in (MAIL, NAME, self.uid):
            self.search(text)
            rows = self.console.rows("#users")
            assert len(rows) == 1 and self.uid in rows[0], f"{text}: {rows}"
        self.search("nobody@example.com")
        self.browser.shown("#nothing-found")
        self.console.expect_accessible()

    def check_a_disabled_user_is_refused_at_the_sample_app(self):
        self.find()
        assert "GitHub" in self.browser.text("#methods"), self.browser.text("#methods")
        self.console.press("#disable-form button")
        self.console.expect_notice()
        self.browser.shown("#disabled-badge")
        self.shoot("user-disabled")
        self.page.open()
        self.page.choose("#sign-in-github.com", PERSON)
        assert self.page.expect_error() == "USER_DISABLED"
        assert self.browser.is_shown("#signed-out")
        self.find()
        self.console.expect_accessible()

    def check_activity_shows_the_sign_in_and_the_refusal(self):
        self.console.open("activity")
        assert int(self.browser.text("#fact-signIns")) >= 1
        assert int(self.browser.text("#fact-refused")) >= 1
        assert self.browser.find("svg.chart .chart-bars"), "nothing is drawn"

    def check_the_failure_is_explained(self):
        self.console.open("activity/failures")
        assert "USER_DISABLED" in self.browser.text("main")

    def check_the_audit_log_names_who_disabled_the_user(self):
        self.console.open(f"activity/audit?account={self.uid}")
        refused, disabled, created = self.console.rows("#audit-log")
        assert "USER_DISABLED" in refused, refused
        assert "account.disabling" in disabled and "admin:dev" in disabled, disabled
        assert "account.sign-up" in created, created
        self.console.open("activity/audit")
        self.console.press("#verify button")
        self.console.expect_accessible()

    def check_an_enabled_user_signs_in_again(self):
        self.find()
        self.console.press("#enable-form button")
        self.console.expect_notice()
        self.page.open()
        self.page.choose("#sign-in-github.com", PERSON)
        self.page.expect("signedIn")
        assert self.page.account()["uid"] == self.uid
        self.page.delete_account()

    def check_a_user_is_added_edited_and_deleted(self):
        self.console.open("users")
        self.console.press("#new-user")
        self.console.fill(email="not an address", password="correct horse")
        self.browser.driver.execute_script("document.querySelector('#new-form').noValidate = true")
        self.console.press("#new-form .button-primary")
        assert self.console.expect_problem()
        self.console.expect_accessible()
        assert self.browser.find("#email").get_attribute("value") == "not an address", "what was typed is gone"
        self.console.fill(email="added@example.com", displayName="Somebody <b>New</b>", password="correct horse")
        self.console.press("#new-form .button-primary")
        self.console.expect_notice()
        assert "Somebody <b>New</b>" in self.browser.text("main h1")
        self.page.open()
        self.page.password("added@example.com", "correct horse", "#password-sign-in")
        self.page.expect("signedIn")
        uid = self.page.account()["uid"]
        self.page.sign_out()
        self.console.open(f"users/id-{uid}")
        self.console.press("#edit")
        self.console.fill(displayName="Somebody Else", emailVerified=True)
        self.console.press("#edit-form .button-primary")
        self.console.expect_notice()
        assert "Somebody Else" in self.browser.text("main h1")
        self.console.press("#delete")
        self.console.press("#confirm")
        self.console.expect_notice()
        self.search(uid)
        self.browser.shown("#nothing-found")

    def check_claims_are_checked_before_they_are_kept(self):
        self.console.open("users/new")
        self.console.fill(email="claims@example.com", uid="claimed")
        self.console.press("#new-form .button-primary")
        for wrong in ('{"role": ', '{"iss": "me"}'):
            self.console.open("users/id-claimed/claims")
            self.console.fill(claims=wrong)
            self.console.press("#claims-form .button-primary")
            assert self.console.expect_problem()
            assert self.browser.find("#claims").get_attribute("value").strip() == wrong.strip()
        self.console.expect_accessible()
        self.console.fill(claims='{"role": "editor"}')
        self.console.press("#claims-form .button-primary")
        self.console.expect_notice()
        assert json.loads(self.browser.text("#claims")) == {"role": "editor"}

    def check_a_reset_mail_is_in_the_inbox_and_its_link_works(self):
        self.console.open("users/id-claimed")
        self.console.press('#mail-form [value="reset"]')
        self.console.expect_notice()
        self.console.open("inbox?to=claims%40example.com")
        link = self.browser.find(".message a[href*=oobCode]").get_attribute("href")
        self.browser.go(link)
        self.browser.shown("input[type=password]")

    def check_an_import_tells_its_progress_and_what_was_left_out(self):
        users = [{"localId": f"imported{number}", "email": f"imported{number}@example.com"} for number in range(20)]
        users.append({"localId": "wrong", "email": "no address"})
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"users": users}, file)
            file.flush()
            self.import_file(file.name, "#try")
            assert self.browser.is_shown("#trial") and self.browser.text("#imported") == "20", self.browser.text("#job")
            self.console.expect_accessible()
            self.shoot("import-trial")
            self.search("imported7")
            self.browser.shown("#nothing-found")
            self.import_file(file.name, "#begin")
        assert not self.browser.find("#trial")
        assert self.browser.text("#imported") == "20", self.browser.text("#job")
        assert self.browser.text("#failed") == "1"
        self.console.expect_accessible()
        self.search("imported7")
        assert len(self.console.rows("#users")) == 1

    def check_the_import_shows_the_fields_of_the_algorithm_alone(self):
        self.console.open("users/import")
        fields = {
            "": [], "SCRYPT": ["key", "saltSeparator", "rounds", "memoryCost"], "BCRYPT": [],
            "ARGON2": ["rounds", "memoryCost", "parallelization", "hashLength", "argon2Type"],
        }
        for algorithm, expected in fields.items():
            self.browser.click(f'#algorithm option[value="{algorithm}"]')
            shown = self.browser.driver.execute_script(
                "return [...document.querySelectorAll('[data-hash] [name]')].filter((each) => each.checkVisibility())"
                ".map((each) => each.name)")
            assert shown == expected, f"{algorithm}: {shown}"
        self.console.expect_accessible()
        self.shoot("import-form")

    def check_several_users_are_disabled_and_deleted_together(self):
        self.search("imported")
        assert "Users in total" in self.browser.text("#total"), self.browser.text("#total")
        self.browser.click('label[for="select-all"]')
        boxes = self.browser.driver.find_elements("css selector", "#users input[name=user]")
        assert len(boxes) == 20 and all(box.is_selected() for box in boxes)
        self.shoot("users-selected")
        self.console.press('#selection-form [value="disable"]')
        assert len(self.browser.driver.find_elements("css selector", "#selected li")) == 20
        self.console.expect_accessible()
        self.shoot("users-selection")
        self.console.press("#confirm")
        self.console.expect_notice()
        rows = self.console.rows("#users")
        assert len(rows) == 20 and all("Disabled" in row for row in rows), rows[:2]
        self.press_space_on('#users input[value="imported3"]')
        self.press_space_on('#users input[value="imported4"]')
        self.console.press('#selection-form [value="delete"]')
        # Somebody else deletes one meanwhile.
        Project(self.base).server("accounts:delete", {"localId": "imported3"})
        self.console.press("#confirm")
        assert self.browser.text("#done") == "1" and self.browser.text("#failed") == "1"
        assert "imported3" in self.browser.text("#failures")
        self.console.expect_accessible()
        self.shoot("users-selection-result")

    def check_nothing_selected_is_said(self):
        self.console.open("users")
        self.console.press('#selection-form [value="revoke"]')
        assert self.console.expect_problem()

    def check_a_session_says_by_which_program_it_began(self):
        self.page.open()
        self.page.choose("#sign-in-github.com", PERSON)
        self.page.expect("created")
        uid = self.page.account()["uid"]
        self.console.open(f"users/id-{uid}")
        row = self.console.rows("#sessions")[0]
        assert "FirebaseCore-web" in row or "Chrome" in row or "Firefox" in row, row
        assert "/24" in row or "/48" in row, row
        self.console.expect_accessible()
        self.shoot("user-sessions")
        Project(self.base).server("accounts:delete", {"localId": uid})

    def check_an_export_is_downloaded_and_tells_how_many_were_written(self):
        with tempfile.TemporaryDirectory() as directory:
            self.browser.download_to(directory)
            self.console.open("users/export")
            self.browser.click("#export-form .button-primary")
            self.browser.until(lambda: self.browser.find("section#job:not([data-poll])"), "the end of the export")
            [file] = self.browser.until(lambda: glob.glob(f"{directory}/*.json"), "the file")
            with open(file) as text:
                users = json.load(text)["users"]
        assert self.browser.text("#written") == str(len(users)), self.browser.text("#job")
        left = {f"imported{number}" for number in range(20)} - {"imported3", "imported4"}
        assert {user["localId"] for user in users} >= left
        self.console.expect_accessible()

    def import_file(self, name, button):
        """By a button of the form, to the end."""
        self.console.open("users/import")
        self.browser.find("#file").send_keys(name)
        self.console.press(button)
        self.browser.until(lambda: self.browser.find("section#job:not([data-poll])"), "the end of the import")

    def press_space_on(self, selector):
        """Ticks a box by the keyboard."""
        box = self.browser.shown(selector)
        box.send_keys(" ")
        assert box.is_selected(), f"{selector} does not change by the space bar"

    def search(self, text):
        """By the form of the list."""
        self.console.open("users")
        self.browser.fill("#search-text", text)
        self.console.press("#search-form .button-primary")

    def find(self):
        """The page of the person, by the list."""
        self.search(MAIL)
        self.console.press("#users tbody a")
        assert self.browser.text("#uid") == self.uid
