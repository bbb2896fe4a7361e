import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

/// Each test has the name of the one of FirebaseAuth's own `AuthTests` that looks at the same behaviour;
/// `docs/swift-sdk-tests.md` has the whole list.
@Suite("FirebaseAuth's tests of Auth")
struct AuthTests {
  // MARK: Methods of an address

  @Test("the methods of an address are those of its account")
  func fetchSignInMethodsForEmailSuccess() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      #expect(try await deprecatedCalls.signInMethods(live.auth, LiveAuth.email) == ["password"])
      try await user.link(with: try await live.google(["sub": "g1", "email": "ada@example.com"]))
      let methods = try await deprecatedCalls.signInMethods(live.auth, LiveAuth.email)
      #expect(Set(methods) == ["password", "google.com"])
      #expect(try await deprecatedCalls.signInMethods(live.auth, "nobody@example.com") == [])
    }
  }

  @Test("a server that has had enough of the question says so")
  func fetchSignInMethodsForEmailFailure() async throws {
    try await LiveAuth.run { live in
      live.transport.refuse("createAuthUri", "TOO_MANY_ATTEMPTS_TRY_LATER")
      #expect(
        await failureCode { _ = try await deprecatedCalls.signInMethods(live.auth, LiveAuth.email) }
          == .tooManyRequests)
    }
  }

  // MARK: Telephone numbers

  @Test("the code of a text message signs in, and makes the account")
  func phoneAuthSuccess() async throws {
    try await LiveAuth.run { live in
      let result = try await live.auth.signIn(with: try await live.phone("+15551230100"))
      #expect(result.user.phoneNumber == "+15551230100" && !result.user.isAnonymous)
      #expect(result.additionalUserInfo?.isNewUser == true && result.user.refreshToken != nil)
      #expect(live.auth.currentUser === result.user)
    }
  }

  @Test("an empty code is missing, and nobody is asked")
  func phoneAuthMissingVerificationCode() async throws {
    try await LiveAuth.run { live in
      let credential = PhoneAuthProvider.provider(auth: live.auth)
        .credential(withVerificationID: "55432", verificationCode: "")
      #expect(await failureCode { try await live.auth.signIn(with: credential) } == .missingVerificationCode)
      #expect(live.transport.count("verifyPhoneNumber") == 0)
    }
  }

  @Test("an empty verification id is missing, and nobody is asked")
  func phoneAuthMissingVerificationID() async throws {
    try await LiveAuth.run { live in
      let credential = PhoneAuthProvider.provider(auth: live.auth)
        .credential(withVerificationID: "", verificationCode: "123")
      #expect(await failureCode { try await live.auth.signIn(with: credential) } == .missingVerificationID)
      #expect(live.transport.count("verifyPhoneNumber") == 0)
    }
  }

  // MARK: Mailed links

  @Test("a mailed link signs in")
  func signInWithEmailLinkSuccess() async throws {
    try await LiveAuth.run { live in
      let link = try await live.signInLink()
      let result = try await live.auth.signIn(withEmail: LiveAuth.email, link: link)
      #expect(result.user.email == LiveAuth.email && result.user.isEmailVerified && !result.user.isAnonymous)
      #expect(result.additionalUserInfo?.isNewUser == true && live.auth.currentUser === result.user)
    }
  }

  @Test("so does one inside of another link")
  func signInWithEmailLinkSuccessDeeplink() async throws {
    try await LiveAuth.run { live in
      let link = try await live.signInLink()
      let deep = "https://example.app.goo.gl/?" + FormURLEncoded([("link", link)]).text
      let result = try await live.auth.signIn(withEmail: LiveAuth.email, link: deep)
      #expect(result.user.email == LiveAuth.email && live.auth.currentUser === result.user)
    }
  }

  @Test("a link with a code of nobody's signs nobody in")
  func signInWithEmailLinkFailure() async throws {
    try await LiveAuth.run { live in
      let link = "https://example.com/?mode=signIn&oobCode=nobody's"
      #expect(
        await failureCode { try await live.auth.signIn(withEmail: LiveAuth.email, link: link) }
          == .invalidActionCode)
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("a credential made of a link signs in")
  func signInWithEmailLinkCredentialSuccess() async throws {
    try await LiveAuth.run { live in
      let credential = EmailAuthProvider.credential(
        withEmail: LiveAuth.email, link: try await live.signInLink())
      let user = try await live.auth.signIn(with: credential).user
      #expect(user.email == LiveAuth.email && !user.isAnonymous && user.refreshToken != nil)
    }
  }

  @Test("a link does not let a disabled user in")
  func signInWithEmailLinkCredentialFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      let link = try await live.signInLink()
      try live.auth.signOut()
      try await live.disable(user)
      let credential = EmailAuthProvider.credential(withEmail: LiveAuth.email, link: link)
      #expect(await failureCode { try await live.auth.signIn(with: credential) } == .userDisabled)
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("a link to sign in by is told from others")
  func isSignInWithEmailLink() async throws {
    try await LiveAuth.run { live in
      let link = try await live.signInLink()
      let deep = "https://example.app.goo.gl/?" + FormURLEncoded([("link", link)]).text
      #expect(live.auth.isSignIn(withEmailLink: link) && live.auth.isSignIn(withEmailLink: deep))
      #expect(!live.auth.isSignIn(withEmailLink: "http://www.facebook.com"))
      #expect(!live.auth.isSignIn(withEmailLink: ""))
    }
  }

  // MARK: Passwords

  @Test("a password signs in, and the result names the provider")
  func signInAndRetrieveDataWithEmailPasswordSuccess() async throws {
    try await LiveAuth.run { live in
      let made = try await live.newUser()
      try live.auth.signOut()
      let result = try await live.auth.signIn(withEmail: LiveAuth.email, password: LiveAuth.password)
      #expect(result.user.uid == made.uid && result.user.email == LiveAuth.email && !result.user.isAnonymous)
      #expect(result.additionalUserInfo?.isNewUser == false)
      #expect(result.additionalUserInfo?.providerID == EmailAuthProvider.id)
      #expect(live.auth.currentUser === result.user)
    }
  }

  @Test("a wrong password signs nobody in, and the error has words")
  func signInWithEmailPasswordFailure() async throws {
    try await LiveAuth.run { live in
      _ = try await live.newUser()
      try live.auth.signOut()
      #expect(
        await failureCode { try await live.auth.signIn(withEmail: LiveAuth.email, password: "wrong one") }
          == .wrongPassword)
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("a credential made of a password signs in")
  func signInWithEmailCredentialSuccess() async throws {
    try await LiveAuth.run { live in
      let made = try await live.newUser()
      try live.auth.signOut()
      let credential = EmailAuthProvider.credential(withEmail: LiveAuth.email, password: LiveAuth.password)
      let user = try await live.auth.signIn(with: credential).user
      #expect(user.uid == made.uid && user.email == LiveAuth.email && !user.isAnonymous)
    }
  }

  @Test("a password does not let a disabled user in")
  func signInWithEmailCredentialFailure() async throws {
    try await LiveAuth.run { live in
      let user = try await live.newUser()
      try live.auth.signOut()
      try await live.disable(user)
      let credential = EmailAuthProvider.credential(withEmail: LiveAuth.email, password: LiveAuth.password)
      #expect(await failureCode { try await live.auth.signIn(with: credential) } == .userDisabled)
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("an empty password is a wrong one, and nobody is asked")
  func signInWithEmailCredentialEmptyPassword() async throws {
    try await LiveAuth.run { live in
      let credential = EmailAuthProvider.credential(withEmail: LiveAuth.email, password: "")
      #expect(await failureCode { try await live.auth.signIn(with: credential) } == .wrongPassword)
      #expect(live.transport.count("verifyPassword") == 0)
    }
  }

  // MARK: New accounts

  @Test("a new account's user is signed in, and new")
  func createUserWithEmailPasswordSuccess() async throws {
    try await LiveAuth.run { live in
      let result = try await live.auth.createUser(withEmail: LiveAuth.email, password: LiveAuth.password)
      let info = try #require(result.additionalUserInfo)
      #expect(info.isNewUser && info.username == nil && info.profile == nil)
      #expect(info.providerID == EmailAuthProvider.id && result.user.providerData.count == 1)
      #expect(result.user.email == LiveAuth.email && live.auth.currentUser === result.user)
    }
  }

  @Test("a weak password makes no account, and the reason says why")
  func createUserWithEmailPasswordFailure() async throws {
    try await LiveAuth.run { live in
      let error = await failure {
        try await live.auth.createUser(withEmail: LiveAuth.email, password: "short")
      }
      #expect(error?.code == AuthErrorCode.weakPassword.rawValue)
      #expect(error?.localizedFailureReason?.contains("6") == true)
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("an empty password is a weak one, and nobody is asked")
  func createUserEmptyPasswordFailure() async throws {
    try await LiveAuth.run { live in
      #expect(
        await failureCode { try await live.auth.createUser(withEmail: LiveAuth.email, password: "") }
          == .weakPassword)
      #expect(live.transport.count("signupNewUser") == 0)
    }
  }

  @Test("an empty address is missing, and nobody is asked")
  func createUserEmptyEmailFailure() async throws {
    try await LiveAuth.run { live in
      #expect(
        await failureCode { try await live.auth.createUser(withEmail: "", password: LiveAuth.password) }
          == .missingEmail)
      #expect(live.transport.count("signupNewUser") == 0)
    }
  }

  @Test("an anonymous user has nothing but an id, and is new")
  func signInAnonymouslySuccess() async throws {
    try await LiveAuth.run { live in
      let result = try await live.auth.signInAnonymously()
      let info = try #require(result.additionalUserInfo)
      #expect(info.isNewUser && info.username == nil && info.profile == nil && info.providerID == "")
      #expect(result.user.isAnonymous && result.user.email == nil && result.user.displayName == nil)
      #expect(result.user.providerData.isEmpty && live.auth.currentUser === result.user)
    }
  }

  @Test("a project without anonymous users has none")
  func signInAnonymouslyFailure() async throws {
    try await LiveAuth.run { live in
      let answer = try await live.server.configure(
        "PATCH", "config?updateMask=signIn.anonymous.enabled",
        ["signIn": ["anonymous": ["enabled": false]]])
      #expect(answer.status == 200)
      #expect(
        await failureCode { try await live.auth.signInAnonymously() } == .adminRestrictedOperation)
      #expect(live.auth.currentUser == nil)
    }
  }
}
