import Crypto
import CryptoExtras
import Foundation
import Identity
import IdentityWire
import Secrets
import Testing
import X509

@testable import Tokens

@Suite("A signing key")
struct SigningKeyTests {
  static let now = Instant(seconds: 1_800_000_000)

  @Test("carries a self-signed certificate of its own public key, valid for ten years")
  func certificate() async throws {
    let key = try await SigningKey.generate(now: Self.now)
    let certificate = try Certificate(pemEncoded: key.certificatePEM)
    #expect(certificate.publicKey.isValidSignature(certificate.signature, for: certificate))
    #expect(certificate.subject.description == "CN=\(SigningKey.defaultCommonName)")
    #expect(certificate.issuer == certificate.subject)
    #expect(certificate.notValidBefore == Self.now.date)
    #expect(certificate.notValidAfter == Self.now.adding(seconds: 315_360_000).date)
    let publicKey = try #require(_RSA.Signing.PublicKey(certificate.publicKey))
    let numbers = try publicKey.getKeyPrimitives()
    #expect(Base64URL.encode(numbers.modulus) == key.publicMember("n"))
    #expect(Base64URL.encode(numbers.publicExponent) == key.publicMember("e"))
    #expect(publicKey.keySizeInBits == 2048)
    #expect(key.certificatePEM.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    #expect(key.certificatePEM.hasSuffix("-----END CERTIFICATE-----\n"))
  }

  @Test("is named by forty hexadecimal digits of its public key's digest")
  func keyID() async throws {
    let key = try await SigningKey.generate(now: Self.now)
    let digest = SHA256.hash(data: try key.keyPair.publicKeyDER())
    let expected = digest.prefix(20).map { String(format: "%02x", $0) }.joined()
    #expect(key.keyID == expected)
    #expect(SigningKey.isKeyID(key.keyID))
    #expect(!SigningKey.isKeyID(key.keyID.uppercased() + "x"))
  }

  @Test("makes the same PKCS #1 v1.5 signature as another library does with it")
  func signature() async throws {
    let key = try await SigningKey.generate(now: Self.now)
    let other = try _RSA.Signing.PrivateKey(derRepresentation: try key.material.privateKey())
    let message = Array("header.claims".utf8)
    let signature = try LibcryptoSigner.signature(of: message, with: key)
    #expect(
      signature == Array(try other.signature(for: message, padding: .insecurePKCS1v1_5).rawRepresentation))
  }

  @Test("signs and verifies on many threads at once")
  func concurrency() async throws {
    let key = try await SigningKey.generate(now: Self.now)
    let signer = LibcryptoSigner(threads: 4)
    defer { signer.close() }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<64 {
        group.addTask {
          let message = Array("message \(index)".utf8)
          let signature = try await signer.sign(message, with: key)
          let other = Array("message \(index + 1)".utf8)
          return try key.keyPair.isValid(
            signature: signature, digest: Array(SHA256.hash(data: message)))
            && !key.keyPair.isValid(signature: signature, digest: Array(SHA256.hash(data: other)))
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test("opens from its record under its master key and its own id, and not otherwise")
  func sealing() async throws {
    let key = try await SigningKey.generate(now: Self.now)
    let box = try SecretBox(masterKey: [UInt8](repeating: 1, count: 32))
    var record = SigningKeyRecord(
      keyID: key.keyID, algorithm: "RS256", sealedPrivateKey: Array(try key.sealed(with: box)),
      certificate: key.certificatePEM, createdAt: Self.now, activeFrom: Self.now)
    #expect(try SigningKey.open(record, with: box).keyID == key.keyID)

    let otherBox = try SecretBox(masterKey: [UInt8](repeating: 2, count: 32))
    #expect { try SigningKey.open(record, with: otherBox) } throws: { error in
      if case KeyRing.Failure.wrongMasterKey(key.keyID) = error { true } else { false }
    }
    // The private half of another key, sealed under this one's name.
    let other = try await SigningKey.generate(now: Self.now)
    let honest = record
    record.sealedPrivateKey = Array(
      try box.seal(try other.material.privateKey(), context: "signing-key/\(key.keyID)"))
    #expect { try SigningKey.open(record, with: box) } throws: { error in
      if case KeyRing.Failure.unusableKey(_, .keyIDMismatch) = error { true } else { false }
    }
    record = honest
    record.algorithm = "HS256"
    #expect { try SigningKey.open(record, with: box) } throws: { error in
      if case KeyRing.Failure.unusableKey(_, .unsupportedAlgorithm("HS256")) = error { true } else { false }
    }
  }

  @Test("is refused when it is shorter than 2048 bits")
  func shortKey() throws {
    let short = try RSAKeyPair.generate(bits: 1024).privateKeyDER()
    #expect(throws: RSAKeyPair.Failure.self) { try RSAKeyPair(privateKey: short) }
    #expect(throws: RSAKeyPair.Failure.self) { try RSAKeyPair(privateKey: []) }
    #expect(throws: RSAKeyPair.Failure.self) { try RSAKeyPair(privateKey: [0x30, 0x82, 0xFF, 0xFF]) }
  }

  @Test("refuses work past the signer's bound and signs all that was accepted")
  func overload() async throws {
    let key = try await SigningKey.generate(now: Self.now)
    let signer = LibcryptoSigner(threads: 1, maximumQueued: 2)
    defer { signer.close() }
    let outcomes = await withTaskGroup(of: String.self) { group in
      for _ in 0..<400 {
        group.addTask {
          do throws(IdentityError) {
            return "\(try await signer.sign([1, 2, 3], with: key).count)"
          } catch {
            return "\(error.kind) \(error.name) \(error.retryAfter ?? 0)"
          }
        }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(outcomes == ["256", "busy TOO_MANY_ATTEMPTS_TRY_LATER 1"])
  }
}
