import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("The SDK signs in against a live server")
struct SignInTests {
  @Test("a user signs up, changes what they are called, signs out and in again")
  func password() async throws {
    try await LiveAuth.run { live in
      let auth = live.auth
      #expect(await auth.ready() == nil)
      let made = try await auth.createUser(withEmail: "ada@example.com", password: "correct horse")
      #expect(made.additionalUserInfo?.isNewUser == true && made.additionalUserInfo?.providerID == "password")
      #expect(auth.currentUser === made.user && made.user.email == "ada@example.com")
      let change = made.user.createProfileChangeRequest()
      change.displayName = "Ada"
      change.photoURL = URL(string: "https://example.com/ada.png")
      try await change.commitChanges()
      #expect(auth.currentUser?.displayName == "Ada")
      await #expect(throws: AuthError.self) { try await change.commitChanges() }
      let uid = made.user.uid
      try auth.signOut()
      try auth.signOut()
      #expect(auth.currentUser == nil)
      let back = try await auth.signIn(withEmail: "ada@example.com", password: "correct horse")
      #expect(back.user.uid == uid && back.user.displayName == "Ada")
      #expect(back.user.photoURL?.absoluteString == "https://example.com/ada.png")
      #expect(
        back.user.metadata.creationDate != nil && back.user.providerData.map(\.providerID) == ["password"])
      let cleared = back.user.createProfileChangeRequest()
      cleared.displayName = nil
      try await cleared.commitChanges()
      #expect(auth.currentUser?.displayName == nil && auth.currentUser?.photoURL != nil)
    }
  }

  @Test("what the server refuses has the code that apps know")
  func errors() async throws {
    try await LiveAuth.run { live in
      let auth = live.auth
      _ = try await auth.createUser(withEmail: "ada@example.com", password: "correct horse")
      try auth.signOut()
      func code(_ body: () async throws -> Void) async -> AuthErrorCode? {
        do {
          try await body()
          return nil
        } catch {
          #expect((error as NSError).domain == "FIRAuthErrorDomain")
          return AuthErrorCode(error)
        }
      }
      #expect(
        await code { try await auth.signIn(withEmail: "ada@example.com", password: "wrong") }
          == .wrongPassword)
      #expect(
        await code { try await auth.signIn(withEmail: "eve@example.com", password: "x") } == .userNotFound)
      #expect(
        await code { try await auth.createUser(withEmail: "ada@example.com", password: "correct horse") }
          == .emailAlreadyInUse)
      #expect(
        await code { try await auth.createUser(withEmail: "new@example.com", password: "short") }
          == .weakPassword)
      #expect(await code { try await auth.signIn(withCustomToken: "x.y.z") } == .invalidCustomToken)
      live.transport.goDown(for: 1)
      #expect(await code { try await auth.signInAnonymously() } == .networkError)
      #expect(auth.currentUser == nil)
    }
  }

  @Test("every provider's credential signs in, and nonces are checked")
  func providers() async throws {
    try await LiveAuth.run { live in
      let (auth, server) = (live.auth, live.server)
      let facebook = FacebookAuthProvider.credential(
        withAccessToken: try await server.labToken("facebook.com", ["person": "ada"]))
      let classic = try await auth.signIn(with: facebook)
      #expect(classic.user.displayName == "Ada Lovelace" && classic.credential?.accessToken != nil)
      #expect(classic.additionalUserInfo?.profile?["name"] as? String == "Ada Lovelace")

      let limited = try await server.labToken(
        "facebook.com", ["kind": "limited", "rawNonce": "raw", "person": "grace"])
      let mistaken = FacebookAuthProvider.credential(withAccessToken: limited)
      await #expect(throws: AuthError.self) { try await auth.signIn(with: mistaken) }
      let nonce: String? = "raw"
      let withNonce = OAuthProvider.credential(
        withProviderID: "facebook.com", idToken: limited, rawNonce: nonce)
      let grace = try await auth.signIn(with: withNonce)
      #expect(grace.user.uid != classic.user.uid)

      let apple = try await server.labToken("apple.com", ["sub": "a1", "rawNonce": "n & = +"])
      let wrong = OAuthProvider.credential(withProviderID: "apple.com", idToken: apple, rawNonce: "other")
      do {
        _ = try await auth.signIn(with: wrong)
        Issue.record("a wrong nonce was taken")
      } catch {
        #expect(AuthErrorCode(error) == .missingOrInvalidNonce)
      }
      var name = PersonNameComponents()
      name.givenName = "A&B=C"
      name.familyName = "+ D"
      let right = OAuthProvider.appleCredential(withIDToken: apple, rawNonce: "n & = +", fullName: name)
      #expect(try await auth.signIn(with: right).user.displayName == "A&B=C + D")

      let google = try await server.labToken("google.com", ["sub": "g1"])
      _ = try await auth.signIn(with: GoogleAuthProvider.credential(withIDToken: google, accessToken: ""))
      let github = try await server.labToken("github.com", ["person": "katherine"])
      let result = try await auth.signIn(with: GitHubAuthProvider.credential(withToken: github))
      #expect(result.additionalUserInfo?.username == "katherine")
    }
  }

  @Test("GitHub signs in in a browser, with the app's scopes and parameters and without those of the server")
  func browser() async throws {
    try await LiveAuth.run { live in
      let provider = OAuthProvider(providerID: "github.com", auth: live.auth)
      provider.scopes = ["user:email"]
      provider.customParameters = ["allow_signup": "false", "client_id": "thief", "state": "x"]
      let credential = try await provider.credential(with: nil)
      let result = try await live.auth.signIn(with: credential)
      #expect(result.credential?.accessToken?.hasPrefix("gho_") == true)
      let asked = try await live.server.lastAuthorization(at: "github.com")
      #expect(asked["allow_signup"] == "false" && asked["client_id"] != "thief")
      await #expect(throws: AuthError.self) { try await live.auth.signIn(with: credential) }
    }
  }

  @Test("a provider of plain OAuth 2.0 signs in, is linked, reauthenticates and is unlinked by its id alone")
  func oauth() async throws {
    try await LiveAuth.run { live in
      let auth = live.auth
      func credential() async throws -> AuthCredential {
        try await OAuthProvider(providerID: "oauth.lab", auth: auth).credential(with: nil)
      }
      let result = try await auth.signIn(with: try await credential())
      #expect(result.additionalUserInfo?.providerID == "oauth.lab")
      #expect(result.additionalUserInfo?.profile?["data"] != nil)
      #expect(result.credential?.accessToken?.hasPrefix("oal_") == true)
      #expect(result.user.providerData.map(\.providerID) == ["oauth.lab"])
      _ = try await result.user.reauthenticate(with: try await credential())
      try await result.user.delete()
      let other = try await auth.createUser(withEmail: "other@example.com", password: "correct horse")
      _ = try await other.user.link(with: try await credential())
      _ = try await other.user.unlink(fromProvider: "oauth.lab")
      #expect(other.user.providerData.map(\.providerID) == ["password"])
    }
  }

  @Test("a credential of another account's comes back in a form that signs in to it")
  func conflict() async throws {
    try await LiveAuth.run { live in
      let (auth, server) = (live.auth, live.server)
      let owner = try await auth.signIn(
        with: OAuthProvider.credential(
          withProviderID: "apple.com", idToken: try await server.labToken("apple.com", ["sub": "a1"]),
          rawNonce: nil))
      let other = try await auth.createUser(withEmail: "other@example.com", password: "correct horse")
      // Apple's next token, and not the same once more.
      server.clock.advance(seconds: 2)
      let token = try await server.labToken("apple.com", ["sub": "a1"])
      do {
        _ = try await other.user.link(
          with: OAuthProvider.credential(withProviderID: "apple.com", idToken: token, rawNonce: nil))
        Issue.record("somebody else's identity was linked")
      } catch {
        #expect(AuthErrorCode(error) == .credentialAlreadyInUse)
        #expect(auth.currentUser?.uid == other.user.uid)
        let updated = try #require(error.updatedCredential)
        #expect(try await auth.signIn(with: updated).user.uid == owner.user.uid)
      }
    }
  }

  @Test("links and unlinks providers, and says so when there is nothing to do")
  func linking() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.signInAnonymously().user
      #expect(user.isAnonymous)
      #expect(try await live.auth.signInAnonymously().user === user)
      let token = try await live.server.labToken("github.com", ["person": "ada"])
      let linked = try await user.link(with: GitHubAuthProvider.credential(withToken: token))
      #expect(linked.user === user && !user.isAnonymous)
      try await user.link(
        with: EmailAuthProvider.credential(withEmail: "ada@example.com", password: "a password"))
      #expect(Set(user.providerData.map(\.providerID)) == ["github.com", "password"])
      await #expect(throws: AuthError.self) {
        try await user.link(with: GitHubAuthProvider.credential(withToken: token))
      }
      try await user.unlink(fromProvider: "github.com")
      #expect(user.providerData.map(\.providerID) == ["password"])
      do {
        try await user.unlink(fromProvider: "github.com")
        Issue.record("unlinked twice")
      } catch {
        #expect(AuthErrorCode(error) == .noSuchProvider)
      }
    }
  }

  @Test("reauthentication with somebody else's credential fails in both forms, and changes nothing")
  func reauthentication() async throws {
    try await LiveAuth.run { live in
      let auth = live.auth
      _ = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
      let user = try await auth.createUser(withEmail: "ada@example.com", password: "correct horse").user
      let mine = EmailAuthProvider.credential(withEmail: "ada@example.com", password: "correct horse")
      let hers = EmailAuthProvider.credential(withEmail: "eve@example.com", password: "correct horse")
      let before = user.refreshToken
      do {
        _ = try await user.reauthenticate(with: hers)
        Issue.record("somebody else was taken")
      } catch {
        #expect(AuthErrorCode(error) == .userMismatch)
      }
      let (result, error) = await withCheckedContinuation { done in
        user.reauthenticate(with: hers) { result, error in done.resume(returning: (result, error)) }
      }
      #expect(result == nil && error.flatMap { AuthErrorCode($0) } == .userMismatch)
      #expect(user.refreshToken == before && auth.currentUser === user)
      live.server.clock.advance(seconds: 1_000)
      do {
        try await user.updatePassword(to: "another password")
        Issue.record("an old sign-in changed a password")
      } catch {
        #expect(AuthErrorCode(error) == .requiresRecentLogin)
      }
      try await user.reauthenticate(with: mine)
      try await user.updatePassword(to: "another password")
      #expect(try await user.getIDTokenResult().signInProvider == "password")
      try await user.delete()
      #expect(auth.currentUser == nil)
    }
  }
}
