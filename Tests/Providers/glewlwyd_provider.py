"""Glewlwyd: it has more scopes granted on a page of its own, and writes all claims into the ID token."""

import gzip
import json
import pathlib
import re
import shutil
import sqlite3
import time
import urllib.error
import urllib.request

from provider import PASSWORD, START_SECONDS, Provider, key_pair

SHARED = pathlib.Path("/usr/share")
#: The user that the schema comes with.
ADMINISTRATOR = {"username": "admin", "password": "password"}


class Glewlwyd(Provider):
    name = "Glewlwyd"

    @property
    def issuer(self):
        return f"{self.origin}/api/oidc"

    def start(self):
        database = self.directory / "glewlwyd.db"
        with gzip.open(SHARED / "doc/glewlwyd/database/init.sqlite3.sql.gz", "rt") as schema:
            connection = sqlite3.connect(database)
            connection.executescript(schema.read())
            connection.close()
        settings = self.directory / "glewlwyd.conf"
        settings.write_text(self._settings(database))
        self.run("glewlwyd", f"--config-file={settings}")
        self._set_up()

    def _settings(self, database):
        """The package's own as they come, whatever stands in /etc, with other places."""
        own = {
            "port": self.port, "bind_address": '"127.0.0.1"', "external_url": f'"{self.origin}"', "log_mode": '"console"',
            "static_files_path": f'"{self._webapp()}"', "cookie_domain": '"127.0.0.1"',
            "database": f'{{ type = "sqlite3"; path = "{database}"; }};',
        }
        lines = (SHARED / "glewlwyd/templates/glewlwyd-debian.conf.properties").read_text().splitlines()
        kept = [line for line in lines if not re.match(rf"\s*({'|'.join(own)}|@include)\b", line)]
        return "\n".join([*kept, *(f"{name} = {value}" for name, value in own.items())]) + "\n"

    def _webapp(self):
        """The pages, with settings of their own: those of the package are a link into /etc."""
        webapp = self.directory / "webapp"
        shutil.copytree(SHARED / "glewlwyd/webapp", webapp, ignore=shutil.ignore_patterns("config.json"))
        shutil.copy(SHARED / "glewlwyd/templates/config.json", webapp / "config.json")
        return webapp

    def _set_up(self):
        cookie = self._signed_in()

        def add(path, message):
            self._call("POST", path, message, cookie)

        for scope in ("profile", "email"):
            add("scope/", {"name": scope, "password_required": False, "scheme": {}})
        add("user/", {"username": "ada", "name": "Ada Lovelace", "email": "ada@example.com", "password": PASSWORD,
                      "scope": ["openid", "profile", "email", "g_profile"], "enabled": True})
        private, public = key_pair()
        add("mod/plugin/", {
            "module": "oidc", "name": "oidc", "display_name": "OpenID Connect", "enabled": True,
            "parameters": {
                "iss": self.issuer, "jwt-type": "rsa", "jwt-key-size": "256", "key": private,
                "cert": public, "jwks-show": True, "pkce-allowed": True,
                "auth-type-code-enabled": True, "auth-type-implicit-enabled": True, "auth-type-id-token-enabled": True,
                "auth-type-refresh-enabled": True, "access-token-duration": 3600, "refresh-token-duration": 3600,
                "code-duration": 600, "refresh-token-rolling": True,
                "allowed-scope": ["openid", "profile", "email"],
                "name-claim": "mandatory", "email-claim": "mandatory",
            }})
        for flow, kind in (("code", "code"), ("idToken", "id_token")):
            add("client/", {
                "client_id": f"{self.client_id}-{flow}", "name": "Latchkey", "enabled": True, "confidential": True,
                "password": self.client_secret, "client_secret": self.client_secret,
                "redirect_uri": [self.redirect_uri], "authorization_type": [kind],
                "token_endpoint_auth_method": ["client_secret_basic"], "scope": []})

    def _signed_in(self):
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                with self._call("POST", "auth/", ADMINISTRATOR) as answer:
                    return answer.headers["Set-Cookie"].partition(";")[0]
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def _call(self, method, path, message, cookie=""):
        request = urllib.request.Request(
            f"{self.origin}/api/{path}", json.dumps(message).encode(),
            {"Content-Type": "application/json", "Cookie": cookie}, method=method)
        try:
            return urllib.request.urlopen(request, timeout=10)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.code} {error.read().decode()}") from error

    def sign_in(self, browser):
        browser.fill("#username", "ada")
        browser.fill("#password", PASSWORD)
        browser.click("form button")
        for scope in ("email", "profile"):
            browser.click(f"#grant-{scope}")
        browser.click("button.btn-primary")
        browser.click('button[title^="Continue"]')
