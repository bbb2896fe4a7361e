"""SimpleSAMLphp, as Debian packages it, served by PHP itself: an identity provider of SAML 2.0."""

import json
import os
import pathlib
import shutil

from provider import PASSWORD, key_pair, self_signed
from saml_provider import SAMLProvider

#: Where the package is unpacked: `dpkg -x`, since installed it would bring a web server.
ROOT = pathlib.Path(os.environ.get("SIMPLESAMLPHP", ""))
CONFIG = """<?php
$config = [
    'baseurlpath' => '{origin}/', 'certdir' => '{directory}/', 'loggingdir' => '{directory}/',
    'datadir' => '{directory}/', 'tempdir' => '{directory}/', 'metadatadir' => '{directory}/metadata/',
    'attributenamemapdir' => '{root}/etc/simplesamlphp/attributemap/',
    'secretsalt' => 'a salt of this test alone', 'auth.adminpassword' => '{password}',
    'enable.saml20-idp' => true, 'module.enable' => ['exampleauth' => true],
    'logging.handler' => 'errorlog', 'session.cookie.secure' => false, 'admin.checkforupdates' => false,
    'session.phpsession.savepath' => '{directory}', 'timezone' => 'UTC',
    'language.default' => 'en',
];
"""
SOURCES = """<?php
$config = [
    'users' => [
        'exampleauth:UserPass',
        'ada:{password}' => [
            'uid' => ['ada'], 'mail' => ['ada@example.com'], 'displayName' => ['Ada Lovelace'],
            'groups' => ['analysts', 'engineers'],
        ],
    ],
];
"""
HOSTED = """<?php
$metadata['__DYNAMIC:1__'] = [
    'host' => '__DEFAULT__', 'auth' => 'users', 'privatekey' => 'key.pem', 'certificate' => 'certificate.pem',
    'signature.algorithm' => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'saml20.sign.response' => true, 'saml20.sign.assertion' => true,
];
"""
REMOTE = """<?php
$metadata[{entity}] = [
    'AssertionConsumerService' => {address}, 'NameIDFormat' => '{format}', 'simplesaml.nameidattribute' => 'mail',
    'validate.authnrequest' => {signed}, 'keys' => [{keys}],
];
"""
EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"


class SimpleSAMLphp(SAMLProvider):
    name = "SimpleSAMLphp"
    ready_path = "/saml2/idp/metadata.php"
    metadata_path = ready_path

    @staticmethod
    def missing():
        if not shutil.which("php"):
            return "PHP is not installed"
        if not (ROOT / "usr/share/simplesamlphp/www").is_dir():
            return "its package is not unpacked"
        return None

    def start(self):
        (self.directory / "metadata").mkdir()
        private, _ = key_pair()
        (self.directory / "key.pem").write_text(private)
        (self.directory / "certificate.pem").write_text(self_signed(private))
        values = {"root": ROOT, "origin": self.origin, "directory": self.directory, "password": PASSWORD}
        (self.directory / "config.php").write_text(CONFIG.format(**values))
        (self.directory / "authsources.php").write_text(SOURCES.format(**values))
        (self.directory / "metadata/saml20-idp-hosted.php").write_text(HOSTED)
        self.run(
            "php", "-d", "opcache.enable=0", "-S", f"127.0.0.1:{self.port}", "-t",
            str(ROOT / "usr/share/simplesamlphp/www"),
            env=os.environ | {"SIMPLESAMLPHP_CONFIG_DIR": str(self.directory), "PHP_CLI_SERVER_WORKERS": "4"})

    def register(self, service):
        # A certificate's base64 has no character that PHP would take for anything else.
        keys = ", ".join(
            f"['type' => 'X509Certificate', 'signing' => true, 'encryption' => false, 'X509Certificate' => '{key}']"
            for key in service.certificates)
        (self.directory / "metadata/saml20-sp-remote.php").write_text(REMOTE.format(
            entity=json.dumps(service.entity_id), address=json.dumps(service.address), format=EMAIL,
            signed=json.dumps(service.signs_requests), keys=keys))

    def sign_in(self, browser):
        browser.fill('input[name="username"]', "ada")
        browser.fill('input[name="password"]', PASSWORD)
        browser.click('button[type="submit"], #submit_button, input[type="submit"]')
