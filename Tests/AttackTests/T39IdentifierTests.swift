import Foundation
import Identity
import IdentityWire
import SAML
import TestSupport
import Testing

@Suite("T39: two spellings of one identifier", .fewAtOnce)
struct T39IdentifierTests {
  private static let composed = "jos\u{E9}"
  private static let decomposed = "jose\u{301}"

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("two uids that differ in their bytes are two accounts in every respect") { try await uids($0) },
    Behaviour("two of a provider's users whose ids differ in their bytes are two users") {
      try await providerUsers($0)
    },
  ]

  @Test("identifiers are told apart byte by byte")
  func identifiers() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when AccountID compares as String does: then each of the two is taken for the other, whose address it may
  // have.
  private static func uids(_ server: TestServer) async throws {
    for (id, email) in [(Self.composed, "one@example.com"), (Self.decomposed, "other@example.com")] {
      let made = try await server.administer(
        "accounts",
        ["localId": .string(id), "email": .string(email), "password": "correct horse"])
      #expect(made.status == 200, "\(made.text)")
    }
    let both = try await server.administer(
      "accounts:lookup", ["localId": [.string(Self.composed), .string(Self.decomposed)]])
    #expect(both.json["users"]?.arrayValue?.count == 2, "\(both.text)")
    let other = try TestSession(try await server.signInWithPassword("other@example.com", "correct horse"))
    #expect(Array(other.localID.utf8) == Array(Self.decomposed.utf8))
    // The first one's address is somebody else's for the second.
    expectRefused(
      try await server.call(
        "accounts:update", ["idToken": .string(other.idToken), "email": "one@example.com"]), "EMAIL_EXISTS")
    let changed = try await server.call(
      "accounts:update", ["idToken": .string(other.idToken), "displayName": "Other"])
    #expect(changed.status == 200, "\(changed.text)")
    let gone = try await server.administer("accounts:delete", ["localId": .string(Self.decomposed)])
    #expect(gone.status == 200, "\(gone.text)")
    let left = try await server.accounts()
    #expect(left.map { Array($0.id.rawValue.utf8) } == [Array(Self.composed.utf8)])
    #expect(left.first?.displayName == nil)
  }

  // Fails when a provider's user id is normalised, or when ProviderLink compares as String does.
  private static func providerUsers(_ server: TestServer) async throws {
    var uids: [String] = []
    for subject in [Self.composed, Self.decomposed, Self.composed] {
      // A token of the same second would be the same one.
      server.clock.advance(seconds: 1)
      let token = try await server.labToken("oidc.lab", ["sub": .string(subject), "rawNonce": "n"])
      let session = try TestSession(
        await server.signInWithIdp([("providerId", "oidc.lab"), ("id_token", token), ("nonce", "n")]))
      uids.append(session.localID)
    }
    #expect(uids[0] == uids[2] && uids[0] != uids[1])
    let links = try await server.accounts().flatMap(\.links)
    #expect(
      Set(links.map { Array($0.rawID.utf8) }) == [Array(Self.composed.utf8), Array(Self.decomposed.utf8)])
    #expect(links.count == 2 && links[0] != links[1])
  }

  // Fails when a NameID is normalised, or compared as String does.
  @Test("two NameIDs that differ in their bytes are two users")
  func nameIDs() async throws {
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      var uids: [String] = []
      for nameID in [Self.composed, Self.decomposed, Self.composed] {
        let response = try await server.signInBySAML(peer) { content in
          content.nameID = nameID
          content.nameIDFormat = SAMLAssertion.Subject.persistent
        }
        uids.append(try TestSession(response).localID)
      }
      #expect(uids[0] == uids[2] && uids[0] != uids[1])
      let links = try await server.accounts().flatMap(\.links)
      #expect(
        Set(links.map { Array($0.rawID.utf8) }) == [Array(Self.composed.utf8), Array(Self.decomposed.utf8)])
    }
  }

  // Fails when ProfilePath or OAuthVerifier normalises what it reads, or when ProviderLink compares as String does.
  @Test("two users of an OAuth 2.0 provider whose ids differ in their bytes are two users")
  func oauthUsers() async throws {
    try await StubOpenIDProvider.run { provider in
      try await TestServer.run { server in
        let made = try await server.configure(
          "POST", "oauthIdpConfigs?oauthIdpConfigId=oauth.stub", provider.oauthConfig)
        #expect(made.status == 200, "\(made.text)")
        var uids: [String] = []
        for id in [Self.composed, Self.decomposed, Self.composed] {
          let flow = try await server.beginFlow("oauth.stub")
          provider.expect(nonce: "", userInfo: JSONWriter.text(["sub": .string(id)]))
          let callback = "\(server.origin)/__/auth/handler?code=x&state=\(flow["state"] ?? "")"
          uids.append(try TestSession(try await server.finishFlow(flow, at: callback)).localID)
        }
        #expect(uids[0] == uids[2] && uids[0] != uids[1])
        let links = try await server.accounts().flatMap(\.links)
        #expect(
          Set(links.map { Array($0.rawID.utf8) }) == [
            Array(Self.composed.utf8), Array(Self.decomposed.utf8),
          ])
      }
    }
  }

  // Fails when entity IDs are compared as texts: U+212A is canonically equivalent to K.
  @Test("an issuer and an audience of SAML in another spelling are others")
  func entityIDs() async throws {
    try await TestServer.run { server in
      var peer = try SAMLPeer()
      (peer.entityID, peer.audience) = ("https://idp.example.com/K", "https://sp.example.com/K")
      try await peer.configure(server)
      var other = peer
      other.entityID = "https://idp.example.com/\u{212A}"
      expectRefused(try await server.signInBySAML(other), "INVALID_IDP_RESPONSE", "issuer")
      let elsewhere = try await server.signInBySAML(peer) { $0.audience = "https://sp.example.com/\u{212A}" }
      expectRefused(elsewhere, "INVALID_IDP_RESPONSE", "audience")
      #expect(try await server.signInBySAML(peer).status == 200)
    }
  }

  // Fails when IDTokenVerification compares audiences as texts: U+212A is canonically equivalent to K.
  @Test("an audience in another spelling is another audience")
  func audiences() async throws {
    try await TestServer.run { server in
      try await server.changeProject { project in
        for index in project.providers.indices where project.providers[index].providerID == "google.com" {
          project.providers[index].clientID = "Klient"
        }
      }
      for value in [JSONValue.string("\u{212A}lient"), ["\u{212A}lient"], ["\u{212A}lient", "other"]] {
        let token = try server.forge(.google, ["aud": value, "azp": "\u{212A}lient"])
        expectRefused(try await server.signIn(.google, token, nonce: nil), "INVALID_IDP_RESPONSE")
      }
      let right = try server.forge(.google, ["aud": "Klient"])
      #expect(try await server.signIn(.google, right).status == 200)
    }
  }
}
