import IdentityWire
import NIOSSL
import TestSupport
import Testing

@Suite("Stopping a production server", .fewAtOnce, .timeLimit(.minutes(15)))
struct StopTests {
  @Test("/readyz says no first, what runs is finished, and nothing new is accepted")
  func graceful() async throws {
    try await ServingServer.runWithGrowing(\.drain) { server in
      #expect(try await server.send("GET", "/readyz").status == 200)
      return try await RawConnection.with(port: server.port) { running in
        let body = #"{"email":"ann@example.com","password":"a good one"}"#
        try await running.send(
          "POST /v1/accounts:signUp?key=\(server.key) HTTP/1.1\r\nHost: x\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n{")
        // Its headers have been read when another request of the server has been answered after it.
        while server.telemetry.registry.gauge("latchkey_http_requests_in_flight", "").value() < 1 {
          await Task.yield()
        }
        await server.stop()
        var status: Int? = 200
        while status == 200 { status = try? await server.send("GET", "/readyz").status }
        guard let status else { return false }
        #expect(status == 503)
        #expect(try await server.watch("/readyz").json["checks"]?["accepting"] == "failed")
        // Until the listener is closed.
        while (try? await RawConnection.with(port: server.port, { try await $0.get("/healthz") }))?
          .contains("200 OK") == true
        {}
        #expect(try await server.watch("/healthz").status == 200)
        try await running.send(String(body.dropFirst()))
        let answer = try await running.receiveAll()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK"), "\(answer.prefix(60))")
        return true
      }
    }
  }

  @Test("whoever is in the middle of a handshake is not waited for")
  func handshake() async throws {
    try await withTemporaryDirectory { directory in
      var options = ServingServer.Options()
      options.tls = try TestCertificate().write(to: directory.path)
      options.timeouts.header = .seconds(100_000)
      try await ServingServer.run(options) { server in
        try await RawConnection.with(port: server.port) { connection in
          let open = server.telemetry.registry.gauge("latchkey_http_connections", "")
          while open.value() < 1 { await Task.yield() }
          await server.stop()
          let received = try await connection.receiveAll()
          #expect(received == "")
        }
      }
    }
  }

  // Fails, and ends the process, when streams can come to a connection whose handling was cancelled.
  @Test("a client that goes on opening streams is cut off in the end")
  func forced() async throws {
    try await withTemporaryDirectory { directory in
      let certificate = try TestCertificate()
      var client = try certificate.clientConfiguration()
      client.applicationProtocols = ["h2"]
      let context = try NIOSSLContext(configuration: client)
      var options = ServingServer.Options()
      options.tls = try certificate.write(to: directory.path)
      options.longestStop = .milliseconds(300)
      try await ServingServer.run(options) { server in
        try await RawConnection.with(port: server.port, tls: context) { connection in
          try await connection.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + Self.frame(type: 4))
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
              var stream: UInt32 = 1
              // It answers no PING, and does not heed that it is to go.
              while (try? await connection.send(Self.request(stream))) != nil { stream += 2 }
            }
            _ = try await connection.receive(until: "\"}")
            await server.stop()
            _ = try await connection.receiveAll()
            try await group.waitForAll()
          }
        }
      }
    }
  }

  /// RFC 9113 section 4.1.
  private static func frame(type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = [])
    -> [UInt8]
  {
    [0, 0, UInt8(payload.count), type, flags]
      + stride(from: 24, through: 0, by: -8).map { UInt8(stream >> $0 & 0xFF) }
      + payload
  }

  /// `GET https://x/healthz` with nothing to follow: END_STREAM and END_HEADERS, the names by RFC 7541 appendix A.
  private static func request(_ stream: UInt32) -> [UInt8] {
    frame(type: 1, flags: 5, stream: stream, [0x82, 0x87, 0x44, 8] + "/healthz".utf8 + [0x41, 1] + "x".utf8)
  }
}
