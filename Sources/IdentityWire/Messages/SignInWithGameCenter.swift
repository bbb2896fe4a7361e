/// `accounts:signInWithGameCenter`; v3 `signInWithGameCenter`.
public struct SignInWithGameCenterRequest: Sendable {
  /// The old player id, which Apple has replaced by the other two ids. Clients without this id send an empty text.
  public var playerId: String?
  public var teamPlayerId: String?
  public var gamePlayerId: String?
  public var publicKeyUrl: String?
  /// Base64. ``salt`` is in base64, too.
  public var signature: String?
  public var salt: String?
  /// Milliseconds since 1970.
  public var timestamp: Int64Text?
  public var displayName: String?
  /// The ID token of the signed-in user to link the player to.
  public var idToken: String?
  public var tenantId: String?
  public init() {}
}

public struct SignInWithGameCenterResponse: Sendable {
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

extension SignInWithGameCenterRequest: RequestMessage {
  public init(reading members: MessageReader) throws(MessageFault) {
    self.init()
    playerId = try members.text("playerId")
    teamPlayerId = try members.text("teamPlayerId")
    gamePlayerId = try members.text("gamePlayerId")
    publicKeyUrl = try members.text("publicKeyUrl")
    signature = try members.text("signature")
    salt = try members.text("salt")
    timestamp = try members.int64Text("timestamp")
    displayName = try members.text("displayName")
    idToken = try members.token("idToken")
    tenantId = try members.text("tenantId")
  }
}

extension SignInWithGameCenterResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("localId", localId)
    answer.member("playerId", playerId)
    answer.member("teamPlayerId", teamPlayerId)
    answer.member("gamePlayerId", gamePlayerId)
    answer.member("displayName", displayName)
    answer.member("isNewUser", isNewUser)
    answer.member("idToken", idToken)
    answer.member("refreshToken", refreshToken)
    answer.member("expiresIn", expiresIn)
  }
}
