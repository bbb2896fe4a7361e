"""The pages themselves, and what the browser saw while they were used."""

import json
import urllib.request
from urllib.parse import urlparse

from selenium.webdriver.common.keys import Keys

from checks import Checks

# This machine; the last is for pages of hosts that no project knows.
HOSTS = ("localhost", "127.0.0.1", "127.0.0.2")


class PageChecks(Checks):
    """The pages open, name things and can be used with the keyboard."""

    def check_home_names_the_project_and_every_sdk(self):
        self.browser.go(self.base + "/")
        assert self.browser.text("#project-id") and self.browser.text("#api-key")
        port = str(urlparse(self.base).port)
        for snippet in ("js", "swift", "android", "flutter", "cpp", "admin", "curl"):
            assert port in self.browser.text(f"#snippet-{snippet}"), snippet
        for link in self.browser.driver.find_elements("css selector", "main a[href]"):
            with urllib.request.urlopen(link.get_attribute("href"), timeout=10) as response:
                assert response.status == 200, link.get_attribute("href")
        self.shoot("home")
        self.browser.click("#open-sample")
        self.browser.shown("#signed-out")

    def check_pages_lead_to_each_other(self):
        pages = {"/", "/sample", "/lab", "/inbox", "/console"}
        for page in sorted(pages):
            self.browser.go(self.base + page)
            links = self.browser.driver.execute_script(
                "return [...document.querySelectorAll('a[href]')].map((each) => new URL(each.href).pathname)"
            )
            assert pages - {page} <= set(links), f"{page} does not lead to {pages - {page} - set(links)}"

    def check_inbox_opens(self):
        self.browser.go(self.base + "/")
        self.browser.click('.site-nav a[href$="inbox"]')
        assert self.browser.text("h1") == "Inbox"
        self.shoot("inbox")

    def check_sample_page_has_labels_and_landmarks(self):
        self.page.open()
        self.shoot("sample-signed-out")
        unnamed = self.browser.driver.execute_script(
            "return [...document.querySelectorAll('button, input, a')].filter((e) => e.checkVisibility())"
            ".filter((e) => !(e.textContent.trim() || e.ariaLabel || e.labels?.length)).map((e) => e.outerHTML)"
        )
        assert unnamed == [], unnamed
        for selector in ("main", "nav[aria-label]", "h1", ".skip-link"):
            assert self.browser.find(selector), selector
        self.expect_accessible()

    def check_keyboard_reaches_the_first_provider(self):
        self.page.open()
        body = self.browser.find("body")
        for _ in range(12):
            body.send_keys(Keys.TAB)
            body = self.browser.driver.switch_to.active_element
            if body.get_attribute("id") == "sign-in-apple.com":
                break
        assert body.get_attribute("id") == "sign-in-apple.com", body.get_attribute("outerHTML")
        assert body.value_of_css_property("outline-style") != "none", "the focus does not show"
        body.send_keys(Keys.ENTER)
        self.browser.shown("#deny")


class DefenceChecks(Checks):
    """The web flow refuses what was not begun here or leads elsewhere."""

    def check_callback_that_was_not_started_here_is_refused(self):
        self.page.open()
        self.browser.click("#sign-in-facebook.com")
        self.browser.shown("#deny")
        home = self.browser.driver.current_window_handle
        self.browser.go(self.base + "/sample")
        self.browser.driver.execute_script("sessionStorage.removeItem('firebase:oauthHelperState')")
        self.browser.driver.back()
        self.browser.click('button[name="person"][value="katherine"]')
        self.browser.until(
            lambda: "not started in this browser" in self.browser.text("#handler-message"), "the refusal"
        )
        self.shoot("handler-refused")
        assert self.browser.driver.current_window_handle == home
        self.page.open(forget=False)
        assert self.browser.is_shown("#signed-out")

    def check_answer_of_a_flow_without_a_page_reaches_no_page(self):
        self.page.open()
        key = self.browser.driver.execute_script(
            "return JSON.parse(document.getElementById('page-data').textContent).apiKey")
        self.browser.click("#sign-in-facebook.com")
        self.browser.shown("#deny")
        # The tab has stored a flow. The answer is that of another one, which a program began.
        request = urllib.request.Request(
            f"{self.base}/identitytoolkit.googleapis.com/v1/accounts:createAuthUri?key={key}",
            json.dumps({"providerId": "facebook.com", "continueUri": self.base + "/__/auth/handler"}).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=10) as response:
            address = json.load(response)["authUri"]
        self.browser.go(address)
        self.browser.click('button[name="person"][value="katherine"]')
        self.browser.until(lambda: "goes on by itself" in self.browser.text("#handler-message"), "the end")
        assert self.browser.driver.execute_script("return sessionStorage.getItem('firebase:oauthHelperState')")
        self.page.open(forget=False)
        assert self.browser.is_shown("#signed-out")

    def check_unregistered_redirect_is_refused(self):
        self.browser.go(
            f"{self.base}/__/auth/handler?apiKey=any&appName=%5BDEFAULT%5D&authType=signInViaRedirect"
            "&providerId=google.com&v=1&redirectUrl=https%3A%2F%2Fattacker.example%2F"
        )
        self.browser.shown("#handler-message")
        assert urlparse(self.browser.driver.current_url).netloc == urlparse(self.base).netloc
        assert self.browser.find("#page-data") is None, "the flow was started"
        self.shoot("handler-error")


class BrowserChecks(Checks):
    """What the browser itself recorded; last, because it looks back at all the rest."""

    def check_nothing_left_the_machine_and_the_console_is_clean(self):
        inside, outside = set(), set()
        for entry in self.browser.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            url = urlparse(message["params"]["request"]["url"])
            if url.scheme not in ("http", "https", "ws", "wss"):
                continue
            (inside if url.hostname in HOSTS else outside).add(url.geturl())
        assert inside, "the browser's record of requests is empty"
        assert outside == set(), outside
        complaints = [
            entry["message"] for entry in self.browser.messages() if is_complaint(entry)
        ]
        assert complaints == [], "\n".join(complaints)


def is_complaint(entry):
    """Whether a console message is more than the browser's note that a request was answered with an error."""
    if entry["level"] not in ("SEVERE", "WARNING"):
        return False
    # What a check with a page of a foreign host is there to bring about.
    if "violates the following Content Security Policy directive: \"frame-ancestors" in entry["message"]:
        return False
    if "127.0.0.2 an authorized domain of the project?" in entry["message"]:
        return False
    # The SDK closes a popup that has lost its opener.
    if "Unsafe attempt to initiate navigation" in entry["message"] and "/auth/handler?" in entry["message"]:
        return False
    # Pages of a server for real users that an administrator of one project tries to see.
    hidden = ("/console/p/other-app", "/console/administrators ", "/console/openid ")
    is_refusal = entry["message"].startswith("https://localhost:") and any(
        f"the server responded with a status of {status}" in entry["message"] for status in (403, 404))
    if is_refusal and any(part in entry["message"] for part in hidden):
        return False
    # The last are forms that are filled in wrongly, and links that were followed before.
    expected = (
        "accounts:", "accounts/mfa", "accounts/passkey", "securetoken.googleapis.com", "/auth/handler", "/auth/saml/",
        "/console/", "/emulator/action?",
    )
    is_answer = "Failed to load resource: the server responded with a status of 400" in entry["message"]
    return not (is_answer and any(part in entry["message"] for part in expected))
