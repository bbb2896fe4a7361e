"""The console, in the words of a test."""

from console.accessibility import Accessibility
from console.crawler import ROOT


class Administrator:
    """Opens pages of a project's console, fills in its forms, and reads what comes of it."""

    def __init__(self, browser, base, project):
        self.browser = browser
        self.base = f"{base}{ROOT}/p/{project}"
        self.checker = Accessibility(browser)

    def open(self, path):
        self.browser.go(f"{self.base}/{path}")
        self.browser.shown("main h1")

    def fill(self, **fields):
        """What is typed and chosen in the form of the page, by the names of its fields."""
        for name, value in fields.items():
            if isinstance(value, bool):
                self._tick(name, value)
            else:
                self.browser.fill(f'[name="{name}"]', value)

    def _tick(self, name, is_on):
        box = self.browser.shown(f'input[name="{name}"]')
        if box.is_selected() != is_on:
            self.browser.click(f'label[for="{box.get_attribute("id")}"]')
        assert box.is_selected() == is_on, f"{name} does not change by its label"

    def press(self, selector):
        """Sends a form, and waits for the page that answers."""
        before = self.browser.find("html")
        self.browser.click(selector)
        self.browser.until(lambda: self.browser.find("html") != before and self.browser.find("main h1"), "the answer")

    def expect_notice(self):
        """The page says that something was done."""
        problem = self.browser.find("#problem")
        assert problem is None, problem.text
        return self.browser.text("#notice")

    def expect_problem(self):
        """The page says what was wrong with the form."""
        return self.browser.text("main #problem[role=alert]")

    def expect_accessible(self):
        """The page as it is now, which no link may lead to."""
        problems = self.checker.problems()
        assert not problems, "\n".join(map(str, problems))

    def rows(self, table):
        """The words of each row, as they are read."""
        script = "return [...document.querySelectorAll(arguments[0])].map((row) => row.innerText)"
        return self.browser.driver.execute_script(script, f"{table} tbody tr")
