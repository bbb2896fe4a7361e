import Foundation
import Testing

@testable import LatchkeyAuth

@Suite("The transport by URLSession", .timeLimit(.minutes(15)))
struct URLSessionTransportTests {
  let transport = URLSessionTransport(timeout: 30)

  private func get(_ server: ScriptedServer, _ path: String = "/") async throws -> AuthTransportResponse {
    try await transport.send(AuthTransportRequest(method: .get, url: server.url(path)))
  }

  @Test("a request arrives as it was made, and its answer comes back whole")
  func exchange() async throws {
    let server = try ScriptedServer { $0.answer("200 OK", ["X-Server-NAME: lab"], body: "{\"a\":\"ä\"}") }
    defer { server.stop() }
    let answer = try await transport.send(
      AuthTransportRequest(
        method: .post, url: server.url("/v1/accounts:signUp?key=a%2Bb"),
        headers: ["Content-Type": "application/json", "X-Client-Version": "Swift/1"],
        body: Data("{\"returnSecureToken\":true}".utf8)))
    #expect(answer.status == 200)
    #expect(answer.headers["x-server-name"] == "lab")
    #expect(answer.body == Data("{\"a\":\"ä\"}".utf8))
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("POST /v1/accounts:signUp?key=a%2Bb HTTP/1.1\r\n"))
    #expect(request.contains("\r\nContent-Type: application/json\r\n"))
    #expect(request.contains("\r\nX-Client-Version: Swift/1\r\n"))
    #expect(request.hasSuffix("\r\n\r\n{\"returnSecureToken\":true}"))
  }

  @Test("any status is an answer", arguments: [204, 400, 401, 403, 404, 407, 429, 500, 503])
  func statuses(status: Int) async throws {
    let server = try ScriptedServer {
      $0.answer("\(status) S", ["WWW-Authenticate: Basic realm=\"x\""], body: status == 204 ? "" : "{}")
    }
    defer { server.stop() }
    let answer = try await get(server)
    #expect(answer.status == status)
    #expect(answer.body == Data((status == 204 ? "" : "{}").utf8))
    #expect(server.requests.count == 1)
  }

  @Test("a redirect is an answer, and is not followed", arguments: [301, 302, 303, 307, 308], [true, false])
  func redirects(status: Int, isPost: Bool) async throws {
    let server = try ScriptedServer { $0.answer("\(status) S", ["Location: /elsewhere"], body: "moved") }
    defer { server.stop() }
    let answer = try await transport.send(
      AuthTransportRequest(
        method: isPost ? .post : .get, url: server.url("/here"), body: isPost ? Data("secret".utf8) : nil))
    #expect(answer.status == status)
    #expect(answer.headers["location"] == "/elsewhere")
    #expect(server.requests.count == 1)
  }

  @Test("no cookie is sent back, and no answer is kept")
  func stateless() async throws {
    let server = try ScriptedServer {
      $0.answer(
        "200 OK", ["Set-Cookie: id=1; Path=/", "Cache-Control: public, max-age=9999", "ETag: \"1\""],
        body: "1")
    }
    defer { server.stop() }
    for _ in 0..<3 { #expect(try await get(server).body == Data("1".utf8)) }
    #expect(server.requests.count == 3)
    #expect(server.requests.allSatisfy { !$0.contains("Cookie") && !$0.contains("If-None-Match") })
  }

  @Test("many requests at once each get their own answer")
  func concurrency() async throws {
    let server = try ScriptedServer { $0.answer("200 OK", body: $0.line) }
    defer { server.stop() }
    let right = try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<200 {
        group.addTask { try await get(server, "/\(index)").body == Data("GET /\(index) HTTP/1.1".utf8) }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(right == 200)
  }

  static let compressed = """
    H4sIAAAAAAACA+3BAQ0AAADCoErvn84eDigAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACeDHwJveFQwwAA
    """

  @Test("a body as large as the limit is taken; a larger one is not, announced or not, compressed or not")
  func bodyLimit() async throws {
    let limited = URLSessionTransport(timeout: 30, maximumBodyBytes: 10_000)
    let bomb = try #require(Data(base64Encoded: Self.compressed))
    let server = try ScriptedServer { peer in
      switch peer.line {
      case "GET /limit HTTP/1.1": peer.answer("200 OK", body: String(repeating: "x", count: 10_000))
      case "GET /announced HTTP/1.1": peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10001\r\n\r\n")
      case "GET /compressed HTTP/1.1":
        peer.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n")
        peer.send(bomb)
      default:
        peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        // For as long as the client takes it.
        while peer.send("3e8\r\n" + String(repeating: "x", count: 1_000) + "\r\n") {}
      }
      peer.waitUntilClosed()
    }
    defer { server.stop() }
    func send(_ path: String) async throws -> AuthTransportResponse {
      try await limited.send(AuthTransportRequest(method: .get, url: server.url(path)))
    }
    #expect(try await send("/limit").body.count == 10_000)
    for path in ["/announced", "/endless", "/compressed"] {
      await #expect(throws: URLSessionTransport.Failure.bodyTooLarge(10_000)) { _ = try await send(path) }
    }
  }

  @Test("a server that says nothing, or says it too slowly, is given up", arguments: ["silent", "slow"])
  func timeout(kind: String) async throws {
    let server = try ScriptedServer { peer in
      if kind == "slow" {
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while peer.send("x") { usleep(20_000) }
      }
      peer.waitUntilClosed()
    }
    defer { server.stop() }
    let impatient = URLSessionTransport(timeout: 0.5)
    let start = ContinuousClock.now
    let error = await #expect(throws: URLError.self) {
      _ = try await impatient.send(AuthTransportRequest(method: .get, url: server.url()))
    }
    #expect(error?.code == .timedOut)
    #expect(start.duration(to: .now) < .seconds(20))
  }

  @Test("when the task is cancelled, so is the request")
  func cancellation() async throws {
    let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    let (closures, closed) = AsyncStream<Void>.makeStream()
    let server = try ScriptedServer { peer in
      arrived.yield()
      peer.waitUntilClosed()
      closed.yield()
    }
    defer { server.stop() }
    let task = Task { try await get(server) }
    for await _ in arrivals { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    for await _ in closures { break }
  }

  @Test("a task that is cancelled before asks nothing")
  func cancelledBefore() async throws {
    let server = try ScriptedServer { $0.answer("200 OK") }
    defer { server.stop() }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await get(server)
    }
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(server.requests.isEmpty)
  }

  @Test(
    "what is no whole HTTP answer is an error",
    arguments: [
      "", "garbage", "garbage\r\n\r\n", "HTTP/1.1 200 OK", "HTTP/1.1 99999 S\r\n\r\nx",
      "HTTP/3.5 200 OK\r\n\r\nx",
      "HTTP/1.1 200 OK\r\nno colon\r\n\r\nx", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
      "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx", "HTTP/1.1 100 Continue\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\ngarbage", "\u{15}\u{3}\u{1}\0\u{2}\u{2}(",
    ])
  func broken(answer: String) async throws {
    let server = try ScriptedServer { $0.send(answer) }
    defer { server.stop() }
    await #expect(throws: (any Error).self) { _ = try await get(server) }
  }

  @Test("a port where nobody listens is an error of the system")
  func refused() async throws {
    let (descriptor, port) = try LoopbackSocket.listen()
    close(descriptor)
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    let error = await #expect(throws: URLError.self) {
      _ = try await transport.send(AuthTransportRequest(method: .get, url: url))
    }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test("headers that would be more than one, and addresses of files, are refused")
  func unsafe() async throws {
    let server = try ScriptedServer { $0.answer("200 OK") }
    defer { server.stop() }
    for headers in [
      ["X-Firebase-Locale": "de\r\nX-Evil: 1"], ["X-Evil: 1\r\nX": "1"], ["": "1"], ["X": "\u{7F}"],
    ] {
      await #expect(throws: URLSessionTransport.Failure.self) {
        _ = try await transport.send(AuthTransportRequest(method: .get, url: server.url(), headers: headers))
      }
    }
    #expect(server.requests.isEmpty)
    await #expect(throws: URLSessionTransport.Failure.unsupportedAddress) {
      _ = try await transport.send(AuthTransportRequest(method: .get, url: URL(filePath: "/etc/passwd")))
    }
  }
}
