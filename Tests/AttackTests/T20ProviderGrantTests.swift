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
  @Test("no answer, list, export or record holds what is kept", arguments: providers)
  func answers(providerID: String) async throws {
    try await TestServer.run { server in
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

  // Fails when the seal names neither account nor scope: then a row that is copied takes another user's access back.
  @Test("what is kept for one account opens for no other")
  func copied() async throws {
    try await TestServer.run { server in
      let (ada, _, _) = try await Self.signIn(server, "github.com", as: "ada")
      let adasTokens = server.lab.state.tokens
      let (other, _, _) = try await Self.signIn(server, "github.com", as: "grace")
      let sealed = try await server.account(ada.localID)?.links.first?.sealedGrant
      var account = try #require(try await server.account(other.localID))
      account.links[0].sealedGrant = sealed
      try await server.service.store.apply([.updateAccount(account)])
      let deleted = try await server.administer("accounts:delete", ["localId": .string(other.localID)])
      #expect(deleted.status == 200, "\(deleted.text)")
      #expect(try await server.backend.revocations.depth(of: .revocation).waiting == 0)
      for token in adasTokens { #expect(server.lab.state.token(token) != nil) }
    }
  }
}
