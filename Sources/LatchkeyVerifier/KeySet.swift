import Foundation
import IdentityWire
import JSONWebKeys

/// The RS256, ES256 and Ed25519 keys of a JSON Web Key Set (RFC 7517), by their id.
///
/// A key is used only for its stated purpose. An ambiguous set is refused.
struct KeySet: Sendable {
  static let algorithms: Set<String> = ["RS256", "ES256", "EdDSA"]
  /// The maximum size of a document, in bytes.
  static let maximumLength = 65_536
  static let maximumKeys = 64
  static let maximumKeyIDLength = 128
  /// The size of a modulus in bytes: 2048 to 4096 bits.
  static let modulusLengths = 256...512

  private let keys: [String: VerificationKey]

  init(_ document: Data) throws(ServerFailure) {
    guard document.count <= Self.maximumLength else { throw .tooLarge }
    let parser = JSONParser(maximumBytes: Self.maximumLength, maximumDepth: 8)
    guard let entries = (try? parser.parse(document))?["keys"]?.arrayValue else { throw .malformed }
    guard entries.count <= Self.maximumKeys else { throw .tooLarge }
    var keys: [String: VerificationKey] = [:]
    for entry in entries {
      guard let (id, key) = Self.key(entry) else { continue }
      guard keys.updateValue(key, forKey: id) == nil else { throw .noUsableKey }
    }
    guard !keys.isEmpty else { throw .noUsableKey }
    self.keys = keys
  }

  subscript(id: String) -> VerificationKey? { keys[id] }

  /// Nil if the entry is not a key for verification. Key sets may contain such entries.
  private static func key(_ entry: JSONValue) -> (id: String, key: VerificationKey)? {
    guard let members = entry.objectValue, let id = members["kid"]?.stringValue,
      (1...maximumKeyIDLength).contains(id.utf8.count),
      // If a private key is published, its signatures prove nothing.
      members["d"] == nil
    else { return nil }
    switch (members["kty"], members["alg"]) {
    case ("RSA", "RS256"): guard isRSA(members) else { return nil }
    case ("EC", "ES256"), ("OKP", "EdDSA"): break
    default: return nil
    }
    return VerificationKey(jwk: entry).map { (id, $0) }
  }

  private static func isRSA(_ members: [String: JSONValue]) -> Bool {
    guard let bytes = members["n"]?.stringValue.flatMap({ Base64URL.decode($0) }) else { return false }
    return modulusLengths.contains(bytes.count) && bytes.first != 0
      && members["e"]?.stringValue.flatMap { Base64URL.decode($0) } == [1, 0, 1]
  }
}
