#!/usr/bin/env python3
"""Writes the test vectors of Web Authentication Level 3, section 16, as Swift: make_vectors.py > W3CVectors.swift

Section 16 derives every random value by HKDF-SHA-256 from "WebAuthn test vectors" and signs with the nonces of RFC 6979, so
that the vectors follow from their recipe. Needs PyPI's cryptography, 44 or newer. Before it writes anything it compares
values that stand in the text of the specification.
"""

import base64
import datetime
import hashlib
import json

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, padding, rsa
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

RP_ID_HASH = hashlib.sha256(b"example.org").digest()
ORIGIN, TOP_ORIGIN = "https://example.org", "https://example.com"
SIGNING = ec.ECDSA(hashes.SHA256(), deterministic_signing=True)

# Parts of the text of section 16, against a mistake in this program.
SPECIFIED = [
    ("none.ES256", "signature",
     "3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1dd5d78c6e4"
     "86013f937295ea13653e331e87"),
    ("packed-self.ES256", "signature",
     "304402203310b9431903c401f1be2bdc8d23a4007682dbbddcf846994947b7f465daf84002204e94dd00047b316061b3b99772b7efd95994a83ef5"
     "84b3b6b825ea3550251b66"),
    # Of the statement, which is signed over everything else.
    ("packed-self.ES256", "attestationObject",
     "30440220067a20754ab925005dbf378097c92120031581c73228d1fb4f5b881bcd7da98302207fc7b147558c7c0eba3af18bd9d121fa3d3a26d17f"
     "e3f220272178f473b6006d"),
    ("none.ES256.crossOrigin", "registrationChallenge", "3be5aacd03537142472340ab5969f240f1d87716e20b6807ac230655fa4b3b49"),
    ("none.ES256.long-credential-id", "signature",
     "304502203ecef83fb12a0cae7841055f9f87103a99fd14b424194bbf06c4623d3ee6e3fd022100d2ace346db262b1374a6b70faa51f518a42ddca1"
     "3a4125ce6f5052a75bac9fb6"),
    ("packed.ES256", "attestationObject",
     "304502203f19ec4b229f46ab8c45eff29b904ff10c0390dc40bf1216f04a78f4ceba3425022100fe7041a32759aff05a0f9f26c70a999c7a284451"
     "ba89234a1d3483c25e21925b"),
    # Of the certificate.
    ("packed.ES256", "attestationObject",
     "304402201726b9d85ecd8a5ed51163722ca3a20886fd9b242a0aa0453d442116075defd502207ef471e530ac87961a88a7f0d0c17b091ffc6b9238"
     "d30f79f635b417be5910e7"),
]


class Randomness:
    def __init__(self, info):
        self.info, self.count = info.encode(), 0

    def bytes(self, length):
        salt, self.count = bytes([self.count]), self.count + 1
        return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=self.info).derive(b"WebAuthn test vectors")

    def number(self, length):
        return int.from_bytes(self.bytes(length), "big")


def cbor(value):
    """In the order in which a dictionary has its members."""
    def head(kind, count):
        for code, size in ((24, 1), (25, 2), (26, 4)):
            if count < 24:
                return bytes([kind << 5 | count])
            if count < 1 << 8 * size:
                return bytes([kind << 5 | code]) + count.to_bytes(size, "big")
        raise ValueError(count)
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor, value))
    return head(5, len(value)) + b"".join(cbor(key) + cbor(item) for key, item in value.items())


def name(unit):
    return x509.Name([
        x509.NameAttribute(NameOID.COMMON_NAME, "WebAuthn test vectors"),
        x509.NameAttribute(NameOID.ORGANIZATION_NAME, "W3C"),
        x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, unit),
        x509.NameAttribute(NameOID.COUNTRY_NAME, "AA"),
    ])


AUTHORITY = name("Authenticator Attestation CA")


def certificate(randomness, subject, key, authority_key, is_authority=False, extensions=()):
    """Certificates are signed with random nonces by the library, so their signature is made anew."""
    builder = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(AUTHORITY).public_key(key.public_key())
        .serial_number(randomness.number(16))
        .not_valid_before(datetime.datetime(2024, 1, 1)).not_valid_after(datetime.datetime(3024, 1, 1))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(not is_authority, False, False, False, False, is_authority, is_authority, False, False),
                       critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False))
    if not is_authority:
        identifier = x509.SubjectKeyIdentifier.from_public_key(authority_key.public_key())
        builder = builder.add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), critical=False)
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    made = builder.sign(authority_key, hashes.SHA256())
    signed = made.tbs_certificate_bytes
    signature = authority_key.sign(signed, SIGNING)
    algorithm = bytes.fromhex("300a06082a8648ce3d040302")
    return der(0x30, signed + algorithm + der(0x03, b"\x00" + signature))


def der(tag, content):
    length = len(content)
    if length < 128:
        return bytes([tag, length]) + content
    size = (length.bit_length() + 7) // 8
    return bytes([tag, 0x80 | size]) + length.to_bytes(size, "big") + content


def authority():
    randomness = Randomness("Attestation CA")
    key = ec.derive_private_key(randomness.number(32), ec.SECP256R1())
    return key, certificate(randomness, AUTHORITY, key, key, is_authority=True)


AUTHORITY_KEY, AUTHORITY_CERTIFICATE = authority()


def digest(data):
    return hashlib.sha256(data).digest()


class EllipticCurve:
    def __init__(self, algorithm, curve_number, curve, hash_algorithm, key_size):
        self.algorithm, self.curve_number, self.curve, self.key_size = algorithm, curve_number, curve, key_size
        self.signing = ec.ECDSA(hash_algorithm, deterministic_signing=True)

    def make(self, randomness):
        self.key = ec.derive_private_key(randomness.number(self.key_size), self.curve)
        numbers, size = self.key.public_key().public_numbers(), (self.curve.key_size + 7) // 8
        self.x, self.y = numbers.x.to_bytes(size, "big"), numbers.y.to_bytes(size, "big")
        self.cose = cbor({1: 2, 3: self.algorithm, -1: self.curve_number, -2: self.x, -3: self.y})

    def sign(self, message):
        return self.key.sign(message, self.signing)


class Edwards:
    def __init__(self, algorithm, curve_number, kind, key_size):
        self.algorithm, self.curve_number, self.kind, self.key_size = algorithm, curve_number, kind, key_size

    def make(self, randomness):
        self.key = self.kind.from_private_bytes(randomness.bytes(self.key_size))
        self.cose = cbor({1: 1, 3: self.algorithm, -1: self.curve_number, -2: self.key.public_key().public_bytes_raw()})

    def sign(self, message):
        return self.key.sign(message)


class RSA:
    algorithm = -257

    def make(self, randomness):
        p, q, e = 2**1279 - 1, 2**2203 - 1, 65537
        d = rsa.rsa_recover_private_exponent(e, p, q)
        self.key = rsa.RSAPrivateNumbers(
            p, q, d, rsa.rsa_crt_dmp1(d, p), rsa.rsa_crt_dmq1(d, q), rsa.rsa_crt_iqmp(p, q),
            rsa.RSAPublicNumbers(e, p * q)).private_key()
        modulus = (p * q).to_bytes(((p * q).bit_length() + 7) // 8, "big")
        self.cose = cbor({1: 3, 3: self.algorithm, -1: modulus, -2: e.to_bytes(3, "big")})

    def sign(self, message):
        return self.key.sign(message, padding.PKCS1v15(), hashes.SHA256())


def client_data(randomness, ceremony, challenge, cross_origin, top_origin):
    flags = randomness.bytes(1)[0]
    members = {
        "type": ceremony, "challenge": base64.urlsafe_b64encode(challenge).rstrip(b"=").decode(), "origin": ORIGIN,
        "crossOrigin": cross_origin}
    if top_origin:
        members["topOrigin"] = TOP_ORIGIN
    if flags & 1:
        extra = base64.urlsafe_b64encode(randomness.bytes(16)).rstrip(b"=").decode()
        members["extraData"] = (
            "clientDataJSON may be extended with additional fields in the future, such as this: " + extra)
    return json.dumps(members, separators=(",", ":")).encode()


def statement(form, randomness, credential, data, client, credential_id):
    """The attestation statement, section 8."""
    if form == "none":
        return {}
    signed = data + digest(client)
    if form == "packed-self":
        return {"alg": credential.algorithm, "sig": credential.sign(signed)}
    subject, extensions = name("Authenticator Attestation"), []
    if form in ("android-key", "apple"):
        # The attested key is the credential's, but a value is drawn all the same.
        randomness.bytes(32)
        key = credential.key
    else:
        key = ec.derive_private_key(randomness.number(32), ec.SECP256R1())
    if form == "apple":
        nonce = der(0x30, der(0xA1, der(0x04, digest(signed))))
        extensions = [(x509.UnrecognizedExtension(x509.ObjectIdentifier("1.2.840.113635.100.8.2"), nonce), False)]
    if form == "tpm":
        subject = x509.Name([])
        manufacturer = x509.Name([x509.RelativeDistinguishedName([
            x509.NameAttribute(x509.ObjectIdentifier("2.23.133.2.1"), "id:00000000"),
            x509.NameAttribute(x509.ObjectIdentifier("2.23.133.2.2"), "WebAuthn test vectors"),
            x509.NameAttribute(x509.ObjectIdentifier("2.23.133.2.3"), "id:00000000")])])
        extensions = [
            (x509.ExtendedKeyUsage([x509.ObjectIdentifier("2.23.133.8.3")]), False),
            (x509.SubjectAlternativeName([x509.DirectoryName(manufacturer)]), True)]
    if form == "android-key":
        description = der(0x30, b"".join((
            der(0x02, (300).to_bytes(2, "big")), der(0x02, b"\0"), der(0x02, b"\0"), der(0x02, b"\0"),
            der(0x04, digest(client)), der(0x04, b""), der(0x30, b""), der(0x30, b""))))
        extensions = [
            (x509.UnrecognizedExtension(x509.ObjectIdentifier("1.3.6.1.4.1.11129.2.1.17"), description), False)]
    chain = [certificate(randomness, subject, key, AUTHORITY_KEY, extensions=extensions)]
    if form == "apple":
        return {"x5c": chain}
    if form == "fido-u2f":
        signed = b"\0" + RP_ID_HASH + digest(client) + credential_id + b"\4" + credential.x + credential.y
        return {"sig": key.sign(signed, SIGNING), "x5c": chain}
    if form == "tpm":
        public_area = (
            bytes.fromhex("0023000b0004000000000010001000030010") + b"\0\x20" + credential.x + b"\0\x20" + credential.y)
        information = (
            bytes.fromhex("ff54434780170000") + b"\0\x20" + digest(signed)
            + bytes.fromhex("0000000000000000111111112222222233") + bytes(8)
            + b"\0\x22\0\x0b" + digest(public_area) + b"\0\0")
        return {"alg": -7, "sig": key.sign(information, SIGNING), "ver": "2.0", "x5c": chain, "pubArea": public_area,
                "certInfo": information}
    return {"alg": -7, "sig": key.sign(signed, SIGNING), "x5c": chain}


def vector(info, form, credential, id_length=32, challenge_length=32, cross_origin=False, top_origin=False):
    randomness = Randomness(info)
    made = {"registrationChallenge": randomness.bytes(challenge_length)}
    credential.make(randomness)
    client = client_data(randomness, "webauthn.create", made["registrationChallenge"], cross_origin, top_origin)
    aaguid, credential_id = randomness.bytes(16), randomness.bytes(id_length)
    flags = 0x41
    if form != "fido-u2f":
        drawn = randomness.bytes(1)[0] & 0x1C
        flags |= drawn if drawn & 0x08 else drawn & ~0x18
    data = (
        RP_ID_HASH + bytes([flags]) + bytes(4) + aaguid + id_length.to_bytes(2, "big") + credential_id + credential.cose)
    stated = statement(form, randomness, credential, data, client, credential_id)
    made["registrationClientData"] = client
    made["attestationObject"] = cbor(
        {"fmt": "packed" if form == "packed-self" else form, "attStmt": stated, "authData": data})
    made["credentialID"], made["aaguid"] = credential_id, aaguid

    made["assertionChallenge"] = randomness.bytes(challenge_length)
    client = client_data(randomness, "webauthn.get", made["assertionChallenge"], cross_origin, top_origin)
    eligible = flags & 0x08
    drawn = randomness.bytes(1)[0] & 0x14
    data = RP_ID_HASH + bytes([0x01 | eligible | (drawn if eligible else drawn & ~0x18)]) + bytes(4)
    made["assertionClientData"], made["authenticatorData"] = client, data
    made["signature"] = credential.sign(data + digest(client))
    return made


def es256():
    return EllipticCurve(-7, 1, ec.SECP256R1(), hashes.SHA256(), 32)


VECTORS = [
    ("none.ES256", "none", es256(), {}),
    ("packed-self.ES256", "packed-self", es256(), {}),
    ("none.ES256.crossOrigin", "none", es256(), {"cross_origin": True}),
    ("none.ES256.topOrigin", "none", es256(), {"cross_origin": True, "top_origin": True}),
    ("none.ES256.long-credential-id", "none", es256(), {"id_length": 1023}),
    ("packed.ES256", "packed", es256(), {}),
    ("packed.ES384", "packed", EllipticCurve(-35, 2, ec.SECP384R1(), hashes.SHA384(), 48), {}),
    ("packed.ES512", "packed", EllipticCurve(-36, 3, ec.SECP521R1(), hashes.SHA512(), 65), {"challenge_length": 128}),
    ("packed.RS256", "packed", RSA(), {}),
    ("packed.EdDSA", "packed", Edwards(-8, 6, ed25519.Ed25519PrivateKey, 32), {}),
    ("packed.Ed448", "packed", Edwards(-53, 7, ed448.Ed448PrivateKey, 57), {}),
    ("tpm.ES256", "tpm", es256(), {}),
    ("android-key.ES256", "android-key", es256(), {}),
    ("apple.ES256", "apple", es256(), {}),
    ("fido-u2f.ES256", "fido-u2f", es256(), {}),
]


def literal(value, indentation=8):
    """A text of several lines."""
    text = value.hex()
    lines = [text[start:start + 96] for start in range(0, len(text), 96)]
    return '"""\n' + "\\\n".join(" " * indentation + line for line in lines) + "\n" + " " * indentation + '"""'


def main():
    made = {info: vector(info, form, credential, **options) for info, form, credential, options in VECTORS}
    for info, part, expected in SPECIFIED:
        if expected not in made[info][part].hex():
            raise SystemExit(f"{info}: {expected} of the specification is not in {part}")
    print("// Written by make_vectors.py.\n\nextension W3CVector {")
    print(f"  static let attestationRoot = Self.bytes(\n    {literal(AUTHORITY_CERTIFICATE, indentation=4)})\n")
    print("  static let all = [")
    for info, parts in made.items():
        print(f'    W3CVector(\n      name: "{info}",')
        print(",\n".join(f"      {part}: {literal(value)}" for part, value in parts.items()) + "),")
    print("  ]\n}")


main()
