/// `accounts:signInWithGameCenter`; v3 `signInWithGameCenter`.
public struct SignInWithGameCenterRequest: Codable, Sendable {
  /// The id that Apple gave up in favour of the other two. Clients send an empty text for none.
  public var playerId: String?
  public var teamPlayerId: String?
  public var gamePlayerId: String?
  public var publicKeyUrl: String?
  /// Base64, as is ``salt``.
  public var signature: String?
  public var salt: String?
  /// Milliseconds since 1970.
  public var timestamp: Int64Text?
  public var displayName: String?
  /// Of the signed-in user who is to be linked with the player.
  public var idToken: String?
  public var tenantId: String?
  public init() {}
}

public struct SignInWithGameCenterResponse: Codable, Sendable {
  public var localId: String
  public var playerId: String?
  public var teamPlayerId: String?
  public var gamePlayerId: String?
  public var displayName: String?
  public var isNewUser: Bool?
  public var idToken: String?
  public var refreshToken: String?
  public var expiresIn: String?
  public init(localId: String) { self.localId = localId }
}
