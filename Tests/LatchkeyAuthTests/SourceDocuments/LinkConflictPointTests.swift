import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("Source documents, in the SDK: Apple, and link conflicts")
struct LinkConflictPointTests {
  private static func apple(_ server: TestServer, _ options: [String: JSONValue] = [:], name: String? = nil)
    async throws -> OAuthCredential
  {
    let nonce = UUID().uuidString
    let token = try await server.labToken(
      "apple.com", .object(options.merging(["rawNonce": .string(nonce)]) { $1 }))
    guard let name else {
      return OAuthProvider.credential(withProviderID: "apple.com", idToken: token, rawNonce: nonce)
    }
    var components = PersonNameComponents()
    components.givenName = name
    return OAuthProvider.appleCredential(withIDToken: token, rawNonce: nonce, fullName: components)
  }

  private static func facebook(_ server: TestServer, _ person: String) async throws -> AuthCredential {
    FacebookAuthProvider.credential(
      withAccessToken: try await server.labToken("facebook.com", ["person": .string(person)]))
  }

  @Test("Points 20, 21: the relay address stays, there is no picture, and the name of the first time is kept")
  func apple() async throws {
    try await LiveAuth.run { live in
      let relay = "k7q2m9x4tz@privaterelay.appleid.com"
      let first = try await live.auth.signIn(
        with: try await Self.apple(live.server, ["person": "hedy"], name: "Hedy")
      ).user
      #expect(first.displayName == "Hedy" && first.email == relay && first.photoURL == nil)
      try live.auth.signOut()
      let later = try await live.auth.signIn(with: try await Self.apple(live.server, ["person": "hedy"])).user
      #expect(later.uid == first.uid && later.displayName == "Hedy" && later.email == relay)
      let nameless = try await live.auth.signIn(with: try await Self.apple(live.server, ["person": "ada"]))
        .user
      #expect(nameless.displayName == nil && nameless.uid != first.uid)
    }
  }

  @Test("Points 23, 24: what is another's is refused, with a credential that signs in to them without Apple")
  func credentialAlreadyInUse() async throws {
    try await LiveAuth.run { live in
      let (auth, server) = (live.auth, live.server)
      let owner = try await auth.signIn(
        with: try await Self.apple(server, ["sub": "a1", "email": "a1@example.com"])
      ).user
      let other = try await auth.createUser(withEmail: "other@example.com", password: "correct horse").user
      let token = other.refreshToken
      let theirs = try await Self.apple(server, ["sub": "a1", "email": "a1@example.com"])
      let error = try #require(await failure { try await other.link(with: theirs) })
      #expect(error.code == 17_025 && error.code == AuthErrorCode.credentialAlreadyInUse.rawValue)
      #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String == "ERROR_CREDENTIAL_ALREADY_IN_USE")
      #expect(error.userInfo[AuthErrorUserInfoEmailKey] as? String == "a1@example.com")
      #expect(auth.currentUser === other && other.refreshToken == token)
      #expect(other.providerData.map(\.providerID) == ["password"])
      let updated = try #require(
        error.userInfo["FIRAuthErrorUserInfoUpdatedCredentialKey"] as? AuthCredential)
      #expect(updated.provider == "apple.com" && error.updatedCredential === updated)
      let requests = try await server.controlLab("GET", "requests")["requests"]?.arrayValue?.count
      #expect(try await auth.signIn(with: updated).user.uid == owner.uid)
      let later = try await server.controlLab("GET", "requests")["requests"]?.arrayValue?.count
      #expect(later == requests)
      // The token that was shown is used up.
      #expect(await failureCode { try await auth.signIn(with: theirs) } == .missingOrInvalidNonce)
    }
  }

  @Test("Point 25: a linked provider is not linked again, and an absent one is not unlinked")
  func linkedTwice() async throws {
    try await LiveAuth.run { live in
      let user = try await live.auth.signIn(with: try await Self.facebook(live.server, "ada")).user
      let second = try await Self.facebook(live.server, "grace")
      #expect(await failureCode { try await user.link(with: second) } == .providerAlreadyLinked)
      #expect(await failureCode { try await user.unlink(fromProvider: "github.com") } == .noSuchProvider)
      try await user.link(
        with: EmailAuthProvider.credential(withEmail: "new@example.com", password: "correct horse"))
      #expect(try await user.unlink(fromProvider: "facebook.com") === user)
      #expect(user.providerData.map(\.providerID) == ["password"])
      #expect(await failureCode { try await user.unlink(fromProvider: "facebook.com") } == .noSuchProvider)
    }
  }

  @Test("Point 26: the same address at another provider needs its owner, who may link what was held back")
  func differentCredential() async throws {
    try await LiveAuth.run { live in
      let (auth, server) = (live.auth, live.server)
      let owner = try await auth.signIn(with: try await Self.apple(server, ["person": "ada"])).user
      try auth.signOut()
      let facebook = try await Self.facebook(server, "ada")
      let error = try #require(await failure { try await auth.signIn(with: facebook) })
      #expect(error.code == AuthErrorCode.accountExistsWithDifferentCredential.rawValue)
      #expect(error.userInfo[AuthErrorUserInfoEmailKey] as? String == "ada@example.com")
      #expect(auth.currentUser == nil)
      let held = try #require(error.updatedCredential)
      let back = try await auth.signIn(with: try await Self.apple(server, ["person": "ada"])).user
      #expect(back.uid == owner.uid)
      try await back.link(with: held)
      #expect(Set(back.providerData.map(\.providerID)) == ["apple.com", "facebook.com"])
    }
  }
}
