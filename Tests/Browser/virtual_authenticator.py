"""The passkeys of a browser's user: Chromium's own authenticator for tests, by the DevTools protocol.

It has no dialog, so that nobody chooses: it answers every request at once, also one that waits for a form to be filled in
(`mediation: "conditional"`). Where it has no passkey, or its user is not verified, the answer is `NotAllowedError`. Only
with its user away does it let requests wait, and it answers those never: pages have to give them up and ask anew.
"""

class VirtualAuthenticator:
    """A device with a screen lock, or a security key with the transport `usb`. It consents to everything until it is told
    otherwise. Further options are those of `WebAuthn.addVirtualAuthenticator`."""

    def __init__(self, browser, **options):
        self.driver = browser.driver
        self._order("enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
            **options,
        }
        self.id = self._order("addVirtualAuthenticator", options=options)["authenticatorId"]

    def close(self):
        self._tell("removeVirtualAuthenticator")

    def passkeys(self):
        return self._tell("getCredentials")["credentials"]

    def forget(self):
        """Loses all passkeys, as a new phone has none; they are what is returned."""
        passkeys = self.passkeys()
        self._tell("clearCredentials")
        return passkeys

    def remember(self, passkeys):
        for passkey in passkeys:
            self._tell("addCredential", credential=passkey)

    def count_from(self, count):
        """Sets the signature counters, as those of a copy that was made earlier."""
        self.remember([{**passkey, "signCount": count} for passkey in self.forget()])

    def let_wait(self, is_waiting=True):
        """Leaves the user away from the authenticator, or has them come back. What is asked meanwhile has no answer."""
        self._tell("setAutomaticPresenceSimulation", enabled=not is_waiting)

    def verify_user(self, is_verified):
        self._tell("setUserVerified", isUserVerified=is_verified)

    def lie(self, **lies):
        """Answers wrongly: `isBogusSignature`, `isBadUV`, `isBadUP`. Without any it is honest again."""
        self._tell("setResponseOverrideBits", **lies)

    def change(self, passkey, **properties):
        """Sets `backupEligibility` and `backupState` of a passkey."""
        self._tell("setCredentialProperties", credentialId=passkey["credentialId"], **properties)

    def _tell(self, command, **parameters):
        return self._order(command, authenticatorId=self.id, **parameters)

    def _order(self, command, **parameters):
        return self.driver.execute_cdp_cmd(f"WebAuthn.{command}", parameters)

