import Identity
import IdentityWire
import Passwords
import TestSupport
import Testing

@Suite("T39: two spellings of one address at once", .fewAtOnce)
struct T39SpellingRaceTests {
  private static let spellings = [
    CollidingAccounts.composed, CollidingAccounts.decomposed, "JOS\u{C9}@example.com",
    "JOSE\u{301}@EXAMPLE.com",
  ]

  private static func race(_ ask: @Sendable @escaping (Int, JSONValue) async throws -> TestResponse)
    async throws
  {
    let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
      for racer in 0..<32 {
        group.addTask { try await ask(racer, .string(spellings[racer / 2 % spellings.count])) }
      }
      return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
    }
    #expect(
      counts(answers.map { $0.errorMessage ?? "200" }) == ["200": 1, "EMAIL_EXISTS": 31],
      "\(answers.map(\.text))")
  }

  private static func holders(_ server: TestServer) async throws -> Int {
    try await server.accounts().count { $0.email?.normalForm == CollidingAccounts.composed }
  }

  // Fails when EmailAddress leaves the spelling as it is.
  @Test("of 32 who sign up with either spelling, one gets an account", arguments: TestServer.Deployment.all)
  func signUp(_ deployment: TestServer.Deployment) async throws {
    var options = TestServer.Options()
    options.deployment = deployment
    options.maximumQueuedPasswords = 128
    // They meet while the passwords are hashed, between the look-up of the address and its insertion.
    options.passwordMemoryCost = PasswordHasher.memoryCost
    try await TestServer.run(options) { server in
      try await Self.race { racer, email in
        try await server.call(
          "accounts:signUp", ["email": email, "password": .string("the password of \(racer)")])
      }
      #expect(try await Self.holders(server) == 1)
      #expect(try await server.accounts().count == 1)
    }
  }

  // Fails when EmailAddress leaves the spelling as it is.
  @Test(
    "of 32 who change their address to either spelling, one gets it", arguments: TestServer.Deployment.all)
  func change(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      var users: [TestSession] = []
      for number in 0..<32 { users.append(try await server.signUp("user\(number)@example.com")) }
      try await Self.race { [users] racer, email in
        try await server.call(
          "accounts:update", ["idToken": .string(users[racer].idToken), "email": email])
      }
      #expect(try await Self.holders(server) == 1)
    }
  }
}
