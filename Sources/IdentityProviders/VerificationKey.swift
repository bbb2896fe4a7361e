import Crypto
import CryptoExtras
import Foundation
import IdentityWire

/// One public key of a provider with the one algorithm that it is for (RFC 7517, RFC 7518 section 3.1).
///
/// The key decides: what a token's header says is only compared with it. Symmetric keys do not exist here.
struct VerificationKey: Sendable {
  private enum Material: Sendable {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)
    case p384(P384.Signing.PublicKey)
    case p521(P521.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
  }

  let keyID: String
  let algorithm: String
  private let material: Material

  /// Nil for keys without an id, for other purposes than signatures, of other kinds or with sizes that are
  /// unsafe (RSA under 2048 bits) or needlessly expensive (RSA over 8192).
  init?(jwk: JSONValue) {
    guard let keyID = jwk["kid"]?.stringValue, !keyID.isEmpty, keyID.utf8.count <= 512,
      Self.isForVerifying(jwk), let (material, algorithms) = Self.material(jwk)
    else { return nil }
    guard let algorithm = jwk["alg"].map(\.stringValue) ?? algorithms.first,
      algorithms.contains(algorithm)
    else { return nil }
    self.keyID = keyID
    self.algorithm = algorithm
    self.material = material
  }

  func isValid(signature: [UInt8], over message: [UInt8]) -> Bool {
    switch material {
    case .rsa(let key): isValidRSA(key, signature, message)
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

  private func isValidRSA(_ key: _RSA.Signing.PublicKey, _ signature: [UInt8], _ message: [UInt8]) -> Bool {
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

  /// The key and the algorithms that it may be for, the usual one first.
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

/// A JSON Web Key Set with the keys of it that can be used.
struct VerificationKeySet: Sendable {
  static let maximumKeys = 64

  private let keys: [String: VerificationKey]

  /// Nil unless the text is a JWK set. Keys that cannot be used are left out; of keys with one id the first
  /// counts.
  init?(json bytes: [UInt8]) {
    guard let json = try? JSONParser(maximumBytes: 1 << 20, maximumDepth: 16).parse(bytes),
      let list = json["keys"]?.arrayValue
    else { return nil }
    keys = Dictionary(
      list.prefix(Self.maximumKeys).compactMap(VerificationKey.init(jwk:)).map { ($0.keyID, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  subscript(keyID: String) -> VerificationKey? { keys[keyID] }

  /// Of the keys that can be used.
  var keyIDs: [String] { keys.keys.sorted() }
}
