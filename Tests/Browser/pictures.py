"""Takes a picture of each page of a development server but the console's, for somebody to look at.

    python pictures.py http://127.0.0.1:9099 FOLDER

Each is there as on a phone and on a desk, in the light and in the dark: `NAME-360-light.png`. The server should be
fresh.
"""

import argparse
import pathlib
import sys

from browser import Browser
from console.accessibility import DARK, DESK, LIGHT, PHONE
from console.seed import seed
from inbox_page import InboxPage
from sample_page import SamplePage

EMAIL = "ada.lovelace@example.com"
PASSWORD = "correct horse"


class Pictures:
    def __init__(self, base, folder):
        self.base = base
        self.folder = folder
        self.browser = Browser()
        self.page = SamplePage(self.browser, base)
        self.inbox = InboxPage(self.browser, base)

    def take(self, name):
        for width in (PHONE, DESK):
            self.browser.resize(width)
            # As high as the page is: what is out of sight is not drawn in frames.
            height = self.browser.driver.execute_script("return document.documentElement.scrollHeight")
            self.browser.resize(width, max(900, height))
            self.browser.driver.execute_script("scrollTo(0, 0)")
            for scheme in (LIGHT, DARK):
                self.browser.prefer(scheme)
                self.browser.screenshot(self.folder / f"{name}-{width}-{scheme}.png")
        self.browser.prefer(LIGHT)
        self.browser.resize(DESK)
        print(name, flush=True)

    def all(self):
        self.home()
        self.lab()
        self.sample()
        self.second_factors()
        self.inbox_pages()

    def home(self):
        self.browser.go(self.base + "/")
        self.take("home")

    def lab(self):
        self.browser.go(self.base + "/lab")
        self.take("lab")
        for provider in ("apple.com", "google.com"):
            self.page.open()
            self.browser.click(f"#sign-in-{provider}")
            self.browser.shown("#deny")
            self.take(f"lab-{provider}")
            self.browser.click("#faults > summary")
            self.browser.click(".fault-group > summary")
            self.take(f"lab-{provider}-faults")
        self.browser.click("#fault-wrong-signature")
        self.page.ready()
        self.browser.shown("#banner")
        self.take("sample-fault")

    def sample(self):
        self.page.open()
        self.take("sample")
        self.browser.fill("#sign-in-phone-number", "+1 555 123 4567")
        self.browser.click("#sign-in-phone-send")
        self.browser.shown("#sign-in-phone-code")
        self.take("sample-phone")
        self.browser.fill("#mail-link-email", "link@example.com")
        self.browser.click("#mail-link-send")
        self.page.expect("signInLinkSent")
        self.take("sample-link-sent")
        self.page.choose("#sign-in-google.com", "grace")
        self.page.expect("created")
        self.take("sample-provider")
        self.page.sign_out()

    def second_factors(self):
        self.page.password(EMAIL, PASSWORD, "#password-sign-up")
        self.page.expect("created")
        self.take("sample-password")
        self.browser.click("#verify-email")
        self.page.expect("verificationSent")
        self.browser.go(self.inbox.newest(EMAIL)["link"])
        self.page.ready()
        self.browser.click("#enrol-phone-part summary")
        self.browser.click("#enrol-totp-part summary")
        self.browser.click("#enrol-totp-start")
        self.browser.shown(".qr-code")
        self.take("sample-totp")
        self.page.phone("enrol-phone", "+15551234567", self.inbox)
        self.page.expect("enrolled")
        self.take("sample-enrolled")
        self.page.sign_out()
        self.page.password(EMAIL, PASSWORD, "#password-sign-in")
        self.page.expect_challenge()
        self.browser.click("#challenge-factors button")
        self.browser.shown("#challenge-code")
        self.take("sample-challenge")

    def inbox_pages(self):
        seed(self.base)
        self.inbox.open()
        self.take("inbox")
        self.inbox.open(kind="sms")
        self.take("inbox-sms")
        self.inbox.open(to="nobody")
        self.take("inbox-empty")


def main():
    parser = argparse.ArgumentParser(description="Takes a picture of each page of a development server.")
    parser.add_argument("base", help="the server's address, such as http://127.0.0.1:9099")
    parser.add_argument("folder", type=pathlib.Path, help="where the pictures go")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    pictures = Pictures(arguments.base.rstrip("/"), arguments.folder)
    try:
        pictures.all()
    finally:
        pictures.browser.close()


if __name__ == "__main__":
    sys.exit(main())
