import Foundation
import Identity
import Testing

@testable import Passwords

@Suite("Bounds of imported password hashes")
struct PasswordBoundsTests {
  typealias Algorithm = PasswordHash.Algorithm

  static let excessive: [Algorithm] = [
    .firebaseScrypt(signerKey: key(64), saltSeparator: [], rounds: 0, memoryCost: 14),
    .firebaseScrypt(signerKey: key(64), saltSeparator: [], rounds: 9, memoryCost: 14),
    .firebaseScrypt(signerKey: key(64), saltSeparator: [], rounds: 8, memoryCost: 15),
    .firebaseScrypt(signerKey: key(64), saltSeparator: [], rounds: 8, memoryCost: 0),
    .firebaseScrypt(signerKey: [], saltSeparator: [], rounds: 8, memoryCost: 14),
    .firebaseScrypt(signerKey: key(257), saltSeparator: [], rounds: 8, memoryCost: 14),
    .firebaseScrypt(signerKey: key(64), saltSeparator: key(257), rounds: 8, memoryCost: 14),
    scrypt(0, 8, 1, 32), scrypt(1, 8, 1, 32), scrypt(-16, 8, 1, 32), scrypt(1023, 8, 1, 32),
    scrypt(1024, 0, 1, 32), scrypt(1024, 8, 0, 32), scrypt(1024, -1, 1, 32), scrypt(1024, 8, -1, 32),
    scrypt(1 << 17, 8, 1, 32), scrypt(1 << 16, 9, 1, 32), scrypt(1 << 16, 8, 5, 32),
    scrypt(1 << 16, 1, 1, 32),
    scrypt(1 << 62, 1 << 62, 1 << 62, 32), scrypt(.max, .max, .max, .max), scrypt(.min, .min, .min, .min),
    scrypt(2, 1, .max, 32), scrypt(2, .max, 1, 32),
    scrypt(1024, 8, 1, 3), scrypt(1024, 8, 1, 0), scrypt(1024, 8, 1, 1_025),
    .hmac(function: .sha256, key: [], order: .saltAndPassword),
    .hmac(function: .sha256, key: key(1_025), order: .saltAndPassword),
    digest(.md5, -1), digest(.md5, 8_193), digest(.sha1, 0), digest(.sha256, 0), digest(.sha512, 0),
    digest(.sha1, 8_193), digest(.sha256, .max), digest(.sha512, .min),
    .pbkdf2(function: .sha1, rounds: 0), .pbkdf2(function: .sha256, rounds: 120_001),
    .pbkdf2(function: .sha1, rounds: .max), .pbkdf2(function: .sha1, rounds: -1),
    argon2(iterations: 0), argon2(iterations: 17), argon2(memoryCost: 7), argon2(memoryCost: 32_769),
    argon2(memoryCost: 127, parallelism: 16), argon2(parallelism: 0),
    argon2(memoryCost: 1 << 20, parallelism: 17),
    argon2(hashLength: 3), argon2(hashLength: 1_025), argon2(associatedData: key(1_025)),
    argon2(iterations: .max, memoryCost: .max, parallelism: .max, hashLength: .max),
    argon2(iterations: .min, memoryCost: .min, parallelism: .min, hashLength: .min),
  ]

  @Test("Parameters beyond the bounds are refused at the door, and computed by nobody", arguments: excessive)
  func parameters(algorithm: Algorithm) {
    #expect(!PasswordHash.isSupported(algorithm))
    #expect(throws: PasswordFailure.unsupportedParameters) {
      try PasswordHash(importing: algorithm, salt: Self.key(16), hash: Self.key(32))
    }
    // As if it had come into the database by another way.
    let stored = PasswordHash(algorithm: algorithm, salt: Self.key(16), hash: Self.key(32))
    #expect(throws: PasswordFailure.unsupportedParameters) {
      try PasswordVerification.matches(Array("password".utf8), stored)
    }
  }

  @Test(
    "The greatest allowed parameters are allowed",
    arguments: [
      scrypt(1 << 16, 8, 1, 1_024), scrypt(1 << 16, 8, 4, 32), scrypt(1 << 15, 1, 1, 4), digest(.md5, 8_192),
      digest(.sha1, 8_192), argon2(iterations: 16, memoryCost: 32_768, parallelism: 16, hashLength: 1_024),
      .pbkdf2(function: .sha256, rounds: 120_000),
    ])
  func greatest(algorithm: Algorithm) {
    #expect(PasswordHash.isSupported(algorithm))
  }

  @Test("The longest key of PBKDF2 costs no more than the most rounds of a usual one")
  func pbkdf2Work() throws {
    for (rounds, length, isAllowed) in [
      (120_000, 80, true), (120_000, 81, false), (1_000, 1_024, true), (1_000, 1_025, false),
      (9_230, 1_024, true), (9_231, 1_024, false), (1, 3, false), (1, 0, false),
    ] {
      let algorithm = Algorithm.pbkdf2(function: .sha1, rounds: rounds)
      let hash = try? PasswordHash(importing: algorithm, salt: [], hash: Self.key(length))
      #expect((hash != nil) == isAllowed, "\(rounds) rounds, \(length) bytes")
      if !isAllowed {
        // An empty hash above all: it must not be equal to the nothing that was computed.
        let stored = PasswordHash(algorithm: algorithm, salt: [], hash: Self.key(length))
        #expect(throws: PasswordFailure.unsupportedParameters) {
          try PasswordVerification.matches([1], stored)
        }
      }
    }
  }

  @Test("A hash has the length of its scheme, and a salt a reasonable one")
  func lengths() {
    let schemes: [(Algorithm, Int)] = [
      (.firebaseScrypt(signerKey: Self.key(64), saltSeparator: [], rounds: 1, memoryCost: 1), 64),
      (Self.scrypt(2, 1, 1, 32), 32), (.hmac(function: .md5, key: [1], order: .saltAndPassword), 16),
      (.hmac(function: .sha512, key: [1], order: .saltAndPassword), 64), (Self.digest(.md5, 0), 16),
      (Self.digest(.sha1, 1), 20), (Self.digest(.sha256, 1), 32), (Self.digest(.sha512, 1), 64),
      (Self.argon2(hashLength: 32), 32),
    ]
    for (algorithm, length) in schemes {
      #expect((try? PasswordHash(importing: algorithm, salt: Self.key(16), hash: Self.key(length))) != nil)
      for wrong in [0, length - 1, length + 1, 2 * length, 1_025] {
        #expect(throws: PasswordFailure.unsupportedParameters) {
          try PasswordHash(importing: algorithm, salt: Self.key(16), hash: Self.key(wrong))
        }
      }
      #expect(throws: PasswordFailure.unsupportedParameters) {
        try PasswordHash(importing: algorithm, salt: Self.key(257), hash: Self.key(length))
      }
    }
    // Argon2 asks for eight bytes of salt (RFC 9106, section 3.1).
    #expect(throws: PasswordFailure.unsupportedParameters) {
      try PasswordHash(importing: Self.argon2(hashLength: 32), salt: Self.key(7), hash: Self.key(32))
    }
  }

  /// Salt and hash of a bcrypt text.
  static let body = String(repeating: "a", count: 22) + String(repeating: "b", count: 31)
  static let short = String(body.dropLast())
  static let notBcrypt: [String] = [
    "", "$2b$10$", "$2b$10$\(short)", "$2b$10$\(body)b", "$2x$10$\(body)", "$2$10$a\(body)", "$1b$10$\(body)",
    "$2b$03$\(body)", "$2b$15$\(body)", "$2b$31$\(body)", "$2b$99$\(body)", "$2b$+5$\(body)",
    "$2b$ 5$\(body)",
    "$2b$-5$\(body)", "2b$$10$\(body)", "$2b-10$\(body)", "$2b$10.\(body)", "$2b$10$\(short)\0",
    "$2b$10$\(short)=", "$2b$10$\(short)\n", "$6$rounds=999999$\(body)",
  ]

  @Test("A text that is not of bcrypt, or too costly, is refused", arguments: notBcrypt)
  func bcryptText(text: String) {
    let hash = Array(text.utf8)
    #expect(throws: PasswordFailure.unsupportedParameters) {
      try PasswordHash(importing: .bcrypt, salt: [], hash: hash)
    }
    #expect(throws: PasswordFailure.unsupportedParameters) {
      try PasswordVerification.matches([1], PasswordHash(algorithm: .bcrypt, salt: [], hash: hash))
    }
  }

  @Test("bcrypt counts 72 bytes of a password and nothing that follows a zero byte")
  func bcryptPasswords() throws {
    // bcrypt.hashpw(b"a" * 72, b"$2b$04$abcdefghijklmnopqrstuu") and of b"abc", in Python.
    let long = try PasswordHash(
      importing: .bcrypt, salt: [],
      hash: Array("$2b$04$abcdefghijklmnopqrstuuBzzIgyKkz7xMWYSzkIjUSnxEQFQ0WNe".utf8))
    let a = UInt8(ascii: "a")
    #expect(try PasswordVerification.matches([UInt8](repeating: a, count: 72), long))
    #expect(try PasswordVerification.matches([UInt8](repeating: a, count: 4_096), long))
    #expect(try !PasswordVerification.matches([UInt8](repeating: a, count: 71), long))
    let short = try PasswordHash(
      importing: .bcrypt, salt: [1, 2, 3],
      hash: Array("$2b$04$abcdefghijklmnopqrstuuCi15uRb1eH7NAlJ/TgeJertyknQpYn2".utf8))
    #expect(try PasswordVerification.matches(Array("abc".utf8), short))
    #expect(try !PasswordVerification.matches(Array("abc\0".utf8), short))
    #expect(try !PasswordVerification.matches(Array("abc\0def".utf8), short))
  }

  private static func key(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x81, count: count) }

  private static func scrypt(_ n: Int, _ r: Int, _ p: Int, _ length: Int) -> Algorithm {
    .standardScrypt(cpuMemoryCost: n, blockSize: r, parallelization: p, derivedKeyLength: length)
  }

  private static func digest(_ function: PasswordHash.HashFunction, _ rounds: Int) -> Algorithm {
    .digest(function: function, rounds: rounds, order: .saltAndPassword)
  }

  private static func argon2(
    iterations: Int = 1, memoryCost: Int = 64, parallelism: Int = 1, hashLength: Int = 32,
    associatedData: [UInt8] = []
  ) -> Algorithm {
    .argon2(
      .init(
        variant: .id, iterations: iterations, memoryCost: memoryCost, parallelism: parallelism,
        hashLength: hashLength, associatedData: associatedData))
  }
}
