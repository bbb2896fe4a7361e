import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

extension AuthTests {
  /// The browser comes back from the lab's Google, as the person of the presenter.
  private static func google(_ live: LiveAuth) -> OAuthProvider {
    OAuthProvider(providerID: AuthProviderID.google, auth: live.auth)
  }

  @Test("a provider's pages sign in")
  func signInWithProviderSuccess() async throws {
    try await LiveAuth.run { live in
      let result = try await live.auth.signIn(with: Self.google(live), uiDelegate: nil)
      #expect(result.user.providerData.map(\.providerID) == [GoogleAuthProvider.id])
      #expect(result.user.displayName == "Ada Lovelace" && live.auth.currentUser === result.user)
      let sent = try live.transport.lastMessage(to: "verifyAssertion")
      #expect(sent["postBody"]?.stringValue == "providerId=google.com")
      #expect(sent["returnSecureToken"] == true)
    }
  }

  @Test("a provider's pages do not let a disabled user in")
  func signInWithProviderFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.signIn(with: Self.google(live), uiDelegate: nil).user
      try live.auth.signOut()
      try await live.disable(user)
      live.server.clock.advance(seconds: 2)
      #expect(
        await failureCode { try await live.auth.signIn(with: Self.google(live), uiDelegate: nil) }
          == .userDisabled)
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("an address that Google does not vouch for needs its owner")
  func signInWithGoogleAccountExistsError() async throws {
    try await LiveAuth.run { live in
      _ = try await live.server.verifiedUser(LiveAuth.email)
      let credential = try await live.google([
        "sub": "g1", "email": .string(LiveAuth.email), "emailVerified": false,
      ])
      #expect(
        await failureCode { try await live.auth.signIn(with: credential) }
          == .accountExistsWithDifferentCredential)
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("what the browser came back with is redeemed by the session that began it")
  func signInWithOAuthCredentialSuccess() async throws {
    try await LiveAuth.run { live in
      let credential = try await Self.google(live).credential(with: nil)
      let user = try await live.auth.signIn(with: credential).user
      let sent = try live.transport.lastMessage(to: "verifyAssertion")
      #expect(sent["sessionId"]?.stringValue?.count == 32)
      #expect(sent["requestUri"] != nil && sent["requestUri"] != "http://localhost")
      #expect(live.auth.currentUser === user)
    }
  }

  @Test("Google's tokens sign in, and the result has the profile")
  func signInWithCredentialSuccess() async throws {
    try await LiveAuth.run { live in
      let result = try await live.auth.signIn(with: try await live.google())
      let info = try #require(result.additionalUserInfo)
      #expect(info.providerID == GoogleAuthProvider.id && info.isNewUser)
      #expect(info.profile?["name"] as? String == "Grace Hopper")
      let id = try #require(info.profile?["id"] as? String)
      #expect(result.user.providerData.first?.uid.hasSuffix(id) == true)
      #expect(live.auth.currentUser === result.user)
    }
  }

  @Test("an address that is another's is refused, and the error says so")
  func signInWithGoogleCredentialFailure() async throws {
    try await LiveAuth.run { live in
      let credential = try await live.google()
      live.transport.refuse("verifyAssertion", "EMAIL_EXISTS")
      let error = await failure { try await live.auth.signIn(with: credential) }
      #expect(error?.code == AuthErrorCode.emailAlreadyInUse.rawValue)
      #expect(error?.localizedDescription == "Another account uses this e-mail address.")
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("the name that Apple told the app alone goes with its token, and becomes the user's")
  func signInWithAppleCredentialFullNameInRequest() async throws {
    try await LiveAuth.run { live in
      var name = PersonNameComponents()
      name.givenName = "First"
      name.familyName = "Last"
      let token = try await live.server.labToken("apple.com", ["sub": "a1"])
      let credential = OAuthProvider.appleCredential(withIDToken: token, rawNonce: nil, fullName: name)
      let result = try await live.auth.signIn(with: credential)
      let sent = try live.transport.lastMessage(to: "verifyAssertion")
      let body = FormURLEncoded(parsing: sent["postBody"]?.stringValue ?? "")
      let user = try JSONParser().parse(body["user"] ?? "")
      #expect(user == ["name": ["firstName": "First", "lastName": "Last"]])
      #expect(result.user.displayName == "First Last")
      #expect(result.additionalUserInfo?.providerID == AuthProviderID.apple.rawValue)
    }
  }

  @Test("a back end's token signs its user in")
  func signInWithCustomTokenSuccess() async throws {
    try await LiveAuth.run { live in
      let account = try await live.server.addServiceAccount()
      let first = try await live.auth.signIn(
        withCustomToken: try live.server.customToken(of: account, ["uid": "u1"]))
      #expect(first.user.uid == "u1" && first.additionalUserInfo?.isNewUser == true)
      try live.auth.signOut()
      let result = try await live.auth.signIn(
        withCustomToken: try live.server.customToken(of: account, ["uid": "u1"]))
      let info = try #require(result.additionalUserInfo)
      #expect(!info.isNewUser && info.username == nil && info.profile == nil && info.providerID == "")
      #expect(result.user.uid == "u1" && !result.user.isAnonymous && live.auth.currentUser === result.user)
    }
  }

  @Test("a token that nobody signed signs nobody in")
  func signInWithCustomTokenFailure() async throws {
    try await LiveAuth.run { live in
      #expect(
        await failureCode { try await live.auth.signIn(withCustomToken: "a custom token") }
          == .invalidCustomToken)
      #expect(live.auth.currentUser == nil)
    }
  }

  // MARK: Revoking what Apple gave

  private static func code(_ live: LiveAuth) async throws -> String {
    let answer = try await live.server.controlLab("POST", "token/apple.com", ["kind": "code"])
    return try #require(answer["code"]?.stringValue)
  }

  @Test("Apple's code is sent with the user's token, and what it stands for is revoked")
  func revokeTokenSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let code = try await Self.code(live)
      try await live.auth.revokeToken(withAuthorizationCode: code)
      let sent = try live.transport.lastMessage(to: "accounts:revokeToken")
      #expect(sent["providerId"] == "apple.com" && sent["tokenType"] == "3" && sent["token"] == .string(code))
      #expect(sent["idToken"] == .string(try await user.getIDToken()))
      #expect(try await live.server.requestCount("apple.com", endpoint: "revoke") == 1)
    }
  }

  @Test("nobody has to wait for it")
  func revokeTokenMissingCallback() async throws {
    try await LiveAuth.run { live in
      _ = try await live.newUser()
      let code = try await Self.code(live)
      let hold = live.transport.hold("accounts:revokeToken", .beforeRequest)
      // As in a function that is not async.
      func revoke() { live.auth.revokeToken(withAuthorizationCode: code, completion: nil) }
      revoke()
      await hold.arrival()
      hold.open()
      #expect(try live.transport.lastMessage(to: "accounts:revokeToken")["token"] == .string(code))
    }
  }
}
