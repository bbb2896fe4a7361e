import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

extension UserTests {
  // MARK: Tokens

  @Test("a token's result has its times and claims")
  func getIDTokenResultSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let result = try await user.getIDTokenResult()
      #expect(result.token == (try await user.getIDToken()) && live.transport.count("token") == 0)
      #expect(result.issuedAtDate >= result.authDate && result.expirationDate > result.issuedAtDate)
      #expect(result.signInProvider == "password" && result.signInSecondFactor == "")
      #expect(result.claims["email"] as? String == LiveAuth.email)
      #expect(result.claims["aud"] as? String == "example")
    }
  }

  @Test("a refresh that is asked for is made, and its token is the user's from then on")
  func getIDTokenResultForcingRefreshSameAccessTokenSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let result = try await user.getIDTokenResult(forcingRefresh: true)
      #expect(live.transport.count("token") == 1)
      #expect(result.token == (try await user.getIDToken()) && live.transport.count("token") == 1)
      #expect(result.claims["email"] as? String == LiveAuth.email)
    }
  }

  @Test("claims are read from tokens of every length")
  func getIDTokenResultForcingRefreshSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      var lengths: Set<Int> = []
      for name in ["A", "Ad", "Ada", "Adaa"] {
        try await live.change(user, ["displayName": .string(name)])
        let result = try await user.getIDTokenResult(forcingRefresh: true)
        #expect(result.claims["name"] as? String == name)
        let parts = result.token.split(separator: ".")
        lengths.insert(parts[1].utf8.count % 4)
      }
      #expect(lengths == [0, 2, 3])
    }
  }

  @Test("claims are read where base64 has letters of its own for URLs")
  func getIDTokenResultSuccessWithBase64EncodedURL() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      var letters: Set<Character> = []
      for length in 0..<3 {
        let name = String(repeating: "a", count: length) + ">>>>>>>>????????"
        try await live.change(user, ["displayName": .string(name)])
        let result = try await user.getIDTokenResult(forcingRefresh: true)
        #expect(result.claims["name"] as? String == name)
        letters.formUnion(result.token.split(separator: ".")[1])
      }
      #expect(letters.isSuperset(of: ["-", "_"]))
    }
  }

  @Test("without a network there is no new token, and the error says so")
  func getIDTokenResultForcingRefreshFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      live.transport.goDown(for: 100)
      #expect(
        await failureCode { _ = try await user.getIDTokenResult(forcingRefresh: true) } == .networkError)
      #expect(live.auth.currentUser === user)
    }
  }

  // MARK: Asking anew

  @Test("what changed at the server is known after a reload")
  func reloadSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try await live.change(user, ["displayName": "Ada", "emailVerified": true])
      try await user.reload()
      #expect(user.displayName == "Ada" && user.email == LiveAuth.email && user.isEmailVerified)
    }
  }

  @Test("a reload that is refused leaves the user signed in")
  func reloadFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      live.transport.refuse("getAccountInfo", "QUOTA_EXCEEDED")
      #expect(await failureCode { try await user.reload() } == .quotaExceeded)
      #expect(live.auth.currentUser === user)
    }
  }

  @Test("a session that was revoked signs the user out at the next reload")
  func reloadFailureAutoSignOut() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      live.server.clock.advance(seconds: 2)
      try await live.change(user, ["validSince": .string(String(live.server.clock.now().seconds))])
      #expect(await failureCode { try await user.reload() } == .userTokenExpired)
      #expect(live.auth.currentUser == nil)
    }
  }

  // MARK: Reauthentication

  @Test("a user proves their password anew, and stays the same")
  func reauthenticateSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let result = try await user.reauthenticate(
        with: EmailAuthProvider.credential(withEmail: LiveAuth.email, password: LiveAuth.password))
      #expect(result.user.uid == user.uid && result.user.email == user.email)
      #expect(result.additionalUserInfo?.isNewUser == false && live.auth.currentUser === user)
    }
  }

  @Test("a user proves who they are at Google anew, and the result has the profile")
  func reauthenticateWithCredentialSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.signIn(with: try await live.google()).user
      let result = try await user.reauthenticate(with: try await live.google())
      #expect(live.auth.currentUser === user && result.user.uid == user.uid)
      #expect(result.user.email == user.email && result.user.displayName == user.displayName)
      #expect(result.additionalUserInfo?.providerID == GoogleAuthProvider.id)
      #expect(result.additionalUserInfo?.profile?["name"] as? String == "Grace Hopper")
    }
  }

  @Test("somebody else's password reauthenticates nobody")
  func reauthenticateFailure() async throws {
    try await LiveAuth.run { live in
      _ = try await live.newUser("eve@example.com")
      let user = try await live.newUser()
      let theirs = EmailAuthProvider.credential(withEmail: "eve@example.com", password: LiveAuth.password)
      #expect(await failureCode { try await user.reauthenticate(with: theirs) } == .userMismatch)
      #expect(user.email == LiveAuth.email && live.auth.currentUser === user)
    }
  }

  @Test("an identity that nobody has reauthenticates nobody, and makes no account")
  func reauthenticateUserMismatchFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let nobodys = try await live.google()
      #expect(await failureCode { try await user.reauthenticate(with: nobodys) } == .userMismatch)
      #expect(user.email == LiveAuth.email && live.auth.currentUser === user)
      #expect(try await live.server.accountCount() == 1)
    }
  }

  @Test("a reauthentication at a provider that fails leaves the user signed in")
  func reauthenticateWithProviderFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.facebookUser("alan")
      live.transport.refuse("verifyAssertion", "TOKEN_EXPIRED")
      let provider = OAuthProvider(providerID: AuthProviderID.google, auth: live.auth)
      #expect(
        await failureCode { try await user.reauthenticate(with: provider, uiDelegate: nil) }
          == .userTokenExpired)
      #expect(live.auth.currentUser === user)
    }
  }
}
