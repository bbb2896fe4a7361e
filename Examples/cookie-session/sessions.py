"""Session cookies of a Latchkey server: made of ID tokens, and checked with the server's keys."""

import json
import time
import urllib.error
import urllib.request

import jwt

# Seconds since the sign-in, past which an ID token begins no session: a stolen one is worth little then.
RECENT = 5 * 60


class Refused(Exception):
    """The token or the cookie is not good, or the server did not make one of it."""


class Sessions:
    """`token` is an administrator's of the project, `tls` the context for requests to the server."""

    def __init__(self, server, project, token, tls):
        self.server, self.project, self.token, self.tls = server, project, token, tls
        self.keys = {
            path: jwt.PyJWKClient(server + path, ssl_context=tls)
            for path in ("/.well-known/jwks.json", "/v1/sessionCookiePublicKeys")
        }

    def begin(self, id_token, lifetime):
        """A cookie that is good for `lifetime` seconds, 5 minutes to 14 days."""
        claims = self._verify(id_token, "/.well-known/jwks.json", "https://securetoken.google.com")
        if time.time() - claims["auth_time"] > RECENT:
            raise Refused("Sign in again.")
        message = {"idToken": id_token, "validDuration": str(lifetime)}
        return self._call(":createSessionCookie", message)["sessionCookie"]

    def user(self, cookie):
        """The claims of a cookie whose user is there, is not disabled, and has not ended their sessions since."""
        claims = self._verify(cookie, "/v1/sessionCookiePublicKeys", "https://session.firebase.google.com")
        users = self._call("/accounts:lookup", {"localId": [claims["sub"]]}).get("users", [])
        if not users or users[0].get("disabled") or int(users[0].get("validSince", 0)) > claims["auth_time"]:
            raise Refused("The session has ended.")
        return claims

    def end(self, claims):
        """Ends all sessions of the user of whom a good cookie says `claims`."""
        # What ends sessions ends those of earlier seconds. In the second of its own sign-in a session would outlive it.
        next_second = claims["auth_time"] + 1
        time.sleep(min(1, max(0, next_second - time.time())))
        # The server's clock may be ahead of this one.
        since = max(int(time.time()), next_second)
        self._call("/accounts:update", {"localId": claims["sub"], "validSince": str(since)})

    def _verify(self, token, keys, issuer):
        try:
            key = self.keys[keys].get_signing_key_from_jwt(token).key
            return jwt.decode(
                token, key, algorithms=["RS256"], audience=self.project, issuer=f"{issuer}/{self.project}",
                options={"require": ["exp", "iat", "sub", "auth_time"]})
        except jwt.PyJWTError as error:
            raise Refused("The token is not good.") from error

    def _call(self, method, message):
        request = urllib.request.Request(
            f"{self.server}/v1/projects/{self.project}{method}", json.dumps(message).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"})
        try:
            with urllib.request.urlopen(request, timeout=10, context=self.tls) as answer:
                return json.load(answer)
        except urllib.error.URLError as error:
            raise Refused("Latchkey did not do it.") from error
