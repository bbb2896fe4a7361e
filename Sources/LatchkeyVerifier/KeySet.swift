import Foundation
import IdentityWire
import JWTKit

/// The RS256, ES256 and Ed25519 keys of a JSON Web Key Set (RFC 7517), by their id.
///
/// A key is used only for what it says that it is for, and a set that could mean two things is none.
struct KeySet: Sendable {
  static let algorithms: Set<String> = ["RS256", "ES256", "EdDSA"]
  /// Bytes of a document.
  static let maximumLength = 65_536
  static let maximumKeys = 64
  static let maximumKeyIDLength = 128
  /// Bytes of a modulus: 2048 to 4096 bits.
  static let modulusLengths = 256...512

  private let keys: [String: any JWTAlgorithm]

  init(_ document: Data) async throws(ServerFailure) {
    guard document.count <= Self.maximumLength else { throw .tooLarge }
    let parser = JSONParser(maximumBytes: Self.maximumLength, maximumDepth: 8)
    guard let entries = (try? parser.parse(document))?["keys"]?.arrayValue else { throw .malformed }
    guard entries.count <= Self.maximumKeys else { throw .tooLarge }
    var keys: [String: any JWTAlgorithm] = [:]
    for entry in entries {
      guard let (id, key) = await Self.key(entry) else { continue }
      guard keys.updateValue(key, forKey: id) == nil else { throw .noUsableKey }
    }
    guard !keys.isEmpty else { throw .noUsableKey }
    self.keys = keys
  }

  subscript(id: String) -> (any JWTAlgorithm)? { keys[id] }

  /// Nil for what is not a key to verify with: other sets have such keys, too.
  private static func key(_ entry: JSONValue) async -> (id: String, key: any JWTAlgorithm)? {
    guard let members = entry.objectValue,
      members["use"].map({ $0 == "sig" }) ?? true,
      members["key_ops"].map({ $0.arrayValue?.contains("verify") ?? false }) ?? true,
      let id = members["kid"]?.stringValue, (1...maximumKeyIDLength).contains(id.utf8.count),
      // A private key that was published is everybody's.
      members["d"] == nil
    else { return nil }
    let collection = JWTKeyCollection()
    switch (members["kty"], members["alg"]) {
    case ("RSA", "RS256"):
      guard let key = rsaKey(members) else { return nil }
      await collection.add(rsa: key, digestAlgorithm: .sha256)
    case ("EC", "ES256"):
      guard members["crv"] == "P-256", let x = coordinate(members["x"]), let y = coordinate(members["y"]),
        let key = try? ES256PublicKey(parameters: (x: x, y: y))
      else { return nil }
      await collection.add(ecdsa: key)
    case ("OKP", "EdDSA"):
      guard members["crv"] == "Ed25519", let x = coordinate(members["x"]),
        let key = try? EdDSA.PublicKey(x: x, curve: .ed25519)
      else { return nil }
      await collection.add(eddsa: key)
    default: return nil
    }
    guard let algorithm = try? await collection.getKey() else { return nil }
    return (id, algorithm)
  }

  private static func rsaKey(_ members: [String: JSONValue]) -> Insecure.RSA.PublicKey? {
    guard let modulus = members["n"]?.stringValue, let exponent = members["e"]?.stringValue,
      let bytes = Base64URL.decode(modulus), modulusLengths.contains(bytes.count), bytes.first != 0,
      Base64URL.decode(exponent) == [1, 0, 1]
    else { return nil }
    return try? Insecure.RSA.PublicKey(modulus: modulus, exponent: exponent)
  }

  /// A number of 32 bytes.
  private static func coordinate(_ value: JSONValue?) -> String? {
    guard let text = value?.stringValue, Base64URL.decode(text)?.count == 32 else { return nil }
    return text
  }
}
