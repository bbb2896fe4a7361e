import IdentityWire
import Operations
import Settings
import TestSupport
import Testing

/// Guessing and flooding past the limits by claiming to be somebody else with each request.
@Suite("T17: addresses that a client claims behind a proxy", .fewAtOnce)
struct T17ForwardedAddressTests {
  private static let locked = "TOO_MANY_ATTEMPTS_TRY_LATER"

  private static func run(
    _ header: ProxyConfiguration.Header, _ change: (inout AbuseLimits) -> Void,
    _ body: @Sendable @escaping (TestServer) async throws -> Void
  ) async throws {
    let proxies = ["127.0.0.0/8"].compactMap(AddressRange.init)
    try await TestServer.runLimited { options in
      options.proxy = ProxyConfiguration(trusted: proxies, header: header)
      if var limits = options.limits {
        change(&limits)
        options.limits = limits
      }
    } _: { server in
      try await body(server)
    }
  }

  private static func signUp(_ server: TestServer, _ header: String, _ value: String) async throws -> String {
    let response = try await server.send(
      "POST", "/v1/accounts:signUp?key=key", headers: ["Content-Type": "application/json", header: value],
      body: "{}")
    return response.errorMessage ?? String(response.status)
  }

  // Fails when quotation marks are looked at in X-Forwarded-For, or when an address may be followed by anything.
  @Test("limits follow the address that the proxy appends to X-Forwarded-For")
  func forwardedFor() async throws {
    try await Self.run(.xForwardedFor) {
      $0.signUpsPerNetwork = .rate(3, per: 3_600)
    } _: { server in
      var outcomes: [String] = []
      for (index, forgery) in [
        "9.9.9.0", "[9.9.9.1]\"", "9.9.9.2%\"", "9.9.9.3:\"", "\"", "\"9.9.9.5", "[2001:db9::6]\"", "\\\"",
        "",
        "9.9.9.9, \"",
      ].enumerated() {
        let separator = index.isMultiple(of: 2) ? ", " : ","
        outcomes.append(
          try await Self.signUp(server, "X-Forwarded-For", forgery + separator + "203.0.113.7"))
      }
      #expect(counts(outcomes) == ["200": 3, Self.locked: 7])
      #expect(try await Self.signUp(server, "X-Forwarded-For", "203.0.113.7, 203.0.113.8") == "200")
    }
  }

  // Fails when a quotation mark that was left open takes in the proxy's element.
  @Test("and to Forwarded")
  func forwarded() async throws {
    try await Self.run(.forwarded) {
      $0.signUpsPerNetwork = .rate(3, per: 3_600)
    } _: { server in
      var outcomes: [String] = []
      for forgery in [
        "for=9.9.9.0", "for=[9.9.9.1]\"", "for=9.9.9.2;x=\"", "for=\"9.9.9.3", "\"", "\\",
        "for=9.9.9.5;x=\"\\",
      ] {
        outcomes.append(
          try await Self.signUp(server, "Forwarded", forgery + ", for=203.0.113.7;proto=https"))
      }
      #expect(counts(outcomes) == ["200": 3, Self.locked: 4])
      #expect(try await Self.signUp(server, "Forwarded", "for=\", for=203.0.113.8") == "200")
    }
  }

  // Fails when the page that begins a flow counts the other end of the connection.
  @Test("beginning a sign-in at a provider is counted for the client, not for the proxy")
  func handler() async throws {
    try await Self.run(.xForwardedFor) {
      $0.flowsPerNetwork = .rate(2, per: 3_600)
    } _: { server in
      func begin(_ address: String) async throws -> Bool {
        let response = try await server.send(
          "GET",
          "/__/auth/handler?apiKey=key&authType=signInViaRedirect&providerId=google.com&redirectUrl="
            + "http%3A%2F%2Flocalhost%2F", headers: ["X-Forwarded-For": address])
        return response.status == 200 && !response.text.contains(Self.locked)
      }
      var outcomes: [Bool] = []
      for _ in 0..<3 { outcomes.append(try await begin("203.0.113.7")) }
      #expect(outcomes == [true, true, false])
      #expect(try await begin("203.0.113.8"))
    }
  }
}
