import IdentityWire

/// Claims that an administrator gives an account, or that a custom token gives its session.
public enum CustomClaims {
  /// The maximum number of characters of the JSON text.
  public static let maximumLength = 1_000

  /// The maximum nesting of objects and lists. Readers of ID tokens have the same limit.
  public static let maximumDepth = 16

  /// Names that have a meaning in an ID token and cannot be used.
  public static let reserved: Set<String> = [
    "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "nonce", "azp", "acr", "amr", "cnf", "auth_time",
    "firebase", "at_hash", "c_hash",
  ]

  /// - Throws: `CLAIMS_TOO_LARGE`, `INVALID_CLAIMS`, `FORBIDDEN_CLAIM : <name>`.
  public static func check(_ text: String) throws(IdentityError) {
    guard text.count <= maximumLength else { throw .refused(.claimsTooLarge) }
    guard !text.isEmpty else { return }
    guard
      let value = try? JSONParser(maximumBytes: 4 * maximumLength, maximumDepth: maximumDepth).parse(text),
      case .object(let claims) = value
    else { throw .refused(.invalidClaims) }
    if let name = claims.keys.filter(reserved.contains).min() { throw .refused(.forbiddenClaim, name) }
  }
}
