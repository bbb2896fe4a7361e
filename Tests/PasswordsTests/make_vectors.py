#!/usr/bin/env python3
"""Prints PasswordVectors.swift: hashes of every importable scheme, made by other implementations.

    python3 -m venv venv && venv/bin/pip install argon2-cffi bcrypt cryptography
    venv/bin/python Tests/PasswordsTests/make_vectors.py > Tests/PasswordsTests/PasswordVectors.swift

hashlib and hmac come with Python; Argon2 is made by argon2-cffi, bcrypt by bcrypt (Rust), AES by cryptography.
"""

import base64
import hashlib
import hmac

import bcrypt
from argon2.low_level import Type, ffi, lib
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

PASSWORD = "correct horse ünd battery 🔋".encode()
SALT = bytes(range(0x10, 0x20))
KEY = bytes((7 * i + 3) % 256 for i in range(64))


def firebase_scrypt(password, salt, key, separator, rounds, memory_cost):
    derived = hashlib.scrypt(password, salt=salt + separator, n=1 << memory_cost, r=rounds, p=1, dklen=32,
                             maxmem=1 << 27)
    encryptor = Cipher(algorithms.AES(derived), modes.CTR(bytes(16))).encryptor()
    return encryptor.update(key) + encryptor.finalize()


def digest(name, password, salt, rounds, password_first, password_in_rounds=False):
    h = lambda data: hashlib.new(name, data).digest()
    x = h(password + salt if password_first else salt + password)
    if password_in_rounds:
        for _ in range(rounds):
            x = h(x + password)
    else:
        for _ in range(rounds - 1):
            x = h(x)
    return x


def argon2(password, salt, variant, version, t, m, p, length, ad):
    out = ffi.new("uint8_t[]", length)
    keep = [ffi.new("uint8_t[]", data) for data in (password, salt, ad)]
    context = ffi.new("argon2_context *", dict(
        out=out, outlen=length, pwd=keep[0], pwdlen=len(password), salt=keep[1], saltlen=len(salt),
        secret=ffi.NULL, secretlen=0, ad=keep[2] if ad else ffi.NULL, adlen=len(ad), t_cost=t, m_cost=m, lanes=p,
        threads=1, version=version, allocate_cbk=ffi.NULL, free_cbk=ffi.NULL,
        flags=lib.ARGON2_DEFAULT_FLAGS))
    assert lib.argon2_ctx(context, variant.value) == 0
    return bytes(ffi.buffer(out))


def vectors():
    for rounds, memory, separator in ((8, 14, b"\x07"), (1, 1, b""), (4, 10, b"sep")):
        yield (f"SCRYPT {rounds} {memory}",
               f".firebaseScrypt(signerKey: key, saltSeparator: {list(separator)}, rounds: {rounds}, "
               f"memoryCost: {memory})",
               SALT, firebase_scrypt(PASSWORD, SALT, KEY, separator, rounds, memory))
    for n, r, p, length in ((1024, 8, 1, 64), (16, 1, 3, 4), (65536, 8, 1, 32), (2, 64, 2, 64), (512, 32, 1, 24)):
        yield (f"STANDARD_SCRYPT {n} {r} {p} {length}",
               f".standardScrypt(cpuMemoryCost: {n}, blockSize: {r}, parallelization: {p}, "
               f"derivedKeyLength: {length})",
               SALT, hashlib.scrypt(PASSWORD, salt=SALT, n=n, r=r, p=p, dklen=length, maxmem=1 << 28))
    for name in ("md5", "sha1", "sha256", "sha512"):
        for order, joined in (("saltAndPassword", SALT + PASSWORD), ("passwordAndSalt", PASSWORD + SALT)):
            yield (f"HMAC_{name.upper()} {order}", f".hmac(function: .{name}, key: key, order: .{order})", SALT,
                   hmac.new(KEY, joined, name).digest())
        for rounds in ((0, 1, 2, 8192) if name == "md5" else (1, 2, 8192)):
            for order in ("saltAndPassword", "passwordAndSalt"):
                yield (f"{name.upper()} {rounds} {order}",
                       f".digest(function: .{name}, rounds: {rounds}, order: .{order})", SALT,
                       digest(name, PASSWORD, SALT, rounds, order == "passwordAndSalt"))
        if name == "md5":
            for rounds in (1, 2, 8192):
                yield (f"MD5 {rounds} with the password in every round",
                       f".digest(function: .md5, rounds: {rounds}, order: .saltAndPassword)", SALT,
                       digest(name, PASSWORD, SALT, rounds, False, True))
        yield (f"{name.upper()} without salt", f".digest(function: .{name}, rounds: 1, order: .saltAndPassword)",
               b"", digest(name, PASSWORD, b"", 1, False))
    for name, label in (("sha1", "PBKDF_SHA1"), ("sha256", "PBKDF2_SHA256")):
        for rounds, length in ((1, 4), (1000, 20), (1000, 64), (120000, 32)):
            yield (f"{label} {rounds} {length}", f".pbkdf2(function: .{name}, rounds: {rounds})", SALT,
                   hashlib.pbkdf2_hmac(name, PASSWORD, SALT, rounds, length))
    for prefix in (b"2a", b"2b"):
        yield (f"BCRYPT {prefix.decode()}", ".bcrypt", b"",
               bcrypt.hashpw(PASSWORD, b"$" + prefix + b"$05$abcdefghijklmnopqrstuu"))
    yield ("BCRYPT 2y", ".bcrypt", b"",
           b"$2y$" + bcrypt.hashpw(PASSWORD, b"$2b$04$ABCDEFGHIJKLMNOPQRSTUu")[4:])
    for variant in (Type.D, Type.I, Type.ID):
        for version in (0x10, 0x13):
            yield (f"ARGON2 {variant.name} {version:#x}",
                   f".argon2(.init(variant: .{variant.name.lower()}, version: .v{version:x}, iterations: 2, "
                   "memoryCost: 64, parallelism: 2, hashLength: 32))",
                   SALT, argon2(PASSWORD, SALT, variant, version, 2, 64, 2, 32, b""))
    yield ("ARGON2 with associated data",
           ".argon2(.init(variant: .id, iterations: 1, memoryCost: 8, parallelism: 1, hashLength: 4, "
           "associatedData: [1, 2, 3]))",
           SALT[:8], argon2(PASSWORD, SALT[:8], Type.ID, 0x13, 1, 8, 1, 4, b"\x01\x02\x03"))
    yield ("ARGON2 at its greatest memory",
           ".argon2(.init(variant: .id, iterations: 1, memoryCost: 32768, parallelism: 16, hashLength: 64))",
           SALT, argon2(PASSWORD, SALT, Type.ID, 0x13, 1, 32768, 16, 64, b""))


def main():
    print("// Made by make_vectors.py with other implementations of the schemes.\n")
    print("import Identity\nimport Testing\n")
    print("struct PasswordVector: Sendable, CustomTestStringConvertible {")
    print("  static let password = \"correct horse ünd battery 🔋\"")
    print("  static let key: [UInt8] = (0..<64).map { UInt8((7 * $0 + 3) % 256) }\n")
    print("  let name: String\n  let algorithm: PasswordHash.Algorithm\n  /// Base64.\n  let salt: String")
    print("  let hash: String\n  var testDescription: String { name }\n")
    print("  init(_ name: String, _ algorithm: PasswordHash.Algorithm, _ salt: String, _ hash: String) {")
    print("    self.name = name\n    self.algorithm = algorithm\n    self.salt = salt\n    self.hash = hash\n  }\n")
    print("  static let all: [PasswordVector] = [")
    for name, algorithm, salt, value in vectors():
        salt, value = (base64.b64encode(data).decode() for data in (salt, value))
        print(f'    .init(\n      "{name}",\n      {algorithm},\n      "{salt}",\n      "{value}"),')
    print("  ]\n}")


if __name__ == "__main__":
    main()
