"""A web app's tests as they are written for Firebase's emulator: the official web SDK, unchanged, in a browser.

Run in this directory, with Tests/Browser in PYTHONPATH: latchkey exec --import seed -- python test_web.py
"""

import json
import os
import pathlib
import unittest

from app_server import AppServer
from browser import Browser
from firebase_admin import auth, delete_app, initialize_app

PUBLIC = pathlib.Path(__file__).parent / "public"


class WebTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        project = os.environ["GCLOUD_PROJECT"]
        app = {
            "options": {"apiKey": "fake-api-key", "authDomain": f"{project}.example", "projectId": project},
            "FIREBASE_AUTH_EMULATOR_HOST": os.environ["FIREBASE_AUTH_EMULATOR_HOST"],
        }
        cls.server = AppServer(app, folder=PUBLIC)
        cls.addClassCleanup(cls.server.close)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.admin = initialize_app(name="web")
        cls.addClassCleanup(delete_app, cls.admin)

    def setUp(self):
        self.open()
        if self.status() == "Signed in":
            self.sign_out()

    def open(self):
        self.browser.go(f"http://localhost:{self.server.port}/")
        self.browser.until(self.status, "the app")

    def status(self):
        return self.browser.text("#status")

    def user(self):
        """What the app shows of the user, once one is signed in."""

        def signed_in():
            self.assertEqual(self.browser.text("#error"), "")
            return self.status() == "Signed in"

        self.browser.until(signed_in, "a user")
        return json.loads(self.browser.text("#user"))

    def error(self):
        return self.browser.until(lambda: self.browser.text("#error"), "an error")

    def enter(self, email, password, button):
        self.browser.fill("#email", email)
        self.browser.fill("#password", password)
        self.browser.click(button)

    def sign_in_with_google(self, credential):
        self.browser.fill("#credential", credential)
        self.browser.click("#sign-in-with-google")

    def sign_out(self):
        self.browser.click("#sign-out")
        self.browser.until(lambda: self.status() == "Signed out", "the end of the session")

    def test_seeded_user(self):
        self.enter("alice@example.com", "alice's password", "#sign-in")
        user = self.user()
        self.assertEqual(user["uid"], "kVbYw3nT8sQdR1mZx6cH0pLfGaJe")
        self.assertEqual((user["displayName"], user["emailVerified"]), ("Alice", True))
        self.assertEqual((user["signInProvider"], user["providers"]), ("password", ["password"]))
        self.assertEqual((user["claims"]["role"], user["claims"]["level"]), ("admin", 3))
        self.assertTrue(user["token"].endswith("."), "no signature")
        self.assertEqual(auth.verify_id_token(user["token"], self.admin)["role"], "admin")
        # A page that is loaded anew has its user still.
        self.open()
        self.assertEqual(self.user()["uid"], user["uid"])
        self.sign_out()
        self.open()
        self.assertEqual(self.status(), "Signed out")

    def test_refused(self):
        # The seed's config.json hides which addresses there are.
        for email, password, code in (
            ("alice@example.com", "another password", "auth/invalid-credential"),
            ("nobody@example.com", "alice's password", "auth/invalid-credential"),
            ("dave@example.com", "dave's password", "auth/user-disabled"),
        ):
            with self.subTest(email):
                self.enter(email, password, "#sign-in")
                self.assertEqual(self.error(), code)
                self.assertEqual(self.status(), "Signed out")
        self.enter("alice@example.com", "new password", "#sign-up")
        self.assertEqual(self.error(), "auth/email-already-in-use")

    def test_new_user(self):
        self.enter("erin@example.com", "erin's password", "#sign-up")
        user = self.user()
        self.assertEqual((user["email"], user["emailVerified"]), ("erin@example.com", False))
        self.assertEqual(auth.get_user_by_email("erin@example.com", self.admin).uid, user["uid"])
        auth.delete_user(user["uid"], self.admin)

    def test_unsigned_google_credential(self):
        self.sign_in_with_google('{"sub":"abc123","email":"foo@example.com","email_verified":true}')
        user = self.user()
        self.assertEqual((user["email"], user["emailVerified"]), ("foo@example.com", True))
        self.assertEqual((user["signInProvider"], user["providers"]), ("google.com", ["google.com"]))
        self.assertEqual(user["claims"]["firebase"]["identities"]["google.com"], ["abc123"])
        auth.delete_user(user["uid"], self.admin)

    def test_unsigned_google_credential_of_a_seeded_user(self):
        self.sign_in_with_google(
            '{"sub":"108234567890123456789","email":"bob@example.com","email_verified":true}')
        user = self.user()
        self.assertEqual(user["uid"], "Hq5uXe2oNw9kFzTj7rCbM4vYsLgD")
        self.assertEqual((user["signInProvider"], user["claims"]["email"]), ("google.com", "bob@example.com"))


if __name__ == "__main__":
    unittest.main()
