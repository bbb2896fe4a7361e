"""What every check has at hand."""

import json
import urllib.request

from console.accessibility import Accessibility
from inbox_page import InboxPage
from sample_page import SamplePage


class Checks:
    """Methods named `check_…` are run, in the order in which they are written; each begins signed out."""

    def __init__(self, base, browser, screenshots, secure=None):
        self.base = base
        self.secure = secure
        self.browser = browser
        self.page = SamplePage(browser, base)
        self.inbox = InboxPage(browser, base)
        self.screenshots = screenshots

    def close(self):
        """Ends what the checks have begun."""

    def shoot(self, name):
        if self.screenshots is None:
            return
        for width in (360, 1440):
            self.browser.resize(width)
            self.no_overflow(name)
            self.browser.screenshot(self.screenshots / f"{name}-{width}.png")
        self.browser.prefer("dark")
        self.browser.screenshot(self.screenshots / f"{name}-dark.png")
        self.browser.prefer("light")

    def advance_clock(self, seconds):
        """Lets the server's time pass: times in tokens are whole seconds, so that two of one second are equal."""
        self.order("PATCH", "emulator/v1/clock", {"advanceSeconds": seconds})

    def now(self):
        """The server's time, in seconds."""
        with urllib.request.urlopen(f"{self.base}/emulator/v1/clock", timeout=30) as answer:
            return int(json.load(answer)["now"]) // 1000

    def order_fault(self, provider, **fault):
        """Lets a provider of the lab misbehave once."""
        self.order("PUT", f"lab/control/faults/{provider}", fault)

    def order(self, method, path, message):
        request = urllib.request.Request(
            f"{self.base}/{path}",
            method=method,
            data=json.dumps(message).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            assert answer.status == 200

    def expect_accessible(self, *beside):
        """The page as it is now can be used by everybody, beside what some rules say."""
        problems = [each for each in Accessibility(self.browser).problems() if each.rule not in beside]
        self.browser.resize(1440)
        assert not problems, "\n".join(map(str, problems))

    def no_overflow(self, name):
        widths = "return [document.documentElement.scrollWidth, innerWidth]"
        content, window = self.browser.driver.execute_script(widths)
        assert content <= window, f"{name} is {content} px wide in a window of {window} px"
