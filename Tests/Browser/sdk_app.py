"""The page of the app with the official web SDK, in the words of a test."""

import json


class SDKApp:
    """Does what a person does in the app and at a provider, and reads what the app shows."""

    def __init__(self, browser, address):
        self.browser = browser
        self.address = address

    def open(self, forget=True):
        self.browser.go(self.address)
        self.ready()
        if forget:
            self.browser.forget()
            self.browser.forget_databases()
            self.browser.go(self.address)
            self.ready()

    def ready(self):
        self.browser.until(lambda: self.browser.find("html[data-ready]"), "the app to be ready")

    def press(self, operation, provider="google.com"):
        self.browser.fill("#provider", provider)
        self.browser.click(f"#{operation}")

    def in_popup(self, operation, provider, act):
        """Does an operation with a popup, in which `act` is called unless it is None; what the app shows in the
        end."""
        driver = self.browser.driver
        home = driver.current_window_handle
        self.press(operation, provider)
        others = lambda: [each for each in driver.window_handles if each != home]
        self.browser.until(lambda: others() or self.outcome(), "a popup")
        if act and others():
            driver.switch_to.window(others()[0])
            try:
                act()
            except Exception:
                driver.close()
                raise
            finally:
                driver.switch_to.window(home)
        result = self.result()
        self.browser.until(lambda: not others(), "the popup to close")
        return result

    def by_redirect(self, operation, provider, act):
        """Does an operation that leaves the page, for where `act` is called unless it is None; what the app shows when it is back."""
        self.press(operation, provider)
        if act:
            act()
        self.browser.until(lambda: self.browser.driver.current_url.startswith(self.address), "the app")
        self.ready()
        return self.result()

    def choose(self, person):
        return lambda: self.browser.click(f'button[name="person"][value="{person}"]')

    def deny(self):
        self.browser.click("#deny")

    def do(self, operation):
        self.press(operation)
        return self.result()

    def outcome(self):
        element = self.browser.find("#outcome")
        return json.loads(element.get_attribute("textContent") or "null") if element else None

    def result(self):
        return self.browser.until(self.outcome, "an outcome")

    def user(self):
        return json.loads(self.browser.text("#user"))

    def delete_user(self):
        result = self.do("deleteUser")
        assert result == {"operation": None}, result
