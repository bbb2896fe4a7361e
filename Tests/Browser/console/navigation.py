"""The way around the console without a mouse."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from checks import Checks
from console.accessibility import DESK, PHONE
from console.crawler import ROOT

MOST_STOPS = 60


class NavigationChecks(Checks):
    """Everything around a page answers to the keyboard."""

    def check_the_first_stop_skips_to_the_content(self):
        self.open(DESK)
        self.press(Keys.TAB)
        self.press(Keys.ENTER)
        assert self.focused("id") == "main", self.focused("outerHTML")
        self.press(Keys.TAB)
        assert self.is_in("main"), f"{self.focused('outerHTML')} comes after the content's beginning"

    def check_the_menu_of_a_phone_opens_and_leads_on_by_keyboard(self):
        self.open(PHONE)
        assert not self.browser.is_shown(".console-sidebar"), "the menu of a desk shows on a phone"
        self.tab_to(".console-menu summary")
        self.press(Keys.ENTER)
        self.browser.shown(".console-menu a")
        self.follow(".console-menu li:last-child a")
        self.browser.resize(DESK)

    def check_the_menu_of_a_desk_leads_on_by_keyboard(self):
        self.open(DESK)
        assert not self.browser.is_shown(".console-menu"), "the menu of a phone shows on a desk"
        self.follow(".console-sidebar li:last-child a")

    def check_the_projects_are_switched_by_keyboard(self):
        self.open(DESK)
        self.tab_to(".switcher summary")
        self.press(Keys.SPACE)
        self.follow(f'.switcher a[href="{ROOT}"]', "true")

    def check_the_language_is_chosen_by_keyboard_and_the_page_stays(self):
        self.open(DESK)
        here = self.browser.driver.current_url
        for language in ("vi", "en"):
            self.tab_to(f'button[name="language"][value="{language}"]')
            self.press(Keys.ENTER)
            self.browser.until(lambda: self.browser.find(f'html[lang="{language}"]'), f"the page in {language}")
            assert self.browser.driver.current_url == here
            chosen = self.browser.find(".languages [aria-current]").get_attribute("value")
            assert chosen == language, chosen

    def open(self, width):
        """The first page of the development server's project."""
        self.browser.resize(width)
        self.browser.go(self.base + ROOT)
        self.browser.click("main .tile a")
        self.browser.shown("#project-id")
        # Clicking has left the focus where it was clicked; a page that is opened begins at its top.
        self.browser.go(self.browser.driver.current_url)

    def press(self, key):
        ActionChains(self.browser.driver).send_keys(key).perform()

    def tab_to(self, selector):
        wanted = self.browser.shown(selector)
        for _ in range(MOST_STOPS):
            self.press(Keys.TAB)
            if self.browser.driver.switch_to.active_element == wanted:
                return
        raise AssertionError(f"Tab does not reach {selector}")

    def follow(self, selector, current="page"):
        """Goes on by a link, to a page that says in the same place that it is the one."""
        target = self.browser.shown(selector).get_attribute("href")
        self.tab_to(selector)
        self.press(Keys.ENTER)
        self.browser.until(lambda: self.browser.driver.current_url == target, f"the way to {target}")
        link = self.browser.find(selector)
        assert link.get_attribute("aria-current") == current, "the place is not marked in the menu"

    def focused(self, attribute):
        return self.browser.driver.switch_to.active_element.get_attribute(attribute)

    def is_in(self, selector):
        script = "return Boolean(document.activeElement.closest(arguments[0]))"
        return self.browser.driver.execute_script(script, selector)
