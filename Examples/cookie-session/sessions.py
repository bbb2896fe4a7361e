"""Session cookies of a Latchkey server: made of ID tokens, and checked with the server's keys."""

import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import jwt

# The maximum number of seconds since the sign-in for a new session, so that a stolen ID token is of little use later.
RECENT = 5 * 60
MAXIMUM_ANSWER = 1024 * 1024
# The server's error codes for an ID token that is no longer valid.
ENDED = ("INVALID_ID_TOKEN", "TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND")


class Refused(Exception):
    """The token or the cookie is not good."""


class Unavailable(Exception):
    """Latchkey did not answer as it should. Nothing is known about the token or the cookie."""


class RedirectsRefused(urllib.request.HTTPRedirectHandler):
    """Refuses every redirect: it would take the administrator's token to another host."""

    def redirect_request(self, *_):
        return None


class Sessions:
    """`token` is an administrator's of the project, `tls` the context for requests to the server."""

    def __init__(self, server, project, token, tls):
        self.server, self.project, self.token = checked(server), project, token
        self._opener = urllib.request.build_opener(RedirectsRefused, urllib.request.HTTPSHandler(context=tls))
        self._id_token_keys = Keys(lambda: self._fetch("/.well-known/jwks.json"))
        self._cookie_keys = Keys(lambda: self._fetch("/v1/sessionCookiePublicKeys"))

    def begin(self, id_token, lifetime):
        """A cookie that is good for `lifetime` seconds, 5 minutes to 14 days."""
        claims = self._verify(id_token, self._id_token_keys, "https://securetoken.google.com")
        if time.time() - claims["auth_time"] > RECENT:
            raise Refused("Sign in again.")
        answer = self.ask(":createSessionCookie", {"idToken": id_token, "validDuration": str(lifetime)})
        if not isinstance(answer.get("sessionCookie"), str):
            raise Unavailable(f"{self.server} answered without a session cookie.")
        return answer["sessionCookie"]

    def user(self, cookie):
        """The claims of a cookie whose user is there, is not disabled, and has not ended their sessions since."""
        claims = self._verify(cookie, self._cookie_keys, "https://session.firebase.google.com")
        answer = self.ask("/accounts:lookup", {"localId": [claims["sub"]]})
        if "kind" not in answer:
            raise Unavailable(f"{self.server} did not answer about a user.")
        users = answer.get("users", [])
        if not users or users[0].get("disabled") or int(users[0].get("validSince", 0)) > claims["auth_time"]:
            raise Refused("The session has ended.")
        return claims

    def end(self, claims):
        """Ends all sessions of the user of whom a good cookie says `claims`."""
        # A revocation ends only sessions whose sign-in was in an earlier second. In the same second, the session would
        # stay valid.
        next_second = claims["auth_time"] + 1
        time.sleep(min(1, max(0, next_second - time.time())))
        # The server's clock may be ahead of this machine's clock.
        since = max(int(time.time()), next_second)
        self.ask("/accounts:update", {"localId": claims["sub"], "validSince": str(since)})

    def ask(self, method, message):
        """Returns the server's answer to a request of the project's administrator."""
        return self._send(urllib.request.Request(
            f"{self.server}/v1/projects/{self.project}{method}", json.dumps(message).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}))

    def _verify(self, token, keys, issuer):
        try:
            key = keys.key(jwt.get_unverified_header(token).get("kid"))
            if key is None:
                raise Refused("The token is of another server.")
            claims = jwt.decode(
                token, key, algorithms=["RS256"], audience=self.project, issuer=f"{issuer}/{self.project}",
                options={"require": ["exp", "iat", "sub", "auth_time"]})
        except (jwt.PyJWTError, ValueError) as error:
            raise Refused("The token is not good.") from error
        # User ids are unique only within a tenant: a tenant may have a user with the same id.
        if not isinstance(claims.get("firebase"), dict) or "tenant" in claims["firebase"]:
            raise Refused("The token is not of a user of the project itself.")
        return claims

    def _fetch(self, path):
        answer = self._send(urllib.request.Request(self.server + path))
        try:
            return {key.key_id: key for key in jwt.PyJWKSet.from_dict(answer).keys}
        except (jwt.PyJWTError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise Unavailable(f"{self.server}{path} did not answer with public keys.") from error

    def _send(self, request):
        try:
            with self._opener.open(request, timeout=5) as answer:
                document = json.loads(answer.read(MAXIMUM_ANSWER))
        except urllib.error.HTTPError as error:
            said = reason(error)
            if error.code == 400 and said.split(" ")[0] in ENDED:
                raise Refused("The user's sign-in has ended.") from error
            raise Unavailable(f"{request.full_url} answered {error.code}: {said}") from error
        except (OSError, ValueError) as error:
            raise Unavailable(f"{request.full_url} does not answer as Latchkey does: {error}") from error
        if not isinstance(document, dict):
            raise Unavailable(f"{request.full_url} does not answer as Latchkey does.")
        return document


class Keys:
    """Keys by their ids, kept for five minutes. An unknown id fetches them again, at most every five seconds.

    Anybody can make ids up, so a known key is returned at once, also while keys are being fetched or cannot be.
    Examples/backends/python has the same class: each example can be copied alone.
    """

    KEPT, PAUSE = 300, 5

    def __init__(self, fetch):
        self._fetch, self._lock = fetch, threading.Lock()
        self._kept, self._fetched = {}, float("-inf")
        self._tried, self._failure = float("-inf"), None

    def key(self, key_id):
        """None if the server has no such key."""
        # Reads the dictionary once: another thread may replace the keys in the meantime.
        key = self._kept.get(key_id)
        if key is not None and time.monotonic() - self._fetched < self.KEPT:
            return key
        with self._lock:
            if time.monotonic() - self._tried >= self.PAUSE:
                self._try()
            if self._failure is not None:
                raise Unavailable(str(self._failure))
            return self._kept.get(key_id)

    def _try(self):
        try:
            self._kept, self._failure = self._fetch(), None
            self._fetched = time.monotonic()
        except Unavailable as failure:
            self._failure = failure
        finally:
            # Callers that waited for this attempt must not each start another attempt.
            self._tried = time.monotonic()


def checked(address):
    """Returns a server's address without a slash at its end.

    Raises ValueError for plain http to another machine: anybody on the way could read the tokens.
    """
    parts = urllib.parse.urlsplit(address)
    is_local = parts.scheme == "http" and parts.hostname in ("127.0.0.1", "::1", "localhost")
    if not parts.hostname or parts.username is not None or not (parts.scheme == "https" or is_local):
        raise ValueError(f"{address} is not an https address, such as https://auth.example.com.")
    return address.rstrip("/")


def reason(error):
    """Returns the message of an error answer."""
    try:
        return str(json.loads(error.read(MAXIMUM_ANSWER))["error"]["message"])
    except (OSError, ValueError, KeyError, TypeError):
        return str(error.reason)
