"""A back end's tests as they are written for Firebase's emulator: the official Admin SDK for Python, unchanged.

Run in this directory: latchkey exec --import seed -- python test_admin.py
"""

import json
import os
import time
import unittest
import urllib.error
import urllib.request

import firebase_admin
from firebase_admin import auth

# Where the project's firebase.json has it: tests often name the port themselves.
API = "http://localhost:29099/identitytoolkit.googleapis.com/v1"


def call(operation, body):
    request = urllib.request.Request(
        f"{API}/{operation}?key=fake-api-key", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
        return json.load(answer)


def providers(user):
    """The user's id at each provider."""
    return {each.provider_id: each.uid for each in user.provider_data}


class AdminTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        firebase_admin.initialize_app()

    def test_environment(self):
        self.assertEqual(os.environ["FIREBASE_AUTH_EMULATOR_HOST"], "127.0.0.1:29099")
        self.assertEqual(os.environ["GCLOUD_PROJECT"], "demo-quickstart")

    def test_seeded_users(self):
        users = {user.uid: user for user in auth.list_users().iterate_all()}
        alice = users["kVbYw3nT8sQdR1mZx6cH0pLfGaJe"]
        self.assertEqual((alice.email, alice.display_name, alice.email_verified), ("alice@example.com", "Alice", True))
        self.assertEqual(alice.custom_claims, {"role": "admin", "level": 3})
        self.assertEqual(alice.user_metadata.creation_timestamp, 1767225600000)
        self.assertEqual(providers(alice), {"password": "alice@example.com"})
        bob = users["Hq5uXe2oNw9kFzTj7rCbM4vYsLgD"]
        self.assertEqual(providers(bob), {"google.com": "108234567890123456789", "password": "bob@example.com"})
        found = auth.get_users([auth.ProviderIdentifier("google.com", "108234567890123456789")]).users
        self.assertEqual([user.uid for user in found], [bob.uid])
        self.assertEqual(auth.get_user_by_phone_number("+15555550100").uid, "Zt8pWa1dKx4mRs7nVy0gQc3hEjBu")
        self.assertTrue(auth.get_user_by_email("dave@example.com").disabled)

    def test_seeded_passwords(self):
        for email, password, uid in (
            ("alice@example.com", "alice's password", "kVbYw3nT8sQdR1mZx6cH0pLfGaJe"),
            ("bob@example.com", "bob: and more", "Hq5uXe2oNw9kFzTj7rCbM4vYsLgD"),
        ):
            with self.subTest(email):
                signed_in = call("accounts:signInWithPassword", {
                    "email": email, "password": password, "returnSecureToken": True})
                self.assertEqual(auth.verify_id_token(signed_in["idToken"])["uid"], uid)
                with self.assertRaises(urllib.error.HTTPError) as refused:
                    call("accounts:signInWithPassword", {"email": email, "password": password + "!"})
                self.assertEqual(refused.exception.code, 400)
                refused.exception.close()

    def test_tokens(self):
        user = auth.create_user(email="ada@example.com", password="correct horse", email_verified=True)
        auth.set_custom_user_claims(user.uid, {"role": "editor"})
        signed_in = call("accounts:signInWithPassword", {
            "email": "ada@example.com", "password": "correct horse", "returnSecureToken": True})
        claims = auth.verify_id_token(signed_in["idToken"], check_revoked=True)
        self.assertEqual(claims["uid"], user.uid)
        self.assertEqual(claims["role"], "editor")
        cookie = auth.create_session_cookie(signed_in["idToken"], expires_in=600)
        self.assertEqual(auth.verify_session_cookie(cookie, check_revoked=True)["uid"], user.uid)
        for token in (signed_in["idToken"], cookie.decode() if isinstance(cookie, bytes) else cookie):
            self.assertTrue(token.endswith("."), "no signature")
        # Tokens count whole seconds.
        time.sleep(1.1)
        auth.revoke_refresh_tokens(user.uid)
        with self.assertRaises(auth.RevokedIdTokenError):
            auth.verify_id_token(signed_in["idToken"], check_revoked=True)
        auth.delete_user(user.uid)
        with self.assertRaises(auth.UserNotFoundError):
            auth.get_user(user.uid)

    def test_custom_token(self):
        token = auth.create_custom_token("grace", {"plan": "gold"}).decode()
        signed_in = call("accounts:signInWithCustomToken", {"token": token, "returnSecureToken": True})
        claims = auth.verify_id_token(signed_in["idToken"])
        self.assertEqual((claims["uid"], claims["plan"]), ("grace", "gold"))

    def test_provider_credential(self):
        signed_in = call("accounts:signInWithIdp", {
            "postBody": "providerId=google.com&id_token=" + json.dumps(
                {"sub": "linus123", "email": "linus@example.com", "email_verified": True}),
            "requestUri": "http://localhost", "returnSecureToken": True})
        self.assertEqual(auth.get_user(signed_in["localId"]).provider_data[0].provider_id, "google.com")


if __name__ == "__main__":
    unittest.main()
