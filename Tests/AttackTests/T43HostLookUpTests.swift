import Foundation
import Identity
import IdentityProviders
import Synchronization
import TestSupport
import Testing
import WorkPool

@testable import Operations

/// The system's look-up of a host name blocks a thread, and cannot be cancelled.
@Suite("T43: host names that no name server answers for", .fewAtOnce)
struct T43HostLookUpTests {
  /// Look-ups of names under `dead.example` block until ``answer()``. All names lead to a private address.
  private final class DeadZone: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let names = Mutex<Set<String>>([])
    private let events: AsyncStream<Void>
    private let event: AsyncStream<Void>.Continuation

    init() { (events, event) = AsyncStream.makeStream() }

    /// The names that got a place.
    var askedFor: Set<String> { names.withLock(\.self) }

    func lookUp(_ host: String) -> [IPAddress] {
      _ = names.withLock { $0.insert(host) }
      if host.hasSuffix("dead.example") {
        event.yield()
        gate.wait()
      }
      return [IPAddress("10.0.0.1")].compactMap(\.self)
    }

    /// Notes an attempt that ended: without a look-up, ``waiting(_:)`` would never return.
    func end() { event.yield() }

    /// Waits until a number of look-ups block.
    func waiting(_ count: Int) async {
      var left = count
      for await _ in events {
        left -= 1
        if left == 0 { return }
      }
    }

    func answer() {
      for _ in 0..<16 { gate.signal() }
    }
  }

  // Fails when the look-ups of webhooks count for no project, or projects have no shares.
  @Test("webhooks in a dead zone stop the look-ups of their own project only")
  func webhooks() async throws {
    try await TestServer.run { server in
      let zone = DeadZone()
      let resolver = SystemResolver(
        places: SharedPlaces(size: 4, share: 2), timeoutSeconds: 600, lookUp: { zone.lookUp($0) })
      var limits = OutgoingHTTP.Limits()
      limits.timeout = .seconds(600)
      let http = OutgoingHTTP(limits: limits, resolver: resolver)
      let sender = WebhookSender(
        http: http, box: server.backend.secretBox, privateHosts: PrivateHosts(),
        projects: server.backend.projects, clock: server.clock, log: CapturedLog().logger)
      let event = AuditEvent(
        id: "test", at: server.clock.now(), project: TestServer.project, actor: "nobody", action: .update)
      let message = WebhookMessage(event: event, kind: .test)
      var dead: [Webhook] = []
      for host in ["a.dead.example", "b.dead.example"] {
        dead.append(
          try await server.backend.webhooks.create("https://\(host)/hook", in: TestServer.project).webhook)
      }
      let living = try await server.backend.webhooks.create(
        "https://hooks.example.com/hook", in: TestServer.project
      ).webhook
      let school = Project(
        id: try #require(ProjectID(rawValue: "school-project")), number: "100000000009", apiKeys: [],
        authorizedDomains: [], createdAt: server.clock.now())
      await withTaskGroup(of: Void.self) { group in
        for webhook in dead {
          group.addTask {
            _ = await sender.send(message, to: webhook, of: TestServer.project)
            zone.end()
          }
        }
        await zone.waiting(2)
        _ = await sender.send(message, to: living, of: TestServer.project)
        let failure = await Self.signIn(to: "https://login.example.com/keys", of: school, server, http)
        let names = zone.askedFor
        zone.answer()
        #expect(names == ["a.dead.example", "b.dead.example", "login.example.com"])
        #expect(failure == .addressNotAllowed, "the look-up was answered")
      }
      await http.shutDown()
    }
  }

  /// Asks an OpenID provider, as a user's sign-in does.
  private static func signIn(
    to url: String, of project: Project, _ server: TestServer, _ http: OutgoingHTTP
  ) async -> OutgoingHTTP.Failure? {
    let caller = Caller(project: project, authority: .apiKey)
    do {
      _ = try await server.service.audited(nil, caller) { () async throws in
        try await http.send(.init(.get, url, allowPrivateAddresses: false))
      }
      return nil
    } catch {
      return error as? OutgoingHTTP.Failure
    }
  }
}
