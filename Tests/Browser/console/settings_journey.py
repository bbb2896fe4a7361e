"""An administrator sets a project up: its words, its apps, who may administer it, its tenants."""

import json

import requests

from checks import Checks
from console.administrator import Administrator
from console.seed import Project


class SettingsJourney(Checks):
    """What is made on a form is there afterwards, and does what it is for."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.project = Project(self.base).id
        self.console = Administrator(self.browser, self.base, self.project)

    def check_a_messages_own_words_are_previewed_kept_and_sent(self):
        self.console.open("templates/reset-password")
        self.console.fill(subject="A word from %APP_NAME%")
        self.browser.click("#preview-draft")
        self.browser.until(lambda: "A word from Latchkey development" in self.preview(), "the preview of what is typed")
        self.console.press("#save")
        self.console.expect_notice()
        self.console.expect_accessible()
        self.console.fill(recipient="reader@example.com")
        self.console.press("#test-form button")
        self.console.expect_notice()
        self.console.open("inbox?to=reader%40example.com")
        assert "A word from Latchkey development" in self.browser.text("#inbox-messages")
        self.console.open("templates/reset-password")
        self.console.press("#reset")
        self.console.press("#confirm")
        self.console.expect_notice()

    def check_the_tabs_of_the_settings_fit_one_row(self):
        tops = ("return [...document.querySelectorAll('.settings-tabs .tabs li')]"
                ".map((each) => Math.round(each.getBoundingClientRect().top))")
        for language in ("en", "ja", "vi"):
            self.console.open("settings")
            self.browser.click(f'.languages [value="{language}"]')
            for path in ("settings", "settings/sessions", "settings/keys"):
                self.console.open(path)
                self.browser.resize(1280)
                rows = set(self.browser.driver.execute_script(tops))
                assert len(rows) == 1, f"{path} in {language}: {rows}"
                self.browser.resize(390)
                self.no_overflow(f"{path} in {language}")
            self.shoot(f"settings-tabs-{language}")
        self.browser.click('.languages [value="en"]')
        self.browser.resize(1440)

    def check_the_overview_leads_to_what_is_missing(self):
        self.console.open("")
        assert "Users in total" in self.browser.text("#total")
        assert int(self.browser.text("#fact-signIns")) >= 0
        self.console.expect_accessible()
        self.shoot("overview")
        steps = [link.get_attribute("href") for link in self.browser.driver.find_elements("css selector", "#setup a")]
        for step in steps:
            self.browser.go(step)
            self.browser.shown("main h1")

    def check_a_new_app_has_its_file(self):
        self.console.open("settings/apps")
        self.choose("platform", "android")
        self.console.fill(displayName="Another app", packageName="com.example.another")
        self.console.press("#register-app .button-primary")
        self.console.expect_notice()
        link = self.browser.shown("a[download]").get_attribute("href")
        services = requests.get(link, timeout=30).json()
        assert services["project_info"]["project_id"] == self.project, services

    def check_a_service_accounts_key_is_shown_once(self):
        self.console.open("settings/service-accounts")
        self.console.fill(name="back-end")
        self.console.press("#create-account .button-primary")
        key = json.loads(self.browser.text("#secret"))
        assert key["type"] == "service_account" and key["project_id"] == self.project, key.keys()
        self.console.expect_accessible()
        self.console.press("#done")
        assert "PRIVATE KEY" not in self.browser.driver.page_source
        assert "back-end" in self.browser.text("main")

    def check_a_token_administers_until_it_is_deleted(self):
        self.console.open("settings/tokens")
        self.console.fill(name="script")
        self.console.press("#create-token .button-primary")
        token = self.browser.text("#secret")
        address = f"{self.base}/identitytoolkit.googleapis.com/v1/projects/{self.project}/accounts:query"
        headers = {"Authorization": f"Bearer {token}"}
        assert requests.post(address, json={}, headers=headers, timeout=30).status_code == 200
        self.console.press("#done")
        self.console.press("tbody .button-danger")
        self.console.press("#confirm")
        self.console.expect_notice()
        assert requests.post(address, json={}, headers=headers, timeout=30).status_code == 401

    def check_a_tenants_users_are_its_own(self):
        self.console.open("tenants/new")
        self.console.fill(name="Another company")
        self.console.press("#tenant-form .button-primary")
        self.console.expect_notice()
        tenant = self.browser.text("#tenant-id")
        self.console.press("#tenant-users")
        self.console.press("#new-user")
        self.console.fill(email="employee@example.com")
        self.console.press("#new-form .button-primary")
        self.console.expect_notice()
        self.console.open("users?q=employee%40example.com")
        self.browser.shown("#nothing-found")
        self.console.open(f"users?tenant={tenant}&q=employee%40example.com")
        assert len(self.console.rows("#users")) == 1

    def check_a_provider_is_added_by_its_discovery_address(self):
        self.console.open("methods/new/oidc")
        self.console.fill(address=f"{self.base}/lab/oidc")
        self.console.press("#discover-form button")
        assert self.browser.find('[name="issuer"]').get_attribute("value"), "nothing was found at the address"

    def preview(self):
        """What the frame of the preview says."""
        self.browser.driver.switch_to.frame(self.browser.find("iframe[name=preview]"))
        try:
            return self.browser.find("body").text
        finally:
            self.browser.driver.switch_to.default_content()

    def choose(self, name, value):
        self.browser.click(f'[name="{name}"] option[value="{value}"]')
