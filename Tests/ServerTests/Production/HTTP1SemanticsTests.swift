import Foundation
import Testing

@testable import Server

@Suite("HTTP/1 as a production server speaks it", .timeLimit(.minutes(2)))
struct HTTP1SemanticsTests {
  private static let body = #"{"email":"ann@example.com","password":"a good one"}"#

  private static func signUp(_ server: ServingServer, length: Int? = nil, _ more: String = "") -> String {
    "POST /v1/accounts:signUp?key=\(server.key) HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(length ?? body.utf8.count)\r\n\(more)\r\n"
  }

  @Test("who asks whether to send a body is told to go on, and then answered")
  func expectation() async throws {
    try await ServingServer.run { server in
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(Self.signUp(server, "Expect: 100-Continue\r\n"))
        let word = try await connection.receive(until: "\r\n\r\n")
        #expect(word == "HTTP/1.1 100 Continue\r\n\r\n")
        try await connection.send(Self.body)
        let answer = try await connection.receive(until: "}")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(answer)")
      }
    }
  }

  @Test("while an earlier request is unanswered the word waits for its turn")
  func pipelined() async throws {
    try await ServingServer.run { server in
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(
          "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + Self.signUp(server, "Expect: 100-continue\r\n"))
        let first = try await connection.receive(until: "100 Continue\r\n\r\n")
        #expect(first.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(first.hasSuffix("}HTTP/1.1 100 Continue\r\n\r\n"), "\(first)")
        try await connection.send(Self.body)
        #expect(try await connection.receive(until: "}").hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
    }
  }

  @Test("who announces too long a body gets the refusal at once, and is told that it is the last word")
  func tooLong() async throws {
    var options = ServingServer.Options()
    options.limits.bodyBytes = 1 << 20
    try await ServingServer.run(options) { server in
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(Self.signUp(server, length: 2_000_000, "Expect: 100-continue\r\n"))
        let answer = try await connection.receive(until: "\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
        #expect(answer.lowercased().contains("connection: close"))
      }
    }
  }

  @Test("a connection of HTTP/1.0 ends with the answer, unless its client asks otherwise")
  func old() async throws {
    try await ServingServer.run { server in
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send("GET /healthz HTTP/1.0\r\n\r\n")
        let answer = try await connection.receive(until: "\r\n\r\n")
        #expect(
          answer.contains(" 200 OK\r\n") && answer.lowercased().contains("connection: close"), "\(answer)")
        _ = try await connection.receiveAll()
      }
      try await RawConnection.with(port: server.port) { connection in
        for _ in 0..<2 {
          try await connection.send("GET /healthz HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
          let answer = try await connection.receive(until: "}")
          #expect(answer.contains(" 200 OK\r\n") && !answer.lowercased().contains("connection: close"))
        }
      }
    }
  }

  @Test(
    "a request that does not name exactly one host is none",
    arguments: [
      "", "Host: x\r\nHost: x\r\n", "Host: x\r\nhost: y\r\n", "Host:\r\n", "Host: a b/c\r\n",
      "Host: user@x\r\n", "Host: x:port\r\n", "Host: [x]\r\n", "Host: x, y z\r\n", "Host: \"x\"\r\n",
    ])
  func hosts(header: String) async throws {
    try await ServingServer.run { server in
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send("GET /healthz HTTP/1.1\r\n\(header)\r\n")
        let answer = try await connection.receive(until: "}}")
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
      }
    }
  }

  @Test(
    "names, addresses and ports are hosts",
    arguments: [
      "x", "auth.example.com", "auth.example.com:8443", "127.0.0.1:80", "[::1]", "[2001:db8::1]:443", "a_b.c",
      "xn--bcher-kva.example", "x:",
    ])
  func goodHosts(host: String) {
    #expect(HTTP1Semantics.isHost(host))
  }

  @Test("a body that does not come in time is answered 408, and the log says so")
  func slowBody() async throws {
    var options = ServingServer.Options()
    options.timeouts.body = .milliseconds(300)
    try await ServingServer.run(options) { server in
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send(Self.signUp(server) + "{")
        #expect(try await connection.receiveAll().hasPrefix("HTTP/1.1 408 "))
      }
      while !server.log.text.contains("accounts:signUp") { await Task.yield() }
      #expect(server.log.text.contains("\"status\": 408"), "\(server.log.text)")
      #expect(!server.log.text.contains("\"status\": 400"))
    }
  }
}
