import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Operations

@Suite("T14: enrolments, vouchers and new recovery codes, many at once", .fewAtOnce)
struct T14EnrolmentRaceTests {
  private static func together(
    _ count: Int = 64, _ send: @Sendable @escaping (Int) async throws -> TestResponse
  ) async throws -> [TestResponse] {
    try await withThrowingTaskGroup(of: TestResponse.self) { group in
      for racer in 0..<count { group.addTask { try await send(racer) } }
      return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
    }
  }

  private static func options(_ deployment: TestServer.Deployment = .one) -> TestServer.Options {
    var options = TestServer.Options.quick
    options.deployment = deployment
    // The guesses are another matter.
    var limits = AbuseLimits.development
    limits.codes = limits.passwords
    options.limits = limits
    return options
  }

  private struct Enrolment: Sendable {
    let credential: String
    let sessionInfo: String
    let password: String
  }

  // Fails when an enrolment is written past the account's version.
  @Test(
    "of 64 who finish the enrolments of one user at once, one enrols, and there is one set of recovery codes",
    arguments: TestServer.Deployment.all)
  func enrolment(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(Self.options(deployment)) { server in
      try await server.requireSecondFactor()
      let made = try await server.administer(
        "accounts",
        ["email": "ada@example.com", "password": "correct horse", "emailVerified": true])
      let localID = try server.text(made, "localId")
      var enrolments: [Enrolment] = []
      for _ in 0..<4 {
        let credential = try await server.enrolmentCredential(of: "ada@example.com")
        let started = try await server.startAppEnrolment(by: credential)
        let app = try TestAuthenticator(
          base32: try server.text(started, "totpSessionInfo", "sharedSecretKey"))
        enrolments.append(
          Enrolment(
            credential: credential, sessionInfo: try server.text(started, "totpSessionInfo", "sessionInfo"),
            password: app.password(at: server.clock.now())))
      }
      let all = enrolments
      let answers = try await Self.together { racer in
        let one = all[racer % all.count]
        return try await server.finishAppEnrolment(
          by: one.credential, one.sessionInfo, password: one.password)
      }
      let enrolled = answers.filter { $0.status == 200 }
      #expect(enrolled.count == 1, "\(answers.map(\.status))")
      for answer in answers where answer.status != 200 {
        expectRefused(answer)
        #expect(server.recoveryCodes(answer).isEmpty)
      }
      let account = try #require(try await server.account(localID))
      #expect(account.factors.count == 1 && account.recoveryCodes?.hashes.count == RecoveryCodes.count)
      let codes = server.recoveryCodes(try #require(enrolled.first))
      let pending = try await server.pendingCredential("ada@example.com")
      #expect(try await server.proveRecoveryCode(try #require(codes.first), pending).status == 200)
    }
  }

  // Fails when a voucher is looked for first and used up afterwards.
  @Test("of 64 who send the form with one voucher at once, one has a mail sent")
  func voucher() async throws {
    try await TestServer.run(Self.options()) { server in
      try await server.requireProof(of: [.passwordReset])
      let offer = try await server.resetOffer(to: "ada@example.com")
      let before = server.mails.count
      let answers = try await Self.together { _ in try await server.submit(offer) }
      #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.status))")
      #expect(answers.allSatisfy { $0.status == 200 || (400..<500).contains($0.status) })
      #expect(server.mails.count == before + 1)
    }
  }

  // Fails when codes are kept beside those that replace them, and when two who replace them at once are both told that theirs
  // are the last (each alone).
  @Test("of many who replace the recovery codes at once, the codes of one are good, and no others")
  func regeneration() async throws {
    try await TestServer.run(Self.options()) { server in
      let user = try await server.userWithRecoveryCodes("ada@example.com")
      // No more than a request tries again while others come before it.
      let answers = try await Self.together(IdentityService.maximumAttempts) { _ in
        try await server.call2(
          "accounts/mfaRecoveryCodes:regenerate", ["idToken": .string(user.session.idToken)])
      }
      #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.text))")
      let account = try #require(try await server.account(user.localID))
      let stored = try #require(account.recoveryCodes)
      let key = try server.backend.projects.recoveryKey(
        stored.sealedKey, of: account.id, in: account.scope)
      let sets = answers.map { server.recoveryCodes($0) } + [user.codes]
      let known = sets.map { codes in
        codes.count { code in RecoveryCode(code).map { stored.hashes.contains($0.hash(key: key)) } == true }
      }
      #expect(known.sorted() == Array(repeating: 0, count: sets.count - 1) + [RecoveryCodes.count])
    }
  }
}
