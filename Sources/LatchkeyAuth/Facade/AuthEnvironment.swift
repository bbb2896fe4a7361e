import Foundation

/// What an ``Auth`` uses of the world. Every part can be an app's own.
public struct AuthEnvironment: Sendable {
  public var transport: any AuthTransport
  /// Where the session is kept: on Apple's systems the keychain, elsewhere a file that only its user can read.
  public var storage: any AuthStorage
  public var clock: any AuthClock
  public var presenter: any WebPresenter

  public init(
    transport: any AuthTransport, storage: any AuthStorage, clock: any AuthClock = SystemAuthClock(),
    presenter: any WebPresenter
  ) {
    self.transport = transport
    self.storage = storage
    self.clock = clock
    self.presenter = presenter
  }

  /// The usual for an app of that name.
  public init(app: String) {
    self.init(
      transport: URLSessionTransport(), storage: Self.storage(app), presenter: Self.presenter)
  }

  /// As usual, but for the session, which ends with the process.
  public static func inMemory() -> AuthEnvironment {
    AuthEnvironment(transport: URLSessionTransport(), storage: MemoryStorage(), presenter: presenter)
  }

  private static func storage(_ app: String) -> any AuthStorage {
    #if canImport(Security)
      KeychainStorage(service: "latchkey.auth.\(app)")
    #else
      FileStorage(app: app)
    #endif
  }

  private static var presenter: any WebPresenter {
    #if canImport(AuthenticationServices)
      WebAuthenticationSessionPresenter()
    #else
      BrowserPresenter()
    #endif
  }
}
