"""Gives a development server something for the console to show."""

import json

import requests

OWNER = {"Authorization": "Bearer owner"}
# As long as names and addresses get, and with what a page must not take for its own.
LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff-" * 3 + "<b>&amp;"
LONG_MAIL = "a.very.long.address.that.somebody.really.has.and.types.every.day@mail.department.example.com"


class Project:
    """What an app and its server do, at the project that every key of a development server means."""

    def __init__(self, base):
        self.toolkit = f"{base}/identitytoolkit.googleapis.com"
        keys = requests.get(f"{base}/__/firebase/init.json", timeout=30)
        self.id = keys.json()["projectId"]
        self.admin = f"{self.toolkit}/v1/projects/{self.id}"

    def app(self, method, body):
        """The app may be refused, as somebody who mistypes a password."""
        return requests.post(f"{self.toolkit}/v1/accounts:{method}?key=any", json=body, timeout=30)

    def server(self, path, body, method="POST", version="v1"):
        address = f"{self.toolkit}/{version}/projects/{self.id}/{path}"
        answer = requests.request(method, address, json=body, headers=OWNER, timeout=30)
        answer.raise_for_status()
        return answer.json()


def seed(base):
    """Users of every kind, a tenant with one, messages, failures."""
    project = Project(base)
    uid = project.server("accounts", {
        "localId": "somebody", "email": LONG_MAIL, "displayName": LONG_NAME, "phoneNumber": "+819012345678",
        "password": "correct horse", "emailVerified": True, "photoUrl": f"{base}/__/auth/assets/latchkey.svg",
        "mfaInfo": [{"phoneInfo": "+84901234567", "displayName": "A phone"}],
    })["localId"]
    claims = {"role": "editor", "departments": ["a-department-with-a-long-name"] * 8}
    project.server("accounts:update", {"localId": uid, "customAttributes": json.dumps(claims)})
    project.server("accounts", {"email": "off@example.com", "password": "correct horse", "disabled": True})
    for number in range(30):
        project.server("accounts", {"email": f"person{number}@example.com", "displayName": f"Person {number}"})
    project.app("signUp", {"returnSecureToken": True})
    for provider in ("google.com", "github.com"):
        token = json.dumps({"sub": f"seeded-{provider}", "email": f"{provider}@example.org", "email_verified": True})
        project.app("signInWithIdp", {
            "postBody": f"id_token={token}&providerId={provider}", "requestUri": base, "returnSecureToken": True,
            "returnIdpCredential": True,
        })
    for password in ("wrong horse", "no horse", "correct horse"):
        project.app("signInWithPassword", {"email": LONG_MAIL, "password": password, "returnSecureToken": True})
    newcomer = project.app("signUp", {
        "email": "new@example.com", "password": "correct horse", "returnSecureToken": True}).json()
    project.app("sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": newcomer["idToken"]})
    project.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": LONG_MAIL})
    project.app("sendVerificationCode", {"phoneNumber": "+819012345678"})
    tenant = project.server(
        "tenants", {"displayName": "A tenant of ours", "allowPasswordSignup": True}, version="v2"
    )["name"].rpartition("/")[2]
    project.server(f"tenants/{tenant}/accounts", {"email": "tenant@example.com", "password": "correct horse"})
