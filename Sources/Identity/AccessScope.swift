/// The OAuth 2.0 scopes that an administrator's token may have here.
///
/// Every operation accepts the first two scopes. The operations whose Discovery document lists the third accept it,
/// too.
public enum AccessScope: String, Sendable, Codable, CaseIterable {
  case cloudPlatform = "https://www.googleapis.com/auth/cloud-platform"
  case identityToolkit = "https://www.googleapis.com/auth/identitytoolkit"
  case firebase = "https://www.googleapis.com/auth/firebase"

  private static let prefix = "https://www.googleapis.com/auth/"

  /// The last part of the scope, as operators write it.
  public var shortName: String { String(rawValue.dropFirst(Self.prefix.count)) }

  /// A scope by its whole or its short name.
  public init?(named name: String) {
    guard let scope = AccessScope(rawValue: name) ?? AccessScope(rawValue: Self.prefix + name) else {
      return nil
    }
    self = scope
  }

  /// The known scopes of a `scope` parameter (RFC 6749 section 3.3). Scopes of services that do not exist here are
  /// ignored.
  public static func parse(_ text: String) -> Set<AccessScope> {
    Set(text.split(separator: " ").compactMap { AccessScope(rawValue: String($0)) })
  }

  /// A `scope` parameter, in the order of ``allCases``.
  public static func text(_ scopes: Set<AccessScope>) -> String {
    allCases.filter(scopes.contains).map(\.rawValue).joined(separator: " ")
  }
}
