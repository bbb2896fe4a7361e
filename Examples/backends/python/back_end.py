"""A back end in Python that lets in users of a Latchkey server, by their ID tokens, checked by PyJWT.

    pip install 'PyJWT[crypto]'
    LATCHKEY_SERVER=https://auth.example.com LATCHKEY_PROJECT=my-app python back_end.py

With LATCHKEY_API_KEY it asks the server, too, whether the token was revoked. LATCHKEY_CA_FILE names an authority that the
machine does not know.
"""

import http.server
import json
import os
import ssl
import sys
import urllib.error
import urllib.request

import jwt

SERVER = os.environ["LATCHKEY_SERVER"]
PROJECT = os.environ["LATCHKEY_PROJECT"]
ISSUER = os.environ.get("LATCHKEY_ISSUER") or f"https://securetoken.google.com/{PROJECT}"
API_KEY = os.environ.get("LATCHKEY_API_KEY")
TLS = ssl.create_default_context(cafile=os.environ.get("LATCHKEY_CA_FILE"))


class Refused(Exception):
    """The token is to blame."""


class Unavailable(Exception):
    """Nothing is known about the token."""


# It keeps the keys for five minutes, and fetches them for an unknown key id at most every 30 seconds.
KEYS = jwt.PyJWKClient(f"{SERVER}/.well-known/jwks.json", ssl_context=TLS, timeout=5, lifespan=300)


def claims_of(token):
    if not token or len(token) > 16_384:
        raise Refused("no token")
    try:
        if jwt.get_unverified_header(token).get("typ", "JWT") != "JWT":
            raise Refused("not an ID token")
        key = KEYS.get_signing_key_from_jwt(token)
        claims = jwt.decode(
            token, key, algorithms=["RS256"], audience=PROJECT, issuer=ISSUER,
            options={"require": ["exp", "iat", "iss", "aud", "sub", "auth_time"], "strict_aud": True})
    except jwt.PyJWKClientConnectionError as error:
        raise Unavailable(error) from error
    except (jwt.PyJWTError, ValueError) as error:
        raise Refused(error) from error
    sign_in = claims.get("firebase")
    if not claims["sub"] or not isinstance(sign_in, dict) or "tenant" in sign_in:
        raise Refused("not a user of the project")
    return claims


def ask_whether_it_counts(token, uid):
    """Finds what can have happened since the token was issued: a new password, a disabled account."""
    request = urllib.request.Request(
        f"{SERVER}/identitytoolkit.googleapis.com/v1/accounts:lookup", json.dumps({"idToken": token}).encode(),
        {"Content-Type": "application/json", "X-Goog-Api-Key": API_KEY})
    try:
        with urllib.request.urlopen(request, timeout=5, context=TLS) as answer:
            users = json.load(answer).get("users", [])
    except urllib.error.HTTPError as error:
        raise (Refused if error.code == 400 else Unavailable)(f"the server answered {error.code}") from error
    except (OSError, ValueError) as error:
        raise Unavailable(error) from error
    if len(users) != 1 or users[0].get("localId") != uid or users[0].get("disabled"):
        raise Refused("not a user any more")


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        try:
            if scheme != "Bearer":
                raise Refused("no token")
            uid = claims_of(token)["sub"]
            if API_KEY:
                ask_whether_it_counts(token, uid)
            self.answer(200, f"Hello, {uid}\n", {"X-User": uid})
        except Refused:
            self.answer(401, "Sign in first.\n", {"WWW-Authenticate": "Bearer"})
        except Unavailable as error:
            print(error, file=sys.stderr, flush=True)
            self.answer(503, "Try again later.\n", {})

    def answer(self, status, text, headers):
        body = text.encode()
        self.send_response(status)
        for name, value in {"Content-Type": "text/plain", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8080))), Handler).serve_forever()
