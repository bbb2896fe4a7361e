import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

extension UserTests {
  // MARK: Providers

  @Test("a provider that is linked is the same user's, and the result has the profile")
  func linkAndRetrieveDataSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.facebookUser()
      let uid = user.uid
      let result = try await user.link(with: try await live.google())
      #expect(result.user === user && live.auth.currentUser === user && user.uid == uid)
      #expect(result.additionalUserInfo?.providerID == GoogleAuthProvider.id)
      #expect(result.additionalUserInfo?.profile?["name"] as? String == "Grace Hopper")
      #expect(Set(user.providerData.map(\.providerID)) == ["facebook.com", "google.com"])
    }
  }

  @Test("a link that is refused leaves the user as they are")
  func linkAndRetrieveDataError() async throws {
    try await LiveAuth.run { live in
      let user = try await live.facebookUser()
      let google = try await live.google()
      live.transport.refuse("verifyAssertion", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
      #expect(await failureCode { try await user.link(with: google) } == .requiresRecentLogin)
      #expect(user.email == LiveAuth.email && live.auth.currentUser === user)
      #expect(user.providerData.map(\.providerID) == ["facebook.com"])
    }
  }

  @Test("a provider is not linked twice, and nobody is asked")
  func linkAndRetrieveDataProviderAlreadyLinked() async throws {
    try await LiveAuth.run { live in
      let user = try await live.facebookUser()
      let again = try await live.facebook("alan")
      let asked = live.transport.count("verifyAssertion")
      #expect(await failureCode { try await user.link(with: again) } == .providerAlreadyLinked)
      #expect(live.transport.count("verifyAssertion") == asked && live.auth.currentUser === user)
    }
  }

  @Test("a disabled user who links something is signed out")
  func linkAndRetrieveDataErrorAutoSignOut() async throws {
    try await LiveAuth.run { live in
      let user = try await live.facebookUser()
      let google = try await live.google()
      try await live.disable(user)
      #expect(await failureCode { try await user.link(with: google) } == .userDisabled)
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("a provider's pages that end in an ended session sign the user out")
  func linkProviderFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.facebookUser("alan")
      live.transport.refuse("verifyAssertion", "TOKEN_EXPIRED")
      let provider = OAuthProvider(providerID: AuthProviderID.google, auth: live.auth)
      #expect(
        await failureCode { try await user.link(with: provider, uiDelegate: nil) } == .userTokenExpired)
      #expect(live.auth.currentUser == nil)
    }
  }

  // MARK: Passwords

  private static let credential = EmailAuthProvider.credential(
    withEmail: "new@example.com", password: LiveAuth.password)

  @Test("a password that is linked goes with the user's token, and no name does")
  func linkEmailAndRetrieveDataSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.facebookUser()
      let result = try await user.link(with: Self.credential)
      #expect(result.user === user && live.auth.currentUser === user)
      #expect(Set(user.providerData.map(\.providerID)) == ["facebook.com", "password"])
      let sent = try live.transport.lastMessage(to: "signupNewUser")
      #expect(sent["email"] == "new@example.com" && sent["password"] == .string(LiveAuth.password))
      #expect(sent["idToken"]?.stringValue?.isEmpty == false && sent["displayName"] == nil)
    }
  }

  @Test("a password is not linked twice, and nobody is asked")
  func linkEmailProviderAlreadyLinkedError() async throws {
    try await LiveAuth.run { live in
      let user = try await live.facebookUser()
      try await user.link(with: Self.credential)
      #expect(await failureCode { try await user.link(with: Self.credential) } == .providerAlreadyLinked)
      #expect(live.transport.count("signupNewUser") == 1 && live.auth.currentUser === user)
    }
  }

  @Test("a password that is refused leaves the user as they are")
  func linkEmailAndRetrieveDataError() async throws {
    try await LiveAuth.run { live in
      let user = try await live.facebookUser()
      live.transport.refuse("signupNewUser", "TOO_MANY_ATTEMPTS_TRY_LATER")
      #expect(await failureCode { try await user.link(with: Self.credential) } == .tooManyRequests)
      #expect(live.auth.currentUser === user && user.providerData.map(\.providerID) == ["facebook.com"])
    }
  }

  @Test("a session that was revoked signs the user out when a password is linked")
  func linkEmailAndRetrieveDataErrorAutoSignOut() async throws {
    try await LiveAuth.run { live in
      let user = try await live.facebookUser()
      live.server.clock.advance(seconds: 2)
      try await live.change(user, ["validSince": .string(String(live.server.clock.now().seconds))])
      #expect(await failureCode { try await user.link(with: Self.credential) } == .userTokenExpired)
      #expect(live.auth.currentUser == nil)
    }
  }

  // MARK: Telephone numbers

  @Test("a number that is linked is the user's")
  func linkPhoneAuthCredentialSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let result = try await user.link(with: try await live.phone("+15551230100"))
      #expect(result.user === user && live.auth.currentUser === user && user.phoneNumber == "+15551230100")
      #expect(Set(user.providerData.map(\.providerID)) == ["password", PhoneAuthProvider.id])
      #expect(try live.transport.lastMessage(to: "verifyPhoneNumber")["operation"] == "LINK")
    }
  }

  @Test("a number that is taken away is the user's no more")
  func unlinkPhoneAuthCredentialSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try await user.link(with: try await live.phone("+15551230100"))
      try await user.unlink(fromProvider: PhoneAuthProvider.id)
      #expect(live.auth.currentUser === user && user.phoneNumber == nil)
      let sent = try live.transport.lastMessage(to: "setAccountInfo")
      #expect(sent["deleteProvider"] == ["phone"] && sent["email"] == nil && sent["password"] == nil)
    }
  }

  @Test("a number is not linked twice")
  func linkPhoneAuthCredentialFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try await user.link(with: try await live.phone("+15551230100"))
      let second = try await live.phone("+15551230101")
      #expect(await failureCode { try await user.link(with: second) } == .providerAlreadyLinked)
      #expect(user.phoneNumber == "+15551230100" && live.auth.currentUser === user)
    }
  }

  @Test("a number of somebody else's is refused, with a credential that signs in as them")
  func linkPhoneCredentialAlreadyExistsError() async throws {
    try await LiveAuth.run { live in
      let owner = try await live.auth.signIn(with: try await live.phone("+15551230100")).user
      let user = try await live.newUser()
      let theirs = try await live.phone("+15551230100")
      let error = await failure { try await user.link(with: theirs) }
      #expect(error?.code == AuthErrorCode.credentialAlreadyInUse.rawValue)
      #expect(live.auth.currentUser === user && user.phoneNumber == nil)
      let updated = try #require(
        error?.userInfo[AuthErrors.userInfoUpdatedCredentialKey] as? PhoneAuthCredential)
      #expect(try await live.auth.signIn(with: updated).user.uid == owner.uid)
    }
  }
}
