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
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import jwt

SERVER = os.environ["LATCHKEY_SERVER"]
PROJECT = os.environ["LATCHKEY_PROJECT"]
ISSUER = os.environ.get("LATCHKEY_ISSUER") or f"https://securetoken.google.com/{PROJECT}"
API_KEY = os.environ.get("LATCHKEY_API_KEY")
MAXIMUM_ANSWER = 1024 * 1024
# The server's error codes for a token that is no longer valid.
ENDED = ("TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND")
TLS = ssl.create_default_context(cafile=os.environ.get("LATCHKEY_CA_FILE"))

parts = urllib.parse.urlsplit(SERVER)
if parts.scheme != "https" and (parts.scheme, parts.hostname) not in [("http", "127.0.0.1"), ("http", "localhost")]:
    sys.exit("LATCHKEY_SERVER has to be an https address: tokens are sent there.")


class Refused(Exception):
    """The token is to blame."""


class Unavailable(Exception):
    """Nothing is known about the token."""


class RedirectsRefused(urllib.request.HTTPRedirectHandler):
    """Refuses every redirect: it would take the token to another host."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(RedirectsRefused, urllib.request.HTTPSHandler(context=TLS))


class Keys:
    """The server's keys by their ids, kept for five minutes. An unknown id fetches them again, at most every five seconds.

    Anybody can make ids up, so a known key is returned at once, also while keys are being fetched or cannot be.
    Examples/cookie-session has the same class: each example can be copied alone.
    """

    KEPT, PAUSE = 300, 5

    def __init__(self, fetch):
        self._fetch, self._lock = fetch, threading.Lock()
        self._kept, self._fetched = {}, float("-inf")
        self._tried, self._failure = float("-inf"), None

    def key(self, key_id):
        # Reads the dictionary once: another thread may replace the keys in the meantime.
        key = self._kept.get(key_id)
        if key is not None and time.monotonic() - self._fetched < self.KEPT:
            return key
        with self._lock:
            if time.monotonic() - self._tried >= self.PAUSE:
                self._try()
            if self._failure is not None:
                raise Unavailable(self._failure)
            if key_id not in self._kept:
                raise Refused("of another server")
            return self._kept[key_id]

    def _try(self):
        try:
            self._kept, self._failure = self._fetch(), None
            self._fetched = time.monotonic()
        except (OSError, ValueError, TypeError, AttributeError, KeyError, jwt.PyJWTError) as failure:
            self._failure = f"the server's keys cannot be had: {failure!r}"
        finally:
            # Callers that waited for this attempt must not each start another attempt.
            self._tried = time.monotonic()


def fetch():
    with OPENER.open(f"{SERVER}/.well-known/jwks.json", timeout=5) as answer:
        return {key.key_id: key for key in jwt.PyJWKSet.from_dict(json.loads(answer.read(MAXIMUM_ANSWER))).keys}


KEYS = Keys(fetch)


def claims_of(token):
    if not token or len(token) > 16_384:
        raise Refused("no token")
    try:
        header = jwt.get_unverified_header(token)
        if header.get("typ", "JWT") != "JWT":
            raise Refused("not an ID token")
        claims = jwt.decode(
            token, KEYS.key(header.get("kid")), algorithms=["RS256"], audience=PROJECT, issuer=ISSUER,
            options={"require": ["exp", "iat", "iss", "aud", "sub", "auth_time"], "strict_aud": True})
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
        with OPENER.open(request, timeout=5) as answer:
            users = json.loads(answer.read(MAXIMUM_ANSWER))["users"]
            is_good = len(users) == 1 and users[0]["localId"] == uid and not users[0].get("disabled")
    except urllib.error.HTTPError as error:
        reason = reason_of(error)
        if error.code == 400 and reason in ENDED:
            raise Refused(reason) from error
        # The server also answers a wrong API key with 400. In that case, the token is not at fault.
        advice = ": is LATCHKEY_API_KEY a key of the project?" if error.code in (400, 403) else ""
        raise Unavailable(f"the server answered {error.code} {reason}{advice}") from error
    except (OSError, ValueError, TypeError, AttributeError, KeyError) as error:
        raise Unavailable(f"the server does not answer about users: {error!r}") from error
    if not is_good:
        raise Refused("not a user any more")


def reason_of(error):
    try:
        return str(json.loads(error.read(MAXIMUM_ANSWER))["error"]["message"])
    except (OSError, ValueError, TypeError, KeyError):
        return error.reason


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
