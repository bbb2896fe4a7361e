"""Walks through the pages of a running `latchkey dev` as a newcomer would.

    python walk.py http://127.0.0.1:9099 [--screenshots DIR]

Prints a line for each check and `N passed, N failed` at the end; the exit code is 1 if one failed.
The server should be fresh: the walk expects that nobody of the lab has an account.
"""

import argparse
import json
import pathlib
import sys
import traceback
from urllib.parse import urlparse

from selenium.webdriver.common.keys import Keys

from browser import Browser
from sample_page import SamplePage

FEDERATED = {
    "apple.com": "katherine",
    "facebook.com": "katherine",
    "github.com": "katherine",
    "google.com": "grace",
    "oidc.lab": "katherine",
}


class Walk:
    """The checks, in the order in which they run. Each begins signed out."""

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

    # Pages

    def check_home_names_the_project_and_every_sdk(self):
        self.browser.go(self.base + "/")
        assert self.browser.text("#project-id") and self.browser.text("#api-key")
        port = str(urlparse(self.base).port)
        for snippet in ("js", "swift", "android", "flutter", "cpp", "admin", "curl"):
            assert port in self.browser.text(f"#snippet-{snippet}"), snippet
        self.shoot("home")
        self.browser.click("#open-sample")
        self.browser.shown("#signed-out")

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

    # Each provider

    def sign_in_with(self, provider):
        person = FEDERATED[provider]
        self.page.open()
        self.page.choose(f"#sign-in-{provider}", person)
        self.page.expect("created")
        account = self.page.account()
        assert account["linked"] == [provider], account
        claims = self.page.claims()
        assert claims["firebase"]["sign_in_provider"] == provider, claims
        assert provider in claims["firebase"]["identities"], claims
        assert claims["sub"] == account["uid"] == claims["user_id"], claims
        assert self.page.header()["alg"] == "RS256"
        assert json.loads(self.browser.text("#raw-user-info")), "the provider's profile is empty"
        self.shoot(f"signed-in-{provider}")

        uid = account["uid"]
        self.page.sign_out()
        self.page.choose(f"#sign-in-{provider}", person)
        self.page.expect("signedIn")
        assert self.page.account()["uid"] == uid, "the second sign-in is another user"
        self.page.delete_account()

    def check_apple(self):
        self.sign_in_with("apple.com")

    def check_facebook(self):
        self.sign_in_with("facebook.com")

    def check_github(self):
        self.sign_in_with("github.com")

    def check_google(self):
        self.sign_in_with("google.com")

    def check_openid(self):
        self.sign_in_with("oidc.lab")

    def native_sign_in(self, provider):
        self.page.open()
        self.page.use_native(provider, "katherine")
        self.page.expect("created")
        assert self.page.account()["linked"] == [provider]
        assert self.page.claims()["firebase"]["sign_in_provider"] == provider
        uid = self.page.account()["uid"]
        self.page.sign_out()
        self.page.choose(f"#sign-in-{provider}", "katherine")
        self.page.expect("signedIn")
        assert self.page.account()["uid"] == uid, "the web and the native credential name different users"
        self.page.delete_account()

    def check_facebook_limited_login(self):
        self.native_sign_in("facebook.com")

    def check_apple_native(self):
        self.native_sign_in("apple.com")

    def check_denial_is_said_and_makes_no_account(self):
        for provider in FEDERATED:
            self.page.open()
            self.browser.click(f"#sign-in-{provider}")
            self.browser.click("#deny")
            code = self.page.expect_error()
            assert code == "USER_CANCELLED", f"{provider}: {code}"
            assert self.browser.is_shown("#signed-out")
        self.shoot("denied")

    # One account, several providers

    def check_second_provider_is_linked_and_unlinked(self):
        self.page.open()
        self.page.choose("#sign-in-apple.com", "ada")
        self.page.expect("created")
        uid = self.page.account()["uid"]
        self.page.choose("#link-github.com", "ada")
        self.page.expect("linked")
        account = self.page.account()
        assert account["linked"] == ["apple.com", "github.com"] and account["uid"] == uid, account
        assert set(self.page.claims()["firebase"]["identities"]) >= {"apple.com", "github.com"}
        self.shoot("linked")
        self.browser.click("#unlink-github.com")
        self.page.expect("unlinked")
        assert self.page.account()["linked"] == ["apple.com"]
        self.page.delete_account()

    def check_link_of_another_users_provider_is_resolved_with_the_credential(self):
        self.page.open()
        self.page.choose("#sign-in-facebook.com", "katherine")
        self.page.expect("created")
        owner = self.page.account()["uid"]
        self.page.sign_out()
        self.page.choose("#sign-in-github.com", "siobhan")
        self.page.expect("created")
        other = self.page.account()["uid"]
        self.page.choose("#link-facebook.com", "katherine")
        assert self.page.expect_conflict() == "FEDERATED_USER_ID_ALREADY_LINKED"
        assert self.page.account()["uid"] == other, "the conflict changed the user"
        self.shoot("conflict-linked-elsewhere")
        self.browser.click("#conflict-use-credential")
        self.page.expect("signedIn")
        assert self.page.account()["uid"] == owner
        self.page.delete_account()
        self.page.choose("#sign-in-github.com", "siobhan")
        self.page.expect("signedIn")
        self.page.delete_account()

    def check_link_of_an_address_in_use_is_resolved_with_the_credential(self):
        self.page.open()
        self.page.choose("#sign-in-github.com", "ada")
        self.page.expect("created")
        owner = self.page.account()["uid"]
        self.page.sign_out()
        self.page.choose("#sign-in-github.com", "siobhan")
        self.page.expect("created")
        self.page.choose("#link-apple.com", "ada")
        assert self.page.expect_conflict() == "EMAIL_EXISTS"
        # Apple proves the address, so the returned credential merges into the account that has it.
        self.browser.click("#conflict-use-credential")
        self.page.expect("signedIn")
        account = self.page.account()
        assert account["uid"] == owner and "apple.com" in account["linked"], account
        self.page.delete_account()
        self.page.choose("#sign-in-github.com", "siobhan")
        self.page.expect("signedIn")
        self.page.delete_account()

    def check_unproved_address_signs_in_the_old_way_then_links(self):
        self.page.open()
        self.page.choose("#sign-in-apple.com", "ada")
        self.page.expect("created")
        uid = self.page.account()["uid"]
        self.page.sign_out()
        self.page.choose("#sign-in-facebook.com", "ada")
        assert self.page.expect_conflict() == "NEED_CONFIRMATION"
        assert "Apple" in self.browser.text("#conflict-owners")
        assert self.browser.is_shown("#signed-out"), "the unproved address signed somebody in"
        self.shoot("conflict-need-confirmation")
        self.page.choose("#conflict-sign-in-apple.com", "ada")
        self.page.expect("linked")
        account = self.page.account()
        assert account["uid"] == uid and account["linked"] == ["apple.com", "facebook.com"], account
        self.page.delete_account()

    def check_unproved_address_of_a_password_account_signs_in_then_links(self):
        self.page.open()
        self.page.password("ada@example.com", "correct horse", "#password-sign-up")
        self.page.expect("created", "signedIn")
        self.page.sign_out()
        self.page.choose("#sign-in-facebook.com", "ada")
        assert self.page.expect_conflict() == "NEED_CONFIRMATION"
        self.browser.click("#conflict-sign-in-password")
        self.page.password("ada@example.com", "correct horse", "#password-sign-in")
        self.page.expect("linked")
        assert self.page.account()["linked"] == ["facebook.com", "password"]
        self.page.delete_account()

    def check_reauthentication_knows_the_person(self):
        self.page.open()
        self.page.choose("#sign-in-apple.com", "katherine")
        self.page.expect("created")
        self.page.sign_out()
        self.page.choose("#sign-in-apple.com", "hedy")
        self.page.expect("created")
        uid, token = self.page.account()["uid"], self.browser.text("#token-raw")
        self.page.choose("#reauthenticate-apple.com", "hedy")
        self.page.expect("reauthenticated")
        assert self.page.account()["uid"] == uid
        assert self.browser.text("#token-raw") != token, "reauthentication brought no new token"
        token = self.browser.text("#token-raw")
        # Katherine has an account, Siobhán has none.
        for stranger in ("katherine", "siobhan"):
            self.page.choose("#reauthenticate-apple.com", stranger)
            assert self.page.expect_error() == "USER_MISMATCH"
            assert self.page.account()["uid"] == uid
            assert self.browser.text("#token-raw") == token, "another person's sign-in was taken"
        self.shoot("reauthentication-mismatch")
        self.page.delete_account()
        self.page.choose("#sign-in-apple.com", "katherine")
        self.page.expect("signedIn")
        self.page.delete_account()
        self.page.choose("#sign-in-apple.com", "siobhan")
        self.page.expect("created")
        self.page.delete_account()

    # Without a provider

    def check_password(self):
        self.page.open()
        self.page.password("newcomer@example.com", "short", "#password-sign-up")
        assert self.page.expect_error() == "WEAK_PASSWORD"
        self.page.password("newcomer@example.com", "correct horse", "#password-sign-up")
        self.page.expect("created", "signedIn")
        assert self.page.account()["linked"] == ["password"]
        self.page.sign_out()
        self.page.password("newcomer@example.com", "wrong horse", "#password-sign-in")
        assert self.page.expect_error() in ("INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD")
        self.page.password("newcomer@example.com", "correct horse", "#password-sign-in")
        self.page.expect("signedIn")
        self.browser.click("#reauthenticate-password")
        self.browser.fill("#reauth-password", "correct horse")
        self.browser.click("#reauth-confirm")
        self.page.expect("reauthenticated")
        self.page.delete_account()

    def check_guest_becomes_a_password_account(self):
        self.page.open()
        self.browser.click("#sign-in-anonymous")
        self.page.expect("created", "signedIn")
        account = self.page.account()
        assert account["linked"] == [], account
        assert self.page.claims()["firebase"]["sign_in_provider"] == "anonymous"
        self.shoot("guest")
        self.browser.click("#link-password-part summary")
        self.browser.fill("#link-email", "guest@example.com")
        self.browser.fill("#link-password", "correct horse")
        self.browser.click("#link-password-submit")
        self.page.expect("linked")
        upgraded = self.page.account()
        assert upgraded["uid"] == account["uid"] and upgraded["linked"] == ["password"], upgraded
        self.page.delete_account()

    def check_session_survives_a_reload_and_a_refresh(self):
        self.page.open()
        self.browser.click("#sign-in-anonymous")
        self.page.expect("created", "signedIn")
        uid = self.page.account()["uid"]
        self.page.open(forget=False)
        assert self.page.account()["uid"] == uid
        self.browser.click("#token-refresh")
        self.page.expect("refreshed")
        assert self.page.claims()["sub"] == uid
        self.page.delete_account()
        self.page.open(forget=False)
        assert self.browser.is_shown("#signed-out")

    # The web flow's own defences

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

    def check_unregistered_redirect_is_refused(self):
        self.browser.go(
            f"{self.base}/__/auth/handler?apiKey=any&appName=%5BDEFAULT%5D&authType=signInViaRedirect"
            "&providerId=google.com&v=1&redirectUrl=https%3A%2F%2Fattacker.example%2F"
        )
        self.browser.shown("#handler-message")
        assert urlparse(self.browser.driver.current_url).netloc == urlparse(self.base).netloc
        assert self.browser.find("#page-data") is None, "the flow was started"
        self.shoot("handler-error")

    # What the browser itself saw; last, because it looks back at all the rest

    def check_nothing_left_the_machine_and_the_console_is_clean(self):
        outside = set()
        for entry in self.browser.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            url = urlparse(message["params"]["request"]["url"])
            if url.scheme not in ("http", "https", "ws", "wss"):
                continue
            if url.hostname not in ("127.0.0.1", "localhost", "::1"):
                outside.add(url.geturl())
        assert outside == set(), outside
        complaints = [entry["message"] for entry in self.browser.driver.get_log("browser") if is_complaint(entry)]
        assert complaints == [], "\n".join(complaints)


def is_complaint(entry):
    """Whether a console message is more than the browser's note that a request was answered with an error."""
    if entry["level"] not in ("SEVERE", "WARNING"):
        return False
    expected = ("accounts:", "securetoken.googleapis.com", "/__/auth/handler?")
    is_answer = "Failed to load resource: the server responded with a status of 400" in entry["message"]
    return not (is_answer and any(part in entry["message"] for part in expected))


def main():
    parser = argparse.ArgumentParser(description="Walks through the pages of a running latchkey dev.")
    parser.add_argument("base", help="the server's address, such as http://127.0.0.1:9099")
    parser.add_argument("--screenshots", type=pathlib.Path, help="a directory for pictures of each page")
    parser.add_argument("--only", help="run the checks whose name contains this")
    arguments = parser.parse_args()
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)

    browser = Browser()
    passed = failed = 0
    try:
        walk = Walk(arguments.base.rstrip("/"), browser, arguments.screenshots)
        for name in [name for name in Walk.__dict__ if name.startswith("check_")]:
            title = name.removeprefix("check_").replace("_", " ")
            if arguments.only and arguments.only not in title:
                continue
            try:
                getattr(walk, name)()
                passed += 1
                print(f"ok      {title}", flush=True)
            except Exception as error:  # A failed check must not keep the others from running.
                failed += 1
                print(f"FAILED  {title}: {error}", flush=True)
                traceback.print_exc()
                if arguments.screenshots:
                    browser.driver.save_screenshot(str(arguments.screenshots / f"failed-{name}.png"))
    finally:
        browser.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
