import Foundation
import TestSupport
import Testing

@testable import Server

@Suite("What a production server takes from a client", .fewAtOnce, .timeLimit(.minutes(15)))
struct ListenerLimitTests {
  private static let get = "GET /healthz HTTP/1.1\r\nHost: x\r\n"

  private static func isAnswered(_ connection: RawConnection) async throws -> Bool {
    (try? await connection.get("/healthz"))?.contains("200 OK") == true
  }

  @Test(
    "headers that are too large or too many are refused with 431, and what is no HTTP with 400",
    arguments: [
      ("X-Long: \(String(repeating: "a", count: 40_000))\r\n", 431),
      ((1...150).map { "X-\($0): 1\r\n" }.joined(), 431),
      ((1...60).map { "X-\($0): \(String(repeating: "b", count: 700))\r\n" }.joined(), 431),
      ("bad header\r\n", 400), ("Content-Length: 5\r\nContent-Length: 6\r\n", 400), ("X-Fine: yes\r\n", 200),
    ])
  func headers(more: String, status: Int) async throws {
    try await ServingServer.run { server in
      try await RawConnection.with(port: server.port) { connection in
        // The server may close before it has read all.
        try? await connection.send(Self.get + more + "Connection: close\r\n\r\n")
        let answer = try await connection.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(100))")
      }
      #expect(try await server.send("GET", "/healthz").status == 200)
    }
  }

  @Test("a request line without an end is refused before it is read whole")
  func requestLine() async throws {
    try await ServingServer.run { server in
      try await RawConnection.with(port: server.port) { connection in
        try? await connection.send("GET /" + String(repeating: "a", count: 200_000))
        let answer = try await connection.receiveAll()
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 431 "), "\(answer.prefix(80))")
      }
    }
  }

  @Test("a body that says that it is too long is refused with 413 before it comes")
  func body() async throws {
    var options = ServingServer.Options()
    options.limits.bodyBytes = 1 << 20
    try await ServingServer.run(options) { server in
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(
          "POST /v1/accounts:signUp?key=\(server.key) HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n")
        let answer = try await connection.receive(until: "\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer.prefix(80))")
      }
    }
  }

  @Test("when such a body does not come after that, the connection ends without another answer")
  func bodyAfterAnswer() async throws {
    try await ServingServer.runWithGrowing(\.body) { server in
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(
          "POST /v1/accounts:signUp?key=\(server.key) HTTP/1.1\r\nHost: x\r\nContent-Length: 200000000\r\n\r\n{"
        )
        let answer = try await connection.receiveAll()
        // The time was up before the server had looked at the headers.
        guard !answer.hasPrefix("HTTP/1.1 408 ") else { return false }
        #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer.prefix(80))")
        #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(answer)")
        return true
      }
    }
  }

  @Test("a client that says its headers a byte at a time is answered 408 in time, and others meanwhile")
  func slowHeaders() async throws {
    var options = ServingServer.Options()
    options.timeouts.header = .milliseconds(300)
    try await ServingServer.run(options) { server in
      let begin = ContinuousClock.now
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<20 {
          group.addTask {
            try await RawConnection.with(port: server.port) { connection in
              let drip = Task {
                for byte in Self.get + String(repeating: "X-A: b\r\n", count: 1_000) {
                  try await connection.send(String(byte))
                  try await Task.sleep(for: .milliseconds(20))
                }
              }
              defer { drip.cancel() }
              return try await connection.receiveAll()
            }
          }
        }
        #expect(try await server.send("GET", "/healthz").status == 200)
        for try await answer in group { #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)") }
      }
      #expect(ContinuousClock.now - begin < .seconds(60))
    }
  }

  @Test("so is one whose second request does not come to its end")
  func slowSecondRequest() async throws {
    try await ServingServer.runWithGrowing(\.header) { server in
      try await RawConnection.with(port: server.port) { connection in
        guard try await Self.isAnswered(connection) else { return false }
        try await connection.send("GET /hea")
        let answer = try await connection.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
        return true
      }
    }
  }

  @Test("a body that does not come is waited for only so long")
  func slowBody() async throws {
    var options = ServingServer.Options()
    options.timeouts.body = .milliseconds(300)
    try await ServingServer.run(options) { server in
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(
          "POST /v1/accounts:signUp?key=\(server.key) HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"a")
        let seen3 = try await connection.receiveAll()
        #expect(seen3.hasPrefix("HTTP/1.1 408 "))
      }
    }
  }

  @Test("a connection that nobody uses is closed, one that is used is not")
  func idle() async throws {
    try await ServingServer.runWithGrowing(\.idle) { server in
      try await RawConnection.with(port: server.port) { connection in
        for _ in 0..<3 { guard try await Self.isAnswered(connection) else { return false } }
        let answer = try await connection.receiveAll()
        #expect(answer.isEmpty, "\(answer)")
        return true
      }
    }
  }

  @Test("connections past the limit are closed, and there is room again when one goes")
  func connections() async throws {
    var options = ServingServer.Options()
    options.limits.connections = 2
    try await ServingServer.run(options) { server in
      try await RawConnection.with(port: server.port) { first in
        let seen6 = try await first.get("/healthz")
        #expect(seen6.contains("200 OK"))
        try await RawConnection.with(port: server.port) { second in
          let seen7 = try await second.get("/healthz")
          #expect(seen7.contains("200 OK"))
          let third = try? await RawConnection.with(port: server.port) { try await $0.get("/healthz") }
          #expect(third?.isEmpty != false)
        }
        let seen8 = try await first.get("/healthz")
        #expect(seen8.contains("200 OK"))
        var again = ""
        while again.isEmpty {
          again = (try? await RawConnection.with(port: server.port) { try await $0.get("/healthz") }) ?? ""
        }
        #expect(again.contains("200 OK"))
      }
      #expect(
        server.telemetry.registry.render().contains("latchkey_http_connections_refused_total{reason=\"all\"}")
      )
    }
  }

  // Fails when ConnectionLimiter lets every stream in.
  @Test("one address may have only so many streams of HTTP/2, which hold bodies that do not end")
  func streams() async throws {
    try await withTemporaryDirectory { directory in
      let certificate = try TestCertificate()
      var options = ServingServer.Options()
      options.tls = try certificate.write(to: directory.path)
      options.limits.connectionsPerAddress = 1
      (options.timeouts.body, options.timeouts.idle) = (.seconds(30), .seconds(30))
      let most = UInt32(ConnectionLimiter.streamsPerConnection.ofNetwork)
      try await ServingServer.run(options) { server in
        let tls = try certificate.clientContext(protocolName: "h2")
        try await RawConnection.with(port: server.port, tls: tls) { connection in
          try await connection.send(HTTP2Bytes.beginning)
          for number in 0...most {
            try await connection.send(HTTP2Bytes.beginningOfPost(2 * number + 1, "/v1/accounts:signUp?key=x"))
          }
          let refused = try await connection.receive(until: "TOO_MANY_ATTEMPTS_TRY_LATER")
          #expect(refused.contains("\"code\":429"), "\(refused)")
          #expect(
            server.telemetry.registry.render().contains(
              "latchkey_http_streams_refused_total{reason=\"address\"} 1"))
          try await connection.send(HTTP2Bytes.end(1, "{}"))
          let answered = try await connection.receive(until: "API key")
          #expect(answered.contains("API key"), "\(answered)")
          try await connection.send(HTTP2Bytes.request(2 * most + 3))
          let next = try await connection.receive(until: "on this server")
          #expect(next.contains("was not found") && !next.contains("TOO_MANY"), "\(next)")
        }
      }
    }
  }

  @Test("one address may have only so many connections")
  func connectionsPerAddress() async throws {
    var options = ServingServer.Options()
    options.limits.connectionsPerAddress = 1
    try await ServingServer.run(options) { server in
      try await RawConnection.with(port: server.port) { first in
        let seen9 = try await first.get("/healthz")
        #expect(seen9.contains("200 OK"))
        let second = try? await RawConnection.with(port: server.port) { try await $0.get("/healthz") }
        #expect(second?.isEmpty != false)
      }
      #expect(server.telemetry.registry.render().contains("{reason=\"address\"} "))
    }
  }
}
