"""LemonLDAP::NG: with a code its UserInfo alone has the address and the name. It asks for consent on a page of its own."""

import json
import os
import pathlib

from provider import Provider, key_pair

SETTINGS = """
[all]
logLevel = info
[configuration]
type = File
dirName = {directory}/conf
localStorage = Cache::FileCache
localStorageOptions = {{ 'namespace' => 'conf', 'cache_root' => '{directory}/cache' }}
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
"""


class LemonLDAP(Provider):
    name = "LemonLDAP::NG"

    def start(self):
        for folder in ("conf", "cache", "sessions", "sessions/lock", "psessions", "psessions/lock"):
            (self.directory / folder).mkdir()
        settings = self.directory / "lemonldap-ng.ini"
        settings.write_text(SETTINGS.format(directory=self.directory))
        (self.directory / "conf/lmConf-1.json").write_text(json.dumps(self._configuration()))
        site = pathlib.Path(__file__).with_name("lemonldap_site.psgi")
        # A browser keeps its connection, and would keep a server of one process with it.
        self.run("starman", "--listen", f"127.0.0.1:{self.port}", "--workers", "3", str(site),
                 env=os.environ | {"LLNG_DEFAULTCONFFILE": str(settings)})

    def _configuration(self):
        private, public = key_pair()
        clients = [f"{self.client_id}-{flow}" for flow in self.flows]
        return {
            "cfgNum": 1, "cfgAuthor": "test", "cfgDate": 1, "cfgVersion": "2.0.0", "key": "a key of this test alone",
            "portal": f"{self.origin}/", "domain": "127.0.0.1", "cookieName": "lemonldap", "securedCookie": 0,
            "authentication": "Demo", "userDB": "Same", "passwordDB": "Null", "registerDB": "Null",
            "demoExportedVars": {"cn": "cn", "mail": "mail", "uid": "uid"}, "exportedVars": {},
            "globalStorage": "Apache::Session::File",
            "globalStorageOptions": self._storage("sessions"),
            "persistentStorage": "Apache::Session::File",
            "persistentStorageOptions": self._storage("psessions"),
            "localSessionStorage": "Cache::FileCache",
            "localSessionStorageOptions": {"namespace": "sessions", "cache_root": str(self.directory / "cache")},
            "captcha_mail_enabled": 0, "captcha_register_enabled": 0, "locationRules": {},
            "issuerDBOpenIDConnectActivation": 1, "issuerDBOpenIDConnectPath": "^/oauth2/",
            "oidcServiceMetaDataIssuer": self.issuer, "oidcServiceKeyIdSig": "key",
            "oidcServicePrivateKeySig": private, "oidcServicePublicKeySig": public,
            "oidcServiceAllowAuthorizationCodeFlow": 1, "oidcServiceAllowImplicitFlow": 1,
            "oidcRPMetaDataOptions": {
                client: {
                    "oidcRPMetaDataOptionsClientID": client, "oidcRPMetaDataOptionsClientSecret": self.client_secret,
                    "oidcRPMetaDataOptionsRedirectUris": self.redirect_uri, "oidcRPMetaDataOptionsDisplayName": "Latchkey",
                    "oidcRPMetaDataOptionsIDTokenSignAlg": "RS256", "oidcRPMetaDataOptionsUserIDAttr": "uid",
                }
                for client in clients
            },
            "oidcRPMetaDataExportedVars": {client: {"email": "mail", "name": "cn"} for client in clients},
        }

    def _storage(self, folder):
        path = str(self.directory / folder)
        return {"Directory": path, "LockDirectory": f"{path}/lock",
                "generateModule": "Lemonldap::NG::Common::Apache::Session::Generate::SHA256"}

    def sign_in(self, browser):
        # The demonstration's passwords are the users' names.
        browser.fill('input[name="user"]', "ada")
        browser.fill('input[name="password"]', "ada")
        browser.click('form button[type="submit"]')
        browser.click('button[type="submit"].positive')
