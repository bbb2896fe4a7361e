"""Latchkey for real users, and apps that use it: `latchkey serve` with TLS, and hosts of apps with TLS.

All names are of this machine. The browser trusts the one certificate of the service and its apps by its key, and no
other certificate.
"""

import base64
import hashlib
import json
import ssl
import time
import urllib.request

import jwt
import official_sdk
from browser import Browser
from console.installation import PROJECT, Installation
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from production import older_sdk, providers
from production.app_host import FOLDER, AppHost
from production.messages import Mailbox, TextMessageGateway
from secure_proxy import certificate
from with_server import free_port

SERVER_HOST = "auth.example.test"
# Of the server's site, so that browsers let frames of the one share storage with pages of the other; and of another.
APP_HOST, OTHER_HOST = "app.example.test", "shop.other.test"
# The domain that passkeys are made for, and a site that may not use them.
PASSKEY_DOMAIN, STRANGE_HOST = "example.test", "stranger.test"
HOSTS = (SERVER_HOST, APP_HOST, OTHER_HOST, PASSKEY_DOMAIN, STRANGE_HOST)
AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
ADDITIONS = FOLDER.parent / "official_sdk_additions.js"


class Service:
    """`lab` is the address of the development server whose provider lab plays the providers."""

    def __init__(self, program, lab):
        self.pem = certificate([*HOSTS, "localhost"])
        self.app_port = free_port()
        self.app = f"https://{APP_HOST}:{self.app_port}"
        self.other_app = f"https://{OTHER_HOST}:{self.app_port}"
        self.strange_app = f"https://{STRANGE_HOST}:{self.app_port}"
        self.mailbox, self.gateway = Mailbox(), TextMessageGateway()
        self.installation = Installation(program, SERVER_HOST, ["example.test", "other.test"], self.pem, f"""
otherOrigins: ["{self.other_app}"]
mail:
  smtp: {{host: localhost, port: {self.mailbox.port}, security: none}}
  from: Example <noreply@example.test>
sms:
  gateway: webhook
  url: http://127.0.0.1:{self.gateway.port}/
  secretFile: sms-secret
""", {"sms-secret": "a secret of at least twenty-four characters"})
        self.base = self.installation.base
        self.prepare(lab)
        self.snippet = self.installation.command(
            "project", "show", PROJECT, "--config", "latchkey.yaml", "--format", "snippet")
        web = json.loads(self.installation.command(
            "project", "show", PROJECT, "--config", "latchkey.yaml", "--format", "web"))
        self.key, self.app_id = web["apiKey"], web["appId"]
        self.sdk, self.sdk_version = official_sdk.bundle(ADDITIONS.read_text())
        self.files = {
            "/firebase.js": ("text/javascript", self.sdk),
            "/older.js": ("text/javascript", older_sdk.script()),
        }
        self.serve_app("/", self.snippet)
        self.serve_app("/older/", self.snippet, sdk="/older.js")
        # An app of another site, whose own host passes the sign-in pages on.
        options = f'{{ server: "{self.base}", authDomain: "{OTHER_HOST}:{self.app_port}" }}'
        self.serve_app("/own/", self.snippet.replace("getAuth(app))", f"getAuth(app), {options})"))
        self.host = AppHost(self.pem, self.app_port, self.files, self.installation.port)

    def close(self):
        self.host.close()
        self.installation.close()
        self.mailbox.close()
        self.gateway.close()

    def serve_app(self, path, beginning, sdk="/firebase.js"):
        """Puts an app on every host of apps; `beginning` are its first lines."""
        page = (FOLDER / "index.html").read_text().replace('src="/app.js"', f'src="{path}app.js"')
        app = beginning + "\n" + (FOLDER / "app.js").read_text()
        self.files[path] = ("text/html", page.replace('"/firebase.js"', f'"{sdk}"'))
        self.files[f"{path}app.js"] = ("text/javascript", app.replace('"/firebase.js"', f'"{sdk}"'))

    def browser(self):
        """One that blocks cookies of third parties, and finds the service's names on this machine and no other."""
        # Browsers ask the passkeys' domain on port 443, and nowhere else, which other sites may use them.
        related = f"MAP {PASSKEY_DOMAIN}:443 127.0.0.1:{self.installation.port}"
        names = [f"MAP {name} 127.0.0.1" for name in HOSTS]
        rules = ", ".join([related, *names, "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"])
        trusted = x509.load_pem_x509_certificate(self.pem).public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        digest = base64.b64encode(hashlib.sha256(trusted).digest()).decode()
        return Browser(
            hosts=rules, arguments=[f"--ignore-certificate-errors-spki-list={digest}"],
            preferences={"profile.cookie_controls_mode": 1})

    def prepare(self, lab):
        """Lets people in by every way that there is."""
        run = self.installation.command
        run("project", "set", PROJECT, "--config", "latchkey.yaml",
            "--passwords", "--email-link", "--phone", "--anonymous")
        run("project", "add-app", PROJECT, "--config", "latchkey.yaml", "--platform", "web")
        run("project", "passkeys", PROJECT, "--config", "latchkey.yaml", "--rp-id", PASSKEY_DOMAIN,
            "--origin", self.app, "--origin", self.other_app)
        providers.set_up(self.installation, PROJECT, f"{lab}/lab")
        run("project", "service-account", "create", PROJECT, "custom-tokens", "--config", "latchkey.yaml",
            "--server", self.base, "--output", "account.json")
        self.account = json.loads((self.installation.path / "account.json").read_text())
        self.administrator = run(
            "project", "admin-token", "create", PROJECT, "tests", "--config", "latchkey.yaml").strip()
        factors = {"mfa": {"state": "ENABLED", "enabledProviders": ["PHONE_SMS"], "providerConfigs": [
            {"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": 5}}]}}
        self.call("PATCH", f"/v2/projects/{PROJECT}/config?updateMask=mfa", factors)

    def call(self, method, path, message):
        """What the server answers an administrator."""
        request = urllib.request.Request(
            f"https://127.0.0.1:{self.installation.port}{path}", json.dumps(message).encode(), method=method,
            headers={"Authorization": f"Bearer {self.administrator}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30, context=ssl._create_unverified_context()) as answer:
            return json.load(answer)

    def custom_token(self, uid, **claims):
        now = int(time.time())
        email = self.account["client_email"]
        token = {"iss": email, "sub": email, "aud": AUDIENCE, "iat": now, "exp": now + 300, "uid": uid, "claims": claims}
        return jwt.encode(token, self.account["private_key"], "RS256", {"kid": self.account["private_key_id"]})
