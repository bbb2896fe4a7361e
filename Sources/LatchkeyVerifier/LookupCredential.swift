/// The credential with which a verifier asks the server whether a token was revoked.
public struct LookupCredential: Sendable {
  enum Kind: Sendable {
    case apiKey(String)
    case administrator(@Sendable () async throws -> String)
  }

  let kind: Kind

  /// The project's API key, which its apps also have.
  public static func apiKey(_ key: String) -> LookupCredential { .init(kind: .apiKey(key)) }

  /// An administrator's bearer token.
  public static func administrator(_ token: String) -> LookupCredential {
    .init(kind: .administrator { token })
  }

  /// An access token that must be refreshed, for example a service account's token, which is valid for an hour.
  ///
  /// - Parameter token: returns the token. The verifier calls this closure for each check. The closure should
  ///   cache the token.
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
