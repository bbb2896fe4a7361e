import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@testable import ProviderLab

@Suite("T20: tokens of providers kept for revocation", .fewAtOnce)
struct T20ProviderGrantTests {
  private static let providers = ["apple.com", "facebook.com", "github.com", "google.com"]

  /// Signs in by a provider with the setting on.
  ///
  /// - Returns: the session, its answer, and every token that the lab has given out.
  private static func signIn(_ server: TestServer, _ providerID: String, as person: String) async throws -> (
    user: TestSession, answer: TestResponse, tokens: [String]
  ) {
    try await server.changeProvider(providerID) { $0.revokesOnDeletion = true }
    let answer = try await WebFlow.appleApp(server, providerID)
      .signIn(as: person, ["returnIdpCredential": true])
    let requests = server.lab.state.requests
    #expect(!requests.isEmpty)
    return (try TestSession(answer), answer, server.lab.state.tokens)
  }

  // Fails when the token is stored as it is, in the link's row or in the outbox.
  @Test("the database's files hold no token as it is, before the deletion and after it", arguments: providers)
  func database(providerID: String) async throws {
    try await withTemporaryDirectory { directory in
      var options = TestServer.Options()
      options.dataDirectory = directory
      try await TestServer.run(options) { server in
        let (user, _, tokens) = try await Self.signIn(server, providerID, as: "ada")
        #expect(!tokens.isEmpty)
        #expect(try await server.account(user.localID)?.links.first?.sealedGrant != nil)
        func check(_ moment: String) throws {
          for name in try FileManager.default.contentsOfDirectory(atPath: directory.path)
          where name.hasPrefix("latchkey.db") {
            let file = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/" + name))
            for token in tokens {
              for form in [Data(token.utf8), Data(Data(token.utf8).base64EncodedString().dropLast(4).utf8)] {
                #expect(file.range(of: form) == nil, "a token in \(name), \(moment)")
              }
            }
          }
        }
        try check("kept")
        // It stays in the outbox.
        try await server.setFault("http-500", at: providerID, endpoint: "revoke", times: 50)
        let deleted = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
        #expect(deleted.status == 200, "\(deleted.text)")
        #expect(try await server.backend.revocations.depth(of: .revocation).waiting == 1)
        try check("in the outbox")
        for token in tokens { #expect(!server.log.text.contains(token)) }
      }
    }
  }

  // Fails when an answer, an export or a record takes the link over whole.
  @Test("no answer, list, export or record holds what is kept")
  func answers() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.providers) { providerID in
        let (user, answer, tokens) = try await Self.signIn(server, providerID, as: "ada")
        let sealed = try #require(try await server.account(user.localID)?.links.first?.sealedGrant)
        // The app is given its access token; a refresh token stays here.
        let given = answer.json["oauthAccessToken"]?.stringValue
        let refresh = tokens.filter { $0 != given }
        for token in refresh { #expect(!answer.text.contains(token)) }
        let id = JSONValue.string(user.localID)
        var texts = [
          try await server.call("accounts:lookup", ["idToken": .string(user.idToken)]).text,
          try await server.administer("accounts:lookup", ["localId": [id]]).text,
          try await server.administer("accounts:query", ["returnUserInfo": true]).text,
          try await server.refresh(user.refreshToken).text,
          server.log.text,
        ]
        let export = try await server.send(
          "GET",
          "/identitytoolkit.googleapis.com/v1/projects/\(TestServer.project)/accounts:batchGet?maxResults=10",
          headers: ["Authorization": "Bearer owner"])
        #expect(export.status == 200 && export.text.contains(user.localID), "\(export.text)")
        texts.append(export.text)
        _ = try await server.administer("accounts:delete", ["localId": id])
        texts.append(try await server.auditText())
        let forms = tokens + [Data(sealed).base64EncodedString(), "sealedGrant"]
        for text in texts {
          for form in forms { #expect(!text.contains(form), "\(form.prefix(12))") }
        }
      }
    }
  }

  // Fails when a revocation is written before the deletion is allowed.
  @Test("a deletion that is refused queues nothing, and leaves what is kept")
  func refused() async throws {
    try await TestServer.run { server in
      let (user, _) = try await server.signInToRevoke("github.com")
      let kept = try await server.account(user.localID)?.links.first?.sealedGrant
      func refuse(_ idToken: String, _ code: String) async throws {
        expectRefused(try await server.call("accounts:delete", ["idToken": .string(idToken)]), code)
        #expect(try await server.waitingRevocations() == 0, "\(code)")
        #expect(try await server.account(user.localID)?.links.first?.sealedGrant == kept, "\(code)")
      }
      try await refuse(String(user.idToken.dropLast()), "INVALID_ID_TOKEN")
      try await server.changeProject { $0.signIn.usersMayDelete = false }
      try await refuse(user.idToken, "ADMIN_ONLY_OPERATION")
      try await server.changeProject { $0.signIn.usersMayDelete = true }
      server.clock.advance(seconds: StaleSession.age)
      let stale = try require(try await server.refresh(user.refreshToken), "id_token")
      try await refuse(stale, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
      let revoked = try await server.administer(
        "accounts:update",
        [
          "localId": .string(user.localID), "validSince": .string(String(server.clock.now().seconds)),
        ])
      #expect(revoked.status == 200, "\(revoked.text)")
      try await refuse(stale, "TOKEN_EXPIRED")
      #expect(server.lab.state.requests.allSatisfy { $0.endpoint != .revoke })
      #expect(server.revocationCounts.delivered == 0 && server.revocationCounts.lost == 0)
    }
  }
}
