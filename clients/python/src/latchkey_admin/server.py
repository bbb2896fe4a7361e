"""A Latchkey server: its address, and the way to it."""

from __future__ import annotations

import os
import ssl
from typing import Any, Mapping, Optional
from urllib.parse import urlsplit

import requests

from latchkey_admin.errors import ConfigurationError, ServerUnreachableError, UntrustedCertificateError

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Server:
    """Where requests go, and what they are sent with. It is the only place that they go to."""

    def __init__(self, address: str, ca_file: Optional[str], proxies: Optional[Mapping[str, str]],
                 timeout: float) -> None:
        self.address = _checked(address)
        if ca_file is not None:
            try:
                ssl.create_default_context(cafile=ca_file)
            except (OSError, ssl.SSLError) as error:
                raise ConfigurationError(f"The CA file {ca_file} cannot be used: {error}.") from error
        self.ca_file = None if ca_file is None else os.fspath(ca_file)
        self.proxies = dict(proxies or {})
        self.timeout = timeout

    def contains(self, url: str) -> bool:
        """True if a request to the URL goes to this server."""
        return url.startswith(self.address + "/") and _origin(url) == _origin(self.address)

    def prepare(self, session: requests.Session) -> None:
        """Lets a session trust the CA file, and neither follow redirects nor read the environment.

        The environment could name another CA, a proxy, or a password of .netrc in the token's place.
        """
        session.verify = self.ca_file or True
        session.trust_env = False
        session.max_redirects = 0
        session.proxies = dict(self.proxies)

    def session(self) -> requests.Session:
        session = requests.Session()
        self.prepare(session)
        return session

    def error(self, error: requests.exceptions.RequestException) -> Exception:
        """What to raise for a request that had no answer."""
        # A proxy's certificate is wrong in the same way, so that both are told apart from a closed port alone.
        if isinstance(error, requests.exceptions.SSLError):
            trusted = f"the authorities in {self.ca_file}" if self.ca_file else "an authority that is known here"
            return UntrustedCertificateError(
                f"The certificate of {self.address} cannot be trusted: it has to be issued by {trusted}, for this host. "
                f"Give the authority as ca_file. Nothing was sent. ({_reason(error)})", cause=error)
        if isinstance(error, requests.exceptions.TooManyRedirects):
            return ServerUnreachableError(
                f"{self.address} answered with a redirect, which is not followed: give the address that it leads to.",
                cause=error)
        if isinstance(error, (requests.exceptions.ConnectionError, requests.exceptions.Timeout)):
            return ServerUnreachableError(f"The server {self.address} does not answer. ({_reason(error)})", cause=error)
        return error


def _checked(address: str) -> str:
    if not isinstance(address, str):
        raise ConfigurationError("The server's address is a text such as https://auth.example.com.")
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise ConfigurationError(f"The server's address cannot be read: {error}.") from error
    if parts.scheme not in ("https", "http") or not host or parts.query or parts.fragment or parts.username is not None:
        raise ConfigurationError(
            "The server's address is an https address without user, query and fragment, such as https://auth.example.com.")
    if parts.scheme == "http" and host not in _LOOPBACK:
        raise ConfigurationError(
            f"{address} is not https. Over plain http anybody on the way can read tokens and replace the keys that they are "
            "checked with; it is for this machine's own addresses alone.")
    return address.rstrip("/")


def _origin(url: str) -> Any:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port, parts.username


def _reason(error: BaseException) -> str:
    """The innermost cause, which says what the others wrap."""
    while True:
        inner = getattr(error, "reason", None) or next((a for a in error.args if isinstance(a, BaseException)), None)
        if not isinstance(inner, BaseException):
            return str(error)
        error = inner
