"""Authenticators that are programs: one that others wrote, and one of the encodings that others wrote."""

import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2 import cbor, cose
from fido2.utils import sha256
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData
from soft_webauthn import SoftWebauthnDevice

USER_VERIFIED = 4


class VerifyingDevice(SoftWebauthnDevice):
    """Says that it verified its user, which `SoftWebauthnDevice` never does."""

    def create(self, options, origin):
        made = super().create(options, origin)
        attestation = cbor.decode(made["response"]["attestationObject"])
        attestation["authData"] = _verified(attestation["authData"])
        made["response"]["attestationObject"] = cbor.encode(attestation)
        return made

    def get(self, options, origin):
        made = super().get(options, origin)
        response = made["response"]
        response["authenticatorData"] = _verified(response["authenticatorData"])
        signed = response["authenticatorData"] + sha256(response["clientDataJSON"])
        response["signature"] = self.private_key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return made


def _verified(data):
    """Authenticator data, whose flags follow the hash of the RP ID."""
    return data[:32] + bytes([data[32] | USER_VERIFIED]) + data[33:]


# By the algorithm's name: how a key is made, what it is as COSE has it, and how it signs.
KEYS = {
    "ES256": (
        lambda: ec.generate_private_key(ec.SECP256R1()), cose.ES256,
        lambda key, message: key.sign(message, ec.ECDSA(hashes.SHA256())),
    ),
    "EdDSA": (ed25519.Ed25519PrivateKey.generate, cose.EdDSA, lambda key, message: key.sign(message)),
    "RS256": (
        lambda: rsa.generate_private_key(65537, 2048), cose.RS256,
        lambda key, message: key.sign(message, padding.PKCS1v15(), hashes.SHA256()),
    ),
}


class EncodingDevice:
    """A passkey that does not count, in the encodings of `fido2`."""

    def __init__(self, algorithm):
        make, self._cose, self._sign = KEYS[algorithm]
        self._key = make()
        self.credential_id = os.urandom(32)
        self._user_handle = None

    def create(self, options, origin):
        options = options["publicKey"]
        self._user_handle = options["user"]["id"]
        client = CollectedClientData.create("webauthn.create", options["challenge"], origin)
        public_key = self._cose.from_cryptography_key(self._key.public_key())
        credential = AttestedCredentialData.create(bytes(16), self.credential_id, public_key)
        data = self._data(options["rp"]["id"], AuthenticatorData.FLAG.AT, credential)
        attestation = AttestationObject.create("none", data, {})
        return self._answer(clientDataJSON=bytes(client), attestationObject=bytes(attestation))

    def get(self, options, origin):
        options = options["publicKey"]
        client = CollectedClientData.create("webauthn.get", options["challenge"], origin)
        data = self._data(options["rpId"])
        signature = self._sign(self._key, bytes(data) + client.hash)
        return self._answer(
            clientDataJSON=bytes(client), authenticatorData=bytes(data), signature=signature,
            userHandle=self._user_handle)

    def _data(self, rp_id, flags=AuthenticatorData.FLAG(0), credential=b""):
        flags |= AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV
        return AuthenticatorData.create(sha256(rp_id.encode()), flags, 0, credential)

    def _answer(self, **response):
        return {"rawId": self.credential_id, "type": "public-key", "response": response}
