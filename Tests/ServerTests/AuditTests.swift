import Foundation
import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("The audit log", .fewAtOnce)
struct AuditTests {
  /// What is told apart in the tests below.
  private struct Line: Equatable, CustomStringConvertible {
    var action: AuditAction
    var outcome: String
    var actor: String
    var account: String?

    init(_ action: AuditAction, _ outcome: String, by actor: String, _ account: String? = nil) {
      self.action = action
      self.outcome = outcome
      self.actor = actor
      self.account = account
    }

    init(_ event: AuditEvent) {
      self.init(event.action, event.outcome, by: event.actor, event.account?.rawValue)
    }

    var description: String { "\(action.rawValue) \(outcome) by \(actor) on \(account ?? "-")" }
  }

  private static func lines(_ server: TestServer, _ work: () async throws -> Void) async throws -> [Line] {
    try await server.auditEvents(of: work).map(Line.init)
  }

  @Test("what users do to their accounts is recorded, with who they are and what came of it")
  func users() async throws {
    try await TestServer.run { server in
      var user: TestSession?
      let signUp = try await server.auditEvents { user = try await server.signUp("ann@example.com") }
      let ann = try #require(user)
      let me = "user:\(ann.localID)"
      #expect(signUp.map(Line.init) == [Line(.signUp, "success", by: me, ann.localID)])
      #expect(signUp.first?.details == ["provider": "password"])
      #expect(signUp.first?.clientAddress == "127.0.0.1")

      let signIns = try await Self.lines(server) {
        _ = try await server.signIn("ann@example.com")
        _ = try await server.signIn("ann@example.com", password: "wrong horse")
        _ = try await server.call("accounts:lookup", ["idToken": .string(ann.idToken)])
        _ = try await server.refresh(ann.refreshToken)
      }
      #expect(
        signIns == [
          Line(.signIn, "success", by: me, ann.localID),
          Line(.signIn, "INVALID_PASSWORD", by: "user", ann.localID),
        ])

      let changes = try await Self.lines(server) {
        let token = JSONValue.string(ann.idToken)
        _ = try await server.call("accounts:update", ["idToken": token, "displayName": "Ann"])
        let google = try await server.labToken("google.com", ["sub": "7", "email": "ann@gmail.com"])
        let linked = try TestSession(
          await server.signInWithIdp(
            [("providerId", "google.com"), ("id_token", google)], ["idToken": token]))
        _ = try await server.call(
          "accounts:update", ["idToken": .string(linked.idToken), "deleteProvider": ["google.com"]])
        let changed = try await server.call(
          "accounts:update", ["idToken": .string(linked.idToken), "password": "another horse"])
        _ = try await server.call("accounts:delete", ["idToken": .string(ann.idToken)])
        _ = try await server.call("accounts:delete", ["idToken": changed.json["idToken"] ?? .null])
      }
      #expect(
        changes == [
          Line(.update, "success", by: me, ann.localID), Line(.link, "success", by: me, ann.localID),
          Line(.unlink, "success", by: me, ann.localID),
          Line(.passwordChange, "success", by: me, ann.localID),
          Line(.deletion, "TOKEN_EXPIRED", by: me, ann.localID),
          Line(.deletion, "success", by: me, ann.localID),
        ])
    }
  }

  @Test("a second factor, a mailed code and a password reset are recorded")
  func factorsAndMail() async throws {
    try await TestServer.run { server in
      let ann = try await server.verifiedUser("ann@example.com")
      let me = "user:\(ann.localID)"
      let events = try await server.auditEvents {
        _ = try await server.enrollPhone(ann, "+15555550100")
        _ = try await server.signIn("ann@example.com")
        _ = try await server.resetPassword(try await server.resetCode("ann@example.com"), to: "new password")
      }
      #expect(
        events.map(Line.init) == [
          Line(.codeRequest, "success", by: me, ann.localID),
          Line(.factorEnrolment, "success", by: me, ann.localID),
          Line(.signIn, "pending", by: "user", ann.localID),
          Line(.codeRequest, "success", by: "user", ann.localID),
          Line(.passwordReset, "success", by: me, ann.localID),
        ])
      #expect(events[1].details["secondFactor"] == "phone")
    }
  }

  // Fails when factors are compared by their ids alone.
  @Test("a second factor that takes another's place under its id is recorded, a new name or order is not one")
  func replacedFactors() async throws {
    try await TestServer.run { server in
      let ann = try await server.verifiedUser("ann@example.com")
      let phone = try await server.enrollPhone(ann, "+15555550100")
      let app = try await server.enrollTOTP(phone.session)
      let byPhone: JSONValue = [
        "mfaEnrollmentId": .string(phone.id), "phoneInfo": "+15555550199", "displayName": "new",
      ]
      let totp: JSONValue = ["mfaEnrollmentId": .string(app.id), "totpInfo": [:]]
      let events = try await server.auditEvents {
        func set(_ factors: JSONValue...) async throws {
          let response = try await server.administer(
            "accounts:update",
            ["localId": .string(ann.localID), "mfa": ["enrollments": .array(factors)]])
          #expect(response.status == 200, "\(response.text)")
        }
        try await set(byPhone, totp)
        try await set(totp, byPhone)
        try await set(byPhone, ["mfaEnrollmentId": .string(app.id), "phoneInfo": "+15555550198"])
        try await set(byPhone, ["mfaEnrollmentId": "third", "phoneInfo": "+15555550197"])
        try await set(byPhone)
      }
      #expect(
        events.filter { $0.action != .revocation && $0.action != .update }.map(\.action) == [
          .factorReplacement, .factorReplacement, .factorReplacement, .factorWithdrawal,
        ])
      let factors = events.compactMap { $0.details["factors"] }
      #expect(factors == ["~\(phone.id)", "~\(app.id)", "+third -\(app.id)", "-third"])
      #expect(events.allSatisfy { $0.account?.rawValue == ann.localID })
      #expect(try await !server.auditText().contains("+1555555019"))
    }
  }

  // Fails when every session that begins counts as a sign-in.
  @Test("new tokens for who is signed in are no sign-in")
  func continuation() async throws {
    try await TestServer.run { server in
      let ann = try await server.signUp("ann@example.com")
      let lines = try await Self.lines(server) {
        let response = try await server.call(
          "accounts:update", ["idToken": .string(ann.idToken), "returnSecureToken": true])
        #expect(response.status == 200, "\(response.text)")
        let google = try await server.labToken("google.com", ["sub": "7", "email": "ann@gmail.com"])
        for _ in 0..<2 {
          _ = try await server.signInWithIdp(
            [("providerId", "google.com"), ("id_token", google)], ["idToken": .string(ann.idToken)])
        }
      }
      let me = "user:\(ann.localID)"
      #expect(
        lines == [
          Line(.continuation, "success", by: me, ann.localID), Line(.link, "success", by: me, ann.localID),
          Line(.signIn, "FEDERATED_USER_ID_ALREADY_LINKED", by: me, ann.localID),
        ])
    }
  }

  // Fails when ApplyOobCode does not say whose code it is.
  @Test("who takes their address back from another account is who did it to that account")
  func recovery() async throws {
    try await TestServer.run { server in
      let ann = try await server.verifiedUser("ann@example.com")
      _ = try await server.apply(oobCode: try await server.changeCode(of: ann, to: "thief@example.com"))
      let code = try server.mail("RECOVER_EMAIL", to: "ann@example.com").code
      let other = try await server.signUp("ann@example.com")
      let lines = try await Self.lines(server) {
        let response = try await server.apply(oobCode: code)
        #expect(response.status == 200, "\(response.text)")
      }
      let me = "user:\(ann.localID)"
      #expect(
        Set(lines.map(\.description)) == [
          Line(.emailChange, "success", by: me, ann.localID).description,
          Line(.passwordChange, "success", by: me, other.localID).description,
        ])
    }
  }

  @Test("a project's quota of new accounts is a setting like any other")
  func quota() async throws {
    try await TestServer.run { server in
      let events = try await server.auditEvents {
        let response = try await server.configure(
          "PATCH", "config?updateMask=quota.signUpQuotaConfig",
          ["quota": ["signUpQuotaConfig": ["quota": "5", "quotaDuration": "3600s"]]])
        #expect(response.status == 200, "\(response.text)")
      }
      #expect(events.map(\.details) == [["changed": "signUpQuota"]])
    }
  }

  @Test("an address that nobody has stands as a keyed hash, the same for the same address")
  func unknown() async throws {
    try await TestServer.run { server in
      let events = try await server.auditEvents {
        for address in ["nobody@example.com", "nobody@example.com", "noone@example.com"] {
          _ = try await server.signIn(address)
        }
      }
      #expect(events.map(\.outcome) == Array(repeating: "EMAIL_NOT_FOUND", count: 3))
      #expect(events.map(\.account) == [nil, nil, nil])
      let hashes = events.compactMap(\.identifierHash)
      #expect(hashes.count == 3 && hashes[0] == hashes[1] && hashes[0] != hashes[2])
      #expect(try await !server.auditText().contains("nobody"))
    }
  }

  @Test("what administrators do is recorded with their names, also what they are refused")
  func administrators() async throws {
    try await TestServer.run { server in
      let account = try await server.addServiceAccount()
      let token = try await server.accessToken(of: account)
      let named = try await server.backend.administration.createAdministratorToken(
        "nightly", scopes: [.cloudPlatform], expiresAt: nil, in: TestServer.project)
      let ann = try await server.signUp("ann@example.com")
      let me = "admin:\(account.email)"
      let lines = try await Self.lines(server) {
        func change(_ change: JSONValue, bearer: String) async throws {
          var message = change.objectValue ?? [:]
          message["localId"] = .string(ann.localID)
          _ = try await server.administer(bearer: bearer, "/accounts:update", .object(message))
        }
        try await change(["disableUser": true], bearer: token)
        try await change(["disableUser": false], bearer: named.reveal())
        try await change(["customAttributes": #"{"role":"admin"}"#], bearer: "owner")
        try await change(["validSince": .string(String(server.clock.now().seconds))], bearer: "owner")
        try await change(["email": "x"], bearer: "owner")
        _ = try await server.administer("accounts", ["localId": "bob"])
        _ = try await server.administer("accounts:delete", ["localId": "bob"])
        _ = try await server.administer("accounts:delete", ["localId": "bob"])
        _ = try await server.send(
          "GET", "/identitytoolkit.googleapis.com/v1/projects/example/accounts:batchGet",
          headers: ["Authorization": "Bearer owner"])
      }
      #expect(
        lines == [
          Line(.disabling, "success", by: me, ann.localID),
          Line(.enabling, "success", by: "admin:token nightly", ann.localID),
          Line(.claimsChange, "success", by: "admin:owner", ann.localID),
          Line(.revocation, "success", by: "admin:owner", ann.localID),
          Line(.update, "INVALID_EMAIL", by: "admin:owner"),
          Line(.accountCreation, "success", by: "admin:owner", "bob"),
          Line(.deletion, "success", by: "admin:owner", "bob"),
          Line(.deletion, "USER_NOT_FOUND", by: "admin:owner"), Line(.export, "success", by: "admin:owner"),
        ])
    }
  }

  @Test("changes of the configuration are recorded by what they touch, without its values")
  func configuration() async throws {
    try await TestServer.run { server in
      let events = try await server.auditEvents {
        _ = try await server.configure(
          "PATCH", "config?updateMask=signIn.anonymous", ["signIn": ["anonymous": ["enabled": false]]])
        _ = try await server.configure(
          "PATCH", "defaultSupportedIdpConfigs/google.com?updateMask=clientSecret",
          ["clientSecret": "hush-hush"])
        _ = try await server.configure(
          "PATCH", "config?updateMask=authorizedDomains", ["authorizedDomains": ["no domain"]])
        let tenant = try await server.makeTenant()
        _ = try await server.configure("DELETE", "tenants/\(tenant)")
        _ = try await server.addServiceAccount()
        try await server.service.keyRing.rotate(now: server.clock.now())
      }
      #expect(
        events.map(\.action) == [
          .projectUpdate, .providerUpdate, .projectUpdate, .tenantCreation, .tenantDeletion,
          .serviceAccountUpdate,
        ])
      #expect(events[0].details == ["changed": "signIn"] && events[0].actor == "admin:owner")
      #expect(events[1].details == ["providers": "~google.com"])
      #expect(events[2].outcome == "INVALID_DOMAIN")
      #expect(events[5].actor == "system" && events[5].details["serviceAccounts"]?.hasPrefix("+") == true)
      #expect(
        try await server.auditEvents(of: nil).map(\.action) == [.keyCreation, .keyCreation, .keyRetirement])
      #expect(try await !server.auditText().contains("hush"))
    }
  }

  @Test("an import is one event, and what it overwrites is named")
  func imports() async throws {
    try await TestServer.run { server in
      let users = (0..<5).map { JSONValue.object(["localId": .string("u\($0)")]) }
      let events = try await server.auditEvents {
        _ = try await server.administer("accounts:batchCreate", ["users": .array(users)])
        _ = try await server.administer(
          "accounts:batchCreate",
          ["users": [["localId": "u1", "displayName": "One"]], "allowOverwrite": true])
      }
      #expect(events.map(\.action) == [.imports, .revocation])
      #expect(events[0].details["accounts"] == "5")
      #expect(events[1].account?.rawValue == "u1")
    }
  }

  // Fails when AuditedStore applies the events apart from what they tell of.
  @Test("what is not written is not recorded as done")
  func conflict() async throws {
    try await TestServer.run(.live) { server in
      _ = try await server.signUp("ann@example.com")
      let lines = try await Self.lines(server) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<16 { group.addTask { _ = try? await server.signUp("bob@example.com") } }
          try await group.waitForAll()
        }
      }
      #expect(lines.count { $0.outcome == "success" } == 1)
      #expect(lines.count { $0.outcome == "EMAIL_EXISTS" } == 15)
      #expect(try await server.accountCount() == 2)
      try await server.backend.audit.sealAudit()
      for head in try await server.backend.audit.auditHeads() {
        let report = try await AuditVerification(store: server.backend.audit).verify(head)
        #expect(report.fault == nil)
      }
    }
  }
}
