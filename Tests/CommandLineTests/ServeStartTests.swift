import Composition
import Foundation
import Identity
import Operations
import Server
import TestSupport
import Testing

@Suite("The first moments of a server", .serialized, .timeLimit(.minutes(3)))
struct ServeStartTests {
  @Test("a metrics port that is taken ends the start before anything is said to have started")
  func takenMetricsPort() async throws {
    let server = try await ServeProcess.start(in: Scratch())
    let other = try Scratch()
    #expect(try await Program.run("project", "create", "other", "--data", other.data).status == 0)
    let taken = try await Program.run([
      "serve", "--config", server.configuration, "--set", "data.directory=\(other.data)", "--set",
      "listen.port=\(try TestServer.freePort())", "--set", "metrics.port=\(server.watchPort)",
    ])
    #expect(taken.status == 69)
    #expect(taken.error.contains("127.0.0.1 port \(server.watchPort)"), "\(taken.error)")
    #expect(!taken.error.contains("\"started\""), "\(taken.error)")
    #expect(await server.stop() == 0)
  }

  @Test("a project that the webhook is to hear of and that there is not is told at the start")
  func unknownWebhookProject() async throws {
    let scratch = try Scratch()
    try Data(String(repeating: "k", count: 32).utf8).write(to: scratch.url("secret"))
    chmod(scratch.url("secret").path, 0o600)
    let server = try await ServeProcess.start(
      sections: """
        audit: {webhook: {url: "https://siem.example.com/", secretFile: secret, projects: [my-app, my-ap]}}
        """, in: scratch)
    #expect(server.log.contains("audit.webhook.projects"), "\(server.log)")
    #expect(server.log.contains("my-ap\""))
    #expect(await server.stop() == 0)
  }

  // Fails when nobody compares the clock with the keys, as `latchkey doctor` does.
  @Test("a clock that is behind the keys is told at the start", arguments: [0, 3_600])
  func clock(secondsAhead: Int64) async throws {
    let scratch = try Scratch()
    let clock = SettableClock()
    clock.advance(seconds: secondsAhead)
    var options = Backend.Options(dataDirectory: DataDirectory(path: scratch.data))
    options.clock = clock
    try await Backend.open(options).close()
    let server = try await ServeProcess.start(in: scratch)
    #expect(server.log.contains("clock is behind") == (secondsAhead > 0), "\(server.log)")
    #expect(await server.stop() == 0)
  }
}
