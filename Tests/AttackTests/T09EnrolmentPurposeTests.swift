import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T9: credentials of enrolments, proofs and vouchers used for another purpose", .fewAtOnce)
struct T09EnrolmentPurposeTests {
  private struct Artifact: Sendable {
    let name: String
    let value: String
  }

  private struct Place: Sendable {
    let name: String
    let takes: Set<String>
    let present: @Sendable (TestServer, String) async throws -> TestResponse

    init(
      _ name: String, takes: Set<String> = [],
      _ present: @escaping @Sendable (TestServer, String) async throws -> TestResponse
    ) {
      self.name = name
      self.takes = takes
      self.present = present
    }
  }

  private static let victim = "victim@example.com"

  /// - Parameters:
  ///   - offer: the page whose form has the voucher.
  ///   - pending: a sign-in that waits for its second step.
  private static func places(_ offer: TestResponse, pending: String) -> [Place] {
    [
      Place("proof", takes: ["solved challenge"]) { server, value in
        try await server.sendOob(
          "PASSWORD_RESET", ["email": "ada@example.com", "captchaResp": .string(value)])
      },
      Place("offer of a reset", takes: ["solved challenge", "voucher"]) { server, value in
        try await server.submit(offer, [("voucher", value)])
      },
      Place("start of an enrolment", takes: ["enrolment credential"]) { server, value in
        try await server.startAppEnrolment(by: value)
      },
      Place("end of an enrolment") { server, value in
        try await server.finishAppEnrolment(by: value, value, password: "123456")
      },
      Place("page of an enrolment", takes: ["enrolment credential"]) { server, value in
        try await server.enrolmentPage(value)
      },
      Place("second step", takes: ["recovery code"]) { server, value in
        try await server.proveRecoveryCode(value, pending)
      },
      Place("pending credential") { server, value in
        try await server.proveTOTP(value, "any", password: "123456")
      },
      Place("new recovery codes") { server, value in
        try await server.call2("accounts/mfaRecoveryCodes:regenerate", ["idToken": .string(value)])
      },
      Place("lookup") { server, value in
        try await server.call("accounts:lookup", ["idToken": .string(value)])
      },
      Place("refresh") { server, value in try await server.refresh(value) },
      Place("reset") { server, value in try await server.resetPassword(value, to: "another horse") },
      Place("pendingToken") { server, value in
        try await server.signInWithIdp([("providerId", "apple.com")], ["pendingToken": .string(value)])
      },
      Place("state of a flow") { server, value in
        try await server.signInWithIdp([("state", value), ("code", "any")], ["sessionId": .string(value)])
      },
      Place("session of a phone sign-in") { server, value in
        try await server.call(
          "accounts:signInWithPhoneNumber", ["sessionInfo": .string(value), "code": "123456"])
      },
      Place("custom token") { server, value in try await server.signInWithCustomToken(value) },
    ]
  }

  // Fails when ArtifactVault reads an artifact whatever its purpose, and when a recovery code is taken for a proof of anything
  // but a second step (each alone).
  @Test("each is refused everywhere but at its own place, and refusing uses nothing up")
  func matrix() async throws {
    try await TestServer.run(.quick) { server in
      let eve = try await server.userWithRecoveryCodes("eve@example.com")
      _ = try await server.verifiedUser("ada@example.com")
      try await server.requireProof(of: [.passwordReset])
      let offer = try await server.resetOffer(to: Self.victim)
      let voucher = try #require(try offer.formPost().form["voucher"], "\(offer.text)")
      try await server.requireSecondFactor()
      let solved = try await server.proof(of: "password-reset")
      let credential = try await server.enrolmentCredential(of: "ada@example.com")
      let pending = try await server.pendingCredential(eve.email)
      let artifacts = [
        Artifact(name: "enrolment credential", value: credential), Artifact(name: "voucher", value: voucher),
        Artifact(name: "solved challenge", value: solved),
        Artifact(name: "challenge", value: String(solved.prefix { $0 != "." })),
        Artifact(name: "recovery code", value: eve.codes[0]),
      ]
      let accounts = try await server.accounts()
      let mails = server.mails.count
      for place in Self.places(offer, pending: pending) {
        for artifact in artifacts where !place.takes.contains(artifact.name) {
          expectRefused(
            try await place.present(server, artifact.value), nil, "\(artifact.name) at \(place.name)")
        }
      }
      #expect(try await server.accounts() == accounts)
      #expect(server.mails.count == mails)
      var used: Set<String> = []
      for place in Self.places(offer, pending: pending) {
        for artifact in artifacts where place.takes.contains(artifact.name) {
          // Proofs and vouchers can be used once. Only the end of its enrolment uses up a credential.
          let isFirst = used.insert(artifact.name).inserted
          guard isFirst || artifact.name == "enrolment credential" else { continue }
          let response = try await place.present(server, artifact.value)
          #expect(response.status == 200, "\(artifact.name) at \(place.name): \(response.text)")
        }
      }
      #expect(used.count == 4)
    }
  }

  // Fails when the caller of the page is not of its tenant, and when a credential is read in any scope (each alone).
  @Test(
    "a credential of a project opens no page of its tenant, and the other way round")
  func scopes() async throws {
    try await TestServer.run(.quick) { server in
      let tenant = try await server.makeTenant([
        "mfaConfig": ["state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]]
      ])
      _ = try await server.verifiedUser("ada@example.com")
      try await server.requireSecondFactor()
      let own = try await server.enrolmentCredential(of: "ada@example.com")
      let ofTenant = try server.enrolmentCredential(
        try await server.call(
          "accounts:signUp",
          ["email": "ada@example.com", "password": "correct horse", "tenantId": .string(tenant)]))
      let inTenant: [(name: String, value: String)] = [("tenantId", tenant)]
      for (name, page) in [
        ("own, in the tenant", try await server.enrolmentPage(own, inTenant)),
        ("of the tenant, in the project", try await server.enrolmentPage(ofTenant)),
        ("in a tenant that is none", try await server.enrolmentPage(own, [("tenantId", "nowhere")])),
      ] { #expect((400..<500).contains(page.status), "\(name): \(page.status)") }
      expectRefused(
        try await server.startAppEnrolment(by: own, ["tenantId": .string(tenant)]), nil, "own, in the tenant")
      #expect(try await server.enrolmentPage(own).status == 200)
      #expect(try await server.enrolmentPage(ofTenant, inTenant).status == 200)
    }
  }
}
