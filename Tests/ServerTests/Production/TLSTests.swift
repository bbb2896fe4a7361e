import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import Server
import TestSupport
import Testing

@Suite("TLS of a production server", .fewAtOnce, .timeLimit(.minutes(15)))
struct TLSTests {
  private static func run(
    http2: Bool = true,
    _ body: @Sendable @escaping (ServingServer, TestCertificate, String) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let certificate = try TestCertificate()
      var options = ServingServer.Options()
      options.tls = try certificate.write(to: directory.path)
      options.http2 = http2
      let path = directory.path
      try await ServingServer.run(options) { server in try await body(server, certificate, path) }
    }
  }

  private static func get(
    _ server: ServingServer, trusting certificate: TestCertificate,
    _ change: (inout TLSConfiguration) -> Void = { _ in }
  ) async throws -> (version: String, headers: [String: String]) {
    var configuration = HTTPClient.Configuration()
    var tls = try certificate.clientConfiguration()
    change(&tls)
    configuration.tlsConfiguration = tls
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let result: Result<HTTPClientResponse, any Error>
    do {
      let response = try await client.execute(
        HTTPClientRequest(url: server.origin + "/healthz"), timeout: .seconds(60))
      _ = try await response.body.collect(upTo: 1_000)
      result = .success(response)
    } catch {
      result = .failure(error)
    }
    try await client.shutdown()
    let response = try result.get()
    return (
      response.version.description, Dictionary(response.headers.map { ($0.name, $0.value) }) { $1 }
    )
  }

  @Test("speaks HTTP/2 with those that can, HTTP/1.1 with others, and says that https it stays")
  func protocols() async throws {
    try await Self.run { server, certificate, _ in
      let (version, headers) = try await Self.get(server, trusting: certificate)
      #expect(version.hasSuffix("2.0"), "\(version)")
      #expect(headers["strict-transport-security"] == "max-age=31536000")
      #expect(headers["x-content-type-options"] == "nosniff")
      let context = try NIOSSLContext(configuration: try certificate.clientConfiguration())
      try await RawConnection.with(port: server.port, tls: context) { connection in
        let seen1 = try await connection.get("/healthz")
        #expect(seen1.hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
    }
  }

  @Test("headers are as few and as small by HTTP/2 as by HTTP/1.1")
  func headerLimits() async throws {
    try await Self.run { server, certificate, _ in
      var configuration = HTTPClient.Configuration()
      configuration.tlsConfiguration = try certificate.clientConfiguration()
      let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
      var statuses: [Int] = []
      for (count, length) in [(80, 10), (150, 10), (80, 120), (80, 500)] {
        let value = String(repeating: "a", count: length)
        let headers = Dictionary(uniqueKeysWithValues: (0..<count).map { ("x-\($0)", value) })
        let response = try? await server.send("GET", "/healthz", headers: headers, client: client)
        statuses.append(response?.status ?? 0)
      }
      try await client.shutdown()
      // What is too large for the decoder ends the stream, or the connection, without an answer.
      #expect(statuses == [200, 431, 200, 0])
    }
  }

  @Test("HTTP/2 can be left out")
  func onlyHTTP1() async throws {
    try await Self.run(http2: false) { server, certificate, _ in
      let seen2 = try await Self.get(server, trusting: certificate).version
      #expect(seen2.hasSuffix("1.1"))
    }
  }

  @Test("speaks neither TLS 1.1 nor plain HTTP")
  func refusals() async throws {
    try await Self.run { server, certificate, _ in
      await #expect(throws: (any Error).self) {
        try await Self.get(server, trusting: certificate) {
          $0.minimumTLSVersion = .tlsv1
          $0.maximumTLSVersion = .tlsv11
        }
      }
      let modern = try await Self.get(server, trusting: certificate) { $0.maximumTLSVersion = .tlsv12 }
      #expect(!modern.version.isEmpty)
      try await RawConnection.with(port: server.port) { connection in
        try await connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = try await connection.receiveAll()
        #expect(!answer.contains("200 OK"))
      }
    }
  }

  @Test("a new certificate is shown to new connections, and those that are there go on")
  func reload() async throws {
    try await Self.run { server, first, directory in
      let second = try TestCertificate(validFor: 7_200)
      let context = try NIOSSLContext(configuration: try first.clientConfiguration())
      try await RawConnection.with(port: server.port, tls: context) { connection in
        let seen3 = try await connection.get("/healthz")
        #expect(seen3.contains("200 OK"))
        _ = try second.write(to: directory)
        guard case .replaced = server.certificates?.reload() else {
          Issue.record("the new certificate was not taken up")
          return
        }
        _ = try await Self.get(server, trusting: second)
        await #expect(throws: (any Error).self) { try await Self.get(server, trusting: first) }
        let seen4 = try await connection.get("/healthz")
        #expect(seen4.contains("200 OK"))
      }
      guard case .unchanged = server.certificates?.reload() else {
        Issue.record("the same files were taken up again")
        return
      }
    }
  }

  @Test(
    "a new certificate that is no good leaves the old one in use",
    arguments: ["no-pem", "other-key", "no-key", "missing", "empty"])
  func brokenReload(fault: String) async throws {
    try await Self.run { server, first, directory in
      let files = TestCertificate.files(in: directory)
      switch fault {
      case "no-pem": try Data("hello".utf8).write(to: URL(fileURLWithPath: files.certificateFile))
      case "other-key":
        try Data(try TestCertificate().keyPEM.utf8).write(to: URL(fileURLWithPath: files.keyFile))
      case "no-key": try Data("hello".utf8).write(to: URL(fileURLWithPath: files.keyFile))
      case "missing": try FileManager.default.removeItem(atPath: files.certificateFile)
      default: try Data().write(to: URL(fileURLWithPath: files.certificateFile))
      }
      guard case .failed = server.certificates?.reload(always: true) else {
        Issue.record("the broken certificate was taken up")
        return
      }
      _ = try await Self.get(server, trusting: first)
      let second = try TestCertificate()
      _ = try second.write(to: directory)
      _ = server.certificates?.reload()
      _ = try await Self.get(server, trusting: second)
    }
  }

  @Test("a handshake that does not come to its end is ended")
  func handshake() async throws {
    try await withTemporaryDirectory { directory in
      var options = ServingServer.Options()
      options.tls = try TestCertificate().write(to: directory.path)
      options.timeouts.header = .milliseconds(200)
      try await ServingServer.run(options) { server in
        try await RawConnection.with(port: server.port) { connection in
          // A busy machine may have ended it already.
          try? await connection.send("\u{16}\u{3}\u{1}")
          let seen5 = try await connection.receiveAll()
          #expect(seen5.isEmpty)
        }
      }
    }
  }
}
