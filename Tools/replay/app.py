"""An app, as it talks to the server and reads its user's messages."""

import base64
import hashlib
import hmac
import re
import struct

from recorder import body_of

V1, V2, V3 = "/identitytoolkit.googleapis.com/v1", "/identitytoolkit.googleapis.com/v2", \
    "/www.googleapis.com/identitytoolkit/v3/relyingparty"
# The older names of operations.
LEGACY = {"signUp": "signupNewUser", "signInWithPassword": "verifyPassword", "lookup": "getAccountInfo",
          "update": "setAccountInfo", "delete": "deleteAccount", "sendOobCode": "getOobConfirmationCode",
          "resetPassword": "resetPassword", "signInWithEmailLink": "emailLinkSignin",
          "signInWithPhoneNumber": "verifyPhoneNumber", "signInWithIdp": "verifyAssertion"}


def one_time_password(secret, moment):
    """RFC 6238, of six digits."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(moment) // 30), hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at:at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"


class App:
    """Sends an app's requests, and its administrators'."""

    def __init__(self, client, context, rng):
        self.client, self.rng = client, rng
        is_production = "smtp" in dict((name.strip("<>"), 0) for _, name in client.ports)
        self.key = context["apiKey"] if is_production else "replay"
        self.admin = context["adminToken"] if is_production else "owner"

    def post(self, method, body, *, version=V1, admin=False, language=None, legacy=True):
        path = f"{version}/accounts{':' if version == V1 else '/'}{method}"
        if legacy and version == V1 and method in LEGACY and self.rng.random() < 0.12:
            path = f"{V3}/{LEGACY[method]}"
        headers = {"X-Firebase-Locale": language} if language else {}
        if self.rng.random() < 0.1:
            headers["Origin"] = "http://localhost:3000"
        return body_of(self.client.call("POST", path, key=self.key, auth=self.admin if admin else None, json=body,
                                        headers=headers))

    def administer(self, method, body, tenant=None):
        place = f"/projects/example/tenants/{tenant}" if tenant else "/projects/example"
        path = f"{V1}{place}/accounts" + (f":{method}" if method else "")
        return body_of(self.client.call("POST", path, key=None, auth=self.admin, json=body))

    def patch(self, path, body, mask):
        return self.client.call("PATCH", V2 + path, key=None, auth=self.admin, json=body,
                                query={"updateMask": mask} if mask else None)

    def messages(self):
        return self.client.steps[-1].get("mails", [])

    def code_of_mail(self):
        for message in reversed(self.messages()):
            # A mail's text is quoted-printable, and its lines are broken.
            text = re.sub(r"=3D", "=", re.sub(r"=\n", "", message))
            if found := re.search(r"oobCode=([\w-]{43})", text):
                return found[1]
        return "A" * 43

    def code_of_message(self):
        for message in reversed(self.messages()):
            if found := re.search(r"(?<!\d)(\d{6})(?!\d)", message):
                return found[1]
        return "000000"
