"""Pages and documents that are not the console's: where links in mails lead, the handler, the lab, keys, files."""

import re
import urllib.parse

import accounts
from recorder import body_of

ROUNDS = 1
PATHS = [
    "/", "/sample", "/inbox", "/lab", "/healthz", "/readyz", "/nothing", "/favicon.ico", "/v1/publicKeys",
    "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com", "/.well-known/jwks.json",
    "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com", "/v1/sessionCookiePublicKeys",
    "/.well-known/openid-configuration", "/example/.well-known/openid-configuration",
    "/.well-known/apple-app-site-association", "/.well-known/assetlinks.json", "/__/firebase/init.json",
    "/__/auth/iframe?apiKey=replay&appName=x", "/__/auth/iframe", "/__/auth/handler", "/__/auth/handler?apiKey=replay",
    "/__/auth/handler?apiKey=replay&authType=signInViaPopup&providerId=none.com", "/__/auth/gapi.js",
    "/__/auth/handler?error=access_denied&state=x", "/__/auth/handler?apiKey=replay&authType=verifyApp&ibi=com.example",
    "/__/auth/action", "/__/auth/action?mode=resetPassword&oobCode=none&apiKey=replay", "/emulator/action",
    "/emulator/action?mode=verifyEmail&oobCode=none&apiKey=replay", "/emulator/v1/projects/example/config",
    "/emulator/v1/clock", "/emulator/v1/projects/example/oobCodes", "/emulator/v1/projects/none/oobCodes",
    "/lab/control", "/lab/control/requests", "/lab/google.com/oauth2/v3/certs", "/lab/oidc.lab/jwks",
    "/lab/oidc.lab/.well-known/openid-configuration", "/lab/people/ada.svg",
]
LANGUAGES = ["en", "de", "fr", "ja", "vi", "es", "pt"]


def send(client, context, rng):
    for path in PATHS:
        client.label = "pages"
        for headers in ({}, {"Accept": "text/html", "Accept-Language": rng.choice(LANGUAGES)}):
            client.call("GET", path, key=None, headers=headers)
        client.call(rng.choice(["HEAD", "POST", "OPTIONS", "DELETE"]), path, key=None, headers={
            "Origin": rng.choice(["http://localhost:5000", "https://evil.example"])})
    for name in sorted(set(re.findall(r"/__/auth/assets/[\w.-]+", client.get_quietly("/sample").text))):
        client.call("GET", name, key=None)
    follow_mails(client, context, rng)


def follow_mails(client, context, rng):
    """Opens links of mails, in every language, and sends the forms that are there."""
    people = accounts.People(client, context, rng)
    people.prepare()
    for language in LANGUAGES:
        for kind in ("VERIFY_EMAIL", "PASSWORD_RESET", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL"):
            client.label = f"{kind} in {language}"
            user = people.sign_up_by_password()
            body = {"requestType": kind, "email": user.get("email"), "continueUrl": "http://localhost/done",
                    "canHandleCodeInApp": kind == "EMAIL_SIGNIN", **people.scope(user)}
            if kind.startswith("VERIFY"):
                body["idToken"] = user.get("token")
            if "CHANGE" in kind:
                body["newEmail"] = people.new_email()
            people.post("sendOobCode", body, language=language)
            open_links(client, language, rng)
            # Whoever had the address before is told, and can take it back.
            open_links(client, language, rng)


def open_links(client, language, rng):
    for message in list(client.steps[-1].get("mails", [])):
        for link in re.findall(r"\[http://127\.0\.0\.1:<port>([^\]]+)\]", message)[:1]:
            link = link.replace("<port>", str(client.base.rpartition(":")[2]))
            path = link.replace("/emulator/action", rng.choice(["/emulator/action", "/__/auth/action"]))
            headers = {"Accept": "text/html", "Accept-Language": language}
            client.call("GET", path, key=None, headers=headers)
            form = {"newPassword": "a new password", "confirmPassword": "a new password"}
            place, _, query = path.partition("?")
            fields = dict(part.partition("=")[::2] for part in query.split("&"))
            answer = client.call("POST", place, key=None, headers={**headers, "Origin": client.base}, form={
                **{name: urllib.parse.unquote(value) for name, value in fields.items()}, **form})
            body_of(answer)
