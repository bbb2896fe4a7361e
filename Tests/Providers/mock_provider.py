"""oidc-provider-mock (Flask, Authlib): the code flow alone."""

import json
import sys

from provider import Provider


class MockProvider(Provider):
    name = "oidc-provider-mock"
    flows = ("code",)

    def start(self):
        ada = {"sub": "ada", "email": "ada@example.com", "email_verified": True, "name": "Ada Lovelace"}
        program = sys.executable.rsplit("/", 1)[0] + "/oidc-provider-mock"
        self.run(program, "--port", str(self.port), "--user-claims", json.dumps(ada))

    def sign_in(self, browser):
        browser.click('button[name="sub"][value="ada"]')
