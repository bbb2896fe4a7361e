import FirebaseAuth
import FirebaseCore
import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("Source documents, in the SDK: credentials")
struct CredentialPointTests {
  @Test("Point 1: an app has one Auth, which is the same object each time")
  func oneAuth() throws {
    let name = "points-\(UUID().uuidString)"
    let app = try FirebaseApp.tryConfigure(
      name: name, options: FirebaseOptions(apiKey: "key", projectID: "example"))
    let auth = try Auth.auth(app: app, in: .inMemory())
    #expect(Auth.auth(app: app) === auth && Auth.auth(app: app) === auth && auth.app === app)
    #expect(throws: AuthError.self) { try Auth.auth(app: app, in: .inMemory()) }
  }

  @Test("Points 5, 11: making a credential or a provider asks nobody, and what was set is what is there")
  func noRequests() async throws {
    try await LiveAuth.run { live in
      #expect(FacebookAuthProvider.credential(withAccessToken: "token").provider == "facebook.com")
      #expect(GitHubAuthProvider.credential(withToken: "token").provider == "github.com")
      let provider = OAuthProvider(providerID: "github.com", auth: live.auth)
      #expect(
        provider.providerID == "github.com" && provider.scopes == nil && provider.customParameters == nil)
      provider.scopes = ["user:email"]
      provider.customParameters = ["allow_signup": "false"]
      #expect(provider.scopes == ["user:email"] && provider.customParameters == ["allow_signup": "false"])
      #expect(live.transport.lastMessage.isEmpty)
      let requests = try await live.server.controlLab("GET", "requests")["requests"]
      #expect(requests?.arrayValue == [])
    }
  }

  @Test("Point 8: the nonce of a Limited Login credential may be optional or not, and nil is sent as none")
  func optionalNonce() async throws {
    try await LiveAuth.run { live in
      let token = try await live.server.labToken("facebook.com", ["kind": "limited", "rawNonce": "raw"])
      let (some, none): (String?, String?) = ("raw", nil)
      let without = OAuthProvider.credential(withProviderID: "facebook.com", idToken: token, rawNonce: none)
      #expect(await failureCode { try await live.auth.signIn(with: without) } == .missingOrInvalidNonce)
      let wrong = OAuthProvider.credential(
        withProviderID: "facebook.com", idToken: token, rawNonce: "another")
      #expect(await failureCode { try await live.auth.signIn(with: wrong) } == .missingOrInvalidNonce)
      #expect(live.auth.currentUser == nil)
      let right = OAuthProvider.credential(withProviderID: "facebook.com", idToken: token, rawNonce: some)
      #expect(right.provider == "facebook.com" && right.idToken == token)
      try await live.auth.signIn(with: right)
      #expect(await failureCode { try await live.auth.signIn(with: right) } == .missingOrInvalidNonce)
    }
  }

  @Test("Point 39: the guides' nonces are 32 characters that need no escaping, and never the same twice")
  func nonces() {
    let charset = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVXYZabcdefghijklmnopqrstuvwxyz-._")
    let nonces = (0..<200).map { _ in
      var bytes = [UInt8](repeating: 0, count: 32)
      #expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess)
      return String(bytes.map { charset[Int($0) % charset.count] })
    }
    #expect(Set(nonces).count == 200)
    for nonce in nonces { #expect(FormURLEncoded([("n", nonce)]).text == "n=\(nonce)" && nonce.count == 32) }
  }
}
