import Foundation

/// The services that an ``Auth`` depends on. An app may replace each of them.
public struct AuthEnvironment: Sendable {
  /// Connects to the server.
  public var transport: any AuthTransport
  /// Stores the session: in the keychain on Apple's systems; on other systems, in a file that only the user can
  /// read.
  public var storage: any AuthStorage
  /// Provides the time for the refresh of tokens.
  public var clock: any AuthClock
  /// Shows a provider's pages.
  public var presenter: any WebPresenter
  /// Stores the session of a group of apps.
  public var sharedStorage: SharedStorage
  /// The queue that posts ``Auth/authStateDidChangeNotification``. A program without Swift code may never run
  /// the main queue.
  package var notificationQueue = DispatchQueue.main

  /// - Parameters:
  ///   - accessGroup: the name of the group.
  ///   - acrossDevices: true to synchronize the session to the user's other devices.
  public typealias SharedStorage =
    @Sendable (_ accessGroup: String, _ acrossDevices: Bool) -> any AuthStorage

  /// Combines an app's own services. Without a `sharedStorage`, `storage` also stores the sessions of groups,
  /// under separate keys.
  public init(
    transport: any AuthTransport, storage: any AuthStorage, clock: any AuthClock = SystemAuthClock(),
    presenter: any WebPresenter, sharedStorage: SharedStorage? = nil
  ) {
    self.transport = transport
    self.storage = storage
    self.clock = clock
    self.presenter = presenter
    self.sharedStorage = sharedStorage ?? { _, _ in storage }
  }

  /// Creates the default environment for the app with this name.
  public init(app: String) {
    self.init(
      transport: URLSessionTransport(), storage: Self.storage(app), presenter: Self.presenter,
      sharedStorage: Self.storage(ofGroup:acrossDevices:))
  }

  /// Returns the default environment, but keeps the session in memory only.
  public static func inMemory() -> AuthEnvironment {
    AuthEnvironment(transport: URLSessionTransport(), storage: MemoryStorage(), presenter: presenter)
  }

  private static func storage(_ app: String) -> any AuthStorage {
    #if canImport(Darwin)
      KeychainStorage(service: "latchkey.auth.\(app)")
    #else
      FileStorage(app: app)
    #endif
  }

  @Sendable private static func storage(ofGroup group: String, acrossDevices: Bool) -> any AuthStorage {
    #if canImport(Darwin)
      KeychainStorage(
        service: "latchkey.auth.group", accessGroup: group, isSynchronizable: acrossDevices)
    #else
      FileStorage(accessGroup: group)
    #endif
  }

  private static var presenter: any WebPresenter {
    #if canImport(Darwin) && canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
      WebAuthenticationSessionPresenter()
    #elseif os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD)
      BrowserPresenter()
    #else
      AppSchemePresenter { _ in
        throw AuthError(.webInternalError, "There is no browser on this system to sign in with.")
      }
    #endif
  }
}
