"""Every page of the console, as it is found by links: accessible, in three languages, and by the keyboard."""

import functools

from checks import Checks
from console.accessibility import PHONE, Accessibility
from console.crawler import LANGUAGES, ROOT, Crawler
from console.seed import seed
from console.texts import Catalog


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
        problems, said = [], len(self.browser.messages())
        for page in self.pages:
            self.browser.go(self.base + page.path)
            problems += [f"{page.path}: {each}" for each in self.checker.problems()]
        problems += [f"the browser says: {each['message']}" for each in self.browser.messages()[said:]]
        assert not problems, "\n".join(problems)

    def check_every_page_says_everything_in_every_language(self):
        catalog, problems = Catalog(), []
        for page in self.pages:
            for language in LANGUAGES:
                text = self.crawler.read(page.path, language).text
                problems += [f"{page.path} in {language}: {each}" for each in catalog.problems(text, language)]
        assert not problems, "\n".join(problems)

    def check_every_page_fits_a_phone_in_the_language_of_the_longest_words(self):
        problems = []
        self.speak("vi")
        for page in self.pages:
            self.browser.go(self.base + page.path)
            found = self.checker.layout_problems(PHONE)
            problems += [f"{page.path}: {each}" for each in found]
        self.speak("en")
        assert not problems, "\n".join(problems)

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
