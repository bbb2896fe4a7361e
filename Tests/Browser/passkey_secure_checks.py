"""Passkeys over TLS, on the RP ID's own site and on a related one (WebAuthn Level 3 section 5.11)."""

import json
import urllib.request
from urllib.parse import urlparse

from app_server import AppServer
from browser import LOOPBACK_ONLY, Browser
from checks import Checks
from passkey_sdk_checks import FOLDER, SDK, PasskeyApp
from sample_page import SamplePage
from secure_proxy import SecureProxy
from virtual_authenticator import VirtualAuthenticator

RELATED = "shop.example"
STRANGE = "stranger.example"
EMAIL = "related@example.com"


class PasskeySecureChecks(Checks):
    """The server's host is the RP ID. An app on another site uses its passkeys, and a third site cannot."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        public = urlparse(self.secure)
        self.rp_id, port = public.hostname, public.port
        options = {"apiKey": "any", "authDomain": public.netloc, "projectId": "any"}
        self.app_server = AppServer({"server": self.secure, "options": options}, folder=FOLDER, more=SDK)
        app = f"http://127.0.0.1:{self.app_server.port}"
        # The RP ID's own host is all the server's: its pages, its API, and the document that browsers ask for on port 443.
        sites = {self.rp_id: self.base, RELATED: app, STRANGE: app}
        self.proxy = SecureProxy(self.secure, self.base, app, sites)
        mapped = [f"MAP {self.rp_id}:443 127.0.0.1:{port}"]
        mapped += [f"MAP {host} 127.0.0.1" for host in sites]
        # Browsers have no passkeys where a certificate is wrong, unless they look at none at all.
        self.browser = Browser(hosts=", ".join([*mapped, LOOPBACK_ONLY]), arguments=["--ignore-certificate-errors"])
        self.authenticator = VirtualAuthenticator(self.browser)
        self.apps = {host: PasskeyApp(self.browser, f"https://{host}:{port}/") for host in (RELATED, STRANGE)}
        self.before = self.configure()
        origins = [self.secure, f"https://{RELATED}:{port}"]
        self.configure({"rpId": self.rp_id, "expectedOrigins": origins})

    def configure(self, config=None):
        """The project's settings of passkeys, as they were."""
        with urllib.request.urlopen(f"{self.base}/__/firebase/init.json", timeout=10) as answer:
            project = json.load(answer)["projectId"]
        path = f"{self.base}/identitytoolkit.googleapis.com/v2/projects/{project}/passkeyConfig"
        headers = {"Authorization": "Bearer owner", "Content-Type": "application/json"}
        if config is None:
            request = urllib.request.Request(path, headers=headers)
        else:
            body = json.dumps(config).encode()
            path += "?updateMask=rpId,expectedOrigins"
            request = urllib.request.Request(path, body, headers, method="PATCH")
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def close(self):
        # Of nobody's choosing again, as the checks found them.
        self.configure({})
        self.browser.close()
        self.proxy.close()
        self.app_server.close()

    def check_passkey_of_a_related_site_signs_in(self):
        app = self.apps[RELATED]
        app.open()
        user = app.do("signUp", EMAIL)
        assert user.get("isCurrent"), user
        made = app.do("enroll")
        assert set(made) == {"credentialId"}, made
        [passkey] = self.authenticator.passkeys()
        assert passkey.rp_id == self.rp_id, passkey.rp_id
        app.open()
        again = app.do("signIn")
        assert again.get("uid") == user["uid"] and again["signInProvider"] == "passkey", again

    def check_passkey_of_the_own_site_is_the_same(self):
        page = SamplePage(self.browser, self.secure)
        page.open()
        # The form's offer of passkeys is taken at once.
        page.expect("signedIn")
        assert self.browser.text("#account-email") == EMAIL

    def check_passkey_is_not_for_another_site(self):
        app = self.apps[STRANGE]
        app.open()
        refused = app.do("signIn")
        assert refused.get("name") == "SecurityError", refused
