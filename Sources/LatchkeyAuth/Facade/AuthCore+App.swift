import Foundation

extension AuthCore {
  /// The core of an app, as its options say.
  convenience init(app: FirebaseApp) {
    let options = app.options
    var configuration = BackendConfiguration(apiKey: options.apiKey ?? "")
    configuration.appID = options.googleAppID
    configuration.bundleID = options.bundleID
    configuration.clientID = options.clientID
    if let url = options.latchkeyURL { configuration.server = .own(url) }
    self.init(
      app: app,
      backend: Backend(configuration, transport: URLSessionTransport(), clock: SystemAuthClock()),
      storage: Self.defaultStorage(app.name), storageKey: "session", presenter: Self.defaultPresenter)
  }

  /// Of an app that was not configured: nothing is stored, and nothing is sent.
  static let unconfigured = AuthCore(
    app: nil, backend: Backend(.init(apiKey: ""), transport: UnconfiguredTransport(), clock: SystemAuthClock()),
    storage: MemoryStorage(), storageKey: "", presenter: defaultPresenter)

  private struct UnconfiguredTransport: AuthTransport {
    func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse {
      throw AuthError(.internalError, Auth.missingApp)
    }
  }
}
