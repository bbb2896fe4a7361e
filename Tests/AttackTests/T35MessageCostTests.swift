import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// SMS pumping: somebody has messages sent that cost the project money, to numbers that earn them some of it.
@Suite("T35: costly messages", .fewAtOnce)
struct T35MessageCostTests {
  private static let locked = "TOO_MANY_ATTEMPTS_TRY_LATER"

  private static func sent(_ server: TestServer) -> Int { server.backend.inbox.messages.count }

  // Fails when messages are not counted by number.
  @Test("one number is sent ten messages an hour, whoever asks, in whatever spelling, for whatever purpose")
  func number() async throws {
    try await TestServer.runLimited { server in
      let user = try await server.verifiedUser("ann@example.com")
      var outcomes: [String] = []
      for index in 0..<12 {
        let network = server.network("10.0.0.\(index)")
        outcomes.append(
          try await network.sendCode(to: index.isMultiple(of: 2) ? "+15551230100" : "+1 (555) 123-0100"))
      }
      #expect(counts(outcomes) == ["200": 10, Self.locked: 2])
      #expect(Self.sent(server) == 10)
      let enrolment = try await server.startPhoneEnrollment(user.idToken, "+15551230100")
      expectRefused(enrolment, Self.locked)
      server.clock.advance(seconds: 360)
      #expect(try await server.network("10.0.0.1").sendCode(to: "+15551230100") == "200")
      #expect(try await server.network("10.0.0.1").sendCode(to: "+15551230100") == Self.locked)
    }
  }

  // Fails when the answer about a second factor comes before the count.
  @Test("who asks of numbers whether their users have a second factor is counted as who has messages sent")
  func question() async throws {
    try await TestServer.runLimited { server in
      let user = try await server.verifiedUser("ann@example.com")
      _ = try await server.enrollPhone(user, "+15551230199")
      let given = try await server.administer(
        "accounts:update", ["localId": .string(user.localID), "phoneNumber": "+15551230100"])
      #expect(given.status == 200, "\(given.text)")
      server.clock.advance(seconds: 3_600)
      let before = Self.sent(server)
      var outcomes: [String] = []
      for index in 0..<12 {
        outcomes.append(try await server.network("10.0.0.\(index)").sendCode(to: "+15551230100"))
      }
      #expect(counts(outcomes) == ["UNSUPPORTED_FIRST_FACTOR": 10, Self.locked: 2])
      #expect(Self.sent(server) == before)
    }
  }

  // Fails when messages are not counted by network.
  @Test("one network has twenty messages sent an hour, to whatever numbers")
  func network() async throws {
    try await TestServer.runLimited { server in
      var outcomes: [String] = []
      for index in 0..<30 {
        outcomes.append(
          try await server.network("2001:db8::\(index)").sendCode(
            to: "+1555\(String(1_000_000 + index * 7_919))"))
      }
      #expect(counts(outcomes) == ["200": 20, Self.locked: 10])
      #expect(try await server.network("2001:db8:0:1::1").sendCode(to: "+15559990100") == "200")
    }
  }

  // Fails when messages are not counted by range.
  @Test("a range of numbers is sent fifty messages an hour, whoever asks")
  func range() async throws {
    try await TestServer.runLimited { server in
      var outcomes: [String] = []
      for index in 0..<60 {
        outcomes.append(try await server.network("10.1.0.\(index)").sendCode(to: "+882165551\(100 + index)"))
      }
      #expect(counts(outcomes) == ["200": 50, Self.locked: 10])
      #expect(try await server.network("10.1.1.1").sendCode(to: "+882165552100") == "200")
    }
  }

  // Fails when messages are not counted by project, and when those to tests' numbers are counted, too (each alone).
  @Test("a project's messages of a day have an end, which its tests' numbers do not use up")
  func project() async throws {
    try await TestServer.runLimited { options in
      options.limits?.messagesPerProject = .rate(25, per: 86_400)
    } _: { server in
      try await server.changeProject { $0.signIn.testPhoneNumbers = ["+15550000001": "123456"] }
      for index in 0..<30 {
        #expect(try await server.network("10.2.1.\(index)").sendCode(to: "+15550000001") == "200")
      }
      var outcomes: [String] = []
      for index in 0..<30 {
        outcomes.append(
          try await server.network("10.2.0.\(index)").sendCode(
            to: "+1555\(String(2_000_000 + index * 7_919))"))
      }
      #expect(counts(outcomes) == ["200": 25, "QUOTA_EXCEEDED": 5])
      #expect(Self.sent(server) == 25)
      server.clock.advance(seconds: 86_400)
      #expect(try await server.network("10.2.0.1").sendCode(to: "+15559990100") == "200")
    }
  }

  // Fails when the count is read and compared before the transaction that writes it: then all 64 are sent.
  @Test("64 who ask at once have no more messages sent than one after the other")
  func parallel() async throws {
    try await TestServer.runLimited { server in
      let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
        for index in 0..<64 {
          group.addTask { try await server.network("10.3.0.\(index)").sendCode(to: "+15551230100") }
        }
        return try await group.reduce(into: [String]()) { $0.append($1) }
      }
      #expect(counts(outcomes) == ["200": 10, Self.locked: 54])
      #expect(Self.sent(server) == 10)
    }
  }
}
