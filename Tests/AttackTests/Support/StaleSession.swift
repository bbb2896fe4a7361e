import Identity
import IdentityWire
import SAML
import TestSupport
import Testing

/// What somebody has who finds an unlocked device: a session whose sign-in is long ago.
struct StaleSession: Sendable {
  let server: TestServer
  var session: TestSession

  /// Seconds since the sign-in: more than a recent one may have.
  static let age: Int64 = 1_000

  /// Lets time go by and has the session give a new ID token.
  init(_ server: TestServer, _ session: TestSession) async throws {
    self.server = server
    server.clock.advance(seconds: Self.age)
    let refreshed = try await server.refresh(session.refreshToken)
    self.session = TestSession(
      localID: session.localID, idToken: try require(refreshed, "id_token"),
      refreshToken: try require(refreshed, "refresh_token"))
  }

  var idToken: [String: JSONValue] { ["idToken": .string(session.idToken)] }
  /// The second of the sign-in.
  var signedInAt: JSONValue? { session.claims["auth_time"] }

  /// What a thief has at a provider.
  static let ownIdentity = [("providerId", "google.com"), ("id_token", #"{"sub":"666"}"#)]
  static let ownNumber = "+15551230166"

  /// Names a thief at a SAML provider.
  static func ownSubject(_ content: inout SAMLResponseContent) {
    content.nameID = "666"
    content.nameIDFormat = SAMLAssertion.Subject.persistent
  }

  func linkOwnIdentity() async throws -> TestResponse {
    try await server.signInWithIdp(Self.ownIdentity, idToken)
  }

  func linkOwnAssertion() async throws -> TestResponse {
    let peer = try SAMLPeer()
    if try await server.project().providerList.samlProvider(peer.providerID) == nil {
      try await peer.configure(server)
    }
    return try await server.signInBySAML(peer, idToken, Self.ownSubject)
  }

  /// A stolen credential of a provider that tells itself whom the credential names.
  static func ownUser(of provider: String, _ server: TestServer) async throws -> [(
    name: String, value: String
  )] {
    let credential = try await server.labToken(provider, ["sub": "666"])
    guard provider == "twitter.com" else { return [("providerId", provider), ("code", credential)] }
    return [
      ("providerId", provider), ("access_token", credential),
      ("oauth_token_secret", server.lab.tokenSecret(of: credential)),
    ]
  }

  func linkOwnUser(of provider: String) async throws -> TestResponse {
    try await server.signInWithIdp(try await Self.ownUser(of: provider, server), idToken)
  }

  func linkOwnNumber() async throws -> TestResponse {
    try await server.signInByPhone(Self.ownNumber, idToken)
  }

  /// Development servers alone take identities unsigned: the second of two is none.
  static func run(
    on deployment: TestServer.Deployment = .one,
    _ body: @Sendable @escaping (TestServer) async throws -> Void
  ) async throws {
    var options = TestServer.Options()
    options.deployment = deployment
    options.acceptsUnsignedCredentials = deployment == .one
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options, body)
  }
}

extension TestServer {
  /// The setting that refuses to let a session add a way to sign in that is not recent.
  func requireRecentSignInForLinking() async throws -> TestResponse {
    try await configure(
      "PATCH", "config?updateMask=signIn.linkingRequiresRecentSignIn",
      ["signIn": ["linkingRequiresRecentSignIn": true]])
  }
}

/// Neither the sign-in nor what comes of it counts as recent.
func expectStale(
  _ session: TestSession, since signedInAt: JSONValue?, _ server: TestServer, _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let refreshed = try require(try await server.refresh(session.refreshToken), "id_token")
  for token in [session.idToken, refreshed] {
    #expect(
      try UnverifiedJWT(token).claims["auth_time"] == signedInAt, "\(what)", sourceLocation: sourceLocation)
    let idToken = JSONValue.string(token)
    for (operation, change) in [
      ("update", ["password": "stolen account"]), ("update", ["email": "elsewhere@example.com"]),
      ("delete", [:]),
    ] as [(String, [String: JSONValue])] {
      var message = change
      message["idToken"] = idToken
      expectRefused(
        try await server.call("accounts:\(operation)", .object(message)), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
        "\(what): \(operation)", sourceLocation: sourceLocation)
    }
  }
}
