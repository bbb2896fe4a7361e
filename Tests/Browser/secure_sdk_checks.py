"""The official web SDK without an emulator: the app and its sign-in pages share one https origin."""

import json
import urllib.request
from urllib.parse import urlparse

from app_server import AppServer
from browser import LOOPBACK_ONLY, Browser
from checks import Checks
from sdk_app import SDKApp
from sdk_checks import FOREIGN_HOST
from secure_proxy import API_HOSTS, SecureProxy


class SecureSDKChecks(Checks):
    """Nothing in the app names Latchkey: its `authDomain` is its own host, and the API's names lead here."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        public = urlparse(self.secure)
        with urllib.request.urlopen(f"{self.base}/__/firebase/init.json", timeout=10) as answer:
            options = json.load(answer)
        options["authDomain"] = public.netloc
        self.options = options
        self.server = AppServer({"gapi": "/__/auth/gapi.js", "options": options})
        self.proxy = SecureProxy(self.secure, self.base, f"http://127.0.0.1:{self.server.port}")
        mapped = [f"MAP {host}:443 127.0.0.1:{public.port}" for host in API_HOSTS]
        mapped += [f"MAP {public.hostname} 127.0.0.1", LOOPBACK_ONLY]
        self.browser = Browser(hosts=", ".join(mapped), accepts_any_certificate=True)
        self.app = SDKApp(self.browser, self.secure + "/")

    def close(self):
        self.browser.close()
        self.proxy.close()
        self.server.close()

    def check_sdk_in_production_signs_in_links_and_reauthenticates(self):
        for way, go in (("Popup", self.app.in_popup), ("Redirect", self.app.by_redirect)):
            self.app.open()
            result = go(f"signInWith{way}", "apple.com", self.app.choose("hedy"))
            assert result.get("operation") == "signIn" and result["isNew"], f"{way}: {result}"
            result = go(f"linkWith{way}", "github.com", self.app.choose("hedy"))
            assert result.get("operation") == "link", f"{way}: {result}"
            result = go(f"reauthenticateWith{way}", "github.com", self.app.choose("hedy"))
            assert result.get("operation") == "reauthenticate", f"{way}: {result}"
            assert self.app.user()["linked"] == ["apple.com", "github.com"]
            self.app.delete_user()
            result = go(f"signInWith{way}", "google.com", self.app.deny)
            assert result.get("code") == "auth/user-cancelled", f"{way}: {result}"

    def check_sdk_in_production_says_that_a_domain_is_not_authorized(self):
        configuration = {"gapi": f"{self.secure}/__/auth/gapi.js", "options": self.options}
        server = AppServer(configuration, host=FOREIGN_HOST)
        try:
            stranger = SDKApp(self.browser, f"http://{FOREIGN_HOST}:{server.port}/")
            stranger.open()
            result = stranger.in_popup("signInWithPopup", "google.com", None)
            assert result.get("code") == "auth/unauthorized-domain", result
        finally:
            server.close()

    def check_sdk_in_production_loads_nothing_from_elsewhere(self):
        own = {urlparse(self.secure).hostname, "127.0.0.1", FOREIGN_HOST, *API_HOSTS}
        hosts = set()
        for entry in self.browser.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = urlparse(message["params"]["request"]["url"])
                if url.scheme in ("http", "https"):
                    hosts.add(url.hostname)
        assert urlparse(self.secure).hostname in hosts and hosts <= own, hosts
