import Foundation
import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// Everybody's accounts of before have to work in the builds that come after.
@Suite("Installations of earlier builds", .fewAtOnce, .timeLimit(.minutes(15)))
struct FixtureInstallationTests {
  private struct Visitor: Sendable {
    let server: TestServer
    let facts: JSONValue
    let key: String

    init(_ server: TestServer, _ facts: JSONValue) throws {
      self.server = server
      self.facts = facts
      key = try #require(facts["keys"]?["fixture"]?.stringValue)
    }

    func fact(_ names: String...) throws -> String {
      var value: JSONValue? = facts
      for name in names { value = value?[name] }
      return try #require(value?.stringValue, "\(names)")
    }

    func signIn(_ name: String) async throws -> TestResponse {
      try await server.signInWithPassword(
        try fact("passwords", name, "email"), try fact("passwords", name, "password"), key: key)
    }

    func account(_ id: String) async throws -> Account {
      let scope = Scope(project: try #require(ProjectID(rawValue: "fixture")))
      let id = try #require(AccountID(rawValue: id))
      return try #require(try await server.service.store.account(id, in: scope))
    }
  }

  /// The last ones use codes up and delete an account.
  private static let behaviours: [Behaviour<Visitor>] = [
    Behaviour("every password still opens its account, and no other") { try await passwords($0) },
    Behaviour("two spellings of one address stay two accounts, each as it was stored") {
      try await spellings($0)
    },
    Behaviour("refresh tokens, of users and of an anonymous one, go on working") {
      try await refreshTokens($0)
    },
    Behaviour("a second factor is asked for and proved") { try await secondFactor($0) },
    Behaviour("linked identities, numbers and tenants' users are found") { try await identities($0) },
    Behaviour("a project keeps its settings and secrets, and its administrator's token") {
      try await settings($0)
    },
    Behaviour("codes that were mailed before are good once") { try await codes($0) },
    Behaviour("the audit log of before is whole, and goes on where it ended") { try await audit($0) },
  ]

  @Test("Everything that an earlier build stored works as it did", arguments: FixtureInstallation.all)
  func visit(_ installation: FixtureInstallation) async throws {
    try await installation.run { server, facts in
      let visitor = try Visitor(server, facts)
      try await eachCase(of: Self.behaviours) { try await $0.look(visitor) }
    }
  }

  private static func passwords(_ visitor: Visitor) async throws {
    let known = try #require(visitor.facts["passwords"]?.objectValue)
    for name in known.keys.sorted() where name != "disabled" && name != "factor" {
      let answer = try await visitor.signIn(name)
      #expect(answer.status == 200, "\(name): \(answer.text)")
      #expect(answer.json["localId"]?.stringValue == known[name]?["localId"]?.stringValue, "\(name)")
    }
    #expect(try await visitor.signIn("disabled").errorMessage == "USER_DISABLED")
    let claims = try await visitor.account(try visitor.fact("passwords", "claims", "localId"))
    #expect(claims.customAttributes == #"{"role": "editor"}"#)
  }

  private static func spellings(_ visitor: Visitor) async throws {
    let known = try #require(visitor.facts["passwords"]?.objectValue)
    // Only builds of before addresses were normalised could make the second.
    for name in ["composed", "decomposed"] where known[name] != nil {
      let account = try await visitor.account(try visitor.fact("passwords", name, "localId"))
      let stored = try #require(account.email?.text)
      #expect(Array(stored.utf8) == Array(try visitor.fact("passwords", name, "email").utf8), "\(name)")
      #expect(account.emailVerified == (name == "composed"))
    }
  }

  private static func refreshTokens(_ visitor: Visitor) async throws {
    for name in ["refreshToken", "anonymous"] {
      let answer = try await visitor.server.refresh(try visitor.fact(name), key: visitor.key)
      #expect(answer.status == 200, "\(name): \(answer.text)")
    }
  }

  private static func secondFactor(_ visitor: Visitor) async throws {
    let first = try await visitor.signIn("factor")
    let pending = try visitor.server.text(first, "mfaPendingCredential")
    let id = try #require(first.json["mfaInfo"]?[0]?["mfaEnrollmentId"]?.stringValue)
    let authenticator = try TestAuthenticator(base32: try visitor.fact("seed"))
    let answer = try await visitor.server.call2(
      "accounts/mfaSignIn:finalize",
      [
        "mfaPendingCredential": .string(pending), "mfaEnrollmentId": .string(id),
        "totpVerificationInfo": [
          "verificationCode": .string(authenticator.password(at: visitor.server.clock.now()))
        ],
      ], key: visitor.key)
    #expect(answer.status == 200, "\(answer.text)")
  }

  private static func codes(_ visitor: Visitor) async throws {
    let (server, key) = (visitor.server, visitor.key)
    let reset = try visitor.fact("PASSWORD_RESET")
    #expect(try await server.resetPassword(reset, to: "the words after", key: key).status == 200)
    #expect(try await server.resetPassword(reset, to: "the words after", key: key).status == 400)
    for (kind, email) in [("VERIFY_EMAIL", "verify@example.com"), ("RECOVER_EMAIL", "before@example.com")] {
      let answer = try await server.apply(oobCode: try visitor.fact(kind), key: key)
      #expect(answer.json["email"]?.stringValue == email, "\(kind): \(answer.text)")
      #expect(answer.json["emailVerified"]?.boolValue == true, "\(kind)")
    }
  }

  private static func identities(_ visitor: Visitor) async throws {
    let google = try await visitor.account(try visitor.fact("google", "localId"))
    #expect(google.link("google.com")?.rawID == "google-1")
    let phone = try await visitor.account(try visitor.fact("phone", "localId"))
    #expect(phone.phoneNumber == (try visitor.fact("phone", "phoneNumber")))
    let answer = try await visitor.server.call(
      "accounts:signInWithPassword",
      [
        "tenantId": .string(try visitor.fact("tenant", "id")), "email": "ann@example.com",
        "password": .string(try visitor.fact("tenant", "password")),
      ], key: visitor.key)
    #expect(
      answer.json["localId"]?.stringValue == (try visitor.fact("tenant", "localId")), "\(answer.text)")
  }

  private static func audit(_ visitor: Visitor) async throws {
    let store = visitor.server.backend.audit
    let chain = ProjectID(rawValue: "fixture")
    let before = try #require(try await store.auditHeads().first { $0.chain == chain }?.sequence)
    #expect(before > 0)
    let token = try visitor.server.text(try await visitor.signIn("ann"), "idToken")
    let gone = try await visitor.server.call(
      "accounts:delete", ["idToken": .string(token)], key: visitor.key)
    #expect(gone.status == 200, "\(gone.text)")
    try await store.sealAudit()
    for head in try await store.auditHeads() {
      let report = try await AuditVerification(store: store).verify(head)
      #expect(report.fault == nil, "\(head)")
      if head.chain == chain { #expect(report.last > before) }
    }
  }

  private static func settings(_ visitor: Visitor) async throws {
    let id = try #require(ProjectID(rawValue: try visitor.fact("other")))
    let project = try #require(try await visitor.server.backend.projects.project(id))
    #expect(project.sessions.refreshTokens == .rotating)
    #expect(project.signIn.emailLinkEnabled && project.signIn.emailEnumerationProtection)
    let github = try #require(project.provider("github.com"))
    let secrets = try visitor.server.backend.projects.secrets(of: github, in: Scope(project: id))
    #expect(secrets.clientSecret?.reveal() == "the secret of a provider")
    let answer = try await visitor.server.send(
      "GET", "/identitytoolkit.googleapis.com/v2/projects/\(id)/config",
      headers: ["Authorization": "Bearer \(try visitor.fact("adminToken"))"])
    #expect(answer.status == 200, "\(answer.text)")
  }
}
