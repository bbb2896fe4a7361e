"""Verifies ID tokens as back ends do: PyJWT from the key set, google-auth from the certificates.

    python verify_tokens.py http://127.0.0.1:9099

Prints a line for each check and `N passed, N failed` at the end; the exit code is 1 if one failed.
"""

import base64
import json
import sys
import traceback
import uuid

import google.auth.exceptions
import google.auth.jwt
import google.auth.transport.requests
import jwt
import requests
from google.oauth2 import id_token as google_id_token

KEY_SET = "/.well-known/jwks.json"
CERTIFICATES = "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
PROVIDERS = [
    ("apple.com", "idToken", "id_token"),
    ("facebook.com", "accessToken", "access_token"),
    ("github.com", "accessToken", "access_token"),
    ("google.com", "idToken", "id_token"),
    ("oidc.lab", "idToken", "id_token"),
]


def post(base, path, body):
    answer = requests.post(base + path, json=body, timeout=30)
    if answer.status_code != 200:
        raise AssertionError(f"{path} answered {answer.status_code}: {answer.text[:300]}")
    return answer.json()


def accounts(base, method, body):
    return post(base, f"/identitytoolkit.googleapis.com/v1/accounts:{method}?key=any", body)


def sign_in_with_provider(base, provider, member, field):
    person = {"name": "Eve Example", "email": f"{uuid.uuid4()}@example.com"}
    token = post(base, f"/lab/control/token/{provider}", person)[member]
    return accounts(
        base,
        "signInWithIdp",
        {
            "postBody": f"{field}={token}&providerId={provider}",
            "requestUri": "http://localhost",
            "returnSecureToken": True,
        },
    )


def tampered(token):
    """The same token for another user, under the old signature."""
    header, payload, signature = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    claims["sub"] = claims["user_id"] = "somebody-else"
    changed = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return f"{header}.{changed}.{signature}"


class LocalCertificates:
    """google-auth's transport, with its one fixed address led to the server under test."""

    def __init__(self, base):
        self.base = base
        self.request = google.auth.transport.requests.Request()

    def __call__(self, url, method="GET", **arguments):
        assert url.startswith("https://www.googleapis.com/robot/v1/metadata/x509/securetoken"), url
        return self.request(self.base + CERTIFICATES, method=method, **arguments)


class Checks:
    def __init__(self, base):
        self.base = base
        self.keys = jwt.PyJWKClient(base + KEY_SET)
        self.email = f"{uuid.uuid4()}@example.com"
        answer = accounts(base, "signUp", {"email": self.email, "password": "correct horse"})
        self.user = answer["localId"]
        self.token = answer["idToken"]
        self.project = jwt.decode(self.token, options={"verify_signature": False})["aud"]

    def pyjwt(self, token, audience=None):
        return jwt.decode(
            token,
            self.keys.get_signing_key_from_jwt(token).key,
            algorithms=["RS256"],
            audience=audience or self.project,
            issuer=f"https://securetoken.google.com/{self.project}",
            options={"require": ["exp", "iat", "iss", "aud", "sub"]},
        )

    def google(self, token, audience=None):
        return google_id_token.verify_firebase_token(
            token, LocalCertificates(self.base), audience=audience or self.project
        )

    def expect_user(self, claims):
        assert claims["sub"] == claims["user_id"] == self.user, claims
        assert claims["email"] == self.email and claims["email_verified"] is False, claims
        assert claims["firebase"]["sign_in_provider"] == "password", claims
        assert claims["firebase"]["identities"] == {"email": [self.email]}, claims

    def check_pyjwt_verifies_a_password_users_token(self):
        self.expect_user(self.pyjwt(self.token))

    def check_google_auth_verifies_a_password_users_token(self):
        self.expect_user(self.google(self.token))

    def check_google_auth_decodes_with_the_certificates(self):
        certificates = requests.get(self.base + CERTIFICATES, timeout=30).json()
        self.expect_user(google.auth.jwt.decode(self.token, certs=certificates, audience=self.project))

    def check_a_second_sign_in_gets_a_token_that_verifies(self):
        answer = accounts(
            self.base,
            "signInWithPassword",
            {"email": self.email, "password": "correct horse", "returnSecureToken": True},
        )
        self.expect_user(self.pyjwt(answer["idToken"]))

    def check_a_refreshed_token_verifies(self):
        answer = accounts(
            self.base,
            "signInWithPassword",
            {"email": self.email, "password": "correct horse", "returnSecureToken": True},
        )
        refreshed = post(
            self.base,
            "/securetoken.googleapis.com/v1/token?key=any",
            {"grant_type": "refresh_token", "refresh_token": answer["refreshToken"]},
        )
        self.expect_user(self.google(refreshed["id_token"]))

    def check_an_anonymous_users_token_verifies(self):
        answer = accounts(self.base, "signUp", {"returnSecureToken": True})
        claims = self.pyjwt(answer["idToken"])
        assert claims["firebase"] == {"identities": {}, "sign_in_provider": "anonymous"}, claims
        self.google(answer["idToken"])

    def check_every_providers_tokens_verify(self):
        for provider, member, field in PROVIDERS:
            answer = sign_in_with_provider(self.base, provider, member, field)
            claims = self.pyjwt(answer["idToken"])
            assert claims["firebase"]["sign_in_provider"] == provider, claims
            assert provider in claims["firebase"]["identities"], claims
            self.google(answer["idToken"])

    def refuses(self, failure, verify, *arguments):
        try:
            verify(*arguments)
        except failure:
            return
        raise AssertionError("it was accepted")

    def check_pyjwt_refuses_a_changed_token(self):
        self.refuses(jwt.InvalidSignatureError, self.pyjwt, tampered(self.token))

    def check_google_auth_refuses_a_changed_token(self):
        failures = (ValueError, google.auth.exceptions.GoogleAuthError)
        self.refuses(failures, self.google, tampered(self.token))

    def check_pyjwt_refuses_the_token_of_another_project(self):
        self.refuses(jwt.InvalidAudienceError, self.pyjwt, self.token, "another-project")

    def check_google_auth_refuses_the_token_of_another_project(self):
        failures = (ValueError, google.auth.exceptions.GoogleAuthError)
        self.refuses(failures, self.google, self.token, "another-project")

    def check_key_set_and_certificates_name_the_same_keys_and_may_be_kept(self):
        keys = requests.get(self.base + KEY_SET, timeout=30)
        certificates = requests.get(self.base + CERTIFICATES, timeout=30)
        assert {key["kid"] for key in keys.json()["keys"]} == set(certificates.json())
        for answer in (keys, certificates):
            assert "max-age=" in answer.headers["Cache-Control"], answer.headers


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: verify_tokens.py BASE")
    checks = Checks(sys.argv[1].rstrip("/"))
    passed = failed = 0
    for name in vars(Checks):
        if not name.startswith("check_"):
            continue
        title = name.removeprefix("check_").replace("_", " ")
        try:
            getattr(checks, name)()
            passed += 1
            print(f"ok      {title}", flush=True)
        except Exception as error:  # A failed check must not keep the others from running.
            failed += 1
            print(f"FAILED  {title}: {error!r}", flush=True)
            traceback.print_exc()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
