import CLibcrypto
import Crypto
import Foundation
import Identity
import IdentityWire

/// The private half of a signing key, with the operations of its one algorithm.
enum SigningKeyMaterial: Sendable {
  case rsa(RSAKeyPair)
  case p256(P256.Signing.PrivateKey)
  case ed25519(Curve25519.Signing.PrivateKey)

  var algorithm: TokenAlgorithm {
    switch self {
    case .rsa: .rs256
    case .p256: .es256
    case .ed25519: .edDSA
    }
  }

  static func generate(_ algorithm: TokenAlgorithm) throws(SigningKey.Failure) -> SigningKeyMaterial {
    switch algorithm {
    case .rs256:
      do {
        return .rsa(try RSAKeyPair.generate(bits: SigningKey.modulusBits))
      } catch {
        throw SigningKey.Failure(error)
      }
    case .es256: return .p256(P256.Signing.PrivateKey())
    case .edDSA: return .ed25519(Curve25519.Signing.PrivateKey())
    }
  }

  /// - Parameter privateKey: in the form of ``privateKey()``.
  init(_ algorithm: TokenAlgorithm, privateKey: [UInt8]) throws(SigningKey.Failure) {
    do {
      switch algorithm {
      case .rs256: self = .rsa(try RSAKeyPair(privateKey: privateKey))
      case .es256: self = .p256(try P256.Signing.PrivateKey(rawRepresentation: privateKey))
      case .edDSA: self = .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: privateKey))
      }
    } catch let failure as RSAKeyPair.Failure {
      throw SigningKey.Failure(failure)
    } catch {
      throw .malformedKey
    }
  }

  /// A DER-encoded `RSAPrivateKey`, or the 32 bytes of a P-256 or Ed25519 key. The caller seals the bytes
  /// and then clears them.
  func privateKey() throws(SigningKey.Failure) -> [UInt8] {
    switch self {
    case .rsa(let pair):
      do {
        return try pair.privateKeyDER()
      } catch {
        throw SigningKey.Failure(error)
      }
    case .p256(let key): return Array(key.rawRepresentation)
    case .ed25519(let key): return Array(key.rawRepresentation)
    }
  }

  /// Overwrites secret bytes.
  static func clear(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
  }

  /// A DER-encoded `SubjectPublicKeyInfo` (RFC 5280 section 4.1.2.7; RFC 8410 section 4).
  func publicKeyDER() throws(SigningKey.Failure) -> [UInt8] {
    switch self {
    case .rsa(let pair):
      do {
        return try pair.publicKeyDER()
      } catch {
        throw SigningKey.Failure(error)
      }
    case .p256(let key): return Array(key.publicKey.derRepresentation)
    case .ed25519(let key):
      let prefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
      return prefix + key.publicKey.rawRepresentation
    }
  }

  /// The members of the JSON Web Key (RFC 7518 sections 6.2.1 and 6.3.1, RFC 8037 section 2).
  var publicMembers: [(name: String, value: String)] {
    switch self {
    case .rsa(let pair):
      return [
        ("kty", "RSA"), ("n", Base64URL.encode(pair.modulus)), ("e", Base64URL.encode(pair.publicExponent)),
      ]
    case .p256(let key):
      let point = Array(key.publicKey.rawRepresentation)
      return [
        ("kty", "EC"), ("crv", "P-256"), ("x", Base64URL.encode(Array(point.prefix(32)))),
        ("y", Base64URL.encode(Array(point.suffix(32)))),
      ]
    case .ed25519(let key):
      return [
        ("kty", "OKP"), ("crv", "Ed25519"),
        ("x", Base64URL.encode(Array(key.publicKey.rawRepresentation))),
      ]
    }
  }

  /// Signs on the calling thread with a key that is not RSA. Signing takes about twenty microseconds, less
  /// than the switch to another thread.
  func briefSignature(of signingInput: [UInt8]) throws(IdentityError) -> [UInt8] {
    do {
      switch self {
      case .rsa: break
      // ECDSA uses a new secret number for each signature, so a wrong signature reveals nothing about the
      // key.
      case .p256(let key): return Array(try key.signature(for: signingInput).rawRepresentation)
      // Ed25519 signatures are deterministic. A wrong and a right signature of the same text together
      // reveal the key.
      case .ed25519(let key):
        let signature = try key.signature(for: signingInput)
        if key.publicKey.isValidSignature(signature, for: signingInput) { return Array(signature) }
        throw SigningKey.Failure.wrongSignature
      }
    } catch {
      throw .unavailable(.unavailable, cause: "signing: \(type(of: error))")
    }
    throw .unavailable(.unavailable, cause: "signing: RSA is not brief")
  }

  /// Verifies a signature. True only if the signature is valid for this key and its algorithm.
  func isValid(signature: [UInt8], of signingInput: [UInt8]) throws(SigningKey.Failure) -> Bool {
    switch self {
    case .rsa(let pair):
      do {
        return try pair.isValid(
          signature: signature, digest: SHA256.hash(data: signingInput).withUnsafeBytes(Array.init))
      } catch {
        throw SigningKey.Failure(error)
      }
    case .p256(let key):
      guard signature.count == 64,
        let parsed = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
      else { return false }
      return key.publicKey.isValidSignature(parsed, for: signingInput)
    case .ed25519(let key):
      return signature.count == 64 && key.publicKey.isValidSignature(signature, for: signingInput)
    }
  }
}
