import IdentityWire

/// The usable keys of a JSON Web Key Set.
public struct VerificationKeySet: Sendable {
  public static let maximumKeys = 64

  private let keys: [String: VerificationKey]
  private let unnamed: [VerificationKey]

  /// Nil unless the text is a JWK set. Unusable keys are skipped. If several keys have the same id, the
  /// first key is used.
  public init?(json bytes: [UInt8]) {
    guard let json = try? JSONParser(maximumBytes: 1 << 20, maximumDepth: 16).parse(bytes),
      let list = json["keys"]?.arrayValue
    else { return nil }
    let usable = list.prefix(Self.maximumKeys).compactMap(VerificationKey.init(jwk:))
    keys = Dictionary(
      usable.compactMap { key in key.keyID.map { ($0, key) } }, uniquingKeysWith: { first, _ in first })
    unnamed = usable.filter { $0.keyID == nil }
  }

  /// Returns the key with an id. If the token or the key has no id, returns the set's only key (OpenID
  /// Connect Core 1.0 section 10.1).
  public subscript(keyID: String?) -> VerificationKey? {
    if let keyID, let named = keys[keyID] { return named }
    guard keys.count + unnamed.count == 1 else { return nil }
    return unnamed.first ?? (keyID == nil ? keys.values.first : nil)
  }

  /// The ids of the usable keys.
  public var keyIDs: [String] { keys.keys.sorted() + unnamed.map(\.name) }
}
