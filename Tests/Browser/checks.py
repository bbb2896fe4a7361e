"""What every check has at hand."""

from sample_page import SamplePage


class Checks:
    """Methods named `check_…` are run, in the order in which they are written; each begins signed out."""

    def __init__(self, base, browser, screenshots):
        self.base = base
        self.browser = browser
        self.page = SamplePage(browser, base)
        self.screenshots = screenshots

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

    def no_overflow(self, name):
        widths = "return [document.documentElement.scrollWidth, innerWidth]"
        content, window = self.browser.driver.execute_script(widths)
        assert content <= window, f"{name} is {content} px wide in a window of {window} px"
