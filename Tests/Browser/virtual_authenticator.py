"""The passkeys of a browser's user: Chromium's own authenticator for tests."""

from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions


class VirtualAuthenticator:
    """Keeps passkeys, and consents to everything until it is told otherwise."""

    def __init__(self, browser):
        self.driver = browser.driver
        self.driver.add_virtual_authenticator(
            VirtualAuthenticatorOptions(
                protocol="ctap2",
                transport="internal",
                has_resident_key=True,
                has_user_verification=True,
                is_user_verified=True,
                is_user_consenting=True,
            )
        )

    def passkeys(self):
        return self.driver.get_credentials()

    def verify_user(self, is_verified):
        self.driver.set_user_verified(is_verified)

    def forget(self):
        """Loses all passkeys, as a new phone has none; they are what is returned."""
        passkeys = self.passkeys()
        self.driver.remove_all_credentials()
        return passkeys

    def remember(self, passkeys):
        for passkey in passkeys:
            self.driver.add_credential(passkey)

    def close(self):
        self.driver.remove_virtual_authenticator()
