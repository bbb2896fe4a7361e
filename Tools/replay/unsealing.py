"""Makes readable what a server seals and signs, so that it is compared by what is in it."""

import base64
import hashlib
import json
import re

from cryptography import x509
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

PURPOSES = ["refresh", "flow", "sign-in-trial", "sign-in-trial-answer", "sign-in-trial-result", "pending-credential",
            "oob", "sms", "mfa-pending", "mfa-enrollment-sms", "mfa-sign-in-sms", "totp-enrollment",
            "temporary-proof", "administrator-token"]
OPAQUE = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])")
JWT = re.compile(r"(eyJ[\w-]+)\.([\w-]+)\.([\w-]*)")
# Bytes in a JSON document of the database.
BYTES = re.compile(r"\[(\d{1,3}(?:,\d{1,3}){27,})\]")


def derive(key, information):
    return HKDF(hashes.SHA256(), 32, None, information.encode()).derive(key)


def opened(key, sealed):
    """The text that was sealed; none if the key is another's."""
    try:
        return AESGCM(key).decrypt(sealed[:12], sealed[12:], None)
    except (InvalidTag, ValueError):
        return None


def decode(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def readable(data):
    """Fit to stand within a text of JSON."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return data.hex()
    return text.replace("\\", "∖").replace('"', "'")


class Unsealer:
    """Knows the master key, the keys of signatures, and every opaque token that was seen."""

    def __init__(self, data, database):
        self.master = base64.b64decode((data / "master.key").read_text())
        self.lab_keys = data / "lab-keys.json"
        self.database = database
        self.keys = {}
        self.tokens = {}

    # ------------------------------------------------------------ tokens

    def learn(self, text):
        for token in OPAQUE.findall(text):
            if token not in self.tokens:
                for purpose in PURPOSES:
                    digest = hashlib.sha256(f"latchkey/{purpose}/{token}".encode()).digest()
                    self.tokens[digest] = (purpose, token)
                self.tokens[token] = True

    def hash(self, digest):
        """A token's hash by the token, where it was seen."""
        known = self.tokens.get(digest)
        return f"hash of {known[0]} {known[1]}" if known else digest.hex()

    def payload(self, digest, sealed):
        known = self.tokens.get(digest)
        if not known:
            return f"{len(sealed)} bytes sealed under a token that was not seen"
        purpose, token = known
        text = opened(derive(token.encode(), f"latchkey/payload/{purpose}"), sealed)
        if text is None:
            return "does not open: " + sealed.hex()
        # Hashes of other tokens stand in it.
        return f"sealed: {BYTES.sub(self._hash_of_bytes, readable(text))}"

    def _hash_of_bytes(self, match):
        values = [int(value) for value in match[1].split(",")]
        return match[0] if len(values) != 32 or max(values) > 255 else f"({self.hash(bytes(values))})"

    # ------------------------------------------------------------ the master key

    def master_sealed(self, sealed, contexts):
        for context in contexts:
            text = opened(derive(self.master, f"latchkey/{context}"), sealed)
            if text is not None:
                # A provider's key is of several lines.
                return f"sealed for {context}: {readable(text)}"
        return None

    def code(self, text, context):
        """What the server calls an authentication code."""
        made = hmac.HMAC(derive(self.master, f"latchkey/{context}"), hashes.SHA256())
        made.update(text.encode())
        return made.finalize()

    def document(self, text, contexts):
        """A JSON document with its sealed members open."""
        def replace(match):
            values = [int(value) for value in match[1].split(",")]
            if max(values) > 255:
                return match[0]
            found = self.master_sealed(bytes(values), contexts)
            return f'"{found}"' if found else match[0]
        return BYTES.sub(replace, text)

    # ------------------------------------------------------------ signatures

    def tokens_open(self, text):
        """The text with every JWT replaced by its header, its claims and a word on its signature."""
        return JWT.sub(self._token, text)

    def _token(self, match):
        try:
            header, claims = (decode(part).decode() for part in match.groups()[:2])
            if not isinstance(json.loads(header), dict):
                return match[0]
        except ValueError:
            return match[0]
        claims = self.tokens_open(claims)
        made = readable(f"{header}.{claims}".encode())
        return f"JWT({made}.{self._signature(json.loads(header), match)})"

    def _signature(self, header, match):
        if not match[3]:
            return "unsigned"
        key = self._key(header.get("kid"))
        if key is None:
            return f"signed by a key that is not known: {match[3]}"
        try:
            key.verify(decode(match[3]), f"{match[1]}.{match[2]}".encode(), padding.PKCS1v15(), hashes.SHA256())
            return "sound"
        except (InvalidSignature, ValueError):
            return f"unsound: {match[3]}"

    def _key(self, name):
        if name not in self.keys:
            for known, algorithm, certificate in self.database.execute(
                    "SELECT key_id, algorithm, certificate FROM signing_keys"):
                if algorithm == "RS256":
                    self.keys[known] = x509.load_pem_x509_certificate(certificate.encode()).public_key()
            if self.lab_keys.exists():
                for entries in json.loads(self.lab_keys.read_text()).values():
                    for entry in entries:
                        key = serialization.load_pem_private_key(entry["key"].encode(), None)
                        self.keys[entry["kid"]] = key.public_key()
        return self.keys.get(name)
