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
}
