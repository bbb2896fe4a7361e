import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T10: code or pending credential replayed", .fewAtOnce)
struct T10CodeReplayTests {
  /// Calls that each succeed once, made ready on a server.
  private struct Calls: Sendable {
    var all: [(name: String, operation: String, isSecondVersion: Bool, message: JSONValue)] = []

    mutating func add(_ name: String, _ operation: String, v2: Bool = false, _ message: JSONValue) {
      all.append((name, operation, v2, message))
    }

    static func send(
      _ call: (name: String, operation: String, isSecondVersion: Bool, message: JSONValue),
      _ server: TestServer
    ) async throws -> TestResponse {
      call.isSecondVersion
        ? try await server.call2(call.operation, call.message)
        : try await server.call(call.operation, call.message)
    }
  }

  private static func prepare(_ server: TestServer) async throws -> Calls {
    var calls = Calls()
    let session = try await server.sendCode(to: "+15551230100")
    calls.add(
      "SMS code", "accounts:signInWithPhoneNumber",
      ["sessionInfo": .string(session), "code": .string(try server.code(of: session))])

    _ = try await server.signInByPhone("+15551230101")
    let user = try await server.verifiedUser("ada@example.com")
    let proof = try await server.signInByPhone("+15551230101", ["idToken": .string(user.idToken)])
    calls.add(
      "temporary proof", "accounts:signInWithPhoneNumber",
      [
        "phoneNumber": "+15551230101", "temporaryProof": .string(try server.text(proof, "temporaryProof")),
      ])

    let bob = try await server.verifiedUser("bob@example.com")
    let factor = try await server.enrollPhone(bob, "+15551230102")
    let pending = try server.text(try await server.signIn("bob@example.com"), "mfaPendingCredential")
    let second = try server.text(
      try await server.startSecondFactor(pending, factor.id), "phoneResponseInfo", "sessionInfo")
    calls.add(
      "second factor", "accounts/mfaSignIn:finalize", v2: true,
      [
        "mfaPendingCredential": .string(pending),
        "phoneVerificationInfo": [
          "sessionInfo": .string(second), "code": .string(try server.code(of: second)),
        ],
      ])
    let enrolment = try server.text(
      try await server.startPhoneEnrollment(user.idToken, "+15551230103"), "phoneSessionInfo", "sessionInfo")
    calls.add(
      "enrolment", "accounts/mfaEnrollment:finalize", v2: true,
      [
        "idToken": .string(user.idToken),
        "phoneVerificationInfo": [
          "sessionInfo": .string(enrolment), "code": .string(try server.code(of: enrolment)),
        ],
      ])
    return calls
  }

  // Fails when a code, or a temporary proof, is not consumed (each alone).
  @Test("each is good once, also when the server was started anew in between")
  func restart() async throws {
    try await withTemporaryDirectory { directory in
      var options = TestServer.Options()
      options.dataDirectory = directory
      let calls = try await TestServer.run(options) { server in
        let calls = try await Self.prepare(server)
        for call in calls.all {
          #expect(try await Calls.send(call, server).status == 200, "\(call.name)")
          expectRefused(try await Calls.send(call, server), nil, call.name)
        }
        return calls
      }
      try await TestServer.run(options) { server in
        for call in calls.all { expectRefused(try await Calls.send(call, server), nil, call.name) }
      }
    }
  }

  // Fails when a code, or a temporary proof, is not consumed (each alone).
  @Test("of 64 who present one at once, one is served", arguments: TestServer.Deployment.all)
  func race(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let calls = try await Self.prepare(server)
      for call in calls.all {
        let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
          for _ in 0..<64 { group.addTask { try await Calls.send(call, server) } }
          return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
        }
        #expect(answers.count { $0.status == 200 } == 1, "\(call.name): \(answers.map(\.status))")
        for answer in answers where answer.status != 200 { expectRefused(answer, nil, call.name) }
      }
    }
  }

  // Fails when the pending sign-in is not consumed.
  @Test("a pending sign-in is used up by the factor that completes it, whichever others were started")
  func otherFactor() async throws {
    try await TestServer.run { server in
      let app = try await server.enrollTOTP(try await server.verifiedUser("ada@example.com"))
      let phone = try await server.enrollPhone(app.session, "+15551230100")
      let pending = try server.text(try await server.signIn("ada@example.com"), "mfaPendingCredential")
      let sessionInfo = try server.text(
        try await server.startSecondFactor(pending, phone.id), "phoneResponseInfo", "sessionInfo")
      let password = try #require(app.authenticator).password(at: server.clock.now(), intervalsLater: 1)
      #expect(try await server.proveTOTP(pending, app.id, password: password).status == 200)
      expectRefused(
        try await server.provePhone(pending, sessionInfo, code: try server.code(of: sessionInfo)),
        "INVALID_MFA_PENDING_CREDENTIAL")
    }
  }
}
