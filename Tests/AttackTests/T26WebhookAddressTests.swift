import Identity
import IdentityProviders
import TestSupport
import Testing

@testable import Operations

@Suite("T26: server-side request forgery by webhooks", .fewAtOnce)
struct T26WebhookAddressTests {
  private static func store(_ url: String, at server: TestServer) async throws {
    try await server.changeProject { project in
      project.webhooks[0].url = url
      project.webhooks[0].isEnabled = true
    }
  }

  // Fails when WebhookSender allows private addresses whatever the host's name.
  @Test("no webhook reaches this machine or its neighbours unless the operator named the host")
  func privateAddresses() async throws {
    var options = TestServer.Options()
    options.privateFunctionHosts = ["functions.internal"]
    try await StubListener.run { target in
      let port = target.port
      try await TestServer.run(options) { server in
        let webhooks = server.backend.webhooks
        let made = try await webhooks.create("https://example.com/hook", in: TestServer.project).webhook
        for host in [
          "127.0.0.1", "localhost", "[::1]", "0.0.0.0", "169.254.169.254", "[::ffff:127.0.0.1]", "2130706433",
          "functions.internal.localhost", "10.0.0.1",
        ] {
          for scheme in ["https", "http"] {
            let url = "\(scheme)://\(host):\(port)/latest/meta-data"
            var change = WebhookChange()
            change.url = url
            let refused = change
            let error = await #expect(throws: IdentityError.self, "\(url)") {
              _ = try await webhooks.change(made.id, refused, in: TestServer.project)
            }
            #expect(error?.refusal == .invalidWebhook)
            // As a name that leads there, or what another server stored in the same database.
            try await Self.store(url, at: server)
            let attempt = try await webhooks.test(made.id, in: TestServer.project)
            #expect(attempt.status == nil && attempt.error != nil, "\(url)")
          }
        }
      }
      #expect(target.connections == 0)
    }
  }

  /// Knows every name, and that it leads to the same addresses.
  private struct FixedResolver: HostResolver {
    let known: [IPAddress]
    func addresses(of host: String) async -> [IPAddress] { known }
  }

  // Fails when the words of a failed attempt say which of the two it is, or when the operator's log does not.
  @Test("an attempt does not tell an unknown host from one in a private network, but the operator's log does")
  func probedNames() async throws {
    try await TestServer.run { server in
      let made = try await server.backend.webhooks.create(
        "https://db.example.com/hook", in: TestServer.project
      ).webhook
      let event = AuditEvent(
        id: "test", at: server.clock.now(), project: TestServer.project, actor: "nobody", action: .update)
      let log = CapturedLog()
      func failure(_ known: [String], named: Set<String> = []) async -> String? {
        let resolver = FixedResolver(known: known.compactMap { IPAddress($0) })
        let sender = WebhookSender(
          http: OutgoingHTTP(resolver: resolver), box: server.backend.secretBox,
          privateHosts: PrivateHosts(named), projects: server.backend.projects, clock: server.clock,
          log: log.logger)
        let message = WebhookMessage(event: event, kind: .test)
        let outcome = await sender.send(message, to: made, of: TestServer.project)
        return outcome.attempt.error
      }
      let unknown = await failure([])
      let hidden = await failure(["10.0.0.1"])
      #expect(unknown != nil && unknown == hidden)
      for cause in ["the host has no address", "the address is a private one"] {
        #expect(log.text.contains(cause) && log.text.contains("db.example.com"), "\(log.text)")
      }
      #expect(!log.text.contains("/hook"))
      // The operator named this one, so that there is nothing to hide.
      let named = await failure([], named: ["db.example.com"])
      #expect(named == "the host has no address")
    }
  }

  // Fails when OutgoingHTTP follows redirects, or an answer's body is kept.
  @Test("a receiver cannot send the server on to another address, and nothing of its answer is shown")
  func redirects() async throws {
    try await StubListener.run { target in
      let port = target.port
      try await FunctionServer.run { functions in
        try await TestServer.run { server in
          let webhooks = server.backend.webhooks
          let made = try await webhooks.create(functions.uri("f"), in: TestServer.project).webhook
          for status in [301, 302, 303, 307, 308] {
            functions.answer(
              "f", status: status, location: "http://127.0.0.1:\(port)/", #"{"secret":"inner"}"#)
            let attempt = try await webhooks.test(made.id, in: TestServer.project)
            #expect(attempt.error == "HTTP \(status)")
          }
          let kept = try await webhooks.attempts(of: made)
          #expect(kept.count == 5 && !"\(kept)".contains("inner"))
        }
      }
      #expect(target.connections == 0)
    }
  }

  // Fails when PrivateHosts.checkCallable lets everything pass.
  @Test("a webhook's address is a plain web address")
  func malformed() async throws {
    try await TestServer.run { server in
      try await eachCase(of: [
        "file:///etc/passwd", "gopher://127.0.0.1/", "http://user:secret@127.0.0.1/", "http://", "//host/f",
        "http://ho st/", "http://127.0.0.1\\@example.com/", "https://example.com/#f", "http://exa%6dple.com/",
        "https://example.com/\r\nX-Injected: 1",
      ]) { url in
        let error = await #expect(throws: IdentityError.self) {
          _ = try await server.backend.webhooks.create(url, in: TestServer.project)
        }
        #expect(error?.refusal == .invalidWebhook)
      }
    }
  }
}
