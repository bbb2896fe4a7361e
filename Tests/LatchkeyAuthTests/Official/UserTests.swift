import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

/// Each test has the name of the one of FirebaseAuth's own `UserTests` that looks at the same behaviour;
/// `docs/swift-sdk-tests.md` has the whole list.
@Suite("FirebaseAuth's tests of User")
struct UserTests {
  @Test("a user has what each provider knows, and comes out of an archive as they went in")
  func userPropertiesAndNSSecureCoding() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try await user.link(with: try await live.google())
      try await user.link(with: try await live.facebook("ada"))
      try await user.link(with: try await live.phone("+15551230100"))
      let change = user.createProfileChangeRequest()
      change.displayName = "Ada"
      change.photoURL = URL(string: "https://example.com/ada.png")
      try await change.commitChanges()
      let copy = try archived(user)
      for each in [user, copy] {
        #expect(each.providerID == "Firebase" && each.uid == user.uid && each.email == LiveAuth.email)
        #expect(each.displayName == "Ada" && each.photoURL?.absoluteString == "https://example.com/ada.png")
        #expect(!each.isAnonymous && !each.isEmailVerified && each.phoneNumber == "+15551230100")
        #expect(each.refreshToken == user.refreshToken)
        #expect(each.metadata.creationDate != nil && each.metadata.lastSignInDate != nil)
        #expect(each.metadata.creationDate == user.metadata.creationDate)
        let known = Dictionary(uniqueKeysWithValues: each.providerData.map { ($0.providerID, $0) })
        #expect(Set(known.keys) == ["password", "google.com", "facebook.com", "phone"])
        #expect(known["password"]?.uid == LiveAuth.email && known["password"]?.email == LiveAuth.email)
        #expect(known["google.com"]?.displayName == "Grace Hopper" && known["google.com"]?.photoURL != nil)
        #expect(known["google.com"]?.email == "grace.hopper.lab@gmail.com")
        #expect(known["facebook.com"]?.email == LiveAuth.email)
        #expect(known["phone"]?.phoneNumber == "+15551230100")
      }
    }
  }

  // MARK: The address

  @Test("a new address is the user's, and what changed meanwhile is known")
  func updateEmailSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try await live.change(user, ["displayName": "New User Doe"])
      try await deprecatedCalls.updateEmail(user, to: "new@example.com")
      #expect(user.email == "new@example.com" && user.displayName == "New User Doe" && !user.isAnonymous)
      let sent = try live.transport.lastMessage(to: "setAccountInfo")
      #expect(sent["email"] == "new@example.com" && sent["password"] == nil && sent["displayName"] == nil)
    }
  }

  @Test("the new address is the one of the password that was linked")
  func updateEmailWithAuthLinkAccountSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.signInAnonymously().user
      try await user.link(
        with: EmailAuthProvider.credential(withEmail: LiveAuth.email, password: LiveAuth.password))
      try await deprecatedCalls.updateEmail(user, to: "new@example.com")
      #expect(user.providerData.map(\.providerID) == ["password"])
      #expect(user.providerData.first?.uid == "new@example.com" && user.email == "new@example.com")
    }
  }

  @Test("what is no address is refused, and the user stays as they are")
  func updateEmailFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      #expect(
        await failureCode { try await deprecatedCalls.updateEmail(user, to: "no address") } == .invalidEmail)
      #expect(user.email == LiveAuth.email && live.auth.currentUser === user)
    }
  }

  @Test("a token that is not good any more signs the user out")
  func updateEmailAutoSignOut() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      live.transport.refuse("setAccountInfo", "INVALID_ID_TOKEN")
      #expect(
        await failureCode { try await deprecatedCalls.updateEmail(user, to: "new@example.com") }
          == .invalidUserToken)
      #expect(user.email == LiveAuth.email && live.auth.currentUser == nil)
    }
  }

  // MARK: The telephone number

  @Test("a number that was proved is the user's")
  func updatePhoneSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try await user.updatePhoneNumber(try await live.phone("+15551230100"))
      #expect(live.auth.currentUser?.phoneNumber == "+15551230100" && live.auth.currentUser === user)
      let sent = try live.transport.lastMessage(to: "verifyPhoneNumber")
      #expect(sent["operation"] == "UPDATE" && sent["idToken"] != nil)
    }
  }

  @Test("a wrong code changes nothing")
  func updatePhoneNumberFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let provider = PhoneAuthProvider.provider(auth: live.auth)
      let id = try await provider.verifyPhoneNumber("+15551230100")
      let wrong = provider.credential(
        withVerificationID: id, verificationCode: try live.server.wrongCode(of: id))
      #expect(await failureCode { try await user.updatePhoneNumber(wrong) } == .invalidVerificationCode)
      #expect(user.phoneNumber == nil && live.auth.currentUser === user)
    }
  }

  @Test("a session that has ended signs the user out")
  func updatePhoneNumberFailureAutoSignOut() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let credential = try await live.phone("+15551230100")
      live.transport.refuse("verifyPhoneNumber", "TOKEN_EXPIRED")
      #expect(await failureCode { try await user.updatePhoneNumber(credential) } == .userTokenExpired)
      #expect(live.auth.currentUser == nil)
    }
  }

  // MARK: The password

  @Test("a new password is the user's, and what changed meanwhile is known")
  func updatePasswordSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try await live.change(user, ["displayName": "New User Doe"])
      try await user.updatePassword(to: "another password")
      #expect(user.displayName == "New User Doe" && live.auth.currentUser === user)
      let sent = try live.transport.lastMessage(to: "setAccountInfo")
      #expect(sent["password"] == "another password" && sent["email"] == nil)
      try live.auth.signOut()
      let back = try await live.auth.signIn(withEmail: LiveAuth.email, password: "another password")
      #expect(back.user.uid == user.uid)
    }
  }

  @Test("a password is not changed long after the sign-in, and the user stays signed in")
  func updatePasswordFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      live.server.clock.advance(seconds: 1_000)
      #expect(
        await failureCode { try await user.updatePassword(to: "another password") } == .requiresRecentLogin)
      #expect(user.email == LiveAuth.email && live.auth.currentUser === user)
    }
  }

  @Test("an empty password is a weak one, and nobody is asked")
  func updateEmptyPasswordFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      #expect(await failureCode { try await user.updatePassword(to: "") } == .weakPassword)
      #expect(live.transport.count("setAccountInfo") == 0 && live.auth.currentUser === user)
    }
  }

  @Test("a disabled user is signed out")
  func updatePasswordFailureAutoSignOut() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try await live.disable(user)
      #expect(await failureCode { try await user.updatePassword(to: "another password") } == .userDisabled)
      #expect(user.email == LiveAuth.email && live.auth.currentUser == nil)
    }
  }

  // MARK: Name and picture

  @Test("name and picture are changed together")
  func changeProfileSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let change = user.createProfileChangeRequest()
      change.displayName = "New User Doe"
      change.photoURL = URL(string: "https://example.com/ada.png")
      try await change.commitChanges()
      #expect(user.displayName == "New User Doe")
      #expect(user.photoURL?.absoluteString == "https://example.com/ada.png")
    }
  }

  @Test("a change that is refused changes nothing here either")
  func changeProfileFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      live.transport.refuse("setAccountInfo", "TOO_MANY_ATTEMPTS_TRY_LATER")
      let change = user.createProfileChangeRequest()
      change.displayName = "New User Doe"
      #expect(await failureCode { try await change.commitChanges() } == .tooManyRequests)
      #expect(user.displayName == nil && live.auth.currentUser === user)
    }
  }

  @Test("a user whose account was deleted is signed out")
  func changeProfileFailureAutoSignOut() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try await live.delete(user)
      let change = user.createProfileChangeRequest()
      change.displayName = "New User Doe"
      #expect(await failureCode { try await change.commitChanges() } == .userNotFound)
      #expect(user.email == LiveAuth.email && live.auth.currentUser == nil)
    }
  }
}
