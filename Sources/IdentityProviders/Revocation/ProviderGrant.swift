import Identity
import IdentityWire

/// The content of ``ProviderLink/sealedGrant``: the token that revokes an app's access to an account at a
/// provider.
public struct ProviderGrant: Sendable, Equatable, Codable {
  public enum TokenKind: String, Sendable, Codable {
    case access = "access_token"
    case refresh = "refresh_token"
  }

  /// The maximum length of a token in bytes. A longer token is not stored.
  public static let maximumLength = 4_096

  /// The client that has access.
  public var clientID: String
  /// The provider's id of the user.
  public var rawID: String
  /// Nil if the provider needs only the user's id, as Facebook does.
  public var token: String?
  public var kind: TokenKind
  /// A digest of the provider's addresses at the sign-in. The token is not sent to others.
  public var addresses: String

  /// Nil if the provider cannot revoke access, if its addresses were changed since the sign-in, or if the sign-in
  /// returned no token for the revocation.
  public init?(of identity: ProviderIdentity, with settings: ProviderSettings) {
    guard let method = ProviderCatalog.entry(for: settings.providerID)?.revocation,
      let addresses = identity.tokens.addresses, addresses == settings.secretAddresses.digest
    else { return nil }
    self.addresses = addresses
    rawID = identity.rawID
    clientID = Self.client(of: identity, settings)
    kind = .access
    switch method {
    case .facebookPermissions: return
    case .gitHubGrant: token = identity.tokens.accessToken
    case .token where !clientID.hasSameBytes(as: settings.clientID):
      // The settings do not contain another client's secret.
      return nil
    case .token, .publicToken, .appleToken:
      token = identity.tokens.revocable?.text
      kind = identity.tokens.revocable?.kind ?? .access
    }
    guard let token, (1...Self.maximumLength).contains(token.utf8.count),
      token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
  }

  /// True if this grant should replace the stored grant. An access token does not replace a refresh token of the same
  /// addresses, because a refresh token outlives an access token.
  public func replaces(_ kept: ProviderGrant?) -> Bool {
    guard let kept, kept.rawID.hasSameBytes(as: rawID), kept.addresses == addresses else { return true }
    let isSame = kept.clientID.hasSameBytes(as: clientID) && kept.token.hasSameBytes(as: token)
    return !isSame && (kind == .refresh || kept.kind == .access)
  }

  /// Returns the client id that a token belongs to. A native app's tokens belong to the audience of its ID
  /// token, which is the app's bundle id at Apple.
  private static func client(of identity: ProviderIdentity, _ settings: ProviderSettings) -> String {
    guard let audience = identity.rawUserInfo["aud"]?.stringValue,
      settings.acceptedAudiences.containsBytes(of: audience)
    else { return settings.clientID }
    return audience
  }
}

extension SecretAddresses {
  /// A digest for values that are stored apart from the settings.
  public var digest: String {
    let pairs = named.sorted { $0.key < $1.key }.map {
      JSONValue.array([.string($0.key), .string($0.value)])
    }
    return sha256Hex(JSONWriter.text(.array(pairs)))
  }
}
