import FirebaseAuth
import IdentityWire
import TestSupport
import Testing

@Suite("Sign-in with X by the SDK")
struct TwitterSignInTests {
  private static func credential(
    _ live: LiveAuth, _ person: String = "ada"
  ) async throws -> (token: String, secret: String, credential: AuthCredential) {
    let minted = try await live.server.controlLab("POST", "token/twitter.com", ["person": .string(person)])
    let token = try #require(minted["accessToken"]?.stringValue)
    let secret = try #require(minted["tokenSecret"]?.stringValue)
    return (token, secret, TwitterAuthProvider.credential(withToken: token, secret: secret))
  }

  @Test("a token and its secret sign in, reauthenticate, are unlinked and linked")
  func credential() async throws {
    try await LiveAuth.run { live in
      let (token, secret, credential) = try await Self.credential(live)
      let result = try await live.auth.signIn(with: credential)
      let info = try #require(result.additionalUserInfo)
      #expect(info.providerID == "twitter.com" && info.username == "ada" && info.isNewUser)
      let id = try #require(info.profile?["id_str"] as? String)
      #expect(result.user.providerData.first?.uid == "http://twitter.com/\(id)")
      let back = try #require(result.credential)
      #expect(back.provider == "twitter.com" && back.accessToken == token && back.secret == secret)
      let user = result.user
      try await user.reauthenticate(with: credential)
      let grace = try await Self.credential(live, "grace")
      #expect(await failureCode { try await user.reauthenticate(with: grace.credential) } == .userMismatch)
      let other = try await live.auth.createUser(withEmail: "x@example.com", password: "correct horse").user
      _ = try await other.link(with: grace.credential)
      #expect(Set(other.providerData.map(\.providerID)) == ["password", "twitter.com"])
      _ = try await other.unlink(fromProvider: TwitterAuthProvider.id)
      #expect(other.providerData.map(\.providerID) == ["password"])
    }
  }

  @Test("a wrong secret is an invalid credential")
  func wrongSecret() async throws {
    try await LiveAuth.run { live in
      let (token, _, _) = try await Self.credential(live)
      let credential = TwitterAuthProvider.credential(withToken: token, secret: "another")
      let code = await failureCode { _ = try await live.auth.signIn(with: credential) }
      #expect(code == .invalidCredential)
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("the browser's flow brings the token and its secret, too")
  func browserFlow() async throws {
    try await LiveAuth.run { live in
      let provider = OAuthProvider(providerID: "twitter.com", auth: live.auth)
      provider.customParameters = ["lang": "ja"]
      let result = try await live.auth.signIn(with: provider, uiDelegate: nil)
      #expect(result.additionalUserInfo?.username == "ada")
      #expect(result.credential?.accessToken != nil && result.credential?.secret != nil)
      #expect(result.user.photoURL != nil && result.user.displayName == "Ada Lovelace")
      #expect(try await live.server.lastAuthorization(at: "twitter.com")["lang"] == "ja")
    }
  }

  @Test("a user who refuses at X has cancelled")
  func refusal() async throws {
    try await TestServer.run { server in
      let auth = try LiveAuth(server, presenter: LabPresenter(server: server, person: nil)).auth
      let provider = OAuthProvider(providerID: "twitter.com", auth: auth)
      #expect(
        await failureCode { _ = try await auth.signIn(with: provider, uiDelegate: nil) }
          == .webContextCancelled)
    }
  }
}
