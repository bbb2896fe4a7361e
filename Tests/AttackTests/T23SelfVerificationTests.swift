import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T23: self-verification", .fewAtOnce)
struct T23SelfVerificationTests {
  /// What only an administrator may say of an account.
  private static let changes: [(name: String, value: JSONValue)] = [
    ("emailVerified", true), ("email_verified", true), ("phoneNumber", "+15550100"),
    ("phone_number", "+15550100"), ("customAttributes", #"{"admin":true}"#), ("disableUser", true),
    ("disabled", true), ("createdAt", "1"), ("lastLoginAt", "1"), ("localId", "another"),
    ("customAuth", true), ("tokenEpoch", 0),
    ("mfa", ["enrollments": [["phoneInfo": "+15550100", "mfaEnrollmentId": "x"]]]),
    ("mfaInfo", [["phoneInfo": "+15550100"]]),
    ("linkProviderUserInfo", ["providerId": "google.com", "rawId": "1"]),
    ("providerUserInfo", [["providerId": "google.com", "rawId": "1"]]),
    ("passwordHash", "AAAA"), ("salt", "AAAA"), ("initialEmail", "x@example.com"),
  ]

  /// What an account is, but for what a user may change or a sign-in does.
  private static func guarded(_ account: Account?) -> Account? {
    var account = account
    account?.displayName = nil
    account?.photoURL = nil
    account?.lastLoginAt = nil
    account?.version = 0
    return account
  }

  // Fails when `update` applies an administrator's fields to whoever presents an ID token.
  @Test("a user's own token changes nothing that only an administrator may say", arguments: [false, true])
  func update(inLegacyAPI: Bool) async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ann@example.com", "a password")
      let before = Self.guarded(try await server.account(user.localID))
      let path =
        inLegacyAPI
        ? "/www.googleapis.com/identitytoolkit/v3/relyingparty/setAccountInfo?key=key"
        : "/identitytoolkit.googleapis.com/v1/accounts:update?key=key"
      for (name, value) in Self.changes {
        for companion in [[:], ["displayName": "Ann"]] as [[String: JSONValue]] {
          let message = companion.merging([name: value, "idToken": .string(user.idToken)]) { $1 }
          let response = try await server.send(
            "POST", path, headers: ["Content-Type": "application/json"],
            body: JSONWriter.text(.object(message)))
          #expect([200, 400].contains(response.status), "\(name): \(response.text)")
          let after = Self.guarded(try await server.account(user.localID))
          #expect(after == before, "\(name): \(response.text)")
        }
      }
      #expect(try await server.refresh(user.refreshToken).status == 200)
      #expect(try await server.accounts().count == 1)
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("nor does it where an account is made or upgraded") { try await signUp($0) },
    Behaviour("a custom token's claims verify nothing either") { try await customTokenClaims($0) },
  ]

  @Test("nobody verifies themselves")
  func verifications() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when an administrator's call that carries a user's token keeps the administrator's rights, or when
  // `signUp` takes an administrator's fields from anybody (each alone).
  private static func signUp(_ server: TestServer) async throws {
    for (index, change) in Self.changes.enumerated() {
      let anonymous = try await server.signUpAnonymously()
      let email = "user\(index)@example.com"
      for message in [
        ["email": .string("new-" + email), "password": "a password"],
        ["email": .string(email), "password": "a password", "idToken": .string(anonymous.idToken)],
      ] as [[String: JSONValue]] {
        let response = try await server.call(
          "accounts:signUp", .object(message.merging([change.name: change.value]) { $1 }))
        guard response.status == 200 else { continue }
        let account = try #require(try await server.account(try TestSession(response).localID))
        let what = "\(change.name): \(account)"
        #expect(!account.emailVerified && account.phoneNumber == nil && !account.disabled, "\(what)")
        #expect(account.customAttributes == nil && !account.customAuth, "\(what)")
        #expect(account.links.isEmpty && account.factors.isEmpty, "\(what)")
        #expect(account.id.rawValue != "another" && account.initialEmail == nil, "\(what)")
        #expect(abs(account.createdAt.seconds - server.clock.now().seconds) < 60, "\(what)")
      }
    }
  }

  // Fails when IDTokenDraft lets additional claims replace what the account decides.
  private static func customTokenClaims(_ server: TestServer) async throws {
    let account = try await server.addServiceAccount()
    let token = try server.customToken(
      of: account,
      [
        "claims": [
          "email": "victim@example.com", "email_verified": true, "phone_number": "+15550100",
          "user_id": "another", "provider_id": "google.com",
        ]
      ])
    let response = try await server.signInWithCustomToken(token)
    let claims = try UnverifiedJWT(try require(response, "idToken")).claims
    for name in ["email", "email_verified", "phone_number", "provider_id"] { #expect(claims[name] == nil) }
    #expect(claims["user_id"] == "custom-1")
  }
}
