"""An administrator gives the project a look, and somebody who opens a mailed link sees it."""

import pathlib
import struct
import tempfile
import zlib

from checks import Checks
from console.administrator import Administrator
from console.seed import Project

NAME, COLOUR = "Teahouse <Kyōto>", "#1a56db"
LINKS = {"termsURL": "https://example.com/terms", "privacyURL": "https://example.com/privacy"}


class BrandingJourney(Checks):
    """Name, logo, colour and links, from the form to the page that users see."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.project = Project(self.base)
        self.console = Administrator(self.browser, self.base, self.project.id)

    def check_a_look_is_previewed_and_shown_to_users(self):
        self.console.open("settings/branding")
        self.console.expect_accessible()
        self.console.fill(name=NAME, colour=COLOUR, **LINKS)
        self.save(logo=("logo.png", png(48, 24)))
        self.console.expect_notice()
        self.console.expect_accessible()
        self.shoot("settings-branding")
        text, image = self.preview()
        assert NAME in text, text
        assert image == (48, 24), image
        self.browser.go(self.link())
        assert self.browser.text(".action-app") == NAME
        size = "const logo = document.querySelector('.action-logo'); return [logo.naturalWidth, logo.naturalHeight]"
        self.browser.until(lambda: self.browser.driver.execute_script(size) == [48, 24], "the logo")
        accent = "return getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()"
        assert self.browser.driver.execute_script(accent) == COLOUR
        links = [each.get_attribute("href")
                 for each in self.browser.driver.find_elements("css selector", ".action-links a")]
        assert links == list(LINKS.values()), links
        # A card alone, with a style sheet of the colour that the page's policy names.
        self.expect_accessible("skip-link", "header", "inline")
        self.shoot("action-branded")

    def check_a_drawing_is_no_logo(self):
        self.console.open("settings/branding")
        drawing = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
        self.save(logo=("logo.svg", drawing))
        assert "PNG" in self.console.expect_problem()
        self.console.expect_accessible()
        # Nor is it one under another name.
        self.save(logo=("logo.png", drawing))
        assert "PNG" in self.console.expect_problem()
        assert self.preview()[1] == (48, 24)

    def check_a_look_is_taken_away(self):
        self.console.open("settings/branding")
        self.console.fill(**{"remove-logo": True}, **dict.fromkeys(("name", "colour", *LINKS), ""))
        self.save()
        self.console.expect_notice()
        text, image = self.preview()
        assert NAME not in text and image is None, (text, image)
        self.browser.go(self.link())
        assert self.browser.text(".action-app") == "Latchkey development"
        assert not self.browser.find(".action-logo") and not self.browser.find(".action-links a")

    def save(self, logo=None):
        with tempfile.TemporaryDirectory() as directory:
            if logo:
                file = pathlib.Path(directory) / logo[0]
                file.write_bytes(logo[1])
                self.browser.find("#logo").send_keys(str(file))
            self.console.press("#settings-form .button-primary")

    def preview(self):
        """What the frame of the preview says, and the size of its logo, once that is there."""
        self.browser.driver.switch_to.frame(self.browser.find("iframe.message-preview"))
        try:
            self.browser.until(lambda: self.browser.find("body p"), "the preview")
            logo = self.browser.find("img")
            size = logo and (int(logo.get_property("naturalWidth")), int(logo.get_property("naturalHeight")))
            return self.browser.find("body").text, size
        finally:
            self.browser.driver.switch_to.default_content()

    def link(self):
        """What is mailed to a newcomer who has to verify the address."""
        address = "guest@example.com"
        account = {"email": address, "password": "correct horse", "returnSecureToken": True}
        answer = self.project.app("signUp", account)
        if answer.status_code != 200:
            answer = self.project.app("signInWithPassword", account)
        self.project.app("sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": answer.json()["idToken"]})
        return self.inbox.newest(address)["link"]


def png(width, height):
    """A picture of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = (b"\0" + b"\x1a\x56\xdb" * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
