"""LemonLDAP::NG: it asks for consent on a page of its own, and writes claims into the ID token only where it is told to."""

import json
import os
import pathlib

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from provider import Provider

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
        key = rsa.generate_private_key(65537, 2048)
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption())
        public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        flows = {f"{self.client_id}-{flow}": flow for flow in self.flows}
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
            "oidcServicePrivateKeySig": private.decode(), "oidcServicePublicKeySig": public.decode(),
            "oidcServiceAllowAuthorizationCodeFlow": 1, "oidcServiceAllowImplicitFlow": 1,
            "oidcRPMetaDataOptions": {
                client: {
                    "oidcRPMetaDataOptionsClientID": client, "oidcRPMetaDataOptionsClientSecret": self.client_secret,
                    "oidcRPMetaDataOptionsRedirectUris": self.redirect_uri, "oidcRPMetaDataOptionsDisplayName": "Latchkey",
                    "oidcRPMetaDataOptionsIDTokenSignAlg": "RS256", "oidcRPMetaDataOptionsUserIDAttr": "uid",
                    # An ID token by way of the browser is all that comes: without this it has no claims.
                    "oidcRPMetaDataOptionsIDTokenForceClaims": int(flow == "idToken"),
                }
                for client, flow in flows.items()
            },
            "oidcRPMetaDataExportedVars": {client: {"email": "mail", "name": "cn"} for client in flows},
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
