"""The sample app's page, in the words of a test."""

import json


class SamplePage:
    """Does what a person does on the page, and reads what the page shows."""

    def __init__(self, browser, base):
        self.browser = browser
        self.base = base

    def open(self, forget=True):
        """Opens the page, without an earlier user unless told otherwise."""
        self.browser.go(self.base + "/sample")
        if forget:
            self.browser.forget()
            self.browser.go(self.base + "/sample")
        self.ready()

    def ready(self):
        self.browser.until(lambda: self.browser.find("html[data-ready]"), "the page to be ready")

    def choose(self, selector, person):
        """Presses a button that leads to a provider, and is that person there."""
        self.browser.click(selector)
        self.browser.click(f'button[name="person"][value="{person}"]')

    def use_native(self, provider, person):
        self.browser.fill("#native-person", person)
        self.browser.click(f"#native-{provider}")

    def password(self, email, password, button):
        self.browser.fill("#password-email", email)
        self.browser.fill("#password-password", password)
        self.browser.click(button)

    def phone(self, place, number, inbox):
        """Fills in one of the forms for a telephone number, with the code from the inbox."""
        self.browser.fill(f"#{place}-number", number)
        self.browser.click(f"#{place}-send")
        self.browser.shown(f"#{place}-code")
        self.code(place, inbox.newest(number)["code"])

    def code(self, place, code):
        self.browser.fill(f"#{place}-code", code)
        self.browser.click(f"#{place}-confirm")

    def factors(self):
        """The kinds of the second factors that the page shows."""
        return self.browser.driver.execute_script(
            "return [...document.querySelectorAll('#second-factors li[id]')].map((row) => row.dataset.kind)"
        )

    def expect_challenge(self):
        """Waits for the question for a second factor."""
        self.browser.until(
            lambda: self.browser.is_shown("#challenge") or self.browser.is_shown("#banner"), "a challenge"
        )
        assert self.browser.is_shown("#challenge"), self._message()

    def expect(self, outcome):
        """Waits for the message that an operation ended this way."""
        result = self._result()
        assert result == outcome, f"{result} ({self._message()}), not {outcome}"

    def expect_error(self):
        """Waits for an error; its wire code."""
        result = self._result()
        assert "notice-danger" in self.browser.find("#banner").get_attribute("class"), f"no error: {result}"
        return result

    def expect_conflict(self):
        """Waits for the conflict card; its wire code."""
        self.browser.until(
            lambda: self.browser.is_shown("#conflict") or self.browser.is_shown("#banner"), "a conflict"
        )
        assert self.browser.is_shown("#conflict"), self._message()
        return self.browser.text("#conflict-code")

    def account(self):
        self.browser.shown("#signed-in")
        rows = self.browser.driver.execute_script(
            "return [...document.querySelectorAll('#linked-providers li[id]')].map((row) => row.id)"
        )
        return {
            "uid": self.browser.text("#account-uid"),
            "name": self.browser.text("#account-name"),
            "linked": sorted(row.removeprefix("linked-") for row in rows),
        }

    def claims(self):
        return json.loads(self.browser.text("#token-claims"))

    def header(self):
        return json.loads(self.browser.text("#token-header"))

    def sign_out(self):
        self.browser.click("#sign-out")
        self.expect("signedOut")
        self.browser.shown("#signed-out")

    def delete_account(self):
        self.browser.click("#delete-account")
        self.browser.click("#delete-confirm")
        self.expect("deleted")
        self.browser.shown("#signed-out")

    def _result(self):
        """The outcome in the banner, taken away so that the next one is not mistaken for it."""

        def settled():
            if self.browser.is_shown("#conflict"):
                return "conflict " + self.browser.text("#conflict-code")
            banner = self.browser.find("#banner")
            return banner.get_attribute("data-result") if banner and banner.is_displayed() else None

        result = self.browser.until(settled, "an outcome")
        self.browser.driver.execute_script("delete document.getElementById('banner').dataset.result")
        return result

    def _message(self):
        return f'{self.browser.text("#banner-text")} {self.browser.text("#banner-code")}'.strip()
