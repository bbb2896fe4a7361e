"""An authenticator app: time-based one-time passwords (RFC 6238)."""

import base64
import hashlib
import hmac
from urllib.parse import parse_qs, unquote, urlparse


class Authenticator:
    def __init__(self, address):
        """Takes the text of a QR code."""
        parts = urlparse(address)
        assert (parts.scheme, parts.netloc) == ("otpauth", "totp"), address
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.label = unquote(parts.path.removeprefix("/"))
        self.issuer = query["issuer"]
        self.secret = query["secret"]
        self.digits = int(query.get("digits", "6"))
        self.period = int(query.get("period", "30"))
        self.hash = getattr(hashlib, query.get("algorithm", "SHA1").lower())

    def code(self, seconds):
        key = base64.b32decode(self.secret + "=" * (-len(self.secret) % 8))
        digest = hmac.digest(key, (seconds // self.period).to_bytes(8, "big"), self.hash)
        offset = digest[-1] & 15
        number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFFFFFF
        return str(number % 10**self.digits).zfill(self.digits)

    def wrong_code(self, seconds):
        """One that is right at no time that a server might allow for."""
        near = {self.code(seconds + step * self.period) for step in range(-20, 21)}
        return next(code for code in (str(number).zfill(self.digits) for number in range(100)) if code not in near)
