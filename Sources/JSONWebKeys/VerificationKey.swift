import Crypto
import CryptoExtras
import Foundation
import IdentityWire

/// A public key with its allowed algorithms (RFC 7517, RFC 7518 section 3.1).
///
/// The key determines the allowed algorithms, and a token's header only chooses among them. Symmetric keys
/// are not supported.
public struct VerificationKey: Sendable {
  private enum Material: Sendable {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)
    case p384(P384.Signing.PublicKey)
    case p521(P521.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
  }

  /// Nil for a key without an id. Such a key is used if the set has no other key.
  public let keyID: String?
  /// The algorithm that the set names. If the set names none (`alg` is optional, RFC 7517 section 4.4), all
  /// algorithms of the key's kind.
  public let algorithms: [String]
  /// The only issuer whose tokens the key verifies; nil if the set names none. Microsoft's sets have keys
  /// of several issuers. `{tenantid}` in an issuer stands for any tenant.
  public let issuer: String?
  private let material: Material

  /// Nil for keys that are not for signatures, of unknown kinds, or with sizes that are unsafe (RSA below
  /// 2048 bits) or needlessly slow (RSA above 8192).
  public init?(jwk: JSONValue) {
    guard Self.isForVerifying(jwk), let (material, usable) = Self.material(jwk) else { return nil }
    if let id = jwk["kid"] {
      guard let text = id.stringValue, !text.isEmpty, text.utf8.count <= 512 else { return nil }
      keyID = text
    } else {
      keyID = nil
    }
    if let algorithm = jwk["alg"] {
      guard let text = algorithm.stringValue, usable.contains(text) else { return nil }
      // RFC 9864: EdDSA is the older name of Ed25519 for a key of this kind.
      algorithms = if case .ed25519 = material { usable } else { [text] }
    } else {
      algorithms = usable
    }
    issuer = jwk["issuer"]?.stringValue
    self.material = material
  }

  /// An RSA key in DER (RFC 8017 appendix A.1.1, or as SubjectPublicKeyInfo), for RS256. Nil if it is
  /// invalid.
  public init?(rsaDER: some Collection<UInt8>) {
    guard let key = try? _RSA.Signing.PublicKey(derRepresentation: Array(rsaDER)) else { return nil }
    (keyID, algorithms, issuer, material) = (nil, ["RS256"], nil, .rsa(key))
  }

  /// The key's name for people.
  public var name: String { keyID ?? "the only key" }

  /// - Parameter algorithm: one of ``algorithms``.
  public func isValid(signature: [UInt8], over message: [UInt8], by algorithm: String) -> Bool {
    switch material {
    case .rsa(let key): Self.isValidRSA(key, signature, message, algorithm)
    case .p256(let key):
      (try? P256.Signing.ECDSASignature(rawRepresentation: signature))
        .map { key.isValidSignature($0, for: SHA256.hash(data: message)) } ?? false
    case .p384(let key):
      (try? P384.Signing.ECDSASignature(rawRepresentation: signature))
        .map { key.isValidSignature($0, for: SHA384.hash(data: message)) } ?? false
    case .p521(let key):
      (try? P521.Signing.ECDSASignature(rawRepresentation: signature))
        .map { key.isValidSignature($0, for: SHA512.hash(data: message)) } ?? false
    case .ed25519(let key): key.isValidSignature(signature, for: message)
    }
  }

  private static func isValidRSA(
    _ key: _RSA.Signing.PublicKey, _ signature: [UInt8], _ message: [UInt8], _ algorithm: String
  ) -> Bool {
    let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
    let padding = algorithm.hasPrefix("PS") ? _RSA.Signing.Padding.PSS : .insecurePKCS1v1_5
    return switch algorithm.suffix(3) {
    case "256": key.isValidSignature(signature, for: SHA256.hash(data: message), padding: padding)
    case "384": key.isValidSignature(signature, for: SHA384.hash(data: message), padding: padding)
    case "512": key.isValidSignature(signature, for: SHA512.hash(data: message), padding: padding)
    default: false
    }
  }

  private static func isForVerifying(_ jwk: JSONValue) -> Bool {
    if let use = jwk["use"], use != .string("sig") { return false }
    if let operations = jwk["key_ops"] {
      return operations.arrayValue?.contains(.string("verify")) ?? false
    }
    return true
  }

  /// The key and its possible algorithms.
  private static func material(_ jwk: JSONValue) -> (Material, [String])? {
    func coordinate(_ name: String, _ count: Int) -> [UInt8]? {
      guard let bytes = jwk[name]?.stringValue.flatMap({ Base64URL.decode($0) }), bytes.count == count
      else { return nil }
      return bytes
    }
    func point(_ count: Int) -> [UInt8]? {
      guard let x = coordinate("x", count), let y = coordinate("y", count) else { return nil }
      return x + y
    }
    switch (jwk["kty"]?.stringValue, jwk["crv"]?.stringValue) {
    case ("RSA", _):
      guard let key = rsa(jwk) else { return nil }
      return (.rsa(key), ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"])
    case ("EC", "P-256"):
      guard let raw = point(32), let key = try? P256.Signing.PublicKey(rawRepresentation: raw)
      else { return nil }
      return (.p256(key), ["ES256"])
    case ("EC", "P-384"):
      guard let raw = point(48), let key = try? P384.Signing.PublicKey(rawRepresentation: raw)
      else { return nil }
      return (.p384(key), ["ES384"])
    case ("EC", "P-521"):
      guard let raw = point(66), let key = try? P521.Signing.PublicKey(rawRepresentation: raw)
      else { return nil }
      return (.p521(key), ["ES512"])
    case ("OKP", "Ed25519"):
      guard let raw = coordinate("x", 32),
        let key = try? Curve25519.Signing.PublicKey(rawRepresentation: raw)
      else { return nil }
      return (.ed25519(key), ["EdDSA", "Ed25519"])
    default: return nil
    }
  }

  private static func rsa(_ jwk: JSONValue) -> _RSA.Signing.PublicKey? {
    guard let modulus = jwk["n"]?.stringValue.flatMap({ Base64URL.decode($0) }),
      let exponent = jwk["e"]?.stringValue.flatMap({ Base64URL.decode($0) }),
      modulus.count <= 1025, (1...4).contains(exponent.count), let low = exponent.last, low & 1 == 1,
      exponent.count > 1 || low >= 3
    else { return nil }
    return try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
  }
}
