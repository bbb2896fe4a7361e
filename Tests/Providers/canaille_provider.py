"""Canaille: it registers its client for client_secret_post, and answers form_post with an error page."""

from provider import PASSWORD, Provider


class Canaille(Provider):
    name = "Canaille"

    def start(self):
        self.run_site("canaille_site.py")

    def sign_in(self, browser):
        browser.fill('input[name="login"]', "ada")
        browser.click('button[type="submit"]')
        browser.fill('input[name="password"]', PASSWORD)
        browser.click('button[type="submit"]')
