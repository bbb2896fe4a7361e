"""Checks ID tokens and session cookies with the server's own keys, whatever the environment says."""

from __future__ import annotations

import math
import re
import threading
import time
from typing import Any, Mapping, Optional, Sequence, Tuple, Type

import jwt
import requests
from firebase_admin import _token_gen, auth

from latchkey_admin.errors import ServerUnreachableError
from latchkey_admin.server import Server

ID_TOKEN_ISSUER = "https://securetoken.google.com/"
SESSION_COOKIE_ISSUER = "https://session.firebase.google.com/"

_KEY_SET_PATH = "/.well-known/jwks.json"
_KEY_TYPES = {"RS256": "RSA", "ES256": "EC", "EdDSA": "OKP"}
_MAXIMUM_BYTES = 16_384
_MAXIMUM_KEY_SET_BYTES = 1_048_576


class KeySet:
    """The server's public keys, kept for as long as it allows.

    An unknown key id fetches them again, at most every `FETCH_SECONDS`. Anybody can make ids up, so a known key is returned
    at once, also while keys are being fetched or cannot be.
    """

    FETCH_SECONDS = 5.0

    def __init__(self, server: Server) -> None:
        self._server = server
        self._fetching = threading.Lock()
        self._kept: Tuple[Mapping[str, jwt.PyJWK], float] = ({}, -math.inf)
        self._tried_at = -math.inf
        self._failure: Optional[auth.CertificateFetchError] = None

    def key(self, key_id: str) -> Optional[jwt.PyJWK]:
        known = self._known(key_id)
        if known is not None:
            return known
        with self._fetching:
            if time.monotonic() - self._tried_at >= self.FETCH_SECONDS:
                self._try()
            if self._failure is not None:
                # Several threads raise it, so each caller gets an error of its own.
                raise auth.CertificateFetchError(str(self._failure), self._failure.cause) from self._failure
            return self._known(key_id)

    def _known(self, key_id: str) -> Optional[jwt.PyJWK]:
        keys, good_until = self._kept
        return keys.get(key_id) if time.monotonic() < good_until else None

    def _try(self) -> None:
        try:
            self._fetch()
            self._failure = None
        except auth.CertificateFetchError as failure:
            self._failure = failure
        finally:
            # Callers that waited for this attempt must not each make another.
            self._tried_at = time.monotonic()

    def _fetch(self) -> None:
        url = self._server.address + _KEY_SET_PATH
        try:
            with self._server.session() as session:
                answer = session.get(url, timeout=self._server.timeout)
            if answer.status_code != 200:
                raise auth.CertificateFetchError(f"{url} answered {answer.status_code} instead of the public keys.", None)
            keys = {}
            for entry in answer.json()["keys"] if len(answer.content) <= _MAXIMUM_KEY_SET_BYTES else ():
                if _KEY_TYPES.get(entry.get("alg")) == entry.get("kty") and entry.get("kid"):
                    keys[entry["kid"]] = jwt.PyJWK(entry, algorithm=entry["alg"])
        except requests.exceptions.JSONDecodeError as error:
            raise auth.CertificateFetchError(f"{url} did not answer with public keys.", error) from error
        except requests.exceptions.RequestException as error:
            raise auth.CertificateFetchError(str(self._server.error(error)), error) from error
        except (ValueError, KeyError, TypeError, AttributeError, jwt.PyJWTError) as error:
            raise auth.CertificateFetchError(f"{url} did not answer with public keys.", error) from error
        if not keys:
            raise auth.CertificateFetchError(f"{url} has no public key.", None)
        age = re.search(r"max-age=(\d{1,9})", answer.headers.get("Cache-Control", ""))
        seconds = max(self.FETCH_SECONDS, min(int(age.group(1)) if age else 300, 21_600))
        self._kept = (keys, time.monotonic() + seconds)


class TokenVerifier(_token_gen.TokenVerifier):
    """Stands in the place of firebase-admin's, which believes every token where an emulator is set."""

    def __init__(self, keys: KeySet, project_id: str, issuers: Sequence[str]) -> None:  # pylint: disable=super-init-not-called
        self._keys = keys
        self._project_id = project_id
        self._issuers = tuple(issuers) or (ID_TOKEN_ISSUER + project_id,)

    def verify_id_token(self, id_token: Any, clock_skew_seconds: int = 0) -> Mapping[str, Any]:
        return self._verify(
            id_token, clock_skew_seconds, "ID token", self._issuers, auth.InvalidIdTokenError, auth.ExpiredIdTokenError)

    def verify_session_cookie(self, cookie: Any, clock_skew_seconds: int = 0) -> Mapping[str, Any]:
        return self._verify(
            cookie, clock_skew_seconds, "session cookie", (SESSION_COOKIE_ISSUER + self._project_id,),
            auth.InvalidSessionCookieError, auth.ExpiredSessionCookieError)

    def _verify(self, token: Any, skew: int, kind: str, issuers: Sequence[str], invalid: Type[Exception],
                expired: Type[Exception]) -> Mapping[str, Any]:
        if isinstance(token, bytes):
            token = token.decode("utf-8", "replace")
        if not isinstance(token, str) or not token:
            raise ValueError(f"The {kind} has to be a text that is not empty.")
        if not isinstance(skew, (int, float)) or not 0 <= skew <= 60:
            raise ValueError("clock_skew_seconds has to be from 0 to 60.")
        if len(token) > _MAXIMUM_BYTES:
            raise invalid(f"The {kind} is too large.")
        try:
            header = jwt.get_unverified_header(token)
        except jwt.PyJWTError as error:
            raise invalid(f"This is no {kind}: it cannot be read.", error) from error
        algorithm, key_id = header.get("alg"), header.get("kid")
        if algorithm not in _KEY_TYPES or "crit" in header or str(header.get("typ", "JWT")).upper() != "JWT":
            raise invalid(f"This is no {kind} that a server signed: its header says so.")
        if not isinstance(key_id, str) or not 0 < len(key_id) <= 200:
            raise invalid(f'The {kind} has no "kid".')
        key = self._keys.key(key_id)
        if key is None:
            raise invalid(f"The key of the {kind} is not one of the server's.")
        if key.algorithm_name != algorithm:
            raise invalid(f"The algorithm of the {kind} is not its key's.")
        try:
            claims = jwt.decode(
                token, key, algorithms=[algorithm], leeway=skew,
                options={"require": ["exp", "iat", "iss", "aud", "sub", "auth_time"], "verify_aud": False,
                         "verify_exp": False})
        except jwt.PyJWTError as error:
            raise invalid(f"The {kind} is invalid: {error}.", error) from error
        if claims["aud"] != self._project_id:
            raise invalid(f'The {kind} is for the project "{claims["aud"]}", not "{self._project_id}".')
        if claims["iss"] not in issuers:
            raise invalid(f'The {kind} has the issuer "{claims["iss"]}", not {" or ".join(issuers)}.')
        now = time.time()
        if not _is_moment(claims["exp"]) or not _is_moment(claims["auth_time"]) or claims["auth_time"] > now + max(skew, 60):
            raise invalid(f"The {kind} has impossible dates.")
        if now >= claims["exp"] + skew:
            raise expired(f"The {kind} has expired.", None)
        if not isinstance(claims["sub"], str) or not 0 < len(claims["sub"]) <= 128:
            raise invalid(f'The {kind} has no usable "sub".')
        if not isinstance(claims.get("firebase"), dict):
            raise invalid(f"This is no {kind}: it does not say how its user signed in.")
        claims["uid"] = claims["sub"]
        return claims


def _is_moment(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
