import FirebaseAuth
import Foundation
import IdentityWire
import LatchkeyAuth
import TestSupport
import Testing

@Suite("Credentials of LinkedIn, Microsoft, Yahoo, LINE and Google Play Games against a live server")
struct NamedProviderCredentialTests {
  @Test(
    "an ID token with its raw nonce signs in, reauthenticates, links and unlinks",
    arguments: ["microsoft.com", "oidc.line", "yahoo.com"])
  func idTokens(providerID: String) async throws {
    try await LiveAuth.run { live in
      let (auth, server) = (live.auth, live.server)
      func credential(_ person: String) async throws -> OAuthCredential {
        let nonce = UUID().uuidString
        let token = try await server.labToken(
          providerID, ["person": .string(person), "rawNonce": .string(nonce)])
        return OAuthProvider.credential(
          withProviderID: providerID, idToken: token, rawNonce: Optional(nonce))
      }
      let ada = try await auth.signIn(with: try await credential("ada"))
      #expect(ada.additionalUserInfo?.isNewUser == true && ada.additionalUserInfo?.providerID == providerID)
      #expect(ada.user.providerData.map(\.providerID) == [providerID])
      let confirmed = try await ada.user.reauthenticate(with: try await credential("ada"))
      #expect(confirmed.user.uid == ada.user.uid)
      try auth.signOut()
      let owner = try await auth.createUser(withEmail: "owner@example.org", password: "correct horse")
      let linked = try await owner.user.link(with: try await credential("katherine"))
      #expect(Set(linked.user.providerData.map(\.providerID)) == [providerID, "password"])
      #expect(try await linked.user.unlink(fromProvider: providerID).providerData.count == 1)
      await #expect(throws: AuthError.self) {
        try await owner.user.link(with: try await credential("ada"))
      }
    }
  }

  @Test(
    "a provider's pages sign in, reauthenticate and link",
    arguments: ["linkedin.com", "microsoft.com", "oidc.line", "yahoo.com"])
  func pages(providerID: String) async throws {
    try await LiveAuth.run { live in
      let auth = live.auth
      func credential() async throws -> AuthCredential {
        try await OAuthProvider(providerID: providerID, auth: auth).credential(with: nil)
      }
      let ada = try await auth.signIn(with: try await credential())
      #expect(ada.additionalUserInfo?.isNewUser == true && ada.additionalUserInfo?.providerID == providerID)
      #expect(ada.user.providerData.map(\.providerID) == [providerID])
      let confirmed = try await ada.user.reauthenticate(with: try await credential())
      #expect(confirmed.user.uid == ada.user.uid)
      try await ada.user.delete()
      let owner = try await auth.createUser(withEmail: "owner@example.org", password: "correct horse")
      let linked = try await owner.user.link(with: try await credential())
      #expect(Set(linked.user.providerData.map(\.providerID)) == [providerID, "password"])
    }
  }

  @Test("LinkedIn, whose tokens have no nonce, takes no ID token of an app")
  func linkedInToken() async throws {
    try await LiveAuth.run { live in
      let token = try await live.server.labToken("linkedin.com", ["person": "ada"])
      await #expect(throws: AuthError.self) {
        try await live.auth.signIn(
          with: OAuthProvider.credential(withProviderID: "linkedin.com", idToken: token, rawNonce: nil))
      }
      #expect(live.auth.currentUser == nil)
    }
  }

  @Test("a server auth code of Play Games signs in once, reauthenticates and links")
  func playGames() async throws {
    try await LiveAuth.run { live in
      let (auth, server) = (live.auth, live.server)
      func credential(_ person: String) async throws -> PlayGamesCredential {
        PlayGamesCredential(
          serverAuthCode: try await server.labToken(PlayGamesCredential.id, ["person": .string(person)]))
      }
      let code = try await credential("ada")
      let ada = try await auth.signIn(with: code)
      #expect(ada.user.displayName == "Ada Lovelace" && ada.user.email == nil)
      #expect(ada.user.providerData.map(\.providerID) == [PlayGamesCredential.id])
      #expect(try await ada.user.reauthenticate(with: try await credential("ada")).user.uid == ada.user.uid)
      await #expect(throws: AuthError.self) { try await auth.signIn(with: code) }
      try auth.signOut()
      let owner = try await auth.createUser(withEmail: "owner@example.org", password: "correct horse")
      let linked = try await owner.user.link(with: try await credential("grace"))
      #expect(linked.user.providerData.count == 2)
    }
  }
}
