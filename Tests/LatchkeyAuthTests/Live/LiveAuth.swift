import FirebaseAuth
import FirebaseCore
import Foundation
import IdentityWire
import Synchronization
import TestSupport

/// The SDK against a live development server.
struct LiveAuth: Sendable {
  let server: TestServer
  let auth: Auth
  let transport: CountingTransport

  static func run(
    storage: any AuthStorage = MemoryStorage(),
    _ body: @Sendable @escaping (LiveAuth) async throws -> Void
  ) async throws {
    try await TestServer.run { server in
      try await body(try LiveAuth(server, storage: storage))
    }
  }

  /// - Parameters:
  ///   - presenter: nil for one that walks the pages without a browser.
  ///   - isDefault: makes it the default app, of which a process has one.
  init(
    _ server: TestServer, storage: any AuthStorage = MemoryStorage(),
    sharedStorage: AuthEnvironment.SharedStorage? = nil, presenter: (any WebPresenter)? = nil,
    isDefault: Bool = false, configure: (FirebaseOptions) -> Void = { _ in }
  ) throws {
    self.server = server
    let options = FirebaseOptions(
      apiKey: "key", projectID: "example", latchkeyURL: URL(string: server.origin))
    configure(options)
    let app =
      try isDefault
      ? FirebaseApp.tryConfigure(options: options)
      : FirebaseApp.tryConfigure(name: "test-\(UUID().uuidString)", options: options)
    transport = CountingTransport()
    let environment = AuthEnvironment(
      transport: transport, storage: storage, clock: ServerClock(server: server),
      presenter: presenter ?? LabPresenter(server: server), sharedStorage: sharedStorage)
    auth = try Auth.auth(app: app, in: environment)
  }
}

/// The server's clock, which a test moves. Nobody waits by it.
struct ServerClock: AuthClock {
  let server: TestServer
  var now: Date { server.clock.now().date }
  func sleep(seconds: Double) async throws {}
}

/// Counts the requests for each endpoint, and can keep the network down.
final class CountingTransport: AuthTransport {
  private struct State {
    var counts: [String: Int] = [:]
    var failures = 0
    var messages: [String] = []
  }

  private let real = URLSessionTransport()
  private let state = Mutex(State())

  func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse {
    let fails = state.withLock { state in
      state.counts[request.url.lastPathComponent, default: 0] += 1
      state.messages.append(String(decoding: request.body ?? Data(), as: UTF8.self))
      guard state.failures > 0 else { return false }
      state.failures -= 1
      return true
    }
    if fails { throw URLError(.notConnectedToInternet) }
    return try await real.send(request)
  }

  func count(_ endpoint: String) -> Int { state.withLock { $0.counts[endpoint] ?? 0 } }
  func goDown(for requests: Int) { state.withLock { $0.failures = requests } }
  var lastMessage: String { state.withLock { $0.messages.last ?? "" } }
}
