import Identity
import IdentityWire
import Operations
import Secrets
import TestSupport
import Testing

@Suite("Administrators' tokens", .fewAtOnce)
struct AdministratorTokenTests {
  private static func run(_ body: @Sendable @escaping (TestServer) async throws -> Void) async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    options.isDevelopment = false
    try await TestServer.run(options, body)
  }

  private static func make(
    _ server: TestServer, _ name: String = "nightly", scopes: Set<AccessScope> = [.cloudPlatform],
    for seconds: Int64? = nil, in project: ProjectID = TestServer.project
  ) async throws -> String {
    try await server.backend.administration.createAdministratorToken(
      name, scopes: scopes, expiresAt: seconds.map { server.clock.now().adding(seconds: $0) }, in: project
    ).reveal()
  }

  @Test("a token administers its project until it is deleted, and is kept as a hash")
  func lifeAndDeath() async throws {
    try await Self.run { server in
      let token = try await Self.make(server)
      #expect(token.hasPrefix("latchkey_example_"))
      let made = try await server.administer(bearer: token, "/accounts", ["localId": "u1"])
      #expect(made.status == 200, "\(made.text)")
      server.clock.advance(seconds: 10 * 365 * 86_400)
      #expect(try await server.administer(bearer: token, "/accounts:lookup", [:]).status == 200)
      let kept = try #require(try await server.project().administratorTokens.first)
      let secret = try #require(Base64URL.decode(String(token.suffix(43))))
      #expect(kept.tokenHash != secret && kept.tokenHash.count == 32)
      try await server.backend.administration.deleteAdministratorToken("nightly", in: TestServer.project)
      let gone = try await server.administer(bearer: token, "/accounts:lookup", [:])
      #expect(gone.status == 401 && gone.json["error"]?["status"] == "UNAUTHENTICATED")
    }
  }

  // Fails when a credential is looked up in the server's copy of the project alone.
  @Test("what another process makes is good at once, though the server has just read the project")
  func madeElsewhere() async throws {
    try await Self.run { server in
      let elsewhere = ProjectAdministration(
        projects: ProjectDirectory(
          store: server.service.store, box: try SecretBox(masterKey: [UInt8](repeating: 1, count: 32)),
          clock: server.clock),
        webhooks: server.backend.webhooks, deliveries: server.backend.deliveries, clock: server.clock,
        random: SystemRandom())
      let unknown = "latchkey_example_" + String(repeating: "A", count: 43)
      func lookUp(_ bearer: String) async throws -> Int {
        try await server.administer(bearer: bearer, "/accounts:lookup", [:]).status
      }
      #expect(try await lookUp(unknown) == 401)
      let token = try await elsewhere.createAdministratorToken(
        "nightly", scopes: [.cloudPlatform], expiresAt: nil, in: TestServer.project)
      #expect(try await lookUp(token.reveal()) == 200)
      #expect(try await lookUp(unknown) == 401)

      let key = try #require(try await server.project().apiKeys.first)
      for name in ["one", "another"] {
        let file = try await elsewhere.createServiceAccount(
          name, scopes: [.cloudPlatform], in: TestServer.project)
        let account = try TestServiceAccount(file: file.json(server: server.origin).reveal())
        if name == "one" {
          #expect(
            try await server.signInWithCustomToken(server.customToken(of: account), key: key).status == 200)
        } else {
          #expect(try await lookUp(try await server.accessToken(of: account)) == 200)
        }
      }
    }
  }

  @Test("a token with an end ends then")
  func expiry() async throws {
    try await Self.run { server in
      let token = try await Self.make(server, for: 100)
      server.clock.advance(seconds: 99)
      #expect(try await server.administer(bearer: token, "/accounts:lookup", [:]).status == 200)
      server.clock.advance(seconds: 1)
      #expect(try await server.administer(bearer: token, "/accounts:lookup", [:]).status == 401)
    }
  }

  @Test("a token is good for its own project, whether there is another or not")
  func otherProject() async throws {
    try await Self.run { server in
      let other = try #require(ProjectID(rawValue: "other"))
      _ = try await server.backend.administration.create(other)
      let token = try await Self.make(server)
      let account = try await server.addServiceAccount()
      for credential in [token, try await server.accessToken(of: account)] {
        for project in ["other", "nowhere", "EXAMPLE", "example%20"] {
          let response = try await server.administer(
            bearer: credential, "/accounts:lookup", [:], project: project)
          #expect(response.status == 403, "\(project)")
          #expect(response.json["error"]?["status"] == "PERMISSION_DENIED")
          #expect(response.errorMessage == "The caller does not have permission")
        }
        let named = try await server.send(
          "POST", "/v1/accounts:lookup",
          headers: ["Authorization": "Bearer \(credential)", "Content-Type": "application/json"],
          body: #"{"targetProjectId":"other","localId":["x"]}"#)
        #expect(named.status == 403)
        let own = try await server.send(
          "POST", "/v1/accounts:lookup",
          headers: ["Authorization": "Bearer \(credential)", "Content-Type": "application/json"],
          body: #"{"targetProjectId":"example","localId":["x"]}"#)
        #expect(own.status == 200)
      }
      // The project's name in the text is part of what is looked up, not of what is believed.
      let moved = token.replacing("_example_", with: "_other_")
      for project in ["other", "example"] {
        #expect(
          try await server.administer(bearer: moved, "/accounts:lookup", [:], project: project).status == 401)
      }
    }
  }

  @Test("without one of the operation's scopes a token is refused")
  func scopes() async throws {
    try await Self.run { server in
      for (scopes, status) in [
        ([.cloudPlatform], 200), ([.identityToolkit], 200), ([.firebase], 403),
        ([.firebase, .identityToolkit], 200),
      ] as [(Set<AccessScope>, Int)] {
        let token = try await Self.make(
          server, "t\(scopes.count)\(status)\(scopes.hashValue)", scopes: scopes)
        let response = try await server.administer(bearer: token, "/accounts:lookup", [:])
        #expect(response.status == status, "\(scopes)")
        if status == 403 {
          #expect(response.errorMessage == "Request had insufficient authentication scopes.")
        }
      }
    }
  }

  @Test("what is no token is refused, however near it comes")
  func garbage() async throws {
    try await Self.run { server in
      let token = try await Self.make(server)
      _ = try await Self.make(server, "another")
      let secret = String(token.suffix(43))
      for wrong in [
        "owner", "Owner", "ya29.x", "", "null", secret, "latchkey_example_", "latchkey__\(secret)",
        "latchkey_example_\(secret.dropLast())", token + "A", String(token.dropFirst()), token.uppercased(),
        "latchkey_example_\(String(secret.reversed()))", "latchkey_nowhere_\(secret)",
        "latchkey_example__\(secret)", String(repeating: "x", count: 20_000), "\(token) \(token)",
      ] {
        let response = try await server.administer(bearer: wrong, "/accounts:lookup", [:])
        #expect(response.status == 401, "\(wrong.prefix(60))")
      }
      let basic = try await server.send(
        "POST", "/v1/projects/example/accounts:lookup", headers: ["Authorization": "Basic \(token)"],
        body: "{}")
      #expect(basic.status == 403)
      let query = try await server.send(
        "POST", "/v1/projects/example/accounts:lookup?access_token=\(token)", body: "{}")
      #expect(query.status == 403)
      #expect(try await server.administer(bearer: token, "/accounts:lookup", [:]).status == 200)
    }
  }

  @Test("names are told apart, and tokens without a scope are not made")
  func names() async throws {
    try await Self.run { server in
      _ = try await Self.make(server)
      for (name, scopes, code) in [
        ("nightly", [.cloudPlatform], "DUPLICATE_TOKEN_NAME"), ("", [.cloudPlatform], "INVALID_TOKEN_NAME"),
        ("a b", [.cloudPlatform], "INVALID_TOKEN_NAME"), ("bare", [], "MISSING_SCOPE"),
      ] as [(String, Set<AccessScope>, String)] {
        let error = await #expect(throws: IdentityError.self) {
          try await Self.make(server, name, scopes: scopes)
        }
        #expect(error?.name == code)
      }
      let error = await #expect(throws: IdentityError.self) {
        try await server.backend.administration.deleteAdministratorToken("none", in: TestServer.project)
      }
      #expect(error?.refusal == .tokenNotFound)
    }
  }
}
