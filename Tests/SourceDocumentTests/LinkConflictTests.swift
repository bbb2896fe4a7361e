import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Source documents: link conflicts")
struct LinkConflictTests {
  private static func apple(_ server: TestServer, _ person: String = "ada") async throws
    -> [(name: String, value: String)]
  {
    let nonce = UUID().uuidString
    let token = try await server.labToken(
      "apple.com", ["person": .string(person), "rawNonce": .string(nonce)])
    return [("providerId", "apple.com"), ("id_token", token), ("nonce", nonce)]
  }

  private static func facebook(_ server: TestServer, _ options: JSONValue) async throws
    -> [(name: String, value: String)]
  {
    [("providerId", "facebook.com"), ("access_token", try await server.labToken("facebook.com", options))]
  }

  @Test("Point 23: linking what another account owns is FEDERATED_USER_ID_ALREADY_LINKED and touches nobody")
  func alreadyLinked() async throws {
    try await TestServer.run { server in
      let owner = try TestSession(try await server.signInWithIdp(try await Self.apple(server)))
      let other = try await server.signUp("other@example.org")
      let before = (try await server.account(owner.localID), try await server.account(other.localID))
      let refused = try await server.signInWithIdp(
        try await Self.apple(server), ["idToken": .string(other.idToken)])
      #expect(refused.status == 400)
      #expect(refused.errorMessage == "FEDERATED_USER_ID_ALREADY_LINKED")
      #expect(try await server.account(owner.localID) == before.0)
      #expect(try await server.account(other.localID) == before.1)
      #expect(try await server.lookUp(other.idToken)["localId"] == .string(other.localID))
    }
  }

  @Test("Point 24: the conflict comes as HTTP 200 with errorMessage and a credential that signs in once")
  func updatedCredential() async throws {
    try await TestServer.run { server in
      let owner = try TestSession(try await server.signInWithIdp(try await Self.apple(server)))
      let other = try await server.signUpAnonymously()
      let credential = try await Self.apple(server)
      let conflict = try await server.signInWithIdp(
        credential, ["idToken": .string(other.idToken), "returnIdpCredential": true])
      #expect(conflict.status == 200)
      #expect(conflict.json["error"] == nil)
      #expect(conflict.json["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
      #expect(conflict.json["email"] == "ada@example.com")
      #expect(conflict.json["providerId"] == "apple.com")
      #expect(conflict.json["oauthIdToken"] == .string(credential[1].value))
      for secret in ["idToken", "refreshToken", "localId"] {
        #expect(conflict.json[secret] == nil, "\(secret)")
      }

      let pending = try #require(conflict.json["pendingToken"])
      // As the Apple SDK sends it: the old token stands beside the pending one, without its nonce.
      let signedIn = try await server.signInWithIdp(
        [("providerId", "apple.com"), ("id_token", credential[1].value)], ["pendingToken": pending])
      #expect(try TestSession(signedIn).localID == owner.localID, "\(signedIn.text)")
      let again = try await server.signInWithIdp([("providerId", "apple.com")], ["pendingToken": pending])
      #expect(again.status == 400)
      #expect(again.errorMessage?.hasPrefix("INVALID_PENDING_TOKEN") == true)
      // The one-time token of Apple stays used.
      #expect(try await server.signInWithIdp(credential).status == 400)
    }
  }

  @Test("Point 24: a pending token is of its provider, and ends after twenty minutes")
  func pendingTokenBounds() async throws {
    try await TestServer.run { server in
      _ = try await server.signInWithIdp(try await Self.apple(server))
      let other = try await server.signUpAnonymously()
      func conflict() async throws -> JSONValue {
        let response = try await server.signInWithIdp(
          try await Self.apple(server), ["idToken": .string(other.idToken), "returnIdpCredential": true])
        return response.json["pendingToken"] ?? .null
      }
      let pending = try await conflict()
      let wrong = try await server.signInWithIdp([("providerId", "github.com")], ["pendingToken": pending])
      #expect(wrong.errorMessage?.hasPrefix("INVALID_PENDING_TOKEN") == true)
      server.clock.advance(seconds: 1_201)
      let late = try await server.signInWithIdp([("providerId", "apple.com")], ["pendingToken": pending])
      #expect(late.errorMessage?.hasPrefix("INVALID_PENDING_TOKEN") == true)
      #expect(
        try await server.signInWithIdp([("providerId", "apple.com")], ["pendingToken": "made-up"])
          .errorMessage?
          .hasPrefix("INVALID_PENDING_TOKEN") == true)
    }
  }

  @Test("Point 24: the address of another account comes as EMAIL_EXISTS with the credential")
  func emailExists() async throws {
    try await TestServer.run { server in
      let owner = try await server.signUp("ada@example.com")
      let other = try await server.signUpAnonymously()
      let conflict = try await server.signInWithIdp(
        try await Self.apple(server), ["idToken": .string(other.idToken), "returnIdpCredential": true])
      #expect(conflict.status == 200)
      #expect(conflict.json["errorMessage"] == "EMAIL_EXISTS")
      #expect(conflict.json["pendingToken"]?.stringValue?.isEmpty == false)
      #expect(conflict.json["idToken"] == nil)
      #expect(try await server.account(owner.localID)?.links == [])
      #expect(try await server.account(other.localID)?.isAnonymous == true)
    }
  }

  @Test("Point 25: a second identity of a linked provider is refused")
  func providerAlreadyLinked() async throws {
    try await TestServer.run { server in
      let user = try TestSession(
        try await server.signInWithIdp(try await Self.facebook(server, ["person": "ada"])))
      let second = try await server.signInWithIdp(
        try await Self.facebook(server, ["person": "katherine"]), ["idToken": .string(user.idToken)])
      #expect(second.status == 400)
      #expect(second.errorMessage == "PROVIDER_ALREADY_LINKED")
      let same = try await server.signInWithIdp(
        try await Self.facebook(server, ["person": "ada"]), ["idToken": .string(user.idToken)])
      #expect(same.errorMessage == "FEDERATED_USER_ID_ALREADY_LINKED")
      #expect(try await server.account(user.localID)?.links.count == 1)
    }
  }

  @Test("Point 25: unlinking removes the provider and shows what is left; an absent one changes nothing")
  func unlink() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("someone@example.com")
      _ = try await server.signInWithIdp(
        try await Self.facebook(server, ["person": "ada"]), ["idToken": .string(user.idToken)])
      func unlink(_ providerID: String) async throws -> [String]? {
        let response = try await server.call(
          "accounts:update", ["idToken": .string(user.idToken), "deleteProvider": [.string(providerID)]])
        #expect(response.status == 200, "\(response.text)")
        return response.json["providerUserInfo"]?.arrayValue?.compactMap { $0["providerId"]?.stringValue }
      }
      // Clients find noSuchProvider in this list before they ask.
      #expect(try await unlink("github.com") == ["facebook.com", "password"])
      #expect(try await unlink("facebook.com") == ["password"])
      #expect(try await unlink("facebook.com") == ["password"])
      let fresh = try await server.signInWithIdp(try await Self.facebook(server, ["person": "ada"]))
      #expect(fresh.json["localId"] != .string(user.localID))
    }
  }

  @Test("Point 26: the same address at another provider asks for confirmation, with e-mail and credential")
  func needConfirmation() async throws {
    try await TestServer.run { server in
      let owner = try TestSession(try await server.signInWithIdp(try await Self.apple(server)))
      let before = try await server.account(owner.localID)
      let response = try await server.signInWithIdp(
        try await Self.facebook(server, ["person": "ada"]), ["returnIdpCredential": true])
      #expect(response.status == 200)
      #expect(response.json["needConfirmation"] == true)
      #expect(response.json["email"] == "ada@example.com")
      #expect(response.json["verifiedProvider"] == ["apple.com"])
      #expect(response.json["oauthAccessToken"]?.stringValue?.isEmpty == false)
      for secret in ["idToken", "refreshToken"] { #expect(response.json[secret] == nil, "\(secret)") }
      #expect(try await server.account(owner.localID) == before)
      #expect(try await server.accountCount() == 1)

      // A user who then proves to be the owner may link the credential that was held back.
      let pending = try #require(response.json["pendingToken"])
      let linked = try await server.signInWithIdp(
        [("providerId", "facebook.com")], ["pendingToken": pending, "idToken": .string(owner.idToken)])
      #expect(try TestSession(linked).localID == owner.localID, "\(linked.text)")
      #expect(
        try await server.account(owner.localID)?.links.map(\.providerID) == ["apple.com", "facebook.com"])
    }
  }

  @Test("Point 26: with several accounts per address allowed there is no conflict")
  func duplicateEmails() async throws {
    try await TestServer.run { server in
      try await server.changeProject { $0.signIn.allowDuplicateEmails = true }
      let one = try TestSession(try await server.signInWithIdp(try await Self.apple(server)))
      let two = try TestSession(
        try await server.signInWithIdp(try await Self.facebook(server, ["person": "ada"])))
      #expect(one.localID != two.localID)
      #expect(try await server.accountCount() == 2)
    }
  }
}
