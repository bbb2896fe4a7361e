"""Whether everybody can use a page: by its labels, its landmarks, its contrast, its width, the keyboard."""

import dataclasses
import pathlib

from selenium.webdriver.common.keys import Keys

# In the order in which they use each other.
FILES = ["page", "structure", "controls", "layout", "colours", "focus"]
RULES = "\n".join(
    (pathlib.Path(__file__).parent / "rules" / f"{name}.js").read_text() for name in FILES
)

PHONE, DESK = 360, 1440
LIGHT, DARK = "light", "dark"
# Presses of Tab after which a stop is beyond its reach.
MOST_UNCOUNTED_STOPS = 60


@dataclasses.dataclass(frozen=True)
class Problem:
    """A defect: the rule's name, the element, what is wrong, and where it was seen."""

    rule: str
    where: str
    what: str
    look: str

    def __str__(self):
        return f"{self.rule}: {self.where} {self.what} ({self.look})"


class Accessibility:
    """Checks the page that the browser shows, and leaves it as it was, but for the focus."""

    def __init__(self, browser):
        self.browser = browser

    def problems(self, widths=(PHONE, DESK), schemes=(LIGHT, DARK)):
        """What is wrong with the page, each defect once, however often it shows."""
        found = {}
        for width in widths:
            self.browser.resize(width)
            for scheme in schemes:
                self.browser.prefer(scheme)
                for each in self._look(is_new=width == widths[0], is_first=scheme == schemes[0]):
                    problem = Problem(**each, look=f"{width} px, {scheme}")
                    found.setdefault((problem.rule, problem.where), problem)
        self.browser.prefer(LIGHT)
        return list(found.values())

    def layout_problems(self, width):
        """What does not fit."""
        self.browser.resize(width)
        look = f"{width} px"
        return [Problem(**each, look=look) for each in self._run("const close = openAll(); checkLayout(); close();")]

    def _look(self, is_new, is_first):
        """What is wrong at this width in these colours: what is the same at every width where the page is new, and
        what has nothing to do with colours the first time at the width."""
        closed, opened = [], ["checkColours", "checkFocusShows"]
        if is_first:
            closed = ["checkLayout", "checkFocusOrder"]
            opened += ["checkStructure", "checkControls", "checkLayout", "checkWords"]
        if is_new and is_first:
            self._press_tab()
            closed.append("checkFocusReached")
            opened.append("checkNames")
        first, then = ("".join(f"{check}();" for check in checks) for checks in (closed, opened))
        return self._run(f"{first} const close = openAll(); {then} close();")

    def _press_tab(self):
        """Goes through the page by the keyboard, from the first stop to the last, and not out of the page."""
        first, more = self._evaluate("const { first, more } = recordFocus(); first?.focus(); return [first, more];")
        if not first or not more:
            return
        first.send_keys(Keys.TAB * more)
        for _ in range(MOST_UNCOUNTED_STOPS):
            if self._evaluate("return isThrough();"):
                break
            self.browser.driver.switch_to.active_element.send_keys(Keys.TAB)

    def _run(self, checks):
        return self._evaluate(f"{checks} return found;")

    def _evaluate(self, script):
        return self.browser.driver.execute_script(f"{RULES}\n{script}")
