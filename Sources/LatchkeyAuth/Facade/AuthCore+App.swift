import Foundation

extension AuthCore {
  /// Makes the core of an app from its options.
  convenience init(app: FirebaseApp, in environment: AuthEnvironment) {
    let options = app.options
    var configuration = BackendConfiguration(apiKey: options.apiKey ?? "")
    configuration.appID = options.googleAppID
    configuration.bundleID = options.bundleID
    configuration.clientID = options.clientID
    configuration.customAuthDomain = options.authDomain
    if let emulator = options.emulatorHost.flatMap(EmulatorAddress.init) {
      configuration.server = .emulator(host: emulator.host, port: emulator.port)
    } else if let url = options.latchkeyURL {
      configuration.server = .init(url)
    }
    self.init(
      app: app,
      backend: IdentityToolkitClient(
        configuration, transport: environment.transport, clock: environment.clock),
      sessions: SessionStore(
        environment, apiKey: configuration.apiKey, appID: options.googleAppID, server: configuration.origin),
      presenter: environment.presenter, notificationQueue: environment.notificationQueue)
  }

  /// The core used when no app is configured. It stores nothing and sends nothing.
  static let unconfigured = {
    let environment = AuthEnvironment.inMemory()
    var configuration = BackendConfiguration(apiKey: "")
    // A server is set so that requests reach the transport, whose error says that no app is configured.
    configuration.server = .google
    return AuthCore(
      app: nil,
      backend: IdentityToolkitClient(
        configuration, transport: UnconfiguredTransport(), clock: environment.clock),
      sessions: SessionStore(environment, apiKey: "", appID: "", server: ""), presenter: environment.presenter
    )
  }()

  private struct UnconfiguredTransport: AuthTransport {
    func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse {
      throw AuthError(.internalError, Auth.missingApp)
    }
  }
}
