import Composition
import Foundation
import Identity
import IdentityWire
import Operations
import Server
import TestSupport
import Testing

@Suite("How many sign up and in is counted", .fewAtOnce, .timeLimit(.minutes(15)))
struct ActivityTests {
  private static let project = Scope(project: TestServer.project)

  /// `sign_in password success` and how often, of a day around now.
  private static func counts(
    _ backend: Backend, in scope: Scope = project, _ step: Activity.Step = .hour
  ) async throws -> [String: Int64] {
    let now = backend.service.clock.now()
    let counts = try await backend.activity.counts(
      in: scope, by: step, from: now.adding(seconds: -2 * 86_400), until: now.adding(seconds: 86_400))
    return counts.reduce(into: [:]) { sum, count in
      let activity = count.activity
      sum["\(activity.kind.rawValue) \(activity.provider) \(activity.outcome.rawValue)", default: 0] +=
        count.count
    }
  }

  @Test("a development server counts every way to sign up and in, and nothing else")
  func ways() async throws {
    try await TestServer.run { server in
      let ann = "ann@example.com"
      _ = try await server.signUpAnonymously()
      let session = try await server.signUp(ann)
      #expect(
        try await server.call("accounts:signUp", ["email": .string(ann), "password": "long enough"]).status
          == 400)
      _ = try await server.signInWithPassword(ann, "correct horse")
      _ = try await server.signInWithPassword(ann, "wrong horse")
      for _ in 0..<2 { _ = try await server.signInByPhone("+15551230100") }
      for _ in 0..<2 {
        let token = try await server.labToken("google.com", ["sub": "7", "email": "bob@gmail.com"])
        #expect(
          try await server.signInWithIdp([("providerId", "google.com"), ("id_token", token)]).status == 200)
      }
      _ = try await server.signInWithIdp([("providerId", "evil.example"), ("id_token", "x")])
      let link = "cy@example.com"
      _ = try await server.signInWithLink(try await server.signInLinkCode(link), email: link)
      let account = try await server.addServiceAccount()
      for _ in 0..<2 { _ = try await server.signInWithCustomToken(try server.customToken(of: account)) }
      _ = try await server.resetPassword(try await server.resetCode(ann), to: "another horse")
      _ = try await server.resetPassword("made-up", to: "another horse")
      // Neither a new user who came by themselves nor a sign-in.
      _ = try await server.refresh(session.refreshToken)
      _ = try await server.administer("accounts", ["email": "made@example.com"])
      _ = try await server.send(
        "POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=key",
        headers: ["Content-Type": "application/json", "Authorization": "Bearer owner"],
        body: #"{"email": "made-too@example.com", "targetProjectId": "example"}"#)
      _ = try await server.administer("accounts:batchCreate", ["users": [["localId": "imported"]]])
      let expected: [String: Int64] = [
        "sign_up anonymous success": 1, "sign_in anonymous success": 1,
        "sign_up password success": 1, "sign_in password_sign_up success": 1,
        "sign_up password refused": 1, "sign_in password_sign_up refused": 1,
        "sign_in password success": 1, "sign_in password refused": 1,
        "sign_up phone success": 1, "sign_in phone success": 2,
        "sign_up google.com success": 1, "sign_in google.com success": 2, "sign_in other refused": 1,
        "sign_up emailLink success": 1, "sign_in emailLink success": 1,
        "sign_up custom success": 1, "sign_in custom success": 2,
        "password_reset password success": 1, "password_reset password refused": 1,
      ]
      #expect(try await Self.counts(server.backend) == expected)
      #expect(try await Self.counts(server.backend, .day) == expected)
    }
  }

  @Test(
    "a sign-in that waits for a second factor is one, and the factor is another; a refusal that is answered is a refusal"
  )
  func secondFactors() async throws {
    try await TestServer.run { server in
      let session = try await server.verifiedUser("ann@example.com")
      let factor = try await server.enrollTOTP(session)
      let before = try await Self.counts(server.backend)
      let pending = try await server.signIn("ann@example.com")
      let credential = try server.text(pending, "mfaPendingCredential")
      _ = try await server.proveTOTP(credential, factor.id, password: "000000")
      let token = try await server.labToken("github.com", ["email": "ann@example.com", "kind": "access"])
      _ = try await server.signInWithIdp([("providerId", "github.com"), ("access_token", token)])
      let after = try await Self.counts(server.backend)
      let new = after.filter { before[$0.key] != $0.value }
      #expect(
        new == [
          "sign_in password second_factor": 1, "sign_in mfa refused": 1, "sign_in github.com refused": 1,
        ])
    }
  }

  @Test("a tenant has counts of its own, which are its project's, too")
  func tenants() async throws {
    try await TestServer.run { server in
      let tenant = try await server.openTenant("team-1")
      let message: JSONValue = [
        "email": "ann@example.com", "password": "correct horse", "tenantId": .string(tenant.id.rawValue),
      ]
      #expect(try await server.call("accounts:signUp", message).status == 200)
      let expected: [String: Int64] = ["sign_up password success": 1, "sign_in password_sign_up success": 1]
      let scope = Scope(project: TestServer.project, tenant: tenant.id)
      #expect(try await Self.counts(server.backend, in: scope) == expected)
      #expect(try await Self.counts(server.backend) == expected)
    }
  }

  @Test("counts are there after a restart, those of the last second included")
  func restart() async throws {
    try await withTemporaryDirectory { directory in
      var options = TestServer.Options()
      options.dataDirectory = directory
      let fixed = options
      for round in 1...3 as ClosedRange<Int64> {
        try await TestServer.run(fixed) { server in
          _ = try await server.signUpAnonymously()
          let counts = try await Self.counts(server.backend)
          #expect(counts["sign_up anonymous success"] == 2 * round - 1)
          _ = try await server.signUpAnonymously()
        }
      }
    }
  }

  @Test(
    "servers that share a database count together",
    .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed."))
  func nodes() async throws {
    try await TestServer.run(on: .two) { server in
      for _ in 0..<8 { _ = try await server.signUpAnonymously() }
      // The other server's wait for its next time, which may have come.
      let own = try await Self.counts(server.backend)["sign_up anonymous success"] ?? 0
      #expect((4...8).contains(own))
      await server.flushTwin()
      #expect(try await Self.counts(server.backend)["sign_up anonymous success"] == 8)
    }
  }

  @Test("old counts go with what else has expired")
  func retention() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      _ = try await server.signUpAnonymously()
      #expect(try await Self.counts(server.backend).count == 2)
      server.clock.advance(seconds: 36 * 86_400)
      _ = try await server.backend.sweepExpired(limit: 100)
      server.clock.advance(seconds: -36 * 86_400)
      #expect(try await Self.counts(server.backend).isEmpty)
      #expect(try await Self.counts(server.backend, .day).count == 2)
      server.clock.advance(seconds: 402 * 86_400)
      _ = try await server.backend.sweepExpired(limit: 100)
      server.clock.advance(seconds: -402 * 86_400)
      #expect(try await Self.counts(server.backend, .day).isEmpty)
    }
  }

  // MARK: Explanations

  @Test("failed federated sign-ins are listed with their explanation, the newest first")
  func explanations() async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options) { server in
      var ids: [String] = []
      for _ in 0..<5 {
        let response = try await server.signInWithIdp([("providerId", "google.com"), ("id_token", "x")])
        ids.append(try #require(response.headers.first(name: "x-latchkey-diagnostic")))
        server.clock.advance(seconds: 1)
      }
      let explanations = server.backend.explanations
      var found: [SignInExplanation] = []
      var place: DiagnosisPlace?
      var pages = 0
      repeat {
        let page = try await explanations.page(in: Self.project, before: place, limit: 2)
        found += page.explanations
        place = page.next
        pages += 1
      } while place != nil
      #expect(pages == 3 && found.map(\.id) == ids.reversed())
      let first = try #require(found.first)
      #expect(first == (try await server.backend.explanation(of: first.id)))
      let other = Scope(project: try #require(ProjectID(rawValue: "other")))
      #expect(try await explanations.page(in: other, limit: 2).explanations.isEmpty)
      server.clock.advance(seconds: SignInExplanation.lifetime)
      #expect(try await explanations.page(in: Self.project, limit: 2).explanations.isEmpty)
    }
  }
}
