/// By what a verifier may ask the server whether a token was revoked.
public struct LookupCredential: Sendable {
  enum Kind: Sendable {
    case apiKey(String)
    case administrator(@Sendable () async throws -> String)
  }

  let kind: Kind

  /// The project's API key, which its apps have, too.
  public static func apiKey(_ key: String) -> LookupCredential { .init(kind: .apiKey(key)) }

  /// An administrator's bearer token.
  public static func administrator(_ token: String) -> LookupCredential {
    .init(kind: .administrator { token })
  }

  /// The access token of a service account, for example, which has to be renewed each hour.
  ///
  /// - Parameter token: called for each check; it keeps the token itself.
  public static func administrator(
    _ token: @escaping @Sendable () async throws -> String
  ) -> LookupCredential {
    .init(kind: .administrator(token))
  }
}

extension LookupCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String {
    switch kind {
    case .apiKey: "an API key"
    case .administrator: "an administrator's token"
    }
  }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
