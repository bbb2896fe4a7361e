import FirebaseAuth
import FirebaseCore
import Foundation
import IdentityWire
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
  ///   - clock: nil for the server's.
  ///   - isDefault: makes it the default app, of which a process has one.
  init(
    _ server: TestServer, storage: any AuthStorage = MemoryStorage(),
    sharedStorage: AuthEnvironment.SharedStorage? = nil, presenter: (any WebPresenter)? = nil,
    clock: (any AuthClock)? = nil,
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
      transport: transport, storage: storage, clock: clock ?? ServerClock(server: server),
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
