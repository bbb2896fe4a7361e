"""Passkeys over TLS, on the RP ID's own site and on a related one (WebAuthn Level 3 section 5.11)."""

from urllib.parse import urlparse

from app_server import AppServer
from browser import LOOPBACK_ONLY, Browser
from checks import Checks
from passkey_config import PasskeyConfig
from passkey_requests import PasskeyRequests
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
        self.config = PasskeyConfig(self.base)
        origins = [self.secure, f"https://{RELATED}:{port}"]
        self.config.change(rpId=self.rp_id, expectedOrigins=origins)

    def close(self):
        self.config.forget()
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
        assert passkey["rpId"] == self.rp_id, passkey
        app.open()
        again = app.do("signIn")
        assert again.get("uid") == user["uid"] and again["signInProvider"] == "passkey", again

    def check_passkey_of_the_own_site_is_the_same(self):
        requests = PasskeyRequests(self.browser)
        page = SamplePage(self.browser, self.secure)
        self.authenticator.let_wait()
        page.open()
        requests.wait_for_form()
        self.authenticator.let_wait(False)
        requests.replace_challenge()
        page.expect("signedIn")
        assert requests.made() == [(True, "AbortError"), (True, "answered")], requests.made()
        assert self.browser.text("#account-email") == EMAIL
        requests.close()

    def check_passkey_is_not_for_another_site(self):
        app = self.apps[STRANGE]
        app.open()
        refused = app.do("signIn")
        assert refused.get("name") == "SecurityError", refused
