"""Every page of the console, as it is found by links: accessible, in three languages, and by the keyboard."""

import functools

from checks import Checks
from console.accessibility import PHONE, Accessibility
from console.crawler import LANGUAGES, ROOT, Crawler
from console.seed import seed
from console.texts import Catalog
from page_checks import is_complaint


class Findings:
    """What is wrong, each thing once with the pages that have it: much is on every page."""

    def __init__(self):
        self.pages = {}

    def add(self, page, problems):
        for problem in map(str, problems):
            self.pages.setdefault(problem, []).append(page)

    def __bool__(self):
        return bool(self.pages)

    def __str__(self):
        return "\n".join(
            f"{problem}: {pages[0]}" + (f" and {len(pages) - 1} more" if len(pages) > 1 else "")
            for problem, pages in self.pages.items()
        )


class CrawlChecks(Checks):
    """What holds for every page."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.crawler = Crawler(self.base)
        self.checker = Accessibility(self.browser)

    def check_every_link_of_the_console_leads_somewhere(self):
        broken = [f"{page.status} {page.path}" for page in self.everything if page.status != 200]
        assert not broken, "\n".join(broken)
        assert len(self.pages) > 1, "nothing is linked"

    def check_every_page_is_accessible_in_every_light_and_width(self):
        problems, said = Findings(), len(self.browser.messages())
        for page in self.sorts:
            self.browser.go(self.base + page.path)
            problems.add(page.path, self.checker.problems())
        complaints = filter(is_complaint, self.browser.messages()[said:])
        problems.add("some page", [f"the browser says: {each['message']}" for each in complaints])
        assert not problems, problems

    def check_every_page_says_everything_in_every_language(self):
        catalog, problems = Catalog(), Findings()
        for page in self.pages:
            for language in LANGUAGES:
                text = self.crawler.read(page.path, language).text
                problems.add(f"{page.path} in {language}", catalog.problems(text, language))
        assert not problems, problems

    def check_every_page_fits_a_phone_in_the_language_of_the_longest_words(self):
        problems = Findings()
        self.speak("vi")
        for page in self.sorts:
            self.browser.go(self.base + page.path)
            problems.add(page.path, self.checker.layout_problems(PHONE))
        self.speak("en")
        assert not problems, problems

    def speak(self, language):
        self.browser.go(self.base + ROOT)
        self.browser.click(f'button[name="language"][value="{language}"]')
        self.browser.until(lambda: self.browser.find(f'html[lang="{language}"]'), f"the page in {language}")

    @functools.cached_property
    def everything(self):
        """What links lead to, with something to show on it."""
        seed(self.base)
        return list(self.crawler.pages())

    @property
    def pages(self):
        return [page for page in self.everything if page.is_of_console]

    @property
    def sorts(self):
        """A page of each sort, to be looked at more closely."""
        sorts = {}
        for page in self.pages:
            sorts.setdefault(page.sort, page)
        return sorts.values()
