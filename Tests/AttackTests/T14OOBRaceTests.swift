import IdentityWire
import TestSupport
import Testing

@Suite("T14: a mailed code's redemption race", .fewAtOnce)
struct T14OOBRaceTests {
  private static let racers = 64

  private static func race(
    _ what: String, _ request: @Sendable @escaping (Int) async throws -> TestResponse
  ) async throws {
    let responses = try await withThrowingTaskGroup(of: TestResponse.self) { group in
      for racer in 0..<racers { group.addTask { try await request(racer) } }
      return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
    }
    #expect(responses.count { $0.status == 200 } == 1, "\(what): \(responses.map(\.status))")
    for response in responses where response.status != 200 { expectRefused(response, nil, what) }
  }

  // Fails when an operation leaves the consumption out of its writes. Its fingerprint holds
  // a reset, too.
  @Test("of 64 who use one code at once, one succeeds", arguments: TestServer.Deployment.all)
  func codes(_ deployment: TestServer.Deployment) async throws {
    var options = TestServer.Options()
    options.deployment = deployment
    options.maximumQueuedPasswords = 128
    try await TestServer.run(options) { server in
      let ann = try await server.signUp("ann@example.com")
      let verify = try await server.verificationCode(of: ann, "ann@example.com")
      try await Self.race("verify") { _ in try await server.apply(oobCode: verify) }
      let link = try await server.signInLinkCode("new@example.com")
      try await Self.race("link") { _ in try await server.signInWithLink(link, email: "new@example.com") }
      let change = try await server.changeCode(of: ann, to: "changed@example.com")
      try await Self.race("change") { _ in try await server.apply(oobCode: change) }
      #expect(server.mails.count { $0.requestType == "RECOVER_EMAIL" } == 1)
      let recover = try server.mail("RECOVER_EMAIL", to: "ann@example.com").code
      try await Self.race("recover") { _ in try await server.apply(oobCode: recover) }
      let reset = try await server.resetCode("ann@example.com")
      try await Self.race("reset") { racer in try await server.resetPassword(reset, to: "password \(racer)") }
      #expect(try await server.accounts().count == 2)
    }
  }
}
