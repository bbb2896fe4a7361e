"""The inbox, in the words of a test."""

import contextlib
from urllib.parse import urlencode


class InboxPage:
    """Reads what the server sent, as a person does."""

    def __init__(self, browser, base):
        self.browser = browser
        self.base = base

    def open(self, **filters):
        self.browser.go(f"{self.base}/inbox?{urlencode(filters)}")
        self.browser.shown("#inbox-filter")

    def messages(self):
        """What the page shows of each message, in its order."""
        return self.browser.driver.execute_script(
            "return [...document.querySelectorAll('.message')].map((each) => ({kind: each.dataset.kind,"
            " to: each.querySelector('.message-meta strong').textContent,"
            " body: each.querySelector('.message-body').textContent,"
            " code: each.querySelector('[id^=code-]')?.textContent ?? null,"
            " link: each.querySelector('a[id^=link-]')?.href ?? null,"
            " html: each.querySelector('iframe')?.src ?? null}))"
        )

    def newest(self, to):
        """The newest message to somebody, read in a tab of its own."""
        with self.tab():
            self.open(to=to)
            found = self.messages()
        assert found, f"nothing was sent to {to}"
        return found[0]

    @contextlib.contextmanager
    def tab(self):
        driver = self.browser.driver
        home = driver.current_window_handle
        driver.switch_to.new_window("tab")
        try:
            yield
        finally:
            driver.close()
            driver.switch_to.window(home)
