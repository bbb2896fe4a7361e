"""The credentials by which an app administers a project. They give their token to one server alone."""

from __future__ import annotations

import datetime
import json
import os
import threading
import time
from typing import Any, Mapping, Optional, Union

import google.auth.credentials
import google.auth.crypt
import google.auth.jwt
import requests
from firebase_admin import credentials

from latchkey_admin.errors import ConfigurationError, CredentialRefusedError
from latchkey_admin.server import Server

ServiceAccountFile = Union[str, "os.PathLike[str]", Mapping[str, Any]]

_SCOPES = "https://www.googleapis.com/auth/cloud-platform https://www.googleapis.com/auth/identitytoolkit " \
    "https://www.googleapis.com/auth/firebase"
_GRANT_TYPE = "urn:ietf:params:oauth:grant-type:jwt-bearer"
_ASSERTION_SECONDS = 300


class LatchkeyCredential(credentials.Base):
    """firebase-admin's wrapper of the credential."""

    def __init__(self, credential: google.auth.credentials.Credentials, project_id: str) -> None:
        super().__init__()
        self._credential = credential
        self.project_id = project_id

    def get_credential(self) -> google.auth.credentials.Credentials:
        return self._credential


class _ServerCredentials(google.auth.credentials.Credentials):
    def __init__(self, server: Server) -> None:
        super().__init__()
        self._server = server

    def before_request(self, request: Any, method: str, url: str, headers: Any) -> None:
        # Firestore, messaging and others of firebase-admin would send the token to Google.
        if not self._server.contains(url):
            raise ConfigurationError(
                f"This app is for the users of {self._server.address}. Its credential is not sent to "
                f"{url.split('?')[0]}: use another app for other services.")
        super().before_request(request, method, url, headers)


class AdministratorToken(_ServerCredentials):
    """A bearer token of `latchkey project admin-token create`."""

    def __init__(self, server: Server, token: str) -> None:
        super().__init__(server)
        self.token = token

    def refresh(self, request: Any) -> None:
        raise CredentialRefusedError(
            f"{self._server.address} does not take the administrator's token: it is wrong, has expired, or is another "
            "project's. `latchkey project admin-token create` makes one.")


class ServiceAccount(_ServerCredentials, google.auth.credentials.Signing):
    """A service account of `latchkey project service-account create`.

    google-auth's own credential is not used: it may look the account up at Google (regional access boundaries).
    """

    def __init__(self, server: Server, file: ServiceAccountFile) -> None:
        super().__init__(server)
        info = _read(file)
        if info.get("type") != "service_account":
            raise ConfigurationError('This is no service account\'s file: its "type" is not "service_account".')
        for name in ("client_email", "project_id", "token_uri", "private_key", "private_key_id"):
            if not isinstance(info.get(name), str) or not info[name]:
                raise ConfigurationError(f'This is no complete service account\'s file: it has no "{name}".')
        self.project_id: str = info["project_id"]
        self._email: str = info["client_email"]
        self._token_uri: str = info["token_uri"]
        if not server.contains(self._token_uri):
            raise ConfigurationError(
                f"The service account's file is for the server at {self._token_uri}, which is not at {server.address}. Nothing "
                f"was sent. Make a file with `latchkey project service-account create {self.project_id} NAME --server "
                f"{server.address}`.")
        try:
            self._signer = google.auth.crypt.RSASigner.from_service_account_info(info)
        except (ValueError, TypeError) as error:
            raise ConfigurationError("The service account's private key cannot be read.") from error
        self._lock = threading.Lock()

    @property
    def signer(self) -> Any:
        return self._signer

    @property
    def signer_email(self) -> str:
        return self._email

    @property
    def service_account_email(self) -> str:
        return self._email

    def sign_bytes(self, message: bytes) -> Any:
        return self._signer.sign(message)

    def refresh(self, request: Any) -> None:
        with self._lock:
            self._refresh()

    def _refresh(self) -> None:
        now = int(time.time())
        assertion = google.auth.jwt.encode(self._signer, {
            "iss": self._email, "sub": self._email, "aud": self._token_uri, "scope": _SCOPES, "iat": now,
            "exp": now + _ASSERTION_SECONDS})
        try:
            with self._server.session() as session:
                answer = session.post(
                    self._token_uri, data={"grant_type": _GRANT_TYPE, "assertion": assertion.decode()},
                    timeout=self._server.timeout)
        except requests.exceptions.RequestException as error:
            raise self._server.error(error) from error
        body = _members(answer)
        token, lifetime = body.get("access_token"), body.get("expires_in")
        if answer.status_code != 200 or not isinstance(token, str) or not isinstance(lifetime, int):
            said = body.get("error_description") or body.get("error") or f"status {answer.status_code}"
            raise CredentialRefusedError(
                f"{self._server.address} does not let the service account {self._email} in: {said} "
                "The key may be another server's, or was deleted.", http_response=answer)
        self.token = token
        utc = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)  # As google-auth compares it.
        self.expiry = utc + datetime.timedelta(seconds=lifetime)


def _read(file: ServiceAccountFile) -> Mapping[str, Any]:
    if isinstance(file, Mapping):
        return file
    try:
        with open(file, encoding="utf-8") as text:
            info = json.load(text)
    except OSError as error:
        raise ConfigurationError(f"The service account's file cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise ConfigurationError("The service account's file is not JSON.") from error
    if not isinstance(info, dict):
        raise ConfigurationError("The service account's file is not a JSON object.")
    return info


def _members(answer: requests.Response) -> Mapping[str, Any]:
    try:
        body = answer.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
