/// The OAuth 2.0 scopes that an administrator's token may have here.
///
/// Every operation accepts the first two scopes. An operation also accepts the third scope if its Discovery document
/// lists that scope.
public enum AccessScope: String, Sendable, Codable, CaseIterable {
  case cloudPlatform = "https://www.googleapis.com/auth/cloud-platform"
  case identityToolkit = "https://www.googleapis.com/auth/identitytoolkit"
  case firebase = "https://www.googleapis.com/auth/firebase"

  private static let prefix = "https://www.googleapis.com/auth/"

  /// The scope without its prefix, as operators write it.
  public var shortName: String { String(rawValue.dropFirst(Self.prefix.count)) }

  /// Finds a scope by its full name or its short name.
  public init?(named name: String) {
    guard let scope = AccessScope(rawValue: name) ?? AccessScope(rawValue: Self.prefix + name) else {
      return nil
    }
    self = scope
  }

  /// Returns the known scopes of a `scope` parameter (RFC 6749 section 3.3). Ignores all other scopes.
  public static func parse(_ text: String) -> Set<AccessScope> {
    Set(text.split(separator: " ").compactMap { AccessScope(rawValue: String($0)) })
  }

  /// Writes scopes as a `scope` parameter, in the order of ``allCases``.
  public static func text(_ scopes: Set<AccessScope>) -> String {
    allCases.filter(scopes.contains).map(\.rawValue).joined(separator: " ")
  }
}
