import Identity
import Operations
import Settings
import TestSupport
import Testing

/// A client that ends its connection with the request still counts as the network that it came from.
@Suite("T37: clients that have gone", .fewAtOnce)
struct T37VanishedClientTests {
  // Fails when the address is asked of the channel once the request is handled: it is forgotten with the connection.
  @Test("a request whose connection has ended counts for its network, as any other does")
  func endedConnections() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    options.proxy = ProxyConfiguration()
    options.limits = AbuseLimits()
    options.limits?.signUpsPerNetwork = .rate(2, per: 3_600)
    try await TestServer.run(options) { server in
      let key = try #require(try await server.project().apiKeys.first)
      let request =
        "POST /v1/accounts:signUp?key=\(key) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
        + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
      for _ in 0..<12 { _ = try await server.sendRaw(request + "\0this is no request\r\n\r\n") }
      // What was read before the connection ended is carried out at its own time; at the latest when the server is asked
      // in order again.
      let honest = try await server.call("accounts:signUp", [:], key: key)
      #expect(try await server.accountCount() <= 2)
      #expect(honest.errorMessage == "TOO_MANY_ATTEMPTS_TRY_LATER", "\(honest.text)")
    }
  }

  // Fails when what nobody knows the network of is not counted.
  @Test("clients whose network is not known are counted as one")
  func unknownNetworks() async throws {
    try await TestServer.runLimited { options in
      options.limits?.signUpsPerNetwork = .rate(3, per: 3_600)
    } _: { server in
      var outcomes: [String] = []
      for _ in 0..<5 { outcomes.append(try await server.network(nil).signUp(nil)) }
      #expect(counts(outcomes) == ["200": 3, "TOO_MANY_ATTEMPTS_TRY_LATER": 2])
      #expect(try await server.network("192.0.2.1").signUp(nil) == "200")
    }
  }
}
