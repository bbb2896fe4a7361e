import Identity
import IdentityWire
import TestSupport
import Testing

/// A project's functions decide who becomes its user. An account that begins anonymously must not get past them.
@Suite("T44: hooks walked round", .fewAtOnce)
struct T44HooksWalkedRoundTests {
  /// By what an anonymous account becomes permanent, or a permanent one gets another way to sign in.
  enum Upgrade: String, CaseIterable, Sendable {
    case signUp, update, updateOfAddress, phone, emailLink, provider, gameCenter, mailedAddress

    /// What the functions are told.
    var method: String {
      switch self {
      case .signUp, .update, .updateOfAddress: "password"
      case .phone: "phone"
      case .emailLink, .mailedAddress: "emailLink"
      case .provider: "google.com"
      case .gameCenter: "gc.apple.com"
      }
    }

    /// Those by which a signed-in user links something, and is answered with tokens.
    static let links: [Upgrade] = [.signUp, .update, .phone, .emailLink, .provider, .gameCenter]

    func run(_ server: TestServer, _ session: TestSession) async throws -> TestResponse {
      let idToken: [String: JSONValue] = ["idToken": .string(session.idToken)]
      func with(_ more: [String: JSONValue]) -> JSONValue { .object(idToken.merging(more) { $1 }) }
      let address = "new@example.com"
      switch self {
      case .signUp:
        return try await server.call(
          "accounts:signUp", with(["email": .string(address), "password": "correct horse"]))
      case .update:
        return try await server.call(
          "accounts:update",
          with(["email": .string(address), "password": "correct horse", "returnSecureToken": true]))
      case .updateOfAddress:
        return try await server.call("accounts:update", with(["email": .string(address)]))
      case .phone: return try await server.signInByPhone("+15551230144", idToken)
      case .emailLink:
        let code = try await server.signInLinkCode(address)
        return try await server.signInWithLink(code, email: address, idToken)
      case .provider:
        return try await server.signInWithIdp(
          [("providerId", "google.com"), ("id_token", #"{"sub":"44"}"#)], idToken)
      case .gameCenter:
        let proof = try server.lab.proveGameCenterPlayer("ada")
        return try await server.call(
          "accounts:signInWithGameCenter",
          with([
            "playerId": .string(proof.playerID), "teamPlayerId": .string(proof.teamPlayerID),
            "gamePlayerId": .string(proof.gamePlayerID), "publicKeyUrl": .string(proof.publicKeyURL),
            "signature": .string(Base64URL.encode(proof.signature)),
            "salt": .string(Base64URL.encode(proof.salt)), "timestamp": .string(String(proof.timestamp)),
          ]))
      case .mailedAddress:
        let code = try await server.changeCode(of: session, to: address)
        return try await server.apply(oobCode: code)
      }
    }
  }

  private static func run(
    _ body: @Sendable @escaping (TestServer, FunctionServer) async throws -> Void
  ) async throws {
    try await FunctionServer.run { functions in
      var options = TestServer.Options()
      options.acceptsUnsignedCredentials = true
      try await TestServer.run(options) { server in
        try await server.setFunctions(functions)
        try await body(server, functions)
      }
    }
  }

  private static let refusal = #"{"error":{"code":403,"message":"Only ours.","status":"PERMISSION_DENIED"}}"#

  // Fails when `beforeCreate` is asked about new accounts alone, and when an upgrade does not ask `beforeSignIn` (each
  // alone).
  @Test("no call makes an anonymous account permanent past beforeCreate")
  func upgrade() async throws {
    try await Self.run { server, functions in
      try await eachCase(of: Upgrade.allCases) { upgrade in
        let anonymous = try await server.signUpAnonymously()
        let before = try await server.account(anonymous.localID)
        let (created, signedIn) = (
          functions.calls("beforeCreate").count, functions.calls("beforeSignIn").count
        )
        functions.answer("beforeCreate", status: 403, Self.refusal)
        expectRefused(
          try await upgrade.run(server, anonymous), "BLOCKING_FUNCTION_ERROR_RESPONSE", upgrade.rawValue)
        #expect(try await server.account(anonymous.localID) == before)
        let told = try #require(functions.calls("beforeCreate").last)
        #expect(told["sub"]?.stringValue == anonymous.localID)
        #expect(told["sign_in_method"]?.stringValue == upgrade.method)
        #expect(functions.calls("beforeSignIn").count == signedIn)

        functions.answer("beforeCreate", "{}")
        let allowed = try await upgrade.run(server, anonymous)
        #expect(allowed.status == 200, "\(allowed.text)")
        #expect(try await server.account(anonymous.localID)?.isAnonymous == false)
        #expect(functions.calls("beforeCreate").count == created + 2)
        // A mailed code is applied without a sign-in.
        let signIns = functions.calls("beforeSignIn").dropFirst(signedIn).map {
          $0["sign_in_method"]?.stringValue
        }
        #expect(signIns == (upgrade == .mailedAddress ? [] : [upgrade.method]))
        _ = try await server.administer("accounts:delete", ["localId": .string(anonymous.localID)])
      }
    }
  }

  // Fails when a link is not asked about (of `update` alone: by whoever has a password for the first time), when it is written before the function has answered, and when
  // `beforeCreate` is asked about accounts that are permanent.
  @Test("every link asks beforeSignIn, and a refusal leaves nothing changed")
  func link() async throws {
    try await Self.run { server, functions in
      try await eachCase(of: Upgrade.links) { link in
        let user = try TestSession(
          try await server.signInWithIdp([("providerId", "github.com"), ("id_token", #"{"sub":"1"}"#)]))
        let before = try await server.account(user.localID)
        let asked = functions.calls("beforeCreate").count
        functions.answer("beforeSignIn", status: 403, Self.refusal)
        expectRefused(try await link.run(server, user), "BLOCKING_FUNCTION_ERROR_RESPONSE", link.rawValue)
        #expect(try await server.account(user.localID) == before)
        functions.answer("beforeSignIn", "{}")
        #expect(try await link.run(server, user).status == 200)
        let told = functions.calls("beforeSignIn").suffix(2)
        #expect(told.allSatisfy { $0["sign_in_method"]?.stringValue == link.method })
        #expect(functions.calls("beforeCreate").count == asked)
        _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
      }
    }
  }

  // Fails when the claims of a link's function are not kept, and when a link loses those of the sign-in that it goes on
  // from (each alone).
  @Test("a link's session claims are in its tokens, beside those of the sign-in")
  func sessionClaims() async throws {
    try await Self.run { server, functions in
      try await eachCase(of: Upgrade.links) { link in
        func answer(_ claims: String) {
          functions.answer(
            "beforeSignIn", #"{"userRecord":{"updateMask":"sessionClaims","sessionClaims":\#(claims)}}"#)
        }
        answer(#"{"desk":7,"floor":1}"#)
        let user = try TestSession(
          try await server.signInWithIdp([("providerId", "github.com"), ("id_token", #"{"sub":"1"}"#)]))
        answer(#"{"floor":2,"via":"link"}"#)
        let linked = try TestSession(try await link.run(server, user))
        let refreshed = try require(try await server.refresh(linked.refreshToken), "id_token")
        for token in [linked.idToken, refreshed] {
          let claims = try UnverifiedJWT(token).claims
          #expect(claims["desk"] == 7 && claims["floor"] == 2 && claims["via"] == "link", "\(claims)")
        }
        #expect(try await server.account(user.localID)?.customAttributes == nil)
        _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
      }
    }
  }

  // Fails when `update`, `replaceSessions` or `goOn` begins the facts of a session anew (each alone).
  @Test("a session keeps its claims under the tokens of every change that its user makes")
  func keptClaims() async throws {
    try await Self.run { server, functions in
      functions.answer(
        "beforeSignIn", #"{"userRecord":{"updateMask":"sessionClaims","sessionClaims":{"desk":7}}}"#)
      var user = try await server.verifiedUser("ada@example.com")
      functions.answer("beforeSignIn", "{}")
      func expectClaims(_ what: String) async throws {
        let refreshed = try require(try await server.refresh(user.refreshToken), "id_token")
        for token in [user.idToken, refreshed] {
          #expect(try UnverifiedJWT(token).claims["desk"] == 7, "\(what)")
        }
      }
      func update(_ change: [String: JSONValue]) async throws {
        let message = change.merging(["idToken": .string(user.idToken), "returnSecureToken": true]) { $1 }
        user = try TestSession(try await server.call("accounts:update", .object(message)))
        try await expectClaims("\(change)")
      }
      try await update(["displayName": "Ada"])
      try await update(["password": "another horse"])
      try await update(["validSince": "1"])
      let factor = try await server.enrollPhone(user, "+15551230100")
      user = factor.session
      try await expectClaims("enrolling")
      user = try TestSession(try await Upgrade.provider.run(server, user))
      try await expectClaims("linking with a second factor")
      user = try await server.enrollTOTP(user).session
      try await expectClaims("enrolling another")
      for id in try await server.account(user.localID)?.factors.map(\.enrollmentID) ?? [] {
        let withdrawn = try await server.call2(
          "accounts/mfaEnrollment:withdraw",
          ["idToken": .string(user.idToken), "mfaEnrollmentId": .string(id)])
        user = TestSession(
          localID: user.localID, idToken: try require(withdrawn, "idToken"),
          refreshToken: try require(withdrawn, "refreshToken"))
        try await expectClaims("withdrawing")
      }
      try await update(["email": "new@example.com"])
    }
  }

  // Fails when the claims of a custom token are lost by a link.
  @Test("a link keeps the claims of the custom token that the session began with")
  func customTokenClaims() async throws {
    try await Self.run { server, functions in
      let service = try await server.addServiceAccount()
      let signedIn = try await server.signInWithCustomToken(
        try server.customToken(of: service, ["claims": ["role": "editor"]]))
      let user = TestSession(
        localID: "custom-1", idToken: try require(signedIn, "idToken"),
        refreshToken: try require(signedIn, "refreshToken"))
      let linked = try TestSession(try await Upgrade.provider.run(server, user))
      #expect(linked.claims["role"] == "editor")
      #expect(functions.calls("beforeCreate").isEmpty)
    }
  }

  // Fails when `goOn` leaves the attributes out.
  @Test("a link keeps the attributes of the SAML sign-in that it goes on from")
  func samlAttributes() async throws {
    try await Self.run { server, _ in
      let user = try TestSession(
        try await server.signInWithIdp([
          ("providerId", "saml.acme"), ("id_token", #"{"sub":"1"}"#),
          (
            "SAMLResponse",
            #"{"assertion":{"subject":{"nameId":"ada"},"attributeStatements":{"team":"blue"}}}"#
          ),
        ]))
      #expect(user.claims["firebase"]?["sign_in_attributes"] == ["team": "blue"])
      let linked = try TestSession(try await Upgrade.phone.run(server, user))
      let refreshed = try require(try await server.refresh(linked.refreshToken), "id_token")
      for token in [linked.idToken, refreshed] {
        #expect(try UnverifiedJWT(token).claims["firebase"]?["sign_in_attributes"] == ["team": "blue"])
      }
    }
  }

  // Fails when a function is asked about what is none of its business.
  @Test("anonymous and custom sign-in, administrators and imports ask nobody")
  func unasked() async throws {
    try await Self.run { server, functions in
      for name in ["beforeCreate", "beforeSignIn"] { functions.answer(name, status: 403, Self.refusal) }
      let anonymous = try await server.signUpAnonymously()
      let service = try await server.addServiceAccount()
      #expect(try await server.signInWithCustomToken(try server.customToken(of: service)).status == 200)
      // Also where a custom token is for an account that was anonymous.
      let claimed = try server.customToken(of: service, ["uid": .string(anonymous.localID)])
      #expect(try await server.signInWithCustomToken(claimed).status == 200)
      let other = try await server.signUpAnonymously()
      for message in [
        ["localId": .string(other.localID), "email": "ada@example.com", "password": "correct horse"],
        ["localId": .string(other.localID), "displayName": "Ada"],
      ] as [JSONValue] {
        #expect(try await server.administer("accounts:update", message).status == 200)
      }
      #expect(try await server.administer("accounts", ["email": "grace@example.com"]).status == 200)
      let imported = try await server.administer(
        "accounts:batchCreate", ["users": [["localId": "i1", "email": "i1@example.com"]]])
      #expect(imported.status == 200 && imported.json["error"] == nil, "\(imported.text)")
      // Nor does a user's own profile.
      let named = try await server.call(
        "accounts:update",
        ["idToken": .string(try await server.signUpAnonymously().idToken), "displayName": "Bo"])
      #expect(named.status == 200)
      #expect(functions.calls("beforeCreate").isEmpty && functions.calls("beforeSignIn").isEmpty)
    }
  }

  // Fails when `beforeCreate` is asked about an address that comes back to its account.
  @Test("a function does not keep somebody from undoing the removal of their address")
  func recovery() async throws {
    try await Self.run { server, functions in
      let user = try await server.signUp("ada@example.com")
      functions.answer("beforeCreate", status: 403, Self.refusal)
      let removed = try await server.call(
        "accounts:update", ["idToken": .string(user.idToken), "deleteAttribute": ["EMAIL"]])
      #expect(removed.status == 200, "\(removed.text)")
      let code = try server.mail("RECOVER_EMAIL", to: "ada@example.com").code
      #expect(try await server.apply(oobCode: code).status == 200)
      #expect(try await server.account(user.localID)?.email?.text == "ada@example.com")
    }
  }

  // Fails when a link that is decided anew asks its functions anew.
  @Test("a link that is decided anew asks each function once")
  func retried() async throws {
    try await Self.run { server, functions in
      let anonymous = try await server.signUpAnonymously()
      functions.beforeNextAnswer("beforeSignIn") {
        guard var account = try await server.account(anonymous.localID) else { return }
        account.passwordUpdatedAt = Instant(seconds: 1)
        try await server.service.store.apply([.updateAccount(account)])
      }
      _ = try TestSession(try await Upgrade.provider.run(server, anonymous))
      #expect(functions.calls("beforeCreate").count == 1 && functions.calls("beforeSignIn").count == 1)
    }
  }
}
